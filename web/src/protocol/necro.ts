// Generated from the rules of necro by `make protocol`; do not edit.

/** All that one viewer knows, as it is written. */
export interface View {
  seat: number | null;
  turn: Turn;
  units: Record<string, Unit>;
  corpsesByPos: Record<string, Corpse[]>;
  /** A value for each side. */
  graveyard: { red: string[]; black: string[] };
  /** A value for each side. */
  hands: { red: Hand; black: Hand };
  /** A value for each side. */
  resources: { red: Purse; black: Purse };
  /** A value for each kind of piece. */
  soulDeckCountByBase: {
    king: number;
    advisor: number;
    elephant: number;
    rook: number;
    knight: number;
    cannon: number;
    soldier: number;
  };
  /** A value for each kind of piece. */
  displayByBase: {
    king: string | null;
    advisor: string | null;
    elephant: string | null;
    rook: string | null;
    knight: string | null;
    cannon: string | null;
    soldier: string | null;
  };
  itemDeckCount: number;
  itemDisplay: [string | null, string | null, string | null];
  itemDiscard: string[];
  status: Status;
  turnFlags: TurnFlags;
  unseen: Unseen;
  /** A value for each side. */
  timeouts: { red: number; black: number };
  deadlines: Record<string, Millis>;
  shots: ShotPreview[];
  winner: Winner | null;
  endReason: EndReason | null;
}

/** What happened. */
export type Event =
  | { type: 'UNIT_MOVED'; unitId: string; from: Cell; to: Cell }
  | { type: 'PHASE_CHANGED'; side: Side; from: Phase; to: Phase }
  | { type: 'RESOURCES_CHANGED'; side: Side; gold: number; mana: number; storageMana: number }
  | { type: 'SHOT_FIRED'; attackerId: string; targetUnitId: string; kind: InstanceKind }
  | { type: 'DICE_ROLLED'; sides: number; value: number }
  | { type: 'DAMAGE_DEALT'; attackerId: string; targetUnitId: string; amount: number; breakdown?: Line[] }
  | { type: 'UNIT_HP_CHANGED'; unitId: string; from: number; to: number; reason: string }
  | { type: 'UNIT_KILLED'; unitId: string }
  | { type: 'ENCHANTED'; unitId: string; soulId: string }
  | { type: 'REVIVED'; unitId: string; pos: Cell }
  | { type: 'ABILITY_TRIGGERED'; unitId: string; abilityType: Trigger; targetUnitIds?: string[] }
  | { type: 'SOUL_BOUGHT'; side: Side; soulId?: string; base: Base; source: Source }
  | { type: 'ITEM_USED'; side: Side; itemId: string; targetUnitId?: string }
  | { type: 'SOUL_RETURNED'; side: Side; soulId?: string; base: Base }
  | { type: 'SOUL_TAKEN'; side: Side; soulId?: string }
  | { type: 'SOUL_DETACHED'; unitId: string; soulId: string; to: DetachedTo }
  | { type: 'ITEM_BOUGHT'; side: Side; itemId: string; slot: number }
  | { type: 'ITEM_DISCARDED'; side: Side; itemId: string }
  | { type: 'SACRIFICED'; sourceUnitId: string; targetUnitId: string }
  | { type: 'MATCH_ENDED'; winner: Winner; reason: EndReason };

