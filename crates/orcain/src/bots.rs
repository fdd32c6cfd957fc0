//! The computer players of the rules document (rules 10).

pub(crate) mod equilibrium;
mod matrix;
pub(crate) mod optimal;

use bout_core::{Bot, BotInfo, BotSpec, Choice, Dice, Turn};

use crate::Orcain;
use crate::action::Action;
use crate::card::{Card, Layout, Layouts, SLOTS, Slot};
use crate::view::Seen;

/// HP at which the orc begins to heal.
const ORC_HEALS_AT: u8 = 4;

/// The bots, the usual one first.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "random",
        about: "confirms three cards of its hand, every order equally likely",
        params: &[],
    },
    BotInfo {
        name: "random_blank",
        about: "confirms any layout, blanks included, all equally likely",
        params: &[],
    },
    BotInfo {
        name: "orc_bot",
        about: "the opponent of single play: drafts one card, heals when weak, blocks after an attack",
        params: &[],
    },
    BotInfo {
        name: "optimal",
        about: "mixes its layouts so that nobody can do better against it than break even",
        params: &[],
    },
    BotInfo {
        name: "scripted",
        about: "plays a given plan, a part per round: +adh confirms, ~a-- drafts, x nothing, q leaves",
        params: &["plan=+adh/~a--/x"],
    },
];

/// Makes a bot by its name.
pub fn make(spec: &BotSpec) -> Option<Result<Box<dyn Bot<Orcain>>, String>> {
    let plain = |bot: Box<dyn Bot<Orcain>>| spec.only(&[]).map(|()| bot);
    Some(match spec.name.as_str() {
        "random" => plain(Box::new(Uniform { from: |layouts| &layouts.full })),
        "random_blank" => plain(Box::new(Uniform { from: |layouts| &layouts.all })),
        "orc_bot" => plain(Box::new(OrcBot)),
        "optimal" => plain(Box::<optimal::Optimal>::default()),
        "scripted" => Scripted::new(spec).map(|bot| Box::new(bot) as Box<dyn Bot<Orcain>>),
        _ => return None,
    })
}

/// `random` and `random_blank`: one of these layouts, confirmed at once.
struct Uniform {
    from: fn(&Layouts) -> &[Layout],
}

impl Bot<Orcain> for Uniform {
    fn choose(&mut self, turn: &Turn<'_, Orcain>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        if seen.confirmed() {
            return Choice::Wait;
        }
        let layout = seen.with_layouts(|layouts| dice.pick((self.from)(layouts)).copied());
        layout.flatten().map(|layout| Action::Confirm(layout.into())).into()
    }
}

/// `orc_bot`: asked once per PREP, it drafts one card and never confirms.
struct OrcBot;

impl Bot<Orcain> for OrcBot {
    fn choose(&mut self, turn: &Turn<'_, Orcain>, dice: &mut Dice) -> Choice<Action> {
        let seen = turn.seen();
        if seen.layout().is_some() {
            return Choice::Wait;
        }
        let Some(hand) = seen.hand() else { return Choice::Wait };
        let wanted = OrcBot::card(&seen, dice);
        let card = if hand.0.contains(&wanted) { wanted } else { hand.0[0] };
        Choice::Act(Action::Draft([Some(card), None, None].into()))
    }
}

impl OrcBot {
    fn card(seen: &Seen<'_>, dice: &mut Dice) -> Card {
        let last = seen.opponents_last_round().and_then(|cards| cards.into_iter().flatten().last());
        if seen.own_hp().is_some_and(|hp| hp <= ORC_HEALS_AT) {
            Card::Heal
        } else if last == Some(Card::Attack) {
            if dice.below(2) == 0 { Card::Defense } else { Card::Counter }
        } else {
            Card::Attack
        }
    }
}

/// `scripted`: a given list of per-round actions.
struct Scripted {
    rounds: Vec<Vec<Move>>,
    round: u32,
    done: usize,
}

#[derive(Clone, Copy)]
enum Move {
    Draft(Layout),
    Confirm(Layout),
    Leave,
}

impl Scripted {
    fn new(spec: &BotSpec) -> Result<Self, String> {
        spec.only(&["plan"])?;
        let plan =
            spec.get("plan").ok_or("bot 'scripted' needs a plan, such as plan=+adh/~a--/x")?;
        let rounds = plan.split('/').map(read_round).collect::<Result<_, _>>()?;
        Ok(Scripted { rounds, round: 0, done: 0 })
    }
}

impl Bot<Orcain> for Scripted {
    fn choose(&mut self, turn: &Turn<'_, Orcain>, _dice: &mut Dice) -> Choice<Action> {
        let round = turn.seen().round_index();
        if round != self.round {
            (self.round, self.done) = (round, 0);
        }
        let moves = self.rounds.get(round as usize - 1).map_or(&[][..], Vec::as_slice);
        let next = moves.get(self.done).copied();
        self.done += 1;
        match next {
            Some(Move::Draft(layout)) => Choice::Act(Action::Draft(layout.into())),
            Some(Move::Confirm(layout)) => Choice::Act(Action::Confirm(layout.into())),
            Some(Move::Leave) => Choice::Leave,
            None => Choice::Wait,
        }
    }

    fn reset(&mut self) {
        (self.round, self.done) = (0, 0);
    }

    fn is_lawful(&self) -> bool {
        false
    }
}

/// Reads one round of a plan: any number of `+abc`, `~abc`, `x` and `q`.
fn read_round(text: &str) -> Result<Vec<Move>, String> {
    let wrong = || format!("bot 'scripted': '{text}' is no round; write +adh, ~a--, x or q");
    let (mut moves, mut letters) = (Vec::new(), text.chars());
    while let Some(letter) = letters.next() {
        let mut layout = || -> Option<Layout> {
            let slots: Vec<Slot> = letters.by_ref().take(SLOTS).map(slot).collect::<Option<_>>()?;
            slots.try_into().ok()
        };
        match letter {
            '+' => moves.push(Move::Confirm(layout().ok_or_else(wrong)?)),
            '~' => moves.push(Move::Draft(layout().ok_or_else(wrong)?)),
            'q' => moves.push(Move::Leave),
            'x' => {}
            _ => return Err(wrong()),
        }
    }
    Ok(moves)
}

fn slot(letter: char) -> Option<Slot> {
    Some(match letter {
        'a' => Some(Card::Attack),
        'd' => Some(Card::Defense),
        'h' => Some(Card::Heal),
        'c' => Some(Card::Counter),
        '-' => None,
        _ => return None,
    })
}
