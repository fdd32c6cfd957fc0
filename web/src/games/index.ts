/** What the page knows of each game before it is chosen, and where its screen is. */
import type { Component } from 'svelte';
import BlackBelt from '~icons/game-icons/black-belt';
import BattleTank from '~icons/game-icons/battle-tank';
import CardPlay from '~icons/game-icons/card-play';
import CrownedSkull from '~icons/game-icons/crowned-skull';
import OrcHead from '~icons/game-icons/orc-head';
import Swords from '~icons/game-icons/crossed-swords';
import type { GameInfo } from '../lib/api';
import { query } from '../lib/settings.svelte';
import type { Stage } from '../lib/stage.svelte';
import type { Body, Place } from '../protocol';

/** A choice in the lobby; `to` writes it into the setting. */
export interface Choice {
  key: string;
  label: string;
  values: { value: string; label: string }[];
  usual: string;
  to: (config: Body, value: string) => void;
  /** What each player chooses for themselves, also in a queue or when they join a table. */
  own?: boolean;
  /** Only where this holds. */
  when?: (chosen: Record<string, string>) => boolean;
}

export interface Face {
  title: string;
  line: string;
  players: string;
  minutes: string;
  icon: Component;
  levels: { bot: string; label: string }[];
  /** The setting for play against computers, and between people. */
  solo?: string;
  people?: string;
  /** The setting for play between strangers. */
  queue?: string;
  choices: Choice[];
  /** How many sit down. */
  seats: (chosen: Record<string, string>) => number;
  /** A set-up of the game's own, for tables that the choices cannot describe. */
  setup?: () => Promise<{ default: Component<{ onclose: () => void }> }>;
  /** The rules in ten sentences. */
  rules: string[];
  /** Pages of its own, with what they are called. */
  links?: [string, string][];
  keys?: [string, string][];
}

/** What a game's own part of the page gives. */
export interface GamePart {
  Screen: Component<{ stage: Stage }>;
  /** An event as a sentence, or null if it is not worth one. */
  words: (event: Body, stage: Stage) => string | null;
  /** Takes note of what events speak of, between two views, before they are put into words. */
  note?: (events: Body[], before: Body, after: Body) => void;
  /** Why it ended, and the figures that decided; `who` says what a seat is called there. */
  result: (
    stage: Stage,
    who: (seat: number) => string,
  ) => { title?: string; reason: string; figures: [string, string][] };
  /** What stands in the header instead of the plain line. */
  Bar?: Component<{ stage: Stage }>;
  /** What the header says: the phase in words, and where the match stands. */
  header: (stage: Stage) => { phase: string; line: string };
  /** Whether two people at one screen hide things from each other. */
  secrets: boolean;
  labels?: { again: string; leave: string };
  /** Whether the screen still shows what led to the end; the result waits for it. */
  unfolding?: () => boolean;
  /** A screen that leaves and asks by itself. */
  ownQuit?: boolean;
}

const set =
  (key: string, read: (value: string) => unknown = Number) =>
  (config: Body, value: string) => {
    config[key] = read(value);
  };
const onOff = [
  { value: 'true', label: 'On' },
  { value: 'false', label: 'Off' },
];
const truth = (value: string): boolean => value === 'true';
const two = (): number => 2;

export const faces: Record<string, Face> = {
  judo: {
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
        to: set('win_target'),
      },
      {
        key: 'auto_select',
        label: 'Choose for me when time is up',
        values: onOff,
        usual: 'true',
        to: set('auto_select', truth),
      },
      {
        key: 'stat_hotkeys',
        label: 'Single-key shortcuts',
        values: onOff,
        usual: 'true',
        to: set('stat_hotkeys', truth),
      },
      {
        key: 'battle_state_progress',
        label: 'Progress bar of the states',
        values: onOff,
        usual: 'true',
        to: set('battle_state_progress', truth),
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
      'Leaving a running match counts as a loss. A lost connection does not: come back within a minute.',
      'Choose your best stat, but remember: a 7 is about as likely to lose as to win.',
    ],
    keys: [
      ['1 – 5', 'name a stat'],
      ['N', 'next round'],
      ['Q', 'quit'],
      ['H', 'help'],
      ['Esc', 'close a dialog'],
    ],
  },
  tcg: {
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
      'In your turn you draw a card, then do as much as you like: lay creatures, evolve them, attach one energy, play trainers.',
      'An attack needs the energy of its cost on the active creature, and ends your turn.',
      'Damage stays on a creature; weakness doubles it, resistance lowers it.',
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
  },
  tank: {
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
    setup: () => import('./tank/Setup.svelte'),
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
      'Everybody drives a tank: light, medium or heavy. In a duel you win by destroying the other one; with three or four the first to destroy three wins, and who is destroyed comes back.',
      'All draw from one deck of 100 cards. In your turn you draw and then do one thing.',
      'Load a munition into your breech, then spend a Fire! card to fire it: HE hits for 25, HEAT for 50, Sabot for 75.',
      'The coaxial gun fires at once, without the breech, for 10.',
      'Ablative armor weakens one hit each. HEAT destroys a plate and is not weakened. A heavy tank takes 5 less.',
      'Sabotage others: Tracked forbids firing, Jammed Breech forbids loading, Comms Jammed forbids smoke for others.',
      'A remedy clears its hazard; a safety makes you immune to one kind for good. Two against two you can repair your ally, and you share kills and victory.',
      'When somebody fires, smoke answers: the shot is wasted.',
      'When a hazard is played on you and you hold its safety, reveal it: a coup fourré. The hazard is gone and the next turn is yours.',
      'At the red mark of its HP a tank runs on adrenaline: heavy cannot be smoked, medium loads and fires in one turn, light costs the attacker a card.',
    ],
    keys: [
      ['1 – 9, 0', 'pick a card of your hand'],
      ['Enter', 'do what is marked'],
      ['Esc', 'put the card down'],
      ['Tab', 'from thing to thing'],
    ],
  },
  necro: {
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
        to: set('maxTurns'),
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
  },
  orcain: {
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
        to: set('prep_ms'),
      },
      {
        key: 'rounds_per_match',
        label: 'Rounds',
        values: ['1', '3', '5'].map((value) => ({ value, label: value })),
        usual: '3',
        to: set('rounds_per_match'),
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
  },
};

