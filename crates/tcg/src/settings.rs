//! Every key of the config with its values and meaning.

use bout_core::{Named, Setting, Values};

use crate::config::{LeavePolicy, Rules, SetupMode, TieBreak};
use crate::deck::DECK_MAX;

const PER_TURN: Values = Values::Number(0, 1000);
const CLOCK: Values = Values::Number(0, 86_400_000);
const SIZE: Values = Values::Number(1, DECK_MAX as u64);

fn words<W: Named>(all: &[W]) -> Values {
    Values::Words(all.iter().map(Named::name).collect())
}

/// In the order of the config; keys without a group are rule parameters.
pub fn settings() -> Vec<Setting> {
    let rows = deck_rules().into_iter().chain(rules()).chain(table());
    rows.map(|(key, values, about)| Setting::new(key, values, about)).collect()
}

type Row = (&'static str, Values, &'static str);

fn deck_rules() -> Vec<Row> {
    use Values::{Number, Other, Switch};
    let restricted = Other("list of {setName, cardId, maxCopies}");
    vec![
        ("deckRules.minDeckSize", SIZE, "the fewest cards in a deck"),
        ("deckRules.maxDeckSize", SIZE, "the most cards in a deck"),
        ("deckRules.exactDeckSize", Switch, "require both sizes to be the same"),
        ("deckRules.maxCopiesPerCard", Number(1, 1000), "copies of a name; basic energy is exempt"),
        ("deckRules.minBasicPokemon", Number(0, DECK_MAX as u64), "basic creatures in a deck"),
        ("deckRules.restrictedCards", restricted, "other limits for single cards"),
        ("bannedSets", Other("list of set names"), "sets whose cards are not allowed"),
        ("setBannedCards", Other("set name to list of card ids"), "single cards not allowed"),
    ]
}

fn rules() -> Vec<Row> {
    use Values::{Number, Other, Switch};
    let start = Other("list of {type, minCount}: HAS_BASIC_POKEMON, HAS_ENERGY_CARD");
    vec![
        ("startGameRules.rules", start, "what an opening hand must hold"),
        ("prizeCardCount", Number(1, 6), "prizes of each player"),
        ("openingHandSize", Number(1, 10), "cards of an opening hand"),
        ("maxBench", Number(1, 5), "places on a bench"),
        ("firstPlayerDrawsOnFirstTurn", Switch, "the first player draws in the first turn"),
        ("firstPlayerMayAttackOnFirstTurn", Switch, "the first player attacks in the first turn"),
        ("mulliganBonusCards", Number(0, 2), "cards for the opponent of each invalid hand"),
        ("maxRetreatsPerTurn", PER_TURN, "retreats in a turn; 0 for no limit"),
        ("maxSupportersPerTurn", PER_TURN, "supporters in a turn"),
        ("maxStadiumsPerTurn", PER_TURN, "stadiums in a turn"),
        ("energyAttachmentsPerTurn", PER_TURN, "energies attached from the hand in a turn"),
        ("setupMode", words(SetupMode::ALL), "how a match is set up"),
        ("tieBreak", words(TieBreak::ALL), "what a tie leads to"),
        ("leavePolicy", words(LeavePolicy::ALL), "what leaving means"),
        (
            "turnLimit",
            Number(0, Rules::TURNS_MAX.into()),
            "turns after which the prizes decide; 0 for the most",
        ),
        ("maxMainActionsPerTurn", Number(20, 1000), "actions in the main phase of a turn"),
        (
            "mulliganLimit",
            Number(0, 10_000),
            "invalid hands of a player before the match is cancelled",
        ),
    ]
}

fn table() -> Vec<Row> {
    use Values::{Number, Other};
    vec![
        ("sets", Other("list of set names or sets"), "the card sets; all loaded ones if empty"),
        ("decks", Other("two deck ids or decks, or null"), "the decks; null if players bring them"),
        ("timers.lobby", CLOCK, "time in ms from the first join; 0 is off"),
        ("timers.decision", CLOCK, "time in ms for a decision; 0 is off"),
        ("timers.turn", CLOCK, "time in ms for a turn without its decisions; 0 is off"),
        ("timers.grace", CLOCK, "time in ms that a player may be disconnected"),
        (
            "timers.expiries",
            Number(0, 1000),
            "timeouts in a row that count as leaving; 0 for never",
        ),
    ]
}
