/** Tank Combat: a shared deck, and answers out of turn. */
import type { GamePart } from '..';
import { possessive, upper } from '../../lib/words';
import Bar from './Bar.svelte';
import type { View } from './cards';
import Screen from './Screen.svelte';
import { damageBy, endWords, phaseName, words } from './words';

export const part: GamePart = {
  Screen,
  Bar,
  words,
  header: (stage) => ({ phase: phaseName(stage.phase), line: `Turn ${(stage.view as View).turn}` }),
  result(stage, who) {
    const view = stage.view as View;
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
};
