/** Tank Combat: a shared deck, and answers out of turn. */
import type { GamePart } from '..';
import { called } from '../../lib/stage.svelte';
import Bar from './Bar.svelte';
import type { View } from './cards';
import Screen from './Screen.svelte';
import { endWords, phaseName, words } from './words';

export const part: GamePart = {
  Screen,
  Bar,
  words,
  header: (stage) => ({ phase: phaseName(stage.phase), line: `Turn ${(stage.view as View).turn}` }),
  result(stage) {
    const view = stage.view as View;
    const tanks: [string, string][] = view.players.map((player) => [
      called(stage, player.id),
      view.mode === 'duel' ? `${player.currentHP} HP` : `${player.killMarks} kills`,
    ]);
    return { reason: endWords(view.end_reason), figures: [...tanks, ['Turns', String(view.turn)]] };
  },
  secrets: true,
};
