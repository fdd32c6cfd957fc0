/** Small helps for sentences. */

/** A name of the wire as words: `turn_limit` and `turnLimit` are a turn limit. */
export const plain = (name: string): string =>
  name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();

export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name within a sentence, with "You" for the viewer. */
export const lower = (who: string): string => (who === 'You' ? 'you' : who);

/** Whose something is, with "You" for the viewer. */
export const possessive = (who: string): string => (who === 'You' ? 'your' : `${who}’s`);

/** "Anna, Ben and Cleo". */
export const listed = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
