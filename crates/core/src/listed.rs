//! What a catalogue wants to know of a game besides its rules: presets, bots, statistics.

use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    DataError, DataFile, Dice, Figure, Game, Match, Outcome, Seat, SeatSet, Seed, Setting, Stop,
    Viewer, Watchdog,
};

/// Who sits at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatPlan {
    /// The seats of people.
    pub people: SeatSet,
    /// Whether one screen serves several of them.
    pub one_screen: bool,
}

/// A game as the catalogue lists it.
pub trait Listed: Game {
    /// Its statistics.
    type Tally: Tally<Self>;

    /// One line that tells a newcomer what it is.
    const ABOUT: &'static str;
    /// In what the length of a match is counted, such as `rounds`.
    const LENGTH_UNIT: &'static str;
    /// The simulator's usual cap on that length.
    const LENGTH_CAP: u32;
    /// Whether the game can be played with card data of one's own.
    const TAKES_CARDS: bool = false;
    /// How long a host waits before it tells the rules that the connection of a player is lost who
    /// plays alone; for games whose rules know no return. Between people the rules hear at once.
    const AWAY_MS: u64 = 0;
    /// Keys of the config that hold what players may not know of each other; shown to nobody before
    /// the end.
    const SECRET_KEYS: &'static [&'static str] = &[];
    /// Settings between strangers that count, besides the usual one.
    const RATED: &'static [&'static str] = &[];
    /// A match moves ratings only if every player has made this many decisions in it.
    const RATED_DECISIONS: u32 = 3;
    /// How many matches a batch has unless told.
    const GAMES: u64 = 10_000;
    /// What line-ups are made of, in the order of reports; empty where all seats are alike.
    const CLASSES: &'static [&'static str] = &[];
    /// The preset that people play unless they name one; the first if empty.
    const LOBBY_PRESET: &'static str = "";
    /// For how many players line-ups can be made; empty where their number is fixed.
    const PLAYERS: &'static [usize] = &[];
    /// The paths of the statistics that a comparison of settings shows; empty for all of them.
    const METRICS: &'static [&'static str] = &[];

    /// Named settings; the first is the usual one.
    fn presets() -> Vec<Preset<Self::Config>>;
    /// The game's own computer players; the first is the usual one.
    fn bots() -> &'static [BotInfo];
    /// Makes one of `bots`; `None` if there is none of that name.
    fn bot(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Self>>, String>>;
    /// How long a match has been going on.
    fn length(state: &Self::State) -> u32;
    /// How long the match had been going on when this happened; 0 where an event does not say.
    fn length_at(_event: &Self::Event) -> u32 {
        0
    }
    /// What there is to tell of computer players, by seat, before they play; part of the statistics.
    fn figures_of_bots(&self, _bots: &[&BotSpec]) -> Vec<(String, Figure)> {
        Vec::new()
    }
    /// What sits at a seat, for reports.
    fn seat_name(&self, seat: Seat) -> String;
    /// The seats at which people can sit; the others are the computer's.
    fn people(&self) -> SeatSet {
        SeatSet::all(self.seats())
    }
    /// Whether somebody may direct the match from the host's seat.
    fn host_is_open(&self) -> bool {
        false
    }
    /// The timer that runs while the rules wait for the player of this seat to reconnect.
    fn absence_timer(_seat: Seat) -> Option<Self::Timer> {
        None
    }
    /// Why no match with this setting would be played, though the rules take it.
    fn unplayable(&self) -> Option<String> {
        None
    }
    /// The match that decides this one, which ended without a winner after so many of its kind.
    fn follow_up(
        &self,
        _state: &Self::State,
        _seed: Seed,
        _played: u32,
    ) -> Option<(Self::Config, Seed)> {
        None
    }
    /// Changes that suit a batch, which has no wall clock and nobody to mislead. What a user sets
    /// himself goes before them.
    fn unpaced() -> Value {
        json!({})
    }
    /// Changes that suit a match of people who do not sit together, such as clocks. What they set
    /// themselves goes before them.
    fn networked() -> Value {
        json!({})
    }
    /// Changes that follow from who sits at a table. What players set themselves goes before them.
    fn seated(_plan: &SeatPlan) -> Value {
        json!({})
    }
    /// Changes to the config of a match that moves ratings.
    fn in_earnest() -> Value {
        json!({})
    }
    /// The changes to a config that give seats the classes their players chose; `None` keeps the
    /// config's. Asked only if there are `CLASSES`.
    fn chosen(_config: &Self::Config, _classes: &[Option<String>]) -> Value {
        json!({})
    }
    /// Where in the config a key of `--set` stands.
    fn path_of(key: &str) -> Vec<String> {
        key.split('.').map(str::to_owned).collect()
    }
    /// The changes to the config that seat a line-up; says no to flags that the game does not have.
    fn line_up(line_up: &LineUp) -> Result<Value, String> {
        line_up.only(Self::ID, &[])
    }
    /// The computer player that usually sits at a seat.
    fn usual_bot(&self, _seat: Seat) -> &'static str {
        Self::bots().first().map_or("random", |bot| bot.name)
    }
    /// Builds card data from files on top of the shipped data; asked only if `TAKES_CARDS`.
    fn library(_files: &[DataFile]) -> Result<Self::Library, Vec<DataError>> {
        Ok(Self::Library::default())
    }
    /// The settings of one match of a soak test; the presets in turn, unless a game says more.
    fn soaked(_dice: &mut Dice) -> Option<Self::Config> {
        None
    }
    /// What people and hosts do to a match besides playing it: changes of tab, quits, test commands.
    fn mischief(
        &self,
        _state: &Self::State,
        _seat: Seat,
        _dice: &mut Dice,
    ) -> Option<Self::Action> {
        None
    }
    /// What watches a match of a soak test for things that only this game knows.
    fn watchdog() -> Box<dyn Watchdog<Self>> {
        Box::new(crate::soak::Unwatched)
    }
    /// What is wrong with the decks of these files, by the usual rules for decks; none where a game is
    /// not played with decks.
    fn deck_faults(_library: &Self::Library, _files: &[DataFile]) -> Option<Vec<DataError>> {
        None
    }
    /// What is wrong with a loaded deck, by the usual rules for decks; none where there is no such deck.
    fn deck_faults_of(_library: &Self::Library, _id: &str) -> Option<Vec<DataError>> {
        None
    }
    /// What looks wrong with the loaded card data and stops no match.
    fn data_warnings(_library: &Self::Library) -> Vec<DataError> {
        Vec::new()
    }
    /// Every key of the config with its values and its meaning, in the order in which people read
    /// them; defaults are filled in by `default_of`.
    fn settings() -> Vec<Setting> {
        Vec::new()
    }
    /// The value of a key in a config.
    fn default_of(config: &Value, key: &str) -> Value {
        let path = Self::path_of(key);
        let place = path.iter().try_fold(config, |at, part| at.get(part));
        place.cloned().unwrap_or_default()
    }
    /// The ids of the decks that line-ups are made of; none where a game is not played with decks.
    fn decks(_library: &Self::Library) -> Vec<String> {
        Vec::new()
    }
    /// The loaded cards and the decks that people are offered, as documents for screens; none where a
    /// game is not played with card data.
    fn collection(_library: &Self::Library) -> Option<Value> {
        None
    }
    /// The deck of a file as a document; none where it cannot be read as one.
    fn deck_of(_library: &Self::Library, _file: &DataFile) -> Option<Value> {
        None
    }
    /// For every verb of the card language the cards that use it.
    fn coverage(_library: &Self::Library) -> Vec<Verb> {
        Vec::new()
    }
}

