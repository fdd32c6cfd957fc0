//! All of a running match (rules 3), as plain data of a fixed size.

use bout_core::{Current, List, Millis, Outcome, Seat, SeatSet, Timers, names};
use serde::{Deserialize, Serialize};

use crate::action::Command;
use crate::deck::DECK_MAX;
use crate::live::Live;
use crate::phase::{MatchState, Timer, TurnPhase};
use crate::symbol::{Card, Label, Symbol};
use crate::wire::StateDocument;
use crate::words::{Status, Types};

/// Creatures that a player can have in play.
pub const SLOTS: usize = 6;
/// Effects that can wait upon each other.
pub const STACK_MAX: usize = 8;
/// Decisions that can be open at once: prizes and new actives of both.
pub const PENDING_MAX: usize = 12;
/// Timed effects of a player and of all his creatures; further ones are lost.
pub const TIMED_MAX: usize = 32;
/// No turn: a thing that has not happened.
pub const NEVER: u16 = u16::MAX;
/// No slot: a place where no creature is.
pub const NOBODY: u8 = u8::MAX;

/// Cards in order.
pub type Pile = List<Card, DECK_MAX>;

names! {
    /// Where a creature is.
    pub enum Position {
        /// The active place.
        Active = "ACTIVE",
        /// The first place of the bench.
        Bench0 = "BENCH_0",
        /// The second.
        Bench1 = "BENCH_1",
        /// The third.
        Bench2 = "BENCH_2",
        /// The fourth.
        Bench3 = "BENCH_3",
        /// The fifth.
        Bench4 = "BENCH_4",
    }
}

impl Position {
    /// A place of the bench.
    pub fn bench(at: usize) -> Position {
        Position::ALL[(at + 1).min(5)]
    }
}

names! {
    /// What excludes each other: how a creature lies.
    #[derive(Default)]
    pub enum Rotation {
        /// Upright.
        #[default]
        Upright = "NONE",
        /// Asleep.
        Asleep = "ASLEEP",
        /// Confused.
        Confused = "CONFUSED",
        /// Paralysed.
        Paralyzed = "PARALYZED",
    }
}

names! {
    /// What lasts for a time.
    pub enum TimedKind {
        /// Attack damage up to an amount is prevented.
        Prevent = "PREVENT_DAMAGE",
        /// Attack damage taken is less.
        Reduce = "REDUCE_DAMAGE",
        /// Damage of attacks is more.
        BoostAttack = "BOOST_ATTACK",
        /// Hit points are more.
        BoostHp = "BOOST_HP",
        /// No attack, no retreat.
        Lock = "LOCK",
        /// Attacks of the player's active do more.
        Increase = "INCREASE_DAMAGE",
    }
}

names! {
    /// What a decision is about.
    pub enum PromptKind {
        /// Which prize.
        SelectPrize = "SELECT_PRIZE",
        /// Who becomes active.
        SetActive = "SET_ACTIVE",
        /// Which creatures.
        ChooseCreature = "CHOOSE_CREATURE",
        /// Which cards.
        ChooseCards = "CHOOSE_CARDS",
        /// Which attached energies.
        ChooseEnergy = "CHOOSE_ENERGY",
        /// In which order.
        ChooseOrder = "CHOOSE_ORDER",
        /// Whether.
        YesNo = "YES_NO",
    }
}

names! {
    /// What is half resolved.
    pub enum FrameKind {
        /// An attack; its place counts the steps of rules 6.2.
        Attack = "ATTACK",
        /// An ability.
        Ability = "ABILITY",
        /// A trainer card.
        Trainer = "TRAINER",
        /// Knock-outs; its place counts the steps of rules 6.3.
        KnockOut = "KNOCK_OUT",
        /// The end of a turn.
        EndTurn = "END_TURN",
        /// Between turns; its place counts the steps of rules 6.6.
        BetweenTurns = "BETWEEN_TURNS",
        /// The start of a turn.
        TurnStart = "TURN_START",
    }
}

names! {
    /// How it ended.
    pub enum MatchResult {
        /// `PLAYER1` won.
        Player1Win = "PLAYER1_WIN",
        /// `PLAYER2` won.
        Player2Win = "PLAYER2_WIN",
        /// Nobody won.
        Draw = "DRAW",
        /// It does not count.
        Cancelled = "CANCELLED",
    }
}

