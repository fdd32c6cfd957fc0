/** The things that each game is played with, for the page that explains it. */
import type { Component } from 'svelte';
import Energy from '~icons/game-icons/lightning-arc';
import Egg from '~icons/game-icons/dragon-head';
import Prize from '~icons/game-icons/trophy-cup';
import Trainer from '~icons/game-icons/open-book';
import { STATS } from '../games/judo/rules';
import { PIECES } from '../games/necro/cards';
import { CARDS as ORCAIN } from '../games/orcain/cards';
import { CARDS as TANK } from '../games/tank/cards';

export interface Picture {
  icon: Component;
  name: string;
  line: string;
}

const tank = [
  'he',
  'fire',
  'coaxial_mg',
  'tracked',
  'field_repair',
  'smoke_launchers',
  'ablative_armor',
  'reinforced_treads',
];

export const PICTURES: Record<string, Picture[]> = {
  judo: STATS.map(({ icon, name, meaning }) => ({ icon, name, line: meaning })),
  orcain: Object.values(ORCAIN).map(({ icon, title, line }) => ({ icon, name: title, line })),
  tank: tank.map((type) => TANK[type]!),
  necro: Object.values(PIECES).map(({ icon, name, line }) => ({ icon, name, line })),
  tcg: [
    { icon: Egg, name: 'Creature', line: 'fights, and evolves' },
    { icon: Energy, name: 'Energy', line: 'pays for attacks' },
    { icon: Trainer, name: 'Trainer', line: 'helps once' },
    { icon: Prize, name: 'Prize', line: 'six of them win' },
  ],
};
