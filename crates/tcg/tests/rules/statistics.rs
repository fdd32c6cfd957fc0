//! What a batch reports (rules 12).

use std::collections::BTreeMap;
use std::sync::Arc;

use bout_core::{BotSpec, Figure, Game, Match, Outcome, Seat, SeatSet, Seed, Sink, Tally};
use bout_sim::{Limits, Runner, Watch};
use bout_tcg::{
    Card, Config, Event, Harm, Place, Position, Return, Returned, State, Stats, Symbol, Tcg, What,
};
use serde_json::{Value, json};

type Report = BTreeMap<String, Figure>;

const DECKS: [&str; 2] = ["cinder-court", "river-delta"];

fn game(config: Value) -> Arc<Tcg> {
    let config: Config = serde_json::from_value(config).unwrap();
    Arc::new(Tcg::new(config, &super::LIBRARY).unwrap())
}

fn field() -> Arc<Tcg> {
    game(json!({"decks": DECKS, "rules": {"turnLimit": 400}}))
}

fn report(stats: &Stats) -> Report {
    stats.report().into_iter().collect()
}

fn in_group<'a>(report: &'a Report, name: &str, member: &str) -> &'a Figure {
    let Figure::Group(rows) = &report[name] else { panic!("{name} is no group") };
    let row = rows.iter().find(|(key, _)| key == member);
    row.map_or_else(|| panic!("no {member} in {name}: {rows:?}"), |(_, figure)| figure)
}

fn share(hits: u64, of: u64) -> Figure {
    Figure::Share { hits, of }
}

fn mean(sum: i64, of: u64) -> Figure {
    Figure::Mean { sum, of }
}

fn card(name: &str) -> Card {
    Card::find(&super::id(name)).unwrap()
}

fn told(turn: u16, player: u8, what: What) -> Event {
    Event { turn, player: Some(Seat(player)), auto: false, what }
}

fn attack(turn: u16, player: u8, name: &str) -> Event {
    let found = super::LIBRARY.cards.iter().find_map(|card| {
        let at = card.attacks.iter().position(|attack| attack.name.text() == name)?;
        Some((card.id, at as u8, card.attacks[at].name))
    });
    let (card, index, name) = found.unwrap();
    told(turn, player, What::AttackDeclared { index, name, card })
}

fn dealt(turn: u16, to: u8, amount: u16) -> Event {
    let target = Place { player: Seat(to), position: Position::Active };
    told(turn, to, What::DamageDealt { target, amount, source: Harm::Attack, breakdown: None })
}

fn placed(turn: u16, on: u8, amount: u16, cause: Harm) -> Event {
    let target = Place { player: Seat(on), position: Position::Active };
    told(turn, on, What::DamageCountersPlaced { target, amount, cause })
}

fn won(seat: u8, ending: &'static str) -> Outcome {
    Outcome { won: SeatSet::one(Seat(seat)), drew: SeatSet::NONE, ending }
}

/// A match that ended in this turn, with PLAYER1 first.
fn state(game: &Arc<Tcg>, turn: u16, prizes: [usize; 2]) -> State {
    let mut state = Match::open(Arc::clone(game), Seed(1), Sink::none()).state().clone();
    (state.turn, state.actions, state.first) = (turn, u32::from(turn) * 5, Some(Seat(0)));
    for (side, left) in state.sides.iter_mut().zip(prizes) {
        side.hand_valid = true;
        side.hand.clear();
        side.prizes = side.deck.iter().copied().take(left).collect();
    }
    state
}

