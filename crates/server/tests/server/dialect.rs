//! The Orcain dialect: its worked examples, its codes, its economy.

use std::time::Duration;

use bout_server::client::Client;
use bout_server::{Address, Server, Settings};
use bout_store::{Memory, Store};
use serde_json::{Value, json};

use crate::bench::{run, settings, start};
use crate::documents::PROTOCOL;

/// A tab that speaks the dialect.
pub struct Tab {
    client: Client,
    session: String,
    token: String,
    of: String,
}

impl Tab {
    pub async fn open(address: &Address, session: &str) -> Tab {
        let mut client = Client::connect(address, "/ws/orcain").await.unwrap();
        client.say(&json!({"type": "guest"})).await.unwrap();
        let guest = client.hear().await.unwrap();
        documented(&guest);
        assert_eq!((&guest["type"], &guest["tokens"]), (&json!("guest_ok"), &json!(10)));
        let token = guest["authToken"].as_str().unwrap().to_owned();
        let mut tab = Tab { client, session: session.into(), token, of: String::new() };
        assert_eq!(tab.hello().await["tokens"], 10);
        tab
    }

    pub async fn with(address: &Address, session: &str, token: &str) -> Tab {
        let client = Client::connect(address, "/ws/orcain").await.unwrap();
        Tab { client, session: session.into(), token: token.into(), of: String::new() }
    }

    pub async fn hello(&mut self) -> Value {
        let hello = json!({"type": "hello", "sessionId": self.session, "authToken": self.token});
        self.say(hello).await;
        self.expect("hello_ok").await
    }

    pub async fn say(&mut self, message: Value) {
        self.client.say(&message).await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        let heard = self.client.hear().await.expect("the server speaks on");
        assert!(!heard.to_string().contains("GRASS"), "{heard}");
        documented(&heard);
        heard
    }

    /// The next message, which must be of this type.
    pub async fn expect(&mut self, kind: &str) -> Value {
        let heard = self.hear().await;
        assert_eq!(heard["type"], kind, "{heard}");
        heard
    }

    pub async fn error(&mut self, message: Value) -> String {
        let re = message["type"].clone();
        self.say(message).await;
        let error = self.expect("error_msg").await;
        assert_eq!(error["re"], re);
        assert!(!error["message"].as_str().unwrap().is_empty());
        error["code"].as_str().unwrap().to_owned()
    }

    /// The first words of a match.
    pub async fn found(&mut self) -> (Value, Value) {
        let found = self.expect("match_found").await;
        found["matchId"].as_str().unwrap().clone_into(&mut self.of);
        (found, self.expect("prep_start").await)
    }

    async fn draft(&mut self, layout: Value) {
        self.say(json!({"type": "layout_draft", "matchId": self.of, "layout": layout})).await;
    }

    pub async fn confirm(&mut self, layout: Value) {
        self.say(json!({"type": "layout_confirm", "matchId": self.of, "layout": layout})).await;
        self.expect("confirm_ok").await;
    }

    /// The steps of a round: own card, other card, own HP, other HP.
    pub async fn steps(&mut self) -> Vec<(Value, Value, u64, u64)> {
        let mut steps = Vec::new();
        for index in 0..3 {
            let step = self.expect("step_reveal").await;
            assert_eq!(step["stepIndex"], index);
            let hp = |key: &str| step[key].as_u64().unwrap();
            let cards = (step["yourCard"].clone(), step["oppCard"].clone());
            steps.push((cards.0, cards.1, hp("yourHp"), hp("oppHp")));
        }
        self.expect("round_end").await;
        steps
    }
}

/// Every field of a message stands in the table of the protocol.
fn documented(message: &Value) {
    let row = format!("| `{}` |", message["type"].as_str().unwrap());
    let row = PROTOCOL.lines().find(|line| line.starts_with(&row));
    let row = row.unwrap_or_else(|| panic!("not documented: {message}"));
    for field in message.as_object().unwrap().keys().filter(|field| *field != "type") {
        assert!(row.contains(&format!("`{field}`")), "{field} is missing in {row}");
    }
}

fn quick(prep_ms: u64) -> Settings {
    let orcain = json!({"prep_ms": prep_ms, "step_first_ms": 5, "step_ms": 5});
    Settings { orcain, ..settings() }
}

async fn server(prep_ms: u64) -> (Server, Store) {
    let store = Store::on_memory(Memory::default());
    (start(quick(prep_ms), store.clone()).await, store)
}

