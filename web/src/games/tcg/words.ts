/** What happens at the table, in sentences. */
import { called } from '../../lib/stage.svelte';
import { upper } from '../../lib/words';
import type {
  Action,
  Amount,
  Breakdown,
  CancelReason,
  Decision,
  Event,
  Failure,
  Half,
  Harm,
  MatchState,
  Place,
  Player,
  PromptKind,
  Purpose,
  Status,
  TimedKind,
  TurnPhase,
  View,
  WinCondition,
} from '../../protocol/tcg';
import { creatureAt, nameOf, seatOf, type CreaturesStage } from './cards';

export const STATUS: Record<Status, { word: string; hint: string }> = {
  ASLEEP: { word: 'asleep', hint: 'Cannot attack or retreat. A coin after every turn may wake it.' },
  PARALYZED: { word: 'paralysed', hint: 'Cannot attack or retreat until the end of its owner’s next turn.' },
  CONFUSED: { word: 'confused', hint: 'A coin before each attack: tails costs it 30 and the attack.' },
  POISONED: { word: 'poisoned', hint: 'Takes 10 or 20 damage after every turn.' },
  BURNED: { word: 'burned', hint: 'Takes 20 damage after every turn.' },
};

const STATES: Record<MatchState, string> = {
  CREATED: 'Choose decks',
  WAITING_FOR_PLAYERS: 'Waiting for decks',
  DECK_VALIDATION: 'Decks',
  PRE_GAME_SETUP: 'Coin toss',
  DRAWING_CARDS: 'Opening hands',
  SELECT_ACTIVE_POKEMON: 'Active creature',
  SELECT_BENCH_POKEMON: 'Bench',
  INITIAL_SETUP: 'Set-up',
  PLAYER_TURN: 'Turn',
  BETWEEN_TURNS: 'Between turns',
  MATCH_ENDED: 'Over',
  CANCELLED: 'Cancelled',
};
export const stateName = (state: MatchState): string => STATES[state];

export const PHASES: [TurnPhase, string][] = [
  ['DRAW', 'draw'],
  ['MAIN_PHASE', 'main'],
  ['ATTACK', 'attack'],
  ['END', 'end'],
];
export function phaseName(view: View): string {
  const phase = PHASES.find(([id]) => id === view.phase);
  if (view.state !== 'PLAYER_TURN' || phase === undefined) return stateName(view.state);
  return upper(`${phase[1]} phase`);
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
export const list = (ids: string[]): string => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(nameOf(id), (counts.get(nameOf(id)) ?? 0) + 1);
  const parts = [...counts].map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
  return parts.length < 2 ? (parts[0] ?? 'nothing') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
};

/** Creatures move and fall while events are told; a log names them as they were. */
const remembered = new WeakMap<Event, string>();

const sideOf = (view: View, player: Player): Half =>
  view.playerState.player === player ? view.playerState : view.opponentState;

/** The place that an event speaks of. */
export function placeOf(event: Event): Place | null {
  if (event.type === 'retreated' || event.type === 'switched')
    return event.player === undefined ? null : { player: event.player, position: event.target };
  if (event.type === 'energy_moved') return event.to;
  return 'target' in event ? (event.target ?? null) : null;
}

/** Notes which card lay at the places that events speak of, between two views. */
export function note(events: Event[], before: View, after: View): void {
  const evolved = new Map<string, string>();
  const key = (place: Place): string => `${place.player} ${place.position}`;
  const find = (view: View, place: Place): string | undefined =>
    creatureAt(sideOf(view, place.player), place.position)?.cardId;
  for (const event of events) {
    const place = placeOf(event);
    if (place === null) continue;
    if (event.type === 'creature_evolved') evolved.set(key(place), event.cardId);
    const id = evolved.get(key(place)) ?? find(before, place) ?? find(after, place);
    if (id !== undefined) remembered.set(event, id);
  }
}

function whose(stage: CreaturesStage, place: Place, event: Event): string {
  const owner = seatOf(place.player);
  const id = remembered.get(event);
  const name = id !== undefined ? nameOf(id) : place.position === 'ACTIVE' ? 'active creature' : 'benched creature';
  return owner === stage.seat ? `your ${name}` : `${stage.name(owner)}’s ${name}`;
}

