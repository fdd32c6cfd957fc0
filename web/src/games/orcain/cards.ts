import type { Component } from 'svelte';
import Attack from '~icons/game-icons/crossed-swords';
import Defense from '~icons/game-icons/checked-shield';
import Heal from '~icons/game-icons/healing';
import Counter from '~icons/game-icons/boomerang';
import type { Stage } from '../../lib/stage.svelte';
import type { Action, Card, Config, Event, View } from '../../protocol/orcain';

/** Three slots in the order in which they are opened. */
export type Layout = [Card | null, Card | null, Card | null];
/** What a seat sees; a staked duel adds pot and tokens. */
export interface Shown extends View {
  pot?: number;
  tokens?: number;
}
export type OrcainStage = Stage<Shown, Event, Action, Config>;

export const CARDS: Record<Card, { title: string; line: string; does: string; icon: Component }> = {
  attack: { title: 'Attack', line: '2 damage', does: 'attacks', icon: Attack },
  defense: { title: 'Defense', line: 'blocks', does: 'defends', icon: Defense },
  heal: { title: 'Heal', line: '+1 HP', does: 'heals', icon: Heal },
  counter: { title: 'Counter', line: 'reflects', does: 'counters', icon: Counter },
};

/** The phases: as the wire of a duel names them, and as people read them. */
export const PHASES = {
  prep: { id: 'PREP', name: 'Prepare' },
  playing: { id: 'REVEAL', name: 'Reveal' },
  ended: { id: 'END', name: 'Over' },
} as const;
