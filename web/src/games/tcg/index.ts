/** Creatures: two decks, creatures that evolve, six prizes. */
import type { Action, Config, Event, View } from '../../protocol/tcg';
import { gamePart } from '../part';
import Bar from './Bar.svelte';
import { seatOf } from './cards';
import Screen from './Screen.svelte';
import { note, phaseName, why, words } from './words';

export const part = gamePart<View, Event, Action, Config>({
  Screen,
  Bar,
  words,
  note,
  header({ view }) {
    return { phase: phaseName(view), line: view.turnNumber > 0 ? `Turn ${view.turnNumber}` : '' };
  },
  result(stage, who) {
    const { view, config } = stage;
    const all = config.rules.prizeCardCount;
    const figures = [view.playerState, view.opponentState].map((side): [string, string] => [
      who(seatOf(side.player)),
      view.turnNumber === 0 ? 'not begun' : `${all - side.prizeCardsRemaining} of ${all} prizes`,
    ]);
    const cancelled = view.state === 'CANCELLED' ? { title: 'The match was called off' } : {};
    return { reason: why(stage, who), figures: [...figures, ['Turns', String(view.turnNumber)]], ...cancelled };
  },
  secrets: true,
  ownQuit: true,
});