export function sum(breakdown: Breakdown): string {
  return breakdownLines(breakdown)
    .filter(({ plain }) => !plain)
    .map(({ text }) => text)
    .join(', ');
}

/** The arithmetic of a blow, step by step; what changes nothing is plain. */
export function breakdownLines(of: Breakdown): { text: string; plain: boolean }[] {
  const { base, scaled, boosted, weakness, resistance, prevented, reduced } = of;
  const signed = (n: number): string => (n < 0 ? `− ${-n}` : `+ ${n}`);
  const lines = [{ text: `${base} base`, plain: false }];
  if (scaled !== base) lines.push({ text: `${signed(scaled - base)} by the attack itself`, plain: false });
  if (boosted !== scaled) lines.push({ text: `${signed(boosted - scaled)} boost`, plain: false });
  const double = boosted > 0 && weakness === boosted * 2;
  if (weakness === boosted) lines.push({ text: '+ 0 no weakness', plain: true });
  else lines.push({ text: `${double ? '× 2' : signed(weakness - boosted)} weakness`, plain: false });
  if (resistance === weakness) lines.push({ text: '− 0 no resistance', plain: true });
  else lines.push({ text: `− ${weakness - resistance} resistance`, plain: false });
  const more = of.final - (resistance - prevented - reduced);
  if (more > 0) lines.push({ text: `+ ${more} taken in addition`, plain: false });
  if (prevented > 0) lines.push({ text: `− ${prevented} prevented`, plain: false });
  if (reduced > 0) lines.push({ text: `− ${reduced} reduced`, plain: false });
  return lines;
}

const HARM: Partial<Record<Harm, string>> = {
  poison: 'by poison',
  burn: 'by its burns',
  confusion: 'in its confusion',
  recoil: 'by recoil',
  coin: 'by its own coin',
  energy: 'by the energy',
  moved: 'that was moved to it',
};
const PURPOSES: Record<Purpose, string> = {
  first_player: 'first player',
  attack: 'the attack',
  confusion: 'confusion',
  sleep: 'waking up',
  ability: 'the ability',
  trainer: 'the card',
};
export const purposeName = (purpose: Purpose): string => PURPOSES[purpose];

const FAILS: Record<Failure, string> = { confused: 'it is confused', tails: 'the coin shows tails' };

const KINDS: Record<TimedKind, string> = {
  PREVENT_DAMAGE: 'is protected from damage',
  REDUCE_DAMAGE: 'takes less damage',
  BOOST_ATTACK: 'hits harder',
  BOOST_HP: 'has more hit points',
  LOCK: 'is held back',
  INCREASE_DAMAGE: 'Attacks do more damage this turn.',
};

/** An effect that lasts, for the card it lies on. */
const BADGES: Partial<Record<TimedKind, (amount: Amount) => string>> = {
  PREVENT_DAMAGE: () => 'shielded',
  REDUCE_DAMAGE: (amount) => `takes −${amount}`,
  BOOST_ATTACK: (amount) => `hits +${amount}`,
  BOOST_HP: (amount) => `+${amount} HP`,
  LOCK: () => 'locked',
};
/** What lasts on a creature for a while, in a word or two. */
export const timedWord = (kind: TimedKind, amount: Amount): string => BADGES[kind]?.(amount) ?? 'effect';
export const timedWords = (kind: TimedKind, expires: number): string =>
  `${upper(KINDS[kind])} until the end of turn ${expires}.`;

