//! The store in SQL that SQLite and PostgreSQL both speak.

use std::collections::BTreeSet;

use crate::backend::{Backend, Kept};
use crate::record::name_key;
use crate::{
    Account, Clock, Created, Entry, Finish, Finished, MatchFilter, MatchRow, NewAccount, NewMatch,
    QueuePlace, Ranked, Rated, Rating, Renamed, Score, SeatResult, StoreError, Totals, Verdict,
};

/// A value given to a statement.
#[derive(Clone, Copy, Debug)]
pub enum Param<'a> {
    /// Text.
    Text(&'a str),
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// Nothing.
    Null,
}

/// A value found.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Text.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// Nothing.
    Null,
}

/// A line found.
pub type Row = Vec<Cell>;

/// A database that speaks SQL. Parameters are written `$1`, `$2`, … in the order of their first use;
/// the comments `/*share*/` and `/*update*/` stand where a row is to be locked against others.
pub trait Driver: Send {
    /// Runs a statement; says how many rows it touched.
    fn execute(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<u64>;
    /// Runs one statement for many sets of parameters, in order.
    fn execute_all(&mut self, sql: &'static str, sets: &[Vec<Param<'_>>]) -> Kept<Vec<u64>>;
    /// Runs a question.
    fn query(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<Vec<Row>>;
    /// Runs statements without parameters.
    fn script(&mut self, sql: &str) -> Kept<()>;
    /// Gives up what is under way and gets ready for more.
    fn reset(&mut self);
    /// Notes that the host is alive.
    fn beat(&mut self, wall: i64) -> Kept<()>;
    /// The last such note.
    fn last_beat(&mut self) -> Kept<Option<i64>>;
}

/// The steps from an empty database to the schema of today; a step is never changed, only added.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE accounts (
        id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, name TEXT, name_key TEXT UNIQUE,
        tokens BIGINT NOT NULL CHECK (tokens >= 0), created BIGINT NOT NULL);
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, header TEXT NOT NULL, meta TEXT NOT NULL,
        epoch BIGINT NOT NULL, wall BIGINT, at BIGINT NOT NULL, pot BIGINT NOT NULL,
        created BIGINT NOT NULL, finished BIGINT, outcome TEXT);
    CREATE INDEX matches_finished ON matches (finished, created);
    CREATE TABLE entries (
        match TEXT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, seq));
    CREATE TABLE players (
        match TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (account, match));
    CREATE TABLE results (
        match TEXT NOT NULL, seat BIGINT NOT NULL, account TEXT NOT NULL, verdict TEXT NOT NULL,
        PRIMARY KEY (match, seat));
    CREATE TABLE ratings (
        game TEXT NOT NULL, account TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
        matches BIGINT NOT NULL, PRIMARY KEY (game, account));
    CREATE TABLE queue (
        account TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, since BIGINT NOT NULL);
    CREATE TABLE sums (name TEXT PRIMARY KEY, amount BIGINT NOT NULL);
    INSERT INTO sums VALUES ('burned', 0), ('given', 0);
",
    "
    ALTER TABLE matches ADD COLUMN public BIGINT NOT NULL DEFAULT 0;
",
];

/// A store on an SQL database.
pub struct Sql<D> {
    driver: D,
}

