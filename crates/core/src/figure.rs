//! What a count means: the vocabulary of statistics.

use crate::Flag;

/// A figure of a report, still in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A plain count.
    Count(u64),
    /// So many of so many, shown with its interval.
    Share {
        /// How often it was so.
        hits: u64,
        /// Of how many.
        of: u64,
    },
    /// A sum over a number of things, shown as one number.
    Mean {
        /// The sum.
        sum: i64,
        /// Over how many.
        of: u64,
    },
    /// How often each value 0, 1, 2, … occurred.
    Spread(Vec<u64>),
    /// Named figures.
    Group(Vec<(String, Figure)>),
    /// A list of figures.
    List(Vec<Figure>),
    /// A word.
    Text(String),
    /// What a designer should look at.
    Flags(Vec<Flag>),
}

impl Figure {
    /// Named figures, from anything that can be named.
    pub fn group<N: Into<String>>(figures: impl IntoIterator<Item = (N, Figure)>) -> Self {
        Figure::Group(figures.into_iter().map(|(name, figure)| (name.into(), figure)).collect())
    }
}
