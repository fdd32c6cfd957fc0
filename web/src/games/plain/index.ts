/** Any game that has no screen of its own: the view as a tree, options as buttons. */
import type { GamePart } from '../part';
import type { Stage } from '../../lib/stage.svelte';
import Screen from './Screen.svelte';

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);

/** An action or event in words: its type, then what it is about. */
export function inWords(body: unknown): string {
  const { type, ...rest } = body as Record<string, unknown>;
  const more = Object.entries(rest).map(([key, value]) => `${plain(key)} ${plain(value)}`);
  return [plain(type), ...more].join(' · ');
}

export const part: GamePart = {
  Screen,
  words: (event) => inWords(event),
  header: (stage: Stage) => ({ phase: plain(stage.phase), line: stage.toAct ? 'Your move' : '' }),
  result: (stage: Stage) => ({ reason: plain(stage.outcome?.ending ?? ''), figures: [] }),
  secrets: true,
};