/// Two matches, told by hand: PLAYER1 wins the first, the second is given up.
fn two_matches(game: &Arc<Tcg>, names: [&str; 2]) -> Stats {
    let [one, two] = names.map(card);
    let mut stats = Stats::default();
    stats.open(game);
    let drawn = |player, card| told(0, player, What::CardDrawn { card: Some(card) });
    let active =
        |player, card| told(0, player, What::ActiveSelected { setup: true, card: Some(card) });
    let mut events = vec![drawn(0, one), drawn(0, one), drawn(1, two), active(0, one)];
    events.extend([attack(3, 0, "Wild Arc"), dealt(3, 1, 40), placed(3, 0, 10, Harm::Recoil)]);
    events.extend([attack(5, 0, "Wild Arc"), dealt(5, 1, 20), placed(5, 1, 10, Harm::Poison)]);
    // Harm to one's own bench is none of what the attack did to the opponent.
    events.extend([attack(6, 1, "Zip"), dealt(6, 1, 30), placed(6, 1, 20, Harm::Moved)]);
    events.push(told(7, 0, What::PrizeTaken { index: 0, remaining: 5, card: Some(one) }));
    events.iter().for_each(|event| stats.event(game, event));
    let mut end = state(game, 8, [0, 4]);
    end.sides[1].hand.change(|hand| hand.push(two));
    end.sides[0].invalid_hands = 3;
    stats.close(game, &end, Some(won(0, "prize_cards")));
    let mut other = Stats::default();
    other.open(game);
    other.event(game, &drawn(0, one));
    other.event(game, &dealt(1, 1, 50));
    other.close(game, &state(game, 2, [6, 6]), None);
    stats.merge(other);
    stats
}

#[test]
fn two_matches_by_hand() {
    let game = field();
    let firsts = [0, 1].map(|seat: usize| {
        let deck = super::LIBRARY.deck(DECKS[seat]).unwrap();
        let first = super::LIBRARY.cards.iter().find(|card| card.id.text() == deck.cards[0].card);
        super::LIBRARY.cards.text(first.unwrap().name)
    });
    let report = report(&two_matches(&game, firsts));
    assert_eq!(*in_group(&report, "endings", "prize_cards"), share(1, 2));
    assert_eq!(report["unfinished"], Figure::Count(1));
    assert_eq!(report["first_player_wins"], share(1, 1));
    assert_eq!(*in_group(&report, "win_rate_by_seat", "PLAYER1 first"), share(1, 2));
    assert_eq!(*in_group(&report, "win_rate_by_seat", "PLAYER2 second"), share(0, 2));
    assert_eq!(report["turns"], Figure::Spread(vec![0, 0, 1, 0, 0, 0, 0, 0, 1]));
    assert_eq!(report["actions_per_game"], mean(50, 2));
    assert_eq!(*in_group(&report, "mulligans", "hands"), share(3, 7));
    assert_eq!(*in_group(&report, "mulligans", "games"), share(1, 2));
    assert_eq!(report["prizes_left_of_loser"], Figure::Spread(vec![0, 0, 0, 0, 1, 0, 0]));
    assert_eq!(*in_group(&report, "prizes_taken_by_turn", "5"), mean(0, 2));
    assert_eq!(*in_group(&report, "prizes_taken_by_turn", "10"), mean(1, 2));
    assert_eq!(report["damage_per_turn"], mean(40 + 10 + 20 + 10 + 30 + 50, 10));
    assert_eq!(*in_group(&report, "damage_per_turn_by_source", "attack"), mean(140, 10));
    assert_eq!(*in_group(&report, "damage_per_turn_by_source", "moved"), mean(20, 10));
    assert_eq!(report["left_in_hand_per_player"], mean(1, 4));
    let of_attack = |uses, damage| {
        Figure::group([("uses", Figure::Count(uses)), ("damage", mean(damage, uses))])
    };
    assert_eq!(*in_group(&report, "attacks", "Wild Arc"), of_attack(2, 60));
    assert_eq!(*in_group(&report, "attacks", "Zip"), of_attack(1, 0));
    let of_card = |figure: &str, seat: usize| in_group(&report, figure, firsts[seat]).clone();
    assert_eq!(of_card("cards_drawn_per_game", 0), mean(4, 2));
    assert_eq!(of_card("cards_played_per_game", 0), mean(1, 2));
    assert_eq!(of_card("played_in_games", 0), share(1, 2));
    assert_eq!(of_card("win_rate_when_drawn", 0), share(1, 2));
    assert_eq!(of_card("win_rate_when_played", 0), share(1, 1));
    assert_eq!(of_card("win_rate_when_drawn", 1), share(0, 1));
    assert_eq!(of_card("dead_in_hand", 1), share(1, 1));
}