/** An action. */
export type Action =
  /** Goes on to the next phase, or passes the turn on. */
  | { type: 'NEXT_PHASE' }
  /** Buys the top of a deck unseen. */
  | { type: 'BUY_SOUL_FROM_DECK'; base: Base }
  /** Buys the soul on display. */
  | { type: 'BUY_SOUL_FROM_DISPLAY'; base: Base }
  /** Buys the enemy's last fallen soul. */
  | { type: 'BUY_SOUL_FROM_ENEMY_GRAVEYARD' }
  /** Puts a soul back under its deck. */
  | { type: 'RETURN_SOUL_TO_DECK_BOTTOM'; soulId: string }
  /** Buys an item. */
  | { type: 'BUY_ITEM_FROM_DISPLAY'; slot: number; discardItemId?: string }
  /** Throws an item away. */
  | { type: 'DISCARD_ITEM_FROM_HAND'; itemId: string }
  /** Uses an item. */
  | { type: 'USE_ITEM_FROM_HAND'; itemId: string; targetUnitId?: string; targetPos?: Cell; choice?: Choice }
  /** Binds a soul to a unit. */
  | { type: 'ENCHANT'; unitId: string; soulId: string }
  /** Raises the top corpse of a cell. */
  | { type: 'REVIVE'; pos: Cell }
  /** The king bleeds for one more necro action. */
  | { type: 'BLOOD_RITUAL' }
  /** Moves a unit. */
  | { type: 'MOVE'; unitId: string; to: Cell }
  /** Shoots. */
  | { type: 'SHOOT'; attackerId: string; targetUnitId: string; extraTargetUnitId?: string }
  /** Sacrifices an own unit. */
  | { type: 'SACRIFICE'; sourceUnitId: string; targetUnitId: string }
  /** Gives up. */
  | { type: 'RESIGN' };

/** The match configuration. */
export interface Config {
  incomeGold: number;
  incomeMana: number;
  storageToGoldRate: number;
  goldMax: number;
  manaMax: number;
  storageManaMax: number;
  firstSide: Side;
  startGoldFirst: number;
  startGoldSecond: number;
  startMana: number;
  buySoulFromDeckGoldCost: number;
  buySoulFromDisplayGoldCost: number;
  buySoulFromEnemyGraveyardGoldCost: number;
  moveManaCost: number;
  shootManaCost: number;
  soulHandMax: number;
  itemHandMax: number;
  buySoulActionsPerTurn: number;
  buyItemActionsPerTurn: number;
  soulReturnPerTurn: number;
  necroActionsPerTurn: number;
  bloodRitualHpCost: number;
  rngMode: RngMode;
  diceFixed: number;
  enabledClans: string[];
  maxTurns: number;
  turnMs: number;
  returnMs: number;
  timeoutsToLose: number;
}

export type Reason =
  | 'match_over'
  | 'malformed_action'
  | 'not_your_turn'
  | 'wrong_phase'
  | 'soul_buy_limit'
  | 'soul_hand_full'
  | 'not_enough_gold'
  | 'not_enough_mana'
  | 'deck_empty'
  | 'display_empty'
  | 'graveyard_empty'
  | 'soul_return_used'
  | 'soul_not_in_hand'
  | 'soul_not_found'
  | 'item_buy_limit'
  | 'invalid_slot'
  | 'discard_not_needed'
  | 'item_not_in_hand'
  | 'target_required'
  | 'target_not_needed'
  | 'unit_not_found'
  | 'not_your_unit'
  | 'not_enemy_unit'
  | 'not_enchanted'
  | 'no_corpse'
  | 'not_your_corpse'
  | 'invalid_choice'
  | 'enemy_hand_empty'
  | 'no_necro_actions'
  | 'already_enchanted'
  | 'contract_no_enchant'
  | 'base_mismatch'
  | 'cell_occupied'
  | 'blood_ritual_used'
  | 'king_hp_too_low'
  | 'unit_sealed'
  | 'out_of_board'
  | 'illegal_move'
  | 'cannot_target_ally'
  | 'already_shot'
  | 'out_of_range'
  | 'need_screen'
  | 'blocked'
  | 'invalid_extra_target'
  | 'no_sacrifice_ability'
  | 'sacrifice_needs_move'
  | 'must_sacrifice_self'
  | 'cannot_sacrifice_self'
  | 'cannot_sacrifice_enemy'
  | 'cannot_sacrifice_king';

/** Whose turn it is. */
export interface Turn {
  side: Side;
  phase: Phase;
  number: number;
}

