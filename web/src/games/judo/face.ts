/** What the page knows of Judo before it is chosen. */
import BlackBelt from '~icons/game-icons/black-belt';
import { onOff, set, truth, two, type Face } from '../face';
import type { Config, Difficulty } from '../../protocol/judo';
import { keepPresence, ownBattle } from './presence.svelte';

export const face: Face<Config> = {
  title: 'Judo',
  line: 'Name the stat. Higher value takes the round.',
  players: '1–2 players',
  minutes: '3 min',
  icon: BlackBelt,
  levels: [
    { bot: 'easy', label: 'Easy' },
    { bot: 'medium', label: 'Medium' },
    { bot: 'hard', label: 'Hard' },
  ],
  solo: 'solo',
  people: 'pvp',
  seats: two,
  choices: [
    {
      key: 'length',
      label: 'Length',
      values: [
        { value: '3', label: 'Quick: first to 3' },
        { value: '5', label: 'Medium: first to 5' },
        { value: '10', label: 'Long: first to 10' },
      ],
      usual: '5',
      to: set<Config>('win_target'),
    },
    {
      key: 'auto_select',
      label: 'Choose for me when time is up',
      values: onOff,
      usual: 'true',
      to: set<Config>('auto_select', truth),
    },
    {
      key: 'stat_hotkeys',
      label: 'Single-key shortcuts',
      values: onOff,
      usual: 'true',
      to: set<Config>('stat_hotkeys', truth),
    },
    {
      key: 'battle_state_progress',
      label: 'Progress bar of the states',
      values: onOff,
      usual: 'true',
      to: set<Config>('battle_state_progress', truth),
    },
    {
      key: 'host',
      label: 'Direct the match as administrator',
      values: onOff,
      usual: 'false',
      to(config, value) {
        config.official = config.round_modify = truth(value);
      },
    },
  ],
  rules: [
    'Each side holds 25 judoka. In every round both turn their top card; you see only your own.',
    'One side, the chooser, names one of five stats: power, speed, technique, kumi-kata, ne-waza.',
    'Both cards are opened. The higher value of that stat wins the round and one point.',
    'Equal values win nothing: both cards are put aside.',
    'Then the other side chooses, whatever came of the round.',
    'You have 30 seconds to choose. If you let them pass, your highest stat is named for you.',
    'Who reaches 3, 5 or 10 points first wins; after 25 rounds the higher score does.',
    'Hide the page or open a dialog against the computer and the clock waits for you.',
    [
      'Quitting counts as a loss.',
      'Leaving by a link does too, but against the computer it calls the match off without a result.',
      'A lost connection costs nothing if you come back within a minute.',
    ].join(' '),
    'Choose your best stat, but remember: a 7 is about as likely to lose as to win.',
  ],
  keys: [
    ['1 – 5', 'name a stat'],
    ['N', 'next round'],
    ['Q', 'quit'],
    ['H', 'help'],
    ['Esc', 'close a dialog'],
  ],
  label: 'Start Match',
  optionsOpen: true,
  started: keepPresence,
  async lobby() {
    const { hooks } = await import('./hooks.svelte');
    if (ownBattle() === null) hooks.lobby();
  },
  async starts(against) {
    (await import('./hooks.svelte')).ui.start = against !== 'friend' && against !== 'queue';
  },
  chosen(key, value) {
    if (key === 'length') localStorage.setItem('battle.pointsToWin', value);
  },
  table(config, { against, level }) {
    if (against === 'computer') config.difficulty = level as Difficulty;
  },
  pictures: () => import('./pictures'),
};