/// Every way into the hand counts as drawn, and only what was in the hand as played from it: no card
/// is played more often than it was drawn.
#[test]
fn no_card_is_played_more_often_than_drawn() {
    let game = field();
    let one = card("Flame Mote");
    let target = Place { player: Seat(0), position: Position::Active };
    let attached = |from_hand| What::EnergyAttached { card: one, target, from_hand };
    let list = || -> Box<[Card]> { [one].into() };
    let returned = |to| What::CardsReturned { cards: Returned::all(&[one]), to, target: None };
    let searched = |to_hand| What::CardsSearched { count: 1, cards: Some(list()), to_hand };
    let revealed = |retrieved| What::CardsRevealed { cards: list(), retrieved };
    let mut stats = Stats::default();
    stats.open(&game);
    let events = [attached(false), attached(true), searched(true), searched(false)];
    let more = [revealed(true), revealed(false), returned(Return::Hand), returned(Return::Deck)];
    for what in events.into_iter().chain(more) {
        stats.event(&game, &told(1, 0, what));
    }
    stats.close(&game, &state(&game, 1, [6, 6]), Some(won(0, "concede")));
    let report = report(&stats);
    let of_card = |figure: &str| in_group(&report, figure, "Flame Mote").clone();
    assert_eq!(of_card("cards_drawn_per_game"), mean(3, 1));
    assert_eq!(of_card("cards_played_per_game"), mean(1, 1));
    assert_eq!(of_card("put_into_play_per_game"), mean(1, 1));
    assert_eq!(of_card("play_rate_by_type"), share(1, 3));
    assert_eq!(of_card("win_rate_of_decks"), share(1, 1));
    assert_eq!(of_card("win_rate_gain_when_played"), mean(0, 1));
}

/// The same over real matches, of every card.
#[test]
fn play_rates_of_a_batch_hold() {
    let game = field();
    let runner = Runner::new(&game, &[BotSpec::plain("baseline")], Limits::of::<Tcg>());
    let mut runner = runner.unwrap();
    let mut stats = Stats::default();
    for number in 0..60 {
        let mut events = Vec::new();
        let mut watch = Watch { events: Some(&mut events), log: None };
        let end = runner.play(Seed(7).derive(number), &mut watch);
        runner.show(&events, end, &mut stats);
    }
    let report = report(&stats);
    let Figure::Group(rows) = &report["play_rate_by_type"] else { panic!() };
    for (name, rate) in rows {
        let Figure::Share { hits, of } = rate else { panic!("{name}") };
        assert!(hits <= of, "{name}: played {hits}, drawn {of}");
    }
    let Figure::Group(rows) = &report["put_into_play_per_game"] else { panic!() };
    assert!(rows.iter().any(|(_, put)| matches!(put, Figure::Mean { sum: 1.., .. })), "{rows:?}");
}

/// Attacks and cards that share a name are told apart.
#[test]
fn namesakes() {
    let game = field();
    let mut stats = Stats::default();
    stats.open(&game);
    let jab = Symbol::find("Jab").unwrap();
    for name in ["Healhare", "Wardtoad", "Wardtoad"] {
        let declared = What::AttackDeclared { index: 0, name: jab, card: card(name) };
        stats.event(&game, &told(1, 0, declared));
    }
    stats.close(&game, &state(&game, 1, [6, 6]), Some(won(0, "concede")));
    let uses = |figure: &Figure| match figure {
        Figure::Group(rows) => rows[0].1.clone(),
        _ => panic!("{figure:?}"),
    };
    let report = report(&stats);
    assert_eq!(uses(in_group(&report, "attacks", "Jab (Healhare)")), Figure::Count(1));
    assert_eq!(uses(in_group(&report, "attacks", "Jab (Wardtoad)")), Figure::Count(2));
}

/// What the events of a batch say, counted once more from their wire form.
#[derive(Default)]
struct Recount {
    uses: BTreeMap<String, u64>,
    damage: BTreeMap<String, i64>,
    drawn: BTreeMap<String, [u64; 2]>,
    endings: BTreeMap<String, u64>,
    prizes_left: i64,
}

