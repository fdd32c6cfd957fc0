/** The cards and tanks as screens show them, and what a seat sees. */
import type { Component } from 'svelte';
import type { Stage } from '../../lib/stage.svelte';
import type { Action, Card, Class, Config, Event, Hit, Player, View } from '../../protocol/tank';
import { face } from './face';
import Fire from '~icons/game-icons/cannon-shot';
import Coaxial from '~icons/game-icons/machine-gun';
import He from '~icons/game-icons/artillery-shell';
import Heat from '~icons/game-icons/heavy-bullets';
import Sabot from '~icons/game-icons/supersonic-bullet';
import Tracked from '~icons/game-icons/tank-tread';
import Jammed from '~icons/game-icons/broken-bone';
import CommsJammed from '~icons/game-icons/static';
import Repair from '~icons/game-icons/auto-repair';
import Clear from '~icons/game-icons/spanner';
import Reestablish from '~icons/game-icons/radio-tower';
import Smoke from '~icons/game-icons/smoke-bomb';
import Armor from '~icons/game-icons/layered-armor';
import Treads from '~icons/game-icons/car-wheel';
import Targeting from '~icons/game-icons/crosshair';
import Encrypted from '~icons/game-icons/radar-dish';
import Heavy from '~icons/game-icons/tank';
import Medium from '~icons/game-icons/battle-tank';
import Light from '~icons/game-icons/jeep';

export interface CardFace {
  name: string;
  category: string;
  line: string;
  icon: Component;
}

export const CARDS: Record<Card, CardFace> = {
  fire: { name: 'Fire!', category: 'offense', line: 'fire the breech', icon: Fire },
  coaxial_mg: { name: 'Coaxial MG', category: 'offense', line: 'fire at once', icon: Coaxial },
  he: { name: 'HE Munition', category: 'munition', line: 'load it', icon: He },
  heat: { name: 'HEAT Munition', category: 'munition', line: 'load it; breaks armor', icon: Heat },
  sabot: { name: 'Sabot Munition', category: 'munition', line: 'load it', icon: Sabot },
  tracked: { name: 'Tracked', category: 'hazard', line: 'cannot fire', icon: Tracked },
  jammed_breech: { name: 'Jammed Breech', category: 'hazard', line: 'cannot load', icon: Jammed },
  comms_jammed: { name: 'Comms Jammed', category: 'hazard', line: 'no smoke for others', icon: CommsJammed },
  field_repair: { name: 'Field Repair', category: 'remedy', line: 'clears Tracked', icon: Repair },
  clear_breech: { name: 'Clear Breech', category: 'remedy', line: 'clears Jammed Breech', icon: Clear },
  reestablish_comms: { name: 'Re-establish Comms', category: 'remedy', line: 'clears Comms Jammed', icon: Reestablish },
  smoke_launchers: { name: 'Smoke Launchers', category: 'defense', line: 'answers an attack', icon: Smoke },
  ablative_armor: { name: 'Ablative Armor', category: 'defense', line: 'weakens one hit', icon: Armor },
  reinforced_treads: { name: 'Reinforced Treads', category: 'safety', line: 'never Tracked', icon: Treads },
  advanced_targeting: { name: 'Advanced Targeting', category: 'safety', line: 'never Jammed', icon: Targeting },
  encrypted_comms: { name: 'Encrypted Comms', category: 'safety', line: 'comms never jammed', icon: Encrypted },
};
export const cardOf = (card: Card): CardFace => CARDS[card];

/** The rules that can be chosen. */
export const PRESETS = face.choices.find(({ key }) => key === 'preset')!.values;

export const TANKS: Record<Class, { name: string; icon: Component; trait: string; adrenaline: string }> = {
  heavy: {
    name: 'heavy',
    icon: Heavy,
    trait: 'takes less damage',
    adrenaline: 'Bunker Buster: no smoke and no armor stops it',
  },
  medium: {
    name: 'medium',
    icon: Medium,
    trait: 'swaps cards for free',
    adrenaline: 'Autoloader: load and fire in one turn',
  },
  light: { name: 'light', icon: Light, trait: 'larger hand', adrenaline: 'Ghost: firing at it costs a card' },
};

export type TankStage = Stage<View, Event, Action, Config>;

export const teamName = (team: number): string => 'ABCD'.charAt(team);
export const hasTeams = ({ players }: View): boolean =>
  players.some(({ id, team }) => players.some((other) => other.id !== id && other.team === team));
/** A seat and its allies. */
export const teamOf = ({ players }: View, seat: number): Player[] =>
  players.filter(({ team }) => team === players[seat]?.team);

/** Where adrenaline begins by rules that do not begin it at a quarter of the HP. */
const THRESHOLDS: Record<string, Record<Class, number>> = { v3: { heavy: 35, medium: 18, light: 16 } };
export function threshold({ class: kind, maxHP }: Player, config: Config): number {
  const given = config.rules[`${kind}.adrenaline_threshold`] ?? THRESHOLDS[config.preset]?.[kind];
  return typeof given === 'number' ? given : Math.floor(maxHP / 4);
}

/** "75 base − 38 armor − 5 heavy = 32". */
export function arithmetic(hit: Hit): string {
  const parts = [`${hit.base} base`, `− ${hit.ablative_reduction} armor`];
  if (hit.class_reduction > 0) parts.push(`− ${hit.class_reduction} heavy`);
  return `${parts.join(' ')} = ${hit.final}`;
}
