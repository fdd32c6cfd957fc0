/** What a game's screen stands on: a view, what may be done, and what was told.
 *  A running match and a replay look the same to it. */
import type { Answered, Deadline, Ended, Ending, Foreseen, Framed, Offered, SeatCard } from '../protocol';
import { Refused } from './api';
import { tick } from './clock.svelte';
import { HOST, named, PUBLIC, type Line, type Match } from './match.svelte';
import { nameAt } from './names';
import { listed } from './words';

/** An action that a screen should show, and why it cannot be done. */
export interface Offer<Action = unknown> extends Offered {
  action: Action;
}
/** What may come of an action. */
export interface Foresight<View = unknown, Event = unknown> extends Foreseen {
  view: View;
  events: Event[];
}
/** The answer to a preview. */
export interface Previewed<View = unknown, Event = unknown> extends Answered {
  results?: Foresight<View, Event>[];
}

/** A match as the screen of a game sees it. The type parameters are those of the game, from `protocol/<game>.ts`. */
export interface Stage<View = unknown, Event = unknown, Action = unknown, Config = unknown> {
  readonly match: string;
  readonly game: string;
  readonly config: Config;
  readonly seats: SeatCard[];
  /** Whose view it is; null for the public's. */
  readonly seat: number | null;
  readonly phase: string;
  readonly view: View;
  readonly legal: Action[];
  readonly toAct: boolean;
  /** Whether moves can be made here. */
  readonly live: boolean;
  readonly held: boolean;
  readonly over: boolean;
  readonly ended: Ended | null;
  readonly outcome: Framed['outcome'];
  readonly deadlines: Deadline[];
  /** What a screen should offer, with the reasons why not. */
  readonly options: Offer<Action>[];
  readonly lines: Line<Event>[];
  readonly digest: string | null;
  /** The host's seat, for who directs the match from here. */
  readonly host: Stage<View, Event, Action, Config> | null;
  /** The match's time; depends on the clock. */
  now(): number;
  name(seat: number): string;
  act(action: Action): Promise<Answered>;
  /** Acts for every seat that is played at this screen. */
  actForAll(action: Action): Promise<Answered[]>;
  check(action: Action): Promise<Answered>;
  preview(action: Action): Promise<Previewed<View, Event>>;
  concede(): Promise<Answered>;
  rematch(): Promise<Answered>;
  listen(listener: (events: Event[], view: View) => void): () => void;
}

/** "You" for the viewer, else the name. */
export function called(stage: Stage, seat: number): string {
  return seat === stage.seat ? 'You' : stage.name(seat);
}

/** What came of a match in one line, for the viewer or, where there are several or none, by name. */
export function verdict(stage: Stage, { won, drew }: Ending, viewer: number | null): string {
  const names = (of: (seat: number) => boolean): string =>
    listed(
      stage.seats
        .map((_, seat) => seat)
        .filter(of)
        .map((seat) => stage.name(seat)),
    );
  const winners = names((seat) => won.includes(seat));
  if (won.length === 0 && drew.length === 0) return 'Nobody wins';
  if (won.length === 0)
    return viewer === null ? `A draw between ${names(() => true)}` : `A draw with ${names((seat) => seat !== viewer)}`;
  if (viewer === null) return `${winners} ${won.length === 1 ? 'wins' : 'win'}`;
  return won.includes(viewer) ? `You won against ${names((seat) => !won.includes(seat))}` : `You lost to ${winners}`;
}

export class LiveStage implements Stage {
  options = $state.raw<Offer[]>([]);
  #asking = false;
  #stale = false;

  constructor(
    private readonly of: Match,
    readonly seat: number | null,
  ) {
    this.host = of.directs && seat !== HOST ? new LiveStage(of, HOST) : null;
  }

  readonly host: LiveStage | null;

  /** From where it is looked: the seat, or for who only directs or watches the one outside. */
  get viewer(): number {
    return this.seat ?? (this.host === null ? PUBLIC : HOST);
  }
  get #frame(): Framed | undefined {
    return this.of.frames.get(this.viewer);
  }

  get match(): string {
    return this.of.id;
  }
  get game(): string {
    return this.of.info.game;
  }
  get config(): unknown {
    return this.of.info.config;
  }
  get seats(): SeatCard[] {
    return this.of.info.seats;
  }
  get phase(): string {
    return this.#frame?.phase ?? '';
  }
  get view(): unknown {
    return this.#frame?.view ?? {};
  }
  get legal(): unknown[] {
    return this.#frame?.legal ?? [];
  }
  get toAct(): boolean {
    return this.#frame?.to_act ?? false;
  }
  get live(): boolean {
    return this.seat !== null && !this.of.gone;
  }
  get held(): boolean {
    return this.#frame?.held ?? false;
  }
  get over(): boolean {
    return this.of.over || this.outcome !== null;
  }
  get ended(): Ended | null {
    return this.of.ended;
  }
  get outcome(): Framed['outcome'] {
    return this.#frame?.outcome ?? null;
  }
  get deadlines(): Deadline[] {
    return this.#frame?.deadlines ?? [];
  }
  get lines(): Line[] {
    return this.of.lines(this.viewer);
  }
  get digest(): string | null {
    return this.of.ended?.digest ?? null;
  }

  now(): number {
    tick();
    return this.of.now(this.viewer);
  }

  name(seat: number): string {
    return nameAt(this.game, this.seats, seat);
  }

  async act(action: unknown): Promise<Answered> {
    if (this.seat === null) throw new Refused('not_your_match', 'You are watching.');
    return this.of.act(this.seat, action);
  }
  actForAll(action: unknown): Promise<Answered[]> {
    return Promise.all(this.of.yours.map((seat) => this.of.act(seat, action)));
  }
  check(action: unknown): Promise<Answered> {
    return this.of.session.ask({ type: 'check', match: this.match, seat: named(this.seat ?? 0), action });
  }
  preview(action: unknown): Promise<Answered> {
    return this.of.session.ask({ type: 'preview', match: this.match, seat: named(this.seat ?? 0), action });
  }
  concede(): Promise<Answered> {
    return this.of.session.ask({ type: 'concede', match: this.match, seat: named(this.seat ?? 0) });
  }
  rematch(): Promise<Answered> {
    return this.of.session.ask({ type: 'rematch', match: this.match });
  }

  listen(listener: (events: unknown[], view: unknown) => void): () => void {
    return this.of.listen((seat, frame) => {
      if (seat === this.viewer) listener(frame.events, frame.view);
    });
  }

  /** Asks anew what can be done; several frames in a row make one question. */
  refresh(): void {
    this.host?.refresh();
    if (this.seat === null || this.over) return;
    if (this.#asking) {
      this.#stale = true;
      return;
    }
    this.#asking = true;
    this.of.session
      .ask({ type: 'options', match: this.match, seat: named(this.seat) })
      .then(({ options }) => (this.options = options ?? []))
      .catch(() => {})
      .finally(() => {
        this.#asking = false;
        if (!this.#stale) return;
        this.#stale = false;
        this.refresh();
      });
  }
}
