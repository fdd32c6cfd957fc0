/** What the page knows of Orcain before it is chosen. */
import OrcHead from '~icons/game-icons/orc-head';
import { set, two, type Face } from '../face';
import type { Config } from '../../protocol/orcain';

export const face: Face<Config> = {
  title: 'Orcain',
  line: 'Three hidden cards each, opened one by one.',
  players: '2 players',
  minutes: '2 min',
  icon: OrcHead,
  levels: [
    { bot: 'random', label: 'Easy' },
    { bot: 'orc_bot', label: 'Orc' },
    { bot: 'optimal', label: 'Hard' },
  ],
  solo: 'pve',
  people: 'standard',
  seats: two,
  choices: [
    {
      key: 'prep_ms',
      label: 'Time to prepare',
      values: [
        { value: '10000', label: '10 s' },
        { value: '20000', label: '20 s' },
        { value: '60000', label: '60 s' },
      ],
      usual: '20000',
      to: set<Config>('prep_ms'),
    },
    {
      key: 'rounds_per_match',
      label: 'Rounds',
      values: ['1', '3', '5'].map((value) => ({ value, label: value })),
      usual: '3',
      to: set<Config>('rounds_per_match'),
    },
  ],
  rules: [
    'Both begin with 10 hit points and the same four cards in every round.',
    'In secret you put up to three of them into your slots S1, S2, S3. You have 20 seconds.',
    'Then the slots are opened one after the other, both sides at once.',
    'Attack hits for 2. Defense blocks an attack. Heal gives 1 back, never above 10.',
    'Counter throws an attack back: the attacker takes the 2.',
    'An empty slot does nothing and blocks nothing.',
    'Who stands at 0 at the end of a round has lost; both at 0 is a draw.',
    'After three rounds more hit points win; equal ones go on into sudden death.',
    'Who does nothing at all for two rounds has lost.',
  ],
  keys: [
    ['1 – 4', 'lay a card into the first empty slot; once more takes it back'],
    ['Tab', 'from thing to thing'],
    ['Enter', 'pick a card up, lay it into a slot, confirm'],
    ['Esc', 'put it down'],
  ],
  search: '#/duel?search=1',
  stakes: true,
  losesByLeaving: true,
  testIds: { computer: 'start-pve', search: 'start-pvp' },
  pages: { duel: { load: () => import('./DuelPage.svelte'), whole: true } },
  pictures: () => import('./pictures'),
};