const unknown = (info: GameInfo): Face => ({
  title: info.game.charAt(0).toUpperCase() + info.game.slice(1),
  line: info.about,
  players: `${info.seats} players`,
  minutes: '',
  icon: Swords,
  levels: [{ bot: 'random', label: 'Random' }, ...info.bots.map(({ name }) => ({ bot: name, label: name }))],
  choices: [],
  seats: () => info.seats,
  rules: [info.about],
});

/** The order of the lobby. */
export const ORDER = ['judo', 'tcg', 'tank', 'necro', 'orcain'];

export function faceOf(info: GameInfo): Face {
  return faces[info.game] ?? unknown(info);
}

export function titleOf(game: string): string {
  return faces[game]?.title ?? game;
}

/** Each game comes when it is chosen. */
const parts: Record<string, () => Promise<{ part: GamePart }>> = {
  judo: () => import('./judo'),
  necro: () => import('./necro'),
  orcain: () => import('./orcain'),
  tank: () => import('./tank'),
  tcg: () => import('./tcg'),
};

export async function partOf(game: string): Promise<GamePart> {
  // The plain screen shows every game, for who makes one or looks behind another.
  const own = query.get('plain') === '1' ? undefined : parts[game];
  const load = own ?? (() => import('./plain'));
  return (await load()).part;
}

export type Opponent = 'computer' | 'same' | 'friend' | 'queue';

/** Two against two: the allies sit opposite each other. */
export const TEAMS = [
  [0, 2],
  [1, 3],
];

/** What each player of a game chooses for themselves. */
export const ownChoice = (game: string): Choice | undefined => faces[game]?.choices.find(({ own }) => own);

/** The class with which somebody plays who has chosen so. */
export function classOf(game: string, chosen: Record<string, string>): string | undefined {
  const choice = ownChoice(game);
  return choice && (chosen[choice.key] ?? choice.usual);
}

/** The table that the choices of the lobby describe. */
export function tableOf(
  game: string,
  against: Exclude<Opponent, 'queue'>,
  level: string,
  chosen: Record<string, string>,
): { game: string; preset?: string; config: Body; seats: Place[]; host?: boolean; class?: string } {
  const face = faces[game];
  const config: Body = {};
  for (const choice of face?.choices ?? []) {
    const value = chosen[choice.key] ?? choice.usual;
    if (value !== choice.usual || choice.key === 'length') choice.to(config, value);
  }
  const count = face?.seats(chosen) ?? 2;
  const other = { computer: { type: 'bot', bot: level }, same: { type: 'me' }, friend: { type: 'open' } } as const;
  // Who directs a match of others does not play in it.
  const host = chosen.host === 'true' && (face?.choices.some(({ key }) => key === 'host') ?? false);
  const first: Place = { type: host && against === 'friend' ? 'open' : 'me' };
  const seats: Place[] = [first, ...Array.from({ length: count - 1 }, () => other[against])];
  let preset = chosen.preset ?? (against === 'computer' ? face?.solo : face?.people);
  const mine = classOf(game, chosen);
  if (game === 'tank') {
    const all = ['medium', 'heavy', 'light', 'medium'];
    // In a duel with a friend both choose for themselves.
    if (against !== 'friend' || count > 2)
      config.classes = [mine, ...all.filter((kind) => kind !== mine), ...all].slice(0, count);
    if (chosen.players === 'teams') config.teams = TEAMS;
  }
  if (game === 'tcg' && (chosen.decks ?? 'chosen') === 'chosen') config.decks = null;
  if (game === 'judo' && against === 'computer') config.difficulty = level;
  return {
    game,
    ...(preset === undefined ? {} : { preset }),
    config,
    seats,
    ...(host ? { host } : {}),
    ...(mine === undefined ? {} : { class: mine }),
  };
}
