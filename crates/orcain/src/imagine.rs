//! A state that fits what a viewer knows.

use bout_core::{Current, Dice, Timers};

use crate::card::{EMPTY, Hand, Layout, Layouts, SLOTS};
use crate::phase::{Phase, Timer};
use crate::state::State;
use crate::view::{Own, View};

/// A state that fits a view. What the viewer does not know is drawn: hands as far from the default
/// as the opened cards demand, any layout that fits the opened slots, nobody else ready.
pub fn imagine(view: &View, dice: &mut Dice) -> State {
    let both = [imagine_seat(view, 0, dice), imagine_seat(view, 1, dice)];
    let fixed = view.phase == Phase::Playing || !view.revealed.is_empty();
    let layouts = both.map(|own| own.layout.unwrap_or(EMPTY));
    let laid = |confirmed: bool| both.map(|own| own.layout.filter(|_| own.confirmed == confirmed));
    let mut timers = Timers::new();
    for (timer, at) in [(Timer::Prep, view.deadline), (Timer::Step, view.step_deadline)] {
        if let Some(at) = at {
            timers.arm(timer, at);
        }
    }
    State {
        state: Current::start(view.phase),
        round_index: view.round_index,
        sudden_death: view.sudden_death,
        hp: view.hp,
        hands: both.map(|own| own.hand),
        draft_layout: laid(false),
        confirmed_layout: laid(true),
        turn: view.turn,
        had_draft_this_round: both.map(|own| own.layout.is_some()),
        final_layout: fixed.then_some(layouts),
        finalized_round_index: fixed.then_some(view.round_index),
        current_step_index: (view.phase == Phase::Playing).then_some(view.revealed.len() as u8),
        afk_streak_by_player: [0; 2],
        both_afk_streak: 0,
        revealed: view.revealed,
        last_round: view.last_round,
        timers,
        result: view.result,
    }
}

fn imagine_seat(view: &View, seat: usize, dice: &mut Dice) -> Own {
    if let Some(both) = &view.both {
        return both[seat];
    }
    if let (Some(own), Some(true)) = (view.own, view.seat.map(|own| own.index() == seat)) {
        return own;
    }
    let opened = |slot: usize| view.revealed.get(slot).map(|reveal| reveal.cards[seat]);
    let this_round: Layout = std::array::from_fn(|slot| opened(slot).flatten());
    let last_round = view.last_round.map_or(EMPTY, |steps| steps.map(|cards| cards[seat]));
    let hand = Hand::guessed(&[this_round, last_round]);
    let fits =
        |layout: &&Layout| (0..SLOTS).all(|slot| opened(slot).is_none_or(|c| c == layout[slot]));
    let layout = (view.phase == Phase::Playing || !view.revealed.is_empty()).then(|| {
        let layouts = Layouts::of(&hand).all;
        let fitting: Vec<&Layout> = layouts.iter().filter(fits).collect();
        dice.pick(&fitting).map_or(EMPTY, |layout| **layout)
    });
    Own { hand, layout, confirmed: false }
}
