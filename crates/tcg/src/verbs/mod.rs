//! The verbs of the card language (rules 5.7).
//!
//! A verb is one file: its words in card data and its parameters, what it asks, when it can do
//! something, what it does, and what computer players think of it. A new verb is a new file with its
//! `mod` line, and a line in [`verbs!`].

mod ability_accelerate;
mod ability_switch;
mod attach;
mod attach_from_discard;
mod attack_accelerate;
mod bench_damage;
mod boost_attack;
mod boost_hp;
mod cure_status;
mod damage_modifier;
mod damage_scaling;
mod devolve;
mod discard_energy;
mod discard_hand;
mod discard_own_energy;
mod draw;
mod evolve;
mod force_switch;
mod heal;
mod heal_aimed;
mod increase_damage;
mod lasting;
mod lock;
mod look;
mod look_at_deck;
mod move_counters;
mod opponent_discards;
mod opponent_draws;
mod opponent_shuffles_hand;
mod prelude;
mod prevent;
mod put_into_play;
mod recoil;
mod reduce;
mod reduce_one;
mod remove_energy;
mod retrieve;
mod return_creature;
mod search;
mod shuffle_deck;
mod status;
mod switch_active;
mod switch_attacker;
mod trade;
mod wanted;

use bout_core::names;

use crate::Tcg;
use crate::apply::{Attacker, Run};
use crate::bots::{Desk, Verdict};
use crate::card::CardDef;
use crate::load::Origin;
use crate::prompt::Prompt;
use crate::state::{At, Creature, Frame, State};
use crate::symbol::Card;
use crate::words::{Source, Target};

pub(crate) use lasting::{Lasting, Standing};
pub(crate) use look::Look;
pub(crate) use wanted::{Wanted, listed};

names! {
    /// Where an effect is written; each list has words of its own.
    pub(crate) enum Family {
        /// Among the effects of an attack.
        Attack = "attack",
        /// Among the effects of an ability.
        Ability = "ability",
        /// Among the effects of a trainer card.
        Trainer = "trainer",
    }
}

/// Words of card data, each in its list.
type Words = &'static [(Family, &'static str)];

/// What a verb is: everything about it that depends on its parameters.
pub(crate) trait VerbRules: Sized {
    /// The words for it in card data.
    const WORDS: Words;
    /// Whether an attack may have it as a `CARD_EFFECT`.
    const FOR_ATTACKS: bool = false;
    /// Its place in the order in which the effects of an ability run.
    const ABILITY_RANK: u8 = 12;
    /// Its place in the order in which the effects of a trainer card run.
    const TRAINER_RANK: u8 = 3;
    /// What it does as a passive ability.
    const STANDING: Option<Standing> = None;
    /// Whether it changes the damage of its attack.
    const GROWS: bool = false;
    /// Whether it is always paid before anything else happens, unless a coin decides about it.
    const COST: bool = false;
    /// How early `baseline` plays a trainer card for it, 1 to 8; none if it does not matter.
    const CATEGORY: Option<u8> = Some(8);
    /// Whether `baseline` always uses an ability for it.
    const USEFUL: bool = false;

    /// Reads its parameters.
    fn read(from: &Origin<'_>) -> Option<Self>;

    /// Whether it is paid before anything else happens, unless a coin decides about it.
    fn is_cost(&self) -> bool {
        Self::COST
    }

    /// Whether a trainer card is worth playing for it; `cost` if it is a cost there.
    fn is_purpose(&self, cost: bool) -> bool {
        !cost
    }

    /// Whether it alone decides if its trainer card can be played.
    fn decides(&self) -> bool {
        false
    }

    /// The fighter that it is aimed at as an effect of an attack.
    fn aim(&self) -> Option<Target> {
        None
    }

    /// What it does as a passive ability or for a time.
    fn lasting(&self) -> Option<&Lasting> {
        None
    }

    /// What it adds to the damage of its attack.
    fn growth(&self, _game: &Tcg, _state: &State, _by: Attacker, _defender: At) -> i32 {
        0
    }

    /// The group from which it first has one creature chosen.
    fn object(&self) -> Option<Target> {
        None
    }

    /// Whether a creature of that group can be chosen.
    fn suits(&self, look: &Look<'_>, at: At) -> bool {
        !look.state.is_doomed(at)
    }

    /// The question for that creature.
    fn ask_object(&self, look: &Look<'_>) -> Option<Prompt> {
        let who = self.object()?;
        look.ask_creature(|at| look.is_among(who, at) && self.suits(look, at))
    }

    /// The next question; none once everything is known.
    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        if frame.step == 0 { self.ask_object(look) } else { None }
    }