/** The rules that cards bring along, in a word or two each. */
const RULES: Record<string, string> = {
  ATTACK_COST_MODIFICATION: 'cheaper attack',
  ATTACK_RESTRICTION: 'limited attack',
  CANNOT_ATTACK: 'limited attack',
  CANNOT_BE_CONFUSED: 'no confusion',
  CANNOT_RETREAT: 'no retreat',
  CAN_EVOLVE_TURN_ONE: 'evolves at once',
  DAMAGE_IMMUNITY: 'damage-proof',
  DAMAGE_REDUCTION_RULE: 'takes less',
  DISCARD_AFTER_USE: 'discards itself',
  EFFECT_IMMUNITY: 'effect-proof',
  ENERGY_TYPE_CHANGE: 'energy shift',
  EXTRA_ENERGY_ATTACHMENT: '+1 energy',
  EXTRA_PRIZE_CARDS: '+1 prize',
  FORCED_SWITCH: 'switches out',
  FREE_RETREAT: 'free retreat',
  NO_PRIZE_CARDS: 'no prize',
  SKIP_EVOLUTION_STAGE: 'skips a stage',
  STATUS_IMMUNITY: 'status-proof',
};
export const ruleWord = (ruleType: string): string => RULES[ruleType] ?? 'rule';

export function words(event: Event, stage: CreaturesStage): string | null {
  const seat = event.player === undefined ? null : seatOf(event.player);
  const who = seat === null ? '' : called(stage, seat);
  const own = seat !== null && seat === stage.seat;
  const does = (you: string, other = `${you}s`): string => `${who} ${own ? you : other}`;
  const deck = own ? 'your' : 'the';
  const on = (place: Place): string => whose(stage, place, event);
  switch (event.type) {
    case 'player_joined':
      return `${does('have', 'has')} chosen a deck.`;
    case 'deck_rejected':
      return 'A deck breaks the rules for decks.';
    case 'coin_toss': {
      const first = seatOf(event.firstPlayer);
      return `The coin shows ${event.result}: ${first === stage.seat ? 'you begin' : `${stage.name(first)} begins`}.`;
    }
    case 'initial_hand_drawn':
      return `${does('draw')} ${event.count} cards; the hand is good.`;
    case 'initial_hand_revealed': {
      const shown = `${own ? 'show' : 'shows'} it: ${list(event.cards)}`;
      return `${does('draw')} a hand without a basic creature and ${shown}. It is drawn again.`;
    }
    case 'active_selected':
      return event.cardId
        ? `You choose ${nameOf(event.cardId)} as your active creature.`
        : `${does('have', 'has')} chosen an active creature.`;
    case 'actives_revealed':
      return `The active creatures are turned up: ${nameOf(event.PLAYER1)} against ${nameOf(event.PLAYER2)}.`;
    case 'prizes_set':
      return `${does('lay')} out ${plural(event.count, 'prize')}.`;
    case 'setup_ready':
      return `${does('are', 'is')} ready.`;
    case 'benches_revealed':
      return 'The benches are turned up.';
    case 'turn_started':
      return `Turn ${event.turnNumber}: ${own ? 'your turn' : `${who}’s turn`}.`;
    case 'card_drawn':
      return event.cardId ? `You draw ${nameOf(event.cardId)}.` : `${does('draw')} a card.`;
    case 'draw_skipped':
      return `${does('draw')} nothing in the very first turn.`;
    case 'creature_played':
      return event.cardId
        ? `${does('put')} ${nameOf(event.cardId)} on the bench.`
        : `${does('put')} a creature on the bench, face down.`;
    case 'energy_attached':
      return `${does('attach', 'attaches')} ${nameOf(event.cardId)} to ${on(event.target).replace(`${who}’s `, '')}.`;
    case 'creature_evolved':
      return `${does('evolve')} a creature into ${nameOf(event.cardId)}.`;
    case 'creature_devolved':
      return `${upper(on(event.target))} falls back a stage.`;
    case 'retreated':
      return null;
    case 'switched':
      return `${does('bring')} ${remembered.has(event) ? nameOf(remembered.get(event)) : 'another creature'} forward.`;
    case 'trainer_played':
      return `${does('play')} ${nameOf(event.cardId)}.`;
    case 'tool_attached':
      return `${upper(on(event.target))} now carries ${nameOf(event.cardId)}.`;
    case 'stadium_changed':
      return `${nameOf(event.cardId)} is the stadium now.`;
    case 'ability_used':
    case 'ability_triggered':
      return `${upper(on(event.target))} uses ${event.name}.`;
    case 'attack_declared':
      return `${does('attack')} with ${event.name}.`;
    case 'coin_flipped':
      return `Coin for ${purposeName(event.purpose)}: ${event.results.join(', ') || 'none'}.`;
    case 'attack_failed':
      return `The attack fails: ${FAILS[event.reason]}.`;
    case 'damage_dealt': {
      const how = event.breakdown ? ` (${sum(event.breakdown)})` : '';
      return `${upper(on(event.target))} takes ${event.amount} damage${how}.`;
    }
    default:
      return effectWords(event, stage, does, on, deck);
  }
}

