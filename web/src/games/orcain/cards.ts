import type { Component } from 'svelte';
import Attack from '~icons/game-icons/crossed-swords';
import Defense from '~icons/game-icons/checked-shield';
import Heal from '~icons/game-icons/healing';
import Counter from '~icons/game-icons/boomerang';

export type CardId = 'attack' | 'defense' | 'heal' | 'counter';
export type Layout = (CardId | null)[];

export const CARDS: Record<CardId, { title: string; line: string; does: string; icon: Component }> = {
  attack: { title: 'Attack', line: '2 damage', does: 'attacks', icon: Attack },
  defense: { title: 'Defense', line: 'blocks', does: 'defends', icon: Defense },
  heal: { title: 'Heal', line: '+1 HP', does: 'heals', icon: Heal },
  counter: { title: 'Counter', line: 'reflects', does: 'counters', icon: Counter },
};

export interface Step {
  roundIndex: number;
  stepIndex: number;
  cards: [CardId | null, CardId | null];
  hp: [number, number];
}

/** What a seat sees, as the rules name it; a staked duel adds pot and tokens. */
export interface View {
  phase: 'prep' | 'playing' | 'ended';
  roundIndex: number;
  suddenDeath: boolean;
  hp: [number, number];
  deadline: number | null;
  hand?: CardId[];
  layout?: Layout | null;
  confirmed?: boolean;
  revealed: Step[];
  lastRound: [CardId | null, CardId | null][] | null;
  result: {
    winner: number | null;
    reason: string;
    ending: string;
    draw: boolean;
    bothLose: boolean;
    hp: [number, number];
    roundIndex: number;
  } | null;
  pot?: number;
  tokens?: number;
}

/** The phases: as the wire of a duel names them, and as people read them. */
export const PHASES = {
  prep: { id: 'PREP', name: 'Prepare' },
  playing: { id: 'REVEAL', name: 'Reveal' },
  ended: { id: 'END', name: 'Over' },
} as const;