export type Side = 'red' | 'black';

export type Phase = 'turnStart' | 'buy' | 'necro' | 'combat' | 'turnEnd';

/** A unit on the wire. */
export interface Unit {
  id: string;
  side: Side;
  base: Base;
  pos: Cell;
  hpCurrent: number;
  atk: KeyValue;
  def: KeyValue[];
  enchant?: Enchant;
}

export type Base = 'king' | 'advisor' | 'elephant' | 'rook' | 'knight' | 'cannon' | 'soldier';

/** A cell as it is written; -1 beyond the board. */
export interface Cell {
  x: number;
  y: number;
}

export interface KeyValue {
  key: Key;
  value: number;
}

export type Key = 'phys' | 'magic';

export interface Enchant {
  soulId: string;
}

/** A corpse on the wire. */
export interface Corpse {
  ownerSide: Side;
  base: Base;
}

export interface Hand {
  soulCount: number;
  souls: string[] | null;
  itemCount: number;
  items: string[] | null;
}

/** What a side owns besides cards and units. */
export interface Purse {
  /** For buying, binding and reviving. */
  gold: number;
  /** For moving and shooting. */
  mana: number;
  /** Mana kept for the next turn's gold. */
  storageMana: number;
}

/** Standing effects on the wire. */
export interface Status {
  /** A value for each side. */
  kingInvincible: { red: boolean; black: boolean };
  sealedUnitIds: string[];
  sacrificeBuffByUnitId: Record<string, Buff>;
}

/** What a sacrifice gives the next shot. */
export interface Buff {
  /** All blockers are ignored. */
  ignoreBlockingAll?: boolean;
  /** One more damage per own corpse, at most so much. */
  damageBonusPerCorpsesCap?: number;
  /** A second target so near to the first. */
  chainRadius?: number;
  /** Its share of the damage, in hundredths. */
  chainDamagePercent?: number;
}

/** What is remembered within a turn, on the wire. */
export interface TurnFlags {
  shotUsed: string[];
  movedThisTurn: string[];
  abilityUsed: Record<string, number>;
  buySoulActionsUsed: number;
  buyItemActionsUsed: number;
  soulReturnUsedCount: number;
  necroActionsUsed: number;
  bloodRitualUsed: boolean;
  necroBonusActions: number;
  itemNecroBonus: number;
  enchantGoldDiscount: number;
  freeShootBonus: number;
  lastStandContractBonus: number;
  lastStandNoEnchantUnitIds: string[];
  deathChainActive: boolean;
  deathChainKillCount: number;
}

export interface Unseen {
  /** A value for each kind of piece. */
  souls: {
    king: string[];
    advisor: string[];
    elephant: string[];
    rook: string[];
    knight: string[];
    cannon: string[];
    soldier: string[];
  };
  items: string[];
}

/** Logical time in milliseconds since the match began. */
export type Millis = number;

/** A shot before it is fired. */
export interface ShotPreview {
  /** Who shoots. */
  attackerId: string;
  /** At whom. */
  targetUnitId: string;
  /** The mana it costs. */
  cost: number;
  /** The hits in their order, each by itself. */
  instances: InstancePreview[];
  /** The abilities that building the shot triggers. */
  effects: EffectPreview[];
  /** Who can be chosen as the chained target, and what it would do to him. */
  chainTargets: InstancePreview[];
  /** The target and those behind or before it, in the order in which they are hit. */
  pierceOrder: string[];
  /** Who would strike back. */
  counterAttacks: string[];
}

/** One hit at the lowest and at the highest face of the die. */
export interface InstancePreview {
  kind: InstanceKind;
  sourceUnitId: string;
  targetUnitId: string;
  percent?: number;
  damageMin: number;
  damageMax: number;
  sharedMin: number;
  sharedMax: number;
  formulaMin: Line[];
  formulaMax: Line[];
}

