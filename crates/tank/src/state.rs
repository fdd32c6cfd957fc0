//! All of a running match (rules 3).

use bout_core::{Current, List, Outcome, Seat, SeatSet, Timers, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::{Card, Hand, KINDS, Row};
use crate::config::Controller;
use crate::phase::{Phase, Timer};
use crate::pile::Piles;
use crate::rules::Class;
use crate::wire::StateDocument;

names! {
    /// Which of the two kinds of match.
    pub enum Mode {
        /// Two tanks, one life.
        Duel = "duel",
        /// Three or four tanks that respawn.
        Deathmatch = "deathmatch",
    }
}

names! {
    /// What was done as the one action of a turn.
    pub enum MainAction {
        /// A munition was loaded.
        Load = "load",
        /// The breech was fired.
        Fire = "fire",
        /// The machine gun was fired.
        QuickFire = "quick_fire",
        /// A hazard was played.
        Sabotage = "sabotage",
        /// A hazard was removed.
        Repair = "repair",
        /// Armor or a safety was equipped.
        Equip = "equip",
        /// A card was discarded.
        Discard = "discard",
    }
}

names! {
    /// Why a match ended.
    pub enum EndReason {
        /// A tank of a duel is at 0 HP.
        Destroyed = "destroyed",
        /// Enough kill marks.
        KillMarks = "kill_marks",
        /// No card can be drawn.
        DeckExhausted = "deck_exhausted",
        /// A player gave up.
        Concede = "concede",
        /// The host, or everybody, ended it.
        Aborted = "aborted",
    }
}

names! {
    /// Which window is open.
    pub enum WindowKind {
        /// An attack may be negated.
        Smoke = "smoke",
        /// A hazard may be countered.
        Coup = "coup_fourre",
    }
}

names! {
    /// An answer in a window.
    pub enum Answer {
        /// Nothing is done.
        Pass = "pass",
        /// The attack is to be negated.
        Smoke = "smoke",
        /// The hazard is countered.
        Coup = "coup_fourre",
    }
}

/// An open window (rules 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// Which window.
    pub kind: WindowKind,
    /// Who acted.
    pub attacker: Seat,
    /// Against whom.
    pub target: Seat,
    /// How: `fire`, `quick_fire` or `sabotage`.
    pub source: MainAction,
    /// What was fired or played.
    pub card: Card,
    /// Who is asked, in order of priority.
    pub responders: List<Seat, 4>,
    /// What they answered, in the same order.
    pub responses: List<Option<Answer>, 4>,
}

impl Pending {
    /// The place of a seat in the order of priority.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        self.responders.iter().position(|asked| *asked == seat)
    }

    /// Who has not answered.
    #[inline]
    pub fn awaited(&self) -> SeatSet {
        let pairs = self.responders.iter().zip(&self.responses);
        pairs.filter(|(_, answer)| answer.is_none()).map(|(asked, _)| *asked).collect()
    }
}

/// One tank and its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Its class.
    pub class: Class,
    /// Its team; all are distinct unless the config groups seats.
    pub team: u8,
    /// HP at full health.
    pub max_hp: u16,
    /// HP now.
    pub hp: u16,
    /// Tanks it has destroyed.
    pub kill_marks: u16,
    /// Its hand; new cards are appended.
    pub hand: Hand,
    /// The loaded munition.
    pub breech: Option<Card>,
    /// Hazards on it, in order of arrival.
    pub hazards: Row<3>,
    /// Safeties it has equipped, in order of arrival.
    pub safeties: Row<16>,
    /// Armor charges.
    pub ablative: u16,
    /// Whether it is in adrenaline.
    pub adrenaline: bool,
    /// Whether it cannot be attacked yet.
    pub shield: bool,
    /// Who plays it.
    pub controller: Controller,
    /// Turn clocks run out in a row.
    pub missed: u32,
    /// Whether its player has given up.
    pub conceded: bool,
}

