/** Creatures: two decks, creatures that evolve, six prizes. */
import type { GamePart } from '..';
import Bar from './Bar.svelte';
import { seatOf, viewOf, type View } from './cards';
import Screen from './Screen.svelte';
import { note, phaseName, why, words } from './words';

export const part: GamePart = {
  Screen,
  Bar,
  words,
  note: (events, before, after) => note(events, before as View, after as View),
  header(stage) {
    const view = viewOf(stage);
    return { phase: phaseName(view), line: view.turnNumber > 0 ? `Turn ${view.turnNumber}` : '' };
  },
  result(stage, who) {
    const view = viewOf(stage);
    const all = Number(stage.config.rules?.prizeCardCount ?? 6);
    const figures = [view.playerState, view.opponentState].map((side): [string, string] => [
      who(seatOf(side.player)),
      view.turnNumber === 0 ? 'not begun' : `${all - side.prizeCardsRemaining} of ${all} prizes`,
    ]);
    const cancelled = view.state === 'CANCELLED' ? { title: 'The match was called off' } : {};
    return { reason: why(stage, who), figures: [...figures, ['Turns', String(view.turnNumber)]], ...cancelled };
  },
  secrets: true,
  ownQuit: true,
};
