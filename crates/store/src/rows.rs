//! How rows of the database become the values that are kept.

use crate::backend::Kept;
use crate::sql::{Row, SqlValue};
use crate::{Account, Clock, ListedMatch, MatchRow, Rating, StoreError, Unfinished};

fn damaged(what: &str, row: &Row, at: usize) -> StoreError {
    StoreError::Damaged(format!("column {at}: {what} expected, found {:?}", row.get(at)))
}

pub(crate) fn text(row: &Row, at: usize) -> Kept<String> {
    maybe_text(row, at)?.ok_or_else(|| damaged("text", row, at))
}

pub(crate) fn maybe_text(row: &Row, at: usize) -> Kept<Option<String>> {
    match row.get(at) {
        Some(SqlValue::Text(text)) => Ok(Some(text.clone())),
        Some(SqlValue::Null) => Ok(None),
        _ => Err(damaged("text", row, at)),
    }
}

pub(crate) fn int(row: &Row, at: usize) -> Kept<i64> {
    maybe_int(row, at)?.ok_or_else(|| damaged("a number", row, at))
}

pub(crate) fn maybe_int(row: &Row, at: usize) -> Kept<Option<i64>> {
    match row.get(at) {
        Some(SqlValue::Int(number)) => Ok(Some(*number)),
        Some(SqlValue::Null) => Ok(None),
        _ => Err(damaged("a number", row, at)),
    }
}

fn real(row: &Row, at: usize) -> Kept<f64> {
    match row.get(at) {
        Some(SqlValue::Real(number)) => Ok(*number),
        _ => Err(damaged("a number", row, at)),
    }
}

pub(crate) fn rating(row: &Row, at: usize) -> Kept<Rating> {
    let (rating, deviation) = (real(row, at)?, real(row, at + 1)?);
    Ok(Rating { rating, deviation, volatility: real(row, at + 2)? })
}

pub(crate) fn account(row: &Row) -> Kept<Account> {
    Ok(Account {
        id: text(row, 0)?,
        token_hash: text(row, 1)?,
        name: maybe_text(row, 2)?,
        tokens: int(row, 3)?,
        seen: int(row, 4)?,
    })
}

pub(crate) fn match_row(row: &Row) -> Kept<MatchRow> {
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

pub(crate) fn listed_match(row: &Row) -> Kept<ListedMatch> {
    Ok(ListedMatch {
        id: text(row, 0)?,
        game: text(row, 1)?,
        meta: text(row, 2)?,
        created: int(row, 3)?,
        finished: maybe_int(row, 4)?,
        outcome: maybe_text(row, 5)?,
    })
}

pub(crate) fn unfinished(row: &Row) -> Kept<Unfinished> {
    Ok(Unfinished {
        id: text(row, 0)?,
        game: text(row, 1)?,
        meta: text(row, 2)?,
        epoch: int(row, 3)?,
    })
}
