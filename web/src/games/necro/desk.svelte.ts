/** The one store of the screen: selection, previews, dialogs. The match itself is never in it. */
import type { Action, Cards, Cell, Item, Phase, ShotPreview, Side, Soul, Unit, View } from '../../protocol/necro';
import { api, Refused } from '../../lib/api';
import { session } from '../../lib/session.svelte';
import { key, other, PIECES, type NecroStage } from './cards';

/** The actions of one type. */
type Of<Type extends Action['type']> = Extract<Action, { type: Type }>;

export interface Reason {
  code: string;
  text: string;
}
/** What a click on the board will answer. */
export type Picking =
  { kind: 'enchant'; soulId: string } | { kind: 'item'; itemId: string } | { kind: 'sacrifice'; source: string };
export interface Asked {
  title: string;
  text: string;
  yes: string;
  action: Action;
}
export type Open =
  | { kind: 'shop' }
  | { kind: 'units' }
  | { kind: 'soul'; id: string; from?: 'shop' }
  | { kind: 'item'; id: string }
  | { kind: 'preview' }
  | { kind: 'refine'; itemId: string; pos: Cell }
  | { kind: 'discard'; slot: number }
  | null;

let collection: Promise<Cards> | null = null;

/** Whether an action is of a type and agrees with what is known so far. */
const agrees = <Type extends Action['type']>(
  action: Action,
  type: Type,
  known: Partial<Of<Type>>,
): action is Of<Type> =>
  action.type === type &&
  Object.entries(known).every(
    ([name, value]) => JSON.stringify(action[name as keyof Action]) === JSON.stringify(value),
  );

export class Desk {
  cards = $state.raw<Cards>({ souls: [], items: [], bases: [] });
  selected = $state<string | null>(null);
  cell = $state<string | null>(null);
  shot = $state<{ attacker: string; target: string; extra: string | null } | null>(null);
  picking = $state<Picking | null>(null);
  open = $state<Open>(null);
  asked = $state<Asked | null>(null);
  /** Where an overlay was dragged to. */
  place = $state<{ x: number; y: number } | null>(null);
  /** Why the cell under the pointer is no destination. */
  hint = $state<{ cell: string; reason: Reason } | null>(null);
  floats = $state<{ n: number; cell: string; text: string; kind: 'hurt' | 'heal' | 'ability' }[]>([]);
  #count = 0;
  #hints = 0;

  constructor(readonly stage: NecroStage) {
    collection ??= api.cards<Cards>('necro');
    collection.then((cards) => (this.cards = cards)).catch(() => (collection = null));
  }

  get view(): View {
    return this.stage.view;
  }
  /** The viewer's side; red for the public. */
  get side(): Side {
    return this.stage.seat === 1 ? 'black' : 'red';
  }
  get myTurn(): boolean {
    return this.stage.live && this.stage.toAct && !this.stage.over;
  }
  get phase(): Phase {
    return this.view.turn.phase;
  }
  /** Whether the shop is open for the viewer. */
  get shopping(): boolean {
    return this.myTurn && this.phase === 'buy';
  }
  /** How many things of the shop can be bought just now. */
  get offers(): number {
    const bought = this.stage.legal
      .filter(({ type }) => type.startsWith('BUY_'))
      .map((offer) => JSON.stringify({ ...offer, discardItemId: undefined }));
    return new Set(bought).size;
  }
  shop(): void {
    this.open = { kind: 'shop' };
  }

  unit(id: string | null): Unit | undefined {
    return id === null ? undefined : this.view.units[id];
  }
  at(cell: string): Unit | undefined {
    return Object.values(this.view.units).find(({ pos }) => key(pos) === cell);
  }
  soul(id: string): Soul | undefined {
    return this.cards.souls.find((soul) => soul.id === id);
  }
  item(id: string): Item | undefined {
    return this.cards.items.find((item) => item.id === id);
  }
  soulName(id: string): string {
    return this.soul(id)?.name ?? 'a soul';
  }
  itemName(id: string): string {
    return this.item(id)?.name ?? 'an item';
  }
  maxHp(unit: Unit): number {
    const soul = unit.enchant ? this.soul(unit.enchant.soulId) : undefined;
    return Math.max(soul?.hp ?? this.cards.bases.find(({ base }) => base === unit.base)?.hp ?? 0, unit.hpCurrent);
  }
  title(unit: Unit): string {
    return unit.enchant ? `${this.soulName(unit.enchant.soulId)} (${unit.base})` : PIECES[unit.base].name;
  }

