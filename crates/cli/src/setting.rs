//! The options that say what is played: preset, changes, bots, card data.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use bout_core::{
    AnyGame, BotSpec, Catalogued, DataError, DataFile, Occasion, Seat, merge, nearest, set_path,
};
use bout_games::Catalogue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::output::{Exit, read_file};

/// Which setting of a game is meant.
#[derive(clap::Args, Debug, Clone)]
pub struct SettingArgs {
    /// A named setting of the game, or a preset file
    #[arg(long, value_name = "NAME|FILE")]
    preset: Option<String>,
    /// Change one key of the config, such as `--set step_ms=0` (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    changes: Vec<Change>,
}

/// One `key=value`.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// As for `--set`.
    pub key: String,
    /// JSON, or a word.
    pub value: Value,
}

impl FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
        let (key, value) = pair.ok_or_else(|| format!("'{text}' is not of the form key=value"))?;
        Ok(Change { key: key.to_owned(), value: read_value(value) })
    }
}

/// A value as users write it: JSON, or a plain word.
pub fn read_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// A preset file: a named change to a preset.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetFile {
    /// Its own name.
    pub name: String,
    /// The preset it changes.
    pub preset: String,
    /// The changes, keys as for `--set`.
    #[serde(default)]
    pub rules: Map<String, Value>,
}

/// A setting that the game has accepted.
#[derive(Debug, Clone)]
pub struct Settled {
    /// The preset's name, or that of the preset file.
    pub name: String,
    /// The whole config.
    pub config: Value,
}

impl SettingArgs {
    /// This setting with another preset, if one is given, and with more changes.
    pub fn varied(&self, preset: Option<String>, more: impl IntoIterator<Item = Change>) -> Self {
        let changes = self.changes.iter().cloned().chain(more).collect();
        SettingArgs { preset: preset.or_else(|| self.preset.clone()), changes }
    }

    /// All changes to a named preset, those of a preset file and of `--set` alike.
    pub fn resolve(&self, rules: &dyn AnyGame) -> Result<PresetFile, Exit> {
        let presets = &rules.info().presets;
        let usual = presets.first().map_or("", |preset| preset.name);
        let named = self.changes.iter().rfind(|change| change.key == "preset");
        let name_of = |Change { value, .. }: &Change| match value.as_str() {
            Some(name) => Ok(name.to_owned()),
            None => Err(Exit::usage(format!("preset={value}: a name expected"))),
        };
        let named = named.map(name_of).transpose()?;
        let asked = named.as_deref().or(self.preset.as_deref()).unwrap_or(usual);
        let mut found = match presets.iter().any(|preset| preset.name == asked) {
            true => PresetFile { name: asked.into(), preset: asked.into(), rules: Map::new() },
            false if Path::new(asked).is_file() => {
                let file: PresetFile = read_json(Path::new(asked))?;
                file.check(rules).map_err(|stop| stop.at(asked))?;
                file
            }
            false => {
                let names: Vec<_> = presets.iter().map(|preset| preset.name).collect();
                let (game, names) = (rules.id(), names.join(", "));
                return Err(Exit::usage(format!(
                    "'{asked}' is neither a preset of {game} ({names}) nor a file"
                )));
            }
        };
        for Change { key, value } in self.changes.iter().filter(|change| change.key != "preset") {
            found.rules.insert(key.clone(), value.clone());
        }
        Ok(found)
    }

    /// The whole config for a batch, judged by the game: preset, what suits a batch, `more`, `--set`.
    pub fn settle(&self, catalogue: &Catalogue, game: &str, more: &Value) -> Result<Settled, Exit> {
        let rules = catalogue.rule_set(game).map_err(Exit::usage)?;
        let file = self.resolve(rules.as_ref())?;
        let mut changes = rules.suited(&Occasion::Batch);
        merge(&mut changes, more);
        let config = file.config(rules.as_ref(), changes)?;
        Ok(Settled { name: file.name, config })
    }

    /// Whether every key is changed once.
    pub fn check(&self) -> Result<(), Exit> {
        once("--set", &self.changes)
    }
}

impl PresetFile {
    /// The whole config, after these other changes.
    fn config(&self, rules: &dyn AnyGame, mut changes: Value) -> Result<Value, Exit> {
        let known = rules.config(Some(&self.preset), &json!({})).map_err(Exit::usage)?;
        for (key, value) in &self.rules {
            let path = rules.path_of(key);
            set_path(&mut changes, &known, &path, value.clone())
                .map_err(|error| Exit::usage(format!("{error}{}", hint(rules, key))))?;
        }
        rules.config(Some(&self.preset), &changes).map_err(|error| {
            let hints = self.rules.keys().map(|key| hint(rules, key)).collect::<String>();
            Exit::usage(format!("{error}{hints}"))
        })
    }

    /// Whether the game takes it as it is.
    pub fn check(&self, rules: &dyn AnyGame) -> Result<(), Exit> {
        self.config(rules, json!({})).map(|_| ())
    }
}

/// What a user may have meant by a key that the game does not have; nothing for one that it has.
fn hint(rules: &dyn AnyGame, key: &str) -> String {
    let settings = &rules.info().settings;
    if settings.is_empty() || settings.iter().any(|setting| setting.covers(key)) {
        return String::new();
    }
    let (near, game) = (nearest(settings, key).join(", "), rules.id());
    format!("; unknown key '{key}', similar keys: {near} ('bout games {game}' lists all)")
}

