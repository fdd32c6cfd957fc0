//! The end of a match: result, payout and ratings are durable before anybody is told.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use bout_core::{AnyGame, Outcome, Seat, Seed};
use bout_store::{
    Backend, Finish, Finished, PATIENCE, Rated, SLOW, SeatOutcome, SeatResult, Store, StoreError,
    Unrated, pause_after,
};
use serde_json::{Value, json};

use super::life::{Life, Linger};
use super::task::MatchTask;
use super::{Beginning, FENCED, Meta, Origin, Reply, Room, RoomError, Sitter, begin, new_id};
use crate::clock::unix_ms;
use crate::dialect::{Scene, dialect};

impl MatchTask {
    /// Settles the match once it is over, then plays it again if all want to.
    pub async fn settle_if_over(&mut self) {
        match self.life {
            Life::Gone | Life::Stopped(_) => return,
            Life::Held(_) | Life::Running => {
                if let Some(outcome) = self.table.outcome() {
                    self.settle(&outcome).await;
                }
            }
            Life::Over(_) => {}
        }
        if self.life.linger().is_some_and(|linger| std::mem::take(&mut linger.wished)) {
            self.play_again().await;
        }
    }

    async fn settle(&mut self, outcome: &Outcome) {
        let next = match self.begin_decider().await {
            Ok(next) => next,
            // Settled when the store is back.
            Err(error) => {
                tracing::error!(id = %self.room.id, %error, "no decider can begin yet");
                return self.give_up();
            }
        };
        let mut finish = self.finish_of(json!(outcome), verdicts(outcome), outcome.ending);
        // The winner of the match that decides has won.
        finish.rated &= next.is_none();
        self.close(finish, next.as_deref()).await;
        if let Some(room) = next.and_then(|next| self.app.room(&next)) {
            self.app.seat_players(&room).await;
        }
    }

    /// Begins the match that decides this one, if it ended without a winner and the game wants one;
    /// gives its id. It is durable before the end of this one is, and its id follows from this one's:
    /// a host that settles this once more finds it.
    async fn begin_decider(&mut self) -> Result<Option<String>, StoreError> {
        let decides = self.room.meta.decides.clone();
        let (first, played) = decides.unwrap_or_else(|| (self.room.id.to_string(), 0));
        let Some((config, seed)) = self.table.tie_break(played) else { return Ok(None) };
        let id = format!("{first}-{}", played + 2);
        let (app, known) = (Arc::clone(&self.app), id.clone());
        let (own, whole) = (self.room.id.clone(), i64::try_from(self.log.sent).unwrap_or(i64::MAX));
        let found = app.store.write(move |kept| {
            check_log(kept, &own, whole)?;
            kept.match_row(&known)
        });
        if found.await?.is_some() {
            return Ok(Some(id));
        }
        let meta = Meta { decides: Some((first, played + 1)), ..self.room.meta.clone() };
        // The old seed is known to everybody now; what is added to it is not.
        let secret = u128::from_le_bytes(crate::token::random());
        let (game, origin) = (self.room.game.into(), Origin::Seeded(Seed(seed.0 ^ secret)));
        let beginning = Beginning { id: id.clone(), game, preset: None, config, meta, origin };
        match Box::pin(begin(&app, beginning)).await {
            Ok(_) => Ok(Some(id)),
            Err(RoomError::Store(error)) => Err(error),
            Err(error) => {
                tracing::error!(?error, "a match that decides another cannot begin");
                Ok(None)
            }
        }
    }

    /// Somebody would play once more.
    pub fn want_again(&mut self, account: String, reply: Reply) {
        let Some(linger) = self.life.linger() else {
            return self.refuse(&reply, "match_running", "the match is not over");
        };
        linger.wishes.retain(|(wishing, _)| *wishing != account);
        linger.wishes.push((account, reply));
        linger.wished = true;
    }

    /// Ends the match because the host cannot go on with it; the log stays as it is.
    pub async fn abort(&mut self, why: &str) {
        if self.life.is_over() {
            self.life = Life::Gone;
            return;
        }
        tracing::error!(id = %self.room.id, game = self.room.game, why,
            "the match is aborted; its replay is kept under its id");
        metrics::counter!("bout_matches_aborted_total", "game" => self.room.game).increment(1);
        // Everybody who asked is answered; what else there was to tell is told no more.
        self.owed.keep_answers();
        let outcome = json!({"won": [], "drew": [], "ending": "aborted", "code": "engine_fault"});
        let finish = self.finish_of(outcome, |_| SeatOutcome::Drew, "aborted");
        self.close(finish, None).await;
        let text = crate::message::write(&json!({
            "type": "ended", "match": &*self.room.id, "code": "engine_fault",
            "outcome": {"won": [], "drew": [], "ending": "aborted"},
        }));
        self.post_platform(&text);
        self.deliver();
        self.life = Life::Gone;
    }

