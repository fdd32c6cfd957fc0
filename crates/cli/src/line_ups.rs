//! Which line-ups are played: of classes, of bots, or just the seats.

use std::sync::Arc;

use bout_core::{BotSpec, Catalogued, LineUp, Seat};
use bout_games::Catalogue;
use bout_sim::{Bout, Cell, KINDS_MAX, cell_seed};
use serde_json::Value;

use crate::output::Exit;
use crate::play::{PlayArgs, open};
use crate::setting::{self, SettingArgs};

/// All line-ups of a command.
pub struct LineUpPlan {
    /// What is compared: `classes`, `decks`, `bots` or `seats`.
    pub of: &'static str,
    /// The names of what is compared.
    pub names: Vec<String>,
    /// One by one; those of the same number of players follow each other.
    pub line_ups: Vec<Seats>,
}

/// One line-up.
pub struct Seats {
    /// What sits at each seat: an index into the names.
    pub kinds: Vec<usize>,
    /// The changes to the config that seat it.
    changes: Value,
    /// Who plays, where that is what is compared.
    bots: Option<Vec<BotSpec>>,
    /// Whether it is played on the very seeds of the command, as others are.
    common: bool,
}

/// What line-ups are made from.
pub struct Source<'a, G: Catalogued> {
    /// The options.
    pub play: &'a PlayArgs,
    /// The games.
    pub catalogue: &'a Catalogue,
    /// The game's card data.
    pub library: &'a Arc<G::Library>,
}

