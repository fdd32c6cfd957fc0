/** The reports of `bout sim`, `bout matrix` and `bout compare`, as the page draws them. */
import { plain } from '../../lib/words';

export interface Rate {
  name: string;
  mean: number;
  low: number;
  high: number;
  /** What would be fair, if the report says so. */
  target?: number;
  games?: number;
}
export interface Bars {
  width: number;
  counts: number[];
  unit: string;
  mean: number;
  median: number;
}
export interface Cell {
  row: string;
  column: string;
  rate: Rate;
}
export interface Group {
  name: string;
  bars: Rate[];
}
export interface Metric {
  name: string;
  share: boolean;
  values: number[];
  mean: number;
  low: number;
  high: number;
  significant: boolean;
}
export type KindOf = 'sim' | 'matrix' | 'compare';

interface Interval {
  mean: number;
  low: number;
  high: number;
}
/** The length of matches, in a report of `bout sim`. */
interface Length {
  unit: string;
  mean: number;
  p50: number;
  histogram?: { width: number; counts: number[] };
}
/** What a report tells of one number of players. */
export interface Field {
  players?: number;
  classes: Record<string, { rate: Interval; target: number; entries: number }>;
  line_ups: { line_up: string[]; games: number; classes: Record<string, { wins: number; seats?: number }> }[];
  metrics: { metric: string; share: boolean; values: number[]; differences: (Interval & { significant: boolean })[] }[];
  stats?: unknown[];
}
/** A report as far as the page draws it; which kind it is, `kindOf` says. */
export interface Report {
  game: string;
  games: number;
  seed: number | string;
  preset?: string | null;
  sets: { name: string }[];
  seats: { name: string; bot: string; win_rate: Interval }[];
  players: Field[];
  stats?: unknown;
  length?: Length;
}

const interval = (value: unknown): value is Interval =>
  typeof value === 'object' &&
  value !== null &&
  ['mean', 'low', 'high'].every((key) => typeof (value as Record<string, unknown>)[key] === 'number');

export function kindOf(report: unknown): KindOf | null {
  if (typeof report !== 'object' || report === null) return null;
  const body = report as Record<string, unknown>;
  if (typeof body.game !== 'string') return null;
  if (Array.isArray(body.sets)) return 'compare';
  if (Array.isArray(body.players)) return 'matrix';
  return Array.isArray(body.seats) ? 'sim' : null;
}

export function seatRates(report: Report): Rate[] {
  return report.seats.map((seat) => ({
    name: `${seat.name} (${seat.bot})`,
    ...seat.win_rate,
    target: 1 / report.seats.length,
    games: report.games,
  }));
}

export function classRates(players: Field): Rate[] {
  return Object.entries(players.classes).map(([name, found]) => ({
    name,
    ...found.rate,
    target: found.target,
    games: found.entries,
  }));
}

/** Row against column, both seatings together. */
export function pairings(players: Field): Cell[] {
  const sums = new Map<string, { row: string; column: string; wins: number; games: number }>();
  for (const line of players.line_ups.filter(({ line_up }) => line_up.length === 2)) {
    const [a, b] = line.line_up as [string, string];
    for (const [row, column] of a === b
      ? [[a, b]]
      : [
          [a, b],
          [b, a],
        ]) {
      const found = line.classes[row!]!;
      const sum = sums.get(`${row}/${column}`) ?? { row: row!, column: column!, wins: 0, games: 0 };
      sum.wins += found.wins / (found.seats ?? 1);
      sum.games += line.games;
      sums.set(`${row}/${column}`, sum);
    }
  }
  return [...sums.values()].map(({ row, column, wins, games }) => ({
    row,
    column,
    rate: wilson(`${row} against ${column}`, wins, games),
  }));
}

/** A share with its 95 % interval, as the simulator reckons it. */
export function wilson(name: string, hits: number, of: number): Rate {
  if (of === 0) return { name, mean: 0, low: 0, high: 1, games: 0 };
  const z = 1.959_964;
  const mean = hits / of;
  const centre = (mean + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z * Math.sqrt((mean * (1 - mean)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  return { name, mean, low: centre - half, high: centre + half, games: of };
}

export function lengths(length: Length | undefined): Bars | null {
  if (length?.histogram === undefined) return null;
  return { ...length.histogram, unit: length.unit, mean: length.mean, median: length.p50 };
}

/** Everything in the statistics that has a figure for each of several names. */
export function groups(stats: unknown): Group[] {
  const found: Group[] = [];
  const walk = (value: unknown, path: string[]): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const entries = Object.entries(value);
    const figures = entries.filter(([, item]) => typeof item === 'number' || interval(item));
    if (figures.length >= 3 && figures.length === entries.length && !interval(value))
      found.push({ name: path.map(plain).join(' · '), bars: figures.map(bar) });
    else for (const [name, item] of entries) walk(item, [...path, name]);
  };
  walk(stats, []);
  return found;
}
function bar([key, value]: [string, unknown]): Rate {
  const name = plain(key);
  if (interval(value)) return { name, mean: value.mean, low: value.low, high: value.high };
  return { name, mean: value as number, low: value as number, high: value as number };
}

export function metrics(players: Field): Metric[] {
  return players.metrics.map(({ metric, share, values, differences }) => ({
    name: plain(metric),
    share,
    values,
    ...differences[0]!,
  }));
}

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;