names! {
    /// By what a match is won.
    pub enum WinCondition {
        /// No prize left.
        PrizeCards = "PRIZE_CARDS",
        /// The opponent has no creature.
        NoPokemon = "NO_POKEMON",
        /// The opponent cannot draw.
        DeckOut = "DECK_OUT",
        /// The opponent gave up.
        Concede = "CONCEDE",
    }
}

names! {
    /// Why a match does not count.
    pub enum CancelReason {
        /// A deck breaks the rules.
        DeckInvalid = "deck_invalid",
        /// A player did not want to.
        PlayerCancelled = "player_cancelled",
        /// A player is gone.
        PlayerLeft = "player_left",
        /// Both did not want to.
        Mutual = "mutual",
        /// The host failed.
        SystemError = "system_error",
        /// Too many invalid hands.
        MulliganLimit = "mulligan_limit",
        /// The operator ended it.
        Operator = "operator",
    }
}

/// The verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// How it ended.
    pub result: MatchResult,
    /// By what, if somebody won.
    pub condition: Option<WinCondition>,
    /// Whether the turn limit decided.
    pub by_limit: bool,
    /// Why it does not count.
    pub reason: Option<CancelReason>,
    /// Who cancelled.
    pub cancelled_by: Option<Seat>,
    /// When.
    pub at: Millis,
}

impl End {
    /// Who won.
    pub fn winner(&self) -> Option<Seat> {
        match self.result {
            MatchResult::Player1Win => Some(Seat(0)),
            MatchResult::Player2Win => Some(Seat(1)),
            MatchResult::Draw | MatchResult::Cancelled => None,
        }
    }

    /// The word for it in an outcome.
    pub fn ending(&self) -> &'static str {
        match (self.result, self.condition) {
            (MatchResult::Cancelled, _) => "cancelled",
            _ if self.by_limit && self.condition.is_some() => "turn_limit",
            (_, None) => "draw",
            (_, Some(WinCondition::PrizeCards)) => "prize_cards",
            (_, Some(WinCondition::NoPokemon)) => "no_pokemon",
            (_, Some(WinCondition::DeckOut)) => "deck_out",
            (_, Some(WinCondition::Concede)) => "concede",
        }
    }
}

/// A creature: the side and the slot it has there as long as it is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// 0 or 1.
    pub side: u8,
    /// Its slot.
    pub slot: u8,
}

impl At {
    /// In one byte.
    #[inline]
    pub fn code(self) -> u8 {
        self.side << 3 | self.slot
    }

    /// From one byte.
    #[inline]
    pub fn from_code(code: u8) -> At {
        At { side: code >> 3 & 1, slot: (code & 7).min(SLOTS as u8 - 1) }
    }

    /// Its place among all slots.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.side & 1) * SLOTS + usize::from(self.slot).min(SLOTS - 1)
    }

    /// From a place among all slots.
    #[inline]
    pub fn from_index(index: u32) -> At {
        let side = u8::from(index >= SLOTS as u32);
        At { side, slot: (index as u8).saturating_sub(side * SLOTS as u8) }
    }

    /// As a bit among all slots.
    #[inline]
    pub fn bit(self) -> u16 {
        1 << self.index()
    }
}

/// A creature in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Creature {
    /// Its number in the match; 0 for an empty slot.
    pub id: u32,
    /// The evolution chain, the current stage last.
    pub cards: List<Card, 3>,
    /// Damage on it.
    pub damage: u16,
    /// Whether it is as good as knocked out.
    pub doomed: bool,
    /// How it lies.
    pub rotation: Rotation,
    /// When it was paralysed.
    pub paralyzed_on: u16,
    /// How strong its poison is.
    pub poison: u8,
    /// Whether it burns.
    pub burned: bool,
    /// When it came into play.
    pub entered_on: u16,
    /// When it evolved.
    pub evolved_on: u16,
    /// When its ability was used.
    pub ability_on: u16,
    /// How often in that turn.
    pub ability_uses: u16,
    /// When an extra energy was attached.
    pub extra_on: u16,
    /// How many in that turn.
    pub extra_count: u16,
    /// When it attacked.
    pub used_on: u16,
    /// With which attack.
    pub used_attack: u8,
}

