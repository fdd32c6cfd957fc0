//! Keeps everything in memory: for tests, and for matches nobody will miss.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::backend::{Backend, Kept};
use crate::beat::Pulse;
use crate::{
    Account, Clock, Created, Finish, Finished, LeaderPage, LeaderPlace, ListedMatch, LogEntry,
    MatchFilter, MatchRow, NewAccount, NewMatch, QueuePlace, RATING_DAY_MS, Ranked, Rated, Rating,
    Renamed, Scope, Totals, Unfinished, Unrated, lists, ratings, record,
};

/// A store that is gone with the process. Clones share what they keep.
#[derive(Clone, Default)]
pub struct Memory {
    shelves: Arc<Mutex<Shelves>>,
    /// Held by whoever changes several things together.
    turn: Arc<Mutex<()>>,
}

#[derive(Default)]
struct Shelves {
    accounts: BTreeMap<String, Account>,
    by_token: BTreeMap<String, String>,
    by_name: BTreeMap<String, String>,
    matches: BTreeMap<String, Shelved>,
    queue: BTreeMap<String, QueuePlace>,
    ratings: BTreeMap<(String, String), (Rating, i64)>,
    /// Where accounts were seen, and when last.
    addresses: BTreeMap<(String, String), i64>,
    /// When two accounts last moved each other's rating of a game.
    pairings: BTreeMap<(String, [String; 2]), i64>,
    shares: BTreeMap<String, String>,
    given: i64,
    burned: i64,
    beat: Option<i64>,
}

/// A match with its log.
struct Shelved {
    row: MatchRow,
    public: bool,
    accounts: Vec<String>,
    log: Vec<String>,
}

impl Memory {
    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something; nobody else's changes come between.
    pub(crate) fn change<T>(&self, work: impl FnOnce(&mut dyn Backend) -> Kept<T>) -> Kept<T> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut self.clone())
    }

    /// Keeps lines; says whether all of them stand.
    pub(crate) fn keep(&self, entries: Vec<LogEntry>) -> bool {
        let mut shelves = self.shelves();
        entries.into_iter().all(|entry| shelves.keep(entry))
    }
}

fn listed(kept: &Shelved) -> ListedMatch {
    let row = &kept.row;
    ListedMatch {
        id: row.id.clone(),
        game: row.game.clone(),
        meta: row.meta.clone(),
        created: row.created,
        finished: row.finished,
        outcome: row.outcome.clone(),
    }
}

impl Shelves {
    /// Whether nobody has used an account since a moment, and it neither plays nor waits.
    fn is_stale(&self, account: &Account, before: i64) -> bool {
        let running = |kept: &Shelved| kept.row.finished.is_none();
        account.seen < before
            && !self.queue.contains_key(&account.id)
            && !self
                .matches
                .values()
                .any(|kept| running(kept) && kept.accounts.contains(&account.id))
    }

    /// Keeps a line, unless it is not the holder's, or not the next one.
    fn keep(&mut self, entry: LogEntry) -> bool {
        let Some(kept) = self.matches.get_mut(&*entry.id) else { return false };
        let place = usize::try_from(entry.seq - 1).unwrap_or(usize::MAX);
        if kept.row.epoch != entry.epoch || kept.row.finished.is_some() {
            return false;
        }
        if place == kept.log.len() {
            kept.log.push(entry.body);
            return true;
        }
        kept.log.get(place) == Some(&entry.body)
    }

    fn pay(&mut self, account: &str, amount: i64) -> i64 {
        let Some(account) = self.accounts.get_mut(account) else { return 0 };
        account.tokens += amount;
        account.tokens
    }