impl<D: Driver> Sql<D> {
    /// Takes a database into use: brings its schema up to date.
    pub fn open(mut driver: D) -> Kept<Self> {
        driver.script("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")?;
        let versions = driver.query("SELECT version FROM schema_version", &[])?;
        let found = versions.first().map_or(Ok(0), |row| int(row, 0))?;
        let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
        if found > known {
            return Err(StoreError::TooNew { found, known });
        }
        for step in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
            driver.script("BEGIN")?;
            driver.script(step)?;
            driver.script("DELETE FROM schema_version")?;
            let next = (MIGRATIONS.iter().position(|known| known == step)).map_or(0, |at| at + 1);
            driver.script(&format!("INSERT INTO schema_version VALUES ({next})"))?;
            driver.script("COMMIT")?;
        }
        Ok(Sql { driver })
    }

    pub(crate) fn driver_mut(&mut self) -> &mut D {
        &mut self.driver
    }

    fn one(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<Option<Row>> {
        Ok(self.driver.query(sql, params)?.into_iter().next())
    }

    fn pay(&mut self, account: &str, amount: i64) -> Kept<Option<i64>> {
        let sql = "UPDATE accounts SET tokens = tokens + $1 \
                   WHERE id = $2 AND tokens + $1 >= 0 RETURNING tokens";
        let row = self.one(sql, &[Param::Int(amount), Param::Text(account)])?;
        row.map(|row| int(&row, 0)).transpose()
    }

    fn add(&mut self, sum: &str, amount: i64) -> Kept<()> {
        let sql = "UPDATE sums SET amount = amount + $1 WHERE name = $2";
        self.driver.execute(sql, &[Param::Int(amount), Param::Text(sum)]).map(|_| ())
    }

    /// Takes the stakes; gives back those already taken where one cannot pay.
    fn charge(&mut self, stakes: &[(String, i64)]) -> Kept<Result<Vec<i64>, String>> {
        let mut balances = Vec::with_capacity(stakes.len());
        for (place, (account, amount)) in stakes.iter().enumerate() {
            match self.pay(account, -amount)? {
                Some(balance) => balances.push(balance),
                None => {
                    for (account, amount) in stakes.iter().take(place) {
                        self.pay(account, *amount)?;
                    }
                    return Ok(Err(account.clone()));
                }
            }
        }
        Ok(Ok(balances))
    }

    fn settle(&mut self, finish: &Finish, game: &str, pot: i64) -> Kept<Vec<Rated>> {
        let sql = "UPDATE matches SET finished = $1, outcome = $2, pot = 0 WHERE id = $3";
        let Finish { id, outcome, at, .. } = finish;
        self.driver.execute(sql, &[Param::Int(*at), Param::Text(outcome), Param::Text(id)])?;
        let mut paid = 0;
        for (account, amount) in &finish.payouts {
            paid += self.pay(account, *amount)?.map_or(0, |_| *amount);
        }
        if pot > paid {
            self.add("burned", pot - paid)?;
        }
        for SeatResult { account, seat, verdict } in &finish.results {
            let sql = "INSERT INTO results VALUES ($1, $2, $3, $4)";
            let verdict = match verdict {
                Verdict::Won => "won",
                Verdict::Drew => "drew",
                Verdict::Lost => "lost",
            };
            let params =
                [Param::Text(id), Param::Int(*seat), Param::Text(account), Param::Text(verdict)];
            self.driver.execute(sql, &params)?;
        }
        if finish.rated { self.rate(game, &finish.results) } else { Ok(Vec::new()) }
    }

    fn rate(&mut self, game: &str, results: &[SeatResult]) -> Kept<Vec<Rated>> {
        let mut before = Vec::with_capacity(results.len());
        for result in results {
            let sql = "SELECT rating, deviation, volatility FROM ratings \
                       WHERE game = $1 AND account = $2 /*update*/";
            let row = self.one(sql, &[Param::Text(game), Param::Text(&result.account)])?;
            before.push(row.map_or_else(|| Ok(Rating::default()), |row| rating(&row, 0))?);
        }
        let rated = rated(results, &before);
        for moved in &rated {
            let sql = "INSERT INTO ratings VALUES ($1, $2, $3, $4, $5, 1) \
                       ON CONFLICT (game, account) DO UPDATE SET rating = $3, deviation = $4, \
                       volatility = $5, matches = ratings.matches + 1";
            let Rating { rating, deviation, volatility } = moved.after;
            let params = [
                Param::Text(game),
                Param::Text(&moved.account),
                Param::Real(rating),
                Param::Real(deviation),
                Param::Real(volatility),
            ];
            self.driver.execute(sql, &params)?;
        }
        Ok(rated)
    }
}