/** The events that `words` leaves to `effectWords`. A new event has to be named in one of them. */
type Effect = Extract<
  Event,
  {
    type:
      | 'match_created'
      | 'decks_validated'
      | 'state_changed'
      | 'phase_changed'
      | 'deck_shuffled'
      | 'choice_requested'
      | 'choice_resolved'
      | 'timed_effect_ended'
      | 'between_turns_started'
      | 'turn_ended'
      | 'damage_counters_placed'
      | 'damage_healed'
      | 'damage_prevented'
      | 'status_applied'
      | 'status_removed'
      | 'energy_discarded'
      | 'energy_moved'
      | 'cards_discarded'
      | 'cards_revealed'
      | 'cards_searched'
      | 'cards_returned'
      | 'creature_knocked_out'
      | 'prize_taken'
      | 'timed_effect_started'
      | 'timer_expired'
      | 'cancel_offered'
      | 'match_ended'
      | 'match_cancelled';
  }
>;

function effectWords(
  event: Effect,
  stage: CreaturesStage,
  does: (you: string, other?: string) => string,
  on: (place: Place) => string,
  deck: string,
): string | null {
  switch (event.type) {
    case 'damage_counters_placed':
      return `${upper(on(event.target))} takes ${event.amount} damage ${HARM[event.source] ?? ''}`.trim() + '.';
    case 'damage_healed':
      return `${upper(on(event.target))} is healed by ${event.amount}.`;
    case 'damage_prevented':
      return `${event.amount} damage to ${on(event.target)} is prevented.`;
    case 'status_applied':
      return `${upper(on(event.target))} is ${STATUS[event.status].word}.`;
    case 'status_removed':
      return `${upper(on(event.target))} is no longer ${STATUS[event.status].word}.`;
    case 'energy_discarded':
      return `${upper(on(event.target))} loses ${list(event.cards)}.`;
    case 'energy_moved':
      return `${nameOf(event.cardId)} moves to ${whose(stage, event.to, event)}.`;
    case 'cards_discarded':
      return `${does('discard')} ${list(event.cards)}.`;
    case 'cards_revealed':
      return `${does('show')} ${list(event.cards)}.`;
    case 'cards_searched': {
      const found = event.cards ? list(event.cards) : plural(event.count, 'card');
      const takes = event.count === 0 ? 'finds nothing' : `${does('take').split(' ').at(-1)} ${found}`;
      return `${does('search', 'searches')} ${deck} deck and ${takes}.`;
    }
    case 'cards_returned': {
      const which = event.cards ? list(event.cards) : plural(event.count, 'card');
      return `${which} ${event.count === 1 ? 'goes' : 'go'} back to the ${event.to}.`;
    }
    case 'creature_knocked_out':
      return `${nameOf(event.cardId)} is knocked out.`;
    case 'prize_taken':
      return `${does('take')} a prize${event.cardId ? `: ${nameOf(event.cardId)}` : ''}. ${event.remaining} left.`;
    case 'timed_effect_started': {
      const what = KINDS[event.kind];
      return event.target ? `${upper(on(event.target))} ${what} for now.` : what;
    }
    case 'timer_expired':
      return `Time is up for ${does('').trim().replace('You', 'you')}.`;
    case 'cancel_offered':
      return `${does('offer')} to call the match off.`;
    case 'match_ended': {
      const winner = event.winner === null ? null : seatOf(event.winner);
      if (winner === null) return 'The match is drawn.';
      return `${called(stage, winner)} ${winner === stage.seat ? 'win' : 'wins'} the match.`;
    }
    case 'match_cancelled':
      return `The match is called off: ${CANCELS[event.reason]}.`;
    case 'match_created':
    case 'decks_validated':
    case 'state_changed':
    case 'phase_changed':
    case 'deck_shuffled':
    case 'choice_requested':
    case 'choice_resolved':
    case 'timed_effect_ended':
    case 'between_turns_started':
    case 'turn_ended':
      return null;
  }
}

