/** The pieces and cards as screens show them, and what a seat sees. */
import type { Component } from 'svelte';
import King from '~icons/game-icons/crowned-skull';
import Advisor from '~icons/game-icons/cultist';
import Elephant from '~icons/game-icons/elephant-head';
import Rook from '~icons/game-icons/stone-tower';
import Knight from '~icons/game-icons/horse-head';
import Cannon from '~icons/game-icons/cannon';
import Soldier from '~icons/game-icons/spears';
import type { Stage } from '../../lib/stage.svelte';
import type { Action, Base, Cell, Config, Event, Phase, Side, View } from '../../protocol/necro';

export type NecroStage = Stage<View, Event, Action, Config>;

export const PIECES: Record<Base, { name: string; icon: Component; line: string }> = {
  king: { name: 'king', icon: King, line: 'if it falls, you lose' },
  advisor: { name: 'advisor', icon: Advisor, line: 'keeps to the palace' },
  elephant: { name: 'elephant', icon: Elephant, line: 'keeps to its own side' },
  rook: { name: 'rook', icon: Rook, line: 'shoots along lines' },
  knight: { name: 'knight', icon: Knight, line: 'leaps' },
  cannon: { name: 'cannon', icon: Cannon, line: 'shoots over another piece' },
  soldier: { name: 'soldier', icon: Soldier, line: 'walks forward' },
};
export const BASES: Base[] = ['advisor', 'elephant', 'rook', 'knight', 'cannon'];
export const CLANS: Record<string, string> = {
  dark_moon: 'Dark Moon Blade',
  styx: 'Styx Flame Witches',
  eternal_night: 'Eternal Night Bones',
  iron_guard: 'Iron Guard Legion',
};

export const key = ({ x, y }: Cell): string => `${x},${y}`;
export const other = (side: Side): Side => (side === 'red' ? 'black' : 'red');
export const PHASES: Phase[] = ['buy', 'necro', 'combat', 'turnEnd'];
export const PHASE_NAMES: Record<Phase, string> = {
  buy: 'buy',
  necro: 'necro',
  combat: 'combat',
  turnEnd: 'turn end',
  turnStart: 'turn start',
};
