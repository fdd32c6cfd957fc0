//! A state that fits what a viewer knows.

use bout_core::{Current, Dice, List, Timers};

use crate::Judo;
use crate::card::{CardNo, DECK_MAX, Face, Stat};
use crate::phase::{Phase, ROWS, Timer, row};
use crate::state::{
    Both, Checkpoint, Clock, Fields, LastRound, Ledger, Log, Pairs, Selection, State, Streak,
    Suspended,
};
use crate::view::{Shown, TimerView, View};
use crate::wire::Transition;

/// A state that fits a view: what is unknown is dealt from the cards that have not been seen.
pub fn imagine(game: &Judo, view: &View, dice: &mut Dice) -> State {
    let mut unseen = unseen(game, view);
    dice.shuffle(&mut unseen);
    let mut next = || unseen.pop().unwrap_or_default();
    let current = match (&view.current.player, &view.current.opponent) {
        (Some(player), Some(opponent)) => Some([player, opponent].map(|shown| match shown {
            Shown::Face(face) => face.no,
            Shown::Mystery => next(),
        })),
        _ => None,
    };
    let piles = match &view.secret {
        Some(secret) => [&secret.draw_piles.player, &secret.draw_piles.opponent]
            .map(|pile| list(pile.iter().rev().map(|face| face.no))),
        None => view.draw_pile.pair().map(|count| list((0..count).map(|_| next()))),
    };
    let mut fields = Fields {
        ledger: ledger(view),
        piles,
        taken: [&view.captured.player, &view.captured.opponent, &view.discard].map(|t| pairs(t)),
        current,
        cards_public: view.cards_public,
        selection: selection(view),
        values: view.values.map(Both::pair),
        outcome: view.outcome,
        clock: clock(view),
        budget: view.pause_budget_ms.pair(),
        charged: None,
        idle: view.idle_count.pair(),
        skip_votes: view.skip_votes.iter().map(|side| side.seat()).collect(),
        rematch_votes: view.rematch_votes.iter().map(|side| side.seat()).collect(),
        checkpoint: None,
        suspended: None,
        interrupt: view.interrupt,
        error_restarts: view.error_restarts,
        modified: view.modified,
        result: view.result,
    };
    (fields.checkpoint, fields.suspended) = rolled(view, &fields);
    let mut state = State {
        phase: Current::start(view.state),
        now: view.now_ms,
        log: log(view),
        inactive: view.inactive_why.pair(),
        armed: armed(view),
        win_target: view.win_target,
        match_no: view.match_id,
        attempt: view.attempt,
        history: view.last_result,
        timers: timers(view),
        m: fields,
    };
    state.m.charged = view.budget_at.map(|_| view.now_ms);
    state
}

/// Cards of the table that the viewer sees nowhere.
fn unseen(game: &Judo, view: &View) -> Vec<CardNo> {
    let mut seen = [false; crate::CARDS_MAX];
    let open = (view.captured.player.iter()).chain(&view.captured.opponent).chain(&view.discard);
    let shown = [&view.current.player, &view.current.opponent].into_iter().flatten();
    let faces = shown.filter_map(|shown| match shown {
        Shown::Face(face) => Some(face),
        Shown::Mystery => None,
    });
    open.chain(faces).for_each(|face| seen[usize::from(face.no)] = true);
    (0..game.eligible as CardNo).filter(|card| !seen[usize::from(*card)]).collect()
}

fn list(cards: impl Iterator<Item = CardNo>) -> List<CardNo, DECK_MAX> {
    let mut list = List::new();
    cards.take(DECK_MAX).for_each(|card| list.push(card));
    list
}

fn pairs(faces: &[Face]) -> Pairs {
    let mut pairs = List::new();
    for pair in faces.chunks_exact(2).take(DECK_MAX) {
        pairs.push([pair[0].no, pair[1].no]);
    }
    pairs
}

fn selection(view: &View) -> Option<Selection> {
    let (stat, source) = view.selected_stat.zip(view.selection_source)?;
    Some(Selection { stat, source })
}

fn clock(view: &View) -> Option<Clock> {
    let TimerView { kind, since_ms: since, expired, .. } = view.timer?;
    Some(Clock { kind, since, expired })
}