const CANCELS: Record<CancelReason, string> = {
  deck_invalid: 'a deck breaks the rules for decks',
  player_cancelled: 'one side called it off before it began',
  player_left: 'one side left',
  mutual: 'both agreed',
  system_error: 'the server had to end it',
  mulligan_limit: 'no hand with a basic creature could be drawn',
  operator: 'the operator ended it',
};

/** Why it ended, by name. */
export function why(stage: CreaturesStage, who: (seat: number) => string): string {
  const { view } = stage;
  if (view.state === 'CANCELLED') {
    const { cancellationReason: reason } = view;
    return `${upper(reason === null ? 'the match was called off' : CANCELS[reason])}.`;
  }
  if (view.winnerId === null) return view.result === 'DRAW' ? 'Both won at the same moment.' : '';
  const winner = who(seatOf(view.winnerId));
  const loser = who(1 - seatOf(view.winnerId));
  const wins: Record<WinCondition, string> = {
    PRIZE_CARDS: `${winner} took the last prize.`,
    NO_POKEMON: `${loser} had no creature left in play.`,
    DECK_OUT: `${loser} had no card left to draw.`,
    CONCEDE: `${loser} gave up.`,
  };
  return view.winCondition === null ? '' : wins[view.winCondition];
}

const KIND_WORDS: Partial<Record<PromptKind, string>> = {
  SELECT_PRIZE: 'takes a prize',
  SET_ACTIVE: 'chooses a new active creature',
};

/** What an open decision asks, with how many. */
export function question(pending: Decision): string {
  const { kind, min = 1, max = 1 } = pending;
  const count = min === max ? String(max) : min === 0 ? `up to ${max}` : `${min} to ${max}`;
  const things = (one: string, many = `${one}s`): string => `Choose ${count} ${max === 1 ? one : many}`;
  switch (kind) {
    case 'SELECT_PRIZE':
      return 'Take 1 of your prizes';
    case 'SET_ACTIVE':
      return 'Choose 1 creature of your bench to be active';
    case 'CHOOSE_CREATURE':
      return things('creature');
    case 'CHOOSE_ENERGY':
      return things('energy', 'energies');
    case 'CHOOSE_ORDER':
      return `Put ${max} cards in order, the new top first`;
    case 'YES_NO':
      return 'Use the ability?';
    default:
      return things('card');
  }
}

/** What the screen asks for, in one or two sentences. */
export function ask(stage: CreaturesStage): string {
  const { view } = stage;
  const me = view.playerState;
  if (stage.over || view.result !== null) return 'The match is over.';
  const other = stage.name(stage.seat === 0 ? 1 : 0);
  const head = view.pending[0];
  if (head !== undefined && (stage.seat === null || seatOf(head.player) !== stage.seat))
    return `${stage.name(seatOf(head.player))} ${KIND_WORDS[head.kind] ?? 'makes a choice'}.`;
  if (head !== undefined) return head.kind === 'YES_NO' ? question(head) : `${question(head)}.`;
  if (stage.seat === null)
    return view.currentPlayer === null ? 'The table is being set.' : `${stage.name(seatOf(view.currentPlayer))} moves.`;
  if (!stage.toAct) return waiting(view, other);
  switch (view.state) {
    case 'DRAWING_CARDS':
      return me.invalidHands > 0
        ? 'No basic creature: your hand was shown. Draw seven new cards.'
        : 'Draw seven cards for your opening hand.';
    case 'SELECT_ACTIVE_POKEMON':
    case 'INITIAL_SETUP':
      return 'Choose your active creature: it fights first. Nobody sees it yet.';
    case 'SELECT_BENCH_POKEMON':
      return 'Put more basic creatures on your bench if you like; then say that you are ready.';
    case 'PLAYER_TURN':
      return turnAsk(view, stage.legal);
    default:
      return 'One moment…';
  }
}

