/** The pieces and cards as screens show them, and what a seat sees. */
import type { Component } from 'svelte';
import King from '~icons/game-icons/crowned-skull';
import Advisor from '~icons/game-icons/cultist';
import Elephant from '~icons/game-icons/elephant-head';
import Rook from '~icons/game-icons/stone-tower';
import Knight from '~icons/game-icons/horse-head';
import Cannon from '~icons/game-icons/cannon';
import Soldier from '~icons/game-icons/spears';

export type Side = 'red' | 'black';
export interface Pos {
  x: number;
  y: number;
}
export interface Unit {
  id: string;
  side: Side;
  base: string;
  pos: Pos;
  hpCurrent: number;
  atk: { key: string; value: number };
  def: { key: string; value: number }[];
  enchant?: { soulId: string };
}
export interface Line {
  label: string;
  amount: number;
}
export interface Instance {
  kind: 'direct' | 'chain' | 'splash' | 'pierce';
  sourceUnitId: string;
  targetUnitId: string;
  damageMin: number;
  damageMax: number;
  sharedMin: number;
  sharedMax: number;
  formulaMin: Line[];
  formulaMax: Line[];
}
export interface Shot {
  attackerId: string;
  targetUnitId: string;
  cost: number;
  instances: Instance[];
  effects: { unitId: string; abilityType: string; targetUnitIds?: string[] }[];
  chainTargets: Instance[];
  pierceOrder: string[];
  counterAttacks: string[];
}
export interface View {
  seat: number | null;
  turn: { side: Side; phase: string; number: number };
  units: Record<string, Unit>;
  corpsesByPos: Record<string, { ownerSide: Side; base: string }[]>;
  graveyard: Record<Side, string[]>;
  hands: Record<Side, { soulCount: number; souls: string[] | null; itemCount: number; items: string[] | null }>;
  resources: Record<Side, { gold: number; mana: number; storageMana: number }>;
  soulDeckCountByBase: Record<string, number>;
  displayByBase: Record<string, string | null>;
  itemDeckCount: number;
  itemDisplay: (string | null)[];
  status: {
    kingInvincible: Record<Side, boolean>;
    sealedUnitIds: string[];
    sacrificeBuffByUnitId: Record<string, unknown>;
  };
  turnFlags: {
    shotUsed: string[];
    movedThisTurn: string[];
    necroActionsUsed: number;
    necroBonusActions: number;
    itemNecroBonus: number;
    bloodRitualUsed: boolean;
  };
  shots: Shot[];
  winner: Side | 'draw' | null;
  endReason: string | null;
}
export interface Soul {
  id: string;
  clan: string;
  name: string;
  nameOriginal: string;
  base: string;
  cost: number;
  hp: number;
  atk: { key: string; value: number };
  def: { key: string; value: number }[];
  texts: string[];
}
export interface Item {
  id: string;
  name: string;
  nameOriginal: string;
  cost: number;
  timing: string;
  effect: string;
  text: string;
}
export interface Cards {
  souls: Soul[];
  items: Item[];
  bases: { base: string; hp: number }[];
}

export const PIECES: Record<string, { name: string; icon: Component; line: string }> = {
  king: { name: 'king', icon: King, line: 'if it falls, you lose' },
  advisor: { name: 'advisor', icon: Advisor, line: 'keeps to the palace' },
  elephant: { name: 'elephant', icon: Elephant, line: 'keeps to its own side' },
  rook: { name: 'rook', icon: Rook, line: 'shoots along lines' },
  knight: { name: 'knight', icon: Knight, line: 'leaps' },
  cannon: { name: 'cannon', icon: Cannon, line: 'shoots over another piece' },
  soldier: { name: 'soldier', icon: Soldier, line: 'walks forward' },
};
export const BASES = ['advisor', 'elephant', 'rook', 'knight', 'cannon'];
export const CLANS: Record<string, string> = {
  dark_moon: 'Dark Moon Blade',
  styx: 'Styx Flame Witches',
  eternal_night: 'Eternal Night Bones',
  iron_guard: 'Iron Guard Legion',
};

export const key = ({ x, y }: Pos): string => `${x},${y}`;
export const other = (side: Side): Side => (side === 'red' ? 'black' : 'red');
export const PHASES = ['buy', 'necro', 'combat', 'turnEnd'];
export const PHASE_NAMES: Record<string, string> = {
  buy: 'buy',
  necro: 'necro',
  combat: 'combat',
  turnEnd: 'turn end',
};
