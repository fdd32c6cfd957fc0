//! Line-ups of classes.

use bout_core::{Game, LineUp, LineUps, Named};
use serde_json::{Value, json};

use crate::Tank;
use crate::config::{Config, SEATS};

const CLASSES: &[&str] = &["heavy", "medium", "light"];

/// Two to four tanks of any class.
pub struct Classes;

impl LineUps<Tank> for Classes {
    fn classes(&self) -> &'static [&'static str] {
        CLASSES
    }

    fn players(&self) -> &'static [usize] {
        &[2, 3, 4]
    }

    fn seat(&self, line_up: &LineUp) -> Result<Value, String> {
        line_up.only(Tank::ID, &["players", "classes"])?;
        let classes = match (&line_up.classes, line_up.players) {
            (Some(classes), Some(n)) if n != classes.len() => {
                let found = classes.len();
                return Err(format!(
                    "player_count_mismatch: --players {n}, but --classes names {found}"
                ));
            }
            (Some(classes), _) => classes.clone(),
            (None, Some(n)) => CLASSES.iter().cycle().take(n).copied().map(str::to_owned).collect(),
            (None, None) => return Ok(json!({})),
        };
        if !SEATS.contains(&classes.len()) {
            return Err(format!("{} players; tank is played by 2 to 4", classes.len()));
        }
        match classes.iter().find(|class| !CLASSES.contains(&class.as_str())) {
            Some(class) => {
                let known = CLASSES.join(", ");
                Err(format!("unknown class '{class}'; available: {known}"))
            }
            None => Ok(json!({"classes": classes})),
        }
    }

    fn choose(&self, config: &Config, classes: &[Option<String>]) -> Value {
        let seats = config.classes.iter().zip(classes);
        let all = seats.map(|(usual, chosen)| chosen.as_deref().unwrap_or(usual.name()));
        json!({"classes": all.collect::<Vec<_>>()})
    }
}
