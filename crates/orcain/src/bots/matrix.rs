//! Matrix games: two choose at the same time, and what one wins the other loses.

#![expect(clippy::float_arithmetic, reason = "odds of a computer player; no rule reads them")]

/// Below this a number counts as 0.
const TINY: f64 = 1e-11;

/// How the one who chooses a row should mix, and what the game is worth to him.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mixed {
    /// What he wins on average, whatever the other does.
    pub value: f64,
    /// The odds of each row.
    pub rows: Vec<f64>,
}

/// Solves the game in which the chooser of row `r` wins `payoffs[r][c]` from the chooser of column `c`.
///
/// With all payoffs above 0, the other one's odds `y`, divided by the game's value, are the greatest
/// `y` with no row above 1: a linear program in which doing nothing is allowed, so that the simplex
/// method begins at once. The prices of the rows at its end are the odds that are asked for.
pub(crate) fn solve(payoffs: &[Vec<f64>]) -> Mixed {
    let lowest = payoffs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let lift = 1.0 - lowest;
    let mut tableau = Tableau::new(payoffs, lift);
    tableau.solve();
    let value = 1.0 / tableau.total();
    let mut rows = vec![0.0; payoffs.len()];
    for (row, price) in tableau.prices() {
        rows[row] = (price * value).max(0.0);
    }
    Mixed { value: value - lift, rows }
}

/// The simplex method's table: a line for each row and one for the goal, a column for each column and
/// one for the bounds.
struct Tableau {
    cells: Vec<Vec<f64>>,
    /// What each line stands for, and each column: the columns of the game come first, then its rows.
    lines: Vec<usize>,
    columns: Vec<usize>,
}

impl Tableau {
    fn new(payoffs: &[Vec<f64>], lift: f64) -> Self {
        let (rows, columns) = (payoffs.len(), payoffs.first().map_or(0, Vec::len));
        let line = |row: &Vec<f64>| row.iter().map(|won| won + lift).chain([1.0]).collect();
        let goal = std::iter::repeat_n(-1.0, columns).chain([0.0]).collect();
        Tableau {
            cells: payoffs.iter().map(line).chain([goal]).collect(),
            lines: (columns..columns + rows).collect(),
            columns: (0..columns).collect(),
        }
    }

    fn goal(&self) -> &[f64] {
        self.cells.last().map_or(&[], Vec::as_slice)
    }

    /// The sum that is made as great as it can be.
    fn total(&self) -> f64 {
        self.goal().last().copied().unwrap_or(1.0)
    }

    /// What each row of the game is worth.
    fn prices(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let first = self.columns.len();
        let priced = self.columns.iter().zip(self.goal()).filter(move |(name, _)| **name >= first);
        priced.map(move |(name, price)| (*name - first, *price))
    }

    fn solve(&mut self) {
        let hasty = 20 * (self.lines.len() + self.columns.len());
        let mut turns = 0;
        while let Some(column) = self.entering(turns < hasty) {
            let Some(line) = self.leaving(column) else { return };
            self.pivot(line, column);
            turns += 1;
        }
    }

    /// The column that promises most; the one of the lowest name, which cannot go round in circles,
    /// once that has gone on for long.
    fn entering(&self, hasty: bool) -> Option<usize> {
        let goal = self.goal();
        let better = (0..self.columns.len()).filter(|column| goal[*column] < -TINY);
        if hasty {
            better.min_by(|a, b| goal[*a].total_cmp(&goal[*b]))
        } else {
            better.min_by_key(|column| self.columns[*column])
        }
    }

    /// The line that is the first to reach its bound.
    fn leaving(&self, column: usize) -> Option<usize> {
        let bound = self.columns.len();
        let mut found: Option<(f64, usize)> = None;
        for line in 0..self.lines.len() {
            let cells = &self.cells[line];
            if cells[column] <= TINY {
                continue;
            }
            let reach = cells[bound] / cells[column];
            let sooner = found.is_none_or(|(best, known)| {
                reach < best - TINY || (reach < best + TINY && self.lines[line] < self.lines[known])
            });
            if sooner {
                found = Some((reach, line));
            }
        }
        found.map(|(_, line)| line)
    }

    /// Lets a line and a column change places.
    fn pivot(&mut self, line: usize, column: usize) {
        std::mem::swap(&mut self.lines[line], &mut self.columns[column]);
        let mut own = std::mem::take(&mut self.cells[line]);
        let pivot = own[column];
        own.iter_mut().for_each(|cell| *cell /= pivot);
        own[column] = 1.0 / pivot;
        for cells in self.cells.iter_mut().filter(|cells| !cells.is_empty()) {
            let factor = std::mem::replace(&mut cells[column], 0.0);
            if factor != 0.0 {
                cells.iter_mut().zip(&own).for_each(|(cell, own)| *cell -= factor * own);
            }
        }
        self.cells[line] = own;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rows: &[&[i8]]) -> Vec<Vec<f64>> {
        rows.iter().map(|row| row.iter().map(|won| f64::from(*won)).collect()).collect()
    }

    fn near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-9
    }

    #[test]
    fn known_games() {
        type Case = (&'static [&'static [i8]], f64, &'static [f64]);
        let cases: [Case; 6] = [
            (&[&[7]], 7.0, &[1.0]),
            (&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]], 0.0, &[1.0 / 3.0; 3]),
            // Matching pennies where one side pays double.
            (&[&[2, -1], &[-1, 1]], 0.2, &[0.4, 0.6]),
            // A saddle point.
            (&[&[3, 1, 4], &[1, 0, 2]], 1.0, &[1.0, 0.0]),
            // A row that nobody plays, twice.
            (&[&[1, -1], &[-1, 1], &[-2, -2], &[-2, -2]], 0.0, &[0.5, 0.5, 0.0, 0.0]),
            // More columns than rows.
            (&[&[4, 2, 3, -1], &[-4, 0, -2, 2]], 4.0 / 11.0, &[6.0 / 11.0, 5.0 / 11.0]),
        ];
        for (rows, value, mix) in cases {
            let found = solve(&game(rows));
            assert!(near(found.value, value), "{rows:?}: {found:?}");
            assert!(found.rows.iter().zip(mix).all(|(a, b)| near(*a, *b)), "{rows:?}: {found:?}");
        }
    }

    /// What the rows can be sure of and what the columns can hold them to is the same number.
    #[test]
    fn no_answer_beats_the_mix() {
        let mut dice = bout_core::Dice::of(bout_core::Seed(5), 1);
        for size in 1..40 {
            let (rows, columns) = (size, 1 + dice.below(40) as usize);
            let payoffs: Vec<Vec<f64>> = (0..rows)
                .map(|_| (0..columns).map(|_| f64::from(dice.below(7)) - 3.0).collect())
                .collect();
            let turned: Vec<Vec<f64>> =
                (0..columns).map(|c| payoffs.iter().map(|row| -row[c]).collect()).collect();
            let (own, other) = (solve(&payoffs), solve(&turned));
            assert!(near(own.value, -other.value), "{own:?} {other:?}");
            assert!(near(own.rows.iter().sum(), 1.0));
            for column in 0..columns {
                let won: f64 = own.rows.iter().zip(&payoffs).map(|(x, row)| x * row[column]).sum();
                assert!(won > own.value - 1e-9, "column {column} wins {won} of {own:?}");
            }
        }
    }
}
