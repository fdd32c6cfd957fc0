//! The suite against a toy: the sound one passes, and every bug is found under its right name.

mod toy;

use bout_core::{Dice, Seat, Viewer};
use bout_testkit::{Coverage, Finding, Rule, Suite};
use toy::{Action, Config, Flaw, State, Toy};

fn suite(flaw: Flaw) -> Suite<Toy> {
    let bonus = u8::from(flaw == Flaw::ConfigForgets);
    Suite::new()
        .configs(vec![Config { flaw, bonus, ..Config::default() }])
        .matches(40)
        .entries_max(300)
        .open_actions(|seat, action| {
            seat.sits_among(2) && matches!(action, Action::Say { .. } | Action::Concede {})
        })
        .extra_actions(move |_, state, seat, dice| extra(flaw, state, seat, dice))
        .unknown(|state, viewer| hidden_cards(state, viewer) >= 3)
}

fn extra(flaw: Flaw, _: &State, seat: Seat, dice: &mut Dice) -> Option<Action> {
    let tone = u8::from(flaw == Flaw::ActionForgets);
    match dice.below(12) {
        _ if !seat.sits_among(2) => None,
        0..4 => Some(Action::Concede {}),
        word => Some(Action::Say { word: word as u8, tone }),
    }
}

fn hidden_cards(state: &State, viewer: Viewer) -> usize {
    let hands = (0..2).filter(|n| !viewer.owns(Seat(*n)));
    state.deck.len() + hands.map(|n| state.hands[usize::from(n)].len()).sum::<usize>()
}

fn run(flaw: Flaw) -> Result<Coverage, Finding> {
    suite(flaw).run()
}

#[test]
fn a_sound_game_passes() {
    let coverage = suite(Flaw::Sound)
        .configs(vec![Config::default(), Config { pause_ms: 0, ..Config::default() }])
        .matches(100)
        .costly_every(3)
        .run()
        .unwrap_or_else(|finding| panic!("{finding}"));
    assert_eq!(coverage.edges.never_taken(), [""; 0], "{coverage}");
    let known = |names: &[&str], met: &std::collections::BTreeMap<String, u64>| {
        let missing: Vec<_> = names.iter().filter(|name| !met.contains_key(**name)).collect();
        assert!(missing.is_empty(), "never met: {missing:?} in {coverage}");
    };
    known(&["points", "conceded", "aborted"], &coverage.endings);
    known(&["play", "say", "concede"], &coverage.actions);
    known(
        &["game_over", "not_a_player", "wrong_phase", "already_chosen", "not_in_hand"],
        &coverage.refusals,
    );
    known(
        &["unreadable", "time_ran_back", "deadline_due", "nothing_due", "over", "bad_request"],
        &coverage.refusals,
    );
    assert!(coverage.heard > 0 && coverage.worlds > 1_000, "{coverage}");
}

const BITES: &[(Flaw, Rule)] = &[
    (Flaw::BadConfig, Rule::Opens),
    (Flaw::SetupRemembers, Rule::Replay),
    (Flaw::ConfigForgets, Rule::Erased),
    (Flaw::ActionForgets, Rule::LogJson),
    (Flaw::StateForgets, Rule::StateJson),
    (Flaw::NoPauseTimer, Rule::Alive),
    (Flaw::TimerAtEnd, Rule::Ended),
    (Flaw::WonAndDrew, Rule::Ended),
    (Flaw::StrangerToAct, Rule::ToAct),
    (Flaw::NothingToDo, Rule::ToAct),
    (Flaw::LegalRefused, Rule::Legal),
    (Flaw::LegalTwice, Rule::Legal),
    (Flaw::LegalUnstable, Rule::Legal),
    (Flaw::GuardLax, Rule::Guard),
    (Flaw::OptionLies, Rule::Options),
    (Flaw::OptionPromises, Rule::Options),
    (Flaw::RefusalCounts, Rule::Refused),
    (Flaw::GuardPanics, Rule::Panic),
    (Flaw::SetupPanics, Rule::Panic),
    (Flaw::PreviewCounts, Rule::Preview),
    (Flaw::ImagineForgets, Rule::Imagine),
    (Flaw::ImagineUnsound, Rule::Imagine),
    (Flaw::ViewLeakUnused, Rule::Imagine),
    (Flaw::ViewLeakUsed, Rule::Guess),
    (Flaw::ImagineAvoids, Rule::Independent),
    (Flaw::BotPeeks, Rule::Blind),
    (Flaw::RedactTwice, Rule::Redaction),
    (Flaw::RedactAdds, Rule::Redaction),
    (Flaw::RedactReferee, Rule::Redaction),
    (Flaw::RedactSeats, Rule::Redaction),
    (Flaw::HopUnknown, Rule::Chart),
    (Flaw::HopUntold, Rule::Chart),
    (Flaw::StartsElsewhere, Rule::Chart),
    (Flaw::TooManyPoints, Rule::Faults),
    (Flaw::Endless, Rule::Limit),
    (Flaw::TimerOverdue, Rule::Timers),
    (Flaw::LegalLeak, Rule::Leak),
    (Flaw::RefusalLeak, Rule::Leak),
    (Flaw::OptionsLeak, Rule::Leak),
    (Flaw::DrawLeak, Rule::Leak),
    (Flaw::SayLeak, Rule::Leak),
    (Flaw::TimerLeak, Rule::Leak),
    (Flaw::ToActLeak, Rule::Leak),
];

#[test]
fn every_bug_is_found_under_its_name() {
    for (flaw, rule) in BITES {
        match run(*flaw) {
            Err(finding) => assert_eq!(finding.rule, *rule, "{flaw:?}: {finding}"),
            Ok(coverage) => panic!("{flaw:?} passes: {coverage}"),
        }
    }
}

#[test]
fn every_rule_bites_and_every_bug_is_tried() {
    // A watchdog belongs to a game; Judo's tests show that theirs bites.
    for rule in Rule::ALL.iter().filter(|rule| **rule != Rule::Watchdog) {
        assert!(BITES.iter().any(|(_, bitten)| bitten == rule), "{rule:?} was never seen to bite");
    }
    for flaw in Flaw::ALL.iter().filter(|flaw| **flaw != Flaw::Sound) {
        assert!(BITES.iter().any(|(tried, _)| tried == flaw), "{flaw:?} is not tried");
    }
}

#[test]
fn a_finding_can_be_seen_again() {
    let finding = run(Flaw::TimerAtEnd).unwrap_err();
    let again = suite(Flaw::TimerAtEnd).only(finding.number).run().unwrap_err();
    assert_eq!(again.to_string(), finding.to_string());
    let text = finding.to_string();
    for part in
        ["toy breaks the rule 'ended'", "it is over, but timers are left", "config {", ".only("]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}