impl<D: Driver> Backend for Sql<D> {
    fn begin(&mut self) -> Kept<()> {
        self.driver.script("BEGIN")
    }

    fn commit(&mut self) -> Kept<()> {
        self.driver.script("COMMIT")
    }

    fn rollback(&mut self) {
        self.driver.reset();
    }

    fn save(&mut self, work: &mut dyn FnMut(&mut dyn Backend) -> Kept<()>) -> Kept<()> {
        self.driver.script("SAVEPOINT work")?;
        match work(self) {
            Ok(()) => self.driver.script("RELEASE SAVEPOINT work"),
            Err(error) => {
                self.driver.script("ROLLBACK TO SAVEPOINT work")?;
                Err(error)
            }
        }
    }

    fn append(&mut self, entries: &[Entry]) -> Kept<Vec<bool>> {
        let sql = "INSERT INTO entries (match, seq, body) \
             SELECT id, CAST($1 AS BIGINT), CAST($2 AS TEXT) FROM matches \
             WHERE id = $3 AND epoch = $4 AND finished IS NULL AND (CAST($1 AS BIGINT) = 1 OR EXISTS \
             (SELECT 1 FROM entries WHERE match = $3 AND seq = CAST($1 AS BIGINT) - 1)) /*share*/ \
             ON CONFLICT DO NOTHING";
        let set = |entry| {
            let Entry { id, epoch, seq, body }: &Entry = entry;
            vec![Param::Int(*seq), Param::Text(body), Param::Text(id), Param::Int(*epoch)]
        };
        let sets: Vec<_> = entries.iter().map(set).collect();
        let written = self.driver.execute_all(sql, &sets)?;
        let mut stands = Vec::with_capacity(entries.len());
        for (entry, written) in entries.iter().zip(written) {
            stands.push(written == 1 || self.stands(entry)?);
        }
        Ok(stands)
    }

    fn create_match(&mut self, new: &NewMatch) -> Kept<Created> {
        let balances = match self.charge(&new.stakes)? {
            Ok(balances) => balances,
            Err(account) => return Ok(Created::TooPoor(account)),
        };
        let pot: i64 = new.stakes.iter().map(|(_, amount)| amount).sum();
        let sql = "INSERT INTO matches VALUES ($1, $2, $3, $4, 1, NULL, 0, $5, $6, NULL, NULL, $7)";
        let params = [
            Param::Text(&new.id),
            Param::Text(&new.game),
            Param::Text(&new.header),
            Param::Text(&new.meta),
            Param::Int(pot),
            Param::Int(new.created),
            Param::Int(new.public.into()),
        ];
        self.driver.execute(sql, &params)?;
        for account in &new.accounts {
            let sql = "INSERT INTO players VALUES ($1, $2) ON CONFLICT DO NOTHING";
            self.driver.execute(sql, &[Param::Text(&new.id), Param::Text(account)])?;
        }
        Ok(Created::Done { epoch: 1, balances })
    }

    fn take_up(&mut self, id: &str) -> Kept<Option<i64>> {
        let sql = "UPDATE matches SET epoch = epoch + 1 \
                   WHERE id = $1 AND finished IS NULL RETURNING epoch";
        self.one(sql, &[Param::Text(id)])?.map(|row| int(&row, 0)).transpose()
    }

    fn set_clock(&mut self, id: &str, clock: Clock) -> Kept<()> {
        let wall = clock.wall.map_or(Param::Null, Param::Int);
        let sql = "UPDATE matches SET wall = $1, at = $2 WHERE id = $3";
        self.driver.execute(sql, &[wall, Param::Int(clock.at), Param::Text(id)]).map(|_| ())
    }

