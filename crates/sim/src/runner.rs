//! One match of a batch.

use std::sync::Arc;

use bout_core::{
    Bot, BotSpec, Catalogued, Choice, Dice, Entry, Game, Input, Match, Outcome, Refusal, Seat,
    Seed, Signal, Sink, Tally, Turn,
};

/// Where the simulator gives up; a match that meets one is unfinished, which is no outcome.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most entries.
    pub steps: u64,
    /// The greatest length, in the game's own unit.
    pub length: u32,
}

impl Limits {
    /// The usual limits of a game.
    pub fn of<G: Catalogued>() -> Self {
        Limits { steps: 1_000_000, length: G::LENGTH_CAP }
    }
}

/// How a played match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Outcome(Outcome),
    /// By a limit, or because nobody wanted to do anything and no timer ran.
    Unfinished,
}

impl End {
    /// The outcome, if the rules ended the match.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            End::Outcome(outcome) => Some(outcome),
            End::Unfinished => None,
        }
    }
}

/// What is written down of a match; nothing by default.
pub struct Watch<'a, G: Game> {
    /// Its events.
    pub events: Option<&'a mut Vec<G::Event>>,
    /// Its log.
    pub log: Option<&'a mut Vec<Entry<G::Action>>>,
}

impl<G: Game> Default for Watch<'_, G> {
    fn default() -> Self {
        Watch { events: None, log: None }
    }
}

impl<G: Game> Watch<'_, G> {
    #[inline]
    fn sink(&mut self) -> Sink<'_, G> {
        Sink::maybe(self.events.as_deref_mut())
    }
}

struct Player<G: Game> {
    bot: Box<dyn Bot<G>>,
    /// Whether its actions are not checked.
    believed: bool,
    dice: Dice,
}

/// Plays one match after another with the same bots, in place.
pub struct Runner<G: Catalogued> {
    live: Match<G>,
    players: Vec<Player<G>>,
    limits: Limits,
    refused: u64,
}

impl<G: Catalogued> Runner<G> {
    /// A bot per seat; one stands for all seats.
    pub fn new(game: &Arc<G>, bots: &[BotSpec], limits: Limits) -> Result<Self, String> {
        let seats = usize::from(game.seats());
        if bots.len() != seats && bots.len() != 1 {
            return Err(format!(
                "{} bots for {seats} seats; give one for all, or one a seat",
                bots.len()
            ));
        }
        let player = |spec: &BotSpec| {
            let bot = bout_bots::make::<G>(spec)?;
            Ok(Player { believed: bot.is_lawful(), bot, dice: Dice::stream(Seed(0)) })
        };
        let specs = bots.iter().cycle().take(seats);
        let players = specs.map(player).collect::<Result<_, String>>()?;
        let live = Match::open(Arc::clone(game), Seed(0), Sink::none());
        Ok(Runner { live, players, limits, refused: 0 })
    }

    /// The same, asking the rules about every action, also of bots that vouch for theirs.
    #[must_use]
    pub fn audited(mut self) -> Self {
        self.players.iter_mut().for_each(|player| player.believed = false);
        self
    }

    /// How many actions of bots the rules have refused in this match.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// How long the match was; an unfinished one counts up to where it was given up.
    pub fn length(&self) -> u32 {
        G::length(self.live.state()).min(self.limits.length)
    }

    /// Lets the statistics see the match just played.
    pub fn show(&self, events: &[G::Event], end: End, tally: &mut G::Tally) {
        let game = self.live.game();
        tally.open(game);
        events.iter().for_each(|event| tally.event(game, event));
        tally.close(game, self.live.state(), end.outcome());
    }

    /// The match as it stands.
    pub fn live(&self) -> &Match<G> {
        &self.live
    }

    /// Plays a match from its set-up to its end.
    pub fn play(&mut self, seed: Seed, watch: &mut Watch<'_, G>) -> End {
        self.begin(seed, watch);
        loop {
            if let Some(outcome) = self.live.outcome() {
                return End::Outcome(outcome);
            }
            if self.is_capped() || !self.go_on(watch) {
                self.forget_beyond(watch);
                return End::Unfinished;
            }
        }
    }

    /// Sets up a match without playing it.
    pub fn begin(&mut self, seed: Seed, watch: &mut Watch<'_, G>) {
        self.live.reopen(seed, watch.sink());
        self.refused = 0;
        for (player, seat) in self.players.iter_mut().zip(0..) {
            player.dice = Dice::stream(seed.of_bot(Seat(seat)));
            player.bot.reset();
        }
    }

    /// A capped match ends where the last allowed turn or round does: what the same entry already
    /// told of the next one is dropped.
    fn forget_beyond(&self, watch: &mut Watch<'_, G>) {
        let Some(events) = watch.events.as_deref_mut() else { return };
        while events.last().is_some_and(|event| G::length_at(event) > self.limits.length) {
            events.pop();
        }
    }

