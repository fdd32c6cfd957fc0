/** What an attack would do, told from the server's preview. */
import type { Stage } from '../../lib/stage.svelte';
import type { Answered, Body } from '../../protocol';
import type { Breakdown, View } from './cards';
import { note, purposeName, words } from './words';

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
}

const TOLD = ['status_applied', 'damage_counters_placed', 'damage_healed', 'energy_discarded', 'attack_failed', 'damage_prevented'];

export function foresee(answer: Answered, view: View, stage: Stage): Fate[] {
  const fates = (answer.results ?? []).map(({ odds, events }) => fate(odds, events, view, stage));
  const same = (a: Fate, b: Fate): boolean => a.amount === b.amount && a.more.join() === b.more.join();
  const joined: Fate[] = [];
  for (const one of fates) {
    const known = joined.find((other) => same(one, other));
    if (known === undefined) joined.push(one);
    else known.odds += one.odds;
  }
  return joined.sort((a, b) => b.odds - a.odds);
}

function fate(odds: number, events: Body[], view: View, stage: Stage): Fate {
  const foe = view.opponentState;
  note(events, view, view);
  const hits = events.filter(({ type, target }) => type === 'damage_dealt' && target.player === foe.player && target.position === 'ACTIVE');
  const amount = hits.length === 0 ? null : hits.reduce((sum, { amount }) => sum + Number(amount), 0);
  const hp = foe.activePokemon?.currentHp ?? 0;
  const coins = events
    .filter(({ type }) => type === 'coin_flipped')
    .map(({ purpose, results }) => `${purpose === 'attack' ? '' : `${purposeName(String(purpose))} `}${(results as string[]).join(', ')}`);
  const others = events.filter((event) => TOLD.includes(event.type) || (event.type === 'damage_dealt' && !hits.includes(event)));
  return {
    odds,
    coins: coins.join('; '),
    amount,
    breakdown: (hits[0]?.breakdown as Breakdown | undefined) ?? null,
    left: hp > (amount ?? 0) ? hp - (amount ?? 0) : null,
    more: others.map((event) => words(event, stage)).filter((text) => text !== null),
  };
}

export const percent = (odds: number): string => `${Math.round(odds * 100)} %`;

/** One line for the foot of an attack. */
export function inShort(fates: Fate[]): string {
  if (fates.length === 0) return '';
  const one = ({ amount, left }: Fate): string => (amount === null ? 'no damage' : `${amount} damage, ${left === null ? 'knocks out' : `${left} HP left`}`);
  if (fates.length === 1) return one(fates[0]!);
  return fates
    .slice(0, 3)
    .map((fate) => `${percent(fate.odds)}: ${fate.amount ?? 0}${fate.amount !== null && fate.left === null ? ' knocks out' : ''}`)
    .join(' · ');
}
