/** A match as this page sees it: the last frame of each of its seats here, and what was told. */
import { SvelteMap } from 'svelte/reactivity';
import type { Answered, Away, Ended, Framed, Introduced } from '../protocol';
import type { Session } from './session.svelte';

/** What was told, in order. */
export interface Line<Event = unknown> {
  n: number;
  at: number;
  event: Event;
}

/** Seats are 0 and up; the public looks from here. */
export const PUBLIC = -1;
/** Who directs the match looks from here. */
export const HOST = 255;
/** A seat as the server names it. */
export const named = (seat: number): number | 'host' => (seat === HOST ? 'host' : seat);
/** A page tells its log by this whether it came late to the match. */
export const LATE = Symbol('late');
const KEPT = 400;

export class Match {
  info: Introduced;
  frames = new SvelteMap<number, Framed>();
  ended = $state.raw<Ended | null>(null);
  /** Seats that would play again. */
  wishes = $state.raw<number[]>([]);
  /** The players who are not connected. */
  away = $state.raw<Away[]>([]);
  /** It went on, or ended, without this page. */
  gone = $state(false);
  /** The screen is being handed over: a curtain hides the match from everybody. */
  covered = $state(false);
  /** Why the server cannot save the match now. */
  paused = $state<string | null>(null);
  #lines = new SvelteMap<number, Line[]>();
  #received = new Map<number, number>();
  /** The number of the first frame that each seat was shown here. */
  #first = new SvelteMap<number, number>();
  #listeners = new Set<(seat: number, frame: Framed) => void>();
  #count = 0;
  #pausedAt: number | null = null;

  constructor(
    readonly session: Session,
    info: Introduced,
  ) {
    this.info = $state.raw(info);
  }

  get id(): string {
    return this.info.match;
  }
  /** The seats that are played here. */
  get yours(): number[] {
    return this.info.yours.filter((seat) => seat !== 'host');
  }
  /** Whether the match is directed from here. */
  get directs(): boolean {
    return this.info.yours.includes('host');
  }
  get watching(): boolean {
    return this.info.yours.length === 0;
  }
  get over(): boolean {
    return this.ended !== null || this.info.over;
  }

  /** Says that the server cannot save the match now; the next frame takes it back. */
  pause(text: string): void {
    this.paused = text;
    this.#pausedAt ??= performance.now();
  }

  introduce(info: Introduced): void {
    this.info = info;
    this.gone = false;
  }

  take(frame: Framed): void {
    const seat = frame.seat === 'host' ? HOST : (frame.seat ?? PUBLIC);
    this.paused = null;
    this.#pausedAt = null;
    this.#received.set(seat, performance.now());
    this.frames.set(seat, frame);
    if (!this.#first.has(seat)) this.#first.set(seat, frame.frame);
    if (frame.events.length > 0) {
      const told = frame.events.map((event) => ({ n: ++this.#count, at: frame.now, event }));
      this.#lines.set(seat, [...(this.#lines.get(seat) ?? []), ...told].slice(-KEPT));
    }
    for (const listener of this.#listeners) listener(seat, frame);
  }

  end(ended: Ended): void {
    this.ended = ended;
  }

  wish(seats: number[]): void {
    this.wishes = seats;
  }

  miss(away: Away[]): void {
    this.away = away;
  }

  lines(seat: number): Line[] {
    return this.#lines.get(seat) ?? [];
  }

  /** Whether something had happened before this page saw it. */
  late(seat: number): boolean {
    return (this.#first.get(seat) ?? 1) > 1;
  }

  /** Hears every frame, in order. */
  listen(listener: (seat: number, frame: Framed) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The match's time, as the server counts it. */
  now(seat: number): number {
    const frame = this.frames.get(seat);
    if (frame === undefined) return 0;
    if (frame.held || this.over) return frame.now;
    // A page that another one has taken over from knows the time of that moment and no later one.
    return (
      frame.now + ((this.session.replacedAt ?? this.#pausedAt ?? performance.now()) - (this.#received.get(seat) ?? 0))
    );
  }

  act(seat: number, action: unknown): Promise<Answered> {
    const asked = this.frames.get(seat)?.asked ?? 0;
    return this.session.ask({ type: 'act', match: this.id, seat: named(seat), action, asked });
  }
}
