/** What the lobby and the other pages know of a game before it is chosen. Each game has its own `face.ts`. */
import type { Component } from 'svelte';

/** How and against whom a match is played. */
export type Opponent = 'computer' | 'same' | 'friend' | 'queue';

/** Changes to a config: any part of it. */
export type Changes<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Changes<T[K]> } : T;

/** A choice in the lobby; `to` writes it into the setting. */
export interface Choice<Config = unknown> {
  key: string;
  label: string;
  values: { value: string; label: string }[];
  usual: string;
  to(config: Changes<Config>, value: string): void;
  /** What each player chooses for themselves, also in a queue or when they join a table. */
  own?: boolean;
}

/** What was chosen for a table. */
export interface TableWish {
  against: Exclude<Opponent, 'queue'>;
  level: string;
  chosen: Record<string, string>;
  seats: number;
  /** The class that the player has chosen for themselves. */
  mine: string | undefined;
}

/** Something that a game is played with. */
export interface Picture {
  icon: Component;
  name: string;
  line: string;
}

/** A page of a game's own. */
export interface GamePage {
  load: () => Promise<{ default: Component }>;
  /** Whether it has a header of its own. */
  whole?: boolean;
}

export interface Face<Config = unknown> {
  title: string;
  line: string;
  players: string;
  minutes: string;
  icon: Component;
  levels: { bot: string; label: string }[];
  /** The setting for play against computers, and between people. */
  solo?: string;
  people?: string;
  /** The setting for play between strangers. */
  queue?: string;
  choices: Choice<Config>[];
  /** How many sit down. */
  seats: (chosen: Record<string, string>) => number;
  /** A set-up of the game's own, for tables that the choices cannot describe. */
  setup?: () => Promise<{ default: Component<{ onclose: () => void }> }>;
  /** The rules in ten sentences. */
  rules: string[];
  /** Links to pages of its own, with what they are called. */
  links?: [string, string][];
  keys?: [string, string][];
  /** What it is played with, for the page that explains it. */
  pictures?: () => Promise<{ PICTURES: Picture[] }>;
  /** Pages of its own, by the first word of their address. */
  pages?: Record<string, GamePage>;
  /** What the button says that starts a match against the computer. */
  label?: string;
  /** Whether the options are unfolded from the start. */
  optionsOpen?: boolean;
  /** The address where opponents are found, if not in the queue of the platform. */
  search?: string;
  /** Whether a match against a stranger costs tokens. */
  stakes?: boolean;
  /** Whether a lost connection loses the match. */
  losesByLeaving?: boolean;
  /** Names of buttons that the rules document fixes. */
  testIds?: { computer: string; search: string };
  /** Runs once when the page starts; it may set up effects. */
  started?(): void;
  /** Its card in the lobby was opened. */
  lobby?(): void;
  /** A match is about to start. */
  starts?(against: Opponent): Promise<void>;
  /** A choice was made. */
  chosen?(key: string, value: string): void;
  /** What follows for the config of a table from all choices together. */
  table?(config: Changes<Config>, wish: TableWish): void;
}

/** Writes a choice into one key of the config. */
export const set =
  <Config>(key: keyof Config, read: (value: string) => unknown = Number) =>
  (config: Changes<Config>, value: string): void => {
    (config as Record<keyof Config, unknown>)[key] = read(value);
  };
export const onOff = [
  { value: 'true', label: 'On' },
  { value: 'false', label: 'Off' },
];
export const truth = (value: string): boolean => value === 'true';
export const two = (): number => 2;
