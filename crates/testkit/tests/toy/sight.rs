//! Who knows what of the toy.

use std::sync::atomic::Ordering;

use bout_core::{Current, Dice, List, Seat, Viewer};

use super::sealed::Sealed;

use super::{Event, Flaw, Phase, State, Toy, View};

impl Toy {
    pub(super) fn look(&self, state: &State, viewer: Viewer) -> View {
        let all = viewer == Viewer::Referee || self.is(Flaw::ViewLeakUsed);
        let counts = self.is(Flaw::RefusalCounts) || self.is(Flaw::PreviewCounts);
        let peeks = self.is(Flaw::ViewLeakUnused) && viewer == Viewer::Seat(Seat(0));
        let hand = |n: u8| (all || viewer.owns(Seat(n))).then_some(state.hands[usize::from(n)]);
        View {
            phase: state.phase.get(),
            timers: state.timers,
            hands: [hand(0), hand(1)],
            hand_sizes: state.hands.map(|hand| hand.len() as u8),
            deck: all.then_some(state.deck),
            deck_size: state.deck.len() as u8,
            gone: state.gone,
            sealed: if all { state.sealed } else { state.sealed.seen_by(viewer) },
            points: state.points,
            said: state.said,
            attempts: state.attempts,
            away: state.away,
            outcome: state.outcome,
            count: if counts { self.count.load(Ordering::Relaxed) } else { 0 },
            peek: if peeks { state.hands[1].first().copied() } else { None },
            truth: state.hands[1].first().copied().filter(|_| self.is(Flaw::ImagineAvoids)),
        }
    }

    pub(super) fn guess(&self, view: &View, dice: &mut Dice) -> State {
        let mut seen = view.gone.to_vec();
        view.hands.iter().flatten().for_each(|hand| seen.extend_from_slice(hand));
        let mut unseen: Vec<u8> = (1..=8).filter(|card| !seen.contains(card)).collect();
        dice.shuffle(&mut unseen);
        // A card that is never shown tells of itself.
        if let Some(place) = unseen.iter().position(|card| Some(*card) == view.truth) {
            unseen.swap(0, place);
        }
        let hands = [0, 1].map(|n| {
            let size = usize::from(view.hand_sizes[n]);
            view.hands[n]
                .unwrap_or_else(|| unseen.split_off(unseen.len() - size).into_iter().collect())
        });
        let mut deck: List<u8, 8> = unseen.into_iter().collect();
        match self.config.flaw {
            Flaw::ImagineForgets => {
                deck.pop();
            }
            Flaw::ImagineUnsound if !deck.is_empty() => deck[0] = 9,
            _ => {}
        }
        State {
            phase: Current::start(view.phase),
            timers: view.timers,
            hands,
            deck: view.deck.unwrap_or(deck),
            gone: view.gone,
            sealed: guess_sealed(view, &hands, dice),
            points: view.points,
            said: view.said,
            attempts: view.attempts,
            away: view.away,
            outcome: view.outcome,
            memo: 0,
        }
    }
}

/// At most one of those whose hands are hidden may have chosen, and only if the viewer has not.
fn guess_sealed(view: &View, hands: &[List<u8, 2>; 2], dice: &mut Dice) -> Sealed<u8, 2> {
    let mut sealed = view.sealed;
    let hidden: Vec<u8> = (0..2).filter(|n| view.hands[usize::from(*n)].is_none()).collect();
    if view.phase != Phase::Choose || sealed.awaited().len() < 2 {
        return sealed;
    }
    let guess = dice.below(hidden.len() as u32 + 1) as usize;
    if let Some(seat) = hidden.get(guess).map(|n| Seat(*n))
        && let Some(card) = dice.pick(&hands[seat.index()])
    {
        sealed.seal(seat, *card);
    }
    sealed
}

pub(super) fn redact(event: Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::Chosen { seat, .. } => viewer.owns(seat).then_some(event),
        Event::Drew { seat, card } => {
            Some(Event::Drew { seat, card: card.filter(|_| viewer.owns(seat)) })
        }
        Event::Revealed { .. } | Event::Said { .. } | Event::Ended { .. } => Some(event),
        Event::Odd { flaw, one, two } => redact_odd(flaw, [one, two], viewer),
    }
}

fn redact_odd(flaw: Flaw, [one, two]: [Option<u8>; 2], viewer: Viewer) -> Option<Event> {
    let whole = Some(Event::Odd { flaw, one, two });
    if viewer == Viewer::Referee && flaw != Flaw::RedactReferee {
        return whole;
    }
    match flaw {
        Flaw::RedactTwice => {
            Some(Event::Odd { flaw, one: None, two: two.filter(|_| one.is_some()) })
        }
        Flaw::RedactAdds => Some(Event::Odd { flaw, one: Some(7), two }),
        Flaw::RedactSeats if viewer == Viewer::Seat(Seat(1)) => None,
        Flaw::RedactReferee => None,
        _ => whole,
    }
}