/// Who is seated, as far as a user has said so: the flags of the same names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineUp {
    /// How many play.
    pub players: Option<usize>,
    /// A class per seat.
    pub classes: Option<Vec<String>>,
    /// A deck per seat.
    pub decks: Option<Vec<String>>,
}

impl LineUp {
    /// No changes; says no to every flag that is given and not among `known`.
    pub fn only(&self, game: &str, known: &[&str]) -> Result<Value, String> {
        let given = [
            ("players", self.players.is_some()),
            ("classes", self.classes.is_some()),
            ("decks", self.decks.is_some()),
        ];
        match given.iter().find(|(flag, given)| *given && !known.contains(flag)) {
            Some((flag, _)) => Err(format!("{game} has no --{flag}")),
            None => Ok(json!({})),
        }
    }
}

/// A named setting.
#[derive(Clone, Debug)]
pub struct Preset<C> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The whole config.
    pub config: C,
}

/// A verb of a card language and who uses it.
#[derive(Clone, Debug, Serialize)]
pub struct Verb {
    /// Its name in the data.
    pub verb: String,
    /// The cards.
    pub cards: Vec<String>,
    /// The tests.
    pub tests: Vec<String>,
}

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

/// A game's statistics: a sum kept per thread, fed by events, then merged.
///
/// It counts in integers and says in [`Figure`]s what the counts mean; shares, means and intervals
/// are made from them in one place. Merging must not depend on the order.
pub trait Tally<G: Listed>: Default + Send {
    /// A match begins.
    fn open(&mut self, _game: &G) {}
    /// Something happened.
    fn event(&mut self, game: &G, event: &G::Event);
    /// The match is over, or was capped (`None`).
    fn close(&mut self, game: &G, state: &G::State, outcome: Option<Outcome>);
    /// A match broke an invariant or panicked; it is in no other figure.
    fn fault(&mut self) {}
    /// Adds another thread's sum.
    fn merge(&mut self, other: Self);
    /// What was found, in the order in which it should be read.
    fn report(&self) -> Vec<(String, Figure)>;
}

/// Something to be done with one game, whichever it is: one dispatch per batch, none per action.
pub trait Visit {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: Listed>(self, library: &Arc<G::Library>) -> Self::Out;
}