function waiting(view: View, other: string): string {
  if (view.state === 'SELECT_ACTIVE_POKEMON' && !view.opponentState.activeSelected)
    return `${other} chooses an active creature in secret.`;
  if (view.state === 'PLAYER_TURN') return `${other} moves.`;
  return `Waiting for ${other}.`;
}

function turnAsk(view: View, legal: Action[]): string {
  const can = (type: Action['type']): boolean => legal.some((action) => action.type === type);
  switch (view.phase) {
    case 'DRAW':
      return 'Your turn begins: draw a card.';
    case 'ATTACK':
      return 'Choose an attack, or end your turn.';
    case 'END':
      return 'Your attack is done: end your turn.';
    default: {
      const ways = [
        can('ATTACH_ENERGY') ? 'attach an energy' : '',
        can('EVOLVE_POKEMON') ? 'evolve' : '',
        can('ATTACK') ? 'attack' : '',
      ].filter(Boolean);
      if (ways.length === 0) return 'Your move: play cards from your hand, or end your turn.';
      return `Your move: play cards, ${ways.join(', ')}, or end your turn.`;
    }
  }
}

/** A refusal in two or three words, for the foot of a card. */
const SHORT: Record<string, string> = {
  energy_already_attached: 'already attached',
  energy_restricted: 'not to this one',
  bench_full: 'bench is full',
  supporter_limit: 'one supporter a turn',
  stadium_limit: 'one stadium a turn',
  same_stadium: 'already in play',
  no_effect: 'would do nothing',
  cannot_pay_cost: 'cannot be paid',
  play_restricted: 'not now',
  not_basic: 'not a basic one',
  first_turn_evolution: 'not in turn one',
  played_this_turn: 'came this turn',
  already_evolved_this_turn: 'evolved this turn',
  evolution_mismatch: 'nothing to evolve',
  action_limit: 'enough for this turn',
};
export const short = (code: string, text: string): string => SHORT[code] ?? text.replace(/\.$/, '');

/** What stands in the way in a phase where nothing else can be done. */
const LATER: Partial<Record<TurnPhase, string>> = {
  DRAW: 'Draw first.',
  ATTACK: 'You are in the attack phase.',
  END: 'You have attacked.',
};
export const inPhase = (phase: TurnPhase | null, code: string, text: string): string =>
  code === 'wrong_phase' ? ((phase && LATER[phase]) ?? text) : text;

/** Why nothing can be done with the active creature just now, whatever it is; null if something may be. */
export function idle(stage: CreaturesStage): string | null {
  const { view } = stage;
  if (!stage.live) return null;
  if (stage.over) return 'The match is over.';
  if (view.state !== 'PLAYER_TURN') return 'Not before the first turn.';
  if (view.pending[0] !== undefined) return 'Something is being chosen first.';
  return stage.toAct ? null : 'It is not your move.';
}

const SETUP_TIPS: Partial<Record<MatchState, string[]>> = {
  DRAWING_CARDS: ['Both draw seven cards. A hand without a basic creature is shown and drawn again.'],
  SELECT_ACTIVE_POKEMON: [
    'Press a bright card, then “Make it your active creature”.',
    'Good first creatures have many HP and an attack that costs one energy.',
  ],
  SELECT_BENCH_POKEMON: [
    'Benched creatures wait, and come forward when the active one falls.',
    'Who has no creature left has lost: one or two on the bench are a good idea.',
  ],
};
const TURN_TIPS = [
  'Press a card of your hand to read it and to see what it can do.',
  'Attach one energy a turn: attacks need the coloured discs that stand before them.',
  'Evolve creatures from your hand: the card says on whom.',
  'Attack last: it ends what you can do in this turn.',
  'Knock creatures out to take prizes. The last prize wins.',
];
/** What somebody should know who plays for the first time. */
export const tips = (view: View): string[] =>
  view.state === 'PLAYER_TURN' ? TURN_TIPS : (SETUP_TIPS[view.state] ?? []);
