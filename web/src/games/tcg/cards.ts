/** What a seat sees, as the rules name it, and the cards, as the server tells them. */
import { api } from '../../lib/api';
import type { Stage } from '../../lib/stage.svelte';
import type { Action, Config, Creature, Deck, Event, Half, Player, Position, Type, View } from '../../protocol/tcg';

export type CreaturesStage = Stage<View, Event, Action, Config>;

export interface Attack {
  name: string;
  energyCost: Type[];
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
  pokemonType?: Type;
  attacks?: Attack[];
  ability?: { name: string; text: string; activationType: string };
  weakness?: { type: Type; modifier: string };
  resistance?: { type: Type; modifier: string };
  retreatCost?: number;
  trainerType?: 'ITEM' | 'SUPPORTER' | 'STADIUM' | 'TOOL';
  energyType?: Type;
  energyProvision?: { energyTypes: Type[]; amount: number };
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

export function creatureAt(side: Half, position: Position): Creature | null {
  return position === 'ACTIVE' ? side.activePokemon : (side.bench[Number(position.slice(6))] ?? null);
}

/** The units that an energy card gives. */
export function unitsOf(card: Card): { types: Type[]; amount: number } {
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

/** The card of the hand that an action names. */
export function cardOfAction(action: Action): string | undefined {
  if ('cardId' in action) return action.cardId;
  if ('energyCardId' in action) return action.energyCardId;
  return 'evolutionCardId' in action ? action.evolutionCardId : undefined;
}
/** The place that an action names. */
export const targetOf = (action: Action): Position | undefined => ('target' in action ? action.target : undefined);
