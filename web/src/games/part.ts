/** What a game's own part of the page gives: its screen, and its words for what the shell shows. */
import type { Component } from 'svelte';
import type { Stage } from '../lib/stage.svelte';

export interface GamePart<View = unknown, Event = unknown, Action = unknown, Config = unknown> {
  Screen: Component<{ stage: Stage<View, Event, Action, Config> }>;
  /** An event as a sentence, or null if it is not worth one. */
  words: (event: Event, stage: Stage<View, Event, Action, Config>) => string | null;
  /** Takes note of what events speak of, between two views, before they are put into words. */
  note?: (events: Event[], before: View, after: View) => void;
  /** Why it ended, and the figures that decided; `who` says what a seat is called there. */
  result: (
    stage: Stage<View, Event, Action, Config>,
    who: (seat: number) => string,
  ) => { title?: string; reason: string; figures: [string, string][] };
  /** What stands in the header instead of the plain line. */
  Bar?: Component<{ stage: Stage<View, Event, Action, Config> }>;
  /** What the header says: the phase in words, and where the match stands. */
  header: (stage: Stage<View, Event, Action, Config>) => { phase: string; line: string };
  /** Whether two people at one screen hide things from each other. */
  secrets: boolean;
  labels?: { again: string; leave: string };
  /** Whether the screen still shows what led to the end; the result waits for it. */
  unfolding?: () => boolean;
  /** Whether the game's own clock stands, as in Judo while a player is away. */
  paused?: (stage: Stage<View, Event, Action, Config>) => boolean;
  /** A screen that leaves and asks by itself. */
  ownQuit?: boolean;
}

/** A game's part for the shell, which only ever gives it stages of its own game. */
export const gamePart = <View, Event, Action, Config>(part: GamePart<View, Event, Action, Config>): GamePart =>
  part as unknown as GamePart;