    fn unrated(&self, game: &str, pair: [&str; 2], at: i64) -> Option<Unrated> {
        let recent = |when: &i64| *when > at - RATING_DAY_MS;
        let seen = |account: &str| {
            let all = self.addresses.iter().filter(|(_, when)| recent(when));
            let own = all.filter(|((of, _), _)| of == account);
            own.map(|((_, address), _)| address.clone()).collect::<Vec<_>>()
        };
        let [first, second] = pair.map(seen);
        if first.iter().any(|address| second.contains(address)) {
            return Some(Unrated::SameAddress);
        }
        let met = |one: &str, others: &[String]| {
            others.iter().any(|other| {
                let key = (game.to_owned(), record::pair_key([one, other]).map(str::to_owned));
                self.pairings.get(&key).is_some_and(recent)
            })
        };
        let near = |account: &str, at: &[String]| {
            let mut near = vec![account.to_owned()];
            let there = self.addresses.keys().filter(|(_, address)| at.contains(address));
            near.extend(there.map(|(account, _)| account.clone()));
            near
        };
        let (one, other) = (pair[0], pair[1]);
        let played = met(one, &near(other, &second)) || met(other, &near(one, &first));
        played.then_some(Unrated::PlayedToday)
    }

    fn rate(&mut self, game: &str, finish: &Finish) -> (Vec<Rated>, Option<Unrated>) {
        let before: Vec<_> = (finish.results.iter())
            .map(|result| {
                let key = (game.to_owned(), result.account.clone());
                self.ratings.get(&key).map_or_else(Rating::default, |(rating, _)| *rating)
            })
            .collect();
        let mut unrated = None;
        let mut counted = Vec::new();
        for pair in ratings::pairs(&finish.results) {
            let accounts = pair.map(|at| finish.results[at].account.as_str());
            match self.unrated(game, accounts, finish.at) {
                Some(why) => unrated = Some(why),
                None => counted.push(pair),
            }
        }
        for pair in &counted {
            let accounts = pair.map(|at| finish.results[at].account.as_str());
            let key = (game.to_owned(), record::pair_key(accounts).map(str::to_owned));
            self.pairings.insert(key, finish.at);
        }
        let mut rated = ratings::rated(&finish.results, &before, &counted);
        rated.retain(|moved| finish.moves(&moved.account));
        for moved in &rated {
            let key = (game.to_owned(), moved.account.clone());
            let matches = self.ratings.get(&key).map_or(0, |(_, matches)| *matches);
            self.ratings.insert(key, (moved.after, matches + 1));
        }
        (rated, unrated)
    }
}

impl Pulse for Memory {
    fn beat(&mut self, at: i64) -> Kept<()> {
        self.shelves().beat = Some(at);
        Ok(())
    }
}

impl Backend for Memory {
    fn begin(&mut self) -> Kept<()> {
        Ok(())
    }

    fn commit(&mut self) -> Kept<()> {
        Ok(())
    }

    fn committed(&mut self) -> Kept<bool> {
        Ok(true)
    }

    fn rollback(&mut self) {}

    fn save(&mut self, work: &mut dyn FnMut(&mut dyn Backend) -> Kept<()>) -> Kept<()> {
        work(self)
    }

    fn append(&mut self, entries: &[LogEntry]) -> Kept<Vec<bool>> {
        let mut shelves = self.shelves();
        Ok(entries.iter().map(|entry| shelves.keep(entry.clone())).collect())
    }

    fn create_match(&mut self, new: &NewMatch) -> Kept<Created> {
        let mut shelves = self.shelves();
        let mut owed: BTreeMap<&str, i64> = BTreeMap::new();
        for (account, amount) in &new.stakes {
            *owed.entry(account).or_default() += amount;
            let tokens = shelves.accounts.get(account).map_or(0, |account| account.tokens);
            if tokens < owed[account.as_str()] {
                return Ok(Created::TooPoor(account.clone()));
            }
        }
        let balances =
            new.stakes.iter().map(|(account, amount)| shelves.pay(account, -amount)).collect();
        let row = MatchRow {
            id: new.id.clone(),
            game: new.game.clone(),
            header: new.header.clone(),
            meta: new.meta.clone(),
            epoch: 1,
            clock: Clock::default(),
            pot: new.stakes.iter().map(|(_, amount)| amount).sum(),
            created: new.created,
            finished: None,
            outcome: None,
        };
        let kept =
            Shelved { row, public: new.public, accounts: new.accounts.clone(), log: Vec::new() };
        shelves.matches.insert(new.id.clone(), kept);
        Ok(Created::Done { epoch: 1, balances })
    }

