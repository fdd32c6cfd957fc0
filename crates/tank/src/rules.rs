//! The parameters of the game: every number that balance work may change (rules 2.5).

use bout_core::{ConfigError, Named, Seat, Values, names};
use serde_json::{Map, Value, json};

use crate::card::{Card, KINDS};

/// The most copies of one card in a deck.
const COPIES_MAX: u16 = 40;

names! {
    /// The three kinds of tanks.
    pub enum Class {
        /// Takes less damage; in adrenaline its attacks cannot be stopped.
        Heavy = "heavy",
        /// Changes cards; in adrenaline it loads and fires in one turn.
        Medium = "medium",
        /// Holds more cards; in adrenaline to fire at it costs a card.
        Light = "light",
    }
}

names! {
    /// How many cards a turn begins with.
    pub enum DrawRule {
        /// A fixed number.
        Fixed = "fixed",
        /// Up to the hand size.
        Refill = "refill",
    }
}

names! {
    /// What an armor charge takes off.
    pub enum AblativeRule {
        /// Half, rounded up.
        HalfUp = "half_up",
        /// A fixed amount.
        Flat = "flat",
    }
}

names! {
    /// Which attacks the Ghost taxes.
    pub enum GhostScope {
        /// `fire` alone.
        Fire = "fire",
        /// `quick_fire` too.
        FireAndQuickFire = "fire_and_quick_fire",
    }
}

names! {
    /// Whose smoke jammed comms stop.
    pub enum CommsJamRule {
        /// Smoke for others.
        OthersOnly = "others_only",
        /// Smoke for oneself too.
        All = "all",
    }
}

names! {
    /// Which order the Autoloader allows.
    pub enum AutoloaderOrder {
        /// Both.
        Either = "either",
        /// Load first.
        LoadThenFire = "load_then_fire",
    }
}

names! {
    /// Whom a remedy may help.
    pub enum RepairScope {
        /// The own team.
        OwnTeam = "own_team",
        /// Everybody.
        Anyone = "anyone",
    }
}

names! {
    /// Where spent armor goes.
    pub enum SpentAblative {
        /// To the discard pile.
        Discard = "discard",
        /// Out of the game.
        Removed = "removed",
    }
}

names! {
    /// Who is asked in a window.
    pub enum WindowAsks {
        /// Everybody who could answer as far as the table knows.
        All = "all",
        /// Only who holds the card.
        Holders = "holders",
    }
}

/// Numbers of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassRules {
    /// HP at full health.
    pub max_hp: u16,
    /// At or below this adrenaline sets in.
    pub adrenaline_threshold: u16,
    /// Limit of the hand.
    pub hand_size: u16,
}

/// All parameters, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the rules document has these switches")]
pub struct Rules {
    /// Copies of each card.
    pub deck: [u16; KINDS],
    /// Base damage of `coaxial_mg`, `he`, `heat`, `sabot`.
    pub damage: [u16; 4],
    /// By class.
    pub classes: [ClassRules; 3],
    /// How a turn draws.
    pub draw_rule: DrawRule,
    /// How many, if fixed.
    pub draw_count: u16,
    /// What armor does.
    pub ablative_rule: AblativeRule,
    /// How much, if flat.
    pub ablative_flat: u16,
    /// What a heavy tank takes off.
    pub heavy_reduction: u16,
    /// Cost of the medium passive; 0: there is none.
    pub medium_passive_discard: u16,
    /// What it draws.
    pub medium_passive_draw: u16,
    /// Kill marks that win a deathmatch.
    pub kills_to_win: u16,
    /// What the Ghost taxes.
    pub ghost_scope: GhostScope,
    /// The tax in cards.
    pub ghost_cost: u16,
    /// What jammed comms stop.
    pub comms_jam_rule: CommsJamRule,
    /// Whether adrenaline removes hazards.
    pub adrenaline_clears_hazards: bool,
    /// Whether an equipped safety removes its hazard.
    pub safety_clears_hazard: bool,
    /// What the Autoloader allows.
    pub autoloader_order: AutoloaderOrder,
    /// Who begins; by lot if missing.
    pub first_player: Option<Seat>,
    /// Whether the attacker may smoke his own attack.
    pub smoke_by_attacker: bool,
    /// Whether sabotage works against an equipped safety.
    pub sabotage_ignores_equipped_safety: bool,
    /// Whom a remedy may help.
    pub repair_scope: RepairScope,
    /// Where spent armor goes.
    pub spent_ablative: SpentAblative,
    /// Who is asked in a window.
    pub window_asks: WindowAsks,
}

