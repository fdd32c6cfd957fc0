/** What players are called. */
import { faces } from '../games';
import type { SeatCard } from '../protocol';
import { plain, upper } from './words';

/** A name to begin with, for who has none. */
const FIRST = [
  ...['Quiet', 'Amber', 'Brisk', 'Calm', 'Dusty', 'Early', 'Fair', 'Grey', 'Honest', 'Idle'],
  ...['Keen', 'Late', 'Merry', 'Noble', 'Odd', 'Plain', 'Quick', 'Rusty', 'Salt', 'Tidy'],
];
const LAST = [
  ...['Heron', 'Ferry', 'Anchor', 'Badger', 'Cedar', 'Drum', 'Ember', 'Falcon', 'Grove', 'Harbor'],
  ...['Iris', 'Jackdaw', 'Kettle', 'Lantern', 'Marten', 'Otter', 'Pike', 'Rook', 'Sparrow', 'Tern'],
];
const any = (of: string[]): string => of[Math.floor(Math.random() * of.length)]!;

export const someName = (): string => `${any(FIRST)} ${any(LAST)}`;

const levelOf = (game: string, bot: string): string | undefined =>
  faces[game]?.levels.find((level) => level.bot === bot)?.label;

/** Whether a game has a computer player of that name. */
export const isBot = (game: string, name: string): boolean => levelOf(game, name) !== undefined;

/** A computer player of a game: by the level that was chosen, or else by its own name. */
export function botName(game: string, bot: string): string {
  const [name = ''] = bot.split(':');
  return `Computer (${levelOf(game, name) ?? upper(plain(name))})`;
}

export const seatName = (game: string, { name, bot }: SeatCard): string => (bot ? botName(game, name) : name);

/** The name at a seat; those who are called alike are told apart by a number. */
export function nameAt(game: string, seats: SeatCard[], seat: number): string {
  const names = seats.map((card) => seatName(game, card));
  const name = names[seat];
  if (name === undefined) return `Seat ${seat + 1}`;
  return names.filter((other) => other === name).length > 1 ? `${name} ${seat + 1}` : name;
}
