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
  status: { kingInvincible: Record<Side, boolean>; sealedUnitIds: string[]; sacrificeBuffByUnitId: Record<string, unknown> };
  turnFlags: { shotUsed: string[]; movedThisTurn: string[]; necroActionsUsed: number; necroBonusActions: number; itemNecroBonus: number; bloodRitualUsed: boolean };
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
}
export interface Cards {
  souls: Soul[];
  items: Item[];
}

export const PIECES: Record<string, { name: string; icon: Component; hp: number }> = {
  king: { name: 'king', icon: King, hp: 15 },
  advisor: { name: 'advisor', icon: Advisor, hp: 10 },
  elephant: { name: 'elephant', icon: Elephant, hp: 10 },
  rook: { name: 'rook', icon: Rook, hp: 10 },
  knight: { name: 'knight', icon: Knight, hp: 10 },
  cannon: { name: 'cannon', icon: Cannon, hp: 10 },
  soldier: { name: 'soldier', icon: Soldier, hp: 8 },
};
export const BASES = ['advisor', 'elephant', 'rook', 'knight', 'cannon'];
export const CLANS: Record<string, string> = {
  dark_moon: 'Dark Moon Blade',
  styx: 'Styx Flame Witches',
  eternal_night: 'Eternal Night Bones',
  iron_guard: 'Iron Guard Legion',
};

/** What an item does, in a sentence. */
export const ITEM_TEXTS: Record<string, string> = {
  holy_grail: 'Heals an own unit by 4.',
  soul_overload: 'One shot this turn costs no mana.',
  bone_refine: 'Turns the top own corpse of a cell into 9 gold or 2 mana.',
  dark_moon_scope: 'All items on display are replaced.',
  last_stand_contract: 'One revival this turn costs nothing; that unit gets no soul this turn.',
  soul_infusion: 'One more necro action, and the next soul is bound for 1 gold less.',
  death_chain: 'This turn every kill gives 1 mana, at most 3.',
  nether_seal: 'An enemy unit can neither move nor shoot until its next turn ends.',
  cage_plunder: 'Takes a random soul from the enemy hand.',
  soul_detach_needle: 'Tears the soul off an enemy unit.',
  dead_return_path: 'Takes the soul of an own unit back into your hand.',
  wizard_greed: 'All souls on display are replaced.',
};
export const itemText = ({ effect }: Item): string => ITEM_TEXTS[effect] ?? effect.replaceAll('_', ' ');

export const key = ({ x, y }: Pos): string => `${x},${y}`;
export const other = (side: Side): Side => (side === 'red' ? 'black' : 'red');
export const PHASES = ['buy', 'necro', 'combat', 'turnEnd'];
export const PHASE_NAMES: Record<string, string> = { buy: 'buy', necro: 'necro', combat: 'combat', turnEnd: 'turn end' };