  /** The legal actions of a type that agree with what is known so far. */
  ways<Type extends Action['type']>(type: Type, known: Partial<Of<Type>> = {}): Of<Type>[] {
    return this.stage.legal.filter((action) => agrees(action, type, known));
  }
  /** Why nothing of that kind can be done; null if it can. */
  reason<Type extends Action['type']>(type: Type, known: Partial<Of<Type>> = {}): Reason | null {
    if (this.ways(type, known).length > 0) return null;
    if (!this.stage.live) return { code: 'replay', text: 'This is only to look at.' };
    const offered = this.stage.options.find(({ action, code }) => code !== null && agrees(action, type, known));
    if (offered) return { code: offered.code!, text: offered.text ?? offered.code! };
    if (this.stage.over) return { code: 'match_over', text: 'The match is over.' };
    return this.stage.toAct
      ? { code: 'wrong_phase', text: 'Not possible in this phase.' }
      : { code: 'not_your_turn', text: 'It is not your turn.' };
  }

  moves(unitId: string | null): string[] {
    return unitId === null ? [] : this.ways('MOVE', { unitId }).map(({ to }) => key(to));
  }
  targets(unitId: string | null): string[] {
    if (unitId === null) return [];
    return [...new Set(this.ways('SHOOT', { attackerId: unitId }).map(({ targetUnitId }) => targetUnitId))];
  }
  /** What the shot under preview would do. */
  get preview(): ShotPreview | null {
    const { shot } = this;
    if (shot === null) return null;
    return (
      this.view.shots.find(
        ({ attackerId, targetUnitId }) => attackerId === shot.attacker && targetUnitId === shot.target,
      ) ?? null
    );
  }
  /** The badge of a unit while a shot is previewed. */
  badge(unitId: string): string {
    const { preview, shot } = this;
    if (preview === null || shot === null) return '';
    const pierced = preview.pierceOrder.indexOf(unitId);
    if (pierced > 0) return `貫${pierced + 1}`;
    if (preview.instances.some(({ kind, targetUnitId }) => kind === 'splash' && targetUnitId === unitId)) return '濺';
    if (shot.extra === unitId) return '連';
    return preview.chainTargets.some(({ targetUnitId }) => targetUnitId === unitId) ? '連?' : '';
  }

  async act(action: Action): Promise<boolean> {
    this.asked = null;
    try {
      await this.stage.act(action);
      this.quiet();
      return true;
    } catch (error) {
      session.notice = error instanceof Refused ? error.message : 'Not possible now.';
      return false;
    }
  }

  /** Nothing is asked for and nothing previewed any more. */
  quiet(): void {
    this.shot = null;
    this.picking = null;
    this.place = null;
    this.hint = null;
    if (this.open?.kind !== 'shop') this.open = null;
  }
  clear(): void {
    this.quiet();
    this.open = null;
    this.asked = null;
    this.selected = null;
    this.cell = null;
  }

  /** A click, tap or Enter on a cell. */
  press(cell: string): void {
    const unit = this.at(cell);
    this.cell = cell;
    this.hint = null;
    if (this.picking !== null) return this.#picked(cell, unit);
    if (this.shot !== null) return this.#inPreview(unit);
    if (this.myTurn && this.selected !== null) {
      if (unit && this.targets(this.selected).includes(unit.id)) {
        this.shot = { attacker: this.selected, target: unit.id, extra: null };
        return;
      }
      if (unit === undefined && this.moves(this.selected).includes(cell)) {
        const [x, y] = cell.split(',').map(Number) as [number, number];
        void this.act({ type: 'MOVE', unitId: this.selected, to: { x, y } });
        return;
      }
    }
    this.selected = unit?.id ?? null;
  }