fn ledger(view: &View) -> Ledger {
    let last = view.last_round.as_ref().map(|last| LastRound {
        round: last.round,
        chooser: last.chooser,
        stat: last.stat,
        source: last.source,
        cards: Both { player: last.cards.player.no, opponent: last.cards.opponent.no },
        values: last.values,
        outcome: last.outcome,
        scores: last.scores,
    });
    Ledger {
        scores: view.scores.pair(),
        rounds_played: view.rounds_played,
        chooser: view.chooser,
        streak: view.streak,
        longest: view.longest_streak.pair(),
        last_round: last,
    }
}

/// What the round can be rolled back to, or has been rolled back from.
fn rolled(view: &View, fields: &Fields) -> (Option<Checkpoint>, Option<Suspended>) {
    if let Some(secret) = &view.secret {
        return (secret.checkpoint, secret.suspended);
    }
    let counts = |ledger: Ledger, fields: &Fields| Checkpoint {
        ledger,
        taken: [0, 1, 2].map(|pile: usize| fields.taken[pile].len() as u8),
    };
    match view.state {
        Phase::RoundStart | Phase::WaitingForPlayerAction | Phase::RoundDecision => {
            (Some(counts(fields.ledger, fields)), None)
        }
        Phase::RoundOver => (Some(before_scoring(fields)), None),
        Phase::InterruptRound | Phase::RoundModification => (None, Some(suspended(view, fields))),
        Phase::WaitingForMatchStart
        | Phase::MatchStart
        | Phase::Cooldown
        | Phase::MatchDecision
        | Phase::MatchOver
        | Phase::InterruptMatch => (None, None),
    }
}

/// The checkpoint of a round that has just been scored, as far as it can be known.
fn before_scoring(fields: &Fields) -> Checkpoint {
    let mut checkpoint = Checkpoint {
        ledger: fields.ledger,
        taken: [0, 1, 2].map(|pile: usize| fields.taken[pile].len() as u8),
    };
    let ledger = &mut checkpoint.ledger;
    if let Some(outcome) = fields.outcome {
        checkpoint.taken[outcome as usize] -= 1;
        outcome.winner().into_iter().for_each(|side| ledger.scores[side.at()] -= 1);
    }
    ledger.rounds_played -= 1;
    ledger.chooser = ledger.last_round.map(|last| last.chooser);
    ledger.streak = Streak::default();
    ledger.longest = [0; 2];
    ledger.last_round = None;
    checkpoint
}

fn suspended(view: &View, fields: &Fields) -> Suspended {
    let from = view.interrupt.map_or(Phase::Cooldown, |interrupt| interrupt.from);
    let public = matches!(from, Phase::RoundDecision | Phase::RoundOver);
    let drawn = public || matches!(from, Phase::RoundStart | Phase::WaitingForPlayerAction);
    let tops = fields.piles[0].last().zip(fields.piles[1].last());
    Suspended {
        from,
        cards: tops
            .filter(|_| drawn || view.state == Phase::RoundModification)
            .map(|(a, b)| [*a, *b]),
        stat: public.then_some(Stat::Power),
        cards_public: public,
        remaining: None,
    }
}

fn log(view: &View) -> Log {
    let number =
        |t: &Transition| row(t.from, t.trigger).filter(|row| ROWS[usize::from(*row)].to == t.to);
    let entries: Vec<_> =
        view.transition_log.iter().filter_map(|t| Some((number(t)?, t.at_ms))).collect();
    Log::restored(view.transitions, &entries).unwrap_or_default()
}

fn armed(view: &View) -> u16 {
    let armed = view.secret.as_ref().map_or(&[][..], |secret| &secret.armed_errors);
    armed.iter().fold(0, |bits, phase| bits | 1 << *phase as u16)
}

fn timers(view: &View) -> Timers<Timer> {
    let mut timers = Timers::new();
    if let Some(timer) = view.timer {
        match timer.deadline_ms {
            Some(at) => timers.arm(timer.kind, at),
            None if !timer.expired => {
                timers.arm(timer.kind, timer.since_ms + timer.remaining_ms);
                timers.hold(timer.kind, timer.since_ms);
            }
            None => {}
        }
    }
    for (timer, at) in [
        (Timer::Budget, view.budget_at),
        (Timer::AbsencePlayer, view.absence_at.player),
        (Timer::AbsenceOpponent, view.absence_at.opponent),
    ] {
        if let Some(at) = at {
            timers.arm(timer, at);
        }
    }
    timers
}
