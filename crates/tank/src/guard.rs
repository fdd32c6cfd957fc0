//! Who may do what, and why not (rules 5).

use bout_core::Seat;

use crate::Tank;
use crate::action::{Action, Command};
use crate::card::{Card, Category, Hand};
use crate::cards::Cards;
use crate::phase::Phase;
use crate::reason::Reason;
use crate::rules::{Class, GhostScope, RepairScope};
use crate::state::{MainAction, Player, State};

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