  #inPreview(unit: Unit | undefined): void {
    const { shot, preview } = this;
    if (unit === undefined || shot === null) return this.quiet();
    if (preview?.chainTargets.some(({ targetUnitId }) => targetUnitId === unit.id)) {
      this.shot = { ...shot, extra: shot.extra === unit.id ? null : unit.id };
    } else if (unit.id !== shot.target && this.targets(shot.attacker).includes(unit.id)) {
      this.shot = { ...shot, target: unit.id, extra: null };
    } else if (unit.side === this.side) {
      this.quiet();
      this.selected = unit.id;
    }
  }

  #picked(cell: string, unit: Unit | undefined): void {
    const picking = this.picking!;
    if (picking.kind === 'enchant') {
      if (unit && this.ways('ENCHANT', { unitId: unit.id, soulId: picking.soulId }).length > 0)
        void this.act({ type: 'ENCHANT', unitId: unit.id, soulId: picking.soulId });
      else this.#no(unit ? 'This soul cannot be bound to that unit.' : 'Choose a unit.');
    } else if (picking.kind === 'sacrifice') {
      if (unit && this.ways('SACRIFICE', { sourceUnitId: picking.source, targetUnitId: unit.id }).length > 0)
        this.asked = {
          title: `Sacrifice the ${this.title(unit)}?`,
          text: 'It dies at once and leaves a corpse.',
          yes: 'Sacrifice',
          action: { type: 'SACRIFICE', sourceUnitId: picking.source, targetUnitId: unit.id },
        };
      else this.#no('That unit cannot be sacrificed here.');
    } else this.#pickedForItem(picking.itemId, cell, unit);
  }
  #pickedForItem(itemId: string, cell: string, unit: Unit | undefined): void {
    const [x, y] = cell.split(',').map(Number) as [number, number];
    if (unit && this.ways('USE_ITEM_FROM_HAND', { itemId, targetUnitId: unit.id }).length > 0)
      void this.act({ type: 'USE_ITEM_FROM_HAND', itemId, targetUnitId: unit.id });
    else if (this.ways('USE_ITEM_FROM_HAND', { itemId, targetPos: { x, y } }).length > 0)
      this.open = { kind: 'refine', itemId, pos: { x, y } };
    else this.#no('Not a target of this item.');
  }
  #no(text: string): void {
    session.notice = text;
  }

  /** Cells that would answer what is asked for. */
  get wanted(): string[] {
    const { picking } = this;
    if (picking === null) return [];
    if (picking.kind === 'enchant')
      return this.ways('ENCHANT', { soulId: picking.soulId }).flatMap(({ unitId }) => this.#cellOf(unitId));
    if (picking.kind === 'sacrifice')
      return this.ways('SACRIFICE', { sourceUnitId: picking.source }).flatMap(({ targetUnitId }) =>
        this.#cellOf(targetUnitId),
      );
    return this.ways('USE_ITEM_FROM_HAND', { itemId: picking.itemId }).flatMap(({ targetUnitId, targetPos }) =>
      targetUnitId ? this.#cellOf(targetUnitId) : targetPos ? [key(targetPos)] : [],
    );
  }
  #cellOf(unitId: string): string[] {
    const unit = this.unit(unitId);
    return unit ? [key(unit.pos)] : [];
  }

  useItem(itemId: string): void {
    const ways = this.ways('USE_ITEM_FROM_HAND', { itemId });
    if (ways.length === 0) return;
    const plain = ways.find(({ targetUnitId, targetPos }) => targetUnitId === undefined && targetPos === undefined);
    if (plain) void this.act(plain);
    else this.picking = { kind: 'item', itemId };
  }
  enchant(soulId: string): void {
    const { selected } = this;
    if (selected !== null && this.ways('ENCHANT', { unitId: selected, soulId }).length > 0)
      void this.act({ type: 'ENCHANT', unitId: selected, soulId });
    else if (this.ways('ENCHANT', { soulId }).length > 0) this.picking = { kind: 'enchant', soulId };
  }
  shoot(): void {
    const { shot } = this;
    if (shot === null) return;
    const extra = shot.extra === null ? {} : { extraTargetUnitId: shot.extra };
    void this.act({ type: 'SHOOT', attackerId: shot.attacker, targetUnitId: shot.target, ...extra });
  }

  /** Asks the guard why the selected unit cannot go there. */
  look(cell: string): void {
    const { selected, stage } = this;
    const mine = ++this.#hints;
    const unit = this.at(cell);
    const open = unit
      ? unit.side === this.side || this.targets(selected).includes(unit.id)
      : this.moves(selected).includes(cell);
    if (
      !this.myTurn ||
      selected === null ||
      this.unit(selected)?.side !== this.side ||
      this.phase !== 'combat' ||
      open
    ) {
      this.hint = null;
      return;
    }
    const [x, y] = cell.split(',').map(Number) as [number, number];
    const wish: Action = unit
      ? { type: 'SHOOT', attackerId: selected, targetUnitId: unit.id }
      : { type: 'MOVE', unitId: selected, to: { x, y } };
    setTimeout(() => {
      if (mine !== this.#hints) return;
      stage.check(wish).catch((error: Error) => {
        if (mine === this.#hints)
          this.hint = { cell, reason: { code: error instanceof Refused ? error.code : '', text: error.message } };
      });
    }, 120);
  }

  float(unit: Unit | undefined, text: string, kind: 'hurt' | 'heal' | 'ability'): void {
    if (unit === undefined) return;
    const one = { n: ++this.#count, cell: key(unit.pos), text, kind };
    this.floats = [...this.floats, one];
    setTimeout(() => (this.floats = this.floats.filter(({ n }) => n !== one.n)), 1200);
  }
  get enemy(): Side {
    return other(this.side);
  }
}

const desks = new WeakMap<NecroStage, Desk>();
/** Header and screen share one. */
export function deskOf(stage: NecroStage): Desk {
  const known = desks.get(stage);
  if (known !== undefined) return known;
  const made = new Desk(stage);
  desks.set(stage, made);
  return made;
}
