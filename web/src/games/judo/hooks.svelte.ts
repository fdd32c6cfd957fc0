/** The names under which tests and tools look at a battle. They tell what the viewer may know. */
import { flushSync } from 'svelte';
import table from '../../../../crates/judo/data/classicBattleStates.json';
import type { Event, View } from '../../protocol/judo';

export interface Change {
  from: string | null;
  to: string;
  event: string | null;
  ts: number;
}
interface Drift {
  timer: string;
  drift_ms: number;
  ts: number;
  where: 'server' | 'page';
}
export interface TimerState {
  kind: string;
  remaining_ms: number;
  running: boolean;
  expired: boolean;
  deadline_ms: number | null;
}
type Waiter = { name: string; done: () => void };
type HookWindow = Window & {
  __classicBattleState?: string | null;
  __classicBattlePrevState?: string | null;
  __classicBattleLastEvent?: string | null;
  __classicBattleStateLog?: Change[];
  __classicBattleTimerState?: TimerState | null;
  __classicBattleDriftLog?: Drift[];
  waitForBattleState?: (name: string, timeoutMs?: number) => Promise<void>;
  getBattleStateTable?: () => unknown;
  getBattleLog?: (from?: number) => object[];
  injectBattleHookError?: (hook: string) => void;
  getBattleStateSnapshot?: () => object;
};

const LOG = 20;

/** One battle as the hooks show it; it outlives matches, since a room goes on after a rematch. */
class Hooks {
  state = $state('waitingForMatchStart');
  prev = $state<string | null>(null);
  event = $state<string | null>(null);
  ts = $state(0);
  log: Change[] = [];
  drifts: Drift[] = [];
  /** What was told, each with the number from which on it is asked for. */
  #events: { from: number; event: object }[] = [];
  #seq = 0;
  #waiters: Waiter[] = [];
  #armed = new Set<string>();
  #view: View | null = null;
  #timer: TimerState | null = null;
  #testMode = false;
  /** Outlives the battle's screen, as the hooks do. */
  #element = document.createElement('div');

  constructor() {
    Object.assign(this.#element, { id: 'machine-state', hidden: true });
    document.body.append(this.#element);
    const hooks = window as HookWindow;
    hooks.waitForBattleState = (name, timeoutMs = 10_000) => this.#wait(name, timeoutMs);
    hooks.getBattleStateTable = () => structuredClone(table);
    hooks.getBattleLog = (from = 1) => this.#events.filter((told) => told.from >= from).map(({ event }) => event);
    hooks.injectBattleHookError = (hook) => {
      if (!this.#testMode) throw new Error('injectBattleHookError needs test mode');
      this.#armed.add(hook);
    };
    hooks.getBattleStateSnapshot = () => this.#snapshot();
    this.#publish();
  }

  #wait(name: string, timeoutMs: number): Promise<void> {
    if (this.state === name) return Promise.resolve();
    return new Promise((done, failed) => {
      const waiter = { name, done };
      this.#waiters.push(waiter);
      setTimeout(() => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        failed(new Error(`the battle did not reach ${name} within ${timeoutMs} ms`));
      }, timeoutMs);
    });
  }

  #snapshot(): object {
    const { state, prev, event } = this;
    return {
      state,
      prev,
      event,
      log: [...this.log],
      scores: this.#view?.scores ?? { player: 0, opponent: 0 },
      round: this.#view?.round ?? 1,
      timer: this.#timer,
    };
  }

  #publish(): void {
    const hooks = window as HookWindow;
    hooks.__classicBattleState = this.state;
    hooks.__classicBattlePrevState = this.prev;
    hooks.__classicBattleLastEvent = this.event;
    hooks.__classicBattleStateLog = [...this.log];
    hooks.__classicBattleTimerState = this.#timer;
    hooks.__classicBattleDriftLog = [...this.drifts];
    document.body.dataset.battleState = this.state;
    this.#element.textContent = this.state;
    Object.assign(this.#element.dataset, { prev: this.prev ?? '', event: this.event ?? '', ts: String(this.ts) });
  }

