/** A duel for a token, over the game's own wire. To the screen it looks like any other match, with
 *  the viewer at seat 0. */
import type { Answered, Deadline, SeatCard } from '../../protocol';
import type { Action, Card, Config, Ending, EndReason, Event, Reveal } from '../../protocol/orcain';
import { Refused, socketAt } from '../../lib/api';
import { tick } from '../../lib/clock.svelte';
import type { Line } from '../../lib/match.svelte';
import { session } from '../../lib/session.svelte';
import { settings } from '../../lib/settings.svelte';
import type { Layout, OrcainStage, Shown } from './cards';

export type DuelStatus = 'connecting' | 'idle' | 'searching' | 'playing' | 'ended' | 'lost';

/** One tab is one session; it survives a reload. */
function sessionId(): string {
  const kept = sessionStorage.getItem('orcain.session');
  if (kept !== null) return kept;
  const made = crypto.randomUUID();
  sessionStorage.setItem('orcain.session', made);
  return made;
}

/** What the server says in the dialect of the game; which fields it has depends on its type. */
interface Told {
  type: string;
  re?: string;
  code: string;
  message: string;
  nowTs?: number;
  matchId: string;
  tokens: number;
  yourTokens?: number;
  pot?: number;
  yourNickname?: string;
  oppNickname?: string;
  phase?: string;
  roundIndex: number;
  stepIndex: number;
  suddenDeath: boolean;
  yourHand: [Card, Card, Card, Card];
  yourDraft?: Layout | null;
  confirmed?: boolean;
  deadlineTs: number | null;
  revealed?: Told[];
  yourCard: Card | null;
  oppCard: Card | null;
  yourHp: number;
  oppHp: number;
  winner?: 'YOU' | 'OPPONENT' | null;
  reason: EndReason;
  ending: Ending;
  draw: boolean;
  bothLose: boolean;
  potBurn?: boolean;
}

const fresh = (): Shown => ({
  phase: 'prep',
  roundIndex: 1,
  suddenDeath: false,
  hp: [10, 10],
  deadline: null,
  stepDeadline: null,
  seat: 0,
  layout: null,
  confirmed: false,
  revealed: [],
  lastRound: null,
  result: null,
  pot: 0,
});

export class DuelStage implements OrcainStage {
  readonly host = null;
  readonly game = 'orcain';
  readonly seat = 0;
  readonly legal: Action[] = [];
  readonly options: OrcainStage['options'] = [];
  readonly held = false;
  readonly digest = null;
  readonly ended = null;
  readonly config: Config = {
    mode: 'PVP',
    hands: null,
    start_hp: [10, 10],
    rounds_per_match: 3,
    early_reveal: true,
    sudden_death_cap: 0,
    prep_ms: 20_000,
    step_first_ms: 250,
    step_ms: 900,
  };
  status = $state<DuelStatus>('connecting');
  tokens = $state(0);
  trouble = $state('');
  view = $state.raw<Shown>(fresh());
  match = $state('');
  lines = $state.raw<Line<Event>[]>([]);
  #names = $state<[string, string]>(['You', 'Opponent']);
  #socket: WebSocket | null = null;
  #listeners = new Set<(events: Event[], view: Shown) => void>();
  #confirming: { done: (answer: Answered) => void; failed: (error: Refused) => void } | null = null;
  /** The server's clock at a moment of this page's. */
  #clock = { server: 0, page: 0 };
  #count = 0;

  get seats(): SeatCard[] {
    return this.#names.map((name) => ({ name, bot: false }));
  }
  get phase(): string {
    return this.view.phase;
  }
  get toAct(): boolean {
    return this.view.phase === 'prep' && this.view.confirmed !== true;
  }
  get live(): boolean {
    return this.status === 'playing' || this.status === 'ended';
  }
  get over(): boolean {
    return this.view.phase === 'ended';
  }
  get outcome(): OrcainStage['outcome'] {
    const { result } = this.view;
    if (result === null) return null;
    const won = result.winner === null ? [] : [result.winner];
    return { won, drew: result.draw ? [0, 1] : [], ending: result.ending };
  }
  get deadlines(): Deadline[] {
    return this.view.deadline === null ? [] : [{ timer: 'prep', at: this.view.deadline }];
  }
  now(): number {
    tick();
    return this.#clock.server + (performance.now() - this.#clock.page);
  }
  name(seat: number): string {
    return this.#names[seat] ?? 'Opponent';
  }

  connect(): void {
    const socket = new WebSocket(socketAt('/ws/orcain'));
    this.#socket = socket;
    socket.onopen = () => this.#say({ type: 'hello', sessionId: sessionId(), authToken: settings.token ?? '' });
    socket.onmessage = ({ data }) => this.#heard(JSON.parse(String(data)) as Told);
    socket.onclose = () => {
      if (this.#socket === socket && this.status !== 'ended') this.status = 'lost';
    };
  }
  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  search(): void {
    this.trouble = '';
    this.status = 'searching';
    this.#say({ type: 'queue_join' });
  }
  cancel(): void {
    this.#say({ type: 'queue_leave' });
  }

  #say(message: { type: string; [field: string]: unknown }): void {
    session.note('page', message.type === 'hello' ? { ...message, authToken: '…' } : message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #heard(told: Told): void {
    session.note('server', told);
    if (typeof told.nowTs === 'number') this.#clock = { server: told.nowTs, page: performance.now() };
    const begins = ['match_found', 'sync_state'].includes(told.type);
    if (told.matchId !== undefined && told.matchId !== this.match && !begins) return;
    switch (told.type) {
      case 'hello_ok':
        this.tokens = told.tokens;
        if (this.status === 'connecting') this.status = 'idle';
        break;
      case 'queue_ok':
        this.tokens = told.tokens;
        this.status = 'searching';
        break;
      case 'queue_left':
        this.status = 'idle';
        break;
      case 'error_msg':
        this.#refused(told);
        break;
      case 'match_found':
      case 'sync_state':
        this.#begin(told);
        break;
      default:
        this.#battle(told);
    }
  }

  #refused(told: Told): void {
    if (told.re === 'layout_confirm' && this.#confirming !== null) {
      this.#confirming.failed(new Refused(told.code, told.message));
      this.#confirming = null;
      return;
    }
    this.trouble = told.message;
    if (told.code === 'session_replaced') this.status = 'lost';
    else if (this.status === 'searching') this.status = 'idle';
  }

