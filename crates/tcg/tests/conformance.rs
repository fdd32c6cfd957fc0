//! The trading-card match keeps what every game must keep.

use bout_core::LoadsStates;
use std::sync::Arc;

use bout_core::{Edge, Game, Input, Match, Millis, Named, Seat, Seed, Sink, Viewer};
use bout_tcg::{
    Action, Answer, Brought, CancelReason, Card, Clocks, Config, DeckRef, LeavePolicy, Library,
    MatchState, Position, Rules, SetupMode, State, Tcg, What,
};
use bout_testkit::Suite;
use serde_json::{Value, json};

fn config(decks: [&str; 2], rules: Rules, timers: Clocks) -> Config {
    let decks = Some(decks.map(|id| DeckRef::Id(id.into())));
    Config { rules, decks, timers, ..Config::default() }
}

/// Plain decks and one of everything, both set-ups, clocks that run out, players who join.
fn configs() -> Vec<Config> {
    let off = Clocks::default();
    let rules = Rules { turn_limit: 60, ..Rules::default() };
    let legacy = Rules {
        setup_mode: SetupMode::Legacy,
        mulligan_bonus_cards: 2,
        leave_policy: LeavePolicy::Concede,
        turn_limit: 30,
        ..Rules::default()
    };
    let short = Rules { prize_card_count: 2, mulligan_bonus_cards: 1, ..rules.clone() };
    vec![
        config(["fixture-ember", "fixture-tide"], rules.clone(), off),
        config(["fixture-arts", "fixture-arts"], rules.clone(), off),
        config(["fixture-arts", "fixture-ember"], short, Clocks::STANDARD),
        config(["fixture-tide", "fixture-arts"], legacy, Clocks::STANDARD),
        Config { decks: None, rules, timers: Clocks::STANDARD, ..Config::default() },
    ]
}

/// Giving up, cancelling and answers in advance are accepted, not listed (rules 16).
fn is_open(_seat: Seat, action: &Action) -> bool {
    matches!(action, Action::Concede | Action::CancelMatch { .. }) || !action.choices().is_empty()
}

/// The same as something listed: a whole answer where several are asked for, a later copy among equal
/// options, another order of the same energies, a bench creature by its card, the bench of the legacy
/// set-up when nobody waits for it.
fn is_variant(game: &Tcg, state: &State, seat: Seat, action: &Action) -> bool {
    let mut listed = Vec::new();
    game.legal(state, seat, &mut listed);
    match action {
        Action::Resolve { answer, .. } => is_same_answer(game, state, seat, (answer, &listed)),
        Action::Retreat { target, paid } => listed.iter().any(|other| match other {
            Action::Retreat { target: there, paid: other } => {
                target == there && sorted(paid.cards()) == sorted(other.cards())
            }
            _ => false,
        }),
        Action::SetActive { card: Some(_), .. } => !state.pending.is_empty(),
        action => listed.contains(action),
    }
}

fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

fn is_same_answer(
    game: &Tcg,
    state: &State,
    seat: Seat,
    (answer, listed): (&Answer, &[Action]),
) -> bool {
    let view = serde_json::to_value(game.view(state, Viewer::Seat(seat))).expect("a view is JSON");
    let prompt = &view["pending"][0];
    let single = prompt["max"] == 1;
    let has = |wanted: Answer| {
        listed
            .iter()
            .any(|action| matches!(action, Action::Resolve { answer, .. } if *answer == wanted))
    };
    let copy = |at: u8, of: fn(u8) -> Answer| {
        (0..=at).any(|n| {
            prompt["options"][usize::from(n)] == prompt["options"][usize::from(at)] && has(of(n))
        })
    };
    match answer {
        Answer::Selection(_) => !single,
        Answer::Nothing => !single && has(Answer::Done),
        Answer::Pick(at) => !single || copy(*at, Answer::Pick),
        Answer::Add(at) => copy(*at, if single { Answer::Pick } else { Answer::Add }),
        Answer::Done => has(if single { Answer::Nothing } else { Answer::Done }),
    }
}

#[test]
fn conforms() {
    let coverage = Suite::<Tcg>::new()
        .configs(configs())
        .matches(matches())
        .seed(seed())
        .entries_max(3_000)
        .costly_every(40)
        .may_run_on()
        .open_actions(is_open)
        .variants(is_variant)
        .unknown(|state, viewer| {
            let deep = state.sides.iter().all(|side| side.deck.len() > 10);
            deep && viewer != Viewer::Referee && state.phase.get() != MatchState::Created
        })
        // Cards that are shown on their way from a hand to a deck, or from a deck to a hand.
        .transient_events(|event| matches!(event.what, What::CardsRevealed { .. }))
        .extra_actions(|_, state, seat, dice| {
            let choice = state.pending.first().map_or(0, |pending| pending.id);
            let at = dice.below(6) as u8;
            Some(match dice.below(60) {
                0 if dice.below(4) == 0 => Action::Concede,
                1 if dice.below(2) == 0 => {
                    Action::CancelMatch { reason: Some(CancelReason::Operator) }
                }
                2..=9 => Action::Resolve { choice, answer: Answer::Selection([at, at + 1].into()) },
                10..=14 => Action::Resolve { choice, answer: Answer::Done },
                15..=20 => Action::Resolve { choice, answer: Answer::Add(at) },
                21..=30 => Action::Attack { index: at, choices: Some(Box::new(vec![vec![at]])) },
                31..=40 => {
                    let target = Position::ALL[usize::from(at)];
                    Action::UseAbility { target, choices: Some(Box::new(vec![vec![0], vec![at]])) }
                }
                41..=50 => {
                    let hand = &state.sides[usize::from(seat.0 & 1)].hand;
                    let card = *dice.pick(hand)?;
                    Action::PlayTrainer { card, choices: Some(Box::new(vec![vec![at]])) }
                }
                _ => Action::SelectPrize { index: at },
            })
        })
        .run()
        .unwrap_or_else(|finding| panic!("{finding}"));
    let directed = directed();
    let mut never = coverage.edges.never_taken();
    never.retain(|edge| !directed.contains(edge));
    assert_eq!(never, [""; 0], "edges never taken");
}

