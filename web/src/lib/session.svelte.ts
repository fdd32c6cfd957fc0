/** The connection to the server: who one is, what one waits for, and the matches one sees. */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { Answered, Place, QueueCard, Said, TableCard, ServerMessage } from '../protocol';
import { api, Refused, socketAt } from './api';
import { Heartbeat } from './heartbeat';
import { Match } from './match.svelte';
import { someName } from './names';
import { router } from './router.svelte';
import { sent } from './sent.svelte';
import { settings } from './settings.svelte';

export type Status = 'connecting' | 'online' | 'offline' | 'replaced';
/** A message without its number. */
export type Wish = Said extends infer S ? (S extends { id?: number } ? Omit<S, 'id'> : never) : never;

interface Waiting {
  message: Wish & { id: number };
  done: (answer: Answered) => void;
  failed: (error: Refused) => void;
}

const PATIENCE_MS = 12_000;
/** Messages that no click sends. */
const SILENT = ['hello', 'ping', 'sync', 'check', 'preview', 'options'];
const RETRY_MS = [150, 300, 600, 1200, 2500, 4000];

/** A seed as it is typed: digits are a decimal number, as on the command line; 0x or letters make it hexadecimal. */
const seedOf = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** A message as the inspector keeps it. */
export interface Message {
  type: string;
  token?: string | null;
  re?: number | string;
  ok?: boolean;
  code?: string;
  text?: string;
}