  #begin(told: Told): void {
    this.match = told.matchId;
    this.status = 'playing';
    this.lines = [];
    this.#names = [told.yourNickname ?? 'You', told.oppNickname ?? 'Opponent'];
    const steps = (told.revealed ?? []).map((step) => this.#step(step));
    const view: Shown = {
      ...fresh(),
      phase: told.phase === 'REVEAL' ? 'playing' : 'prep',
      roundIndex: told.roundIndex ?? 1,
      suddenDeath: told.suddenDeath ?? false,
      hand: told.yourHand,
      layout: told.yourDraft ?? null,
      confirmed: told.confirmed ?? false,
      deadline: told.deadlineTs ?? null,
      revealed: steps,
    };
    this.#show({ ...view, ...this.#stakes(told) }, []);
  }

  #stakes(told: Told): Pick<Shown, 'hp' | 'tokens' | 'pot'> {
    if (told.yourTokens !== undefined) this.tokens = told.yourTokens;
    return {
      hp: [told.yourHp, told.oppHp],
      tokens: this.tokens,
      ...(told.pot === undefined ? {} : { pot: told.pot }),
    };
  }

  #step(told: Told): Reveal {
    const cards: Reveal['cards'] = [told.yourCard, told.oppCard];
    return { roundIndex: told.roundIndex, stepIndex: told.stepIndex, cards, hp: [told.yourHp, told.oppHp] };
  }

  #battle(told: Told): void {
    const { view } = this;
    switch (told.type) {
      case 'prep_start': {
        const { roundIndex, suddenDeath, yourHand: hand, deadlineTs: deadline } = told;
        const [a, b, c] = view.revealed.map((step) => step.cards);
        const opened: Shown['lastRound'] = a && b && c ? [a, b, c] : view.lastRound;
        const next: Shown = {
          ...view,
          ...this.#stakes(told),
          phase: 'prep',
          roundIndex,
          suddenDeath,
          hand,
          deadline,
          layout: null,
          confirmed: false,
          revealed: [],
          lastRound: opened,
        };
        return this.#show(next, [
          { type: 'prep_start', roundIndex, suddenDeath, hp: next.hp, deadline: deadline ?? 0 },
        ]);
      }
      case 'confirm_ok':
        this.#confirming?.done({ ok: true });
        this.#confirming = null;
        return this.#show({ ...view, confirmed: true }, [{ type: 'confirm_ok', seat: 0, roundIndex: view.roundIndex }]);
      case 'step_reveal': {
        const step = this.#step(told);
        const revealed = [...view.revealed, step];
        return this.#show({ ...view, phase: 'playing', deadline: null, hp: step.hp, revealed }, [
          { type: 'step_reveal', ...step },
        ]);
      }
      case 'round_end':
        return this.#show(view, [
          {
            type: 'round_end',
            roundIndex: told.roundIndex,
            suddenDeath: view.suddenDeath,
            hp: [told.yourHp, told.oppHp],
          },
        ]);
      case 'match_end': {
        const winner = told.winner === 'YOU' ? 0 : told.winner === 'OPPONENT' ? 1 : null;
        const hp: [number, number] = [told.yourHp, told.oppHp];
        const { reason, ending, draw, bothLose, potBurn = false, roundIndex } = told;
        const loser = winner === null ? null : 1 - winner;
        const result = { winner, loser, reason, ending, draw, bothLose, potBurn, hp, roundIndex };
        this.status = 'ended';
        const next: Shown = { ...view, ...this.#stakes(told), phase: 'ended', deadline: null, result };
        return this.#show(next, [{ type: 'match_end', ...result }]);
      }
    }
  }

  #show(view: Shown, events: Event[]): void {
    this.view = view;
    const at = Math.floor(this.now());
    this.lines = [...this.lines, ...events.map((event) => ({ n: ++this.#count, at, event }))];
    for (const listener of this.#listeners) listener(events, view);
  }

  listen(listener: (events: Event[], view: Shown) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  act(action: Action): Promise<Answered> {
    const { match: matchId } = this;
    this.view = { ...this.view, layout: action.layout };
    if (action.type === 'draft') {
      this.#say({ type: 'layout_draft', matchId, layout: action.layout });
      return Promise.resolve({ ok: true });
    }
    return new Promise((done, failed) => {
      this.#confirming = { done, failed };
      this.#say({ type: 'layout_confirm', matchId, layout: action.layout });
    });
  }
  actForAll(action: Action): Promise<Answered[]> {
    return Promise.all([this.act(action)]);
  }
  rematch(): Promise<Answered> {
    this.search();
    return Promise.resolve({ ok: true });
  }
  readonly check = (): Promise<never> => this.#no();
  readonly preview = (): Promise<never> => this.#no();
  readonly concede = (): Promise<never> => this.#no();
  #no(): Promise<never> {
    return Promise.reject(new Refused('not_possible', 'A duel has no such message.'));
  }
}
