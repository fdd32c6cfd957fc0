//! The rules that every game must keep, and what is said when one is broken.

use std::fmt;

use bout_core::{Named, Seed, names};

names! {
    /// What the conformance suite checks, one value a rule.
    pub enum Rule {
        /// The config builds a game and a table.
        Opens = "opens" => "A match can be opened with every config.",
        /// Folding the log again leads to the same state.
        Replay = "replay" => "Replaying the log gives the same digest.",
        /// An entry can be written and read.
        LogJson = "log_json" => "Every entry of the log survives JSON.",
        /// A state can be written and read.
        StateJson = "state_json" => "The state survives JSON, with the same digest.",
        /// The typed match and the erased table are one.
        Erased = "erased" => "The typed match and the table that speaks JSON agree.",
        /// A match that is not over can go on.
        Alive = "alive" => "Somebody is to act, a timer is there, or the host is waited for.",
        /// An ended match rests, and its outcome makes sense.
        Ended = "ended" => "An ended match has no timer and a sound, lasting outcome.",
        /// Who is waited for can act.
        ToAct = "to_act" => "Who is waited for sits at the table and has something to do.",
        /// The list of legal actions is right.
        Legal = "legal" => "Legal actions are stable, listed once, and accepted by the guard.",
        /// The list of legal actions is complete.
        Guard = "guard" => "What the guard accepts is legal or declared open.",
        /// What a screen offers is right.
        Options = "options" => "Every option is judged by the guard as it says.",
        /// A refused input leaves no trace.
        Refused = "refused" => "A refused input changes nothing.",
        /// The rules do not panic.
        Panic = "panic" => "No input makes the rules panic.",
        /// A dry run leaves no trace.
        Preview = "preview" => "A preview changes nothing, and tells each result once.",
        /// An imagined state fits what it was imagined from.
        Imagine = "imagine" => "An imagined state is sound and shows the view it came from.",
        /// A redacted event says less, not other things.
        Redaction = "redaction" => "Redaction is idempotent and only takes away.",
        /// Every change of phase is an edge of the chart.
        Chart = "chart" => "Every change of phase is an edge of a sound chart.",
        /// The game's own invariants hold.
        Faults = "faults" => "The game's own invariants hold.",
        /// Matches end.
        Limit = "limit" => "A match of legal actions ends within the limit.",
        /// No timer is overdue.
        Timers = "timers" => "No deadline lies before the match's own time.",
        /// What a viewer cannot know does not reach him.
        Leak = "leak" => "Worlds that a viewer cannot tell apart treat him alike.",
        /// What only the game itself can know.
        Watchdog = "watchdog" => "The game's own watchdog of a soak test finds nothing.",
        /// An imagined state says nothing about the real one.
        Independent = "independent" => "With the same dice, worlds that look alike lead to the same imagined state.",
        /// Computer players do not peek.
        Blind = "blind" => "A computer player decides from what its seat knows.",
        /// An imagined state is a guess where it has to be.
        Guess = "guess" => "Where a viewer cannot know everything, imagined states vary.",
    }
}

/// A broken rule, before it is known where.
#[derive(Debug)]
pub(crate) struct Flaw {
    pub rule: Rule,
    pub text: String,
}

impl Flaw {
    pub fn new(rule: Rule, text: impl Into<String>) -> Self {
        Flaw { rule, text: text.into() }
    }
}

/// What a check answers.
pub(crate) type Checked = Result<(), Flaw>;

/// Says that a rule is broken unless something holds.
pub(crate) fn ensure(holds: bool, rule: Rule, text: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Flaw::new(rule, text())) }
}

/// A broken rule, with all that is needed to see it again.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which rule.
    pub rule: Rule,
    /// The game's id.
    pub game: &'static str,
    /// The number of the match in the suite.
    pub number: u32,
    /// The seed of that match.
    pub seed: Seed,
    /// The number of its last entry.
    pub entry: u64,
    /// What is wrong.
    pub text: String,
    /// The match's config, its style of play, its last entries, then the input that was being tried.
    pub story: Vec<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} breaks the rule '{}': {}", self.game, self.rule.name(), self.rule.text())?;
        writeln!(f, "  {}", self.text)?;
        writeln!(f, "  match {}, after entry {}, seed {}", self.number, self.entry, self.seed)?;
        self.story.iter().try_for_each(|line| writeln!(f, "  > {line}"))?;
        write!(f, "  to see it again, run the same suite with .only({})", self.number)
    }
}

impl std::error::Error for Finding {}