const fn class(max_hp: u16, adrenaline_threshold: u16, hand_size: u16) -> ClassRules {
    ClassRules { max_hp, adrenaline_threshold, hand_size }
}

impl Rules {
    /// The canonical rules.
    pub fn v1() -> Self {
        Rules {
            deck: [15, 10, 12, 6, 2, 6, 6, 6, 6, 6, 6, 10, 6, 1, 1, 1],
            damage: [10, 25, 50, 75],
            classes: [class(100, 25, 6), class(75, 18, 6), class(50, 12, 7)],
            draw_rule: DrawRule::Fixed,
            draw_count: 1,
            ablative_rule: AblativeRule::HalfUp,
            ablative_flat: 10,
            heavy_reduction: 5,
            medium_passive_discard: 2,
            medium_passive_draw: 1,
            kills_to_win: 3,
            ghost_scope: GhostScope::Fire,
            ghost_cost: 1,
            comms_jam_rule: CommsJamRule::OthersOnly,
            adrenaline_clears_hazards: true,
            safety_clears_hazard: false,
            autoloader_order: AutoloaderOrder::Either,
            first_player: None,
            smoke_by_attacker: false,
            sabotage_ignores_equipped_safety: false,
            repair_scope: RepairScope::OwnTeam,
            spent_ablative: SpentAblative::Discard,
            window_asks: WindowAsks::All,
        }
    }

    /// The rebalanced rules.
    pub fn v2() -> Self {
        Rules {
            classes: [class(100, 25, 5), class(100, 25, 6), class(100, 25, 10)],
            draw_rule: DrawRule::Refill,
            ablative_rule: AblativeRule::Flat,
            medium_passive_discard: 1,
            ..Rules::v1()
        }
    }

    /// Balanced: every class within two points of its fair share among 2, 3 and 4 tanks. Found with
    /// `bout tune`; `docs/balance.md` tells how.
    pub fn v3() -> Self {
        Rules {
            classes: [class(115, 35, 5), class(70, 18, 8), class(70, 16, 12)],
            medium_passive_discard: 1,
            ..Rules::v1()
        }
    }

    /// The first prototype, with its defects.
    pub fn proto1() -> Self {
        Rules {
            classes: [class(100, 25, 6), class(85, 21, 6), class(80, 20, 10)],
            heavy_reduction: 0,
            medium_passive_discard: 1,
            ..Rules::prototype_defects(Rules::v1())
        }
    }

    /// The second prototype, with its defects.
    pub fn proto2() -> Self {
        Rules::prototype_defects(Rules::v2())
    }

    fn prototype_defects(rules: Rules) -> Self {
        Rules {
            ghost_scope: GhostScope::FireAndQuickFire,
            smoke_by_attacker: true,
            sabotage_ignores_equipped_safety: true,
            repair_scope: RepairScope::Anyone,
            spent_ablative: SpentAblative::Removed,
            ..rules
        }
    }

    /// The rules of a preset.
    pub fn preset(name: &str) -> Option<Self> {
        Some(match name {
            "v1" => Rules::v1(),
            "v2" => Rules::v2(),
            "v3" => Rules::v3(),
            "proto1" => Rules::proto1(),
            "proto2" => Rules::proto2(),
            _ => return None,
        })
    }

    /// The numbers of a class.
    #[inline]
    pub fn class(&self, class: Class) -> &ClassRules {
        &self.classes[class as usize]
    }