  /** Calls what listens; one that throws is reported and keeps nobody else from being called. */
  #call(hook: string, does: () => void): void {
    try {
      if (this.#armed.delete(hook)) throw new Error('injected');
      does();
    } catch (error) {
      this.#note({ type: 'hook.error', hook, message: (error as Error).message });
    }
  }

  #note(event: Event | { type: 'hook.error' | 'input.invalid'; [field: string]: string }, at?: number): void {
    const { type, ...payload } = event;
    // What is no part of the match has no number, and stands where it happened.
    const counted: { seq?: number } = ['hook.error', 'input.invalid'].includes(String(type))
      ? {}
      : { seq: ++this.#seq };
    const from = counted.seq ?? this.#seq + 1;
    this.#events = [
      ...this.#events.slice(-999),
      { from, event: { ...counted, at_ms: at ?? null, event: type, ...payload } },
    ];
  }

  /** The battle as it stands, when a page comes to it. */
  arrive(view: View, testMode: boolean): void {
    this.#testMode = testMode;
    this.#view = view;
    if (view.state === this.state) return this.#publish();
    const again = this.state === 'matchOver' && view.state === 'waitingForMatchStart';
    const [from, event] = again ? ['matchOver', 'rematch'] : [view.prev_state, view.last_trigger];
    this.#enter({ from, to: view.state, event, ts: Date.now() }, false);
  }

  /** The lobby before any match. */
  lobby(): void {
    this.#view = null;
    this.#timer = null;
    if (this.state === 'matchOver')
      return this.#enter({ from: 'matchOver', to: 'waitingForMatchStart', event: 'home', ts: Date.now() }, false);
    // An interrupt that led here is told until the next start; nothing is told of a battle that is gone.
    if (this.state !== 'waitingForMatchStart') {
      this.log = [];
      [this.state, this.prev, this.event] = ['waitingForMatchStart', null, null];
    }
    this.#publish();
  }

  /** Takes the events of a message in order; each change of state is shown before the next. */
  take(events: Event[], view: View, at: number): void {
    this.#view = view;
    for (const event of events) {
      this.#note(event, at);
      if (event.type === 'timer.drift')
        this.drift({ timer: event.timer, drift_ms: event.drift_ms, ts: Date.now(), where: 'server' });
      if (event.type !== 'control.state.changed') continue;
      this.#enter({ from: event.from, to: event.to, event: event.trigger, ts: Date.now() });
    }
    if (view.state !== this.state) this.arrive(view, this.#testMode);
  }

  #enter(change: Change, shown = true): void {
    this.prev = change.from;
    this.state = change.to;
    this.event = change.event;
    this.ts = change.ts;
    this.log = [...this.log.slice(1 - LOG), change];
    this.#call('publish', () => this.#publish());
    if (shown) this.#call('progress', () => flushSync());
    const ready = this.#waiters.filter(({ name }) => name === change.to);
    this.#waiters = this.#waiters.filter(({ name }) => name !== change.to);
    for (const { done } of ready) this.#call('waitForBattleState', done);
    const tell = (): void =>
      this.#call(
        'battle-state-changed',
        () => void document.dispatchEvent(new CustomEvent('battle-state-changed', { detail: change })),
      );
    // Elements show the state before anybody hears of it.
    if (shown) tell();
    else setTimeout(tell, 0);
  }

  timer(timer: TimerState | null): void {
    this.#timer = timer;
    (window as HookWindow).__classicBattleTimerState = timer;
  }

  drift(drift: Drift): void {
    this.drifts = [...this.drifts.slice(1 - LOG), drift];
    (window as HookWindow).__classicBattleDriftLog = [...this.drifts];
  }

  /** A refusal that only the sender hears of. */
  refused(command: string, code: string): void {
    this.#note({ type: 'input.invalid', command, code });
  }
}

export const hooks = new Hooks();

/** What the header and the screen share. */
export const ui = $state({ quit: false, help: false, start: false, leaveTo: null as string | null });