export type InstanceKind = 'direct' | 'chain' | 'splash' | 'pierce';

/** One line of a damage's arithmetic; the lines add up to the damage. */
export interface Line {
  /** What it is about. */
  label: string;
  /** What it adds. */
  amount: number;
  /** Whose ability it is. */
  unitId?: string;
}

/** An ability that building the shot triggers. */
export interface EffectPreview {
  /** Whose. */
  unitId: string;
  /** Which. */
  abilityType: Trigger;
  /** Whom it adds. */
  targetUnitIds?: string[];
}

/** What was triggered: an ability of a soul, or the effect of an item. */
export type Trigger =
  /** Of a soul. */
  | AbilityKind
  /** Of an item. */
  | EffectKind;

export type AbilityKind =
  | 'CROSS_RIVER'
  | 'PALACE_ONLY'
  | 'RESONANCE'
  | 'IGNORE_BLOCKING'
  | 'AURA_IGNORE_BLOCKING'
  | 'IGNORE_PATH_BLOCKING'
  | 'FREE_SHOOT'
  | 'MOVE_THEN_SHOOT'
  | 'CHAIN'
  | 'SPLASH'
  | 'PIERCE'
  | 'ARMY_RALLY'
  | 'DAMAGE_BONUS'
  | 'ATK_BONUS'
  | 'SOLDIERS_TIERED_DAMAGE_BONUS'
  | 'DAMAGE_BONUS_PER_ADJACENT_SOLDIER'
  | 'AURA_DAMAGE_BONUS'
  | 'SOLDIERS_TIERED_AURA_DAMAGE_BONUS'
  | 'MINGLEI'
  | 'TARGET_DEF_MINUS'
  | 'AURA_DEF_BONUS'
  | 'SOLDIERS_TIERED_DMG_REDUCTION_AURA'
  | 'DAMAGE_SHARE'
  | 'PALACE_GUARD'
  | 'COUNTER_ON_KING_DAMAGED'
  | 'HEAL_KING_ON_KILL'
  | 'AURA_HP_REGEN_ON_KILL'
  | 'ON_DEATH_FIXED_DAMAGE'
  | 'SACRIFICE_SHOT_BUFF'
  | 'SACRIFICE_SELF_KING_INVINCIBLE'
  | 'FORMATION_COMMAND'
  | 'LOGISTICS_REVIVE';

export type EffectKind =
  | 'holy_grail'
  | 'soul_overload'
  | 'bone_refine'
  | 'dark_moon_scope'
  | 'last_stand_contract'
  | 'soul_infusion'
  | 'death_chain'
  | 'nether_seal'
  | 'cage_plunder'
  | 'soul_detach_needle'
  | 'dead_return_path'
  | 'wizard_greed';

export type Winner = 'red' | 'black' | 'draw';

export type EndReason = 'king_killed' | 'resign' | 'turn_limit' | 'timeout' | 'abandon' | 'aborted';

export type Source = 'deck' | 'display' | 'graveyard';

export type DetachedTo = 'hand' | 'graveyard';

/** Gold or mana; anything else is refused when it is used. */
export type Choice =
  /** Gold. */
  | 'gold'
  /** Mana. */
  | 'mana';

export type RngMode = 'seeded' | 'fixed';

/** The souls and items that are loaded, and the pieces. */
export interface Cards {
  souls: Soul[];
  items: Item[];
  bases: Piece[];
}

export interface Soul {
  id: string;
  clan: string;
  name: string;
  nameOriginal: string;
  base: Base;
  cost: number;
  hp: number;
  atk: KeyValue;
  def: [KeyValue, KeyValue];
  texts: string[];
}

export interface Item {
  id: string;
  name: string;
  nameOriginal: string;
  cost: number;
  timing: Timing;
  copies: number;
  effect: EffectKind;
  text: string;
}

export type Timing = 'buy' | 'necro' | 'combat';

export interface Piece {
  base: Base;
  hp: number;
}