    /// Base damage of what is fired.
    #[inline]
    pub fn base_damage(&self, munition: Card) -> u16 {
        match munition {
            Card::CoaxialMg => self.damage[0],
            Card::He => self.damage[1],
            Card::Heat => self.damage[2],
            Card::Sabot => self.damage[3],
            _ => 0,
        }
    }

    /// Sets one parameter by its key.
    pub fn set(&mut self, key: &str, value: &Value) -> Result<(), ConfigError> {
        let wrong = |text: String| ConfigError::coded("invalid_config", key, text);
        match self.place(key) {
            None => Err(wrong("there is no such parameter".into())),
            Some(place) => place.put(value).map_err(wrong),
        }
    }

    /// What a parameter can be set to.
    pub fn values(&mut self, key: &str) -> Values {
        match self.place(key) {
            Some(Place::Number(_, low, high)) => Values::Number(low.into(), high.into()),
            Some(Place::Switch(_)) => Values::Switch,
            Some(Place::Word(place)) => Values::Words(place.words()),
            Some(Place::Start(_)) => Values::Other("random, or a seat from 0 to 3"),
            None => Values::Other(""),
        }
    }

    /// All parameters by their keys, in the order of the rules document.
    pub fn document(&self) -> Map<String, Value> {
        let mut copy = self.clone();
        let value = |key: &String| copy.place(key).map_or(Value::Null, Place::get);
        keys().iter().map(value).zip(keys()).map(|(value, key)| (key, value)).collect()
    }

    fn place(&mut self, key: &str) -> Option<Place<'_>> {
        use Place::{Number, Start, Switch, Word};
        if let Some((group, name)) = key.split_once('.') {
            return self.grouped(group, name);
        }
        Some(match key {
            "draw_rule" => Word(&mut self.draw_rule),
            "draw_count" => Number(&mut self.draw_count, 0, 10),
            "ablative_rule" => Word(&mut self.ablative_rule),
            "ablative_flat" => Number(&mut self.ablative_flat, 0, 100),
            "heavy_reduction" => Number(&mut self.heavy_reduction, 0, 50),
            "medium_passive_discard" => Number(&mut self.medium_passive_discard, 0, 5),
            "medium_passive_draw" => Number(&mut self.medium_passive_draw, 0, 5),
            "kills_to_win" => Number(&mut self.kills_to_win, 1, 10),
            "ghost_scope" => Word(&mut self.ghost_scope),
            "ghost_cost" => Number(&mut self.ghost_cost, 0, 3),
            "comms_jam_rule" => Word(&mut self.comms_jam_rule),
            "adrenaline_clears_hazards" => Switch(&mut self.adrenaline_clears_hazards),
            "safety_clears_hazard" => Switch(&mut self.safety_clears_hazard),
            "autoloader_order" => Word(&mut self.autoloader_order),
            "first_player" => Start(&mut self.first_player),
            "smoke_by_attacker" => Switch(&mut self.smoke_by_attacker),
            "sabotage_ignores_equipped_safety" => {
                Switch(&mut self.sabotage_ignores_equipped_safety)
            }
            "repair_scope" => Word(&mut self.repair_scope),
            "spent_ablative" => Word(&mut self.spent_ablative),
            "window_asks" => Word(&mut self.window_asks),
            _ => return None,
        })
    }

    fn grouped(&mut self, group: &str, name: &str) -> Option<Place<'_>> {
        use Place::Number;
        match group {
            "deck" => {
                let card = Card::from_name(name)?;
                Some(Number(&mut self.deck[card as usize], 0, COPIES_MAX))
            }
            "damage" => {
                let at = DAMAGE_KEYS.iter().position(|key| *key == name)?;
                Some(Number(&mut self.damage[at], 0, 200))
            }
            _ => {
                let class = &mut self.classes[Class::from_name(group)? as usize];
                match name {
                    "max_hp" => Some(Number(&mut class.max_hp, 1, 500)),
                    "adrenaline_threshold" => Some(Number(&mut class.adrenaline_threshold, 0, 499)),
                    "hand_size" => Some(Number(&mut class.hand_size, 1, 15)),
                    _ => None,
                }
            }
        }
    }
}

