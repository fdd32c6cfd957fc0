/** What the page knows of Tank Combat before it is chosen. */
import BattleTank from '~icons/game-icons/battle-tank';
import { type Face } from '../face';
import type { Class, Config } from '../../protocol/tank';
import { TEAMS } from './teams';

export const face: Face<Config> = {
  title: 'Tank Combat',
  line: 'Load, fire, sabotage. Answer with smoke.',
  players: '2–4 players',
  minutes: '10 min',
  icon: BattleTank,
  levels: [
    { bot: 'random', label: 'Easy' },
    { bot: 'priority', label: 'Normal' },
  ],
  seats: (chosen) => (chosen.players === 'teams' ? 4 : Number(chosen.players ?? 2)),
  setup: () => import('./Setup.svelte'),
  choices: [
    {
      key: 'preset',
      label: 'Rules',
      values: [
        { value: 'v3', label: 'Balanced (v3)' },
        { value: 'v1', label: 'Classic (v1)' },
        { value: 'v2', label: 'Equal armor (v2)' },
      ],
      usual: 'v3',
      to: () => {},
    },
    {
      key: 'players',
      label: 'Tanks',
      values: [
        ...['2', '3', '4'].map((value) => ({ value, label: value })),
        { value: 'teams', label: '4: two against two' },
      ],
      usual: '2',
      to: () => {},
    },
    {
      key: 'class',
      label: 'Your tank',
      values: [
        { value: 'light', label: 'Light' },
        { value: 'medium', label: 'Medium' },
        { value: 'heavy', label: 'Heavy' },
      ],
      usual: 'medium',
      own: true,
      to: () => {},
    },
  ],
  rules: [
    'Everybody drives a tank: light, medium or heavy. In a duel you win by destroying the other one.',
    'With three or four tanks, the first to destroy three wins. Destroyed tanks respawn.',
    'All draw from one deck of 100 cards. In your turn you draw and then do one thing.',
    'Load a munition into your breech, then spend a Fire! card to fire it: HE hits for 25, HEAT for 50, Sabot for 75.',
    'The coaxial gun fires at once, without the breech, for 10.',
    'Ablative armor weakens one hit each. HEAT destroys a plate and is not weakened. A heavy tank takes 5 less.',
    'Sabotage others: Tracked forbids firing, Jammed Breech forbids loading, Comms Jammed forbids smoke for others.',
    'A remedy clears its hazard; a safety makes you immune to one kind for good.',
    'Two against two, you can repair your ally, and you share kills and victory.',
    'When somebody fires, smoke answers: the shot is wasted.',
    'A hazard is played on you and you hold its safety? Reveal it: a coup fourré. You get the next turn.',
    'At the red mark of its HP a tank runs on adrenaline.',
    'Then smoke does not stop a heavy tank, a medium one loads and fires at once, a light one costs attackers a card.',
  ],
  keys: [
    ['1 – 9, 0', 'pick a card of your hand'],
    ['Enter', 'do what is marked'],
    ['Esc', 'put the card down'],
    ['Tab', 'from thing to thing'],
  ],
  table(config, { against, chosen, seats, mine }) {
    const all: Class[] = ['medium', 'heavy', 'light', 'medium'];
    const own = mine as Class;
    // In a duel with a friend both choose for themselves.
    if (against !== 'friend' || seats > 2)
      config.classes = [own, ...all.filter((kind) => kind !== own), ...all].slice(0, seats);
    if (chosen.players === 'teams') config.teams = TEAMS;
  },
  pictures: () => import('./pictures'),
};
