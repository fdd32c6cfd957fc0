// Generated from the rules of judo by `make protocol`; do not edit.

/** All that one viewer knows. */
export interface View {
  /** Whose eyes these are. */
  side: Side | null;
  /** The state of the machine. */
  state: Phase;
  /** Its number. */
  state_id: number;
  /** The state before it. */
  prev_state: Phase | null;
  /** What led here. */
  last_trigger: Trigger | null;
  /** The stamp of the last input. */
  now_ms: Millis;
  /** The number of the match in its room. */
  match_id: number;
  /** How often it has been dealt before. */
  attempt: number;
  /** Points. */
  scores: { player: number; opponent: number };
  /** Completed rounds. */
  rounds_played: number;
  /** The round that is played, or would be next. */
  round: number;
  /** The round to show: never more than there are. */
  shown_round: number;
  /** Points needed. */
  win_target: number;
  /** Who names the stat. */
  chooser: Side | null;
  /** Cards left in the draw piles. */
  draw_pile: { player: number; opponent: number };
  /** Won cards. */
  captured: { player: Card[]; opponent: Card[] };
  /** Cards of drawn rounds. */
  discard: Card[];
  /** The two cards of the running round. */
  current: { player: Shown | null; opponent: Shown | null };
  /** Whether they are turned. */
  cards_public: boolean;
  /** What was chosen. */
  selected_stat: Stat | null;
  /** By whom. */
  selection_source: Source | null;
  /** What was compared. */
  values: { player: number; opponent: number } | null;
  /** Who won the round. */
  outcome: RoundOutcome | null;
  /** Consecutive wins. */
  streak: Streak;
  /** The longest streaks. */
  longest_streak: { player: number; opponent: number };
  /** The last played round. */
  last_round: LastRound | null;
  /** The timer. */
  timer: TimerView | null;
  /** Whether a side is there. */
  active: { player: boolean; opponent: boolean };
  /** Why it is not. */
  inactive_why: { player: Why | null; opponent: Why | null };
  /** Pausing time left. */
  pause_budget_ms: { player: number; opponent: number };
  /** When a right to pause ends. */
  budget_at: Millis | null;
  /** When an absence has lasted too long. */
  absence_at: { player: Millis | null; opponent: Millis | null };
  /** Expiries in a row. */
  idle_count: { player: number; opponent: number };
  /** Who wants to go on at once. */
  skip_votes: Side[];
  /** Who wants to play again. */
  rematch_votes: Side[];
  /** The last interrupt. */
  interrupt: Interrupt | null;
  /** Error restarts since the last completed round. */
  error_restarts: number;
  /** Whether an edit was applied. */
  modified: boolean;
  /** How it ended. */
  result: MatchResult | null;
  /** The last result of the room. */
  last_result: MatchResult | null;
  /** The last transitions, oldest first. */
  transition_log: Transition[];
  /** How many there have been. */
  transitions: number;
  /** The settings, without fixed decks. */
  settings: Config;
  /** The interrupted round; for the administrator. */
  suspended_round?: SuspendedRound;
  /** The draw piles, top first. */
  draw_piles?: { player: Card[]; opponent: Card[] };
  /** What the running round can be rolled back to. */
  checkpoint?: Checkpoint | null;
  /** States whose next entry fails. */
  armed_errors?: Phase[];
}

