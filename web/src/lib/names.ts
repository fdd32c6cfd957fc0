/** A name to begin with, for who has none. */
const FIRST = 'Quiet Amber Brisk Calm Dusty Early Fair Grey Honest Idle Keen Late Merry Noble Odd Plain Quick Rusty Salt Tidy'.split(' ');
const LAST = 'Heron Ferry Anchor Badger Cedar Drum Ember Falcon Grove Harbor Iris Jackdaw Kettle Lantern Marten Otter Pike Rook Sparrow Tern'.split(' ');
const any = (of: string[]): string => of[Math.floor(Math.random() * of.length)]!;

export const someName = (): string => `${any(FIRST)} ${any(LAST)}`;
