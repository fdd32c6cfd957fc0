/** Dead NecroChess: the board is the stage. */
import type { GamePart } from '..';
import { possessive, upper } from '../../lib/words';
import { PHASE_NAMES, type View } from './cards';
import Screen from './Screen.svelte';
import TopBar from './TopBar.svelte';
import { endWords, words } from './words';

export const part: GamePart = {
  Screen,
  Bar: TopBar,
  words,
  header: (stage) => ({
    phase: upper(PHASE_NAMES[stage.phase] ?? ''),
    line: `Turn ${(stage.view as View).turn.number}`,
  }),
  result(stage, who) {
    const view = stage.view as View;
    const king = (side: string): string => `${view.units[`${side}:king:0`]?.hpCurrent ?? 0} HP`;
    return {
      reason: endWords(view, who),
      figures: [
        [upper(`${possessive(who(0))} king (red)`), king('red')],
        [upper(`${possessive(who(1))} king (black)`), king('black')],
        ['Turns', String(view.turn.number)],
      ],
    };
  },
  secrets: true,
};