/** Something that happened. */
export type Event =
  /** The state changed; values are those from before the entry. */
  | {
    type: 'control.state.changed';
    /** From where. */
    from: Phase;
    /** To where. */
    to: Phase;
    /** By what. */
    trigger: Trigger;
    /** The number of the new state. */
    state_id: number;
    /** The round. */
    round: number;
    /** The points. */
    scores: { player: number; opponent: number };
    /** Who chooses. */
    chooser: Side | null;
  }
  /** The cards are dealt. */
  | {
    type: 'match.started';
    /** The number of the match in its room. */
    match_id: number;
    /** How often it has been dealt before. */
    attempt: number;
    /** Points needed. */
    win_target: number;
    /** Cap of rounds. */
    max_rounds: number;
    /** Cards a side. */
    deck_size: number;
    /** Who chooses first. */
    first_chooser: Side;
  }
  /** A pause begins. */
  | {
    type: 'control.countdown.started';
    /** How long it is. */
    duration_ms: number;
    /** The round after it. */
    next_round: number;
  }
  /** A pause is over. */
  | {
    type: 'cooldown.timer.expired';
    /** The round that begins. */
    round: number;
  }
  /** The time to choose is up. */
  | {
    type: 'round.timer.expired';
    /** The round. */
    round: number;
    /** Whether the engine picks now. */
    auto_select: boolean;
  }
  /** Both have drawn; each owner sees his own card. */
  | {
    type: 'round.started';
    /** The round. */
    round: number;
    /** Who chooses. */
    chooser: Side;
    /** The player's card; null is the face-down placeholder. */
    player_card: Card | null;
    /** The opponent's card; null is the face-down placeholder. */
    opponent_card: Card | null;
  }
  /** The chooser is asked. */
  | {
    type: 'round.prompt';
    /** The round. */
    round: number;
    /** Who chooses. */
    chooser: Side;
    /** Until when; null while the timer stands. */
    deadline_ms: Millis | null;
  }
  /** A stat is chosen. */
  | {
    type: 'round.selection.locked';
    /** The round. */
    round: number;
    /** The stat. */
    stat: Stat;
    /** Who picked it. */
    source: Source;
    /** Whose turn it was. */
    side: Side;
  }
  /** The cards are turned and compared. */
  | {
    type: 'round.evaluated';
    /** The round. */
    round: number;
    /** The stat. */
    stat: Stat;
    /** The player's value. */
    player_value: number;
    /** The opponent's value. */
    opponent_value: number;
    /** Who won. */
    outcome: RoundOutcome;
    /** The player's card. */
    player_card: Card;
    /** The opponent's card. */
    opponent_card: Card;
  }
  /** Cards and points have changed hands. */
  | {
    type: 'round.scored';
    /** The points. */
    scores: { player: number; opponent: number };
    /** Completed rounds. */
    rounds_played: number;
    /** Consecutive wins. */
    streak: Streak;
    /** Who chooses next. */
    next_chooser: Side;
    /** Captured cards. */
    captured: { player: number; opponent: number };
  }
  /** The match has a result. */
  | {
    type: 'match.decided';
    /** Which. */
    result: MatchResult;
    /** The points. */
    scores: { player: number; opponent: number };
    /** Completed rounds. */
    rounds_played: number;
  }
  /** The match is over. */
  | {
    type: 'match.concluded';
    /** With which result. */
    result: MatchResult;
    /** The points. */
    scores: { player: number; opponent: number };
    /** Completed rounds. */
    rounds_played: number;
  }
  /** A timer stands. */
  | {
    type: 'timer.paused';
    /** Which. */
    timer: Timer;
    /** What is left of it. */
    remaining_ms: number;
    /** Who is away. */
    by: Side;
    /** Why. */
    why: Why;
  }
  /** A timer goes on. */
  | {
    type: 'timer.resumed';
    /** Which. */
    timer: Timer;
    /** What is left of it. */
    remaining_ms: number;
    /** Whose change did it. */
    by: Side;
    /** Why. */
    why: Why;
  }
  /** The host was late; stamped with the missed moment. */
  | {
    type: 'timer.drift';
    /** For which timer. */
    timer: Timer;
    /** By how much. */
    drift_ms: number;
  }
  /** A round or a match is interrupted. */
  | {
    type: 'interrupt.raised';
    /** Which of the two. */
    scope: Scope;
    /** In which state. */
    from: Phase;
    /** Why. */
    reason: InterruptReason;
    /** By whom. */
    by: Side | null;
    /** The points: of a round rolled back, of a match before it was torn down. */
    scores: { player: number; opponent: number };
  }
  /** An interrupt is over. */
  | {
    type: 'interrupt.resolved';
    /** By which trigger. */
    resolution: Trigger;
    /** The points. */
    scores: { player: number; opponent: number };
  }
  /** The interrupted round can be edited; its contents are the administrator's. */
  | {
    type: 'modification.opened';
    /** The round. */
    suspended: SuspendedRound | null;
  }
  /** Edits are applied. */
  | {
    type: 'modification.applied';
    /** Which. */
    edits: Edits;
  }
  /** A trigger of the engine's own was refused by its guard. */
  | {
    type: 'transition.refused';
    /** In which state. */
    state: Phase;
    /** Which. */
    trigger: Trigger;
    /** Why. */
    code: string;
  }
  /** The entry of a state failed. */
  | {
    type: 'error.raised';
    /** Which. */
    state: Phase;
    /** How. */
    message: string;
  }
  /** A side wants to go on at once. */
  | {
    type: 'skip.voted';
    /** Who. */
    side: Side;
  }
  /** A side wants to play again. */
  | {
    type: 'rematch.voted';
    /** Who. */
    side: Side;
  }
  /** The lobby is open. */
  | {
    type: 'lobby.opened';
    /** The last result. */
    result: MatchResult | null;
  };

