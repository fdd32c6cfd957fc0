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
mod return_to_deck;
mod return_to_hand;
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

/// What a verb is: everything about it that depends on its parameters.
pub(crate) trait VerbRules: Sized {
    /// The words for it in card data.
    const WORDS: &'static [(Family, &'static str)];
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

    /// Reads its parameters.
    fn read(from: &Origin<'_>) -> Option<Self>;

    /// Whether it is paid before anything else happens, unless a coin decides about it.
    fn is_cost(&self) -> bool {
        false
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

    /// The next question; none once everything is known.
    fn question(&self, _look: &Look<'_>, _frame: &Frame) -> Option<Prompt> {
        None
    }

    /// Whether it can do something now.
    fn is_feasible(&self, _look: &Look<'_>) -> bool {
        true
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
        Some(8)
    }

    /// Whether `baseline` plays a trainer card for it now.
    fn verdict(&self, _desk: &Desk<'_>, _card: &CardDef) -> Verdict {
        Verdict::Yes
    }

    /// Whether `baseline` uses the ability of a creature for it.
    fn is_useful(&self, _desk: &Desk<'_>, _at: At) -> bool {
        false
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
        false
    }

    /// What it is worth against a defender, besides damage.
    fn menace(&self, _defender: Option<&Creature>) -> u8 {
        0
    }

    /// Whether it hurts its own side.
    fn harms_itself(&self) -> bool {
        false
    }
}

/// A verb for the loader.
pub(crate) struct Entry {
    /// Its words.
    pub words: &'static [(Family, &'static str)],
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
    return_to_hand::ReturnToHand,
    return_to_deck::ReturnToDeck,
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

/// The one place that tells verbs apart.
impl Verb {
    pub(crate) fn is_cost(&self) -> bool {
        each!(self, verb => verb.is_cost())
    }

    #[inline]
    pub(crate) fn is_purpose(&self, cost: bool) -> bool {
        each!(self, verb => verb.is_purpose(cost))
    }

    pub(crate) fn decides(&self) -> bool {
        each!(self, verb => verb.decides())
    }

    pub(crate) fn aim(&self) -> Option<Target> {
        each!(self, verb => verb.aim())
    }

    pub(crate) fn lasting(&self) -> Option<&Lasting> {
        each!(self, verb => verb.lasting())
    }

    pub(crate) fn growth(&self, game: &Tcg, state: &State, by: Attacker, defender: At) -> i32 {
        each!(self, verb => verb.growth(game, state, by, defender))
    }

    pub(crate) fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        each!(self, verb => verb.question(look, frame))
    }

    pub(crate) fn is_feasible(&self, look: &Look<'_>) -> bool {
        each!(self, verb => verb.is_feasible(look))
    }

    pub(crate) fn takes(&self) -> Option<(Source, Option<&Wanted>)> {
        each!(self, verb => verb.takes())
    }

    pub(crate) fn has_taker(&self, look: &Look<'_>, frame: &Frame, cards: &[Card]) -> bool {
        each!(self, verb => verb.has_taker(look, frame, cards))
    }

    pub(crate) fn answered(&self, run: &mut Run<'_, '_>) {
        each!(self, verb => verb.answered(run));
    }

    pub(crate) fn perform(&self, run: &mut Run<'_, '_>) {
        each!(self, verb => verb.perform(run));
    }

    pub(crate) fn category(&self) -> Option<u8> {
        each!(self, verb => verb.category())
    }

    pub(crate) fn verdict(&self, desk: &Desk<'_>, card: &CardDef) -> Verdict {
        each!(self, verb => verb.verdict(desk, card))
    }

    pub(crate) fn is_useful(&self, desk: &Desk<'_>, at: At) -> bool {
        each!(self, verb => verb.is_useful(desk, at))
    }

    pub(crate) fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        each!(self, verb => verb.creature_value(desk, at))
    }

    pub(crate) fn card_value(&self, desk: &Desk<'_>, card: Card) -> Option<i32> {
        each!(self, verb => verb.card_value(desk, card))
    }

    pub(crate) fn gives_away(&self) -> bool {
        each!(self, verb => verb.gives_away())
    }

    pub(crate) fn menace(&self, defender: Option<&Creature>) -> u8 {
        each!(self, verb => verb.menace(defender))
    }

    pub(crate) fn harms_itself(&self) -> bool {
        each!(self, verb => verb.harms_itself())
    }

    pub(crate) fn ability_rank(&self) -> u8 {
        each_type!(self, ABILITY_RANK)
    }

    pub(crate) fn trainer_rank(&self) -> u8 {
        each_type!(self, TRAINER_RANK)
    }

    #[inline]
    pub(crate) fn standing(&self) -> Option<Standing> {
        each_type!(self, STANDING)
    }

    #[inline]
    pub(crate) fn grows(&self) -> bool {
        each_type!(self, GROWS)
    }
}