impl Creature {
    /// The card on top.
    #[inline]
    pub fn top(&self) -> Card {
        self.cards.last().copied().unwrap_or(Card::NONE)
    }

    /// Its statuses, in the order of the rules document.
    pub fn statuses(&self) -> impl Iterator<Item = Status> + use<> {
        let rotation = match self.rotation {
            Rotation::Upright => None,
            Rotation::Asleep => Some(Status::Asleep),
            Rotation::Paralyzed => Some(Status::Paralyzed),
            Rotation::Confused => Some(Status::Confused),
        };
        let poison = (self.poison > 0).then_some(Status::Poisoned);
        rotation.into_iter().chain(poison).chain(self.burned.then_some(Status::Burned))
    }

    /// Whether it has a status.
    pub fn has(&self, status: Status) -> bool {
        self.statuses().any(|found| found == status)
    }

    /// Takes every status away.
    pub fn cure(&mut self) {
        (self.rotation, self.paralyzed_on) = (Rotation::Upright, NEVER);
        (self.poison, self.burned) = (0, false);
    }
}

/// A card attached to a creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attached {
    /// Which.
    pub card: Card,
    /// To the creature in which slot.
    pub slot: u8,
    /// Whether it is an energy.
    pub energy: bool,
    /// The turn after which it goes; `NEVER` if it stays.
    pub until: u16,
}

/// An effect that lasts for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    /// Of the creature in which slot; `NOBODY` for the player.
    pub slot: u8,
    /// What.
    pub kind: TimedKind,
    /// Against attackers of which types; none for all.
    pub types: Types,
    /// How much; what a lock forbids as bits.
    pub amount: i16,
    /// The turn after which it ends.
    pub expires: u16,
}

impl Default for Timed {
    fn default() -> Self {
        Timed { slot: NOBODY, kind: TimedKind::Lock, types: Types::NONE, amount: 0, expires: 0 }
    }
}

/// Something that was used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Once {
    /// Name of the card as printed.
    pub name: Symbol,
    /// Which of its attacks; `NOBODY` for the card.
    pub attack: u8,
}

/// One player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the rules document has these switches")]
pub struct Side {
    /// Whether he has joined.
    pub joined: bool,
    /// The deck he brought.
    pub deck_id: Label,
    /// How many cards it had.
    pub deck_size: u32,
    /// How many of them nobody has loaded.
    pub unknown: u32,
    /// The deck; its top is last.
    pub deck: Pile,
    /// The hand, in order of arrival.
    pub hand: Pile,
    /// The prizes, face down.
    pub prizes: List<Card, 6>,
    /// The discard pile; the newest is last.
    pub discard: Pile,
    /// Creatures, each in its slot.
    pub creatures: [Creature; SLOTS],
    /// The slot of the active creature.
    pub active: Slot,
    /// The slots of the bench, in order.
    pub bench: List<u8, 5>,
    /// Cards attached to creatures, those of a slot together.
    pub attached: List<Attached, DECK_MAX>,
    /// Timed effects, those of a slot together.
    pub timed: List<Timed, TIMED_MAX>,
    /// What was used up.
    pub once: List<Once, DECK_MAX>,
    /// Whether the opening hand is valid.
    pub hand_valid: bool,
    /// Invalid hands so far.
    pub invalid_hands: u16,
    /// Whether the hand is shown, because it is invalid.
    pub revealed: bool,
    /// Whether the opening active is chosen.
    pub active_selected: bool,
    /// Whether the set-up is done.
    pub setup_ready: bool,
    /// Energies attached this turn.
    pub energy_attached: u16,
    /// Retreats of this turn.
    pub retreats: u16,
    /// Supporters of this turn.
    pub supporters: u16,
    /// Stadiums of this turn.
    pub stadiums: u16,
    /// Main actions of this turn.
    pub main_actions: u16,
    /// Own turns started.
    pub turns_taken: u16,
    /// Clocks run out in a row.
    pub expiries: u16,
    /// A sum over all his cards, to see that none is lost; not on the wire.
    pub total: u64,
}

/// A slot, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(pub u8);

impl Default for Slot {
    fn default() -> Self {
        Slot(NOBODY)
    }
}

