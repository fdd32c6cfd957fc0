/** One picture per line of creatures, per type, and per sort of trainer. */
import type { Component } from 'svelte';
import Bee from '~icons/game-icons/bee';
import Beetle from '~icons/game-icons/flying-beetle';
import Bell from '~icons/game-icons/ringing-bell';
import Book from '~icons/game-icons/open-book';
import Boots from '~icons/game-icons/metal-boot';
import Bridge from '~icons/game-icons/rope-bridge';
import Bull from '~icons/game-icons/bull';
import Candle from '~icons/game-icons/candle-flame';
import Cat from '~icons/game-icons/cat';
import Cloud from '~icons/game-icons/fluffy-cloud';
import Croc from '~icons/game-icons/croc-jaws';
import Dog from '~icons/game-icons/sitting-dog';
import Doll from '~icons/game-icons/voodoo-doll';
import Dragon from '~icons/game-icons/spiked-dragon-head';
import Drop from '~icons/game-icons/water-drop';
import Eagle from '~icons/game-icons/eagle-head';
import Eel from '~icons/game-icons/eel';
import Eye from '~icons/game-icons/third-eye';
import Fairy from '~icons/game-icons/fairy';
import Fish from '~icons/game-icons/double-fish';
import Fist from '~icons/game-icons/fist';
import Flame from '~icons/game-icons/flame';
import Fox from '~icons/game-icons/fox-head';
import Foxes from '~icons/game-icons/fox';
import Gardens from '~icons/game-icons/castle';
import Gecko from '~icons/game-icons/gecko';
import Ghost from '~icons/game-icons/ghost';
import Golem from '~icons/game-icons/rock-golem';
import Hedgehog from '~icons/game-icons/hedgehog';
import Heron from '~icons/game-icons/heron';
import Hound from '~icons/game-icons/wolf-head';
import Iron from '~icons/game-icons/metal-golem-head';
import Kite from '~icons/game-icons/kite';
import Leaf from '~icons/game-icons/solid-leaf';
import Lightning from '~icons/game-icons/power-lightning';
import Metal from '~icons/game-icons/metal-bar';
import Mole from '~icons/game-icons/mole';
import Moon from '~icons/game-icons/moon';
import Mouse from '~icons/game-icons/mouse';
import Mushroom from '~icons/game-icons/mushroom';
import Owl from '~icons/game-icons/barn-owl';
import Person from '~icons/game-icons/cowled';
import Potion from '~icons/game-icons/health-potion';
import Rabbit from '~icons/game-icons/rabbit-head';
import Ram from '~icons/game-icons/ram-profile';
import Rat from '~icons/game-icons/rat';
import Rocket from '~icons/game-icons/firework-rocket';
import SeaDragon from '~icons/game-icons/sea-dragon';
import Shell from '~icons/game-icons/turtle-shell';
import Shield from '~icons/game-icons/checked-shield';
import Sparkle from '~icons/game-icons/fairy-wand';
import Stag from '~icons/game-icons/deer-head';
import Sword from '~icons/game-icons/pointy-sword';
import Turtle from '~icons/game-icons/turtle';
import Vine from '~icons/game-icons/vine-whip';
import Volcano from '~icons/game-icons/lava';
import Wyvern from '~icons/game-icons/dragon-breath';
import type { Type } from '../../protocol/tcg';
import type { Card } from './cards';

/** The numbers of the set, each line with its picture. */
const LINES: [number, number, Component][] = [
  [1, 3, Hound],
  [4, 6, Candle],
  [7, 8, Foxes],
  [9, 9, Volcano],
  [10, 10, Rocket],
  [11, 13, SeaDragon],
  [14, 16, Shell],
  [17, 18, Fish],
  [19, 19, Heron],
  [20, 20, Croc],
  [21, 23, Hedgehog],
  [24, 26, Stag],
  [27, 28, Mushroom],
  [29, 29, Vine],
  [30, 30, Bee],
  [31, 33, Mouse],
  [34, 36, Beetle],
  [37, 38, Eel],
  [39, 39, Kite],
  [40, 40, Cat],
  [41, 43, Ghost],
  [44, 46, Ram],
  [47, 48, Owl],
  [49, 49, Doll],
  [50, 50, Cat],
  [51, 53, Golem],
  [54, 56, Rabbit],
  [57, 58, Mole],
  [59, 59, Bull],
  [60, 60, Gecko],
  [61, 63, Eagle],
  [64, 65, Rat],
  [66, 66, Turtle],
  [67, 67, Cloud],
  [68, 69, Fox],
  [70, 70, Iron],
  [71, 71, Fairy],
  [72, 72, Dragon],
];

const TYPES: Record<Type, { name: string; icon: Component | null }> = {
  FIRE: { name: 'fire', icon: Flame },
  WATER: { name: 'water', icon: Drop },
  GRASS: { name: 'grass', icon: Leaf },
  ELECTRIC: { name: 'electric', icon: Lightning },
  PSYCHIC: { name: 'psychic', icon: Eye },
  FIGHTING: { name: 'fighting', icon: Fist },
  DARKNESS: { name: 'darkness', icon: Moon },
  METAL: { name: 'metal', icon: Metal },
  FAIRY: { name: 'fairy', icon: Sparkle },
  DRAGON: { name: 'dragon', icon: Wyvern },
  COLORLESS: { name: 'any', icon: null },
};

/** Trainers by what their texts are about; the first that fits. */
const TRAINERS: [RegExp, Component][] = [
  [/heal/i, Potion],
  [/retreats? for free/i, Boots],
  [/less damage/i, Shield],
  [/more damage/i, Sword],
  [/opponent's benched/i, Bell],
  [/switch your active|hand and discard all/i, Bridge],
];

export const typeName = (type: Type): string => TYPES[type]?.name ?? type.toLowerCase();
export const typeIcon = (type: Type): Component | null => TYPES[type]?.icon ?? null;

/** The colour of a type, as the screen's style has it. */
export const tintOf = (card: Card): string => {
  const type = card.pokemonType ?? card.energyProvision?.energyTypes[0] ?? card.energyType;
  return type === undefined ? 'var(--accent)' : `var(--t-${type.toLowerCase()})`;
};

export function pictureOf(card: Card): Component {
  if (card.cardType === 'ENERGY')
    return typeIcon(card.energyProvision?.energyTypes[0] ?? card.energyType ?? 'COLORLESS') ?? Sparkle;
  if (card.cardType === 'POKEMON') {
    const number = Number(card.cardNumber);
    const line = card.setName === 'firstlight' ? LINES.find(([from, to]) => number >= from && number <= to) : undefined;
    return line?.[2] ?? typeIcon(card.pokemonType ?? 'COLORLESS') ?? Dog;
  }
  if (card.trainerType === 'SUPPORTER') return Person;
  if (card.trainerType === 'STADIUM') return Gardens;
  return TRAINERS.find(([about]) => about.test(card.description ?? ''))?.[1] ?? Book;
}
