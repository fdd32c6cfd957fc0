/** Names of the game, as screens show them. */
import type { Component } from 'svelte';
import Power from '~icons/game-icons/biceps';
import Speed from '~icons/game-icons/running-shoe';
import Technique from '~icons/game-icons/high-kick';
import Kumikata from '~icons/game-icons/hand-grip';
import Newaza from '~icons/game-icons/half-body-crawling';

export type Side = 'player' | 'opponent';
export type Stat = 'power' | 'speed' | 'technique' | 'kumikata' | 'newaza';

export const STATS: { key: Stat; name: string; meaning: string; icon: Component }[] = [
  { key: 'power', name: 'Power', meaning: 'raw strength', icon: Power },
  { key: 'speed', name: 'Speed', meaning: 'quickness of attack and reaction', icon: Speed },
  { key: 'technique', name: 'Technique', meaning: 'mastery of throws and transitions', icon: Technique },
  { key: 'kumikata', name: 'Kumi-kata', meaning: 'grip fighting', icon: Kumikata },
  { key: 'newaza', name: 'Ne-waza', meaning: 'ground work', icon: Newaza },
];
export const statName = (key: string): string => STATS.find((stat) => stat.key === key)?.name ?? key;

export interface Judoka {
  id: number;
  given: string;
  family: string;
  dojo: string;
  weight_class: string;
  rarity: 'Common' | 'Epic' | 'Legendary';
  signature: string;
  stats: Record<Stat, number>;
}

export interface Timer {
  kind: 'cooldown' | 'selection' | 'stall' | 'resolve';
  duration_ms: number;
  remaining_ms: number;
  running: boolean;
  expired: boolean;
  deadline_ms: number | null;
}

export interface Round {
  round: number;
  chooser: Side;
  stat: Stat;
  source: 'manual' | 'auto' | 'admin';
  cards: Record<Side, Judoka>;
  values: Record<Side, number>;
  outcome: 'winPlayer' | 'winOpponent' | 'draw';
}

/** What a seat sees, as the rules name it. */
export interface View {
  side: Side | null;
  state: string;
  prev_state: string | null;
  last_trigger: string | null;
  scores: Record<Side, number>;
  rounds_played: number;
  round: number;
  shown_round: number;
  win_target: number;
  chooser: Side | null;
  current: Record<Side, Judoka | { placeholder: string } | null>;
  cards_public: boolean;
  selected_stat: Stat | null;
  streak: { side: Side | null; length: number };
  last_round: Round | null;
  timer: Timer | null;
  active: Record<Side, boolean>;
  skip_votes: Side[];
  interrupt: { reason: string; by: Side | null; from: string } | null;
  result: { kind: string; winner: Side | null; reason: string | null } | null;
  last_result: { kind: string; winner: Side | null; reason: string | null } | null;
  transitions: number;
  /** The interrupted round, for who may change it. */
  suspended_round: { from: string; player_card: Judoka | null; opponent_card: Judoka | null; stat: Stat | null } | null;
  settings: {
    mode: 'solo' | 'pvp';
    max_rounds: number;
    win_target: number;
    auto_select: boolean;
    stat_hotkeys: boolean;
    battle_state_progress: boolean;
    test_mode: boolean;
    cooldown_ms: number;
  };
}

export const isJudoka = (card: unknown): card is Judoka => typeof card === 'object' && card !== null && 'stats' in card;

/** The core states, in the order of their numbers. */
export const STATES: [string, string][] = [
  ['waitingForMatchStart', 'Lobby'],
  ['matchStart', 'Start'],
  ['roundStart', 'Round'],
  ['waitingForPlayerAction', 'Choose'],
  ['roundDecision', 'Decide'],
  ['roundOver', 'Score'],
  ['cooldown', 'Pause'],
  ['matchDecision', 'Verdict'],
  ['matchOver', 'Over'],
];
/** The states of an interrupt, which go on with the numbers of the core states. */
export const INTERRUPTS: [string, string][] = [
  ['interruptRound', 'Halt'],
  ['interruptMatch', 'Abort'],
  ['roundModification', 'Edit'],
];