    fn take_up(&mut self, id: &str) -> Kept<Option<i64>> {
        let mut shelves = self.shelves();
        let kept = shelves.matches.get_mut(id).filter(|kept| kept.row.finished.is_none());
        Ok(kept.map(|kept| {
            kept.row.epoch += 1;
            kept.row.epoch
        }))
    }

    fn take_up_all(&mut self, last_beat: Option<i64>) -> Kept<Vec<Unfinished>> {
        let mut shelves = self.shelves();
        let unfinished = shelves.matches.values_mut().map(|kept| &mut kept.row);
        let unfinished = unfinished.filter(|row| row.finished.is_none());
        let taken = unfinished.map(|row| {
            row.epoch += 1;
            let ran = row.clock.wall.map_or(0, |wall| last_beat.unwrap_or(0) - wall);
            row.clock = Clock { wall: None, at: row.clock.at + ran.max(0) };
            let (id, game, meta) = (row.id.clone(), row.game.clone(), row.meta.clone());
            Unfinished { id, game, meta, epoch: row.epoch }
        });
        Ok(taken.collect())
    }

    fn set_clock(&mut self, id: &str, clock: Clock) -> Kept<()> {
        if let Some(kept) = self.shelves().matches.get_mut(id) {
            kept.row.clock = clock;
        }
        Ok(())
    }

    fn finish(&mut self, finish: &Finish) -> Kept<Finished> {
        let mut shelves = self.shelves();
        let Some(kept) = shelves.matches.get_mut(&finish.id) else { return Ok(Finished::Fenced) };
        if kept.row.epoch != finish.epoch {
            return Ok(Finished::Fenced);
        }
        let (game, pot) = (kept.row.game.clone(), kept.row.pot);
        let again = kept.row.finished.is_some();
        let (mut ratings, mut unrated) = (Vec::new(), None);
        if !again {
            kept.row.finished = Some(finish.at);
            kept.row.outcome = Some(finish.outcome.clone());
            kept.row.pot = 0;
            let paid: i64 = finish.payouts.iter().map(|(_, amount)| amount).sum();
            shelves.burned += pot - paid;
            for (account, amount) in &finish.payouts {
                shelves.pay(account, *amount);
            }
            if finish.rated {
                (ratings, unrated) = shelves.rate(&game, finish);
            }
        }
        let balance = |account: &String| {
            (account.clone(), shelves.accounts.get(account).map_or(0, |account| account.tokens))
        };
        let balances = ratings::paid_accounts(finish).iter().map(balance).collect();
        Ok(Finished::Done { balances, ratings, unrated })
    }

    fn match_row(&mut self, id: &str) -> Kept<Option<MatchRow>> {
        Ok(self.shelves().matches.get(id).map(|kept| kept.row.clone()))
    }

    fn matches(&mut self, filter: &MatchFilter) -> Kept<Vec<ListedMatch>> {
        let shelves = self.shelves();
        let wanted = |kept: &&Shelved| {
            let place = (kept.row.created, &kept.row.id);
            filter.game.as_ref().is_none_or(|game| *game == kept.row.game)
                && match &filter.scope {
                    Scope::Public => kept.public,
                    Scope::Account(account) => kept.accounts.contains(account),
                }
                && filter.before.as_ref().is_none_or(|(created, id)| place < (*created, id))
                && filter.finished.is_none_or(|finished| finished == kept.row.finished.is_some())
        };
        let mut found: Vec<_> = shelves.matches.values().filter(wanted).map(listed).collect();
        lists::latest_first(&mut found, filter.limit);
        Ok(found)
    }

