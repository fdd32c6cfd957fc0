// Generated from the rules of tcg by `make protocol`; do not edit.

/** All that is told to one viewer. What the match is called is the host's, who names it beside every view. */
export interface View {
  matchId: null;
  seat: Player | null;
  state: MatchState;
  currentPlayer: Player | null;
  firstPlayer: Player | null;
  turnNumber: number;
  phase: TurnPhase | null;
  playerState: Half;
  opponentState: Half;
  stadium: Stadium | null;
  pending: Decision[];
  resolving: Resolving | null;
  held: number;
  cancelOffers: Player[];
  availableActions: Command[];
  lastAction: LastAction | null;
  playerDeckId: string | null;
  opponentDeckId: string | null;
  winnerId: Player | null;
  result: MatchResult | null;
  winCondition: WinCondition | null;
  cancellationReason: CancelReason | null;
  cancelledBy: Player | null;
  deadlines: Record<string, number>;
}

/** Something that happened. */
export type Event =
  /** The match exists. */
  | { type: 'match_created'; turnNumber: number; player?: Player; auto?: boolean }
  /** A player joined with a deck. */
  | { type: 'player_joined'; deckId: string | null; turnNumber: number; player?: Player; auto?: boolean }
  /** Both decks are legal. */
  | { type: 'decks_validated'; turnNumber: number; player?: Player; auto?: boolean }
  /** A deck breaks the rules, so the match is cancelled. */
  | {
    type: 'deck_rejected';
    PLAYER1: DeckError[];
    PLAYER2: DeckError[];
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** The toss decided who goes first. */
  | {
    type: 'coin_toss';
    result: Face;
    firstPlayer: Player;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** The match entered another state. */
  | {
    type: 'state_changed';
    from: MatchState;
    to: MatchState;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** The turn entered another phase. */
  | {
    type: 'phase_changed';
    from: TurnPhase;
    to: TurnPhase;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A deck was shuffled. */
  | { type: 'deck_shuffled'; turnNumber: number; player?: Player; auto?: boolean }
  /** A valid opening hand was drawn. */
  | {
    type: 'initial_hand_drawn';
    count: number;
    valid: boolean;
    cards: string[] | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** An invalid opening hand is shown. */
  | { type: 'initial_hand_revealed'; cards: string[]; turnNumber: number; player?: Player; auto?: boolean }
  /** A player chose their opening active creature. */
  | {
    type: 'active_selected';
    setup: boolean;
    cardId: string | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** Both opening active creatures are turned up. */
  | {
    type: 'actives_revealed';
    PLAYER1: string;
    PLAYER2: string;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A player laid out their prizes. */
  | { type: 'prizes_set'; count: number; turnNumber: number; player?: Player; auto?: boolean }
  /** A player finished the setup. */
  | { type: 'setup_ready'; turnNumber: number; player?: Player; auto?: boolean }
  /** Both benches are turned up. */
  | {
    type: 'benches_revealed';
    PLAYER1: string[];
    PLAYER2: string[];
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A turn began. */
  | { type: 'turn_started'; turnNumber: number; player?: Player; auto?: boolean }
  /** A card was drawn. */
  | { type: 'card_drawn'; cardId: string | null; turnNumber: number; player?: Player; auto?: boolean }
  /** The first player does not draw in the first turn. */
  | { type: 'draw_skipped'; turnNumber: number; player?: Player; auto?: boolean }
  /** A creature came into play. */
  | {
    type: 'creature_played';
    cardId: string | null;
    position: Position;
    setup?: boolean;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** An energy was attached. */
  | {
    type: 'energy_attached';
    cardId: string;
    target: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A creature evolved. */
  | {
    type: 'creature_evolved';
    cardId: string;
    target: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A creature lost its upper stages. */
  | {
    type: 'creature_devolved';
    cards: string[];
    target: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** The active creature retreated. */
  | { type: 'retreated'; target: Position; turnNumber: number; player?: Player; auto?: boolean }
  /** A trainer card was played. */
  | { type: 'trainer_played'; cardId: string; turnNumber: number; player?: Player; auto?: boolean }
  /** A trainer card was attached to a creature. */
  | {
    type: 'tool_attached';
    cardId: string;
    target: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A stadium came into play. */
  | {
    type: 'stadium_changed';
    cardId: string;
    old: string | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A player used an ability. */
  | {
    type: 'ability_used';
    name: string;
    target: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** An ability triggered. */
  | {
    type: 'ability_triggered';
    name: string;
    target: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** The active creature attacks. */
  | {
    type: 'attack_declared';
    attackIndex: number;
    name: string;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** Coins were flipped. */
  | {
    type: 'coin_flipped';
    purpose: Purpose;
    results: Face[];
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** An attack failed. */
  | { type: 'attack_failed'; reason: Failure; turnNumber: number; player?: Player; auto?: boolean }
  /** An attack dealt damage. */
  | {
    type: 'damage_dealt';
    target: Place;
    amount: number;
    source: Harm;
    breakdown: Breakdown | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** Damage was placed that nothing modifies. */
  | {
    type: 'damage_counters_placed';
    target: Place;
    amount: number;
    source: Harm;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** Damage was healed. */
  | {
    type: 'damage_healed';
    target: Place;
    amount: number;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** Damage was prevented. */
  | {
    type: 'damage_prevented';
    target: Place;
    amount: number;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A creature got a status. */
  | {
    type: 'status_applied';
    target: Place;
    status: Status;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A creature lost a status. */
  | {
    type: 'status_removed';
    target: Place;
    status: Status;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** Attached energies were discarded. */
  | {
    type: 'energy_discarded';
    cards: string[];
    target: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** An energy moved to another creature. */
  | {
    type: 'energy_moved';
    cardId: string;
    from: Place;
    to: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** Cards were discarded. */
  | { type: 'cards_discarded'; cards: string[]; turnNumber: number; player?: Player; auto?: boolean }
  /** Cards are shown to both players. */
  | { type: 'cards_revealed'; cards: string[]; turnNumber: number; player?: Player; auto?: boolean }
  /** A player took cards from their deck. */
  | {
    type: 'cards_searched';
    count: number;
    cards: string[] | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** Cards went back to a hand or a deck. */
  | {
    type: 'cards_returned';
    /** How many. */
    count: number;
    /** Which, for those who may know. */
    cards: string[] | null;
    to: Return;
    target?: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A benched creature became active. */
  | { type: 'switched'; target: Position; turnNumber: number; player?: Player; auto?: boolean }
  /** A creature was knocked out. */
  | {
    type: 'creature_knocked_out';
    cardId: string;
    target: Place;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A prize was taken. */
  | {
    type: 'prize_taken';
    index: number;
    remaining: number;
    cardId: string | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A player has to decide something. */
  | {
    type: 'choice_requested';
    choiceId: number;
    kind: PromptKind;
    options: Option[] | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A player decided. */
  | {
    type: 'choice_resolved';
    choiceId: number;
    answer: number[] | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** An effect began that lasts for a time. */
  | {
    type: 'timed_effect_started';
    target: Place | null;
    kind: TimedKind;
    amount: Amount;
    expires: number;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** An effect ended. */
  | {
    type: 'timed_effect_ended';
    target: Place | null;
    kind: TimedKind;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** A player ran out of time. */
  | { type: 'timer_expired'; timer: string; turnNumber: number; player?: Player; auto?: boolean }
  /** The turn is over; statuses are worked off. */
  | { type: 'between_turns_started'; turnNumber: number; player?: Player; auto?: boolean }
  /** A turn ended. */
  | { type: 'turn_ended'; turnNumber: number; player?: Player; auto?: boolean }
  /** A player offers to cancel the match. */
  | { type: 'cancel_offered'; turnNumber: number; player?: Player; auto?: boolean }
  /** The match is over. */
  | {
    type: 'match_ended';
    winner: Player | null;
    result: MatchResult;
    winCondition: WinCondition | null;
    ending: string;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  }
  /** The match does not count. */
  | {
    type: 'match_cancelled';
    reason: CancelReason;
    cancelledBy: Player | null;
    turnNumber: number;
    player?: Player;
    auto?: boolean;
  };

/** An action as it is written, with answers in advance to what it sets off. */
export type Action =
  /** Joins with a loaded deck or with one of your own. */
  | { type: 'JOIN_MATCH'; deckId?: string; deck?: Deck; choices?: number[][] }
  /** Offers to cancel the match. */
  | { type: 'CANCEL_MATCH'; reason?: CancelReason; choices?: number[][] }
  /** Gives up. */
  | { type: 'CONCEDE'; choices?: number[][] }
  /** Draws the opening hand. */
  | { type: 'DRAW_INITIAL_CARDS'; choices?: number[][] }
  /** Makes a creature of the hand or of the bench active. */
  | { type: 'SET_ACTIVE_POKEMON'; cardId?: string; target?: Position; choices?: number[][] }
  /** Puts a basic creature on the bench. */
  | { type: 'PLAY_POKEMON'; cardId: string; choices?: number[][] }
  /** Ends the set-up. */
  | { type: 'COMPLETE_INITIAL_SETUP'; choices?: number[][] }
  /** Draws the card of the turn. */
  | { type: 'DRAW_CARD'; choices?: number[][] }
  /** Attaches an energy card. */
  | { type: 'ATTACH_ENERGY'; energyCardId: string; target: Position; choices?: number[][] }
  /** Plays a trainer card. */
  | { type: 'PLAY_TRAINER'; cardId: string; choices?: number[][] }
  /** Evolves a creature. */
  | { type: 'EVOLVE_POKEMON'; evolutionCardId: string; target: Position; choices?: number[][] }
  /** Retreats the active creature and pays with energy cards. */
  | { type: 'RETREAT'; target: Position; selectedEnergyIds: string[]; choices?: number[][] }
  /** Uses the ability of a creature. */
  | { type: 'USE_ABILITY'; target: Position; choices?: number[][] }
  /** Ends the main phase. */
  | { type: 'ENTER_ATTACK_PHASE'; choices?: number[][] }
  /** Attacks. */
  | { type: 'ATTACK'; attackIndex: number; choices?: number[][] }
  /** Ends the turn. */
  | { type: 'END_TURN'; choices?: number[][] }
  /** Takes a prize. */
  | { type: 'SELECT_PRIZE'; prizeIndex: number; choices?: number[][] }
  /** Answers a prompt: with all options at once, with one more of them, or by ending the list. */
  | {
    type: 'RESOLVE_CHOICE';
    choiceId: number;
    selection?: number[];
    add?: number;
    done?: boolean;
    choices?: number[][];
  };

/** The configuration of a match. */
export interface Config {
  /** The rule parameters. */
  rules: Rules;
  /** The card sets; all loaded ones if there is none. */
  sets: SetRef[];
  /** The decks of both players; none if they bring them. */
  decks: [DeckRef, DeckRef] | null;
  /** The clocks. */
  timers: Clocks;
}

export type Reason =
  | 'match_over'
  | 'not_a_participant'
  | 'wrong_state'
  | 'invalid_transition'
  | 'pending_choice'
  | 'not_your_turn'
  | 'wrong_phase'
  | 'bad_payload'
  | 'action_limit'
  | 'match_full'
  | 'already_joined'
  | 'unknown_deck'
  | 'no_opponent'
  | 'already_offered'
  | 'hand_already_valid'
  | 'already_selected'
  | 'already_ready'
  | 'card_not_in_hand'
  | 'not_basic'
  | 'bench_full'
  | 'play_restricted'
  | 'not_energy'
  | 'no_creature_at_target'
  | 'energy_already_attached'
  | 'energy_restricted'
  | 'not_evolution'
  | 'cannot_evolve'
  | 'evolution_mismatch'
  | 'first_turn_evolution'
  | 'played_this_turn'
  | 'already_evolved_this_turn'
  | 'retreat_limit'
  | 'asleep'
  | 'paralyzed'
  | 'cannot_retreat'
  | 'insufficient_energy'
  | 'energy_selection_required'
  | 'energy_not_attached'
  | 'wrong_energy_selection'
  | 'not_trainer'
  | 'supporter_limit'
  | 'stadium_limit'
  | 'same_stadium'
  | 'once_per_game'
  | 'cannot_pay_cost'
  | 'no_effect'
  | 'invalid_choice'
  | 'surplus_choices'
  | 'no_ability'
  | 'ability_not_activated_type'
  | 'ability_blocked_by_status'
  | 'ability_used'
  | 'condition_not_met'
  | 'no_such_attack'
  | 'first_turn_attack'
  | 'cannot_attack'
  | 'attack_restricted'
  | 'not_enough_energy'
  | 'precondition_failed'
  | 'no_pending_prize'
  | 'bad_prize_index'
  | 'active_not_needed'
  | 'stale_choice';

export type Player = 'PLAYER1' | 'PLAYER2';

export type MatchState =
  | 'CREATED'
  | 'WAITING_FOR_PLAYERS'
  | 'DECK_VALIDATION'
  | 'PRE_GAME_SETUP'
  | 'DRAWING_CARDS'
  | 'SELECT_ACTIVE_POKEMON'
  | 'SELECT_BENCH_POKEMON'
  | 'INITIAL_SETUP'
  | 'PLAYER_TURN'
  | 'BETWEEN_TURNS'
  | 'MATCH_ENDED'
  | 'CANCELLED';

export type TurnPhase = 'DRAW' | 'MAIN_PHASE' | 'ATTACK' | 'END';

export interface Half {
  player: Player;
  joined: boolean;
  handCount: number;
  deckCount: number;
  discardPile: string[];
  discardCount: number;
  activePokemon: Creature | null;
  bench: Creature[];
  benchCount: number;
  prizeCardsRemaining: number;
  handValid: boolean;
  invalidHands: number;
  activeSelected: boolean;
  setupReady: boolean;
  energyAttachedThisTurn: number;
  retreatsThisTurn: number;
  supportersThisTurn: number;
  stadiumsThisTurn: number;
  mainActionsThisTurn: number;
  turnsTaken: number;
  oncePerGameUsed: string[];
  timed: Timed[];
  attachedEnergy: string[];
  hand?: string[];
  deckList?: Counted[];
  opponentHasSelected?: boolean;
  revealedHand: string[] | null;
}

export interface Creature {
  instanceId: number;
  cardId: string;
  position: Position | null;
  currentHp: number;
  maxHp: number;
  damage: number;
  damageCounters: number;
  attachedEnergy: string[];
  tools: string[];
  toolsUntil: (number | null)[];
  statusEffect: string;
  statusEffects: Status[];
  poison: number;
  evolutionChain: string[];
  enteredOnTurn: number;
  evolvedOnTurn: number | null;
  paralyzedOnTurn: number | null;
  abilityUsedOnTurn: number | null;
  abilityUses: number;
  usedOnTurn: number | null;
  extraEnergyOnTurn: Extra | null;
  timed: Timed[];
  abilityUsable: boolean;
  doomed: boolean;
}

export type Position = 'ACTIVE' | 'BENCH_0' | 'BENCH_1' | 'BENCH_2' | 'BENCH_3' | 'BENCH_4';

export type Status = 'ASLEEP' | 'PARALYZED' | 'CONFUSED' | 'POISONED' | 'BURNED';

export interface Extra {
  turn: number;
  count: number;
}

export interface Timed {
  kind: TimedKind;
  amount: Amount;
  source?: Type[];
  expires: number;
}

export type TimedKind = 'PREVENT_DAMAGE' | 'REDUCE_DAMAGE' | 'BOOST_ATTACK' | 'BOOST_HP' | 'LOCK' | 'INCREASE_DAMAGE';

export type Amount = number | 'all';

export type Type =
  | 'FIRE'
  | 'WATER'
  | 'GRASS'
  | 'ELECTRIC'
  | 'PSYCHIC'
  | 'FIGHTING'
  | 'DARKNESS'
  | 'METAL'
  | 'FAIRY'
  | 'DRAGON'
  | 'COLORLESS';

export interface Counted {
  cardId: string;
  quantity: number;
}

export interface Stadium {
  cardId: string;
  owner: Player;
}

/** A decision; its addressee sees what is asked. */
export interface Decision {
  choiceId: number;
  player: Player;
  kind: PromptKind;
  prompt?: string;
  options?: Option[];
  min?: number;
  max?: number;
  marked?: number[];
}

export type PromptKind =
  | 'SELECT_PRIZE'
  | 'SET_ACTIVE'
  | 'CHOOSE_CREATURE'
  | 'CHOOSE_CARDS'
  | 'CHOOSE_ENERGY'
  | 'CHOOSE_ORDER'
  | 'YES_NO';

/** An option as it is told. */
export type Option =
  /** A card. */
  | {
    /** Its id. */
    cardId: string;
  }
  /** A creature. */
  | {
    /** Whose. */
    player: Player;
    /** Where. */
    position: Position;
    /** Its number. */
    instanceId: number;
    /** Its top card. */
    cardId: string;
  }
  /** No or yes. */
  | string
  /** A prize, face down. */
  | number;

export interface Resolving {
  kind: FrameKind;
  player: Player;
  cardId: string | null;
  at: number;
}

export type FrameKind = 'ATTACK' | 'ABILITY' | 'TRAINER' | 'KNOCK_OUT' | 'END_TURN' | 'BETWEEN_TURNS' | 'TURN_START';

export type Command =
  | 'JOIN_MATCH'
  | 'CANCEL_MATCH'
  | 'CONCEDE'
  | 'DRAW_INITIAL_CARDS'
  | 'SET_ACTIVE_POKEMON'
  | 'PLAY_POKEMON'
  | 'COMPLETE_INITIAL_SETUP'
  | 'DRAW_CARD'
  | 'ATTACH_ENERGY'
  | 'PLAY_TRAINER'
  | 'EVOLVE_POKEMON'
  | 'RETREAT'
  | 'USE_ABILITY'
  | 'ENTER_ATTACK_PHASE'
  | 'ATTACK'
  | 'END_TURN'
  | 'SELECT_PRIZE'
  | 'RESOLVE_CHOICE';

/** The last action, without what only its owner may know. */
export interface LastAction {
  actionId: number;
  playerId: Player;
  actionType: Command;
  actionData: ActionData;
}

/** With what somebody acted. */
export interface ActionData {
  energyCardId?: string;
  evolutionCardId?: string;
  cardId?: string;
  target?: Position;
  attackIndex?: number;
  prizeIndex?: number;
}

export type MatchResult = 'PLAYER1_WIN' | 'PLAYER2_WIN' | 'DRAW' | 'CANCELLED';

export type WinCondition = 'PRIZE_CARDS' | 'NO_POKEMON' | 'DECK_OUT' | 'CONCEDE';

export type CancelReason =
  | 'deck_invalid'
  | 'player_cancelled'
  | 'player_left'
  | 'mutual'
  | 'system_error'
  | 'mulligan_limit'
  | 'operator';

/** One thing wrong with a deck. */
export interface DeckError {
  /** What. */
  code: Fault;
  /** With which card. */
  cardId?: string;
  /** How many there are. */
  have: number;
  /** How many there may or must be. */
  limit: number;
}

export type Fault =
  | 'deck_size'
  | 'unknown_card'
  | 'banned_set'
  | 'banned_card'
  | 'too_many_copies'
  | 'too_few_basics'
  | 'too_few_energies';

export type Face = 'heads' | 'tails';

/** A creature's place at a moment. */
export interface Place {
  /** Whose. */
  player: Player;
  /** Where. */
  position: Position;
}

export type Purpose = 'first_player' | 'confusion' | 'attack' | 'ability' | 'trainer' | 'sleep';

export type Failure = 'confused' | 'tails';

export type Harm = 'attack' | 'recoil' | 'coin' | 'confusion' | 'poison' | 'burn' | 'energy' | 'moved';

/** How damage came about (rules 6.2). */
export interface Breakdown {
  /** Printed number or coins. */
  base: number;
  /** With what the attack itself adds. */
  scaled: number;
  /** With what others add. */
  boosted: number;
  /** With weakness. */
  weakness: number;
  /** With resistance. */
  resistance: number;
  /** What was prevented. */
  prevented: number;
  /** What was taken off. */
  reduced: number;
  /** What is left. */
  final: number;
}

export type Return = 'hand' | 'deck';

/** A deck list. */
export interface Deck {
  /** How it is called for. */
  id: string;
  /** How it is shown. */
  name: string;
  /** The tournament it was made for; no rule asks. */
  tournamentId?: string;
  /** Who made it; no rule asks. */
  createdBy?: string;
  /** The cards. */
  cards: Entry[];
}

/** Some copies of a card. */
export interface Entry {
  /** Which. */
  cardId: string;
  /** From which set. */
  setName: string;
  /** How many. */
  quantity: number;
}

/** The rule parameters of a match. */
export interface Rules {
  /** For decks. */
  deckRules: DeckRules;
  /** Sets of which no card is admitted. */
  bannedSets: string[];
  /** Cards that are not admitted, by set. */
  setBannedCards: Record<string, string[]>;
  /** For opening hands. */
  startGameRules: StartRules;
  /** Prizes of each player. */
  prizeCardCount: number;
  /** Cards of an opening hand. */
  openingHandSize: number;
  /** Places on a bench. */
  maxBench: number;
  /** Whether the first player draws in the first turn. */
  firstPlayerDrawsOnFirstTurn: boolean;
  /** Whether the first player attacks in the first turn. */
  firstPlayerMayAttackOnFirstTurn: boolean;
  /** Cards for the opponent of an invalid hand. */
  mulliganBonusCards: number;
  /** Retreats of a turn; 0 for any number. */
  maxRetreatsPerTurn: number;
  /** Supporters of a turn. */
  maxSupportersPerTurn: number;
  /** Stadiums of a turn. */
  maxStadiumsPerTurn: number;
  /** Energies attached from the hand in a turn. */
  energyAttachmentsPerTurn: number;
  /** Which way a match is set up. */
  setupMode: SetupMode;
  /** What a tie leads to. */
  tieBreak: TieBreak;
  /** What leaving means. */
  leavePolicy: LeavePolicy;
  /** Turns after which the prizes decide; 0 for the most. */
  turnLimit: number;
  /** Actions of a main phase. */
  maxMainActionsPerTurn: number;
  /** Invalid hands of a player. */
  mulliganLimit: number;
}

/** Rules for decks. */
export interface DeckRules {
  /** The fewest cards. */
  minDeckSize: number;
  /** The most cards. */
  maxDeckSize: number;
  /** Whether both must be the same. */
  exactDeckSize: boolean;
  /** Copies of a name. */
  maxCopiesPerCard: number;
  /** The fewest basic creatures. */
  minBasicPokemon: number;
  /** Limits for single cards. */
  restrictedCards: Restricted[];
}

/** A limit for one card. */
export interface Restricted {
  /** Its set. */
  setName: string;
  /** Its id. */
  cardId: string;
  /** How many copies. */
  maxCopies: number;
}

/** All that an opening hand must hold. */
export interface StartRules {
  /** Each of them. */
  rules: StartMinimum[];
}

/** So many of something in an opening hand. */
export interface StartMinimum {
  /** Of what. */
  type: StartRule;
  /** How many. */
  minCount: number;
}

export type StartRule = 'HAS_BASIC_POKEMON' | 'HAS_ENERGY_CARD';

export type SetupMode = 'standard' | 'legacy';

export type TieBreak = 'sudden_death' | 'draw';

export type LeavePolicy = 'cancel' | 'concede';

/** A card set: the name of a loaded one, or the set itself. */
export type SetRef =
  /** By name. */
  | string
  /** Inline, as a card-set file has it. */
  | Record<string, unknown>;

/** A deck: the id of a loaded one, or the deck itself. */
export type DeckRef =
  /** By id. */
  | string
  /** Inline, as a deck file has it. */
  | Deck;

/** Lengths of the clocks in milliseconds; 0 is off (rules 7). */
export interface Clocks {
  /** From the first join on. */
  lobby: number;
  /** A decision of a player. */
  decision: number;
  /** A turn, without the decisions in it. */
  turn: number;
  /** How long a player may be gone. */
  grace: number;
  /** So many clocks run out in a row are as good as leaving; 0 for never. */
  expiries: number;
}
