/** Names of the game, as screens show them. */
import type { Component } from 'svelte';
import Power from '~icons/game-icons/biceps';
import Speed from '~icons/game-icons/running-shoe';
import Technique from '~icons/game-icons/high-kick';
import Kumikata from '~icons/game-icons/hand-grip';
import Newaza from '~icons/game-icons/half-body-crawling';
import type { Stage } from '../../lib/stage.svelte';
import type { Action, Card, Config, Event, Phase, Shown, Stat, View } from '../../protocol/judo';

export type JudoStage = Stage<View, Event, Action, Config>;

export const STATS: { key: Stat; name: string; meaning: string; icon: Component }[] = [
  { key: 'power', name: 'Power', meaning: 'raw strength', icon: Power },
  { key: 'speed', name: 'Speed', meaning: 'quickness of attack and reaction', icon: Speed },
  { key: 'technique', name: 'Technique', meaning: 'mastery of throws and transitions', icon: Technique },
  { key: 'kumikata', name: 'Kumi-kata', meaning: 'grip fighting', icon: Kumikata },
  { key: 'newaza', name: 'Ne-waza', meaning: 'ground work', icon: Newaza },
];
export const statName = (key: Stat): string => STATS.find((stat) => stat.key === key)?.name ?? key;

export const isJudoka = (card: Shown | null): card is Card => card !== null && 'stats' in card;

/** The core states, in the order of their numbers. */
export const STATES: [Phase, string][] = [
  ['waitingForMatchStart', 'Lobby'],
  ['matchStart', 'Start'],
  ['roundStart', 'Round'],
  ['waitingForPlayerAction', 'Choose'],
  ['roundDecision', 'Decide'],
  ['roundOver', 'Score'],
  ['cooldown', 'Pause'],
  ['matchDecision', 'Verdict'],
  ['matchOver', 'Over'],
];
/** The states of an interrupt, which go on with the numbers of the core states. */
export const INTERRUPTS: [Phase, string][] = [
  ['interruptRound', 'Halt'],
  ['interruptMatch', 'Abort'],
  ['roundModification', 'Edit'],
];
