/** Orcain: three hidden cards each, opened one by one. */
import type { Action, Config, Event } from '../../protocol/orcain';
import { gamePart } from '../part';
import Bar from './Bar.svelte';
import { beat } from './beat.svelte';
import { PHASES, type Shown } from './cards';
import Screen from './Screen.svelte';
import { why, words } from './words';

export const part = gamePart<Shown, Event, Action, Config>({
  Screen,
  Bar,
  words,
  header(stage) {
    const view = beat.of(stage);
    return { phase: PHASES[view.phase]?.name ?? '', line: `Round ${view.roundIndex}` };
  },
  result(stage, who) {
    const { view } = stage;
    const figures: [string, string][] = [
      [who(0), `${view.hp[0]} HP`],
      [who(1), `${view.hp[1]} HP`],
      ['Round', String(view.roundIndex)],
    ];
    if (view.tokens !== undefined) figures.push(['Tokens', String(view.tokens)]);
    const bothLose = view.result?.bothLose === true ? { title: 'Both inactive' } : {};
    return { reason: why(view, who), figures, ...bothLose };
  },
  unfolding: () => beat.running,
  secrets: true,
  labels: { again: 'Play again', leave: 'Back to menu' },
});
