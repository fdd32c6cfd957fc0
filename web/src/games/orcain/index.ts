/** Orcain: three hidden cards each, opened one by one. */
import type { GamePart } from '..';
import { called } from '../../lib/stage.svelte';
import Bar from './Bar.svelte';
import { PHASES, type View } from './cards';
import Screen from './Screen.svelte';
import { why, words } from './words';

export const part: GamePart = {
  Screen,
  Bar,
  words,
  header(stage) {
    const view = stage.view as View;
    return { phase: PHASES[view.phase] ?? '', line: `Round ${view.roundIndex}` };
  },
  result(stage) {
    const view = stage.view as View;
    const figures: [string, string][] = [
      [called(stage, 0), `${view.hp[0]} HP`],
      [called(stage, 1), `${view.hp[1]} HP`],
      ['Round', String(view.roundIndex)],
    ];
    if (view.tokens !== undefined) figures.push(['Tokens', String(view.tokens)]);
    const bothLose = view.result?.bothLose === true ? { title: 'Both inactive' } : {};
    return { reason: why(stage), figures, ...bothLose };
  },
  secrets: true,
  labels: { again: 'Play again', leave: 'Back to menu' },
};
