//! `strong`: tries its actions out in worlds it cannot tell from the real one (rules 10.3).
//!
//! A world is the view with the hidden cards dealt as they could lie. In it an action is made, then both
//! sides play on as `baseline` does, for some turns, and what they come to is counted. All actions are
//! tried in the same worlds, so that luck favours none; half of them go after every round, and what is
//! left of the budget tells the better ones apart.

use bout_core::{Bot, BotSpec, Choice, Dice, Game, Match, Sink, Turn, Viewer};

use super::baseline::Baseline;
use super::worth;
use crate::Tcg;
use crate::action::Action;
use crate::phase::{MatchState, TurnPhase};
use crate::state::{PromptKind, State};

/// Actions that it makes in imagined worlds for one decision, unless told.
const NODES: u32 = 6000;
/// Turns that a world is played on, the running one included.
const HORIZON: u16 = 8;
/// Actions after which a world is left as it is, however few turns they were.
const ACTIONS_MAX: u32 = 1000;

/// The computer player: `baseline`, with second thoughts.
pub struct Strong {
    nodes: u32,
    /// Who plays on in imagined worlds.
    players: [Baseline; 2],
    legal: Vec<Action>,
    trials: Vec<Trial>,
}

/// An action that is tried out.
struct Trial {
    action: Action,
    /// By how much it was better than the first one in the same worlds, summed up.
    lead: i64,
    /// The squares of that.
    squares: i64,
}

impl Trial {
    fn new(action: Action) -> Self {
        Trial { action, lead: 0, squares: 0 }
    }

    fn note(&mut self, lead: i32) {
        self.lead += i64::from(lead);
        self.squares += i64::from(lead).pow(2);
    }

    /// The mean lead in so many worlds, less its standard error: a lead that may be luck is none.
    fn sure_lead(&self, worlds: i64) -> i64 {
        let mean = self.lead / worlds;
        let variance = (self.squares / worlds - mean * mean).max(0);
        mean - (variance / worlds).isqrt()
    }
}

impl Strong {
    /// Reads the parameter `nodes`.
    pub fn new(spec: &BotSpec) -> Result<Self, String> {
        spec.only(&["nodes"])?;
        let nodes = spec.read("nodes", NODES)?;
        if !(1..=1_000_000).contains(&nodes) {
            return Err(format!("bot 'strong': nodes={nodes} is not in 1..1000000"));
        }
        Ok(Strong { nodes, players: Default::default(), legal: Vec::new(), trials: Vec::new() })
    }

    /// Lists what is worth trying, the action of `baseline` first.
    fn line_up(&mut self, favourite: &Action) {
        if let Some(place) = self.legal.iter().position(|action| action == favourite) {
            self.legal.swap(0, place);
        }
        // Who enters the attack phase only has fewer actions afterwards.
        let worthwhile = self.legal.drain(..).filter(|action| *action != Action::EnterAttack);
        self.trials.clear();
        self.trials.extend(worthwhile.map(Trial::new));
    }

    /// Tries the actions out: all of them, then the better half, and so on.
    fn best(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Option<Action> {
        let view = turn.view();
        let rounds = self.trials.len().max(1).ilog2() + 1;
        let (mut made, mut worlds) = (0, 0);
        'search: for round in 1..=rounds {
            loop {
                let Some(tried) = self.try_all(turn, &turn.imagine_from(&view, dice), dice) else {
                    break 'search;
                };
                (made, worlds) = (made + tried, worlds + 1);
                if made >= self.nodes / rounds * round {
                    break;
                }
            }
            if round < rounds {
                self.drop_worse();
            }
        }
        // Stopped before the first world was tried out: the action of `baseline`.
        if worlds == 0 {
            return self.trials.first().map(|trial| trial.action.clone());
        }
        let leads = self.trials.iter().enumerate().map(|(at, trial)| (trial.sure_lead(worlds), at));
        let best = super::desk::first_max(leads)?;
        Some(self.trials.swap_remove(best).action)
    }

    /// The worse half goes; the first stays, for the others are measured by it.
    fn drop_worse(&mut self) {
        if let Some((_, others)) = self.trials.split_first_mut() {
            others.sort_by_key(|trial| -trial.lead);
        }
        self.trials.truncate(self.trials.len().div_ceil(2).max(2));
    }

    /// Tries every action out in one world; how many actions that took. `None` where the host wants
    /// the answer now.
    fn try_all(
        &mut self,
        turn: &Turn<'_, Tcg>,
        world: &Match<Tcg>,
        dice: &mut Dice,
    ) -> Option<u32> {
        let (seat, until) = (turn.seat(), world.state().turn.saturating_add(HORIZON));
        let (mut made, mut par) = (0, None);
        for place in 0..self.trials.len() {
            if turn.is_stopped() {
                return None;
            }
            let mut copy = world.clone();
            copy.act_unchecked(seat, &self.trials[place].action, Sink::none());
            made += 1 + self.play_on(&mut copy, until, dice);
            let worth = worth::of(copy.game(), copy.state(), seat);
            self.trials[place].note(worth - *par.get_or_insert(worth));
        }
        Some(made)
    }

    /// Plays a world on until a turn begins; how many actions that took.
    fn play_on(&mut self, world: &mut Match<Tcg>, until: u16, dice: &mut Dice) -> u32 {
        self.players.iter_mut().for_each(Baseline::forget);
        for made in 0..ACTIONS_MAX {
            let next = world.game().to_act(world.state()).first();
            let Some(seat) = next.filter(|_| world.state().turn < until) else { return made };
            let seen = world.game().seen(world.state(), Viewer::Seat(seat));
            let action = self.players[seat.index()].decide(seen, dice);
            let Some(action) = action else { return made };
            world.act_unchecked(seat, &action, Sink::none());
        }
        ACTIONS_MAX
    }
}

/// Whether there is nothing to find out: decks, draws and prizes are all alike.
fn is_plain(state: &State) -> bool {
    match (state.pending.first(), state.phase.get()) {
        (Some(head), _) => head.kind == PromptKind::SelectPrize,
        (None, MatchState::PlayerTurn) => state.turn_phase == Some(TurnPhase::Draw),
        (None, phase) => matches!(phase, MatchState::Created | MatchState::Waiting),
    }
}

impl Bot<Tcg> for Strong {
    fn choose(&mut self, turn: &Turn<'_, Tcg>, dice: &mut Dice) -> Choice<Action> {
        let player = &mut self.players[turn.seat().index()];
        player.forget();
        let Some(favourite) = player.decide(turn.seen(), dice) else { return Choice::Wait };
        self.legal.clear();
        turn.legal(&mut self.legal);
        if self.legal.len() <= 1 {
            return self.legal.pop().into();
        }
        if is_plain(turn.seen().state) {
            return Choice::Act(favourite);
        }
        self.line_up(&favourite);
        self.best(turn, dice).into()
    }
}
