// Generated from the rules of tank by `make protocol`; do not edit.

/** All that one viewer knows. */
export interface View {
  /** Turns started so far. */
  turn: number;
  /** The phase. */
  phase: Phase;
  /** Whose turn it is. */
  turnIndex: number;
  /** Which seat the viewer holds. */
  seat: number | null;
  /** Duel or deathmatch. */
  mode: Mode;
  /** Cards in the deck. */
  deck_count: number;
  /** Whether its order is fixed. */
  deck_ordered: boolean;
  /** The discard pile, its top last. */
  discard: Card[];
  /** Cards the viewer cannot see, by kind. */
  unseen: Record<string, number>;
  /** The tanks. */
  players: Player[];
  /** The open window. */
  pending: Pending | null;
  /** Whether the medium passive was used this turn. */
  passive_used: boolean;
  /** What was done this turn. */
  main_action: MainAction | null;
  /** Who gets a bonus turn next. */
  bonus_next: number | null;
  /** Whether it is over. */
  gameOver: boolean;
  /** Who won. */
  winner: number | null;
  /** Why it ended. */
  end_reason: EndReason | null;
  /** What is left of the turn clock while a window is open. */
  turn_left_ms: number | null;
  /** The running clocks. */
  deadlines: Record<string, Millis>;
}

