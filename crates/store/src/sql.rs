//! The store in SQL that SQLite and PostgreSQL both speak.

use crate::backend::{Backend, Kept};
use crate::ratings::paid_accounts;
use crate::record::{name_key, older_name_key, pair_key};
use crate::rows::{self, account, int, match_row, maybe_int, text};
use crate::{
    Account, Clock, Created, Finish, Finished, LeaderPage, ListedMatch, LogEntry, MatchFilter,
    MatchRow, NewAccount, NewMatch, QueuePlace, RATING_DAY_MS, Ranked, Renamed, StoreError, Totals,
    Unfinished, Unrated, lists, retention,
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
pub enum SqlValue {
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
pub type Row = Vec<SqlValue>;

/// A database that speaks SQL. Parameters are written `$1`, `$2`, … in the order of their first use;
/// the comments `/*share*/` and `/*update*/` stand where a row is to be locked against others, and
/// only SQLite runs what stands between `/*sqlite` and `sqlite*/`.
pub trait Driver: Send {
    /// Runs a statement; says how many rows it touched.
    fn execute(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<u64>;
    /// Runs one statement for many sets of parameters, in order.
    fn execute_all(&mut self, sql: &'static str, sets: &[Vec<Param<'_>>]) -> Kept<Vec<u64>>;
    /// Runs a question.
    fn query(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<Vec<Row>>;
    /// Runs statements without parameters.
    fn script(&mut self, sql: &str) -> Kept<()>;
    /// Begins a transaction. Until it ends, no other connection takes the place of this one.
    fn begin(&mut self) -> Kept<()>;
    /// Ends the transaction; its changes are durable if this succeeds.
    fn commit(&mut self) -> Kept<()>;
    /// Whether the last transaction is durable although `commit` failed.
    fn committed(&mut self) -> Kept<bool>;
    /// Gives up what is under way and gets ready for more.
    fn reset(&mut self);
    /// Called after each commit: keeps the files of the database small.
    fn tidy_up(&mut self) {}
    /// Writes everything into the database file and empties the files beside it.
    fn settle(&mut self) -> Kept<()> {
        Ok(())
    }
    /// Gives free space at the end of the database back to the file system, at most so many pages.
    fn give_back(&mut self, _pages: u32) -> Kept<()> {
        Ok(())
    }
    /// What the host's clock showed when it last noted that it was alive.
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
    // Every list has an index in its own order.
    "
    DROP INDEX matches_finished;
    CREATE INDEX matches_ended ON matches (finished) WHERE finished IS NOT NULL;
    CREATE INDEX matches_unfinished ON matches (created, id) WHERE finished IS NULL;
    CREATE INDEX public_running ON matches (created, id) WHERE public = 1 AND finished IS NULL;
    CREATE INDEX public_running_of ON matches (game, created, id)
        WHERE public = 1 AND finished IS NULL;
    CREATE INDEX public_finished ON matches (created, id)
        WHERE public = 1 AND finished IS NOT NULL;
    CREATE INDEX public_finished_of ON matches (game, created, id)
        WHERE public = 1 AND finished IS NOT NULL;

    ALTER TABLE players RENAME TO players_before;
    CREATE TABLE players (
        match TEXT NOT NULL, account TEXT NOT NULL, game TEXT NOT NULL, created BIGINT NOT NULL,
        running BIGINT NOT NULL, PRIMARY KEY (match, account)) /*sqlite WITHOUT ROWID sqlite*/;
    INSERT INTO players SELECT match, account, game, created,
        CASE WHEN finished IS NULL THEN 1 ELSE 0 END
        FROM players_before JOIN matches ON matches.id = players_before.match;
    DROP TABLE players_before;
    CREATE INDEX players_running ON players (account, created, match) WHERE running = 1;
    CREATE INDEX players_finished ON players (account, created, match) WHERE running = 0;
    CREATE INDEX players_finished_of ON players (account, game, created, match) WHERE running = 0;

    ALTER TABLE ratings ADD COLUMN ranked BIGINT NOT NULL DEFAULT 0;
    UPDATE ratings SET ranked = 1 WHERE deviation <= 110;
    CREATE INDEX ratings_ranked ON ratings (game, rating, account) WHERE ranked = 1;
    CREATE INDEX ratings_account ON ratings (account);

    ALTER TABLE accounts ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
    UPDATE accounts SET seen = (SELECT max(moment) FROM (SELECT max(created) AS moment FROM matches
        UNION ALL SELECT max(created) FROM accounts) AS moments);
    CREATE INDEX accounts_seen ON accounts (seen);
    CREATE INDEX queue_since ON queue (since, account);
",
    // What keeps ratings fair, and share links.
    "
    CREATE TABLE addresses (
        account TEXT NOT NULL, address TEXT NOT NULL, seen BIGINT NOT NULL,
        PRIMARY KEY (account, address));
    CREATE INDEX addresses_seen ON addresses (seen);
    CREATE INDEX addresses_address ON addresses (address, account);
    CREATE TABLE pairings (
        game TEXT NOT NULL, low TEXT NOT NULL, high TEXT NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (game, low, high));
    CREATE INDEX pairings_high ON pairings (game, high);
    CREATE TABLE shares (match TEXT PRIMARY KEY, secret TEXT NOT NULL);
",
    // Tells whether an unconfirmed commit took effect.
    "
    CREATE TABLE marks (name TEXT PRIMARY KEY, body TEXT NOT NULL);
",
];

/// How many bytes a large probe writes.
const PROBED: usize = 64 * 1024;

/// A store on an SQL database.
pub struct Sql<D> {
    pub(crate) driver: D,
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
            driver.begin()?;
            driver.script(step)?;
            driver.script("DELETE FROM schema_version")?;
            let next = (MIGRATIONS.iter().position(|known| known == step)).map_or(0, |at| at + 1);
            driver.script(&format!("INSERT INTO schema_version VALUES ({next})"))?;
            driver.commit()?;
        }
        Ok(Sql { driver })
    }

    pub(crate) fn driver_mut(&mut self) -> &mut D {
        &mut self.driver
    }

    pub(crate) fn one(&mut self, sql: &'static str, params: &[Param<'_>]) -> Kept<Option<Row>> {
        Ok(self.driver.query(sql, params)?.into_iter().next())
    }

    pub(crate) fn pay(&mut self, account: &str, amount: i64) -> Kept<Option<i64>> {
        let sql = "UPDATE accounts SET tokens = tokens + $1 \
                   WHERE id = $2 AND tokens + $1 >= 0 RETURNING tokens";
        let row = self.one(sql, &[Param::Int(amount), Param::Text(account)])?;
        row.map(|row| int(&row, 0)).transpose()
    }

    pub(crate) fn add(&mut self, sum: &str, amount: i64) -> Kept<()> {
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
}

impl<D: Driver> Backend for Sql<D> {
    fn begin(&mut self) -> Kept<()> {
        self.driver.begin()
    }

    fn commit(&mut self) -> Kept<()> {
        self.driver.commit()?;
        self.driver.tidy_up();
        Ok(())
    }

    fn committed(&mut self) -> Kept<bool> {
        self.driver.committed()
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

    fn append(&mut self, entries: &[LogEntry]) -> Kept<Vec<bool>> {
        let sql = "INSERT INTO entries (match, seq, body) \
             SELECT id, CAST($1 AS BIGINT), CAST($2 AS TEXT) FROM matches \
             WHERE id = $3 AND epoch = $4 AND finished IS NULL AND (CAST($1 AS BIGINT) = 1 OR EXISTS \
             (SELECT 1 FROM entries WHERE match = $3 AND seq = CAST($1 AS BIGINT) - 1)) /*share*/ \
             ON CONFLICT DO NOTHING";
        let set = |entry| {
            let LogEntry { id, epoch, seq, body }: &LogEntry = entry;
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
            let sql = "INSERT INTO players (match, account, game, created, running) \
                       VALUES ($1, $2, $3, $4, 1) ON CONFLICT DO NOTHING";
            let params = [
                Param::Text(&new.id),
                Param::Text(account),
                Param::Text(&new.game),
                Param::Int(new.created),
            ];
            self.driver.execute(sql, &params)?;
        }
        Ok(Created::Done { epoch: 1, balances })
    }

    fn take_up(&mut self, id: &str) -> Kept<Option<i64>> {
        let sql = "UPDATE matches SET epoch = epoch + 1 \
                   WHERE id = $1 AND finished IS NULL RETURNING epoch";
        self.one(sql, &[Param::Text(id)])?.map(|row| int(&row, 0)).transpose()
    }

    fn take_up_all(&mut self, last_beat: Option<i64>) -> Kept<Vec<Unfinished>> {
        // A clock that ran has run until the last beat; one that was held has not moved.
        let sql = "UPDATE matches SET epoch = epoch + 1, wall = NULL, at = at + CASE \
                   WHEN wall IS NULL OR wall > CAST($1 AS BIGINT) THEN 0 \
                   ELSE CAST($1 AS BIGINT) - wall END \
                   WHERE finished IS NULL RETURNING id, game, meta, epoch";
        let rows = self.driver.query(sql, &[Param::Int(last_beat.unwrap_or(0))])?;
        rows.iter().map(rows::unfinished).collect()
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
        let (mut ratings, mut unrated) = (Vec::new(), None);
        if maybe_int(&row, 3)?.is_none() {
            (ratings, unrated) = self.settle(finish, &text(&row, 1)?, int(&row, 2)?)?;
        }
        let mut balances = Vec::new();
        for account in paid_accounts(finish) {
            if let Some(found) = self.account(&account)? {
                balances.push((account, found.tokens));
            }
        }
        Ok(Finished::Done { balances, ratings, unrated })
    }

    fn match_row(&mut self, id: &str) -> Kept<Option<MatchRow>> {
        let sql = MATCH_BY_ID;
        self.one(sql, &[Param::Text(id)])?.map(|row| match_row(&row)).transpose()
    }

    fn matches(&mut self, filter: &MatchFilter) -> Kept<Vec<ListedMatch>> {
        lists::matches(&mut self.driver, filter)
    }

    fn last_seq(&mut self, id: &str) -> Kept<i64> {
        let sql = "SELECT coalesce(max(seq), 0) FROM entries WHERE match = $1";
        self.one(sql, &[Param::Text(id)])?.map_or(Ok(0), |row| int(&row, 0))
    }

    fn entries(&mut self, id: &str) -> Kept<Vec<String>> {
        let sql = "SELECT body FROM entries WHERE match = $1 ORDER BY seq";
        self.driver.query(sql, &[Param::Text(id)])?.iter().map(|row| text(row, 0)).collect()
    }

    fn note_address(&mut self, account: &str, address: &str, at: i64) -> Kept<()> {
        let sql = "INSERT INTO addresses VALUES ($1, $2, $3) \
                   ON CONFLICT (account, address) DO UPDATE SET seen = $3";
        let params = [Param::Text(account), Param::Text(address), Param::Int(at)];
        self.driver.execute(sql, &params).map(|_| ())
    }

    fn forget_addresses(&mut self, before: i64) -> Kept<()> {
        let sql = "DELETE FROM addresses WHERE seen < $1";
        self.driver.execute(sql, &[Param::Int(before)]).map(|_| ())
    }

    fn unrated(&mut self, game: &str, pair: [&str; 2], at: i64) -> Kept<Option<Unrated>> {
        let since = at - RATING_DAY_MS;
        let sql = "SELECT 1 FROM addresses AS a JOIN addresses AS b ON a.address = b.address \
                   WHERE a.account = $1 AND b.account = $2 AND a.seen > $3 AND b.seen > $3";
        let [low, high] = pair_key(pair);
        let params = [Param::Text(low), Param::Text(high), Param::Int(since)];
        if self.one(sql, &params)?.is_some() {
            return Ok(Some(Unrated::SameAddress));
        }
        let sql = "SELECT 1 FROM pairings \
                   WHERE game = $1 AND low = $2 AND high = $3 AND at > $4";
        let params = [Param::Text(game), Param::Text(low), Param::Text(high), Param::Int(since)];
        if self.one(sql, &params)?.is_some()
            || self.met_at_address(game, [low, high], since)?
            || self.met_at_address(game, [high, low], since)?
        {
            return Ok(Some(Unrated::PlayedToday));
        }
        Ok(None)
    }

    fn share_match(&mut self, id: &str, secret: &str) -> Kept<String> {
        let sql = "INSERT INTO shares VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.driver.execute(sql, &[Param::Text(id), Param::Text(secret)])?;
        Ok(self.share_of(id)?.unwrap_or_default())
    }

    fn share_of(&mut self, id: &str) -> Kept<Option<String>> {
        let sql = "SELECT secret FROM shares WHERE match = $1";
        self.one(sql, &[Param::Text(id)])?.map(|row| text(&row, 0)).transpose()
    }

    fn create_account(&mut self, new: &NewAccount) -> Kept<()> {
        let sql = "INSERT INTO accounts (id, token_hash, tokens, created, seen) \
                   VALUES ($1, $2, $3, $4, $4)";
        let NewAccount { id, token_hash, tokens, at } = new;
        let params =
            [Param::Text(id), Param::Text(token_hash), Param::Int(*tokens), Param::Int(*at)];
        self.driver.execute(sql, &params)?;
        self.add("given", *tokens)
    }

    fn account_by_token(&mut self, token_hash: &str) -> Kept<Option<Account>> {
        let sql = "SELECT id, token_hash, name, tokens, seen FROM accounts WHERE token_hash = $1";
        self.one(sql, &[Param::Text(token_hash)])?.map(|row| account(&row)).transpose()
    }

    fn account(&mut self, id: &str) -> Kept<Option<Account>> {
        let sql = "SELECT id, token_hash, name, tokens, seen FROM accounts WHERE id = $1";
        self.one(sql, &[Param::Text(id)])?.map(|row| account(&row)).transpose()
    }

    fn rename(&mut self, id: &str, name: &str, fee: i64) -> Kept<Renamed> {
        let key = name_key(name);
        let older = older_name_key(name);
        let sql = "SELECT id FROM accounts WHERE name_key IN ($1, $2) AND id <> $3";
        if self.one(sql, &[Param::Text(&key), Param::Text(&older), Param::Text(id)])?.is_some() {
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

    fn leaderboard(&mut self, page: &LeaderPage) -> Kept<Vec<Ranked>> {
        lists::leaderboard(&mut self.driver, page)
    }

    fn seen(&mut self, account: &str, at: i64) -> Kept<bool> {
        let sql = "UPDATE accounts SET seen = $1 WHERE id = $2";
        Ok(self.driver.execute(sql, &[Param::Int(at), Param::Text(account)])? == 1)
    }

    fn remove_matches(&mut self, before: i64, limit: i64) -> Kept<usize> {
        retention::remove_matches(&mut self.driver, before, limit)
    }

    fn stale_accounts(&mut self, before: i64, limit: i64) -> Kept<Vec<String>> {
        retention::stale_accounts(&mut self.driver, before, limit)
    }

    fn remove_account(&mut self, account: &str, before: i64) -> Kept<bool> {
        let removed = retention::remove_account(&mut self.driver, account, before)?;
        if let Some(tokens) = removed {
            self.add("burned", tokens)?;
        }
        Ok(removed.is_some())
    }

    fn give_back(&mut self, pages: u32) -> Kept<()> {
        self.driver.give_back(pages)
    }

    fn settle(&mut self) -> Kept<()> {
        self.driver.settle()
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

    fn probe(&mut self, much: bool) -> Kept<()> {
        let sql =
            "INSERT INTO marks VALUES ('probe', $1) ON CONFLICT (name) DO UPDATE SET body = $1";
        let body = if much { "x".repeat(PROBED) } else { String::new() };
        self.driver.execute(sql, &[Param::Text(&body)]).map(|_| ())
    }

    fn last_beat(&mut self) -> Kept<Option<i64>> {
        self.driver.last_beat()
    }
}

impl<D: Driver> Sql<D> {
    /// Whether a line that was not written stands there already, under a lease that still holds.
    fn stands(&mut self, entry: &LogEntry) -> Kept<bool> {
        let sql = "SELECT 1 FROM entries JOIN matches ON matches.id = entries.match \
                   WHERE match = $1 AND seq = $2 AND body = $3 AND epoch = $4";
        let LogEntry { id, epoch, seq, body } = entry;
        let params = [Param::Text(id), Param::Int(*seq), Param::Text(body), Param::Int(*epoch)];
        Ok(self.one(sql, &params)?.is_some())
    }
}

/// Pairings of an account with those that were seen at an address of another one, in both orders.
pub(crate) const MET_AT_ADDRESS: [&str; 2] = [
    "SELECT 1 FROM pairings WHERE game = $1 AND low = $2 AND at > $3 AND high IN \
     (SELECT there.account FROM addresses AS here JOIN addresses AS there \
      ON there.address = here.address WHERE here.account = $4)",
    "SELECT 1 FROM pairings WHERE game = $1 AND high = $2 AND at > $3 AND low IN \
     (SELECT there.account FROM addresses AS here JOIN addresses AS there \
      ON there.address = here.address WHERE here.account = $4)",
];

const MATCH_BY_ID: &str = "SELECT id, game, header, meta, epoch, wall, at, pot, created, \
    finished, outcome FROM matches WHERE id = $1";