const DAMAGE_KEYS: [&str; 4] = ["coaxial_mg", "he", "heat", "sabot"];

const PLAIN_KEYS: [&str; 20] = [
    "draw_rule",
    "draw_count",
    "ablative_rule",
    "ablative_flat",
    "heavy_reduction",
    "medium_passive_discard",
    "medium_passive_draw",
    "kills_to_win",
    "ghost_scope",
    "ghost_cost",
    "comms_jam_rule",
    "adrenaline_clears_hazards",
    "safety_clears_hazard",
    "autoloader_order",
    "first_player",
    "smoke_by_attacker",
    "sabotage_ignores_equipped_safety",
    "repair_scope",
    "spent_ablative",
    "window_asks",
];

/// Every key, in the order of the rules document.
pub fn keys() -> Vec<String> {
    let deck = Card::ALL.iter().map(|card| format!("deck.{}", card.name()));
    let damage = DAMAGE_KEYS.iter().map(|munition| format!("damage.{munition}"));
    let classes = ["max_hp", "adrenaline_threshold", "hand_size"]
        .into_iter()
        .flat_map(|field| Class::ALL.iter().map(move |class| format!("{}.{field}", class.name())));
    deck.chain(damage).chain(classes).chain(PLAIN_KEYS.map(str::to_owned)).collect()
}

/// Where a parameter is kept, and what may be put there.
enum Place<'a> {
    Number(&'a mut u16, u16, u16),
    Switch(&'a mut bool),
    Word(&'a mut dyn Choice),
    Start(&'a mut Option<Seat>),
}

impl Place<'_> {
    fn put(self, value: &Value) -> Result<(), String> {
        match self {
            Place::Number(place, low, high) => {
                let number = value.as_u64().and_then(|n| u16::try_from(n).ok());
                let number = number.filter(|n| (low..=high).contains(n));
                *place =
                    number.ok_or_else(|| format!("{value} is not a number in {low}..{high}"))?;
            }
            Place::Switch(place) => {
                *place =
                    value.as_bool().ok_or_else(|| format!("{value} is neither true nor false"))?;
            }
            Place::Word(place) => place.choose(value)?,
            Place::Start(place) => {
                let seat = value.as_u64().and_then(|n| u8::try_from(n).ok()).filter(|n| *n < 4);
                *place = match (value.as_str(), seat) {
                    (Some("random"), _) => None,
                    (_, Some(seat)) => Some(Seat(seat)),
                    _ => return Err(format!("{value} is neither \"random\" nor a seat")),
                };
            }
        }
        Ok(())
    }

    fn get(self) -> Value {
        match self {
            Place::Number(place, ..) => json!(*place),
            Place::Switch(place) => json!(*place),
            Place::Word(place) => json!(place.chosen()),
            Place::Start(place) => place.map_or(json!("random"), |seat| json!(seat.0)),
        }
    }
}

/// A word out of a list.
trait Choice {
    fn choose(&mut self, value: &Value) -> Result<(), String>;
    fn chosen(&self) -> &'static str;
    fn words(&self) -> Vec<&'static str>;
}

macro_rules! choices {
    ($($Word:ty),+) => {$(
        impl Choice for $Word {
            fn choose(&mut self, value: &Value) -> Result<(), String> {
                let word = value.as_str().and_then(<$Word>::from_name);
                *self = word.ok_or_else(|| {
                    let words: Vec<_> = <$Word>::ALL.iter().map(Named::name).collect();
                    format!("{value} is none of {}", words.join(", "))
                })?;
                Ok(())
            }
            fn chosen(&self) -> &'static str {
                self.name()
            }
            fn words(&self) -> Vec<&'static str> {
                <$Word>::ALL.iter().map(Named::name).collect()
            }
        }
    )+};
}

choices!(
    DrawRule,
    AblativeRule,
    GhostScope,
    CommsJamRule,
    AutoloaderOrder,
    RepairScope,
    SpentAblative,
    WindowAsks
);