async fn conserved(store: &Store) {
    let totals = store.write(|kept| kept.totals()).await.unwrap();
    assert!(totals.conserved(), "{totals:?}");
}

async fn two(server: &Server) -> (Tab, Tab) {
    let (mut a, mut b) =
        (Tab::open(&server.address, "s1").await, Tab::open(&server.address, "s2").await);
    for tab in [&mut a, &mut b] {
        tab.say(json!({"type": "queue_join"})).await;
        assert_eq!(tab.expect("queue_ok").await["tokens"], 10);
    }
    (a, b)
}

#[test]
fn example_1_is_told_as_the_document_says() {
    run(async {
        let (server, store) = server(20_000).await;
        let (mut a, mut b) = two(&server).await;
        let (found, prep) = a.found().await;
        assert!(found["matchId"].as_str().unwrap().starts_with("match_"));
        let shown = json!({"mode": found["mode"], "hp": [found["yourHp"], found["oppHp"]],
                           "tokens": found["yourTokens"], "pot": found["pot"],
                           "names": [found["yourNickname"], found["oppNickname"]]});
        assert_eq!(
            shown,
            json!({"mode": "PVP", "hp": [10, 10], "tokens": 9, "pot": 2,
                                 "names": [null, null]})
        );
        assert_eq!(prep["yourHand"], json!(["attack", "defense", "heal", "counter"]));
        assert_eq!(prep["cards"], prep["yourHand"]);
        let left = prep["deadlineTs"].as_i64().unwrap() - prep["nowTs"].as_i64().unwrap();
        assert!((19_900..=20_000).contains(&left), "{left}");
        assert_eq!((&prep["roundIndex"], &prep["suddenDeath"]), (&json!(1), &json!(false)));
        b.found().await;
        b.confirm(json!(["heal", "counter", "attack"])).await;
        a.draft(json!(["attack", null, null])).await;
        a.confirm(json!(["attack", "defense", "heal"])).await;
        let steps = a.steps().await;
        let hp: Vec<_> = steps.iter().map(|(_, _, own, other)| (*own, *other)).collect();
        assert_eq!(hp, [(10, 8), (10, 8), (8, 8)]);
        assert_eq!((&steps[0].0, &steps[0].1), (&json!("attack"), &json!("heal")));
        let mirrored: Vec<_> =
            b.steps().await.iter().map(|(_, _, own, other)| (*own, *other)).collect();
        assert_eq!(mirrored, [(8, 10), (8, 10), (8, 8)]);
        assert_eq!(a.expect("prep_start").await["roundIndex"], 2);
        conserved(&store).await;
        server.stop().await;
    });
}

