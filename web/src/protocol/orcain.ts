// Generated from the rules of orcain by `make protocol`; do not edit.

/** All that one viewer knows. */
export interface View {
  /** The phase. */
  phase: Phase;
  /** The round, from 1. */
  roundIndex: number;
  /** Whether it is beyond the limit. */
  suddenDeath: boolean;
  /** HP, seat 0 first. */
  hp: [number, number];
  /** When PREP ends; in PREP only. */
  deadline: Millis | null;
  /** Who prepares now, where the players do it one after the other. */
  turn?: number;
  /** When the next step is opened; during the reveal only. */
  stepDeadline: Millis | null;
  /** Which seat the viewer holds. */
  seat: number | null;
  /** The hand. */
  hand?: [Card, Card, Card, Card];
  /** What is laid this round. */
  layout?: [Card | null, Card | null, Card | null] | null;
  /** Whether it is confirmed. */
  confirmed?: boolean;
  /** What belongs to both; for the referee. */
  both?: [Own, Own];
  /** Steps opened in this round. */
  revealed: Reveal[];
  /** The cards opened in the round before. */
  lastRound: [[Card | null, Card | null], [Card | null, Card | null], [Card | null, Card | null]] | null;
  /** How it ended. */
  result: MatchEnd | null;
}

/** Something that happened; pairs are seat 0 first. */
export type Event =
  /** A round begins. */
  | {
    type: 'prep_start';
    /** Its number, from 1. */
    roundIndex: number;
    /** Whether it is beyond the round limit. */
    suddenDeath: boolean;
    /** HP of both. */
    hp: [number, number];
    /** When PREP ends. */
    deadline: Millis;
  }
  /** A draft was stored; told to its owner only. */
  | {
    type: 'draft_stored';
    /** Whose. */
    seat: number;
    /** As stored. */
    layout: [Card | null, Card | null, Card | null];
    /** Whether something was taken out of it. */
    sanitised: boolean;
  }
  /** A confirm was accepted; told to its owner only. */
  | {
    type: 'confirm_ok';
    /** Whose. */
    seat: number;
    /** The round. */
    roundIndex: number;
  }
  /** A slot was opened on both sides. */
  | {
    type: 'step_reveal';
    /** The round. */
    roundIndex: number;
    /** The slot. */
    stepIndex: number;
    /** The two cards. */
    cards: [Card | null, Card | null];
    /** HP after it. */
    hp: [number, number];
  }
  /** All three slots have been opened. */
  | {
    type: 'round_end';
    /** The round just played. */
    roundIndex: number;
    /** Whether it was one of sudden death. */
    suddenDeath: boolean;
    /** HP of both. */
    hp: [number, number];
  }
  /** The match is over. */
  | {
    type: 'match_end';
    /** The round in which it ended. */
    roundIndex: number;
    /** HP of both. */
    hp: [number, number];
    /** Who won. */
    winner: number | null;
    /** Who lost. */
    loser: number | null;
    /** Why, in the client's words. */
    reason: EndReason;
    /** Which end exactly. */
    ending: Ending;
    /** Nobody won, stakes go back. */
    draw: boolean;
    /** Both lost. */
    bothLose: boolean;
    /** Nobody gets the pot. */
    potBurn: boolean;
  };

/** What a seat can do. */
export type Action =
  /** Stores a layout that counts if nothing better comes. */
  | { type: 'draft'; layout: [Card | null, Card | null, Card | null] }
  /** Fixes the layout of this round. */
  | { type: 'confirm'; layout: [Card | null, Card | null, Card | null] };

/** The match configuration (rules 2.5). */
export interface Config {
  /** Whether seat 1 is the bot. */
  mode: Mode;
  /** The two hands; `None` for what cannot be read as such. */
  hands: [[Card, Card, Card, Card], [Card, Card, Card, Card]] | null;
  /** HP at the start. */
  start_hp: [number, number];
  /** Rounds before sudden death. */
  rounds_per_match: number;
  /** Whether PREP ends at once when both have confirmed. */
  early_reveal: boolean;
  /** After so many rounds of sudden death the match is a draw; 0: never. */
  sudden_death_cap: number;
  /** Length of PREP. */
  prep_ms: number;
  /** From the end of PREP to step 0. */
  step_first_ms: number;
  /** From one step to the next. */
  step_ms: number;
  /** Whether the players prepare one after the other, each with the whole time: for two people at one screen. */
  in_turn?: boolean;
}

export type Reason = 'bad_request' | 'wrong_phase' | 'already_confirmed' | 'invalid_layout' | 'invalid_cards';

export type Phase = 'prep' | 'playing' | 'ended';

/** Logical time in milliseconds since the match began. */
export type Millis = number;

export type Card = 'attack' | 'defense' | 'heal' | 'counter';

/** What only its owner may know. */
export interface Own {
  /** The hand. */
  hand: [Card, Card, Card, Card];
  /** What is laid this round. */
  layout: [Card | null, Card | null, Card | null] | null;
  /** Whether it is confirmed. */
  confirmed: boolean;
}

/** One opened step. */
export interface Reveal {
  /** The round. */
  roundIndex: number;
  /** The slot. */
  stepIndex: number;
  /** The two cards. */
  cards: [Card | null, Card | null];
  /** HP after it. */
  hp: [number, number];
}

/** How the match ended (rules 9). */
export interface MatchEnd {
  /** The round in which it ended. */
  roundIndex: number;
  /** HP of both. */
  hp: [number, number];
  /** Who won. */
  winner: number | null;
  /** Who lost. */
  loser: number | null;
  /** Why, in the client's words. */
  reason: EndReason;
  /** Which end exactly. */
  ending: Ending;
  /** Nobody won, stakes go back. */
  draw: boolean;
  /** Both lost. */
  bothLose: boolean;
  /** Nobody gets the pot. */
  potBurn: boolean;
}

export type EndReason = 'normal' | 'timeout' | 'disconnect' | 'aborted';

export type Ending =
  | 'knockout'
  | 'round_limit'
  | 'sudden_death'
  | 'double_knockout'
  | 'sudden_death_cap'
  | 'afk'
  | 'both_afk'
  | 'disconnect'
  | 'aborted';

export type Mode = 'PVP' | 'PVE';
