/** Tank Combat: a shared deck, and answers out of turn. */
import type { GamePart } from '..';
import { called } from '../../lib/stage.svelte';
import Bar from './Bar.svelte';
import type { View } from './cards';
import Screen from './Screen.svelte';
import { damageBy, endWords, phaseName, words } from './words';

export const part: GamePart = {
  Screen,
  Bar,
  words,
  header: (stage) => ({ phase: phaseName(stage.phase), line: `Turn ${(stage.view as View).turn}` }),
  result(stage) {
    const view = stage.view as View;
    const tanks: [string, string][] = view.players.map((player) => [
      called(stage, player.id),
      `${player.killMarks} ${player.killMarks === 1 ? 'kill' : 'kills'}`,
    ]);
    const more: [string, string][] = view.players.flatMap((player): [string, string][] => [
      [`HP of ${called(stage, player.id).toLowerCase()}`, `${player.currentHP}`],
      [`Damage by ${called(stage, player.id).toLowerCase()}`, `${damageBy(stage, player.id)}`],
    ]);
    return { reason: endWords(stage), figures: [...tanks, ...more, ['Turns', String(view.turn)]] };
  },
  secrets: true,
};
