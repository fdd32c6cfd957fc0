/** Decks of one's own: kept on this device, told as plain text. */
import { settings } from '../../lib/settings.svelte';
import type { Deck, Entry, Type } from '../../protocol/tcg';
import { sortOf, type Card, type Library } from './cards';

export interface OwnDeck extends Deck {
  /** Whether it was in order when it was saved. */
  sound: boolean;
}

class Shelf {
  own = $state.raw<OwnDeck[]>(settings.choice('tcg.decks', []));

  keep(deck: OwnDeck): void {
    this.own = [...this.own.filter(({ id }) => id !== deck.id), deck];
    settings.choose('tcg.decks', this.own);
  }
  drop(id: string): void {
    this.own = this.own.filter((deck) => deck.id !== id);
    settings.choose('tcg.decks', this.own);
  }

  /** What was made of a deck and not kept yet; it survives a reload. */
  draft(address: string): string | null {
    const kept = settings.choice<{ address: string; text: string } | null>('tcg.draft', null);
    return kept?.address === address ? kept.text : null;
  }
  keepDraft(address: string, text: string): void {
    settings.choose('tcg.draft', { address, text });
  }
  dropDraft(): void {
    settings.choose('tcg.draft', null);
  }
}
export const shelf = new Shelf();

const freshId = (): string => `own-${Date.now().toString(36)}`;

/** The deck that an address of the builder names: a new one, one's own, or a copy of a given one. */
export function deckAt(address: string | undefined, library: Library): Deck | null {
  if (address === undefined) return null;
  if (address === 'new') return { id: freshId(), name: 'My deck', cards: [] };
  const own = shelf.own.find(({ id }) => id === address);
  const given = library.decks.find(({ id }) => id === address);
  return own ?? (given ? { ...given, id: freshId(), name: `My ${given.name}` } : null);
}

/** One line per card, as deck files have it. */
export function toText({ name, cards }: Deck, library: Library): string {
  const line = ({ cardId, quantity }: Entry): string => {
    const card = library.card(cardId);
    return `${quantity} ${card.name} (${card.setName} ${card.cardNumber})`;
  };
  return [`# ${name}`, ...cards.map(line), ''].join('\n');
}

export const sizeOf = (deck: Deck): number => deck.cards.reduce((sum, { quantity }) => sum + quantity, 0);

const GROUPS = ['creatures', 'trainers', 'energies'] as const;
export const groupOf = (card: Card): (typeof GROUPS)[number] =>
  card.cardType === 'POKEMON' ? 'creatures' : card.cardType === 'TRAINER' ? 'trainers' : 'energies';

/** The cards of a deck by group, creatures first. */
export function grouped(
  deck: Deck,
  library: Library,
): { group: string; count: number; entries: (Entry & { card: Card })[] }[] {
  return GROUPS.map((group) => {
    const entries = deck.cards
      .map((entry) => ({ ...entry, card: library.card(entry.cardId) }))
      .filter(({ card }) => groupOf(card) === group);
    return { group, count: entries.reduce((sum, { quantity }) => sum + quantity, 0), entries };
  });
}

/** The types of which a deck has most energies. */
export function typesOf(deck: Deck, library: Library): Type[] {
  const counts = new Map<Type, number>();
  for (const { cardId, quantity } of deck.cards) {
    const { energyType } = library.card(cardId);
    if (energyType !== undefined) counts.set(energyType, (counts.get(energyType) ?? 0) + quantity);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([type]) => type)
    .slice(0, 3);
}

/** The creature that a deck is known by: its highest stage. */
export function headOf(deck: Deck, library: Library): Card | undefined {
  const rank = (card: Card): number => ['basic', 'stage 1', 'stage 2'].indexOf(sortOf(card)) * 1000 + (card.hp ?? 0);
  const creatures = deck.cards
    .map(({ cardId }) => library.card(cardId))
    .filter(({ cardType }) => cardType === 'POKEMON');
  return creatures.sort((a, b) => rank(b) - rank(a))[0];
}
