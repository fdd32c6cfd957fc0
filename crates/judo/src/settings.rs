//! Every key of the config with its values and meaning.

use bout_core::{Named, Setting, Values};

use crate::card::DECK_MAX;
use crate::config::{ChooserPolicy, Difficulty, FirstChooser, InterruptMode, Mode};

fn words<W: Named>(all: &[W]) -> Values {
    Values::Words(all.iter().map(Named::name).collect())
}

/// In the order of the config.
pub fn settings() -> Vec<Setting> {
    use Values::{Number, Other, Switch};
    let cards = Number(1, DECK_MAX as u64);
    let first = Other("player, opponent, random; null: player in solo, random in pvp");
    debug_assert_eq!(FirstChooser::ALL.len(), 3, "the text above names them all");
    let rows = [
        ("mode", words(Mode::ALL), "who sits on `opponent`: a computer player or a second person"),
        ("win_target", Other("1 to `max_rounds`"), "points that win the match"),
        ("max_rounds", cards.clone(), "the most rounds; a drawn round counts"),
        ("deck_size", cards, "cards dealt to each side"),
        ("selection_ms", Number(5_000, 120_000), "time to choose a stat"),
        ("cooldown_ms", Number(0, 10_000), "pause before each round"),
        ("auto_select", Switch, "choose for a player whose time is up"),
        ("round_modify", Switch, "let an administrator edit an interrupted round"),
        ("stat_hotkeys", Switch, "screen only: keys 1 to 5 choose a stat"),
        ("battle_state_progress", Switch, "screen only: show the progress bar"),
        ("skip_round_cooldown", Switch, "leave out the pause before each round"),
        ("chooser_policy", words(ChooserPolicy::ALL), "who chooses in the next round"),
        ("first_chooser", first, "who chooses in round 1"),
        ("difficulty", words(Difficulty::ALL), "how well the computer player plays"),
        ("interrupt_mode", words(InterruptMode::ALL), "who resolves an interrupt"),
        ("resolve_ms", Number(1_000, 120_000), "how long an interrupt waits for a person"),
        ("auto_advance", Switch, "fire triggers and timers; off in test mode only"),
        ("official", Switch, "open the host's seat to an administrator"),
        ("test_mode", Switch, "allow test commands and fixed decks"),
        ("emit_ticks", Switch, "report drift of the clock"),
        (
            "decks",
            Other("two lists of 1 to 49 cards, or null"),
            "fixed draw piles, in test mode only",
        ),
    ];
    rows.into_iter().map(|(key, values, about)| Setting::new(key, values, about)).collect()
}