    fn finish(&mut self, finish: &Finish) -> Kept<Finished> {
        let sql = "SELECT epoch, game, pot, finished FROM matches WHERE id = $1 /*update*/";
        let Some(row) = self.one(sql, &[Param::Text(&finish.id)])? else {
            return Ok(Finished::Fenced);
        };
        if int(&row, 0)? != finish.epoch {
            return Ok(Finished::Fenced);
        }
        let mut ratings = Vec::new();
        if maybe_int(&row, 3)?.is_none() {
            ratings = self.settle(finish, &text(&row, 1)?, int(&row, 2)?)?;
        }
        let mut balances = Vec::new();
        for account in paid_accounts(finish) {
            if let Some(found) = self.account(&account)? {
                balances.push((account, found.tokens));
            }
        }
        Ok(Finished::Done { balances, ratings })
    }

    fn match_row(&mut self, id: &str) -> Kept<Option<MatchRow>> {
        let sql = MATCH_BY_ID;
        self.one(sql, &[Param::Text(id)])?.map(|row| match_row(&row)).transpose()
    }

    fn matches(&mut self, filter: &MatchFilter) -> Kept<Vec<MatchRow>> {
        let any = |text: &Option<String>| text.clone().unwrap_or_default();
        let (game, account) = (any(&filter.game), any(&filter.account));
        let finished = filter.finished.map_or(-1, i64::from);
        let params = [
            Param::Text(&game),
            Param::Text(&account),
            Param::Int(finished),
            Param::Int(filter.public.into()),
            Param::Int(filter.limit.max(0)),
        ];
        self.driver.query(MATCHES, &params)?.iter().map(match_row).collect()
    }

    fn entries(&mut self, id: &str) -> Kept<Vec<String>> {
        let sql = "SELECT body FROM entries WHERE match = $1 ORDER BY seq";
        self.driver.query(sql, &[Param::Text(id)])?.iter().map(|row| text(row, 0)).collect()
    }

    fn create_account(&mut self, new: &NewAccount) -> Kept<()> {
        let sql = "INSERT INTO accounts VALUES ($1, $2, NULL, NULL, $3, $4)";
        let NewAccount { id, token_hash, tokens, at } = new;
        let params =
            [Param::Text(id), Param::Text(token_hash), Param::Int(*tokens), Param::Int(*at)];
        self.driver.execute(sql, &params)?;
        self.add("given", *tokens)
    }

    fn account_by_token(&mut self, token_hash: &str) -> Kept<Option<Account>> {
        let sql = "SELECT id, token_hash, name, tokens FROM accounts WHERE token_hash = $1";
        self.one(sql, &[Param::Text(token_hash)])?.map(|row| account(&row)).transpose()
    }

    fn account(&mut self, id: &str) -> Kept<Option<Account>> {
        let sql = "SELECT id, token_hash, name, tokens FROM accounts WHERE id = $1";
        self.one(sql, &[Param::Text(id)])?.map(|row| account(&row)).transpose()
    }

    fn rename(&mut self, id: &str, name: &str, fee: i64) -> Kept<Renamed> {
        let key = name_key(name);
        let sql = "SELECT id FROM accounts WHERE name_key = $1 AND id <> $2";
        if self.one(sql, &[Param::Text(&key), Param::Text(id)])?.is_some() {
            return Ok(Renamed::Taken);
        }
        let Some(before) = self.account(id)? else { return Ok(Renamed::TooPoor) };
        let fee = if before.name.is_some() { fee } else { 0 };
        if self.pay(id, -fee)?.is_none() {
            return Ok(Renamed::TooPoor);
        }
        if fee > 0 {
            self.add("burned", fee)?;
        }
        let sql = "UPDATE accounts SET name = $1, name_key = $2 WHERE id = $3";
        self.driver.execute(sql, &[Param::Text(name), Param::Text(&key), Param::Text(id)])?;
        Ok(self.account(id)?.map_or(Renamed::TooPoor, Renamed::Done))
    }

