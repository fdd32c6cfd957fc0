/** Dead NecroChess: the board is the stage. */
import type { GamePart } from '..';
import type { View } from './cards';
import Screen from './Screen.svelte';
import TopBar from './TopBar.svelte';
import { endWords, words } from './words';

export const part: GamePart = {
  Screen,
  Bar: TopBar,
  words,
  header: (stage) => ({ phase: stage.phase, line: `Turn ${(stage.view as View).turn.number}` }),
  result(stage) {
    const view = stage.view as View;
    const king = (side: string): string => `${view.units[`${side}:king:0`]?.hpCurrent ?? 0} HP`;
    return {
      reason: endWords(view.endReason),
      figures: [
        ['Red king', king('red')],
        ['Black king', king('black')],
        ['Turns', String(view.turn.number)],
      ],
    };
  },
  secrets: true,
};
