import Egg from '~icons/game-icons/dragon-head';
import Energy from '~icons/game-icons/lightning-arc';
import Trainer from '~icons/game-icons/open-book';
import Prize from '~icons/game-icons/trophy-cup';
import type { Picture } from '../face';

export const PICTURES: Picture[] = [
  { icon: Egg, name: 'Creature', line: 'fights, and evolves' },
  { icon: Energy, name: 'Energy', line: 'pays for attacks' },
  { icon: Trainer, name: 'Trainer', line: 'helps once' },
  { icon: Prize, name: 'Prize', line: 'six of them win' },
];