    fn queue_put(&mut self, place: &QueuePlace) -> Kept<()> {
        let sql = "INSERT INTO queue VALUES ($1, $2, $3, $4) ON CONFLICT (account) \
                   DO UPDATE SET queue = $2, body = $3, since = $4";
        let QueuePlace { account, queue, body, since } = place;
        let params =
            [Param::Text(account), Param::Text(queue), Param::Text(body), Param::Int(*since)];
        self.driver.execute(sql, &params).map(|_| ())
    }

    fn queue_remove(&mut self, account: &str) -> Kept<()> {
        self.driver
            .execute("DELETE FROM queue WHERE account = $1", &[Param::Text(account)])
            .map(|_| ())
    }

    fn queue_places(&mut self) -> Kept<Vec<QueuePlace>> {
        let sql = "SELECT account, queue, body, since FROM queue ORDER BY since, account";
        let place = |row: &Row| {
            Ok(QueuePlace {
                account: text(row, 0)?,
                queue: text(row, 1)?,
                body: text(row, 2)?,
                since: int(row, 3)?,
            })
        };
        self.driver.query(sql, &[])?.iter().map(place).collect()
    }

    fn leaderboard(&mut self, game: &str, limit: i64) -> Kept<Vec<Ranked>> {
        let sql = "SELECT account, name, rating, deviation, volatility, matches \
                   FROM ratings JOIN accounts ON accounts.id = ratings.account \
                   WHERE game = $1 ORDER BY rating DESC, account LIMIT $2";
        let ranked = |row: &Row| {
            Ok(Ranked {
                account: text(row, 0)?,
                name: maybe_text(row, 1)?,
                rating: rating(row, 2)?,
                matches: int(row, 5)?,
            })
        };
        let params = [Param::Text(game), Param::Int(limit.max(0))];
        self.driver.query(sql, &params)?.iter().map(ranked).collect()
    }

    fn totals(&mut self) -> Kept<Totals> {
        let sql = "SELECT (SELECT count(*) FROM accounts), \
             (SELECT amount FROM sums WHERE name = 'given'), \
             (SELECT CAST(coalesce(sum(tokens), 0) AS BIGINT) FROM accounts), \
             (SELECT CAST(coalesce(sum(pot), 0) AS BIGINT) FROM matches), \
             (SELECT amount FROM sums WHERE name = 'burned')";
        let row = self.one(sql, &[])?.unwrap_or_default();
        Ok(Totals {
            accounts: int(&row, 0)?,
            given: int(&row, 1)?,
            balances: int(&row, 2)?,
            pots: int(&row, 3)?,
            burned: int(&row, 4)?,
        })
    }

    fn beat(&mut self, wall: i64) -> Kept<()> {
        self.driver.beat(wall)
    }

    fn last_beat(&mut self) -> Kept<Option<i64>> {
        self.driver.last_beat()
    }
}

impl<D: Driver> Sql<D> {
    /// Whether a line that was not written stands there already, under a lease that still holds.
    fn stands(&mut self, entry: &Entry) -> Kept<bool> {
        let sql = "SELECT 1 FROM entries JOIN matches ON matches.id = entries.match \
                   WHERE match = $1 AND seq = $2 AND body = $3 AND epoch = $4";
        let Entry { id, epoch, seq, body } = entry;
        let params = [Param::Text(id), Param::Int(*seq), Param::Text(body), Param::Int(*epoch)];
        Ok(self.one(sql, &params)?.is_some())
    }
}

const MATCH_BY_ID: &str = "SELECT id, game, header, meta, epoch, wall, at, pot, created, \
    finished, outcome FROM matches WHERE id = $1";
const MATCHES: &str = "SELECT id, game, header, meta, epoch, wall, at, pot, created, \
        finished, outcome FROM matches \
        WHERE ($1 = '' OR game = $1) \
        AND ($2 = '' OR EXISTS (SELECT 1 FROM players WHERE match = matches.id AND account = $2)) \
        AND (CAST($3 AS BIGINT) < 0 OR (CAST($3 AS BIGINT) = 1) = (finished IS NOT NULL)) \
        AND (CAST($4 AS BIGINT) = 0 OR public = 1) \
        ORDER BY created DESC, id DESC LIMIT $5";