    fn finish_of(
        &self,
        outcome: Value,
        verdict: impl Fn(Seat) -> SeatOutcome,
        ending: &str,
    ) -> Finish {
        let void = ending == "aborted" || ending == "cancelled";
        let people = (0..).map(Seat).zip(&self.room.meta.seats);
        let results: Vec<_> = people
            .filter_map(|(seat, sitter)| {
                let account = sitter.account()?.to_owned();
                Some(SeatResult { account, seat: seat.0.into(), verdict: verdict(seat) })
            })
            .collect();
        let payouts = payouts(&self.room, &results, void || all(&results, SeatOutcome::Drew));
        let different = self.room.meta.accounts().len() == results.len();
        Finish {
            id: self.room.id.to_string(),
            epoch: self.log.epoch,
            outcome: outcome.to_string(),
            at: unix_ms(),
            rated: self.room.meta.rated && different && !void && self.counts_for_losers(),
            losers_only: !self.was_played(),
            results: if void { Vec::new() } else { results },
            payouts,
        }
    }

    /// Whether the match moves the ratings of those who lost it: those who did not have made enough
    /// decisions. So nobody gets out of a loss by doing nothing, and nobody gains by it.
    fn counts_for_losers(&self) -> bool {
        let Some(outcome) = self.table.outcome() else { return false };
        let lost = |seat: usize| {
            let seat = Seat(u8::try_from(seat).unwrap_or(u8::MAX));
            !outcome.won.contains(seat) && !outcome.drew.contains(seat)
        };
        self.was_played() || self.enough_decisions(|seat| !lost(seat))
    }

    /// Whether every player has made enough decisions for the match to move all ratings.
    fn was_played(&self) -> bool {
        // A tie that has to be broken was played.
        if self.room.meta.decides.is_some() {
            return true;
        }
        self.enough_decisions(|_| true)
    }

    /// Whether these players, and there are some, have made enough decisions.
    fn enough_decisions(&self, of: impl Fn(usize) -> bool) -> bool {
        let enough = self.app.rules(self.room.game).map_or(0, AnyGame::rated_decisions);
        let people = self.room.meta.seats.iter().zip(&self.seats).enumerate();
        let people = people.filter(|(at, (sitter, _))| sitter.account().is_some() && of(*at));
        let mut decisions = people.map(|(_, (_, state))| state.acts.decisions).peekable();
        decisions.peek().is_some() && decisions.all(|made| made >= enough)
    }

    async fn close(&mut self, finish: Finish, next: Option<&str>) {
        self.write_log();
        self.life = Life::Over(Linger::new(self.app.settings.linger));
        self.room.set_stage(self.life.stage());
        let paid = finish.payouts.clone();
        let store = self.app.store.clone();
        let whole = i64::try_from(self.log.sent).unwrap_or(i64::MAX);
        let mut kept = Box::pin(keep_end(&store, &finish, whole));
        let soon = tokio::time::timeout(SLOW, &mut kept).await;
        let kept = match soon {
            Ok(kept) => kept,
            Err(_) => {
                self.say_delayed();
                kept.await
            }
        };
        match kept {
            Ok(Finished::Done { balances, ratings, unrated }) => {
                self.app.forget_players(&self.room);
                for journal in &self.journals {
                    journal.settled(&self.room, &*self.table, &paid);
                }
                let short = self.room.meta.rated && !self.was_played();
                let unrated = unrated.map(Unrated::code).or(short.then_some("too_short"));
                let room = Arc::clone(&self.room);
                let unrated = room.meta.unrated.as_deref().or(unrated);
                self.say_ended(&balances, (&ratings, unrated), next);
                self.deliver();
            }
            Ok(Finished::Fenced) => {
                self.log.progress.trouble.fetch_or(FENCED, Ordering::AcqRel);
            }
            Err(error) => {
                // The log says how it ended; it is settled from there when the store is back.
                tracing::error!(id = %self.room.id, %error, "the end of a match was not kept");
                self.give_up();
            }
        }
    }

    fn say_ended(
        &mut self,
        balances: &[(String, i64)],
        (ratings, unrated): (&[Rated], Option<&str>),
        next: Option<&str>,
    ) {
        let room = Arc::clone(&self.room);
        for (seat, link) in self.seated() {
            let scene = Scene::new(&room, &*self.table, &self.clock);
            let text = dialect(room.meta.spoken_at(seat)).ended(&scene, seat, balances);
            if let Some(text) = text {
                self.post(link, text);
            }
        }
        let Some(outcome) = self.table.outcome() else { return };
        let moved: Vec<_> = ratings.iter().map(|rated| self.moved(rated)).collect();
        let mut text = json!({
            "type": "ended", "match": &*self.room.id, "outcome": outcome,
            "seed": self.table.replay().seed, "digest": self.table.digest(),
            "replay": format!("/api/matches/{}/replay", self.room.id), "ratings": moved,
        });
        if let Some(next) = next {
            text["next"] = json!(next);
        } else if let Some(code) = unrated {
            text["unrated"] = json!(code);
        }
        self.post_platform(&crate::message::write(&text));
    }

