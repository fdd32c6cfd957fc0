//! Random play: what is tried next.

use bout_core::{Catalogued, Dice, Match, Millis, Seat, Signal, names};

use crate::attempt::{Attempt, malformed};
use crate::pool::{ActionPool, legal};
use crate::suite::Plan;

/// The longest time that passes before an action.
const THOUGHT_MS: u64 = 3_000;

names! {
    /// How a match is played.
    pub(crate) enum Style {
        /// Legal actions alone; a deadline passes only where nobody is to act.
        Plain = "plain",
        /// Many deadlines pass.
        Sleepy = "sleepy",
        /// Many inputs are wrong.
        Rude = "rude",
        /// The host has much to tell.
        Restless = "restless",
        /// Everything.
        Wild = "wild",
    }
}

/// A kind of input.
#[derive(Clone, Copy)]
enum Kind {
    Act,
    Expire,
    Signal,
    Open,
    Wrong,
}

impl Style {
    /// Whether wrong inputs are sent.
    pub fn provokes(self) -> bool {
        matches!(self, Style::Rude | Style::Wild)
    }

    fn kinds(self) -> [(Kind, u32); 5] {
        use Kind::{Act, Expire, Open, Signal, Wrong};
        let [act, expire, signal, open, wrong] = match self {
            Style::Plain => [1, 0, 0, 0, 0],
            Style::Sleepy => [12, 8, 0, 1, 0],
            Style::Rude => [10, 1, 0, 1, 12],
            Style::Restless => [12, 1, 5, 2, 0],
            Style::Wild => [10, 2, 2, 1, 6],
        };
        [(Act, act), (Expire, expire), (Signal, signal), (Open, open), (Wrong, wrong)]
    }

    fn kind(self, dice: &mut Dice) -> Kind {
        let kinds = self.kinds();
        let mut left = dice.below(kinds.iter().map(|(_, weight)| weight).sum());
        for (kind, weight) in kinds {
            if left < weight {
                return kind;
            }
            left -= weight;
        }
        Kind::Act
    }
}

/// The position in which something is chosen.
pub(crate) struct Chooser<'a, G: Catalogued> {
    pub plan: &'a Plan<G>,
    pub live: &'a Match<G>,
    pub pool: &'a ActionPool<G::Action>,
    pub dice: &'a mut Dice,
}

