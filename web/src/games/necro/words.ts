/** What happened on the board, in sentences. */
import { called } from '../../lib/stage.svelte';
import { plain, possessive, upper as cap } from '../../lib/words';
import type { Cell, Config, EndReason, Event, KeyValue, Phase, Side, View, Winner } from '../../protocol/necro';
import type { NecroStage } from './cards';
import { deskOf } from './desk.svelte';

/** "red rook" of `red:rook:0`. */
export const nameOf = (id: string): string => id.split(':').slice(0, 2).join(' ');
const at = (pos: Cell): string => `${pos.x},${pos.y}`;

const SHORT: Record<string, string> = { atk: 'attack', def: 'defense', dmg: 'damage', hp: 'HP', phys: 'physical' };
/** A name of the wire in whole words. */
const whole = (name: string): string => plain(name).replace(/\b(atk|def|dmg|hp|phys)\b/g, (word) => SHORT[word]!);

const ABILITIES: Record<string, string> = { soul_overload: 'Soul Overload', soul_infusion: 'Soul Infusion' };
export const abilityName = (kind: string): string => ABILITIES[kind] ?? cap(whole(kind.replace(/^item_/, '')));

/** "physical 2": an attack, or one of the defenses. */
export const strength = ({ key, value }: KeyValue): string => `${whole(key)} ${value}`;

/** A line of a sum: `bonus:DAMAGE_BONUS` is a damage bonus. */
export const labelWords = (label: string): string => whole(label.replace(/^bonus:/, ''));

export const seatOf = (side: Side): number => (side === 'red' ? 0 : 1);

export function endWords({ winner, endReason }: View, who: (seat: number) => string): string {
  if (endReason === 'aborted') return 'The match was aborted.';
  if (winner === 'draw') return 'The last turn is over with equal scores.';
  if (winner === null) return '';
  const [won, lost] = [who(seatOf(winner)), who(1 - seatOf(winner))];
  const ends: Partial<Record<EndReason, string>> = {
    king_killed: `${cap(possessive(lost))} king is dead.`,
    resign: `${lost} resigned.`,
    turn_limit: `${won} had the higher score after the last turn.`,
    timeout: `${lost} ran out of time too often.`,
    abandon: `${lost} did not come back.`,
  };
  return (endReason !== null && ends[endReason]) || '';
}

/** Who has won, by name. */
export function overWords(stage: NecroStage, winner: Winner): string {
  if (winner === 'draw') return 'The match is drawn.';
  const who = called(stage, seatOf(winner));
  return `${who} ${who === 'You' ? 'win' : 'wins'} the match.`;
}

export function words(event: Event, stage: NecroStage): string | null {
  const desk = deskOf(stage);
  const soul = (id: string | undefined): string => (id === undefined ? 'a soul' : desk.soulName(id));
  const item = (id: string): string => desk.itemName(id);
  switch (event.type) {
    case 'UNIT_MOVED':
      return `${cap(nameOf(event.unitId))} moves to ${at(event.to)}.`;
    case 'PHASE_CHANGED':
      return event.to === 'buy' ? `${cap(event.side)} begins a turn.` : null;
    case 'SHOT_FIRED':
      return event.kind === 'direct'
        ? `${cap(nameOf(event.attackerId))} shoots the ${nameOf(event.targetUnitId)}.`
        : null;
    case 'DICE_ROLLED':
      return `The die shows ${event.value}.`;
    case 'DAMAGE_DEALT':
      return `${cap(nameOf(event.targetUnitId))} takes ${event.amount} damage${
        event.breakdown
          ? ` (${event.breakdown
              .map(({ label, amount }) => `${amount < 0 ? '− ' : '+ '}${Math.abs(amount)} ${labelWords(label)}`)
              .join(' ')
              .replace(/^\+ /, '')})`
          : ''
      }.`;
    case 'UNIT_HP_CHANGED':
      return `${cap(nameOf(event.unitId))}: ${event.from} → ${event.to} HP.`;
    case 'UNIT_KILLED':
      return `${cap(nameOf(event.unitId))} falls.`;
    case 'ENCHANTED':
      return `${soul(event.soulId)} is bound to the ${nameOf(event.unitId)}.`;
    case 'REVIVED':
      return `${cap(nameOf(event.unitId))} rises at ${at(event.pos)}.`;
    case 'ABILITY_TRIGGERED':
      return `${cap(nameOf(event.unitId))}: ${abilityName(event.abilityType)}.`;
    case 'SOUL_BOUGHT':
      return `${cap(event.side)} takes ${soul(event.soulId)} from the ${event.source}.`;
    case 'SOUL_RETURNED':
      return `${cap(event.side)} puts ${soul(event.soulId)} back.`;
    case 'SOUL_TAKEN':
      return `${cap(event.side)} steals ${soul(event.soulId)}.`;
    case 'SOUL_DETACHED':
      return `The soul of the ${nameOf(event.unitId)} is torn off.`;
    case 'ITEM_BOUGHT':
      return `${cap(event.side)} buys ${item(event.itemId)}.`;
    case 'ITEM_DISCARDED':
      return `${cap(event.side)} discards ${item(event.itemId)}.`;
    case 'ITEM_USED':
      return `${cap(event.side)} uses ${item(event.itemId)}.`;
    case 'SACRIFICED':
      return `${cap(nameOf(event.sourceUnitId))} sacrifices the ${nameOf(event.targetUnitId)}.`;
    case 'MATCH_ENDED':
      return overWords(stage, event.winner);
    case 'RESOURCES_CHANGED':
      return null;
  }
}

