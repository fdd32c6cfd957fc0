/** What a seat can do at the table, and what it has picked up. The rules are the server's: everything
 *  here comes from its lists of actions, its reasons and its previews. */
import { SvelteMap } from 'svelte/reactivity';
import { session } from '../../lib/session.svelte';
import type { Previewed } from '../../lib/stage.svelte';
import type { Action, Creature, Decision, Event, Half, Player, Position, View } from '../../protocol/tcg';
import {
  cardOfAction,
  creatureAt,
  playerOf,
  seatOf,
  targetOf,
  type Card,
  type CreaturesStage,
  type Library,
} from './cards';
import { inPhase, short } from './words';

/** The actions of one type. */
type Of<Type extends Action['type']> = Extract<Action, { type: Type }>;

export type Selection = { at: number; cardId: string } | { look: string } | { player: Player; position: Position };
export interface Bar {
  short: string;
  text: string;
}

const HAND_ACTIONS: Action['type'][] = [
  'PLAY_POKEMON',
  'ATTACH_ENERGY',
  'EVOLVE_POKEMON',
  'PLAY_TRAINER',
  'SET_ACTIVE_POKEMON',
];

export class Play {
  readonly view: View = $derived.by(() => this.stage.view);
  readonly me: Half = $derived.by(() => this.view.playerState);
  readonly foe: Half = $derived.by(() => this.view.opponentState);
  readonly hand: string[] = $derived.by(() => this.me.hand ?? []);
  /** The open decision that this seat has to make. */
  readonly asked: Decision | null = $derived.by(() => {
    const head = this.view.pending[0];
    return head !== undefined && this.mine(head.player) && this.stage.live && !this.stage.over ? head : null;
  });
  /** Whether this seat may do what it likes in its turn or its set-up. */
  readonly free: boolean = $derived.by(() => this.stage.live && this.stage.toAct && this.asked === null);
  readonly attacks: Of<'ATTACK'>[] = $derived.by(() => this.stage.legal.filter((action) => action.type === 'ATTACK'));
  readonly retreats: Of<'RETREAT'>[] = $derived.by(() =>
    this.stage.legal.filter((action) => action.type === 'RETREAT'),
  );

  #picked = $state.raw<Selection | null>(null);
  retreating = $state(false);
  busy = $state(false);
  readonly previews = new SvelteMap<number, Previewed<View, Event>>();
  readonly reasons = new SvelteMap<string, Bar>();

  #round = 0;

  constructor(
    readonly stage: CreaturesStage,
    readonly library: Library,
  ) {}

  mine(player: Player): boolean {
    return this.stage.seat !== null && seatOf(player) === this.stage.seat;
  }
  get player(): Player {
    return this.stage.seat === null ? this.me.player : playerOf(this.stage.seat);
  }

  /** What is picked up, unless it is gone. */
  get picked(): Selection | null {
    const picked = this.#picked;
    if (picked === null) return null;
    if ('at' in picked) return this.hand[picked.at] === picked.cardId ? picked : null;
    if ('look' in picked) return picked;
    return this.creature(picked.player, picked.position) === null ? null : picked;
  }
  pick(selection: Selection | null): void {
    this.retreating = false;
    this.payments = [];
    this.#picked = selection;
  }
  get pickedCard(): Card | null {
    const picked = this.picked;
    if (picked === null) return null;
    if ('at' in picked) return this.library.card(picked.cardId);
    if ('look' in picked) return this.library.card(picked.look);
    return this.library.card(this.creature(picked.player, picked.position)!.cardId);
  }

  creature(player: Player, position: Position): Creature | null {
    return creatureAt(this.me.player === player ? this.me : this.foe, position);
  }
  nameAt(player: Player, position: Position): string {
    const found = this.creature(player, position);
    return found === null ? 'nobody' : this.library.name(found.cardId);
  }