/// The edges of matches that are conceded and cancelled in each state, and of one with a bad deck.
fn directed() -> Vec<String> {
    let game = Arc::new(Tcg::new(Config::default(), &Library::default()).expect("the usual rules"));
    let mut hops: Vec<Edge<MatchState>> = Vec::new();
    for state in states() {
        let mut seats =
            vec![(Seat(1), Action::Concede), (Seat(1), Action::CancelMatch { reason: None })];
        seats.push((Seat::HOST, Action::CancelMatch { reason: Some(CancelReason::Operator) }));
        for (seat, action) in seats {
            let state = game.read_state(&state).expect("a state");
            let mut live = Match::at(Arc::clone(&game), state, Seed(1), Millis(0)).expect("sound");
            let sink = &mut Vec::new();
            let _ = live.step(Millis(0), &Input::Act { seat, action }, Sink::all(sink, &mut hops));
        }
    }
    hops.extend(invalid_deck());
    hops.iter().map(text).collect()
}

/// A match whose second player brings a deck of nothing.
fn invalid_deck() -> Vec<Edge<MatchState>> {
    let config = Config { decks: None, ..Config::default() };
    let game = Arc::new(Tcg::new(config, &Library::default()).expect("the usual rules"));
    let (mut events, mut hops) = (Vec::new(), Vec::new());
    let mut live = Match::open(game, Seed(1), Sink::none());
    for (seat, deck) in
        [(Seat(0), Brought::Id("fixture-ember".into())), (Seat(1), Brought::Inline(Box::default()))]
    {
        let input = Input::Act { seat, action: Action::JoinMatch { deck } };
        live.step(Millis(0), &input, Sink::all(&mut events, &mut hops)).expect("to join is legal");
    }
    hops
}

/// A state of each kind in which a match can rest.
fn states() -> Vec<Value> {
    let card = |name: &str| {
        let library = Library::default();
        let found = library.cards.iter().find(|card| card.name.text() == name);
        found.expect("a shipped card").id.to_string()
    };
    let active = json!({"cards": [card("Cindling")]});
    let player = |active: Value| json!({"joined": true, "deck": [], "hand": [card("Cindling")], "active": active});
    let at = |name: &str, active: &Value| {
        let both = player(active.clone());
        json!({"state": name, "firstPlayer": "PLAYER1", "player1": both, "player2": both})
    };
    let mut list = vec![json!({})];
    for name in [
        "DECK_VALIDATION",
        "PRE_GAME_SETUP",
        "DRAWING_CARDS",
        "SELECT_ACTIVE_POKEMON",
        "INITIAL_SETUP",
    ] {
        list.push(at(name, &Value::Null));
    }
    list.push(at("SELECT_BENCH_POKEMON", &active));
    let mut resting = at("BETWEEN_TURNS", &active);
    resting["turnNumber"] = 5.into();
    resting["currentPlayer"] = "PLAYER1".into();
    resting["choices"] = 1.into();
    resting["pending"] = json!([{"choiceId": 1, "player": "PLAYER2", "kind": "SELECT_PRIZE"}]);
    resting["player2"]["prizeCards"] = json!([card("Cindling")]);
    resting["player1"]["prizeCards"] = json!([card("Cindling")]);
    resting["resolving"] = json!([frame("BETWEEN_TURNS", 8), frame("KNOCK_OUT", 5)]);
    list.push(resting);
    list
}

fn frame(kind: &str, at: u8) -> Value {
    json!({
        "kind": kind, "player": "PLAYER1", "cardId": "", "instanceId": 0, "defender": 0, "attackIndex": 0,
        "at": at, "effect": 0, "step": 0, "flips": 0, "heads": 0, "bound": [0, 0], "queue": [], "marked": 0,
        "limbo": false,
    })
}

fn text(hop: &Edge<MatchState>) -> String {
    let guard = if hop.guard.is_empty() { String::new() } else { format!(" [{}]", hop.guard) };
    format!("{} --{}{guard}--> {}", hop.from.name(), hop.on, hop.to.name())
}

/// Other matches than the usual ones, for a longer hunt.
fn seed() -> u128 {
    std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn matches() -> u32 {
    std::env::var("MATCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

#[test]
fn sizes() {
    assert!(size_of::<State>() <= 5000, "{}", size_of::<State>());
    assert!(size_of::<Action>() <= 32, "{}", size_of::<Action>());
    assert!(size_of::<bout_tcg::Event>() <= 48, "{}", size_of::<bout_tcg::Event>());
    assert_eq!(Tcg::ID, "tcg");
}
