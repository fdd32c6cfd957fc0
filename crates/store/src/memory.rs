//! Keeps everything in memory: for tests, and for matches nobody will miss.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::backend::{Backend, Kept};
use crate::{
    Account, Clock, Created, Entry, Finish, Finished, MatchFilter, MatchRow, NewAccount, NewMatch,
    QueuePlace, Ranked, Rated, Rating, Renamed, Totals, record, sql,
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
    pub(crate) fn keep(&self, entries: Vec<Entry>) -> bool {
        let mut shelves = self.shelves();
        entries.into_iter().all(|entry| shelves.keep(entry))
    }
}

impl Shelves {
    /// Keeps a line, unless it is not the holder's, or not the next one.
    fn keep(&mut self, entry: Entry) -> bool {
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

    fn rate(&mut self, game: &str, finish: &Finish) -> Vec<Rated> {
        let before: Vec<_> = (finish.results.iter())
            .map(|result| {
                let key = (game.to_owned(), result.account.clone());
                self.ratings.get(&key).map_or_else(Rating::default, |(rating, _)| *rating)
            })
            .collect();
        let rated = sql::rated(&finish.results, &before);
        for moved in &rated {
            let key = (game.to_owned(), moved.account.clone());
            let matches = self.ratings.get(&key).map_or(0, |(_, matches)| *matches);
            self.ratings.insert(key, (moved.after, matches + 1));
        }
        rated
    }
}

impl Backend for Memory {
    fn begin(&mut self) -> Kept<()> {
        Ok(())
    }

    fn commit(&mut self) -> Kept<()> {
        Ok(())
    }

    fn rollback(&mut self) {}

    fn save(&mut self, work: &mut dyn FnMut(&mut dyn Backend) -> Kept<()>) -> Kept<()> {
        work(self)
    }

    fn append(&mut self, entries: &[Entry]) -> Kept<Vec<bool>> {
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
        let mut ratings = Vec::new();
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
                ratings = shelves.rate(&game, finish);
            }
        }
        let balance = |account: &String| {
            (account.clone(), shelves.accounts.get(account).map_or(0, |account| account.tokens))
        };
        let balances = sql::paid_accounts(finish).iter().map(balance).collect();
        Ok(Finished::Done { balances, ratings })
    }

    fn match_row(&mut self, id: &str) -> Kept<Option<MatchRow>> {
        Ok(self.shelves().matches.get(id).map(|kept| kept.row.clone()))
    }

    fn matches(&mut self, filter: &MatchFilter) -> Kept<Vec<MatchRow>> {
        let shelves = self.shelves();
        let wanted = |kept: &&Shelved| {
            filter.game.as_ref().is_none_or(|game| *game == kept.row.game)
                && filter.account.as_ref().is_none_or(|account| kept.accounts.contains(account))
                && (kept.public || !filter.public)
                && filter.finished.is_none_or(|finished| finished == kept.row.finished.is_some())
        };
        let mut rows: Vec<_> =
            shelves.matches.values().filter(wanted).map(|kept| kept.row.clone()).collect();
        rows.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
        rows.truncate(usize::try_from(filter.limit).unwrap_or(0));
        Ok(rows)
    }

    fn entries(&mut self, id: &str) -> Kept<Vec<String>> {
        Ok(self.shelves().matches.get(id).map(|kept| kept.log.clone()).unwrap_or_default())
    }

    fn create_account(&mut self, new: &NewAccount) -> Kept<()> {
        let NewAccount { id, token_hash, tokens, at: _ } = new.clone();
        let mut shelves = self.shelves();
        shelves.given += tokens;
        shelves.by_token.insert(token_hash.clone(), id.clone());
        let account = Account { id: id.clone(), token_hash, name: None, tokens };
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

    fn leaderboard(&mut self, game: &str, limit: i64) -> Kept<Vec<Ranked>> {
        let shelves = self.shelves();
        let of_game = shelves.ratings.iter().filter(|((of, _), _)| of == game);
        let mut ranked: Vec<_> = of_game
            .map(|((_, account), (rating, matches))| Ranked {
                account: account.clone(),
                name: shelves.accounts.get(account).and_then(|account| account.name.clone()),
                rating: *rating,
                matches: *matches,
            })
            .collect();
        ranked.sort_by(|a, b| {
            b.rating.rating.total_cmp(&a.rating.rating).then_with(|| a.account.cmp(&b.account))
        });
        ranked.truncate(usize::try_from(limit).unwrap_or(0));
        Ok(ranked)
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

    fn beat(&mut self, wall: i64) -> Kept<()> {
        self.shelves().beat = Some(wall);
        Ok(())
    }

    fn last_beat(&mut self) -> Kept<Option<i64>> {
        Ok(self.shelves().beat)
    }
}