impl Default for Player {
    fn default() -> Self {
        Player {
            class: Class::Heavy,
            team: 0,
            max_hp: 1,
            hp: 1,
            kill_marks: 0,
            hand: Hand::default(),
            breech: None,
            hazards: Row::default(),
            safeties: Row::default(),
            ablative: 0,
            adrenaline: false,
            shield: false,
            controller: Controller::Human,
            missed: 0,
            conceded: false,
        }
    }
}

impl Player {
    /// Whether it is a tank of this class in adrenaline.
    #[inline]
    pub fn raging(&self, class: Class) -> bool {
        self.adrenaline && self.class == class
    }
}

/// The state of a match; on the wire it has the names of the rules document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StateDocument", try_from = "StateDocument")]
pub struct State {
    /// The phase.
    pub phase: Current<Phase>,
    /// Deck and discard pile.
    pub piles: Piles,
    /// Whether the order of the deck is fixed.
    pub deck_ordered: bool,
    /// The players in seat order.
    pub players: List<Player, 4>,
    /// Whose turn it is.
    pub active: Seat,
    /// Turns started so far.
    pub turn: u32,
    /// The open window.
    pub pending: Option<Pending>,
    /// Whether the medium passive was used this turn.
    pub passive_used: bool,
    /// What was done this turn.
    pub main_action: Option<MainAction>,
    /// Who gets a bonus turn next.
    pub bonus_next: Option<Seat>,
    /// Who won; allies win with them.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub end_reason: Option<EndReason>,
    /// The clocks.
    pub timers: Timers<Timer>,
    /// How many of each card there are in all; not on the wire, it follows from the rest.
    pub total: [u16; KINDS],
}

impl State {
    /// Duel or deathmatch.
    #[inline]
    pub fn mode(&self) -> Mode {
        if self.players.len() == 2 { Mode::Duel } else { Mode::Deathmatch }
    }

    /// A player.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        self.players.wrapped(seat.index())
    }

    /// A player, to be changed.
    #[inline]
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        self.players.wrapped_mut(seat.index())
    }

    /// Whether two seats are on the same team; a seat is on its own.
    #[inline]
    pub fn allied(&self, seat: Seat, other: Seat) -> bool {
        self.player(seat).team == self.player(other).team
    }

    /// The kill marks of a seat and its allies together.
    #[inline]
    pub fn team_marks(&self, seat: Seat) -> u16 {
        let allies = self.players.iter().filter(|player| player.team == self.player(seat).team);
        allies.map(|player| player.kill_marks).sum()
    }

    /// The seats.
    #[inline]
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len() as u8).map(Seat)
    }

    /// How many of each card there are, counted over all zones.
    pub fn count_cards(&self) -> [u16; KINDS] {
        let mut counts = [0; KINDS];
        let mut add = |card: Card, n: u16| counts[card as usize] += n;
        self.piles.deck().iter().copied().chain(self.piles.discard()).for_each(|card| add(card, 1));
        for player in &self.players {
            let held =
                player.hand.iter().chain(player.hazards.iter()).chain(player.safeties.iter());
            held.chain(player.breech).for_each(|card| add(card, 1));
            add(Card::AblativeArmor, player.ablative);
        }
        if let Some(pending) = &self.pending {
            add(pending.card, 1);
        }
        counts
    }

    /// The verdict, once there is one (rules 9).
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let ending = bout_core::Named::name(&self.end_reason?);
        let standing = |seat: &Seat| !self.player(*seat).conceded;
        Some(match self.winner {
            Some(winner) => {
                let team = self.seats().filter(|seat| self.allied(winner, *seat));
                let won = team.filter(standing).collect();
                Outcome { won, drew: SeatSet::NONE, ending }
            }
            None => Outcome {
                won: SeatSet::NONE,
                drew: self.seats().filter(standing).collect(),
                ending,
            },
        })
    }
}
