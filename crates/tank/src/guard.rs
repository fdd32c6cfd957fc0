//! Who may do what, and why not (rules 5).

use bout_core::{Seat, names};

use crate::Tank;
use crate::action::{Action, Command};
use crate::card::{Card, Category, Hand};
use crate::cards::Cards;
use crate::phase::Phase;
use crate::rules::{Class, GhostScope, RepairScope};
use crate::state::{MainAction, Player, State};

names! {
    /// Why a command is refused.
    pub enum Reason {
        /// There is no such command.
        UnknownAction = "unknown_action" => "There is no such command.",
        /// A field is missing, unknown or of the wrong kind.
        BadRequest = "bad_request" => "The command cannot be read, or comes from nobody of this match.",
        /// The match has ended.
        GameOver = "game_over" => "The match is over.",
        /// Not now.
        WrongPhase = "wrong_phase" => "This cannot be done now.",
        /// Somebody else's turn.
        NotYourTurn = "not_your_turn" => "It is not your turn.",
        /// The window does not ask this seat.
        NotAResponder = "not_a_responder" => "You are not asked in this window.",
        /// An answer cannot be taken back.
        AlreadyResponded = "already_responded" => "You have already answered.",
        /// The card is not there.
        CardNotInHand = "card_not_in_hand" => "You do not hold that card.",
        /// The card is not for this.
        WrongCardKind = "wrong_card_kind" => "That card cannot be used for this.",
        /// The breech is jammed.
        BreechJammed = "breech_jammed" => "Your breech is jammed.",
        /// The second half must be the other one.
        AutoloadWrongAction = "autoload_wrong_action" => "The Autoloader allows only the other half now.",
        /// The tank cannot fire.
        Tracked = "tracked" => "Your tank is tracked and cannot fire.",
        /// Nothing is loaded.
        BreechEmpty = "breech_empty" => "Nothing is loaded.",
        /// No such seat.
        InvalidTarget = "invalid_target" => "There is no such tank.",
        /// Oneself.
        TargetSelf = "target_self" => "You cannot attack yourself.",
        /// The tank has just respawned.
        TargetShielded = "target_shielded" => "That tank has just respawned and is shielded.",
        /// The Ghost cannot be paid.
        GhostDiscardUnavailable = "ghost_discard_unavailable" => "You have no further card to pay for firing at a Ghost.",
        /// The Ghost must be paid.
        GhostDiscardRequired = "ghost_discard_required" => "Firing at a Ghost costs a card: name it.",
        /// Nothing has to be paid.
        GhostDiscardNotExpected = "ghost_discard_not_expected" => "Nothing has to be paid for this attack.",
        /// A tank of the own team.
        TargetIsAlly = "target_is_ally" => "That tank is on your team.",
        /// The hazard is already there.
        TargetHasHazard = "target_has_hazard" => "That tank already carries this hazard.",
        /// The matching safety is equipped.
        TargetImmune = "target_immune" => "That tank is immune to this hazard.",
        /// Not on the own team.
        TargetNotAlly = "target_not_ally" => "You can repair only tanks of your team.",
        /// There is nothing to remove.
        NoMatchingHazard = "no_matching_hazard" => "There is no hazard that this card removes.",
        /// The safety is there already.
        AlreadyEquipped = "already_equipped" => "You have equipped this already.",
        /// Not this class, or switched off.
        PassiveUnavailable = "passive_unavailable" => "Your tank has no such ability.",
        /// Lost with adrenaline.
        PassiveInAdrenaline = "passive_in_adrenaline" => "In adrenaline this ability is gone.",
        /// Once a turn.
        PassiveUsed = "passive_used" => "You have used this ability in this turn.",
        /// Too few or too many.
        PassiveWrongCount = "passive_wrong_count" => "That is not the number of cards this ability costs.",
        /// No smoke.
        NoSmokeCard = "no_smoke_card" => "You hold no Smoke Launchers.",
        /// No safety against this hazard.
        NoMatchingSafety = "no_matching_safety" => "You do not hold the safety against this hazard.",
        /// Too few or too many.
        WrongDiscardCount = "wrong_discard_count" => "That is not the number of surplus cards.",
        /// Given up already.
        AlreadyConceded = "already_conceded" => "You have given up already.",
    }
}

type Verdict = Result<(), Reason>;

fn require(holds: bool, reason: Reason) -> Verdict {
    if holds { Ok(()) } else { Err(reason) }
}