impl Slot {
    /// The slot, if there is one.
    #[inline]
    pub fn get(self) -> Option<u8> {
        (self.0 != NOBODY).then_some(self.0)
    }
}

/// Creatures in some order, four bits each.
#[derive(Clone, Debug, Default)]
pub struct Places {
    codes: u64,
    len: u8,
}

impl Places {
    #[inline]
    fn put_first(&mut self, at: At) {
        self.codes = self.codes << 4 | u64::from(at.code() & 15);
        self.len += 1;
    }

    #[inline]
    fn then(self, last: Places) -> Places {
        Places { codes: self.codes | last.codes << (4 * self.len), len: self.len + last.len }
    }
}

impl Iterator for Places {
    type Item = At;

    #[inline]
    fn next(&mut self) -> Option<At> {
        self.len = self.len.checked_sub(1)?;
        let code = self.codes as u8 & 15;
        self.codes >>= 4;
        Some(At { side: code >> 3, slot: code & 7 })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.len), Some(usize::from(self.len)))
    }
}

impl Side {
    /// The creatures in board order.
    #[inline]
    pub fn board(&self) -> impl Iterator<Item = u8> + use<> {
        self.places(0).map(|at| at.slot)
    }

    /// The creatures in board order, as those of a side.
    #[inline]
    fn places(&self, side: u8) -> Places {
        let mut places = self.benched(side);
        if let Some(slot) = self.active.get() {
            places.put_first(At { side, slot });
        }
        places
    }

    #[inline]
    fn benched(&self, side: u8) -> Places {
        let mut places = Places::default();
        self.bench.iter().rev().for_each(|slot| places.put_first(At { side, slot: *slot }));
        places
    }

    /// A creature.
    #[inline]
    pub fn creature(&self, slot: u8) -> &Creature {
        &self.creatures[usize::from(slot).min(SLOTS - 1)]
    }

    /// A creature, to be changed.
    #[inline]
    pub fn creature_mut(&mut self, slot: u8) -> &mut Creature {
        &mut self.creatures[usize::from(slot).min(SLOTS - 1)]
    }

    /// How many creatures are in play.
    #[inline]
    pub fn in_play(&self) -> usize {
        usize::from(self.active.get().is_some()) + self.bench.len()
    }

    /// The slot at a position.
    pub fn slot_at(&self, position: Position) -> Option<u8> {
        match position {
            Position::Active => self.active.get(),
            bench => self.bench.get(bench as usize - 1).copied(),
        }
    }

    /// Where a slot is on the board.
    pub fn position(&self, slot: u8) -> Option<Position> {
        if self.active.get() == Some(slot) {
            return Some(Position::Active);
        }
        self.bench.iter().position(|place| *place == slot).map(Position::bench)
    }

    /// Cards attached to a slot, with their places in the list.
    #[inline]
    pub fn on(&self, slot: u8) -> impl Iterator<Item = (usize, &Attached)> {
        self.attached.iter().enumerate().filter(move |(_, attached)| attached.slot == slot)
    }

    /// Timed effects of a slot.
    #[inline]
    pub fn timed_on(&self, slot: u8, kind: TimedKind) -> impl Iterator<Item = &Timed> {
        self.timed.iter().filter(move |timed| timed.slot == slot && timed.kind == kind)
    }

    /// Attaches a card: energies of a creature stand before its other cards, each in order of arrival.
    pub fn attach(&mut self, attached: Attached) {
        let rank = |found: &Attached| (found.slot, !found.energy);
        let place = self.attached.iter().position(|found| rank(found) > rank(&attached));
        let place = place.unwrap_or(self.attached.len());
        if !self.attached.is_full() {
            self.attached.insert(place, attached);
        }
    }

    /// Begins a timed effect; those of a slot stand together, in order of arrival.
    pub fn time(&mut self, timed: Timed) {
        let place = self.timed.iter().position(|found| found.slot > timed.slot);
        let place = place.unwrap_or(self.timed.len());
        if !self.timed.is_full() {
            self.timed.insert(place, timed);
        }
    }

