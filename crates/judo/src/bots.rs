//! The computer players of the rules document (rules 10). They need no memory.

use bout_core::{Bot, BotInfo, BotSpec, Choice, Dice, Turn};

use crate::Judo;
use crate::action::{Action, Sent};
use crate::card::{Picks, Stat};
use crate::phase::Phase;

/// The bots, the strongest first.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "hard", about: "names one of its highest stats", params: &[] },
    BotInfo {
        name: "medium",
        about: "names a stat that is not below the mean of its card",
        params: &[],
    },
    BotInfo { name: "easy", about: "names any stat", params: &[] },
    BotInfo { name: "first", about: "always names power", params: &[] },
    BotInfo { name: "auto", about: "names what the engine would when time is up", params: &[] },
];

const ANY: u8 = 0b1_1111;

/// Makes a bot by its name.
pub fn make(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Judo>>, String>> {
    let candidates: fn(&Picks) -> u8 = match spec.name.as_str() {
        "hard" => |picks| picks.highest,
        "medium" => |picks| picks.good,
        "easy" => |_| ANY,
        "first" => |_| 1,
        "auto" => |picks| 1 << picks.auto as u8,
        _ => return None,
    };
    Some(spec.only(&[]).map(|()| Box::new(Chooser { candidates }) as Box<dyn Bot<Judo>>))
}

/// Any of the candidates, all equally likely; a bit each.
struct Chooser {
    candidates: fn(&Picks) -> u8,
}

impl Bot<Judo> for Chooser {
    #[inline]
    fn choose(&mut self, turn: &Turn<'_, Judo>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        match seen.phase() {
            Phase::WaitingForPlayerAction => {
                let Some(picks) = seen.own_picks() else { return Choice::Wait };
                let mut left = (self.candidates)(picks);
                for _ in 0..dice.below(left.count_ones().max(1)) {
                    left &= left - 1;
                }
                let stat = Sent::Known(Stat::ALL[left.trailing_zeros() as usize % Stat::ALL.len()]);
                Choice::Act(Action::SelectStat { stat, round: None, side: None })
            }
            Phase::WaitingForMatchStart => Choice::Act(Action::StartMatch { win_target: None }),
            Phase::MatchStart
            | Phase::RoundStart
            | Phase::RoundDecision
            | Phase::RoundOver
            | Phase::Cooldown
            | Phase::MatchDecision
            | Phase::MatchOver
            | Phase::InterruptRound
            | Phase::InterruptMatch
            | Phase::RoundModification => Choice::Wait,
        }
    }
}