impl Tank {
    /// The only judge of a command.
    pub(crate) fn can_act(&self, state: &State, seat: Seat, action: &Action) -> Verdict {
        require(seat.index() < state.players.len(), Reason::BadRequest)?;
        require(state.end_reason.is_none(), Reason::GameOver)?;
        let phase = state.phase.get();
        require(accepts(phase, action.command()), Reason::WrongPhase)?;
        if action.command() != Command::Concede {
            can_be_heard(state, seat)?;
        }
        match action {
            Action::Load { card } => self.can_load(state, seat, *card),
            Action::Fire { target, ghost_discard } => {
                self.can_fire(state, seat, *target)?;
                self.can_pay(state, (seat, *target), Card::Fire, *ghost_discard)
            }
            Action::QuickFire { target, ghost_discard } => {
                self.can_quick_fire(state, seat, *target)?;
                self.can_pay(state, (seat, *target), Card::CoaxialMg, *ghost_discard)
            }
            Action::Sabotage { card, target } => self.can_sabotage(state, seat, *card, *target),
            Action::Repair { card, target } => {
                self.can_repair(state, seat, *card, target.unwrap_or(seat))
            }
            Action::Equip { card } => can_equip(state.player(seat), *card),
            Action::Discard { card } => {
                require(state.player(seat).hand.has(*card), Reason::CardNotInHand)
            }
            Action::MediumPassive { cards } => self.can_use_passive(state, seat, *cards),
            Action::Smoke => {
                require(state.player(seat).hand.has(Card::SmokeLaunchers), Reason::NoSmokeCard)
            }
            Action::CoupFourre => can_counter(state, seat),
            Action::Pass => Ok(()),
            Action::DiscardExcess { cards } => self.can_discard_excess(state, seat, *cards),
            Action::Concede => require(!state.player(seat).conceded, Reason::AlreadyConceded),
        }
    }

    #[inline]
    pub(crate) fn can_load(&self, state: &State, seat: Seat, card: Card) -> Verdict {
        let player = state.player(seat);
        require(player.hand.has(card), Reason::CardNotInHand)?;
        require(card.category() == Category::Munition, Reason::WrongCardKind)?;
        require(!player.hazards.has(Card::JammedBreech), Reason::BreechJammed)?;
        let second = state.phase.get() == Phase::Autoload;
        require(!second || state.main_action == Some(MainAction::Fire), Reason::AutoloadWrongAction)
    }

    /// Everything but the Ghost's price.
    #[inline]
    pub(crate) fn can_fire(&self, state: &State, seat: Seat, target: Seat) -> Verdict {
        let player = state.player(seat);
        require(player.hand.has(Card::Fire), Reason::CardNotInHand)?;
        require(!player.hazards.has(Card::Tracked), Reason::Tracked)?;
        require(player.breech.is_some(), Reason::BreechEmpty)?;
        can_target(state, seat, target)?;
        let second = state.phase.get() == Phase::Autoload;
        require(!second || state.main_action == Some(MainAction::Load), Reason::AutoloadWrongAction)
    }

    /// Everything but the Ghost's price.
    #[inline]
    pub(crate) fn can_quick_fire(&self, state: &State, seat: Seat, target: Seat) -> Verdict {
        let player = state.player(seat);
        require(player.hand.has(Card::CoaxialMg), Reason::CardNotInHand)?;
        require(!player.hazards.has(Card::Tracked), Reason::Tracked)?;
        can_target(state, seat, target)?;
        require(state.phase.get() != Phase::Autoload, Reason::AutoloadWrongAction)
    }

    /// What an attack with this card costs besides: 0 or the Ghost's price.
    #[inline]
    pub(crate) fn ghost_price(&self, state: &State, target: Seat, spent: Card) -> usize {
        let taxed = spent == Card::Fire || self.rules.ghost_scope == GhostScope::FireAndQuickFire;
        if taxed && state.player(target).raging(Class::Light) {
            usize::from(self.rules.ghost_cost)
        } else {
            0
        }
    }

    /// Whether the Ghost's price for an attack with this card is paid, or none is due and none paid.
    fn can_pay(
        &self,
        state: &State,
        (seat, target): (Seat, Seat),
        spent: Card,
        tax: Option<Cards>,
    ) -> Verdict {
        let player = state.player(seat);
        let price = self.ghost_price(state, target, spent);
        if price == 0 {
            return require(tax.is_none(), Reason::GhostDiscardNotExpected);
        }
        require(player.hand.len() > price, Reason::GhostDiscardUnavailable)?;
        let tax = tax.filter(|tax| tax.len() == price).ok_or(Reason::GhostDiscardRequired)?;
        let mut rest = player.hand;
        rest.take(spent);
        require(holds_all(&rest, tax), Reason::CardNotInHand)
    }

    /// Whether an attack is possible at all, with some payment.
    #[inline]
    pub(crate) fn could_fire(&self, state: &State, seat: Seat, target: Seat) -> bool {
        let price = self.ghost_price(state, target, Card::Fire);
        self.can_fire(state, seat, target).is_ok() && state.player(seat).hand.len() > price
    }

    /// Whether an attack is possible at all, with some payment.
    #[inline]
    pub(crate) fn could_quick_fire(&self, state: &State, seat: Seat, target: Seat) -> bool {
        let price = self.ghost_price(state, target, Card::CoaxialMg);
        self.can_quick_fire(state, seat, target).is_ok() && state.player(seat).hand.len() > price
    }

    #[inline]
    pub(crate) fn can_sabotage(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        target: Seat,
    ) -> Verdict {
        require(state.player(seat).hand.has(card), Reason::CardNotInHand)?;
        require(card.category() == Category::Hazard, Reason::WrongCardKind)?;
        can_aim(state, seat, target)?;
        let victim = state.player(target);
        require(!victim.shield, Reason::TargetShielded)?;
        require(!victim.hazards.has(card), Reason::TargetHasHazard)?;
        let immune =
            victim.safeties.has(Card::safety(card)) && !self.rules.sabotage_ignores_equipped_safety;
        require(!immune, Reason::TargetImmune)
    }