/** A command. */
export type Action =
  /** Begins a match. */
  | {
    type: 'start_match';
    /** Points needed; as set before if missing. */
    win_target?: number;
  }
  /** Names the stat of the round. */
  | {
    type: 'select_stat';
    /** Which. */
    stat: Stat;
    /** For which round it is meant. */
    round?: number;
    /** For whom. */
    side?: Side;
  }
  /** Does without the rest of the pause. */
  | {
    type: 'skip';
    /** For whom. */
    side?: Side;
  }
  /** Gives the match up. */
  | {
    type: 'quit';
    /** For whom. */
    side?: Side;
  }
  /** Interrupts what is going on. */
  | {
    type: 'interrupt';
    /** Why. */
    reason: InterruptReason;
    /** Who did it. */
    side?: Side;
  }
  /** Says whether a side is there. */
  | {
    type: 'set_active';
    /** Whether it is. */
    active: boolean;
    /** Why it is not, or was not; `visibility` if missing. */
    why?: Why;
    /** Of whom. */
    side?: Side;
  }
  /** Ends an interrupt. */
  | {
    type: 'resolve';
    /** In which way. */
    trigger: Trigger;
  }
  /** Edits the interrupted round and plays it on. */
  | {
    type: 'modify';
    /** How. */
    edits: Edits;
  }
  /** Leaves the interrupted round as it is. */
  | { type: 'cancel_modification' }
  /** Wants to play again. */
  | {
    type: 'rematch';
    /** For whom. */
    side?: Side;
  }
  /** Goes back to the lobby. */
  | {
    type: 'home';
    /** For whom. */
    side?: Side;
  }
  /** Test mode: fires a trigger. */
  | {
    type: 'dispatch';
    /** The trigger. */
    trigger: Trigger;
    /** For `startClicked`. */
    win_target?: number;
    /** For `statSelected`. */
    stat?: Stat;
    /** For `interrupt`; an error if missing. */
    reason?: InterruptReason;
    /** For `interrupt`; nobody if missing. */
    by?: Side;
    /** For `modifyRoundDecision`. */
    edits?: Edits;
  }
  /** Test mode: makes the next entry of a state fail. */
  | {
    type: 'inject_error';
    /** Which. */
    state: Phase;
  };

/** The settings of a room. */
export interface Config {
  /** Who sits on `opponent`. */
  mode: Mode;
  /** Points needed. */
  win_target: number;
  /** Hard cap of rounds; a drawn one counts. */
  max_rounds: number;
  /** Cards dealt to each side. */
  deck_size: number;
  /** Length of the selection timer. */
  selection_ms: number;
  /** Length of the pause before each round. */
  cooldown_ms: number;
  /** Whether the engine picks for a chooser whose time is up. */
  auto_select: boolean;
  /** Whether an administrator may edit an interrupted round. */
  round_modify: boolean;
  /** Screen only: keys 1 to 5 choose. */
  stat_hotkeys: boolean;
  /** Screen only: the progress bar. */
  battle_state_progress: boolean;
  /** Whether the pause is left out. */
  skip_round_cooldown: boolean;
  /** Who chooses next. */
  chooser_policy: ChooserPolicy;
  /** Who chooses first; `player` against a computer, `random` between people unless set. */
  first_chooser: FirstChooser | null;
  /** How well the computer player plays. */
  difficulty: Difficulty;
  /** Who resolves interrupts. */
  interrupt_mode: InterruptMode;
  /** How long an interrupt may wait for a person. */
  resolve_ms: number;
  /** Whether the engine fires triggers and timers by itself; off in tests only. */
  auto_advance: boolean;
  /** Whether the host seat is open to an administrator. */
  official: boolean;
  /** Whether test commands are allowed. */
  test_mode: boolean;
  /** Whether drift is told. */
  emit_ticks: boolean;
  /** Fixed draw piles, top first; in test mode only. */
  decks: [Card[], Card[]] | null;
}

