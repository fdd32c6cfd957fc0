/** What the page knows of NecroChess before it is chosen. */
import CrownedSkull from '~icons/game-icons/crowned-skull';
import { set, two, type Face } from '../face';
import type { Config } from '../../protocol/necro';

export const face: Face<Config> = {
  title: 'NecroChess',
  line: 'Pieces that shoot, souls you bind, corpses you raise.',
  players: '2 players',
  minutes: '30 min',
  icon: CrownedSkull,
  levels: [
    { bot: 'random', label: 'Beginner' },
    { bot: 'easy', label: 'Easy' },
    { bot: 'hard', label: 'Hard' },
  ],
  seats: two,
  choices: [
    {
      key: 'preset',
      label: 'Rules',
      values: [
        { value: 'standard', label: 'Standard' },
        { value: 'networked', label: 'Standard, two minutes a turn' },
        { value: 'literal', label: 'Literal: unlimited storage and soul purchases' },
      ],
      usual: 'standard',
      to: () => {},
    },
    {
      key: 'maxTurns',
      label: 'Turns at most',
      values: [
        { value: '30', label: '30: a short match' },
        { value: '300', label: '300' },
        { value: '0', label: 'No limit' },
      ],
      usual: '300',
      to: set<Config>('maxTurns'),
    },
  ],
  rules: [
    'Red and black stand on the board of Chinese chess: nine by ten points, a river, two palaces.',
    'Every piece has hit points. Pieces do not capture: they move, and they shoot.',
    'A turn has phases: buy, bind, fight, end. Gold buys souls and items, mana pays for moves and shots.',
    'Bind a soul card to a piece and it gets its attack, its defense and its abilities.',
    'A shot does the attacker’s strength plus a die, less the defense of whoever is hit.',
    'Some souls pierce through a row, splash around their target or jump on as a chain.',
    'A piece without hit points leaves a corpse. Necromancy raises it on your side.',
    'A blood ritual turns your own hit points into an action more.',
    'Kill the enemy king and you have won.',
  ],
  keys: [
    ['← ↑ → ↓', 'over the board'],
    ['Enter', 'choose a piece, go there, shoot'],
    ['S', 'open the shop'],
    ['N', 'next phase'],
    ['Esc', 'cancel'],
  ],
  pictures: () => import('./pictures'),
};