    fn last_seq(&mut self, id: &str) -> Kept<i64> {
        let shelves = self.shelves();
        let lines = shelves.matches.get(id).map_or(0, |kept| kept.log.len());
        Ok(i64::try_from(lines).unwrap_or(i64::MAX))
    }

    fn entries(&mut self, id: &str) -> Kept<Vec<String>> {
        Ok(self.shelves().matches.get(id).map(|kept| kept.log.clone()).unwrap_or_default())
    }

    fn note_address(&mut self, account: &str, address: &str, at: i64) -> Kept<()> {
        self.shelves().addresses.insert((account.to_owned(), address.to_owned()), at);
        Ok(())
    }

    fn forget_addresses(&mut self, before: i64) -> Kept<()> {
        self.shelves().addresses.retain(|_, seen| *seen >= before);
        Ok(())
    }

    fn unrated(&mut self, game: &str, pair: [&str; 2], at: i64) -> Kept<Option<Unrated>> {
        Ok(self.shelves().unrated(game, pair, at))
    }

    fn share_match(&mut self, id: &str, secret: &str) -> Kept<String> {
        let mut shelves = self.shelves();
        Ok(shelves.shares.entry(id.to_owned()).or_insert_with(|| secret.to_owned()).clone())
    }

    fn share_of(&mut self, id: &str) -> Kept<Option<String>> {
        Ok(self.shelves().shares.get(id).cloned())
    }

    fn create_account(&mut self, new: &NewAccount) -> Kept<()> {
        let NewAccount { id, token_hash, tokens, at } = new.clone();
        let mut shelves = self.shelves();
        shelves.given += tokens;
        shelves.by_token.insert(token_hash.clone(), id.clone());
        let account = Account { id: id.clone(), token_hash, name: None, tokens, seen: at };
        shelves.accounts.insert(id, account);
        Ok(())
    }

    fn account_by_token(&mut self, token_hash: &str) -> Kept<Option<Account>> {
        let shelves = self.shelves();
        let id = shelves.by_token.get(token_hash);
        Ok(id.and_then(|id| shelves.accounts.get(id)).cloned())
    }

    fn account(&mut self, id: &str) -> Kept<Option<Account>> {
        Ok(self.shelves().accounts.get(id).cloned())
    }

    fn rename(&mut self, id: &str, name: &str, fee: i64) -> Kept<Renamed> {
        let mut shelves = self.shelves();
        let key = record::name_key(name);
        if shelves.by_name.get(&key).is_some_and(|owner| owner != id) {
            return Ok(Renamed::Taken);
        }
        let Some(account) = shelves.accounts.get_mut(id) else { return Ok(Renamed::TooPoor) };
        let fee = if account.name.is_some() { fee } else { 0 };
        if account.tokens < fee {
            return Ok(Renamed::TooPoor);
        }
        account.tokens -= fee;
        let before = account.name.replace(name.to_owned());
        let account = account.clone();
        shelves.burned += fee;
        if let Some(before) = before {
            shelves.by_name.remove(&record::name_key(&before));
        }
        shelves.by_name.insert(key, id.to_owned());
        Ok(Renamed::Done(account))
    }

    fn queue_put(&mut self, place: &QueuePlace) -> Kept<()> {
        self.shelves().queue.insert(place.account.clone(), place.clone());
        Ok(())
    }

    fn queue_remove(&mut self, account: &str) -> Kept<()> {
        self.shelves().queue.remove(account);
        Ok(())
    }

    fn queue_places(&mut self) -> Kept<Vec<QueuePlace>> {
        let mut places: Vec<_> = self.shelves().queue.values().cloned().collect();
        places.sort_by(|a, b| (a.since, &a.account).cmp(&(b.since, &b.account)));
        Ok(places)
    }