export type Reason =
  | 'bad_request'
  | 'wrong_state'
  | 'not_host'
  | 'seat_empty'
  | 'invalid_win_target'
  | 'unknown_seat'
  | 'stale_round'
  | 'not_your_turn'
  | 'unknown_stat'
  | 'not_human_seat'
  | 'already_skipped'
  | 'no_transition'
  | 'unknown_reason'
  | 'no_change'
  | 'pause_not_allowed'
  | 'guard_failed'
  | 'nothing_to_modify'
  | 'not_allowed'
  | 'unknown_edit_key'
  | 'edit_out_of_range'
  | 'stat_required'
  | 'unknown_state';

export type Side = 'player' | 'opponent';

export type Phase =
  | 'waitingForMatchStart'
  | 'matchStart'
  | 'roundStart'
  | 'waitingForPlayerAction'
  | 'roundDecision'
  | 'roundOver'
  | 'cooldown'
  | 'matchDecision'
  | 'matchOver'
  | 'interruptRound'
  | 'interruptMatch'
  | 'roundModification';

export type Trigger =
  | 'startClicked'
  | 'interrupt'
  | 'ready'
  | 'error'
  | 'cardsRevealed'
  | 'statSelected'
  | 'timeout'
  | 'outcome=winPlayer'
  | 'outcome=winOpponent'
  | 'outcome=draw'
  | 'matchPointReached'
  | 'continue'
  | 'finalize'
  | 'rematch'
  | 'home'
  | 'roundModifyFlag'
  | 'restartRound'
  | 'resumeLobby'
  | 'abortMatch'
  | 'modifyRoundDecision'
  | 'cancelModification'
  | 'restartMatch'
  | 'toLobby';

/** Logical time in milliseconds since the match began. */
export type Millis = number;

/** A judoka. */
export interface Card {
  /** The number on the card; missing on cards made for a test without one. */
  id: number | null;
  /** Given name. */
  given: string;
  /** Family name. */
  family: string;
  /** Home club. */
  dojo: string;
  /** Decides the weight classes. */
  gender: Gender | null;
  /** Weight class. */
  weight_class: string;
  /** Colour of the border. */
  rarity: Rarity;
  /** Favourite technique. */
  signature: string;
  /** Hidden cards are never dealt. */
  hidden: boolean;
  /** The values. */
  stats: Stats;
}

export type Gender = 'female' | 'male';

export type Rarity = 'Common' | 'Epic' | 'Legendary';

/** The five values of a card; in JSON an object with the stats' names. */
export interface Stats {
  power: number;
  speed: number;
  technique: number;
  kumikata: number;
  newaza: number;
}

/** What a viewer sees of a card in play. */
export type Shown =
  /** The card. */
  | Card
  /** The face-down placeholder. */
  | Placeholder;

/** What stands for a card that is face down. */
export interface Placeholder {
  placeholder: string;
}

export type Stat = 'power' | 'speed' | 'technique' | 'kumikata' | 'newaza';

export type Source = 'manual' | 'auto' | 'admin';

export type RoundOutcome = 'winPlayer' | 'winOpponent' | 'draw';

/** Consecutive round wins. */
export interface Streak {
  /** Whose. */
  side: Side | null;
  /** How many. */
  length: number;
}

