//! What a batch of matches is asked for (rules 12).

use bout_core::{Band, Figure, Flag, Named, Outcome, Subject, Tally};

use crate::card::{Face, STATS, Stat};
use crate::event::Event;
use crate::state::{MatchResult, ResultKind, RoundOutcome, Side, Source, State};
use crate::{CARDS_MAX, Judo};

/// Wins, losses and draws of something.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
}

impl Score {
    fn count(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.won += 1,
            Some(false) => self.lost += 1,
            None => self.drawn += 1,
        }
    }

    fn add(&mut self, other: &Score) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }

    fn of(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    fn rate(&self) -> Figure {
        Figure::Share { hits: self.won, of: self.of() }
    }
}

/// A round as it was played.
#[derive(Clone, Copy, Debug)]
struct Played {
    stat: Stat,
    source: Source,
    side: Side,
    outcome: RoundOutcome,
    cards: [u8; 2],
}

/// Sums over matches; everything in whole numbers. Modified matches are left out.
#[derive(Clone, Debug)]
pub struct Tallied {
    first: Side,
    matches: u64,
    modified: u64,
    first_chooser: Score,
    rounds: u64,
    ties: u64,
    chooser: Score,
    sources: [u64; 3],
    kinds: [u64; 8],
    lengths: Vec<u64>,
    streaks: [Vec<u64>; 2],
    stats: [Score; STATS],
    cards: Vec<Score>,
    numbers: Vec<Option<u16>>,
    policy: &'static str,
    /// The round that is being played; it counts when it is scored.
    running: Option<Played>,
    open: Vec<Played>,
}

impl Default for Tallied {
    fn default() -> Self {
        Tallied {
            first: Side::Player,
            matches: 0,
            modified: 0,
            first_chooser: Score::default(),
            rounds: 0,
            ties: 0,
            chooser: Score::default(),
            sources: [0; 3],
            kinds: [0; 8],
            lengths: Vec::new(),
            streaks: [Vec::new(), Vec::new()],
            stats: [Score::default(); STATS],
            cards: vec![Score::default(); CARDS_MAX],
            numbers: Vec::new(),
            policy: "",
            running: None,
            open: Vec::new(),
        }
    }
}

impl Tally<Judo> for Tallied {
    fn open(&mut self, game: &Judo) {
        self.open.clear();
        if self.numbers.is_empty() {
            self.policy = game.config().chooser_policy.name();
            self.numbers = game.cards.iter().map(|card| card.id).collect();
        }
    }

    fn event(&mut self, _game: &Judo, event: &Event) {
        match event {
            Event::MatchStarted { first_chooser, .. } => self.first = *first_chooser,
            Event::SelectionLocked { stat, source, side, .. } => {
                let (stat, source, side) = (*stat, *source, *side);
                let (outcome, cards) = (RoundOutcome::Draw, [0; 2]);
                self.running = Some(Played { stat, source, side, outcome, cards });
            }
            Event::Evaluated { outcome, player_card, opponent_card, .. } => {
                if let Some(round) = &mut self.running {
                    round.outcome = *outcome;
                    round.cards = [player_card, opponent_card].map(|face: &Face| face.no);
                }
            }
            Event::Scored { .. } => self.open.extend(self.running.take()),
            Event::StateChanged { .. }
            | Event::CountdownStarted { .. }
            | Event::CooldownExpired { .. }
            | Event::SelectionExpired { .. }
            | Event::RoundStarted { .. }
            | Event::Prompt { .. }
            | Event::Decided { .. }
            | Event::Concluded { .. }
            | Event::TimerPaused { .. }
            | Event::TimerResumed { .. }
            | Event::Drift { .. }
            | Event::InterruptRaised { .. }
            | Event::InterruptResolved { .. }
            | Event::ModificationOpened { .. }
            | Event::ModificationApplied { .. }
            | Event::TransitionRefused { .. }
            | Event::ErrorRaised { .. }
            | Event::SkipVoted { .. }
            | Event::RematchVoted { .. }
            | Event::LobbyOpened { .. } => {}
        }
    }

    fn close(&mut self, _game: &Judo, state: &State, _outcome: Option<Outcome>) {
        let Some(result) = state.m.result else { return };
        if result.modified {
            self.modified += 1;
            return;
        }
        self.matches += 1;
        self.end(state, result);
        for at in 0..self.open.len() {
            self.round(self.open[at]);
        }
    }

