/** The HTTP side of the server. */
import type { Film, Judged, MatchCard, Place, Run, Standing, TableCard } from '../protocol';
import { settings } from './settings.svelte';

export interface GameInfo {
  game: string;
  about: string;
  rules_version: number;
  seats: number;
  presets: { name: string; about: string }[];
  bots: { name: string; about: string; params: string[] }[];
  config: unknown;
}

export interface Chart {
  game: string;
  states: string[];
  initial: string;
  final: string[];
  edges: { from: string; on: string; guard: string | null; to: string }[];
}

export interface Me {
  account: string;
  name: string | null;
  tokens: number;
}

/** Why the server did not do it. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch {
    throw new Refused('offline', 'The server does not answer. Try again in a moment.');
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  const { code, text } = (body ?? {}) as { code?: string; text?: string };
  throw new Refused(code ?? `http_${response.status}`, text ?? `The server said ${response.status}.`);
}

const bearer = (): HeadersInit => ({ authorization: `Bearer ${settings.token ?? ''}` });
const posted = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { ...bearer(), 'content-type': 'application/json' },
});

/** Where a socket of this server is. */
export const socketAt = (path: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;

/** Where a film comes from: a match of the server, with the secret of its share link if it is private, or a file. */
export type Source = { match: string; share?: string } | { file: string };

/** Sends the token where there is one: private matches are shown to their players. */
const known = (): RequestInit => (settings.token === null ? {} : { headers: bearer() });
const shared = (share: string | undefined): string => (share === undefined ? '' : `share=${encodeURIComponent(share)}`);

export const api = {
  guest: () => ask<{ account: string; token: string }>('/guests', { method: 'POST' }),
  me: () => ask<Me>('/me', { headers: bearer() }),
  rename: (name: string) => ask<Me>('/me', { ...posted(JSON.stringify({ name })), method: 'PATCH' }),
  games: () => ask<GameInfo[]>('/games'),
  chart: (game: string) => ask<Chart>(`/games/${game}/chart`),
  /** The cards of a game and the decks it offers. */
  cards: <T>(game: string) => ask<T>(`/games/${game}/cards`),
  /** What is to be said of a deck list. */
  judge: (game: string, text: string) => ask<Judged>(`/games/${game}/decks/check`, posted(JSON.stringify({ text }))),
  tables: () => ask<TableCard[]>('/tables'),
  running: () => ask<MatchCard[]>('/matches?state=running&limit=50'),
  finished: () => ask<MatchCard[]>('/matches?state=finished&limit=50'),
  match: (id: string, share?: string) => ask<MatchCard>(`/matches/${encodeURIComponent(id)}?${shared(share)}`, known()),
  /** The replay file of a match. */
  async replay(id: string, share?: string): Promise<Blob> {
    const response = await fetch(`/api/matches/${encodeURIComponent(id)}/replay?${shared(share)}`, known());
    if (!response.ok) throw new Refused(`http_${response.status}`, 'The replay cannot be downloaded now.');
    return response.blob();
  },
  /** The secret of the link that shows a match to others. */
  share: (id: string) => ask<{ share: string }>(`/matches/${encodeURIComponent(id)}/share`, posted('{}')),
  mine: (limit = 20) => ask<MatchCard[]>(`/me/matches?limit=${limit}`, { headers: bearer() }),
  leaderboard: (game: string) => ask<Standing[]>(`/leaderboard/${game}`),
  /** Whether the server takes matches, and whether it plays balance runs. */
  ready: () => ask<{ runs: boolean }>('/ready'),
  run: (wish: object) => ask<Run>('/runs', posted(JSON.stringify(wish))),
  runAt: (id: number) => ask<Run>(`/runs/${id}`),
  cancelRun: (id: number) => ask<Run>(`/runs/${id}`, { method: 'DELETE' }),
  film(source: Source, seat: number | null, from: number): Promise<Film> {
    const look = `?from=${from}${seat === null ? '' : `&seat=${seat}`}`;
    return 'match' in source
      ? ask<Film>(
          `/matches/${source.match}/film${look}${source.share === undefined ? '' : `&${shared(source.share)}`}`,
          known(),
        )
      : ask<Film>(`/replays/film${look}`, posted(source.file));
  },
  playOn(source: Source, on: { at: number; seats: Place[]; bot_pace_ms: number }) {
    return 'match' in source
      ? ask<{ match: string }>(
          `/matches/${source.match}/play-on`,
          posted(JSON.stringify({ ...on, share: source.share })),
        )
      : ask<{ match: string }>('/replays/play-on', posted(`{"replay":${source.file},"on":${JSON.stringify(on)}}`));
  },
};
