//! Flags: what a designer should look at after a batch.
//!
//! A game names what it watches and the counts; whether a flag is raised is decided in one place, by
//! the simulator.

/// What can be outside its tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A class of a line-up.
    Class,
    /// A deck.
    Deck,
    /// A clan of cards.
    Clan,
    /// A soul card.
    Soul,
    /// A side of the board.
    Side,
    /// A seat.
    Seat,
    /// Whoever has the first turn.
    FirstPlayer,
    /// The side that has the first turn.
    FirstSide,
    /// The side that chooses in the first round.
    FirstChooser,
}

impl Subject {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Class => "class",
            Subject::Deck => "deck",
            Subject::Clan => "clan",
            Subject::Soul => "soul",
            Subject::Side => "side",
            Subject::Seat => "seat",
            Subject::FirstPlayer => "first_player",
            Subject::FirstSide => "first_side",
            Subject::FirstChooser => "first_chooser",
        }
    }

    /// How many percentage points the win rate may be above or below the fair share.
    pub const fn tolerance(self) -> u32 {
        match self {
            Subject::Class => 2,
            Subject::FirstPlayer => 3,
            Subject::Side | Subject::FirstSide => 5,
            Subject::Clan | Subject::Soul => 7,
            Subject::Deck | Subject::Seat | Subject::FirstChooser => 10,
        }
    }
}

/// A win rate that should be near a fair share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// What it is the win rate of.
    pub subject: Subject,
    /// Which one; empty where there is only one.
    pub name: String,
    /// Matches won.
    pub hits: u64,
    /// Of how many.
    pub of: u64,
    /// How many share the wins: the fair share is one part of this.
    pub parts: u64,
    /// The tolerance in percentage points.
    pub tolerance: u32,
}

impl Band {
    /// A win rate between two, with the usual tolerance.
    pub fn new(subject: Subject, name: impl Into<String>, hits: u64, of: u64) -> Self {
        let tolerance = subject.tolerance();
        Band { subject, name: name.into(), hits, of, parts: 2, tolerance }
    }

    /// The same among so many.
    #[must_use]
    pub fn among(self, parts: u64) -> Self {
        Band { parts: parts.max(1), ..self }
    }

    /// The same with the tolerance of a game's own rules.
    #[must_use]
    pub fn within(self, tolerance: u32) -> Self {
        Band { tolerance, ..self }
    }
}

/// One thing that may need a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flag {
    /// Raised by the game itself, such as `swingy`.
    Raised(String),
    /// Raised if the win rate is outside its tolerance.
    Band(Band),
}