class Session {
  status = $state<Status>('connecting');
  /** Whether the connection is open, but nothing comes back. */
  stalled = $state(false);
  /** Whether the browser has a network at all. */
  network = $state(navigator.onLine);
  /** When another page took over, by this page's clock. */
  replacedAt = $state<number | null>(null);
  account = $state<string | null>(null);
  name = $state<string | null>(null);
  queue = $state<QueueCard | null>(null);
  /** The table at which one waits. */
  table = $state<TableCard | null>(null);
  matches = new SvelteMap<string, Match>();
  /** The match that was left by a link, in words; the lobby tells of it until the next one starts. */
  left = $state.raw<{ game: string; interrupt: string; outcome: string; score: string } | null>(null);
  /** What the person should be told once, in words. */
  notice = $state<string | null>(null);
  /** Every message of this connection, for the inspector. */
  wire = $state.raw<{ at: number; from: 'page' | 'server'; message: Message }[]>([]);

  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #resumed = new Set<string>();
  #heart = new Heartbeat({
    ping: () => void this.ask({ type: 'ping' }).catch(() => {}),
    stall: () => (this.stalled = true),
    giveUp: () => this.#drop(),
  });

  start(): void {
    if (this.#socket === null) void this.#connect();
    addEventListener('offline', () => {
      this.network = false;
      if (this.status === 'online') this.#heart.probe();
    });
    addEventListener('online', () => {
      this.network = true;
      if (this.status === 'online') this.#heart.probe();
      else this.hurry();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#wake();
    });
  }

  /** Whether the server has said that this match of one's own goes on; its frames follow. */
  resumes(id: string): boolean {
    return this.#resumed.has(id);
  }

  /** Tries to connect at once. */
  hurry(): void {
    if (this.status === 'online') return;
    clearTimeout(this.#retry);
    this.#failures = 0;
    void this.#connect();
  }

  /** After a sleep nothing that was counted here is trusted. */
  #wake(): void {
    if (this.status === 'offline') this.hurry();
    if (this.status !== 'online') return;
    for (const match of this.matches.values()) {
      if (match.ended === null) void this.ask({ type: 'sync', match: match.id }).catch(() => {});
    }
  }

  async #connect(): Promise<void> {
    this.#socket?.close();
    if (this.status !== 'offline') this.status = 'connecting';
    try {
      if (settings.token === null) await this.#newGuest();
    } catch {
      return this.#lost();
    }
    const socket = new WebSocket(socketAt('/ws'));
    this.#socket = socket;
    socket.onopen = () => void this.#hello();
    socket.onmessage = ({ data }) => this.#heard(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    setTimeout(() => {
      if (this.#socket === socket && socket.readyState === WebSocket.CONNECTING) this.#drop();
    }, PATIENCE_MS);
  }

  async #newGuest(): Promise<void> {
    settings.keepToken((await api.guest()).token);
    // Without a name, one can be chosen later.
    for (let tries = 0; tries < 3; tries++) {
      if ((await api.rename(someName()).catch(() => null)) !== null) return;
    }
  }

  /** Gives up a socket that may never say that it is closed. */
  #drop(): void {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  #lost(): void {
    this.#socket = null;
    this.#heart.stop();
    this.stalled = false;
    if (this.status === 'replaced') return;
    this.status = 'offline';
    for (const [id, waiting] of this.#waiting) {
      // Acts are said again, with the same number, when the connection is back.
      if (waiting.message.type === 'act') continue;
      this.#forget(id);
      waiting.failed(new Refused('offline', 'The connection was lost.'));
    }
    const pause = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]!;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), pause);
  }

  async #hello(): Promise<void> {
    try {
      const answer = await this.ask({ type: 'hello', token: settings.token ?? '' });
      this.#failures = 0;
      this.#forgetAllBut(answer.matches ?? []);
      this.status = 'online';
      this.replacedAt = null;
      this.account = answer.account ?? null;
      this.name = answer.name ?? null;
      this.queue = answer.queue ?? null;
      this.table = null;
      this.#watchAgain();
      for (const { message } of [...this.#waiting.values()]) this.#say(message);
    } catch (error) {
      // A server that does not know this account any more gets a new guest.
      if (error instanceof Refused && error.code === 'unauthorized') settings.token = null;
      // Whatever it was, it is tried again with another socket.
      this.#socket?.close();
    }
  }

  /** What ended while one was away is not among those that go on. */
  #forgetAllBut(running: string[]): void {
    this.#resumed = new Set(running);
    for (const match of this.matches.values()) {
      if (match.ended === null && !running.includes(match.id)) match.gone = !match.watching;
    }
  }

  #watchAgain(): void {
    for (const match of this.matches.values()) {
      if (match.watching && match.ended === null) void this.watch(match.id).catch(() => {});
    }
  }

  #say(message: Message): void {
    if (message.type !== 'ping') this.note('page', message.type === 'hello' ? { ...message, token: '…' } : message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Keeps what was said for the inspector. */
  note(from: 'page' | 'server', message: Message): void {
    this.wire = [...this.wire.slice(-199), { at: Date.now(), from, message }];
  }

  /** Says something and waits for the answer; a refusal is thrown. */
  ask(wish: Wish): Promise<Answered> {
    // Whoever asks does not depend on what is known of the connection.
    return untrack(() => this.#ask(wish));
  }

  #ask(wish: Wish): Promise<Answered> {
    // Numbers rise over reloads too, since they begin with the time.
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    const message = { ...wish, id: this.#lastId } as Wish & { id: number };
    return new Promise((done, failed) => {
      this.#waiting.set(message.id, { message, done, failed });
      if (!SILENT.includes(message.type)) sent.begin(message.id);
      if (message.type !== 'act') {
        setTimeout(() => {
          if (this.#forget(message.id)) failed(new Refused('offline', 'The server does not answer.'));
        }, PATIENCE_MS);
      }
      const replaced = this.status === 'replaced';
      if (message.type === 'hello' || this.status === 'online') this.#say(message);
      else if (message.type !== 'act' || replaced) {
        this.#forget(message.id);
        failed(
          new Refused('offline', replaced ? 'The match goes on in another tab.' : 'There is no connection just now.'),
        );
      } else this.notice = 'No connection: this is sent as soon as it is back.';
    });
  }

  /** Waits no longer for an answer; says whether one was waited for. */
  #forget(id: number): boolean {
    sent.end(id);
    return this.#waiting.delete(id);
  }

  #heard(told: ServerMessage): void {
    const answered = told.type === 'answer' ? this.#waiting.get(told.re ?? -1) : undefined;
    if (answered?.message.type !== 'ping') this.note('server', told);
    this.stalled = false;
    this.#heart.beat();
    switch (told.type) {
      case 'answer': {
        if (answered === undefined) break;
        this.#forget(answered.message.id);
        if (told.ok) answered.done(told);
        else answered.failed(new Refused(told.code ?? 'unknown', told.text ?? 'Not possible now.'));
        break;
      }
      case 'match': {
        const known = this.matches.get(told.match);
        if (known !== undefined) {
          known.introduce(told);
          break;
        }
        this.matches.set(told.match, new Match(this, told));
        if (told.yours.length === 0 || this.#resumed.has(told.match)) break;
        this.queue = null;
        this.table = null;
        router.go(`match/${told.match}`);
        break;
      }
      case 'frame':
        this.matches.get(told.match)?.take(told);
        break;
      case 'ended':
        this.matches.get(told.match)?.end(told);
        if (told.next !== undefined) this.notice = 'A tie: one more match decides.';
        break;
      case 'rematch':
        this.matches.get(told.match)?.wish(told.seats);
        break;
      case 'presence':
        this.matches.get(told.match)?.miss(told.away);
        break;
      case 'delayed':
      case 'stopped':
        if (told.type === 'stopped' && told.code === 'moved') this.notice = told.text;
        this.matches.get(told.match)?.pause(told.text);
        break;
      case 'table':
        this.table = told.table;
        break;
      case 'table_closed':
        this.table = null;
        this.notice = 'The table was closed.';
        break;
      case 'queue_left':
        this.queue = null;
        this.notice = told.text;
        break;
      case 'bye':
        if (told.code !== 'replaced') break;
        this.status = 'replaced';
        this.replacedAt = performance.now();
        break;
    }
  }

  async open(table: {
    game: string;
    preset?: string;
    config?: unknown;
    seats: Place[];
    public?: boolean;
    seed?: string;
    host?: boolean;
    class?: string;
  }): Promise<string | null> {
    const answer = await this.ask({
      type: 'table_open',
      config: {},
      public: false,
      ...table,
      seed: table.seed === undefined ? undefined : seedOf(table.seed),
      bot_pace_ms: settings.botPace,
    });
    if (answer.table !== undefined) this.table = answer.table;
    return answer.match ?? null;
  }

  /** What is played at a table. */
  async lookAt(code: string): Promise<TableCard> {
    return (await this.ask({ type: 'table_look', code })).table!;
  }

  async giveUp(match: string, seat: number | 'host' | null): Promise<void> {
    await this.ask({ type: 'concede', match, ...(seat === null ? {} : { seat }) });
  }

  /** Stops the clock of a match while the screen is handed over, and lets it run again. */
  screen(match: string, covered: boolean): void {
    void this.ask({ type: 'screen', match, covered }).catch(() => {});
  }

  async join(code: string, wish: { seat?: number; class?: string } = {}): Promise<void> {
    const answer = await this.ask({ type: 'table_join', code, ...wish });
    if (answer.table !== undefined) this.table = answer.table;
  }

  async leaveTable(): Promise<void> {
    if (this.table === null) return;
    await this.ask({ type: 'table_leave', code: this.table.code });
    this.table = null;
  }

  async enqueue(game: string, preset?: string, kind?: string): Promise<void> {
    this.queue = { game, preset: preset ?? null };
    try {
      await this.ask({
        type: 'queue_join',
        game,
        ...(preset === undefined ? {} : { preset }),
        ...(kind === undefined ? {} : { class: kind }),
      });
    } catch (error) {
      this.queue = null;
      throw error;
    }
  }

  async dequeue(): Promise<void> {
    await this.ask({ type: 'queue_leave' });
    this.queue = null;
  }

  async watch(match: string): Promise<void> {
    await this.ask({ type: 'watch', match });
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }
}

export type { Session };
export const session = new Session();
