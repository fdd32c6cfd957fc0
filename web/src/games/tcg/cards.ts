/** What a seat sees, as the rules name it, and the cards, as the server tells them. */
import { api } from '../../lib/api';
import type { Stage } from '../../lib/stage.svelte';
import type { Body } from '../../protocol';

export type Player = 'PLAYER1' | 'PLAYER2';
export type Position = 'ACTIVE' | `BENCH_${number}`;
export type Element =
  | 'FIRE'
  | 'WATER'
  | 'GRASS'
  | 'ELECTRIC'
  | 'PSYCHIC'
  | 'FIGHTING'
  | 'DARKNESS'
  | 'METAL'
  | 'FAIRY'
  | 'DRAGON'
  | 'COLORLESS';

export interface Attack {
  name: string;
  energyCost: Element[];
  damage: string;
  text: string;
}

export interface Card {
  cardId: string;
  cardType: 'POKEMON' | 'TRAINER' | 'ENERGY';
  name: string;
  cardNumber: string;
  setName: string;
  description?: string;
  hp?: number;
  stage?: string;
  evolvesFrom?: string;
  pokemonType?: Element;
  attacks?: Attack[];
  ability?: { name: string; text: string; activationType: string };
  weakness?: { type: Element; modifier: string };
  resistance?: { type: Element; modifier: string };
  retreatCost?: number;
  trainerType?: 'ITEM' | 'SUPPORTER' | 'STADIUM' | 'TOOL';
  energyType?: Element;
  energyProvision?: { energyTypes: Element[]; amount: number };
  rules?: Rule[];
}

/** A rule that a card brings along. */
export interface Rule {
  ruleType: string;
  text: string;
  metadata?: { affectedAttacks?: string[] };
}

/** The texts of a card's own rules, but for those that its description tells already. */
export const rulesOf = (card: Card): string[] =>
  (card.rules ?? []).map(({ text }) => text).filter((text) => text !== '' && !(card.description ?? '').includes(text));

/** The rules that are about one attack of a card. */
export const rulesOfAttack = (card: Card, attack: Attack): string[] =>
  (card.rules ?? []).filter(({ metadata }) => metadata?.affectedAttacks?.includes(attack.name)).map(({ text }) => text);

export interface Creature {
  instanceId: number;
  cardId: string;
  position: Position;
  currentHp: number;
  maxHp: number;
  damage: number;
  attachedEnergy: string[];
  tools: string[];
  statusEffects: string[];
  poison: number;
  evolutionChain: string[];
  timed: { kind: string; amount: number; expires: number }[];
  doomed: boolean;
}

export interface Side {
  player: Player;
  joined: boolean;
  hand?: string[];
  handCount: number;
  deckCount: number;
  discardPile: string[];
  activePokemon: Creature | null;
  bench: Creature[];
  benchCount: number;
  prizeCardsRemaining: number;
  handValid: boolean;
  invalidHands: number;
  activeSelected: boolean;
  setupReady: boolean;
  revealedHand: string[] | null;
  deckList?: { cardId: string; quantity: number }[];
}

export type Option = { cardId: string; player?: Player; position?: Position } | 'yes' | 'no' | number;

export interface Pending {
  choiceId: number;
  player: Player;
  kind: string;
  prompt?: string;
  options?: Option[];
  min?: number;
  max?: number;
  marked?: number[];
}

export interface View {
  state: string;
  phase: string | null;
  turnNumber: number;
  currentPlayer: Player | null;
  firstPlayer: Player | null;
  playerState: Side;
  opponentState: Side;
  stadium: { cardId: string; owner: Player } | null;
  pending: Pending[];
  resolving: { kind: string; player: Player; cardId: string | null } | null;
  cancelOffers: Player[];
  availableActions: string[];
  winnerId: Player | null;
  result: string | null;
  winCondition: string | null;
  cancellationReason: string | null;
}

export interface Breakdown {
  base: number;
  scaled: number;
  boosted: number;
  weakness: number;
  resistance: number;
  prevented: number;
  reduced: number;
  final: number;
}

export interface Entry {
  cardId: string;
  setName: string;
  quantity: number;
}
export interface Deck {
  id: string;
  name: string;
  cards: Entry[];
}

interface Collection {
  sets: { name: string; offered: boolean; cards: Card[] }[];
  decks: Deck[];
}

/** All cards that the server has, and the decks it offers. */
export class Library {
  readonly cards = new Map<string, Card>();
  readonly decks: Deck[];
  /** The cards that decks are built of. */
  readonly shelf: Card[] = [];

  constructor({ sets, decks }: Collection) {
    this.decks = decks;
    for (const { name, offered, cards } of sets) {
      for (const card of cards) {
        const known = { ...card, setName: name };
        this.cards.set(card.cardId, known);
        if (offered) this.shelf.push(known);
      }
    }
  }

  /** A card; one that only has the name in its id if the server does not know it. */
  card(id: string): Card {
    return this.cards.get(id) ?? strange(id);
  }
  name(id: string): string {
    return this.card(id).name;
  }
}

function strange(id: string): Card {
  const name = /-v[^-]+-(.+?)-\d*-[^-]+$/.exec(id)?.[1] ?? id;
  const title = name.replaceAll('-', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());
  return { cardId: id, cardType: 'TRAINER', name: title, cardNumber: '', setName: '' };
}

let known: Library | null = null;
let coming: Promise<Library> | null = null;

/** The library, once it has come; sentences that are needed before go without it. */
export const library = (): Library | null => known;

export function loadLibrary(): Promise<Library> {
  coming ??= api
    .cards<Collection>('tcg')
    .then((collection) => (known = new Library(collection)))
    .catch((error: Error) => {
      coming = null;
      throw error;
    });
  return coming;
}

export const nameOf = (id: string | null | undefined): string =>
  id ? (known?.name(id) ?? strange(id).name) : 'a card';

export const seatOf = (player: Player): number => (player === 'PLAYER1' ? 0 : 1);
export const playerOf = (seat: number): Player => (seat === 0 ? 'PLAYER1' : 'PLAYER2');
export const viewOf = (stage: Stage): View => stage.view as unknown as View;

export function creatureAt(side: Side, position: string): Creature | null {
  return position === 'ACTIVE' ? side.activePokemon : (side.bench[Number(position.slice(6))] ?? null);
}

/** The units that an energy card gives. */
export function unitsOf(card: Card): { types: Element[]; amount: number } {
  const { energyProvision, energyType } = card;
  if (energyProvision) return { types: energyProvision.energyTypes, amount: energyProvision.amount };
  return { types: [energyType ?? 'COLORLESS'], amount: 1 };
}

const STAGES: Record<string, string> = { BASIC: 'basic', STAGE_1: 'stage 1', STAGE_2: 'stage 2' };
const KINDS: Record<string, string> = { ITEM: 'item', SUPPORTER: 'supporter', STADIUM: 'stadium', TOOL: 'tool' };

/** What sort of card it is, in two or three words. */
export function sortOf(card: Card): string {
  if (card.cardType === 'ENERGY') return 'energy';
  if (card.trainerType) return KINDS[card.trainerType] ?? 'trainer';
  return STAGES[card.stage ?? ''] ?? 'creature';
}

/** An action that names a card of the hand. */
export const cardOfAction = (action: Body): string | undefined =>
  (action.cardId ?? action.energyCardId ?? action.evolutionCardId) as string | undefined;