    #[inline]
    fn is_capped(&self) -> bool {
        self.live.seq() >= self.limits.steps || G::length(self.live.state()) > self.limits.length
    }

    /// The first who is waited for and wants to act does so, computer seats first; if nobody wants
    /// to, time passes. False: nothing can happen.
    #[inline]
    pub fn go_on(&mut self, watch: &mut Watch<'_, G>) -> bool {
        let waited = self.live.game().to_act(self.live.state());
        if waited.has_several() {
            let machines = self.live.game().capabilities().autopilot_seats(self.live.state());
            let people = waited.without(machines);
            for seat in waited.without(people).iter().chain(people.iter()) {
                if self.ask(seat, watch) {
                    return true;
                }
            }
        } else if let Some(seat) = waited.first()
            && self.ask(seat, watch)
        {
            return true;
        }
        self.expire(watch)
    }

    #[inline]
    fn ask(&mut self, seat: Seat, watch: &mut Watch<'_, G>) -> bool {
        let Some(player) = self.players.get_mut(seat.index()) else { return false };
        match player.bot.choose(&Turn::new(&self.live, seat), &mut player.dice) {
            Choice::Act(ref action) if player.believed => {
                self.act(seat, action, watch);
                true
            }
            Choice::Act(action) => self.try_act(seat, action, watch),
            Choice::Wait => false,
            Choice::Leave => {
                self.enter(Input::Signal { signal: Signal::Left { seat } }, watch);
                true
            }
        }
    }

    /// An action that may be refused; where the rules take note of that, it enters as a signal.
    fn try_act(&mut self, seat: Seat, action: G::Action, watch: &mut Watch<'_, G>) -> bool {
        let input = Input::Act { seat, action };
        let Err(refusal) = self.live.check(self.live.now(), &input) else {
            self.enter(input, watch);
            return true;
        };
        self.refused += 1;
        let hears = |reason| self.live.game().capabilities().hears(reason);
        let heard = matches!(refusal, Refusal::Rule(reason) if hears(reason));
        if heard {
            self.enter(Input::Signal { signal: Signal::Heard { seat } }, watch);
        }
        heard
    }

    #[inline]
    fn expire(&mut self, watch: &mut Watch<'_, G>) -> bool {
        let Some(at) = self.live.next_deadline() else { return false };
        let seq = self.live.apply_unchecked(at, &Input::Expire, watch.sink());
        if let Some(log) = &mut watch.log {
            log.push(Entry { seq, at, input: Input::Expire });
        }
        true
    }

    /// A lawful bot's action.
    #[inline]
    fn act(&mut self, seat: Seat, action: &G::Action, watch: &mut Watch<'_, G>) {
        debug_assert!(
            self.live.game().guard(self.live.state(), seat, action).is_ok(),
            "a lawful bot chose {action:?}"
        );
        let seq = self.live.act_unchecked(seat, action, watch.sink());
        if let Some(log) = &mut watch.log {
            let action = action.clone();
            log.push(Entry { seq, at: self.live.now(), input: Input::Act { seat, action } });
        }
    }

    #[inline]
    fn enter(&mut self, input: Input<G::Action>, watch: &mut Watch<'_, G>) {
        let at = self.live.now();
        let seq = self.live.apply_unchecked(at, &input, watch.sink());
        if let Some(log) = &mut watch.log {
            log.push(Entry { seq, at, input });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bout_core::Game;
    use bout_tcg::{Action, Tcg};

    /// Wants what the rules forbid, whatever is asked.
    struct Cheat;

    impl Bot<Tcg> for Cheat {
        fn choose(&mut self, _turn: &Turn<'_, Tcg>, _dice: &mut Dice) -> Choice<Action> {
            Choice::Act(Action::Attack { index: 0, choices: None })
        }
    }

    fn runner() -> Runner<Tcg> {
        let game = Arc::new(Tcg::new(bout_tcg::Config::default(), &<_>::default()).unwrap());
        Runner::new(&game, &[BotSpec::plain("random")], Limits::of::<Tcg>()).unwrap().audited()
    }

    /// A bot that vouches for its actions is not believed; what is refused changes nothing, and is
    /// counted match by match.
    #[test]
    fn what_bots_may_not_do_is_counted() {
        let mut runner = runner();
        assert!(runner.play(Seed(1), &mut Watch::default()).outcome().is_some());
        assert_eq!(runner.refused(), 0);
        let honest = std::mem::replace(&mut runner.players[1].bot, Box::new(Cheat));
        // The other one draws a hand; then nothing can happen any more.
        assert_eq!(runner.play(Seed(1), &mut Watch::default()), End::Unfinished);
        assert!(runner.live().seq() > 0 && !runner.live().state().sides[1].hand_valid);
        assert_eq!(runner.refused(), 1);
        runner.players[1].bot = honest;
        runner.play(Seed(1), &mut Watch::default());
        assert_eq!(runner.refused(), 0);
    }
}
