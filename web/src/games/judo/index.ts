/** Judo: stat cards, one explicit state machine. */
import type { Action, Config, Event, View } from '../../protocol/judo';
import { gamePart } from '../part';
import Bar from './Bar.svelte';
import Screen from './Screen.svelte';
import { endWords, matchMessage, mySide, otherSide, phaseName, seatOf, words } from './words';

export const part = gamePart<View, Event, Action, Config>({
  Screen,
  Bar,
  words,
  header: (stage) => ({ phase: phaseName(stage), line: `Round ${stage.view.shown_round}` }),
  result(stage, who) {
    const { view } = stage;
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
  paused: (stage) => {
    const { timer } = stage.view;
    return timer !== null && !timer.running && !timer.expired;
  },
  secrets: true,
  labels: { again: 'Next Match', leave: 'Quit Match' },
  ownQuit: true,
});
