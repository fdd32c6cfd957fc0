/** The games in the order of the lobby. What belongs to a game is in its own folder. */
import Swords from '~icons/game-icons/crossed-swords';
import type { GameInfo } from '../lib/api';
import { query } from '../lib/settings.svelte';
import type { Place } from '../protocol';
import type { Choice, Face, Opponent } from './face';
import { face as judo } from './judo/face';
import { face as necro } from './necro/face';
import { face as orcain } from './orcain/face';
import type { GamePart } from './part';
import { face as tank } from './tank/face';
import { face as tcg } from './tcg/face';

export type { Choice, Face, Opponent } from './face';
export type { GamePart } from './part';

export const faces: Record<string, Face> = { judo, tcg, tank, necro, orcain };

/** Each game comes when it is chosen. */
const parts: Record<string, () => Promise<{ part: GamePart }>> = {
  judo: () => import('./judo'),
  tcg: () => import('./tcg'),
  tank: () => import('./tank'),
  necro: () => import('./necro'),
  orcain: () => import('./orcain'),
};

export const ORDER = Object.keys(faces);
/** The game that is meant where none is named. */
export const FIRST = ORDER[0]!;

const unknown = (info: GameInfo): Face => ({
  title: info.game.charAt(0).toUpperCase() + info.game.slice(1),
  line: info.about,
  players: `${info.seats} players`,
  minutes: '',
  icon: Swords,
  levels: [{ bot: 'random', label: 'Random' }, ...info.bots.map(({ name }) => ({ bot: name, label: name }))],
  choices: [],
  seats: () => info.seats,
  rules: [info.about],
});

export function faceOf(info: GameInfo): Face {
  return faces[info.game] ?? unknown(info);
}

export function titleOf(game: string): string {
  return faces[game]?.title ?? game;
}

export async function partOf(game: string): Promise<GamePart> {
  // The plain screen shows every game, for who makes one or looks behind another.
  const own = query.get('plain') === '1' ? undefined : parts[game];
  const load = own ?? (() => import('./plain'));
  return (await load()).part;
}

/** The game that has a page of its own under this address. */
export const pageOwner = (page: string): string | undefined =>
  ORDER.find((game) => faces[game]?.pages?.[page] !== undefined);

/** What each player of a game chooses for themselves. */
export const ownChoice = (game: string): Choice | undefined => faces[game]?.choices.find(({ own }) => own);

/** The class with which somebody plays who has chosen so. */
export function classOf(game: string, chosen: Record<string, string>): string | undefined {
  const choice = ownChoice(game);
  return choice && (chosen[choice.key] ?? choice.usual);
}

/** The table that the choices of the lobby describe. */
export function tableOf(
  game: string,
  against: Exclude<Opponent, 'queue'>,
  level: string,
  chosen: Record<string, string>,
): { game: string; preset?: string; config: object; seats: Place[]; host?: boolean; class?: string } {
  const face = faces[game];
  const config = {};
  for (const choice of face?.choices ?? []) {
    const value = chosen[choice.key] ?? choice.usual;
    if (value !== choice.usual || choice.key === 'length') choice.to(config, value);
  }
  const count = face?.seats(chosen) ?? 2;
  const other = { computer: { type: 'bot', bot: level }, same: { type: 'me' }, friend: { type: 'open' } } as const;
  // Who directs a match of others does not play in it.
  const host = chosen.host === 'true' && (face?.choices.some(({ key }) => key === 'host') ?? false);
  const first: Place = { type: host && against === 'friend' ? 'open' : 'me' };
  const seats: Place[] = [first, ...Array.from({ length: count - 1 }, () => other[against])];
  const preset = chosen.preset ?? (against === 'computer' ? face?.solo : face?.people);
  const mine = classOf(game, chosen);
  face?.table?.(config, { against, level, chosen, seats: count, mine });
  return {
    game,
    ...(preset === undefined ? {} : { preset }),
    config,
    seats,
    ...(host ? { host } : {}),
    ...(mine === undefined ? {} : { class: mine }),
  };
}