/// How the ratings move; none where only one account played.
pub(crate) fn rated(results: &[SeatResult], before: &[Rating]) -> Vec<Rated> {
    let points = |a: Verdict, b: Verdict| match (a, b) {
        (Verdict::Won, Verdict::Won) | (Verdict::Drew, Verdict::Drew) => 0.5,
        (Verdict::Won, _) | (Verdict::Drew, Verdict::Lost) => 1.0,
        (Verdict::Drew | Verdict::Lost, _) => 0.0,
    };
    let moved = |(mine, &before_mine): (&SeatResult, &Rating)| {
        let others = results.iter().zip(before).filter(|(other, _)| other.account != mine.account);
        let scores: Vec<_> = others
            .map(|(other, against)| Score {
                against: *against,
                points: points(mine.verdict, other.verdict),
            })
            .collect();
        let after = before_mine.after(&scores);
        (!scores.is_empty()).then(|| Rated {
            account: mine.account.clone(),
            before: before_mine,
            after,
        })
    };
    results.iter().zip(before).filter_map(moved).collect()
}

/// Everybody whose balance somebody wants to know after the end, once each.
pub(crate) fn paid_accounts(finish: &Finish) -> Vec<String> {
    let results = finish.results.iter().map(|result| &result.account);
    let all = results.chain(finish.payouts.iter().map(|(account, _)| account));
    let sorted: BTreeSet<_> = all.cloned().collect();
    sorted.into_iter().collect()
}

fn damaged(what: &str, row: &Row, at: usize) -> StoreError {
    StoreError::Damaged(format!("column {at}: {what} expected, found {:?}", row.get(at)))
}

fn text(row: &Row, at: usize) -> Kept<String> {
    maybe_text(row, at)?.ok_or_else(|| damaged("text", row, at))
}

fn maybe_text(row: &Row, at: usize) -> Kept<Option<String>> {
    match row.get(at) {
        Some(Cell::Text(text)) => Ok(Some(text.clone())),
        Some(Cell::Null) => Ok(None),
        _ => Err(damaged("text", row, at)),
    }
}

fn int(row: &Row, at: usize) -> Kept<i64> {
    maybe_int(row, at)?.ok_or_else(|| damaged("a number", row, at))
}

fn maybe_int(row: &Row, at: usize) -> Kept<Option<i64>> {
    match row.get(at) {
        Some(Cell::Int(number)) => Ok(Some(*number)),
        Some(Cell::Null) => Ok(None),
        _ => Err(damaged("a number", row, at)),
    }
}

fn real(row: &Row, at: usize) -> Kept<f64> {
    match row.get(at) {
        Some(Cell::Real(number)) => Ok(*number),
        _ => Err(damaged("a number", row, at)),
    }
}

fn rating(row: &Row, at: usize) -> Kept<Rating> {
    let (rating, deviation) = (real(row, at)?, real(row, at + 1)?);
    Ok(Rating { rating, deviation, volatility: real(row, at + 2)? })
}

fn account(row: &Row) -> Kept<Account> {
    Ok(Account {
        id: text(row, 0)?,
        token_hash: text(row, 1)?,
        name: maybe_text(row, 2)?,
        tokens: int(row, 3)?,
    })
}

fn match_row(row: &Row) -> Kept<MatchRow> {
    Ok(MatchRow {
        id: text(row, 0)?,
        game: text(row, 1)?,
        header: text(row, 2)?,
        meta: text(row, 3)?,
        epoch: int(row, 4)?,
        clock: Clock { wall: maybe_int(row, 5)?, at: int(row, 6)? },
        pot: int(row, 7)?,
        created: int(row, 8)?,
        finished: maybe_int(row, 9)?,
        outcome: maybe_text(row, 10)?,
    })
}
