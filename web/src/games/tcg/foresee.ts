/** What an attack would do, told from the server's preview. */
import { called, type Previewed } from '../../lib/stage.svelte';
import type { Breakdown, Event, PromptKind, View, WinCondition } from '../../protocol/tcg';
import { nameOf, seatOf, type CreaturesStage } from './cards';
import { note, placeOf, plural, purposeName, STATUS, words } from './words';

/** The events of one type. */
type Of<Type extends Event['type']> = Extract<Event, { type: Type }>;

export interface Fate {
  odds: number;
  /** The coins that lead here. */
  coins: string;
  amount: number | null;
  breakdown: Breakdown | null;
  /** Of the creature that is hit; null if it is knocked out. */
  left: number | null;
  /** What else happens, in sentences. */
  more: string[];
  /** The same in a few words each, for the foot of an attack. */
  short: string[];
  /** How the match ends by it, in a sentence; null if it goes on. */
  end: string | null;
}

/** What only moves the match on, or is told otherwise. */
const UNTOLD = new Set<Event['type']>([
  'attack_declared',
  'between_turns_started',
  'choice_resolved',
  'coin_flipped',
  'deck_shuffled',
  'match_ended',
  'phase_changed',
  'state_changed',
  'timed_effect_ended',
  'turn_ended',
  'turn_started',
]);

export function foresee(answer: Previewed<View, Event>, view: View, stage: CreaturesStage): Fate[] {
  const fates = (answer.results ?? []).map(({ odds, events }) => fate(odds, events, view, stage));
  const same = (a: Fate, b: Fate): boolean =>
    a.amount === b.amount && a.end === b.end && a.more.join() === b.more.join();
  const joined: Fate[] = [];
  for (const one of fates) {
    const known = joined.find((other) => same(one, other));
    if (known === undefined) joined.push(one);
    else known.odds += one.odds;
  }
  return joined.sort((a, b) => b.odds - a.odds);
}

function fate(odds: number, events: Event[], view: View, stage: CreaturesStage): Fate {
  const foe = view.opponentState;
  note(events, view, view);
  const hits = events.filter(
    (event) =>
      event.type === 'damage_dealt' && event.target.player === foe.player && event.target.position === 'ACTIVE',
  ) as Of<'damage_dealt'>[];
  const amount = hits.length === 0 ? null : hits.reduce((sum, { amount }) => sum + amount, 0);
  const hp = foe.activePokemon?.currentHp ?? 0;
  const coins = events
    .filter((event) => event.type === 'coin_flipped')
    .map(({ purpose, results }) => `${purpose === 'attack' ? '' : `${purposeName(purpose)} `}${results.join(', ')}`);
  const felled = (event: Event): boolean =>
    event.type === 'creature_knocked_out' && event.target.player === foe.player && event.target.position === 'ACTIVE';
  const isHit = (event: Event): boolean => hits.some((hit) => hit === event);
  const others = events.filter((event) => !UNTOLD.has(event.type) && !isHit(event) && !felled(event));
  const ended = events.find((event) => event.type === 'match_ended');
  return {
    odds,
    coins: coins.join('; '),
    amount,
    breakdown: hits[0]?.breakdown ?? null,
    left: hp > (amount ?? 0) ? hp - (amount ?? 0) : null,
    more: others.map((event) => sentence(event, stage)).filter((text) => text !== null),
    short: others.map((event) => inBrief(event, view)).filter((text) => text !== null),
    end: ended === undefined ? null : ending(ended, stage),
  };
}

/** A sentence about what would happen. Cards that nobody has seen yet stay unnamed: the preview only guesses them. */
function sentence(event: Event, stage: CreaturesStage): string | null {
  if (event.type === 'choice_requested') return choice(event, stage);
  if (event.type === 'card_drawn' || event.type === 'prize_taken') return words({ ...event, cardId: null }, stage);
  return words(event.type === 'cards_searched' ? { ...event, cards: null } : event, stage);
}

const CHOICES: Record<PromptKind, string> = {
  SELECT_PRIZE: 'a prize',
  SET_ACTIVE: 'a new active creature',
  CHOOSE_CREATURE: 'a creature',
  CHOOSE_CARDS: 'cards',
  CHOOSE_ENERGY: 'energy',
  CHOOSE_ORDER: 'an order',
  YES_NO: 'whether to do it',
};
function choice({ player, kind }: Of<'choice_requested'>, stage: CreaturesStage): string {
  const who = player === undefined ? 'Somebody' : called(stage, seatOf(player));
  return `${who} then ${who === 'You' ? 'choose' : 'chooses'} ${CHOICES[kind]}.`;
}

function inBrief(event: Event, view: View): string | null {
  const { player, activePokemon } = view.playerState;
  const own = (placeOf(event)?.player ?? event.player) === player;
  const whom = own ? 'itself' : 'the foe';
  switch (event.type) {
    case 'cards_discarded':
      return own && activePokemon !== null && event.cards.includes(activePokemon.cardId)
        ? 'discards itself'
        : own
          ? `discards ${plural(event.cards.length, 'card')}`
          : null;
    case 'creature_knocked_out':
      return own ? `${nameOf(event.cardId)} is knocked out` : null;
    case 'damage_counters_placed':
    case 'damage_dealt':
      return own ? `${event.amount} to ${event.target.position === 'ACTIVE' ? 'itself' : 'your bench'}` : null;
    case 'damage_healed':
      return `heals ${event.amount}`;
    case 'energy_discarded':
      return `${own ? 'costs' : 'takes'} ${event.cards.length} energy`;
    case 'status_applied':
      return `${whom} ${STATUS[event.status].word}`;
    case 'switched':
      return own ? 'switches out' : 'switches the foe';
    case 'attack_failed':
      return 'fails';
    default:
      return null;
  }
}

const ENDS: Partial<Record<WinCondition, [string, string]>> = {
  PRIZE_CARDS: ['you take your last prize', 'the last prize is taken'],
  NO_POKEMON: ['no creature is left against you', 'you have no creature left'],
  DECK_OUT: ['the other deck is empty', 'your deck is empty'],
};
function ending({ winner, winCondition }: Of<'match_ended'>, stage: CreaturesStage): string {
  if (winner === null) return 'The match ends in a draw.';
  const won = seatOf(winner) === stage.seat;
  const why = winCondition === null ? undefined : ENDS[winCondition]?.[won ? 0 : 1];
  return `You ${won ? 'win' : 'lose'} the match${why === undefined ? '' : `: ${why}`}.`;
}

export const percent = (odds: number): string => `${Math.round(odds * 100)} %`;

/** A few lines for the foot of an attack, one for each way it may go. */
export function inShort(fates: Fate[]): { text: string; lost: boolean }[] {
  const all = fates.length;
  return fates.slice(0, 3).map(({ odds, amount, left, short, end }) => {
    const blow =
      amount === null ? 'no damage' : `${amount} damage, ${left === null ? 'knocks out' : `${left} HP left`}`;
    const parts = [blow, ...new Set(short), ...(end === null ? [] : [end.replace(/^You/, 'you').replace(/\.$/, '')])];
    return {
      text: `${all === 1 ? '' : `${percent(odds)}: `}${parts.join(' · ')}`,
      lost: end?.startsWith('You lose') ?? false,
    };
  });
}
