/** Dead NecroChess: the board is the stage. */
import type { Action, Config, Event, View } from '../../protocol/necro';
import { gamePart } from '../part';
import { possessive, upper } from '../../lib/words';
import { PHASE_NAMES } from './cards';
import Screen from './Screen.svelte';
import TopBar from './TopBar.svelte';
import { endWords, words } from './words';

export const part = gamePart<View, Event, Action, Config>({
  Screen,
  Bar: TopBar,
  words,
  header: ({ view: { turn } }) => ({ phase: upper(PHASE_NAMES[turn.phase]), line: `Turn ${turn.number}` }),
  result({ view }, who) {
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
});
