//! Judo keeps what every game must keep.

use bout_core::{Dice, Game, Named, Seat, Viewer};
use bout_judo::{
    Action, ChooserPolicy, Config, Edits, FirstChooser, InterruptMode, InterruptReason, Judo, Mode,
    Phase, Sent, Side, Stat, State, Trigger, Why,
};
use bout_testkit::Suite;

/// Both modes, every policy, short and long matches, people and tables that resolve interrupts.
fn configs() -> Vec<Config> {
    let solo = Config { test_mode: true, ..Config::default() };
    let pvp = Config { mode: Mode::Pvp, ..solo.clone() };
    vec![
        Config { official: true, test_mode: false, ..solo.clone() },
        Config { test_mode: false, ..pvp.clone() },
        Config { cooldown_ms: 0, round_modify: true, win_target: 3, max_rounds: 7, ..solo.clone() },
        Config { chooser_policy: ChooserPolicy::Winner, auto_select: false, ..pvp.clone() },
        Config {
            chooser_policy: ChooserPolicy::Player,
            interrupt_mode: InterruptMode::Manual,
            round_modify: true,
            ..solo.clone()
        },
        Config {
            interrupt_mode: InterruptMode::Manual,
            first_chooser: Some(FirstChooser::Opponent),
            skip_round_cooldown: true,
            deck_size: 3,
            ..pvp
        },
        Config { auto_advance: false, max_rounds: 2, win_target: 1, round_modify: true, ..solo },
    ]
}

/// Everything but choosing, starting, resolving and leaving is accepted without being listed.
fn is_open(seat: Seat, action: &Action) -> bool {
    match action {
        Action::SelectStat { round, side, .. } => round.is_some() || side.is_some(),
        Action::Resolve { .. } => seat == Seat::HOST,
        Action::Rematch { .. }
        | Action::Home { .. }
        | Action::StartMatch { .. }
        | Action::Skip { .. }
        | Action::Quit { .. }
        | Action::Interrupt { .. }
        | Action::SetActive { .. }
        | Action::Modify { .. }
        | Action::CancelModification
        | Action::Dispatch(_)
        | Action::InjectError { .. } => true,
    }
}

/// Commands that no list holds.
fn extra(game: &Judo, state: &State, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let side = Side::ALL[dice.below(2) as usize];
    if seat != Seat::HOST {
        let why = if dice.below(3) == 0 { Why::Dialog } else { Why::Visibility };
        return Some(match dice.below(8) {
            0 => Action::Quit { side: None },
            1 => Action::Interrupt { reason: Sent::Known(InterruptReason::Navigation), side: None },
            2 | 3 => Action::Skip { side: None },
            4 => Action::SelectStat {
                stat: Sent::Known(Stat::Speed),
                round: Some(Sent::Known(state.round())),
                side: None,
            },
            _ => Action::SetActive { active: dice.below(2) == 0, why, side: None },
        })
        .filter(|action| game.guard(state, seat, action).is_ok());
    }
    let action = match Judo::phase(state) {
        Phase::RoundModification if dice.below(2) == 0 => Action::CancelModification,
        Phase::RoundModification => Action::Modify {
            edits: Edits { stat: Some(Sent::Known(Stat::Newaza)), ..Edits::default() },
        },
        phase @ (Phase::InterruptRound | Phase::InterruptMatch) => {
            let rows = bout_judo::ROWS.iter().filter(|edge| edge.from == phase);
            let triggers: Vec<_> = rows.filter_map(|edge| Trigger::from_name(edge.on)).collect();
            Action::Resolve { trigger: Sent::Known(*dice.pick(&triggers)?) }
        }
        phase if dice.below(3) > 0 => {
            let rows = bout_judo::ROWS.iter().filter(|edge| edge.from == phase);
            let triggers: Vec<_> = rows.filter_map(|edge| Trigger::from_name(edge.on)).collect();
            let stat = Some(Sent::Known(Stat::Power));
            let plain = bout_judo::Dispatch::plain(*dice.pick(&triggers)?);
            Action::Dispatch(bout_judo::Dispatch { stat, ..plain })
        }
        phase => match dice.below(4) {
            0 => Action::InjectError { state: Sent::Known(phase) },
            1 => Action::Interrupt {
                reason: Sent::Known(
                    InterruptReason::ALL[dice.below(InterruptReason::ALL.len() as u32) as usize],
                ),
                side: Some(Sent::Known(side)),
            },
            _ => Action::SetActive {
                active: dice.below(2) == 0,
                why: Why::Disconnect,
                side: Some(Sent::Known(side)),
            },
        },
    };
    Some(action).filter(|action| game.guard(state, seat, action).is_ok())
}

/// A spectator sees no card before it is turned, a side not the other's.
fn unknown(state: &State, viewer: Viewer) -> bool {
    viewer != Viewer::Referee && state.m.piles[0].len() > 3
}

#[test]
fn every_rule_of_the_suite_holds() {
    let coverage = Suite::<Judo>::new()
        .configs(configs())
        .matches(210)
        .entries_max(400)
        .may_run_on()
        .open_actions(is_open)
        .extra_actions(extra)
        .acts_openly(|state, _| Judo::phase(state) != Phase::WaitingForPlayerAction)
        .waits_for_host(|_| true)
        .unknown(unknown)
        .run()
        .unwrap_or_else(|finding| panic!("{finding}"));
    let missing = coverage.edges.never_taken();
    assert!(missing.is_empty(), "edges never taken: {missing:?}");
    for kind in bout_judo::ResultKind::ALL {
        let rare = matches!(kind.name(), "abandoned" | "cards");
        assert!(rare || coverage.endings.contains_key(kind.name()), "{coverage:?}");
    }
    println!("{coverage:?}");
}