/** What the screen asks for, in one sentence. */
export function ask(stage: NecroStage): string {
  const desk = deskOf(stage);
  const { view } = stage;
  if (view.winner !== null) return 'The match is over.';
  if (stage.seat === null) return `${cap(view.turn.side)} moves.`;
  if (!stage.toAct) return 'The other side moves. You may look at every piece.';
  if (desk.picking?.kind === 'enchant')
    return `Choose the unit for ${desk.soulName(desk.picking.soulId)}, or press Esc.`;
  if (desk.picking?.kind === 'item')
    return `Choose a target for ${desk.item(desk.picking.itemId)?.name ?? 'the item'}, or press Esc.`;
  if (desk.picking?.kind === 'sacrifice') return 'Choose whom to sacrifice, or press Esc.';
  switch (view.turn.phase) {
    case 'buy':
      return 'Buy in the shop, or go on.';
    case 'necro':
      return 'Bind a soul to a piece or raise a corpse, or go on.';
    case 'combat':
      return desk.selected !== null && desk.unit(desk.selected)?.side === desk.side
        ? 'Choose where it goes, or whom it shoots.'
        : 'Choose one of your pieces: it moves or shoots for mana.';
    case 'turnStart':
    case 'turnEnd':
      return 'Your turn is over: hand it on.';
  }
}

/** So many of a thing; the literal rules set limits that no turn reaches. */
const upTo = (count: number, thing: string): string =>
  count >= 99 ? `any number of ${thing}s` : count === 1 ? `one ${thing}` : `${count} ${thing}s`;
/** What the shop sells in one turn, by the settings of the match. */
export const salesWords = ({ buySoulActionsPerTurn: souls, buyItemActionsPerTurn: items }: Config): string =>
  `${upTo(souls, 'soul')} and ${upTo(items, 'item')} a turn`;

const TIPS: Record<Exclude<Phase, 'buy'>, string[]> = {
  necro: [
    'Press “Bind” on a soul in your hand, then the piece of its kind: it gets the numbers and abilities of the card.',
    'A corpse of yours on an empty point can be raised again for gold.',
  ],
  combat: [
    'Press one of your pieces: dots are where it can go, red rings whom it can shoot. Both cost mana.',
    'Before a shot you see what it will do. Cannons need a piece between them and their target.',
    'Kill the enemy king to win.',
  ],
  turnStart: [],
  turnEnd: ['Mana that you keep becomes gold for your next turn.'],
};
/** What somebody should know who plays for the first time. */
export const tips = ({ turn: { phase } }: View, config: Config): string[] =>
  phase === 'buy'
    ? ['Kill the enemy king to win.', `Gold buys ${salesWords(config)}. Press Shop, or go on with Next.`]
    : TIPS[phase];
