//! What a preview shows of the opponent's hidden card: a draw among the unseen ones, and no more.

use std::collections::BTreeMap;
use std::sync::Arc;

use bout_core::{
    AnyGame, AnyMatch, Dice, Game, Input, LoadedGame, Match, Millis, Opening, Seat, Seed, Sink,
    Viewer,
};
use bout_judo::{Action, Config, Judo};
use serde_json::{Value, json};

const PLAYER: Seat = Seat(0);

/// A match in which the player has to name a stat, after so many rounds.
fn waiting(seed: u128, rounds: u32) -> Match<Judo> {
    let config = Config { test_mode: true, cooldown_ms: 0, ..Config::default() };
    let game = Arc::new(Judo::new(config, &()).unwrap());
    let mut live = Match::open(game, Seed(seed), Sink::none());
    let start = Action::StartMatch { win_target: None };
    live.step(Millis(0), &Input::Act { seat: PLAYER, action: start }, Sink::none()).unwrap();
    let mut legal = Vec::new();
    let mut left = rounds;
    while live.outcome().is_none() {
        legal.clear();
        live.game().legal(live.state(), PLAYER, &mut legal);
        let names = live.game().to_act(live.state()).contains(PLAYER);
        let stat = legal.iter().find(|action| matches!(action, Action::SelectStat { .. }));
        if let Some(action) = stat.filter(|_| names) {
            if left == 0 {
                break;
            }
            left -= 1;
            let input = Input::Act { seat: PLAYER, action: *action };
            live.step(live.now(), &input, Sink::none()).unwrap();
        } else if live.expire_next(Sink::none()).is_none() {
            break;
        }
    }
    live
}

fn hidden(state: &bout_judo::State) -> Option<u32> {
    state.m.current.map(|cards| u32::from(cards[1]))
}

/// Counts the opponent's card over worlds imagined for the player: every unseen card comes as often
/// as any other, the real one included.
#[test]
fn imagined_worlds_show_every_unseen_card_equally_often() {
    for (seed, rounds) in [(1, 0), (2, 0), (3, 1), (4, 2), (5, 4), (6, 3)] {
        let live = waiting(seed, rounds);
        let real = hidden(live.state()).expect("cards are drawn");
        let mut counts: BTreeMap<u32, f64> = BTreeMap::new();
        let worlds = 4000_u32;
        for n in 0..worlds {
            let world = live.imagined(Viewer::Seat(PLAYER), &mut Dice::of(Seed(9), n.into()));
            *counts.entry(hidden(world.state()).unwrap()).or_default() += 1.0;
        }
        let unseen = f64::from(u32::try_from(counts.len()).unwrap());
        let expected = f64::from(worlds) / unseen;
        let square: f64 = counts.values().map(|count| (count - expected).powi(2) / expected).sum();
        let free = unseen - 1.0;
        assert!(square < free + 5.0 * (2.0 * free).sqrt(), "seed {seed}: chi-square {square:.1}");
        let met = counts.get(&real).copied().unwrap_or_default();
        let apart = (met - expected).abs();
        assert!(
            apart < 5.0 * expected.sqrt(),
            "seed {seed}: {met} of {expected:.1} were the real card"
        );
    }
}

fn table(seed: u128) -> Box<dyn AnyMatch> {
    let rules = LoadedGame::<Judo>::new(Arc::new(()));
    let config = json!({"test_mode": true, "cooldown_ms": 0, "first_chooser": "player"});
    let opening = Opening { preset: None, config: &config, seed: Seed(seed), luck: None };
    let mut table = rules.open(&opening).unwrap();
    let start = Input::Act { seat: PLAYER, action: json!({"type": "start_match"}) };
    table.submit(Millis(0), &start, None, None).unwrap();
    table
}

/// The opponent's cards that a client is shown for a preview: the 16 likeliest results.
fn shown(table: &dyn AnyMatch) -> Vec<Value> {
    let action = table.legal(PLAYER).into_iter().find(|action| action["type"] == "select_stat");
    let preview = table.preview(PLAYER, &action.expect("a stat is named"), None).unwrap();
    assert!(!preview.exact, "the card is hidden");
    preview
        .results
        .iter()
        .take(16)
        .map(|chance| chance.view["last_round"]["cards"]["opponent"].clone())
        .collect()
}

/// A preview of one position is the same however often it is asked for: its dice follow from the
/// position, so that asking again tells nothing more. Over many positions the real card is shown as
/// often as any other unseen card.
#[test]
fn a_preview_is_no_hint_at_the_hidden_card() {
    let (mut real, mut control, positions) = (0, 0, 150);
    for seed in 0..positions {
        let table = table(seed);
        let first = shown(&*table);
        if seed < 3 {
            assert_eq!(shown(&*table), first, "asking again tells nothing more");
        }
        let truth = table.view(Viewer::Referee)["current"]["opponent"].clone();
        // The top of the player's own pile is as hidden as the opponent's card.
        let other = table.view(Viewer::Referee)["draw_piles"]["player"][0].clone();
        assert!(truth.is_object() && other.is_object(), "{truth} {other}");
        let is = |card: &Value| first.iter().any(|shown| shown["id"] == card["id"]);
        real += i32::from(is(&truth));
        control += i32::from(is(&other));
    }
    let spread = f64::from(real + control).sqrt();
    println!(
        "the real card was shown in {real} of {positions} previews, a control card in {control}"
    );
    assert!(f64::from((real - control).abs()) < 5.0 * spread, "{real} and {control}");
    assert!(real > 0, "the real card is never shown");
}