    fn merge(&mut self, other: Self) {
        self.matches += other.matches;
        self.modified += other.modified;
        self.first_chooser.add(&other.first_chooser);
        self.rounds += other.rounds;
        self.ties += other.ties;
        self.chooser.add(&other.chooser);
        add(&mut self.sources, &other.sources);
        add(&mut self.kinds, &other.kinds);
        grow(&mut self.lengths, &other.lengths);
        self.streaks.iter_mut().zip(&other.streaks).for_each(|(sum, more)| grow(sum, more));
        self.stats.iter_mut().zip(&other.stats).for_each(|(sum, more)| sum.add(more));
        self.cards.iter_mut().zip(&other.cards).for_each(|(sum, more)| sum.add(more));
        if self.numbers.is_empty() {
            (self.numbers, self.policy) = (other.numbers, other.policy);
        }
    }

    fn report(&self) -> Vec<(String, Figure)> {
        let share = |hits| Figure::Share { hits, of: self.matches };
        let kind = |kind: ResultKind| self.kinds[kind as usize];
        let kinds = ResultKind::ALL
            .iter()
            .filter(|k| kind(**k) > 0)
            .map(|k| (k.name(), Figure::Count(kind(*k))));
        let by_cap = kind(ResultKind::Rounds) + kind(ResultKind::Cards) + kind(ResultKind::Draw);
        let sources =
            Source::ALL.iter().map(|s| (s.name(), Figure::Count(self.sources[*s as usize])));
        let figures = [
            ("chooser_policy", Figure::Text(self.policy.to_owned())),
            ("first_chooser_wins", self.first_chooser.rate()),
            ("rounds", Figure::Spread(self.lengths.clone())),
            ("rounds_played", Figure::Count(self.rounds)),
            ("drawn_rounds", Figure::Share { hits: self.ties, of: self.rounds }),
            ("chooser_wins_round", self.chooser.rate()),
            ("ended_by_target", share(kind(ResultKind::Points))),
            ("ended_by_cap", share(by_cap)),
            ("results", Figure::group(kinds)),
            ("selections", Figure::group(sources)),
            ("auto_selected", Figure::Share { hits: self.sources[1], of: self.rounds }),
            ("stats", self.by_stat()),
            ("longest_streak", self.by_side()),
            ("cards", self.by_card()),
            ("modified_matches", Figure::Count(self.modified)),
            ("flags", Figure::Flags(vec![self.first_chooser_flag()])),
        ];
        figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect()
    }
}

impl Tallied {
    fn end(&mut self, state: &State, result: MatchResult) {
        self.kinds[result.kind as usize] += 1;
        self.first_chooser.count(result.winner.map(|side| side == self.first));
        bump(&mut self.lengths, state.m.ledger.rounds_played);
        let [player, opponent] = &mut self.streaks;
        bump(player, state.m.ledger.longest[0]);
        bump(opponent, state.m.ledger.longest[1]);
    }

    fn round(&mut self, Played { stat, source, side, outcome, cards }: Played) {
        self.rounds += 1;
        self.ties += u64::from(outcome == RoundOutcome::Draw);
        self.sources[source as usize] += 1;
        let winner = outcome.winner();
        let won = winner.map(|winner| winner == side);
        self.chooser.count(won);
        self.stats[stat as usize].count(won);
        for (owner, card) in Side::ALL.iter().zip(cards) {
            let won = winner.map(|winner| winner == *owner);
            if let Some(score) = self.cards.get_mut(usize::from(card)) {
                score.count(won);
            }
        }
    }

    /// Whether it matters too much who chooses first; drawn matches say nothing of it.
    fn first_chooser_flag(&self) -> Flag {
        let Score { won, lost, .. } = self.first_chooser;
        Flag::Band(Band::new(Subject::FirstChooser, "", won, won + lost))
    }

    fn by_stat(&self) -> Figure {
        let row = |stat: Stat| {
            let score = &self.stats[stat as usize];
            let picked = Figure::Share { hits: score.of(), of: self.rounds };
            (stat.name(), Figure::group([("picked", picked), ("won", score.rate())]))
        };
        Figure::group(Stat::ALL.iter().map(|stat| row(*stat)))
    }

    fn by_side(&self) -> Figure {
        let sides = Side::ALL.iter().zip(&self.streaks);
        Figure::group(sides.map(|(side, streaks)| (side.name(), Figure::Spread(streaks.clone()))))
    }

    fn by_card(&self) -> Figure {
        let played = self.numbers.iter().zip(&self.cards).zip(1..);
        let named = played.map(|((id, score), place)| {
            let figures = [("played", Figure::Count(score.of())), ("won", score.rate())];
            (id.unwrap_or(place).to_string(), Figure::group(figures))
        });
        Figure::Group(named.collect())
    }
}

fn bump(spread: &mut Vec<u64>, value: u8) {
    let place = usize::from(value);
    if spread.len() <= place {
        spread.resize(place + 1, 0);
    }
    spread[place] += 1;
}

fn add(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn grow(sums: &mut Vec<u64>, more: &[u64]) {
    if sums.len() < more.len() {
        sums.resize(more.len(), 0);
    }
    add(sums, more);
}