    fn moved(&self, rated: &Rated) -> Value {
        let seats: Vec<_> = self.room.meta.seats_of(&rated.account).collect();
        json!({"seats": seats, "before": rated.before.rating, "after": rated.after.rating})
    }

    /// Begins the match again once all its people have asked for it.
    async fn play_again(&mut self) {
        let accounts = self.room.meta.accounts();
        let Some(linger) = self.life.linger() else { return };
        let all = |account: &String| linger.wishes.iter().any(|(wishing, _)| wishing == account);
        if !accounts.iter().all(all) {
            if let Some(reply) = linger.wishes.last().map(|(_, reply)| reply.clone()) {
                self.answer(&reply, Ok(json!({"waiting": true})));
            }
            return self.tell_of_wishes();
        }
        let wishes = std::mem::take(&mut linger.wishes);
        let beginning = Beginning {
            id: new_id("m_"),
            game: self.room.game.into(),
            preset: None,
            config: self.table.replay().config,
            meta: Meta { decides: None, unrated: None, ..self.room.meta.clone() },
            origin: Origin::Fresh,
        };
        let app = Arc::clone(&self.app);
        let begun = Box::pin(begin(&app, beginning)).await;
        for (_, reply) in &wishes {
            match &begun {
                Ok(room) => self.answer(reply, Ok(json!({"match": &*room.id}))),
                Err(_) => self.refuse(reply, "no_match", "it cannot begin"),
            }
        }
        self.deliver();
        if let Ok(room) = begun {
            self.life = Life::Gone;
            app.seat_players(&room).await;
        }
    }

    /// Tells the others that somebody would play again.
    fn tell_of_wishes(&mut self) {
        let room = Arc::clone(&self.room);
        let Some(linger) = self.life.linger() else { return };
        let accounts = linger.wishes.iter().map(|(account, _)| account.as_str());
        let seats: Vec<_> = accounts.flat_map(|account| room.meta.seats_of(account)).collect();
        let text = crate::message::write(&json!({
            "type": "rematch", "match": &*self.room.id, "seats": seats,
        }));
        self.post_platform(&text);
    }
}

/// Keeps how a match ended, once its log is whole up to this line: a result without the act that
/// brought it must not stand. A store that fails is asked again for a while.
async fn keep_end(store: &Store, finish: &Finish, whole: i64) -> Result<Finished, StoreError> {
    let (since, mut pause) = (Instant::now(), None);
    loop {
        let finish = finish.clone();
        let kept = store.write(move |kept| {
            check_log(kept, &finish.id, whole)?;
            kept.finish(&finish)
        });
        match kept.await {
            Err(StoreError::Unavailable(_)) if since.elapsed() < PATIENCE => {
                let next = pause_after(pause);
                tokio::time::sleep(next).await;
                pause = Some(next);
            }
            kept => return kept,
        }
    }
}

/// Fails while the log of a match lacks lines that were sent.
fn check_log(kept: &mut dyn Backend, id: &str, whole: i64) -> Result<(), StoreError> {
    match kept.last_seq(id)? {
        last if last >= whole => Ok(()),
        last => {
            Err(StoreError::Unavailable(format!("line {last} of {whole} is the last one kept")))
        }
    }
}

fn all(results: &[SeatResult], verdict: SeatOutcome) -> bool {
    !results.is_empty() && results.iter().all(|result| result.verdict == verdict)
}

fn verdicts(outcome: &Outcome) -> impl Fn(Seat) -> SeatOutcome + use<> {
    let (won, drew) = (outcome.won, outcome.drew);
    move |seat| match () {
        () if won.contains(seat) => SeatOutcome::Won,
        () if drew.contains(seat) => SeatOutcome::Drew,
        () => SeatOutcome::Lost,
    }
}

/// The pot goes to the winners in equal parts, and back where nobody won or lost; else it is burned.
fn payouts(room: &Room, results: &[SeatResult], back: bool) -> Vec<(String, i64)> {
    let stake = room.meta.stake;
    if stake == 0 {
        return Vec::new();
    }
    let people = || room.meta.seats.iter().filter_map(Sitter::account);
    if back {
        return people().map(|account| (account.to_owned(), stake)).collect();
    }
    let pot = stake * i64::try_from(people().count()).unwrap_or(0);
    let winners: Vec<_> =
        results.iter().filter(|result| result.verdict == SeatOutcome::Won).collect();
    let share = pot / i64::try_from(winners.len().max(1)).unwrap_or(1);
    winners.iter().map(|winner| (winner.account.clone(), share)).collect()
}