impl Recount {
    fn count(&mut self, events: &[Value], winner: Option<&str>) {
        let mut seen: Vec<[String; 2]> = Vec::new();
        let (mut attack, mut by, mut left) = (String::new(), Value::Null, [6, 6]);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        for (at, event) in events.iter().enumerate() {
            let kind = |at: Option<usize>| text(&events[at.unwrap_or(0)]["type"]);
            let (before, after) =
                (kind(at.checked_sub(1)), kind(Some(at + 1).filter(|at| *at < events.len())));
            let player = text(&event["player"]);
            match event["type"].as_str().unwrap() {
                "attack_declared" => {
                    (attack, by) = (text(&event["name"]), event["player"].clone());
                    *self.uses.entry(attack.clone()).or_default() += 1;
                }
                "damage_dealt" if event["target"]["player"] != by => {
                    *self.damage.entry(attack.clone()).or_default() +=
                        event["amount"].as_i64().unwrap();
                }
                "card_drawn" => seen.push([player, text(&event["cardId"])]),
                "prize_taken" => {
                    left[usize::from(player == "PLAYER2")] = event["remaining"].as_i64().unwrap();
                    seen.push([player, text(&event["cardId"])]);
                }
                // To the bench, shown after a search, or on their way into the deck.
                "cards_searched" if after == "creature_played" => {}
                "cards_revealed" if before == "cards_searched" || after == "cards_returned" => {}
                "cards_returned" if event["to"] != "hand" => {}
                "initial_hand_drawn" | "cards_searched" | "cards_revealed" | "cards_returned" => {
                    let cards = event["cards"].as_array().unwrap();
                    seen.extend(cards.iter().map(|card| [player.clone(), text(card)]));
                }
                "match_ended" => *self.endings.entry(text(&event["ending"])).or_default() += 1,
                _ => {}
            }
        }
        if let Some(winner) = winner {
            self.prizes_left += left[usize::from(winner == "PLAYER1")];
        }
        seen.sort();
        seen.dedup();
        for [player, card] in seen {
            let sum = self.drawn.entry(card).or_default();
            sum[0] += 1;
            sum[1] += u64::from(winner == Some(&player));
        }
    }
}

#[test]
fn a_batch_counted_twice() {
    const GAMES: u64 = 60;
    let game = field();
    let runner = Runner::new(&game, &[BotSpec::plain("baseline")], Limits::of::<Tcg>());
    let mut runner = runner.unwrap().audited();
    let (mut stats, mut recount, mut refused) = (Stats::default(), Recount::default(), 0);
    for number in 0..GAMES {
        let mut events = Vec::new();
        let mut watch = Watch { events: Some(&mut events), log: None };
        let end = runner.play(Seed(12).derive(number), &mut watch);
        runner.show(&events, end, &mut stats);
        refused += runner.refused();
        let winner = end.outcome().and_then(|outcome| outcome.won.first());
        let winner = winner.map(|seat| ["PLAYER1", "PLAYER2"][seat.index()]);
        let events: Vec<Value> = events.iter().map(|event| json!(event)).collect();
        recount.count(&events, winner);
    }
    assert_eq!(refused, 0);
    let report = report(&stats);
    for (ending, count) in &recount.endings {
        assert_eq!(*in_group(&report, "endings", ending), share(*count, GAMES));
    }
    assert!(recount.uses.len() > 10, "{:?}", recount.uses);
    for (attack, uses) in &recount.uses {
        let damage = mean(recount.damage.get(attack).copied().unwrap_or(0), *uses);
        let expected = Figure::group([("uses", Figure::Count(*uses)), ("damage", damage)]);
        assert_eq!(*in_group(&report, "attacks", attack), expected, "{attack}");
    }
    for (id, [games, wins]) in &recount.drawn {
        let card = super::LIBRARY.cards.iter().find(|card| card.id.text() == *id).unwrap();
        let found = in_group(&report, "win_rate_when_drawn", &card.name.text());
        assert_eq!(*found, share(*wins, *games), "{id}");
    }
    let Figure::Spread(left) = &report["prizes_left_of_loser"] else { panic!() };
    let sum: u64 = left.iter().zip(0..).map(|(count, value)| count * value).sum();
    assert_eq!(sum.cast_signed(), recount.prizes_left);
}
