/** Judo: stat cards, one explicit state machine. */
import type { GamePart } from '..';
import Bar from './Bar.svelte';
import type { View } from './rules';
import Screen from './Screen.svelte';
import { endWords, matchMessage, mySide, otherSide, phaseName, seatOf, words } from './words';

export const part: GamePart = {
  Screen,
  Bar,
  words,
  header: (stage) => ({ phase: phaseName(stage), line: `Round ${(stage.view as View).shown_round}` }),
  result(stage, who) {
    const view = stage.view as View;
    const [mine, other] = [mySide(view), otherSide(mySide(view))];
    return {
      title: matchMessage(stage),
      reason: endWords(view, who),
      figures: [
        [who(seatOf(mine)), String(view.scores[mine])],
        [who(seatOf(other)), String(view.scores[other])],
        ['Rounds', String(view.rounds_played)],
      ],
    };
  },
  secrets: true,
  labels: { again: 'Next Match', leave: 'Quit Match' },
  ownQuit: true,
};