    fn leaderboard(&mut self, page: &LeaderPage) -> Kept<Vec<Ranked>> {
        let shelves = self.shelves();
        let of_game = shelves.ratings.iter().filter(|((of, _), _)| *of == page.game);
        let mut ranked: Vec<_> = of_game
            .filter(|(_, (rating, _))| !rating.is_provisional())
            .map(|((_, account), (rating, matches))| Ranked {
                account: account.clone(),
                name: shelves.accounts.get(account).and_then(|account| account.name.clone()),
                rating: *rating,
                matches: *matches,
            })
            .collect();
        let better = |(a, a_is): (f64, &String), (b, b_is): (f64, &String)| {
            b.total_cmp(&a).then_with(|| b_is.cmp(a_is))
        };
        if let Some(LeaderPlace { rating, account }) = &page.after {
            let below = |found: &Ranked| {
                better((*rating, account), (found.rating.rating, &found.account)).is_lt()
            };
            ranked.retain(below);
        }
        ranked.sort_by(|a, b| better((a.rating.rating, &a.account), (b.rating.rating, &b.account)));
        ranked.truncate(usize::try_from(page.limit).unwrap_or(0));
        Ok(ranked)
    }

    fn seen(&mut self, account: &str, at: i64) -> Kept<bool> {
        let mut shelves = self.shelves();
        let found = shelves.accounts.get_mut(account);
        Ok(found.map(|account| account.seen = at).is_some())
    }

    fn remove_matches(&mut self, before: i64, limit: i64) -> Kept<usize> {
        let mut shelves = self.shelves();
        let ended = shelves.matches.values().map(|kept| (kept.row.finished, &kept.row.id));
        let old = ended.filter(|(at, _)| at.is_some_and(|at| at < before));
        let mut old: Vec<_> = old.map(|(at, id)| (at, id.clone())).collect();
        old.sort();
        old.truncate(usize::try_from(limit).unwrap_or(0));
        old.iter().for_each(|(_, id)| drop(shelves.matches.remove(id)));
        Ok(old.len())
    }

    fn stale_accounts(&mut self, before: i64, limit: i64) -> Kept<Vec<String>> {
        let shelves = self.shelves();
        let stale = shelves.accounts.values().filter(|account| shelves.is_stale(account, before));
        let limit = usize::try_from(limit).unwrap_or(0);
        Ok(stale.map(|account| account.id.clone()).take(limit).collect())
    }

    fn remove_account(&mut self, account: &str, before: i64) -> Kept<bool> {
        let mut shelves = self.shelves();
        let found = shelves.accounts.get(account);
        let Some(found) = found.filter(|found| shelves.is_stale(found, before)).cloned() else {
            return Ok(false);
        };
        shelves.accounts.remove(account);
        shelves.by_token.remove(&found.token_hash);
        if let Some(name) = &found.name {
            shelves.by_name.remove(&record::name_key(name));
        }
        shelves.burned += found.tokens;
        shelves.ratings.retain(|(_, of), _| of != account);
        shelves.matches.values_mut().for_each(|kept| kept.accounts.retain(|of| of != account));
        Ok(true)
    }

    fn give_back(&mut self, _pages: u32) -> Kept<()> {
        Ok(())
    }

    fn settle(&mut self) -> Kept<()> {
        Ok(())
    }

    fn totals(&mut self) -> Kept<Totals> {
        let shelves = self.shelves();
        Ok(Totals {
            accounts: i64::try_from(shelves.accounts.len()).unwrap_or(i64::MAX),
            given: shelves.given,
            balances: shelves.accounts.values().map(|account| account.tokens).sum(),
            pots: shelves.matches.values().map(|kept| kept.row.pot).sum(),
            burned: shelves.burned,
        })
    }

    fn probe(&mut self, _: bool) -> Kept<()> {
        Ok(())
    }

    fn last_beat(&mut self) -> Kept<Option<i64>> {
        Ok(self.shelves().beat)
    }
}