/// What both send in a round: nothing, or a layout that is confirmed.
type Round = [Option<[&'static str; 3]>; 2];

async fn play(server: &Server, rounds: &[Round]) -> (Value, Value) {
    let (mut a, mut b) = two(server).await;
    a.found().await;
    b.found().await;
    for (number, round) in rounds.iter().enumerate() {
        for (tab, layout) in [&mut a, &mut b].into_iter().zip(round) {
            if let Some(layout) = layout {
                tab.confirm(json!(layout)).await;
            }
        }
        let last = number + 1 == rounds.len();
        let afk = round.iter().any(Option::is_none) && last;
        if !afk {
            a.steps().await;
            b.steps().await;
        }
        if last {
            break;
        }
        a.expect("prep_start").await;
        b.expect("prep_start").await;
    }
    (a.expect("match_end").await, b.expect("match_end").await)
}

#[test]
fn token_figures_of_the_examples() {
    run(async {
        let attack: Option<[&str; 3]> = Some(["attack", "defense", "counter"]);
        let rows = [
            ("7", vec![[attack, None], [attack, None]] as Vec<Round>, [11, 9], "timeout", "afk"),
            ("8", vec![[None, None], [None, None]], [9, 9], "timeout", "both_afk"),
            ("21", vec![[attack, attack]; 5], [10, 10], "normal", "double_knockout"),
        ];
        for (example, rounds, tokens, reason, ending) in rows {
            let (server, store) = server(120).await;
            let (a, b) = play(&server, &rounds).await;
            let got = [a["yourTokens"].as_i64().unwrap(), b["yourTokens"].as_i64().unwrap()];
            assert_eq!(got, tokens, "example {example}");
            assert_eq!((&a["reason"], &a["ending"]), (&json!(reason), &json!(ending)), "{example}");
            match example {
                "7" => {
                    assert_eq!((&a["winner"], &b["winner"]), (&json!("YOU"), &json!("OPPONENT")));
                    assert_eq!((&a["winnerId"], &a["loserId"]), (&json!("s1"), &json!("s2")));
                }
                "8" => assert_eq!(
                    (&a["winner"], &a["bothLose"], &a["potBurn"], &a["winnerId"]),
                    (&json!("NONE"), &json!(true), &json!(true), &json!(null))
                ),
                _ => assert_eq!((&a["draw"], &a["winner"]), (&json!(true), &json!("NONE"))),
            }
            conserved(&store).await;
            server.stop().await;
        }
    });
}

#[test]
fn example_27_a_lost_socket_loses_at_once() {
    run(async {
        let orcain = json!({"step_first_ms": 5, "step_ms": 400});
        let store = Store::on_memory(Memory::default());
        let server = start(Settings { orcain, ..settings() }, store.clone()).await;
        let (mut a, mut b) = two(&server).await;
        a.found().await;
        b.found().await;
        a.confirm(json!(["attack", null, null])).await;
        b.confirm(json!(["heal", null, null])).await;
        a.expect("step_reveal").await;
        b.client.close().await;
        let end = a.expect("match_end").await;
        let shown =
            json!([end["reason"], end["winner"], end["yourHp"], end["oppHp"], end["yourTokens"]]);
        assert_eq!(shown, json!(["disconnect", "YOU", 10, 8, 11]));
        let mut again = Tab::with(&server.address, &b.session, &b.token).await;
        assert_eq!(again.hello().await["tokens"], 9, "and sees only the new balance");
        a.say(json!({"type": "queue_join"})).await;
        a.expect("queue_ok").await;
        conserved(&store).await;
        server.stop().await;
    });
}

#[test]
fn example_30_without_a_token_nobody_queues() {
    run(async {
        let store = Store::on_memory(Memory::default());
        let poor = Settings { start_tokens: 0, ..settings() };
        let server = start(poor, store).await;
        let mut client = Client::connect(&server.address, "/ws/orcain").await.unwrap();
        client.say(&json!({"type": "guest"})).await.unwrap();
        let token = client.hear().await.unwrap()["authToken"].as_str().unwrap().to_owned();
        let mut tab = Tab { client, session: "s".into(), token, of: String::new() };
        tab.hello().await;
        assert_eq!(tab.error(json!({"type": "queue_join"})).await, "not_enough_tokens");
        tab.say(json!({"type": "pve_start"})).await;
        let (found, _) = tab.found().await;
        assert_eq!((&found["mode"], &found["pot"]), (&json!("PVE"), &json!(0)), "which is free");
        server.stop().await;
    });
}

#[test]
fn example_31_the_bot_plays_its_draft_when_the_human_confirms() {
    run(async {
        let (server, store) = server(20_000).await;
        let mut a = Tab::open(&server.address, "s1").await;
        a.say(json!({"type": "pve_start"})).await;
        let (found, _) = a.found().await;
        assert_eq!((&found["oppNickname"], &found["yourTokens"]), (&json!("Orc Bot"), &json!(10)));
        assert!(found["matchId"].as_str().unwrap().starts_with("pve_"));
        a.confirm(json!(["defense", null, null])).await;
        let steps = a.steps().await;
        assert_eq!((&steps[0].1, &steps[1].1), (&json!("attack"), &json!(null)));
        conserved(&store).await;
        server.stop().await;
    });
}

#[test]
fn example_38_one_place_per_account() {
    run(async {
        let (server, _) = server(20_000).await;
        let mut a = Tab::open(&server.address, "s1").await;
        a.say(json!({"type": "queue_join"})).await;
        a.expect("queue_ok").await;
        let mut other = Tab::with(&server.address, "s2", &a.token).await;
        other.hello().await;
        assert_eq!(other.error(json!({"type": "pve_start"})).await, "already_in_queue");
        assert_eq!(other.error(json!({"type": "queue_join"})).await, "self_match");
        assert_eq!(a.error(json!({"type": "queue_join"})).await, "already_in_queue");
        a.say(json!({"type": "queue_leave"})).await;
        a.expect("queue_left").await;
        other.say(json!({"type": "pve_start"})).await;
        other.found().await;
        assert_eq!(a.error(json!({"type": "queue_join"})).await, "already_in_match");
        assert_eq!(a.error(json!({"type": "pve_start"})).await, "already_in_match");
        server.stop().await;
    });
}

#[test]
fn example_39_a_second_socket_takes_the_session_over() {
    run(async {
        let orcain = json!({"step_first_ms": 5, "step_ms": 300});
        let server = start(Settings { orcain, ..settings() }, Store::memory()).await;
        let (mut a, mut b) = two(&server).await;
        a.found().await;
        b.found().await;
        b.confirm(json!(["heal", "counter", "attack"])).await;
        a.confirm(json!(["attack", "defense", "heal"])).await;
        a.expect("step_reveal").await;
        let mut second = Tab::with(&server.address, "s1", &a.token).await;
        second.hello().await;
        let sync = second.expect("sync_state").await;
        assert_eq!((&sync["phase"], &sync["inMatch"]), (&json!("REVEAL"), &json!(true)));
        assert_eq!(sync["revealed"].as_array().unwrap().len(), 1);
        assert_eq!(sync["revealed"][0]["oppCard"], "heal");
        assert_eq!(sync["yourDraft"], json!(["attack", "defense", "heal"]));
        assert_eq!(sync.get("deadlineTs"), None);
        let opened = sync.to_string();
        assert!(
            !opened.contains("[\"heal\",\"counter\""),
            "nothing of the other's slots: {opened}"
        );
        let replaced = a.expect("error_msg").await;
        assert_eq!(replaced["code"], "session_replaced");
        assert_eq!(a.client.hear().await, None);
        second.expect("step_reveal").await;
        second.expect("step_reveal").await;
        second.expect("round_end").await;
        server.stop().await;
    });
}

#[test]
fn every_code_of_the_dialect() {
    run(async {
        let (server, _) = server(20_000).await;
        let mut stranger = Tab::with(&server.address, "s9", "guess").await;
        for kind in ["queue_join", "pve_start", "layout_confirm"] {
            assert_eq!(stranger.error(json!({"type": kind})).await, "hello_required", "{kind}");
        }
        stranger.say(json!({"type": "queue_leave"})).await;
        stranger.expect("queue_left").await;
        for hello in [
            json!({"type": "hello", "sessionId": "s9", "authToken": "guess"}),
            json!({"type": "hello", "sessionId": "", "authToken": "guess"}),
            json!({"type": "hello", "sessionId": "s9"}),
            json!({"type": "hello", "sessionId": 9, "authToken": "guess"}),
        ] {
            assert_eq!(stranger.error(hello).await, "unauthorized");
        }
        let (mut a, mut b) = two(&server).await;
        a.found().await;
        b.found().await;
        let bot = json!({"type": "hello", "sessionId": "BOT", "authToken": a.token});
        assert_eq!(stranger.error(bot).await, "unauthorized");
        let theirs = json!({"type": "hello", "sessionId": "s2", "authToken": a.token});
        assert_eq!(stranger.error(theirs).await, "unauthorized");
        let other = json!({"type": "hello", "sessionId": "s3", "authToken": a.token});
        assert_eq!(a.error(other).await, "already_bound");
        let layout = json!(["attack", "defense", "heal"]);
        let confirm = |of: Value, layout: &Value| json!({"type": "layout_confirm", "matchId": of, "layout": layout});
        assert_eq!(a.error(confirm(json!("match_x"), &layout)).await, "match_mismatch");
        assert_eq!(a.error(confirm(json!(null), &layout)).await, "match_mismatch");
        let of = json!(a.of);
        assert_eq!(a.error(confirm(of.clone(), &json!(["attack"]))).await, "invalid_layout");
        let twice = json!(["attack", "attack", "heal"]);
        assert_eq!(a.error(confirm(of.clone(), &twice)).await, "invalid_cards");
        a.say(json!({"type": "layout_confirm", "layout": layout, "unknown": "key"})).await;
        a.expect("confirm_ok").await;
        assert_eq!(a.error(confirm(of.clone(), &layout)).await, "already_confirmed");
        b.confirm(layout.clone()).await;
        assert_eq!(a.error(confirm(of, &layout)).await, "wrong_phase");
        let mut idle = Tab::open(&server.address, "s4").await;
        assert_eq!(idle.error(json!({"type": "layout_confirm"})).await, "not_in_match");
        for bad in ["[]", "{\"type\":7}", "no json", "{}"] {
            idle.client.say_text(bad.into()).await.unwrap();
            let error = idle.expect("error_msg").await;
            assert_eq!((&error["code"], &error["re"]), (&json!("bad_request"), &json!(null)));
        }
        assert_eq!(idle.error(json!({"type": "surrender"})).await, "bad_request");
        let long = json!({"type": "queue_join", "filler": "x".repeat(5000)});
        idle.say(long).await;
        assert_eq!(idle.expect("error_msg").await["code"], "bad_request");
        idle.say(json!({"type": "layout_draft", "layout": 7})).await;
        idle.say(json!({"type": "queue_leave"})).await;
        idle.expect("queue_left").await;
        server.stop().await;
    });
}

#[test]
fn a_flood_is_limited() {
    run(async {
        let (server, _) = server(20_000).await;
        let mut tab = Tab::open(&server.address, "s1").await;
        for _ in 0..100 {
            tab.say(json!({"type": "queue_leave"})).await;
        }
        let mut limited = 0;
        for _ in 0..100 {
            limited += usize::from(tab.hear().await["code"] == "rate_limited");
        }
        assert!((40..=70).contains(&limited), "{limited} of 100");
        server.stop().await;
    });
}

#[test]
fn a_match_taken_up_again_waits_for_both() {
    run(async {
        let memory = Memory::default();
        let first = start(quick(20_000), Store::on_memory(memory.clone())).await;
        let (mut a, mut b) = two(&first).await;
        a.found().await;
        b.found().await;
        a.draft(json!(["attack", null, null])).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let (ta, tb) = (a.token.clone(), b.token.clone());
        first.stop().await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let second = start(quick(20_000), Store::on_memory(memory.clone())).await;
        let mut a = Tab::with(&second.address, "s1", &ta).await;
        assert_eq!(a.hello().await["tokens"], 9);
        let held = a.expect("sync_state").await;
        assert_eq!(held["yourDraft"], json!(["attack", null, null]));
        let mut b = Tab::with(&second.address, "s2", &tb).await;
        b.hello().await;
        let sync = b.expect("sync_state").await;
        let left = sync["deadlineTs"].as_i64().unwrap() - sync["nowTs"].as_i64().unwrap();
        assert!(
            (19_700..=19_950).contains(&left),
            "{left} ms are left: downtime costs nobody time"
        );
        a.expect("sync_state").await;
        b.expect("sync_state").await;
        for tab in [&mut a, &mut b] {
            sync["matchId"].as_str().unwrap().clone_into(&mut tab.of);
        }
        a.confirm(json!([null, null, null])).await;
        b.confirm(json!([null, null, null])).await;
        a.steps().await;
        second.stop().await;
    });
}

#[test]
fn who_does_not_come_back_forfeits_and_nobody_voids() {
    run(async {
        for back in [1, 0] {
            let memory = Memory::default();
            let first = start(quick(20_000), Store::on_memory(memory.clone())).await;
            let (mut a, mut b) = two(&first).await;
            a.found().await;
            b.found().await;
            let token = a.token.clone();
            let of = a.of.clone();
            first.stop().await;
            let grace = Settings { grace: Duration::from_millis(200), ..quick(20_000) };
            let store = Store::on_memory(memory.clone());
            let second = start(grace, store.clone()).await;
            if back == 1 {
                let mut a = Tab::with(&second.address, "s1", &token).await;
                a.hello().await;
                a.expect("sync_state").await;
                a.expect("sync_state").await;
                let end = a.expect("match_end").await;
                assert_eq!(
                    (&end["reason"], &end["yourTokens"]),
                    (&json!("disconnect"), &json!(11))
                );
            } else {
                tokio::time::sleep(Duration::from_millis(500)).await;
                let row = store.read(move |kept| kept.match_row(&of)).await.unwrap().unwrap();
                assert!(row.outcome.unwrap().contains("aborted"));
                let mut a = Tab::with(&second.address, "s1", &token).await;
                assert_eq!(a.hello().await["tokens"], 10, "the stake is back");
            }
            conserved(&store).await;
            second.stop().await;
        }
    });
}

#[test]
fn a_platform_socket_of_the_same_account_has_nothing_to_do_with_it() {
    run(async {
        let (server, _) = server(20_000).await;
        let (mut a, mut b) = two(&server).await;
        a.found().await;
        b.found().await;
        let mut other = Client::connect(&server.address, "/ws").await.unwrap();
        let hello = json!({"type": "hello", "token": a.token, "id": 1});
        let welcome = other.ask(&hello).await.unwrap();
        assert_eq!((&welcome["ok"], &welcome["matches"]), (&json!(true), &json!([])));
        other.close().await;
        a.confirm(json!(["attack", null, null])).await;
        b.confirm(json!(["heal", null, null])).await;
        a.steps().await;
        server.stop().await;
    });
}