    #[inline]
    pub(crate) fn can_repair(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        target: Seat,
    ) -> Verdict {
        require(state.player(seat).hand.has(card), Reason::CardNotInHand)?;
        require(card.category() == Category::Remedy, Reason::WrongCardKind)?;
        require(target.index() < state.players.len(), Reason::InvalidTarget)?;
        let helped = state.player(target);
        let allowed = state.allied(seat, target) || self.rules.repair_scope == RepairScope::Anyone;
        require(allowed, Reason::TargetNotAlly)?;
        require(
            card.hazard().is_some_and(|hazard| helped.hazards.has(hazard)),
            Reason::NoMatchingHazard,
        )
    }

    fn can_use_passive(&self, state: &State, seat: Seat, cards: Cards) -> Verdict {
        self.passive_is_ready(state, seat)?;
        let price = usize::from(self.rules.medium_passive_discard);
        require(cards.len() == price, Reason::PassiveWrongCount)?;
        require(holds_all(&state.player(seat).hand, cards), Reason::CardNotInHand)
    }

    /// Whether the medium passive could be used now, with the right cards.
    #[inline]
    pub(crate) fn passive_is_ready(&self, state: &State, seat: Seat) -> Verdict {
        let player = state.player(seat);
        let there = player.class == Class::Medium && self.rules.medium_passive_discard > 0;
        require(there, Reason::PassiveUnavailable)?;
        require(!player.adrenaline, Reason::PassiveInAdrenaline)?;
        require(!state.passive_used, Reason::PassiveUsed)
    }

    fn can_discard_excess(&self, state: &State, seat: Seat, cards: Cards) -> Verdict {
        require(cards.len() == self.surplus(state, seat), Reason::WrongDiscardCount)?;
        require(holds_all(&state.player(seat).hand, cards), Reason::CardNotInHand)
    }

    /// Cards above the limit of the hand.
    #[inline]
    pub(crate) fn surplus(&self, state: &State, seat: Seat) -> usize {
        let player = state.player(seat);
        player.hand.len().saturating_sub(usize::from(self.rules.class(player.class).hand_size))
    }
}

/// Which commands a phase hears at all.
fn accepts(phase: Phase, command: Command) -> bool {
    use Command as C;
    match phase {
        Phase::Action => !matches!(command, C::Smoke | C::CoupFourre | C::Pass | C::DiscardExcess),
        Phase::Autoload => {
            matches!(command, C::Load | C::Fire | C::QuickFire | C::Pass | C::Concede)
        }
        Phase::InterruptSmoke => matches!(command, C::Smoke | C::Pass | C::Concede),
        Phase::InterruptCoup => matches!(command, C::CoupFourre | C::Pass | C::Concede),
        Phase::DiscardExcess => matches!(command, C::DiscardExcess | C::Concede),
        Phase::Setup
        | Phase::StartOfTurn
        | Phase::Resolution
        | Phase::EndOfTurn
        | Phase::GameOver => false,
    }
}

/// Whether the seat is the one that is waited for.
fn can_be_heard(state: &State, seat: Seat) -> Verdict {
    let Some(pending) = &state.pending else {
        return require(seat == state.active, Reason::NotYourTurn);
    };
    let place = pending.place(seat).ok_or(Reason::NotAResponder)?;
    require(pending.responses[place].is_none(), Reason::AlreadyResponded)
}

fn can_aim(state: &State, seat: Seat, target: Seat) -> Verdict {
    require(target.index() < state.players.len(), Reason::InvalidTarget)?;
    require(target != seat, Reason::TargetSelf)?;
    require(!state.allied(seat, target), Reason::TargetIsAlly)
}

#[inline]
fn can_target(state: &State, seat: Seat, target: Seat) -> Verdict {
    can_aim(state, seat, target)?;
    require(!state.player(target).shield, Reason::TargetShielded)
}

fn can_equip(player: &Player, card: Card) -> Verdict {
    require(player.hand.has(card), Reason::CardNotInHand)?;
    let safety = card.category() == Category::Safety;
    require(safety || card == Card::AblativeArmor, Reason::WrongCardKind)?;
    require(!(safety && player.safeties.has(card)), Reason::AlreadyEquipped)
}

fn can_counter(state: &State, seat: Seat) -> Verdict {
    let player = state.player(seat);
    let safety = state.pending.map(|pending| Card::safety(pending.card));
    let holds = safety.is_some_and(|safety| player.hand.has(safety)) && !player.safeties.is_full();
    require(holds, Reason::NoMatchingSafety)
}

/// Whether a hand holds all of these, each as often as it is named.
fn holds_all(hand: &Hand, cards: Cards) -> bool {
    let named = |card: Card| cards.iter().filter(|other| *other == card).count();
    cards.iter().all(|card| named(card) <= hand.count(card))
}
