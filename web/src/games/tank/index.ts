/** Tank Combat: a shared deck, and answers out of turn. */
import type { Action, Config, Event, View } from '../../protocol/tank';
import { gamePart } from '../part';
import { possessive, upper } from '../../lib/words';
import Bar from './Bar.svelte';
import Screen from './Screen.svelte';
import { damageBy, endWords, phaseName, words } from './words';

export const part = gamePart<View, Event, Action, Config>({
  Screen,
  Bar,
  words,
  header: ({ view }) => ({ phase: phaseName(view.phase), line: `Turn ${view.turn}` }),
  result(stage, who) {
    const { view } = stage;
    const tanks: [string, string][] = view.players.map((player) => [
      who(player.id),
      `${player.killMarks} ${player.killMarks === 1 ? 'kill' : 'kills'}`,
    ]);
    const more: [string, string][] = view.players.flatMap((player): [string, string][] => [
      [upper(`${possessive(who(player.id))} HP`), `${player.currentHP}`],
      [upper(`${possessive(who(player.id))} damage`), `${damageBy(stage, player.id)}`],
    ]);
    return { reason: endWords(view, who), figures: [...tanks, ...more, ['Turns', String(view.turn)]] };
  },
  secrets: true,
});