/** One line of the log. */
export type Event =
  | {
    action: 'game_start';
    result: Start;
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'deal';
    result: { count: number; cards: Card[] | null };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'turn_start';
    result: { bonus: boolean };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'spawn_shield_cleared';
    result: Record<string, never>;
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'draw';
    result: { count: number; cards: Card[] | null; cause: Cause };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'reshuffle';
    result: { deck_size: number };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'medium_passive';
    result: { discarded: Card[] };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'load';
    result: { card: Card; replaced: Card | null };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'ghost_discard';
    result: { card: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'fire';
    result: { munition: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'quick_fire';
    result: { munition: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'sabotage';
    result: { hazard: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'repair';
    result: { remedy: Card | null; hazard: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'equip';
    result: { card: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'discard';
    result: { card: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'skip_action';
    result: Record<string, never>;
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'autoload_declined';
    result: Record<string, never>;
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'bunker_buster';
    result: Record<string, never>;
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'smoke_launchers';
    result: { against: number; source: MainAction; munition: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'attack_negated';
    result: { munition: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'coup_fourre';
    result: { safety: Card; hazard: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'coup_discard';
    result: { card: Card | null };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'hazard_applied';
    result: { hazard: Card };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'damage';
    /** The arithmetic of one hit (rules 6.1). */
    result: {
      munition: Card;
      base: number;
      ablative_reduction: number;
      ablative_spent: number;
      class_reduction: number;
      final: number;
      hp_before: number;
      hp_after: number;
    };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'adrenaline';
    result: { cleared: Card[] };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'kill';
    result: { kill_marks: number };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'respawn';
    result: { hp: number; discarded: Card[] };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'discard_excess';
    result: { cards: Card[] };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'bonus_turn';
    result: { from: number };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'turn_end';
    result: { next: number };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'deck_exhausted';
    result: Record<string, never>;
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'concede';
    result: Record<string, never>;
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'seat_control';
    result: { controller: Controller; cause: ControlCause };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'timeout';
    result: { timer: Timer };
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  }
  | {
    action: 'game_over';
    result: End;
    turn: number;
    phase: Phase;
    actor: number | null;
    target: number | null;
  };

/** A command. */
export type Action =
  /** Puts a munition into the breech. */
  | {
    type: 'load';
    /** Which. */
    card: Card;
  }
  /** Fires the breech. */
  | {
    type: 'fire';
    /** At whom. */
    target: number;
    /** What a shot at the Ghost costs, as it is written. */
    ghost_discard?: Card | Card[];
  }
  /** Fires the machine gun. */
  | {
    type: 'quick_fire';
    /** At whom. */
    target: number;
    /** What a shot at the Ghost costs, as it is written. */
    ghost_discard?: Card | Card[];
  }
  /** Plays a hazard. */
  | {
    type: 'sabotage';
    /** Which. */
    card: Card;
    /** On whom. */
    target: number;
  }
  /** Removes a hazard. */
  | {
    type: 'repair';
    /** By which remedy. */
    card: Card;
    /** From whom; oneself if missing. */
    target?: number;
  }
  /** Equips armor or a safety. */
  | {
    type: 'equip';
    /** Which. */
    card: Card;
  }
  /** Throws a card away. */
  | {
    type: 'discard';
    /** Which. */
    card: Card;
  }
  /** Changes cards, for nothing. */
  | {
    type: 'medium_passive';
    /** Which. */
    cards: Card[];
  }
  /** Negates the attack. */
  | { type: 'smoke' }
  /** Counters the hazard. */
  | { type: 'coup_fourre' }
  /** Does nothing. */
  | { type: 'pass' }
  /** Throws the surplus away. */
  | {
    type: 'discard_excess';
    /** Which. */
    cards: Card[];
  }
  /** Gives up. */
  | { type: 'concede' };

/** The match configuration (rules 2.5). */
export interface Config {
  /** The rules to begin with. */
  preset: string;
  /** A class per seat. */
  classes: Class[];
  /** Who plays each seat; people if missing. */
  controllers: Controller[];
  /** The seats of each team; if empty, every tank fights alone. */
  teams?: number[][];
  /** Changes to the preset, by key. */
  rules: Record<string, unknown>;
  /** The clocks. */
  clocks: Clocks;
}

export type Reason =
  | 'unknown_action'
  | 'bad_request'
  | 'game_over'
  | 'wrong_phase'
  | 'not_your_turn'
  | 'not_a_responder'
  | 'already_responded'
  | 'card_not_in_hand'
  | 'wrong_card_kind'
  | 'breech_jammed'
  | 'autoload_wrong_action'
  | 'tracked'
  | 'breech_empty'
  | 'invalid_target'
  | 'target_self'
  | 'target_shielded'
  | 'ghost_discard_unavailable'
  | 'ghost_discard_required'
  | 'ghost_discard_not_expected'
  | 'target_is_ally'
  | 'target_has_hazard'
  | 'target_immune'
  | 'target_not_ally'
  | 'no_matching_hazard'
  | 'already_equipped'
  | 'passive_unavailable'
  | 'passive_in_adrenaline'
  | 'passive_used'
  | 'passive_wrong_count'
  | 'no_smoke_card'
  | 'no_matching_safety'
  | 'wrong_discard_count'
  | 'already_conceded';

export type Phase =
  | 'setup'
  | 'start_of_turn'
  | 'action'
  | 'interrupt_smoke'
  | 'interrupt_coup'
  | 'resolution'
  | 'autoload'
  | 'end_of_turn'
  | 'discard_excess'
  | 'game_over';

export type Mode = 'duel' | 'deathmatch';

export type Card =
  | 'fire'
  | 'coaxial_mg'
  | 'he'
  | 'heat'
  | 'sabot'
  | 'tracked'
  | 'jammed_breech'
  | 'comms_jammed'
  | 'field_repair'
  | 'clear_breech'
  | 'reestablish_comms'
  | 'smoke_launchers'
  | 'ablative_armor'
  | 'reinforced_treads'
  | 'advanced_targeting'
  | 'encrypted_comms';

/** A tank as a viewer sees it. */
export interface Player {
  /** Its seat. */
  id: number;
  /** Its class. */
  class: Class;
  /** Its team. */
  team: number;
  /** HP at full health. */
  maxHP: number;
  /** HP now. */
  currentHP: number;
  /** Tanks destroyed. */
  killMarks: number;
  /** Cards in its hand. */
  hand_count: number;
  /** The hand, for its owner. */
  hand: Card[] | null;
  /** What lies on the table. */
  tableau: Tableau;
  /** Adrenaline and shield. */
  statusFlags: StatusFlags;
  /** Who plays it. */
  controller: Controller;
  /** Turn clocks run out in a row. */
  missed: number;
  /** Whether its player has given up. */
  conceded: boolean;
}

export type Class = 'heavy' | 'medium' | 'light';

/** What a tank has on the table. */
export interface Tableau {
  /** The loaded munition. */
  breech: Card | null;
  /** Hazards, in order of arrival. */
  hazards: Card[];
  /** Safeties, in order of arrival. */
  safeties: Card[];
  /** Armor charges. */
  ablativeArmor: number;
}

/** How a tank feels. */
export interface StatusFlags {
  /** In adrenaline. */
  isAdrenaline: boolean;
  /** Cannot be attacked yet. */
  hasSpawnShield: boolean;
}

export type Controller = 'human' | 'ai';

/** The open window as a viewer sees it: of the answers only his own. */
export interface Pending {
  /** Which window. */
  kind: WindowKind;
  /** Who acted. */
  attacker: number;
  /** Against whom. */
  target: number;
  /** How: `fire`, `quick_fire` or `sabotage`. */
  source: MainAction;
  /** What was fired or played. */
  card: Card;
  /** Who is asked, in order of priority. */
  responders: number[];
  /** What they answered, in the same order. */
  responses: (Answer | null)[];
  /** What the attack would do. */
  predicted: Hit | null;
}

export type WindowKind = 'smoke' | 'coup_fourre';

export type MainAction = 'load' | 'fire' | 'quick_fire' | 'sabotage' | 'repair' | 'equip' | 'discard';

export type Answer = 'pass' | 'smoke' | 'coup_fourre';

/** The arithmetic of one hit (rules 6.1). */
export interface Hit {
  /** Base damage of the munition. */
  base: number;
  /** What armor takes off. */
  ablative_reduction: number;
  /** Charges spent or destroyed: 0 or 1. */
  ablative_spent: number;
  /** What the class takes off. */
  class_reduction: number;
  /** What is left. */
  final: number;
}

export type EndReason = 'destroyed' | 'kill_marks' | 'deck_exhausted' | 'concede' | 'aborted';

/** Logical time in milliseconds since the match began. */
export type Millis = number;

/** With what a match begins. */
export interface Start {
  /** Duel or deathmatch. */
  mode: Mode;
  /** All parameters. */
  rules: Record<string, unknown>;
  /** The preset they began with. */
  preset: string;
  /** A class per seat. */
  classes: Class[];
  /** The seats of each team. */
  teams?: number[][];
  /** Who begins. */
  first_player: number;
}

export type Cause = 'turn' | 'medium_passive' | 'coup_fourre' | 'respawn';

export type ControlCause = 'timeouts' | 'disconnect' | 'concede' | 'returned';

export type Timer = 'turn' | 'interrupt' | 'grace(0)' | 'grace(1)' | 'grace(2)' | 'grace(3)';

/** How a match ended. */
export interface End {
  /** Who won; allies win with them. */
  winner: number | null;
  /** Why. */
  end_reason: EndReason;
  /** Kill marks by seat. */
  kill_marks: number[];
  /** Turns started. */
  turns: number;
}

/** Lengths of the clocks; 0 is off (rules 7). */
export interface Clocks {
  /** A turn, without the windows in it. */
  turn_ms: number;
  /** A window. */
  interrupt_ms: number;
  /** So many turns run out in a row hand the seat to the computer. */
  afk_timeouts: number;
  /** How long a seat may be gone. */
  disconnect_grace_ms: number;
}