impl<G: Catalogued> Source<'_, G> {
    /// Every line-up of the game's classes; of a game without classes its seats as they are.
    pub fn plan(&self, usual_players: &[usize]) -> Result<LineUpPlan, Exit> {
        if G::classes().is_empty() {
            return self.seats();
        }
        let names = G::classes().iter().map(|class| (*class).to_owned()).collect();
        let asked: Vec<usize> = self.play.players.iter().map(|n| usize::from(*n)).collect();
        if let Some(classes) = &self.play.classes {
            let counts =
                if asked.is_empty() { vec![None] } else { asked.into_iter().map(Some).collect() };
            for players in counts {
                G::seat_line_up(&self.play.line_up_of(players)).map_err(Exit::usage)?;
            }
            let kind = |class: &String| G::classes().iter().position(|known| known == class);
            let kinds = classes.iter().filter_map(kind).collect();
            return Ok(LineUpPlan {
                of: "classes",
                names,
                line_ups: vec![class_seats::<G>(kinds)?],
            });
        }
        let mut counts = if asked.is_empty() { usual_players.to_vec() } else { asked };
        counts.sort_unstable();
        counts.dedup();
        let mut line_ups = Vec::new();
        for players in counts {
            G::seat_line_up(&self.play.line_up_of(Some(players))).map_err(Exit::usage)?;
            for kinds in multisets(G::classes().len(), players) {
                line_ups.push(class_seats::<G>(kinds)?);
            }
        }
        Ok(LineUpPlan { of: "classes", names, line_ups })
    }

    /// The seats of the game as they are.
    fn seats(&self) -> Result<LineUpPlan, Exit> {
        let changes = G::seat_line_up(&self.play.line_up()?).map_err(Exit::usage)?;
        let game = self.game(&self.play.setting, &changes)?;
        let names = (0..game.seats()).map(|seat| game.seat_name(Seat(seat))).collect();
        let kinds = (0..usize::from(game.seats())).collect();
        let line_ups = vec![Seats { kinds, changes, bots: None, common: false }];
        Ok(LineUpPlan { of: "seats", names, line_ups })
    }

    /// Every ordered pair of bots: those of `--bots`, or the game's own that need no parameters.
    pub fn bot_pairs(&self) -> Result<LineUpPlan, Exit> {
        let changes = G::seat_line_up(&self.play.line_up()?).map_err(Exit::usage)?;
        let seats = self.game(&self.play.setting, &changes)?.seats();
        if seats != 2 {
            let game = G::ID;
            return Err(Exit::usage(format!("{game} has {seats} seats; bots are paired for 2")));
        }
        let bots = self.bots()?;
        let line_up = |a: usize, b: usize| Seats {
            kinds: vec![a, b],
            changes: changes.clone(),
            bots: Some(vec![bots[a].clone(), bots[b].clone()]),
            common: false,
        };
        let pairs = (0..bots.len()).flat_map(|a| (0..bots.len()).map(move |b| (a, b)));
        let line_ups = pairs.map(|(a, b)| line_up(a, b)).collect();
        let names = bots.iter().map(BotSpec::to_string).collect();
        Ok(LineUpPlan { of: "bots", names, line_ups })
    }

    /// Every ordered pair of different decks, all on the same seeds: those of `--decks`, or all that
    /// the game offers.
    pub fn deck_pairs(&self) -> Result<LineUpPlan, Exit> {
        let names = match self.play.deck_ids()? {
            Some(asked) => asked,
            None => deck_ids::<G>(self.library),
        };
        if !(2..=KINDS_MAX).contains(&names.len()) {
            let count = names.len();
            let text = format!("--decks: 2 to {KINDS_MAX} can be paired, and there are {count}");
            return Err(Exit::usage(text));
        }
        let line_up = |a: usize, b: usize| {
            let decks = Some(vec![names[a].clone(), names[b].clone()]);
            let changes = G::seat_line_up(&LineUp { decks, ..LineUp::default() });
            let changes = changes.map_err(Exit::usage)?;
            Ok(Seats { kinds: vec![a, b], changes, bots: None, common: true })
        };
        let pairs = (0..names.len()).flat_map(|a| (0..names.len()).map(move |b| (a, b)));
        let line_ups = pairs.filter(|(a, b)| a != b).map(|(a, b)| line_up(a, b));
        let line_ups = line_ups.collect::<Result<_, Exit>>()?;
        Ok(LineUpPlan { of: "decks", names, line_ups })
    }

    fn bots(&self) -> Result<Vec<BotSpec>, Exit> {
        let Some(text) = &self.play.bots else {
            let own = G::bots().iter().map(|bot| BotSpec::plain(bot.name));
            let is_usable =
                |spec: &BotSpec| bout_bots::make::<G>(spec).is_ok_and(|bot| bot.is_lawful());
            return Ok(own.filter(is_usable).collect());
        };
        let mut bots: Vec<BotSpec> = Vec::new();
        for bot in text.split(',') {
            let bot: BotSpec = bot.parse().map_err(Exit::usage)?;
            bout_bots::make::<G>(&bot).map_err(Exit::usage)?;
            if bots.contains(&bot) {
                return Err(Exit::usage(format!("--bots: '{bot}' is named twice")));
            }
            bots.push(bot);
        }
        if bots.len() > KINDS_MAX {
            return Err(Exit::usage(format!("--bots: at most {KINDS_MAX} can be paired")));
        }
        Ok(bots)
    }

    /// A line-up under some settings, ready to be played.
    pub fn cell(&self, seats: &Seats, settings: &[SettingArgs]) -> Result<Cell<G>, Exit> {
        let bouts = settings.iter().map(|setting| self.bout(seats, setting));
        let seed = self.play.seed;
        Ok(Cell {
            kinds: seats.kinds.clone(),
            seed: if seats.common { seed } else { cell_seed(seed, &seats.kinds) },
            bouts: bouts.collect::<Result<_, _>>()?,
        })
    }

    fn bout(&self, seats: &Seats, setting: &SettingArgs) -> Result<Bout<G>, Exit> {
        let game = self.game(setting, &seats.changes)?;
        let is_seated = |(seat, kind): (u8, &usize)| {
            G::classes().get(*kind).is_none_or(|class| *class == game.seat_name(Seat(seat)))
        };
        let all_seated = (0..).zip(&seats.kinds).all(is_seated);
        if usize::from(game.seats()) != seats.kinds.len() || !all_seated {
            let text = "a preset file or --set changes who is seated; use --classes or --players";
            return Err(Exit::usage(text));
        }
        let bots = match &seats.bots {
            Some(bots) => bots.clone(),
            None => setting::bots(self.play.bots.as_deref(), &*game)?,
        };
        Ok(Bout { game, bots })
    }

    fn game(&self, setting: &SettingArgs, changes: &Value) -> Result<Arc<G>, Exit> {
        open::<G>(&setting.settle(self.catalogue, G::ID, changes)?.config, self.library)
    }

    /// The whole config of a line-up.
    pub fn config(&self, seats: &Seats, setting: &SettingArgs) -> Result<Value, Exit> {
        Ok(setting.settle(self.catalogue, G::ID, &seats.changes)?.config)
    }
}

/// The decks that line-ups are made of; none for a game that is not played with decks.
pub fn deck_ids<G: Catalogued>(library: &G::Library) -> Vec<String> {
    G::decks().map(|decks| decks.ids(library)).unwrap_or_default()
}

/// For how many players line-ups are made unless told.
pub fn usual_players<G: Catalogued>() -> &'static [usize] {
    G::line_ups().map_or(&[], |line_ups| line_ups.players())
}

fn class_seats<G: Catalogued>(kinds: Vec<usize>) -> Result<Seats, Exit> {
    let classes = kinds.iter().map(|kind| G::classes()[*kind].to_owned()).collect();
    let line_up = LineUp { classes: Some(classes), ..LineUp::default() };
    let changes = G::seat_line_up(&line_up).map_err(Exit::usage)?;
    Ok(Seats { kinds, changes, bots: None, common: false })
}

/// Every choice of `n` of some kinds, with repeats and without regard to order.
fn multisets(kinds: usize, n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer = |set: Vec<usize>| {
            let least = set.last().copied().unwrap_or(0);
            (least..kinds).map(move |kind| [set.as_slice(), &[kind]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::multisets;

    #[test]
    fn as_many_line_ups_as_the_rules_say() {
        assert_eq!([2, 3, 4].map(|n| multisets(3, n).len()), [6, 10, 15]);
        let pairs = multisets(3, 2);
        assert_eq!(pairs, [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]);
    }
}