    /// Whether it can do something now.
    fn is_feasible(&self, look: &Look<'_>) -> bool {
        let chosen = |who| look.any(who, |at| look.is_among(who, at) && self.suits(look, at));
        self.object().is_none_or(chosen) && self.lasting().is_none_or(|it| it.is_feasible(look))
    }

    /// The cards that it takes out of a zone for the time it lasts: from where, and which.
    fn takes(&self) -> Option<(Source, Option<&Wanted>)> {
        None
    }

    /// Whether some creature can take all of these energies.
    fn has_taker(&self, _look: &Look<'_>, _frame: &Frame, _cards: &[Card]) -> bool {
        false
    }

    /// What happens once an answer is known, before the next question.
    fn answered(&self, _run: &mut Run<'_, '_>) {}

    /// Does it; everything it asked for is known.
    fn perform(&self, run: &mut Run<'_, '_>);

    /// How early `baseline` plays a trainer card for it, 1 to 8; none if it does not matter.
    fn category(&self) -> Option<u8> {
        Self::CATEGORY
    }

    /// Whether `baseline` plays a trainer card for it now.
    fn verdict(&self, _desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        Verdict::Yes
    }

    /// Whether `baseline` uses the ability of a creature for it.
    fn is_useful(&self, _desk: &Desk<'_>, _at: At) -> bool {
        Self::USEFUL
    }

    /// How gladly `baseline` chooses a creature for it.
    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        desk.score(at).into()
    }

    /// How gladly `baseline` chooses a card for it; none if it does as with other cards.
    fn card_value(&self, _desk: &Desk<'_>, _card: Card) -> Option<i32> {
        None
    }

    /// Whether what is chosen for it is lost.
    fn gives_away(&self) -> bool {
        self.is_cost()
    }

    /// What it is worth against a defender, besides damage.
    fn menace(&self, _defender: Option<&Creature>) -> u8 {
        0
    }

    /// Whether it hurts its own side.
    fn harms_itself(&self) -> bool {
        self.is_cost()
    }
}

/// A verb for the loader.
pub(crate) struct Entry {
    /// Its file.
    pub file: &'static str,
    /// Its words.
    pub words: Words,
    /// Whether an attack may have it as a `CARD_EFFECT`.
    pub for_attacks: bool,
    /// Whether a passive ability may have it.
    pub stands: bool,
    /// Reads its parameters.
    pub read: fn(&Origin<'_>) -> Option<Verb>,
}

/// The verb with a word.
pub(crate) fn find(family: Family, word: &str) -> Option<&'static Entry> {
    VERBS.iter().find(|entry| entry.words.contains(&(family, word)))
}

/// All words of a family.
pub(crate) fn words_of(family: Family) -> impl Iterator<Item = &'static str> {
    let words = VERBS.iter().flat_map(|entry| entry.words);
    words.filter(move |(found, _)| *found == family).map(|(_, word)| *word)
}

macro_rules! verbs {
    (($dollar:tt) $($module:ident::$Name:ident,)+) => {
        $(pub use $module::$Name;)+

        /// A verb with its parameters.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each verb has its own file")]
        pub enum Verb { $($Name($Name)),+ }

        $(impl From<$Name> for Verb {
            fn from(verb: $Name) -> Self {
                Verb::$Name(verb)
            }
        })+

        /// Every verb.
        static VERBS: &[Entry] = &[$(Entry {
            file: stringify!($module),
            words: $Name::WORDS,
            for_attacks: $Name::FOR_ATTACKS,
            stands: $Name::STANDING.is_some(),
            read: |from| $Name::read(from).map(Verb::$Name),
        }),+];

        /// Calls the same function of whichever verb it is.
        macro_rules! each {
            ($dollar verb:expr, $dollar it:ident => $dollar call:expr) => {
                match $dollar verb { $(Verb::$Name($dollar it) => $dollar call),+ }
            };
        }

        /// The same of a verb's type.
        macro_rules! each_type {
            ($dollar verb:expr, $dollar constant:ident) => {
                match $dollar verb { $(Verb::$Name(_) => $Name::$dollar constant),+ }
            };
        }
    };
}

