/** What players are called. */
import { faces } from '../games';
import type { SeatCard } from '../protocol';
import { plain, upper } from './words';

/** Names to begin with: words of at most five letters, so that a number of four digits fits into 16 characters. */
const FIRST = [
  ...['Amber', 'Bold', 'Brave', 'Brisk', 'Calm', 'Clear', 'Dusty', 'Eager', 'Early', 'Fair'],
  ...['Fleet', 'Glad', 'Grey', 'Happy', 'Idle', 'Jolly', 'Keen', 'Kind', 'Late', 'Lucky'],
  ...['Merry', 'Mild', 'Neat', 'Noble', 'Odd', 'Plain', 'Proud', 'Quick', 'Quiet', 'Rusty'],
  ...['Salt', 'Sharp', 'Shy', 'Solid', 'Swift', 'Tidy', 'True', 'Warm', 'Wise'],
];
const LAST = [
  ...['Acorn', 'Anvil', 'Arrow', 'Birch', 'Brook', 'Cedar', 'Cloud', 'Comet', 'Crane', 'Drum'],
  ...['Dune', 'Eagle', 'Ember', 'Ferry', 'Finch', 'Fox', 'Grove', 'Gull', 'Hawk', 'Heron'],
  ...['Iris', 'Lark', 'Lynx', 'Maple', 'Moss', 'Oak', 'Otter', 'Owl', 'Pike', 'Pine'],
  ...['Raven', 'Reed', 'River', 'Robin', 'Rook', 'Seal', 'Stag', 'Stone', 'Swan', 'Tern'],
  ...['Vale', 'Wren'],
];
const any = (of: string[]): string => of[Math.floor(Math.random() * of.length)]!;

/** A name that very likely nobody has yet: 15 million are possible. */
export const someName = (): string => `${any(FIRST)} ${any(LAST)} ${1000 + Math.floor(Math.random() * 9000)}`;

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