    /// Every card of the player outside the stack and the stadium.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let chains = self.creatures.iter().flat_map(|creature| creature.cards.iter());
        (self
            .deck
            .iter()
            .chain(&*self.hand)
            .chain(&*self.prizes)
            .chain(&*self.discard)
            .chain(chains))
        .copied()
        .chain(self.attached.iter().map(|attached| attached.card))
    }
}

/// An open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Its number in the match.
    pub id: u32,
    /// Whose.
    pub seat: Seat,
    /// About what.
    pub kind: PromptKind,
}

impl Default for Pending {
    fn default() -> Self {
        Pending { id: 0, seat: Seat(0), kind: PromptKind::YesNo }
    }
}

/// A half-resolved effect (rules 5.8.1). What it does follows from its card; here stands how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Frame {
    /// What it is.
    pub kind: FrameKind,
    /// Whose.
    #[serde(with = "crate::wire::player")]
    pub player: Seat,
    /// The card whose words are carried out.
    #[serde(rename = "cardId")]
    pub card: Card,
    /// The creature that attacks or has the ability; 0 for none.
    #[serde(rename = "instanceId")]
    pub creature: u32,
    /// The creature that is attacked; 0 for none.
    pub defender: u32,
    /// Which attack.
    pub attack_index: u8,
    /// The step of the rules document it stands at.
    pub at: u8,
    /// Which of its effects.
    pub effect: u8,
    /// Questions of that effect answered so far.
    pub step: u8,
    /// Coins flipped.
    pub flips: u8,
    /// Those that showed heads, as bits.
    pub heads: u16,
    /// Creatures chosen so far.
    pub bound: [u32; 2],
    /// Creatures whose abilities are still to be triggered: side and slot in a byte.
    pub queue: List<u8, 12>,
    /// Costs of the attack that are due until they are paid; then creatures that it hurt; creatures
    /// whose knock-out was told. As bits.
    pub marked: u16,
    /// Whether its card is on its way: neither in the hand nor anywhere else.
    pub limbo: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Frame::new(FrameKind::KnockOut, Seat(0))
    }
}

impl Frame {
    /// A frame at its beginning.
    pub fn new(kind: FrameKind, player: Seat) -> Self {
        Frame {
            kind,
            player,
            card: Card::NONE,
            creature: 0,
            defender: 0,
            attack_index: 0,
            at: 0,
            effect: 0,
            step: 0,
            flips: 0,
            heads: 0,
            bound: [0; 2],
            queue: List::new(),
            marked: 0,
            limbo: false,
        }
    }
}

/// The last accepted action, as far as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastAction {
    /// Its number among the actions that were told.
    pub id: u32,
    /// Who acted.
    pub seat: Seat,
    /// How.
    pub command: Command,
    /// With which card.
    pub card: Card,
    /// Whether only its owner may know the card.
    pub secret: bool,
    /// At which position.
    pub target: Option<Position>,
    /// Which attack or prize.
    pub index: Option<u8>,
}

/// The stadium in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stadium {
    /// The card.
    pub card: Card,
    /// Whose it is.
    pub owner: Seat,
}

/// The state of a match; on the wire it has the names of the rules document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StateDocument", try_from = "StateDocument")]
pub struct State {
    /// Which of the twelve states.
    pub phase: Current<MatchState>,
    /// The phase of the turn.
    pub turn_phase: Option<TurnPhase>,
    /// The players.
    pub sides: [Side; 2],
    /// Who begins.
    pub first: Option<Seat>,
    /// Whose turn it is.
    pub current: Option<Seat>,
    /// Turns started so far.
    pub turn: u16,
    /// Open decisions.
    pub pending: List<Pending, PENDING_MAX>,
    /// Options marked so far for the first of them.
    pub marks: List<u8, DECK_MAX>,
    /// What was chosen for the effect on top of the stack: places in a zone, or creatures.
    pub chosen: List<u8, DECK_MAX>,
    /// Cards chosen for the effect on top of the stack that are on their way: in no zone.
    pub held: Pile,
    /// Half-resolved effects.
    pub stack: List<Frame, STACK_MAX>,
    /// Whether the turn is ending.
    pub turn_ending: bool,
    /// Who wants to cancel.
    pub cancel_offers: SeatSet,
    /// The stadium.
    pub stadium: Option<Stadium>,
    /// When it started.
    pub started_at: Option<Millis>,
    /// The verdict.
    pub end: Option<End>,
    /// The last action.
    pub last: Option<LastAction>,
    /// Actions told so far.
    pub actions: u32,
    /// Decisions asked for so far.
    pub choices: u32,
    /// Creatures that came into play so far.
    pub instances: u32,
    /// The clocks.
    pub timers: Timers<Timer>,
    /// What the cards of both decks can do at all; not on the wire, it follows from the cards.
    pub features: u8,
    /// Which standing effects are in play; not on the wire, it follows from the cards.
    pub live: Live,
}