/// Whether no key is named twice.
pub fn once(place: &str, changes: &[Change]) -> Result<(), Exit> {
    let twice = (1..changes.len()).find(|at| {
        let Change { key, .. } = &changes[*at];
        changes[..*at].iter().any(|before| before.key == *key)
    });
    match twice {
        Some(at) => Err(Exit::usage(format!("{place}: '{}' is given twice", changes[at].key))),
        None => Ok(()),
    }
}

/// Reads a JSON file of a known shape; objects are objects, not lists of their fields.
pub fn read_json<T: DeserializeOwned + Serialize>(path: &Path) -> Result<T, Exit> {
    let text = read_file(path)?;
    let wrong = |error: String| Exit::usage(format!("{}: {error}", path.display()));
    let tree: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let found: T = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    match serde_json::to_value(&found).map(|written| has_shape(&tree, &written)) {
        Ok(true) => Ok(found),
        _ => Err(wrong("an object expected, not a list of its fields".into())),
    }
}

/// Whether lists and objects stand where they would be written.
fn has_shape(read: &Value, written: &Value) -> bool {
    match (read, written) {
        (Value::Array(read), Value::Array(written)) => {
            read.iter().zip(written).all(|(read, written)| has_shape(read, written))
        }
        (Value::Array(_), Value::Object(_)) => false,
        _ => true,
    }
}

/// A list of bots, separated by commas; the usual ones if there is none.
pub fn bots<G: Catalogued>(text: Option<&str>, game: &G) -> Result<Vec<BotSpec>, Exit> {
    match text {
        Some(text) => text.split(',').map(|bot| bot.parse().map_err(Exit::usage)).collect(),
        None => Ok((0..game.seats()).map(|n| BotSpec::plain(game.usual_bot(Seat(n)))).collect()),
    }
}

/// The games, with card data from a directory if one is given: for one game, or for every game
/// that can read it.
pub fn catalogue(
    cards: Option<&PathBuf>,
    decks: &[PathBuf],
    game: Option<&str>,
) -> Result<Catalogue, Exit> {
    let faults = match try_catalogue(cards, decks, game)? {
        Ok(catalogue) => return Ok(catalogue),
        Err(faults) => faults,
    };
    let told = faults.iter().map(|Faults { game: taker, errors }| {
        let more = match errors.len() {
            0 | 1 => String::new(),
            all => format!(" (and {} more; bout check {taker} lists them)", all - 1),
        };
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        if game.is_some() { first + &more } else { format!("as {taker}: {first}{more}") }
    });
    Err(Exit::usage(told.collect::<Vec<_>>().join("; ")))
}

/// Why a game cannot take the files.
pub struct Faults {
    /// The game.
    pub game: String,
    /// What is wrong with them for it.
    pub errors: Vec<DataError>,
}

/// The same, with everything that is wrong with the files; the outer error is a file that cannot be
/// read, or that no game would read.
pub fn try_catalogue(
    cards: Option<&PathBuf>,
    decks: &[PathBuf],
    game: Option<&str>,
) -> Result<Result<Catalogue, Vec<Faults>>, Exit> {
    let mut catalogue = Catalogue::shipped();
    let mut files = Vec::new();
    for path in cards.into_iter().chain(decks) {
        files.extend(data_files(path, "data")?);
    }
    if cards.is_none() && decks.is_empty() {
        return Ok(Ok(catalogue));
    }
    let takers = game.map_or_else(|| catalogue.takers(), |game| vec![game]);
    let mut faults = Vec::new();
    for game in &takers {
        match catalogue.load(game, &files) {
            Ok(()) => return Ok(Ok(catalogue)),
            Err(errors) => faults.push(Faults { game: (*game).to_owned(), errors }),
        }
    }
    if faults.is_empty() {
        Err(Exit::usage("no game here takes card data"))
    } else {
        Ok(Err(faults))
    }
}

/// Every data file of a directory and of those in it, by name; or a single one. Where there is none,
/// the kind that was looked for is told.
pub fn data_files(dir: &Path, kind: &str) -> Result<Vec<DataFile>, Exit> {
    let mut paths = Vec::new();
    collect(dir, &mut paths)?;
    if paths.is_empty() {
        let text = format!("{}: no {kind} file (json, toml, txt) is there", dir.display());
        return Err(Exit::usage(text));
    }
    paths.sort();
    paths
        .iter()
        .map(|path| Ok(DataFile { name: path.display().to_string(), text: read_file(path)? }))
        .collect()
}

/// The files of a directory that hold decks: lists, and trees without the head of a card set.
pub fn deck_files(dir: &Path) -> Result<Vec<PathBuf>, Exit> {
    let mut paths = Vec::new();
    collect(dir, &mut paths)?;
    paths.sort();
    let is_deck = |path: &PathBuf| {
        let list = path.extension().is_some_and(|ending| ending == "txt");
        list || read_file(path).is_ok_and(|text| !text.contains("metadata"))
    };
    Ok(paths.into_iter().filter(is_deck).collect())
}

fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Exit> {
    if path.is_file() {
        paths.push(path.to_owned());
        return Ok(());
    }
    let wrong =
        |error: std::io::Error| Exit::usage(format!("cannot read {}: {error}", path.display()));
    for entry in std::fs::read_dir(path).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let known = ["json", "toml", "txt"];
        let data =
            path.extension().is_some_and(|ending| known.iter().any(|known| ending == *known));
        if data || path.is_dir() {
            collect(&path, paths)?;
        }
    }
    Ok(())
}
