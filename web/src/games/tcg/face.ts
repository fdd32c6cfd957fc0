/** What the page knows of Creatures before it is chosen. */
import CardPlay from '~icons/game-icons/card-play';
import { two, type Face } from '../face';
import type { Config } from '../../protocol/tcg';

export const face: Face<Config> = {
  title: 'Creatures',
  line: 'Sixty cards, six prizes, one active creature.',
  players: '2 players',
  minutes: '20 min',
  icon: CardPlay,
  levels: [
    { bot: 'random', label: 'Easy' },
    { bot: 'baseline', label: 'Medium' },
    { bot: 'strong', label: 'Hard' },
  ],
  seats: two,
  queue: 'brought-decks',
  links: [['Decks', '#/decks']],
  choices: [
    {
      key: 'prizes',
      label: 'Length',
      values: [
        { value: '6', label: 'Full: six prizes' },
        { value: '3', label: 'Short: three prizes' },
        { value: '1', label: 'Quick: one prize' },
      ],
      usual: '6',
      to: (config, value) => (config.rules = { prizeCardCount: Number(value) }),
    },
    {
      key: 'preset',
      label: 'Clock',
      values: [
        { value: 'default-tournament', label: 'None' },
        { value: 'clocked', label: 'Three minutes a turn' },
      ],
      usual: 'default-tournament',
      to: () => {},
    },
    {
      key: 'decks',
      label: 'Decks',
      values: [
        { value: 'chosen', label: 'Everybody chooses one' },
        { value: 'given', label: 'Fire against water' },
      ],
      usual: 'chosen',
      to: () => {},
    },
  ],
  rules: [
    'Both bring a deck of 60 cards: creatures, energy and trainers.',
    'You begin with seven cards, lay one basic creature as your active one and others on the bench, face down.',
    'Six cards of your deck are your prizes: take one each time you knock a creature out.',
    'In your turn you draw a card. Then you play creatures, evolve them, attach one energy and play trainers.',
    'An attack needs the energy of its cost on the active creature, and ends your turn.',
    [
      'Damage stays on a creature. Weakness and resistance do what its card says:',
      'every shipped weakness adds 10, and no shipped card has a resistance.',
    ].join(' '),
    'Retreating swaps the active creature for one of the bench and costs energy.',
    'Asleep, paralysed, confused, poisoned and burned creatures are hindered until they are cured.',
    'You win with your last prize, when the other side has no creature left, or cannot draw.',
  ],
  keys: [
    ['Tab', 'from thing to thing'],
    ['← →', 'along your hand'],
    ['Enter', 'pick a card up; once more plays it'],
    ['Esc', 'put it down'],
  ],
  pages: { decks: { load: () => import('./DeckPage.svelte') } },
  table(config, { chosen }) {
    if ((chosen.decks ?? 'chosen') === 'chosen') config.decks = null;
  },
  pictures: () => import('./pictures'),
};