impl State {
    /// A player's side.
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }

    /// A player's side, to be changed.
    #[inline]
    pub fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index() & 1]
    }

    /// Whose turn it is, or would be.
    #[inline]
    pub fn turn_player(&self) -> Seat {
        self.current.unwrap_or(Seat(0))
    }

    /// A creature.
    #[inline]
    pub fn creature(&self, at: At) -> &Creature {
        self.sides[usize::from(at.side & 1)].creature(at.slot)
    }

    /// A creature, to be changed.
    #[inline]
    pub fn creature_mut(&mut self, at: At) -> &mut Creature {
        self.sides[usize::from(at.side & 1)].creature_mut(at.slot)
    }

    /// The active creature of a player.
    #[inline]
    pub fn active(&self, seat: Seat) -> Option<At> {
        let slot = self.side(seat).active.get()?;
        Some(At { side: seat.0 & 1, slot })
    }

    /// A player's creatures in board order.
    #[inline]
    pub fn board(&self, seat: Seat) -> Places {
        self.side(seat).places(seat.0 & 1)
    }

    /// A player's bench.
    #[inline]
    pub fn bench(&self, seat: Seat) -> Places {
        self.side(seat).benched(seat.0 & 1)
    }

    /// Every creature in play, the player's own first.
    #[inline]
    pub fn both_boards(&self, seat: Seat) -> Places {
        self.board(seat).then(self.board(other(seat)))
    }

    /// Every creature in play, in no order that matters.
    #[inline]
    pub fn creatures(&self) -> impl Iterator<Item = (At, &Creature)> {
        let of = |side: u8| {
            let slots = (0..).zip(&self.sides[usize::from(side)].creatures);
            slots.map(move |(slot, creature)| (At { side, slot }, creature))
        };
        of(0).chain(of(1)).filter(|(_, creature)| creature.id != 0)
    }

    /// Where a creature is, by its number.
    pub fn find(&self, id: u32) -> Option<At> {
        if id == 0 {
            return None;
        }
        self.creatures().find(|(_, creature)| creature.id == id).map(|(at, _)| at)
    }

    /// Whether a creature is active.
    #[inline]
    pub fn is_active(&self, at: At) -> bool {
        self.sides[usize::from(at.side & 1)].active.0 == at.slot
    }

    /// The verdict for the host (rules 16).
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.end.as_ref()?;
        let ending = end.ending();
        Some(match end.winner() {
            Some(winner) => Outcome { won: SeatSet::one(winner), drew: SeatSet::NONE, ending },
            None => Outcome { won: SeatSet::NONE, drew: SeatSet::all(2), ending },
        })
    }

    /// A sum over all cards of a player: equal sums, equal cards.
    pub fn sum_of_cards(&self, seat: Seat) -> u64 {
        let sum = self.side(seat).cards().fold(0, |sum: u64, card| sum.wrapping_add(weight(card)));
        let stadium = self.stadium.filter(|stadium| stadium.owner == seat).map(|found| found.card);
        let limbo = self.stack.iter().filter(|frame| frame.limbo && frame.player == seat);
        let held = self.stack.last().filter(|frame| frame.player == seat);
        let held = held.map(|_| self.held.iter().copied()).into_iter().flatten();
        limbo
            .map(|frame| frame.card)
            .chain(stadium)
            .chain(held)
            .fold(sum, |sum, card| sum.wrapping_add(weight(card)))
    }
}

/// A number that spreads the cards, so that different decks have different sums.
fn weight(card: Card) -> u64 {
    let mut n = card.number() as u64 + 1;
    n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

/// The opponent.
#[inline]
pub fn other(seat: Seat) -> Seat {
    Seat(seat.0 & 1 ^ 1)
}