verbs! { ($)
    discard_energy::DiscardEnergy,
    status::InflictStatus,
    damage_modifier::DamageModifier,
    heal_aimed::HealAimed,
    heal::Heal,
    prevent::Prevent,
    recoil::Recoil,
    attack_accelerate::AttackAccelerate,
    switch_attacker::SwitchAttacker,
    damage_scaling::DamageScaling,
    bench_damage::BenchDamage,
    lock::Lock,
    ability_accelerate::AbilityAccelerate,
    ability_switch::AbilitySwitch,
    draw::Draw,
    search::Search,
    boost_attack::BoostAttack,
    boost_hp::BoostHp,
    reduce::Reduce,
    shuffle_deck::ShuffleDeck,
    look_at_deck::LookAtDeck,
    discard_hand::DiscardHand,
    attach_from_discard::AttachFromDiscard,
    retrieve::Retrieve,
    move_counters::MoveCounters,
    opponent_discards::OpponentDiscards,
    switch_active::SwitchActive,
    return_creature::ReturnCreature,
    force_switch::ForceSwitch,
    evolve::Evolve,
    devolve::Devolve,
    put_into_play::PutIntoPlay,
    cure_status::CureStatus,
    remove_energy::RemoveEnergy,
    discard_own_energy::DiscardOwnEnergy,
    increase_damage::IncreaseDamage,
    reduce_one::ReduceOne,
    opponent_draws::OpponentDraws,
    opponent_shuffles_hand::OpponentShufflesHand,
    trade::Trade,
    attach::Attach,
}

macro_rules! dispatch {
    ($(fn $name:ident(&self $(, $arg:ident: $Arg:ty)*) $(-> $Out:ty)?;)+
     $(const $CONST:ident as $fn:ident: $Const:ty;)+) => {
        /// The one place that tells verbs apart.
        impl Verb {
            $(#[inline]
            pub(crate) fn $name(&self $(, $arg: $Arg)*) $(-> $Out)? {
                each!(self, verb => verb.$name($($arg),*))
            })+

            $(#[inline]
            pub(crate) fn $fn(&self) -> $Const {
                each_type!(self, $CONST)
            })+
        }
    };
}

dispatch! {
    fn is_cost(&self) -> bool;
    fn is_purpose(&self, cost: bool) -> bool;
    fn decides(&self) -> bool;
    fn aim(&self) -> Option<Target>;
    fn lasting(&self) -> Option<&Lasting>;
    fn growth(&self, game: &Tcg, state: &State, by: Attacker, defender: At) -> i32;
    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt>;
    fn is_feasible(&self, look: &Look<'_>) -> bool;
    fn takes(&self) -> Option<(Source, Option<&Wanted>)>;
    fn has_taker(&self, look: &Look<'_>, frame: &Frame, cards: &[Card]) -> bool;
    fn answered(&self, run: &mut Run<'_, '_>);
    fn perform(&self, run: &mut Run<'_, '_>);
    fn category(&self) -> Option<u8>;
    fn verdict(&self, desk: &Desk<'_>, card: &CardDef) -> Verdict;
    fn is_useful(&self, desk: &Desk<'_>, at: At) -> bool;
    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32;
    fn card_value(&self, desk: &Desk<'_>, card: Card) -> Option<i32>;
    fn gives_away(&self) -> bool;
    fn menace(&self, defender: Option<&Creature>) -> u8;
    fn harms_itself(&self) -> bool;
    const ABILITY_RANK as ability_rank: u8;
    const TRAINER_RANK as trainer_rank: u8;
    const STANDING as standing: Option<Standing>;
    const GROWS as grows: bool;
}
