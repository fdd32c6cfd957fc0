/** Small helps for sentences. */

/** A name of the wire as words: `turn_limit` and `turnLimit` are a turn limit. */
export const plain = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name within a sentence, with "You" for the viewer. */
export const lower = (who: string): string => (who === 'You' ? 'you' : who);

/** Whose something is, with "You" for the viewer. */
export const possessive = (who: string): string => (who === 'You' ? 'your' : `${who}’s`);

/** "Anna, Ben and Cleo". */
export const listed = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Changed settings, one line each: `clocks.turn_ms` is a name within a group. */
export function settingsOf(config: Record<string, unknown>, group = ''): [string, string][] {
  return Object.entries(config).flatMap(([key, value]): [string, string][] => {
    const name = group === '' ? upper(plain(key)) : `${group}: ${plain(key)}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return settingsOf(value as Record<string, unknown>, name);
    return [[name, shown(value)]];
  });
}

/** A value of a setting for people; long lists are cut. */
function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null) return 'none';
  const text = Array.isArray(value)
    ? value.map(shown).join(', ')
    : typeof value === 'string'
      ? plain(value)
      : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
