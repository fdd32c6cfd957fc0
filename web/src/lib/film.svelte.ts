/** A match that is over, entry by entry. */
import { SvelteMap } from 'svelte/reactivity';
import type { Answered, Deadline, Ended, Film, Offered, SeatCard, Still } from '../protocol';
import { api, Refused, type Source } from './api';
import type { Line } from './match.svelte';
import { isBot, nameAt } from './names';
import type { Stage } from './stage.svelte';

let file: { name: string; text: string } | null = null;

/** Keeps a file for the page that shows it. */
export function keepFile(name: string, text: string): void {
  file = { name, text };
}
export function sourceOf(id: string, share: string | null): Source | null {
  if (id !== 'file') return share === null ? { match: id } : { match: id, share };
  return file === null ? null : { file: file.text };
}

export class FilmStage implements Stage {
  readonly live = false;
  readonly held = false;
  readonly toAct = false;
  readonly legal: unknown[] = [];
  readonly options: Offered[] = [];
  /** The entry that is shown. */
  at = $state(0);
  readonly ended: Ended | null = null;
  #stills = new SvelteMap<number, Still>();
  #listeners = new Set<(events: unknown[], view: unknown) => void>();
  #loading = new Map<number, Promise<void>>();
  /** What the game notes before events are put into words. */
  note: ((events: unknown[], before: unknown, after: unknown) => void) | undefined;

  private constructor(
    readonly source: Source,
    readonly film: Film,
    readonly seat: number | null,
    readonly seats: SeatCard[],
  ) {
    for (const still of film.stills) this.#stills.set(still.seq, still);
  }

  static async of(source: Source, seat: number | null): Promise<FilmStage> {
    const [film, card] = await Promise.all([
      api.film(source, seat, 0),
      'match' in source ? api.match(source.match, source.share).catch(() => null) : null,
    ]);
    // A file tells names alone.
    const seats = card?.seats ?? film.names.map((name) => ({ name, bot: isBot(film.game, name) }));
    return new FilmStage(source, film, seat, seats);
  }

  get #still(): Still | undefined {
    return this.#stills.get(this.at);
  }
  get entries(): number {
    return this.film.entries;
  }
  get match(): string {
    return 'match' in this.source ? this.source.match : 'file';
  }
  get game(): string {
    return this.film.game;
  }
  get config(): unknown {
    return this.film.config;
  }
  get phase(): string {
    return this.#still?.phase ?? '';
  }
  get view(): unknown {
    return this.#still?.view ?? {};
  }
  get over(): boolean {
    return this.at === this.entries && this.film.outcome !== null;
  }
  get outcome(): Film['outcome'] {
    return this.over ? this.film.outcome : null;
  }
  get deadlines(): Deadline[] {
    return this.#still?.deadlines ?? [];
  }
  get digest(): string | null {
    return this.#still?.digest ?? null;
  }
  get lines(): Line[] {
    const lines: Line[] = [];
    for (let seq = Math.max(0, this.at - 120); seq <= this.at; seq++) {
      const still = this.#stills.get(seq);
      // Whoever jumps into a match has not seen what its events speak of.
      const before = this.#stills.get(seq - 1) ?? still;
      if (still !== undefined && before !== undefined) this.note?.(still.events, before.view, still.view);
      for (const [n, event] of (still?.events ?? []).entries())
        lines.push({ n: seq * 1000 + n, at: still?.at ?? 0, event });
    }
    return lines;
  }

  /** Goes to an entry; what is not here yet is fetched. */
  async go(to: number): Promise<void> {
    const at = Math.max(0, Math.min(this.entries, to));
    if (!this.#stills.has(at)) await this.#fetch(at);
    const next = at === this.at + 1;
    this.at = at;
    const still = this.#still;
    if (still === undefined) return;
    for (const listener of this.#listeners) listener(next ? still.events : [], still.view);
  }

  /** Fetches an entry with those before it; the server sends as many at once as fit. */
  async #fetch(at: number): Promise<void> {
    await this.#fetchFrom(this.#stills.has(at - 1) ? at : Math.max(0, at - 120));
    if (!this.#stills.has(at)) await this.#fetchFrom(at);
  }

  #fetchFrom(from: number): Promise<void> {
    const loading =
      this.#loading.get(from) ??
      api.film(this.source, this.seat, from).then(({ stills }) => {
        for (const still of stills) this.#stills.set(still.seq, still);
      });
    this.#loading.set(from, loading);
    return loading;
  }

  now(): number {
    return this.#still?.at ?? 0;
  }
  name(seat: number): string {
    return nameAt(this.game, this.seats, seat);
  }
  listen(listener: (events: unknown[], view: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  readonly host = null;
  readonly act = (): Promise<Answered> => this.#no();
  readonly actForAll = (): Promise<Answered[]> => Promise.all([this.#no()]);
  readonly check = (): Promise<Answered> => this.#no();
  readonly preview = (): Promise<Answered> => this.#no();
  readonly concede = (): Promise<Answered> => this.#no();
  readonly rematch = (): Promise<Answered> => this.#no();
  #no(): Promise<Answered> {
    return Promise.reject(new Refused('replay', 'This is a replay.'));
  }
}
