//! Every key of the config with its values and meaning.

use bout_core::{Named, Setting, Values};

use crate::config::RngMode;
use crate::piece::Side;

const ANY: Values = Values::Number(0, u32::MAX as u64);
const CLOCK: Values = Values::Number(0, 86_400_000);

fn words<W: Named>(all: &[W]) -> Values {
    Values::Words(all.iter().map(Named::name).collect())
}

/// In the order of the config.
pub fn settings() -> Vec<Setting> {
    use Values::{Number, Other};
    let clans =
        Other("one or more of dark_moon, styx, eternal_night, iron_guard and your own clans");
    let rows = [
        ("incomeGold", ANY, "gold at the start of a turn"),
        ("incomeMana", ANY, "mana at the start of a turn"),
        ("storageToGoldRate", ANY, "gold for each stored mana"),
        ("goldMax", ANY, "the most gold a side holds"),
        ("manaMax", ANY, "the most mana a side holds"),
        ("storageManaMax", ANY, "the most mana a side stores"),
        ("firstSide", words(Side::ALL), "the side that begins"),
        ("startGoldFirst", ANY, "gold of the side that begins"),
        ("startGoldSecond", ANY, "gold of the other side"),
        ("startMana", ANY, "mana of the side that begins"),
        ("buySoulFromDeckGoldCost", ANY, "gold for a soul from a deck"),
        ("buySoulFromDisplayGoldCost", ANY, "gold for a soul from a display"),
        ("buySoulFromEnemyGraveyardGoldCost", ANY, "gold for a soul from the enemy's graveyard"),
        ("moveManaCost", ANY, "mana for a move"),
        ("shootManaCost", ANY, "mana for a shot"),
        ("soulHandMax", ANY, "the most souls in a hand"),
        ("itemHandMax", ANY, "the most items in a hand"),
        ("buySoulActionsPerTurn", ANY, "souls a side can buy in a turn"),
        ("buyItemActionsPerTurn", ANY, "items a side can buy in a turn"),
        ("soulReturnPerTurn", ANY, "souls a side can return in a turn"),
        ("necroActionsPerTurn", ANY, "revivals and enchantments in a turn"),
        ("bloodRitualHpCost", ANY, "HP that a blood ritual costs the king"),
        ("rngMode", words(RngMode::ALL), "where chance comes from: dice, or nowhere"),
        ("diceFixed", Number(1, 6), "the face of every die if `rngMode` is fixed"),
        ("enabledClans", clans, "the clans whose souls take part"),
        ("maxTurns", ANY, "turns after which the match is adjudicated; 0 for never"),
        ("turnMs", CLOCK, "time for a turn; 0 for no limit"),
        ("returnMs", CLOCK, "how long a player may be disconnected"),
        ("timeoutsToLose", ANY, "timeouts in a row that lose the match"),
    ];
    rows.into_iter().map(|(key, values, about)| Setting::new(key, values, about)).collect()
}