  can(type: Action['type']): boolean {
    return this.stage.legal.some((action) => action.type === type);
  }
  /** What can be done with a card of the hand. */
  actionsOf(cardId: string): Action[] {
    return this.stage.legal.filter((action) => HAND_ACTIONS.includes(action.type) && cardOfAction(action) === cardId);
  }
  /** Why nothing can be done with a card of the hand; null if something can, or if it is not one's move. */
  barOf(cardId: string): Bar | null {
    if (!this.free || this.actionsOf(cardId).length > 0) return null;
    const offered = this.stage.options.find(({ action, code }) => code !== null && cardOfAction(action) === cardId);
    if (offered?.code) return this.#bar(offered.code, offered.text ?? offered.code);
    return this.reasons.get(cardId) ?? null;
  }
  /** Why an attack, an ability or a retreat cannot be used; null if it can. */
  reasonFor(matches: (action: Action) => boolean): string | null {
    const offered = this.stage.options.find(({ action, code }) => code !== null && matches(action));
    return offered?.code ? this.#bar(offered.code, offered.text ?? offered.code).text : null;
  }
  #bar(code: string, told: string): Bar {
    const text = inPhase(this.view.phase, code, told);
    return { short: short(code, text), text };
  }

  /** Where the picked card can go: an action for each position. */
  readonly targets: Map<Position, Action> = $derived.by(() => {
    const found = new Map<Position, Action>();
    const picked = this.picked;
    if (picked === null || !('at' in picked) || !this.free) return found;
    for (const action of this.actionsOf(picked.cardId)) {
      const target = targetOf(action);
      if (target !== undefined) found.set(target, action);
    }
    return found;
  });

  async act(action: Action): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.stage.act(action);
      this.pick(null);
    } catch (error) {
      session.notice = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Where in the hand something was done last. */
  lastAt = 0;
  /** A card of the hand is pressed: picked up, or, the second time, played. A key does what is shown as the first way;
   *  a pointer only what is the only one, since it can choose the place. */
  press(at: number, byKey: boolean): void {
    this.lastAt = at;
    const cardId = this.hand[at]!;
    const picked = this.picked;
    const again = picked !== null && 'at' in picked && picked.at === at;
    if (!again) return this.pick({ at, cardId });
    const actions = this.free ? this.actionsOf(cardId) : [];
    if (actions.length === 1 || (byKey && actions.length > 1)) void this.act(actions[0]!);
    else this.pick(null);
  }
  /** A card of the hand is dropped on the table, on a creature or beside them. */
  drop(at: number, position: Position | null): void {
    const cardId = this.hand[at];
    if (cardId === undefined || !this.free) return;
    this.lastAt = at;
    const actions = this.actionsOf(cardId);
    const action =
      actions.find((one) => targetOf(one) === position) ?? actions.find((one) => targetOf(one) === undefined);
    if (action !== undefined) void this.act(action);
    else this.pick({ at, cardId });
  }
  /** A creature is pressed: a target of what is picked up, or to be looked at. */
  touch(player: Player, position: Position): void {
    const target = this.mine(player) ? this.targets.get(position) : undefined;
    if (target !== undefined) return void this.act(target);
    const picked = this.picked;
    const again = picked !== null && 'position' in picked && picked.player === player && picked.position === position;
    this.pick(again ? null : { player, position });
  }

  /** The options of the open decision that are marked, in order. */
  #marks = $state.raw<{ of: number; list: number[] }>({ of: -1, list: [] });
  get marks(): number[] {
    return this.#marks.of === this.asked?.choiceId ? this.#marks.list : [];
  }
  /** Whether one press answers the whole question. */
  get single(): boolean {
    return this.asked !== null && this.asked.kind !== 'CHOOSE_ORDER' && (this.asked.max ?? 1) <= 1;
  }
  /** An option of the open decision is pressed. */
  choose(at: number): void {
    const { asked, marks } = this;
    if (asked === null) return;
    if (asked.kind === 'SELECT_PRIZE') return void this.act({ type: 'SELECT_PRIZE', prizeIndex: at });
    if (asked.kind === 'SET_ACTIVE') {
      const option = asked.options?.[at];
      return void this.act({
        type: 'SET_ACTIVE_POKEMON',
        ...(typeof option === 'object' && 'position' in option ? { target: option.position } : {}),
      });
    }
    if (this.single) return this.answer([at]);
    const list = marks.includes(at) ? marks.filter((mark) => mark !== at) : [...marks, at].slice(0, asked.max);
    this.#marks = { of: asked.choiceId, list };
  }
  answer(selection: number[]): void {
    if (this.asked !== null) void this.act({ type: 'RESOLVE_CHOICE', choiceId: this.asked.choiceId, selection });
  }

  /** The ways to pay for a retreat to the place that was chosen. */
  payments = $state.raw<Of<'RETREAT'>[]>([]);
  startRetreat(): void {
    const begins = !this.retreating;
    this.pick(null);
    this.retreating = begins;
  }
  retreatTo(position: Position): void {
    const ways = this.retreats.filter(({ target }) => target === position);
    if (ways.length > 1) this.payments = ways;
    else if (ways[0] !== undefined) void this.act(ways[0]);
  }

  /** Asks what the attacks would do, and why cards of the hand are of no use. */
  refresh(): void {
    const round = ++this.#round;
    this.previews.clear();
    this.reasons.clear();
    if (!this.free) return;
    for (const attack of this.attacks) {
      const index = attack.attackIndex;
      this.stage
        .preview(attack)
        .then((answer) => round === this.#round && this.previews.set(index, answer))
        .catch(() => {});
    }
    for (const cardId of new Set(this.hand)) if (this.actionsOf(cardId).length === 0) void this.#explain(cardId, round);
  }

  async #explain(cardId: string, round: number): Promise<void> {
    const card = this.library.card(cardId);
    const action = this.#wish(card);
    if (action === null) return;
    if (action === 'nothing to evolve') {
      const text = `It evolves from ${card.evolvesFrom}, and you have none in play.`;
      this.reasons.set(cardId, { short: `needs ${card.evolvesFrom}`, text });
      return;
    }
    const { code, text } = await this.stage
      .check(action)
      .catch((error: { code?: string; message?: string }) => ({ code: error.code, text: error.message }));
    if (code && round === this.#round) this.reasons.set(cardId, this.#bar(code, text ?? code));
  }
  /** What one would do with a card, if one could. */
  #wish(card: Card): Action | 'nothing to evolve' | null {
    const { cardId } = card;
    switch (this.view.state) {
      case 'SELECT_ACTIVE_POKEMON':
      case 'INITIAL_SETUP':
        return { type: 'SET_ACTIVE_POKEMON', cardId };
      case 'SELECT_BENCH_POKEMON':
        return { type: 'PLAY_POKEMON', cardId };
      case 'PLAYER_TURN': {
        if (card.cardType !== 'POKEMON' || card.evolvesFrom === undefined) return null;
        const all = [this.me.activePokemon, ...this.me.bench].filter((creature) => creature !== null);
        const fits = all.find((creature) => this.library.name(creature.cardId) === card.evolvesFrom);
        if (!fits?.position) return 'nothing to evolve';
        return { type: 'EVOLVE_POKEMON', evolutionCardId: cardId, target: fits.position };
      }
      default:
        return null;
    }
  }
}