impl<G: Catalogued> Chooser<'_, G> {
    /// The next input of a match that is not over.
    pub fn next(&mut self, style: Style) -> Attempt<G::Action> {
        let wanted = match style.kind(self.dice) {
            Kind::Act => None,
            Kind::Expire => self.expire(),
            Kind::Signal => Some(self.signal()),
            Kind::Open => self.open(),
            Kind::Wrong => Some(self.wrong()),
        };
        wanted.or_else(|| self.act()).or_else(|| self.expire()).unwrap_or_else(|| self.wake())
    }

    /// An input that should rather be refused.
    pub fn wrong(&mut self) -> Attempt<G::Action> {
        let now = self.live.now();
        let (seat, soon) = (self.any_seat(), self.soon());
        match self.dice.below(10) {
            0 => self.late(),
            1 => self.act().map(|attempt| Attempt { at: before(now), ..attempt }),
            2 => Some(self.wrong_expire()),
            3 => Some(self.wrong_signal(seat)),
            4 => self.act().map(|attempt| Attempt { at: Millis::MAX + 1, ..attempt }),
            5..=7 => self.pool.any(self.dice).map(|action| Attempt::act(soon, seat, action)),
            _ => None,
        }
        .unwrap_or_else(|| {
            let action =
                self.pool.any(self.dice).and_then(|action| serde_json::to_value(action).ok());
            Attempt::raw(soon, seat, malformed(action, self.dice))
        })
    }

    fn game(&self) -> &G {
        self.live.game()
    }

    fn act(&mut self) -> Option<Attempt<G::Action>> {
        self.live.check_time_to_act(self.live.now()).ok()?;
        let seats: Vec<_> = self.game().to_act(self.live.state()).iter().collect();
        let seat = *self.dice.pick(&seats)?;
        let mut legal = legal(self.game(), self.live.state(), seat);
        if legal.is_empty() {
            legal.extend((self.plan.extra)(self.live.game(), self.live.state(), seat, self.dice));
        }
        let at = self.soon();
        self.dice.pick(&legal).map(|action| Attempt::act(at, seat, action))
    }

    fn expire(&self) -> Option<Attempt<G::Action>> {
        self.live.next_deadline().map(Attempt::expire)
    }

    /// What may move a match in which nobody is to act and no timer runs.
    fn wake(&mut self) -> Attempt<G::Action> {
        let now = self.live.now();
        if let Some(command) = self.command() {
            return Attempt::act(now, Seat::HOST, &command);
        }
        Attempt::signal(now, Signal::Returned { seat: self.seat() })
    }

    /// Something that the host may do now.
    fn command(&mut self) -> Option<G::Action> {
        let (game, state) = (self.live.game(), self.live.state());
        let allowed = |action: &G::Action| game.guard(state, Seat::HOST, action).is_ok();
        (self.plan.extra)(game, state, Seat::HOST, self.dice)
            .or_else(|| self.pool.find(self.dice, allowed).cloned())
    }

    fn open(&mut self) -> Option<Attempt<G::Action>> {
        let (live, at) = (self.live, self.soon());
        live.check_time_to_act(at).ok()?;
        let seat = if self.dice.below(4) == 0 { Seat::HOST } else { self.seat() };
        if let Some(action) = (self.plan.extra)(live.game(), live.state(), seat, self.dice) {
            return Some(Attempt::act(at, seat, &action));
        }
        let open = self.pool.find(self.dice, |action| (self.plan.is_open)(seat, action));
        open.map(|action| Attempt::act(at, seat, action))
    }

    fn signal(&mut self) -> Attempt<G::Action> {
        let seat = self.seat();
        let signal = match self.dice.below(64) {
            0 => Signal::Aborted,
            1..=7 => Signal::Left { seat },
            8..=31 => Signal::Returned { seat },
            32..=47 => Signal::Heard { seat },
            _ => Signal::Clock { late_ms: 1 + self.dice.below(2_000) },
        };
        Attempt::signal(self.soon(), signal)
    }

    fn late(&mut self) -> Option<Attempt<G::Action>> {
        let deadline = self.live.next_deadline()?;
        let at = deadline + u64::from(self.dice.below(3));
        self.act().map(|attempt| Attempt { at, ..attempt })
    }

    fn wrong_expire(&mut self) -> Attempt<G::Action> {
        let due = self.live.next_deadline().unwrap_or(self.live.now());
        let at = [due + 1, before(due), self.live.now(), before(self.live.now())];
        Attempt::expire(at[self.dice.below(4) as usize])
    }

    fn wrong_signal(&mut self, seat: Seat) -> Attempt<G::Action> {
        let due = self.live.next_deadline().unwrap_or(self.live.now());
        match self.dice.below(3) {
            0 => Attempt::signal(self.live.now(), Signal::Heard { seat }),
            1 => Attempt::signal(due + 1, Signal::Clock { late_ms: 1 }),
            _ => Attempt::signal(before(self.live.now()), Signal::Returned { seat }),
        }
    }

    fn seat(&mut self) -> Seat {
        Seat(self.dice.below(self.game().seats().into()) as u8)
    }

    /// Mostly a seat of the match, sometimes one that is none.
    fn any_seat(&mut self) -> Seat {
        match self.dice.below(8) {
            0 => Seat::HOST,
            1 => Seat(9 + self.dice.below(7) as u8),
            2 => Seat(u8::MAX - 1),
            _ => self.seat(),
        }
    }

    /// A moment before the next deadline, if there is one.
    fn soon(&mut self) -> Millis {
        let now = self.live.now();
        let room = self.live.next_deadline().map_or(THOUGHT_MS, |deadline| deadline.since(now));
        let room = room.min(THOUGHT_MS);
        if room == 0 || self.dice.below(3) == 0 {
            return now;
        }
        now + u64::from(self.dice.below(room as u32))
    }
}

fn before(at: Millis) -> Millis {
    Millis(at.0.saturating_sub(1))
}
