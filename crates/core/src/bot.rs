//! Computer players: what they are called, what they are shown, what they choose.

use std::str::FromStr;

use serde::Serialize;

use crate::{Dice, Game, Match, Seat, Stop, Viewer};

/// What is known of a kind of computer player before there is one.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BotInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it plays, in one line.
    pub about: &'static str,
    /// Its parameters with their defaults, such as `smoke_threshold=8`.
    pub params: &'static [&'static str],
}

/// A bot's name with parameters: `priority:smoke_threshold=10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// The kind of bot.
    pub name: String,
    params: Vec<(String, String)>,
}

impl BotSpec {
    /// A bot without parameters.
    pub fn plain(name: impl Into<String>) -> Self {
        BotSpec { name: name.into(), params: Vec::new() }
    }

    /// The value of a parameter.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.params.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Whether it has parameters.
    pub fn is_plain(&self) -> bool {
        self.params.is_empty()
    }

    /// A parameter as a number or anything else that can be read from text.
    pub fn read<T: FromStr>(&self, key: &str, default: T) -> Result<T, String> {
        let Some(value) = self.get(key) else { return Ok(default) };
        value.parse().map_err(|_| format!("bot '{}': '{value}' is no value for {key}", self.name))
    }

    /// Says no to parameters that the bot does not have.
    pub fn only(&self, known: &[&str]) -> Result<(), String> {
        match self.params.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, _)) if known.is_empty() => {
                Err(format!("bot '{}' has no parameters, so no '{key}'", self.name))
            }
            Some((key, _)) => Err(format!(
                "bot '{}' has no parameter '{key}'; it has {}",
                self.name,
                known.join(", ")
            )),
        }
    }
}

impl FromStr for BotSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default().trim();
        if name.is_empty() {
            return Err("a bot's name is empty".into());
        }
        let mut spec = BotSpec::plain(name);
        for part in parts {
            let pair = part.split_once('=').filter(|(key, _)| !key.is_empty());
            let (key, value) =
                pair.ok_or_else(|| format!("bot '{name}': '{part}' is not of the form key=value"))?;
            if spec.params.iter().any(|(known, _)| known == key) {
                return Err(format!("bot '{name}': '{key}' is given twice"));
            }
            spec.params.push((key.to_owned(), value.to_owned()));
        }
        Ok(spec)
    }
}

impl std::fmt::Display for BotSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        self.params.iter().try_for_each(|(key, value)| write!(f, ":{key}={value}"))
    }
}

/// What a computer player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice<A> {
    /// To act.
    Act(A),
    /// Nothing, for now.
    Wait,
    /// To be gone.
    Leave,
}

impl<A> From<Option<A>> for Choice<A> {
    fn from(action: Option<A>) -> Self {
        action.map_or(Choice::Wait, Choice::Act)
    }
}

/// A computer player. It is asked whenever its seat may act, and gets dice of its own.
pub trait Bot<G: Game>: Send {
    /// Decides from what its seat may know.
    fn choose(&mut self, turn: &Turn<'_, G>, dice: &mut Dice) -> Choice<G::Action>;

    /// A new match begins.
    fn reset(&mut self) {}

    /// Whether it only ever chooses legal actions, so that a batch need not ask the guard.
    fn is_lawful(&self) -> bool {
        true
    }
}

/// What a bot is shown when it is asked: its seat's knowledge and nothing else.
pub struct Turn<'a, G: Game> {
    at: &'a Match<G>,
    seat: Seat,
    stop: Option<&'a Stop>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// The position of `at` through the eyes of `seat`.
    #[inline]
    pub fn new(at: &'a Match<G>, seat: Seat) -> Self {
        Turn { at, seat, stop: None }
    }

    /// The same position with a host that may end the thinking.
    #[must_use]
    pub fn until(self, stop: &'a Stop) -> Self {
        Turn { stop: Some(stop), ..self }
    }

    /// Whether the host wants the answer now. A player that searches asks at least every 5 ms.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(Stop::is_set)
    }

    /// The seat that is asked.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules.
    #[inline]
    pub fn game(&self) -> &'a G {
        self.at.game()
    }

    /// A borrowed look.
    #[inline]
    pub fn seen(&self) -> G::Seen<'a> {
        self.at.game().seen(self.at.state(), Viewer::Seat(self.seat))
    }

    /// Everything the seat knows.
    pub fn view(&self) -> G::View {
        self.at.game().view(self.at.state(), Viewer::Seat(self.seat))
    }

    /// Appends the seat's legal actions.
    pub fn legal(&self, out: &mut Vec<G::Action>) {
        self.at.game().legal(self.at.state(), self.seat, out);
    }

    /// A world the seat cannot tell from the real one, to search in.
    pub fn imagine(&self, dice: &mut Dice) -> Match<G> {
        self.at.imagined(Viewer::Seat(self.seat), dice)
    }

    /// The same from the seat's view, for a search that makes many worlds of one view.
    pub fn imagine_from(&self, view: &G::View, dice: &mut Dice) -> Match<G> {
        self.at.imagined_from(view, dice)
    }
}
