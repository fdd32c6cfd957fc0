//! How the end of a match moves balances and ratings.

use std::collections::BTreeSet;

use crate::backend::{Backend, Kept};
use crate::record::pair_key;
use crate::rows::rating;
use crate::sql::{Driver, MET_AT_ADDRESS, Param, Sql};
use crate::{Finish, Rated, Rating, Score, SeatOutcome, SeatResult, Unrated};

impl<D: Driver> Sql<D> {
    pub(crate) fn settle(
        &mut self,
        finish: &Finish,
        game: &str,
        pot: i64,
    ) -> Kept<(Vec<Rated>, Option<Unrated>)> {
        let sql = "UPDATE matches SET finished = $1, outcome = $2, pot = 0 WHERE id = $3";
        let Finish { id, outcome, at, .. } = finish;
        self.driver.execute(sql, &[Param::Int(*at), Param::Text(outcome), Param::Text(id)])?;
        let sql = "UPDATE players SET running = 0 WHERE match = $1";
        self.driver.execute(sql, &[Param::Text(id)])?;
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
                SeatOutcome::Won => "won",
                SeatOutcome::Drew => "drew",
                SeatOutcome::Lost => "lost",
            };
            let params =
                [Param::Text(id), Param::Int(*seat), Param::Text(account), Param::Text(verdict)];
            self.driver.execute(sql, &params)?;
        }
        if finish.rated { self.rate(game, finish) } else { Ok((Vec::new(), None)) }
    }

    /// The pairs of results that move ratings, and why others do not. Notes that they were played.
    pub(crate) fn counted(
        &mut self,
        game: &str,
        finish: &Finish,
    ) -> Kept<(Vec<[usize; 2]>, Option<Unrated>)> {
        let (mut counted, mut unrated) = (Vec::new(), None);
        for pair in pairs(&finish.results) {
            let accounts = pair.map(|at| finish.results[at].account.as_str());
            match self.unrated(game, accounts, finish.at)? {
                Some(why) => unrated = Some(why),
                None => counted.push(pair),
            }
        }
        // Only now: pairs of one match do not stand in each other's way.
        for pair in &counted {
            let sql = "INSERT INTO pairings VALUES ($1, $2, $3, $4) \
                       ON CONFLICT (game, low, high) DO UPDATE SET at = $4";
            let [low, high] = pair_key(pair.map(|at| finish.results[at].account.as_str()));
            let params =
                [Param::Text(game), Param::Text(low), Param::Text(high), Param::Int(finish.at)];
            self.driver.execute(sql, &params)?;
        }
        Ok((counted, unrated))
    }

    /// Whether an account has moved ratings with any account that was seen where the other one was.
    pub(crate) fn met_at_address(
        &mut self,
        game: &str,
        [one, other]: [&str; 2],
        since: i64,
    ) -> Kept<bool> {
        for sql in MET_AT_ADDRESS {
            let params =
                [Param::Text(game), Param::Text(one), Param::Int(since), Param::Text(other)];
            if self.one(sql, &params)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(crate) fn rate(
        &mut self,
        game: &str,
        finish: &Finish,
    ) -> Kept<(Vec<Rated>, Option<Unrated>)> {
        let results = &finish.results;
        let (counted, unrated) = self.counted(game, finish)?;
        let mut before = Vec::with_capacity(results.len());
        for result in results {
            let sql = "SELECT rating, deviation, volatility FROM ratings \
                       WHERE game = $1 AND account = $2 /*update*/";
            let row = self.one(sql, &[Param::Text(game), Param::Text(&result.account)])?;
            before.push(row.map_or_else(|| Ok(Rating::default()), |row| rating(&row, 0))?);
        }
        let mut rated = rated(results, &before, &counted);
        rated.retain(|moved| finish.moves(&moved.account));
        for moved in &rated {
            let sql = "INSERT INTO ratings \
                       (game, account, rating, deviation, volatility, ranked, matches) \
                       VALUES ($1, $2, $3, $4, $5, $6, 1) \
                       ON CONFLICT (game, account) DO UPDATE SET rating = $3, deviation = $4, \
                       volatility = $5, ranked = $6, matches = ratings.matches + 1";
            let Rating { rating, deviation, volatility } = moved.after;
            let params = [
                Param::Text(game),
                Param::Text(&moved.account),
                Param::Real(rating),
                Param::Real(deviation),
                Param::Real(volatility),
                Param::Int((!moved.after.is_provisional()).into()),
            ];
            self.driver.execute(sql, &params)?;
        }
        Ok((rated, unrated))
    }
}

/// Every two results of different accounts, by their places.
pub(crate) fn pairs(results: &[SeatResult]) -> Vec<[usize; 2]> {
    let all = (0..results.len()).flat_map(|high| (0..high).map(move |low| [low, high]));
    all.filter(|[low, high]| results[*low].account != results[*high].account).collect()
}

/// How the ratings move by the pairs that count; nobody's who is in none of them.
pub(crate) fn rated(
    results: &[SeatResult],
    before: &[Rating],
    counted: &[[usize; 2]],
) -> Vec<Rated> {
    let points = |a: SeatOutcome, b: SeatOutcome| match (a, b) {
        (SeatOutcome::Won, SeatOutcome::Drew | SeatOutcome::Lost)
        | (SeatOutcome::Drew, SeatOutcome::Lost) => 1.0,
        (SeatOutcome::Lost, SeatOutcome::Won | SeatOutcome::Drew)
        | (SeatOutcome::Drew, SeatOutcome::Won) => 0.0,
        // Neither was better, also where both lost to somebody else.
        (SeatOutcome::Won, SeatOutcome::Won)
        | (SeatOutcome::Drew, SeatOutcome::Drew)
        | (SeatOutcome::Lost, SeatOutcome::Lost) => 0.5,
    };
    let moved = |(at, (mine, &before_mine)): (usize, (&SeatResult, &Rating))| {
        let others = counted.iter().filter_map(|pair| match *pair {
            [low, high] if low == at => Some(high),
            [low, high] if high == at => Some(low),
            _ => None,
        });
        let scores: Vec<_> = others
            .map(|other| Score {
                against: before[other],
                points: points(mine.verdict, results[other].verdict),
            })
            .collect();
        let after = before_mine.after(&scores);
        (!scores.is_empty()).then(|| Rated {
            account: mine.account.clone(),
            before: before_mine,
            after,
        })
    };
    results.iter().zip(before).enumerate().filter_map(moved).collect()
}

/// Everybody whose balance somebody wants to know after the end, once each.
pub(crate) fn paid_accounts(finish: &Finish) -> Vec<String> {
    let results = finish.results.iter().map(|result| &result.account);
    let all = results.chain(finish.payouts.iter().map(|(account, _)| account));
    let sorted: BTreeSet<_> = all.cloned().collect();
    sorted.into_iter().collect()
}
