/** A duel for a token, over the game's own wire. To the screen it looks like any other match, with
 *  the viewer at seat 0. */
import type { Answered, Body, Deadline, Offered, SeatCard } from '../../protocol';
import { Refused, socketAt } from '../../lib/api';
import { tick } from '../../lib/clock.svelte';
import type { Line } from '../../lib/match.svelte';
import { session } from '../../lib/session.svelte';
import { settings } from '../../lib/settings.svelte';
import type { Stage } from '../../lib/stage.svelte';
import type { CardId, Layout, Step, View } from './cards';

export type DuelStatus = 'connecting' | 'idle' | 'searching' | 'playing' | 'ended' | 'lost';

/** One tab is one session; it survives a reload. */
function sessionId(): string {
  const kept = sessionStorage.getItem('orcain.session');
  if (kept !== null) return kept;
  const made = crypto.randomUUID();
  sessionStorage.setItem('orcain.session', made);
  return made;
}

const fresh = (): View => ({
  phase: 'prep',
  roundIndex: 1,
  suddenDeath: false,
  hp: [10, 10],
  deadline: null,
  hand: [],
  layout: null,
  confirmed: false,
  revealed: [],
  lastRound: null,
  result: null,
  pot: 0,
});

export class DuelStage implements Stage {
  readonly host = null;
  readonly game = 'orcain';
  readonly seat = 0;
  readonly legal: Body[] = [];
  readonly options: Offered[] = [];
  readonly held = false;
  readonly digest = null;
  readonly ended = null;
  readonly config: Body = { rounds_per_match: 3, prep_ms: 20_000 };
  status = $state<DuelStatus>('connecting');
  tokens = $state(0);
  trouble = $state('');
  view = $state.raw<View>(fresh());
  match = $state('');
  lines = $state.raw<Line[]>([]);
  #names = $state<[string, string]>(['You', 'Opponent']);
  #socket: WebSocket | null = null;
  #listeners = new Set<(events: Body[], view: Body) => void>();
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
  get outcome(): Stage['outcome'] {
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
    socket.onmessage = ({ data }) => this.#heard(JSON.parse(String(data)) as Body);
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

  #say(message: Body): void {
    session.note('page', message.type === 'hello' ? { ...message, authToken: '…' } : message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #heard(told: Body): void {
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

  #refused(told: Body): void {
    if (told.re === 'layout_confirm' && this.#confirming !== null) {
      this.#confirming.failed(new Refused(told.code, told.message));
      this.#confirming = null;
      return;
    }
    this.trouble = told.message;
    if (told.code === 'session_replaced') this.status = 'lost';
    else if (this.status === 'searching') this.status = 'idle';
  }

  #begin(told: Body): void {
    this.match = told.matchId;
    this.status = 'playing';
    this.lines = [];
    this.#names = [told.yourNickname ?? 'You', told.oppNickname ?? 'Opponent'];
    const steps = ((told.revealed ?? []) as Body[]).map((step) => this.#step(step));
    const view: View = {
      ...fresh(),
      phase: told.phase === 'REVEAL' ? 'playing' : 'prep',
      roundIndex: told.roundIndex ?? 1,
      suddenDeath: told.suddenDeath ?? false,
      hand: told.yourHand,
      layout: (told.yourDraft ?? null) as Layout | null,
      confirmed: told.confirmed ?? false,
      deadline: told.deadlineTs ?? null,
      revealed: steps,
    };
    this.#show({ ...view, ...this.#stakes(told) }, []);
  }

  #stakes(told: Body): Partial<View> {
    if (told.yourTokens !== undefined) this.tokens = told.yourTokens;
    return {
      hp: [told.yourHp, told.oppHp],
      tokens: this.tokens,
      ...(told.pot === undefined ? {} : { pot: told.pot }),
    };
  }

  #step(told: Body): Step {
    const cards: [CardId | null, CardId | null] = [told.yourCard, told.oppCard];
    return { roundIndex: told.roundIndex, stepIndex: told.stepIndex, cards, hp: [told.yourHp, told.oppHp] };
  }

  #battle(told: Body): void {
    const { view } = this;
    switch (told.type) {
      case 'prep_start': {
        const { roundIndex, suddenDeath, yourHand: hand, deadlineTs: deadline } = told;
        const opened = view.revealed.length > 0 ? view.revealed.map((step) => step.cards) : view.lastRound;
        const next: View = {
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
        return this.#show(next, [{ type: 'prep_start', roundIndex, suddenDeath, hp: next.hp }]);
      }
      case 'confirm_ok':
        this.#confirming?.done({ ok: true });
        this.#confirming = null;
        return this.#show({ ...view, confirmed: true }, [{ type: 'confirm_ok', seat: 0 }]);
      case 'step_reveal': {
        const step = this.#step(told);
        const revealed = [...view.revealed, step];
        return this.#show({ ...view, phase: 'playing', deadline: null, hp: step.hp, revealed }, [
          { type: 'step_reveal', ...step },
        ]);
      }
      case 'round_end':
        return this.#show(view, [{ type: 'round_end', roundIndex: told.roundIndex, hp: [told.yourHp, told.oppHp] }]);
      case 'match_end': {
        const winner = told.winner === 'YOU' ? 0 : told.winner === 'OPPONENT' ? 1 : null;
        const hp: [number, number] = [told.yourHp, told.oppHp];
        const { reason, ending, draw, bothLose, roundIndex } = told;
        const result = { winner, reason, ending, draw, bothLose, hp, roundIndex };
        this.status = 'ended';
        const next: View = { ...view, ...this.#stakes(told), phase: 'ended', deadline: null, result };
        return this.#show(next, [{ type: 'match_end', ...result }]);
      }
    }
  }

  #show(view: View, events: Body[]): void {
    this.view = view;
    const at = Math.floor(this.now());
    this.lines = [...this.lines, ...events.map((event) => ({ n: ++this.#count, at, event }))];
    for (const listener of this.#listeners) listener(events, view);
  }

  listen(listener: (events: Body[], view: Body) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  act(action: Body): Promise<Answered> {
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
  actForAll(action: Body): Promise<Answered[]> {
    return Promise.all([this.act(action)]);
  }
  rematch(): Promise<Answered> {
    this.search();
    return Promise.resolve({ ok: true });
  }
  readonly check = (): Promise<Answered> => this.#no();
  readonly preview = (): Promise<Answered> => this.#no();
  readonly concede = (): Promise<Answered> => this.#no();
  #no(): Promise<Answered> {
    return Promise.reject(new Refused('not_possible', 'A duel has no such message.'));
  }
}