/** A played round with its cards. */
export interface LastRound {
  /** Its number. */
  round: number;
  /** Who chose. */
  chooser: Side;
  /** What. */
  stat: Stat;
  /** How. */
  source: Source;
  /** The cards. */
  cards: { player: Card; opponent: Card };
  /** The compared values. */
  values: { player: number; opponent: number };
  /** Who won. */
  outcome: RoundOutcome;
  /** The scores after it. */
  scores: { player: number; opponent: number };
}

/** The timer as it is shown. */
export interface TimerView {
  /** Which. */
  kind: Timer;
  /** Its full length. */
  duration_ms: number;
  /** What was left of it at `since_ms`. */
  remaining_ms: number;
  /** When it last started, stopped or went on. */
  since_ms: Millis;
  /** Whether it runs. */
  running: boolean;
  /** Whether the time to choose is up. */
  expired: boolean;
  /** When it ends; null while it stands. */
  deadline_ms: Millis | null;
}

export type Timer = 'absence(player)' | 'absence(opponent)' | 'budget' | 'cooldown' | 'selection' | 'stall' | 'resolve';

export type Why = 'visibility' | 'dialog' | 'disconnect' | 'budget';

/** The last interrupt. */
export interface Interrupt {
  /** Why. */
  reason: InterruptReason;
  /** Who did it. */
  by: Side | null;
  /** In which state. */
  from: Phase;
}

export type InterruptReason = 'quit' | 'navigation' | 'error' | 'stalled' | 'disconnect' | 'admin';

/** How a match ended. */
export interface MatchResult {
  /** In which way. */
  kind: ResultKind;
  /** Who won. */
  winner: Side | null;
  /** Why it was interrupted, if it was. */
  reason: InterruptReason | null;
  /** Whether an administrator's edit was applied. */
  modified: boolean;
}

export type ResultKind = 'points' | 'rounds' | 'cards' | 'draw' | 'forfeit' | 'no_contest' | 'aborted' | 'abandoned';

/** One line of the transition log. */
export interface Transition {
  /** From where. */
  from: Phase;
  /** By what. */
  trigger: Trigger;
  /** To where. */
  to: Phase;
  /** When. */
  at_ms: Millis;
}

export type Mode = 'solo' | 'pvp';

export type ChooserPolicy = 'alternate' | 'winner' | 'player';

export type FirstChooser = 'player' | 'opponent' | 'random';

export type Difficulty = 'easy' | 'medium' | 'hard';

export type InterruptMode = 'auto' | 'manual';

/** An interrupted round as an administrator sees it. */
export interface SuspendedRound {
  /** Where it was interrupted. */
  from: Phase;
  /** The player's card. */
  player_card: Card | null;
  /** The opponent's card. */
  opponent_card: Card | null;
  /** Its stat, if one had been chosen. */
  stat: Stat | null;
  /** Whether the cards had been turned. */
  cards_public: boolean;
  /** What was left of its timer. */
  remaining_ms: number | null;
}

export interface Checkpoint {
  /** A value for each side. */
  scores: { player: number; opponent: number };
  rounds_played: number;
  chooser: Side | null;
  streak: Streak;
  /** A value for each side. */
  longest_streak: { player: number; opponent: number };
  last_round: LastRoundInNumbers | null;
  /** A value for each side. */
  captured: { player: number; opponent: number };
  discard: number;
}

/** A played round, kept for display. */
export interface LastRoundInNumbers {
  /** Its number. */
  round: number;
  /** Who chose. */
  chooser: Side;
  /** What. */
  stat: Stat;
  /** How. */
  source: Source;
  /** The cards. */
  cards: { player: number; opponent: number };
  /** The compared values. */
  values: { player: number; opponent: number };
  /** Who won. */
  outcome: RoundOutcome;
  /** The scores after it. */
  scores: { player: number; opponent: number };
}

export type Scope = 'round' | 'match';

/** The changes of an administrator to an interrupted round. */
export interface Edits {
  /** The stat to compare. */
  stat?: Stat;
  /** The player's value, for this comparison only. */
  playerValue?: number;
  /** The opponent's value, for this comparison only. */
  opponentValue?: number;
  /** The player's points. */
  playerScore?: number;
  /** The opponent's points. */
  opponentScore?: number;
  /** Completed rounds. */
  roundsPlayed?: number;
}
