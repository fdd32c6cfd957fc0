//! The round: deal, draw, compare, score, roll back (rules 2.5, 6.1 to 6.7).

use bout_core::{Ctx, Dice, List};

use super::With;
use crate::Judo;
use crate::action::{Edits, Sent};
use crate::card::Stat;
use crate::config::{ChooserPolicy, FirstChooser};
use crate::event::Event;
use crate::phase::Trigger;
use crate::state::{Checkpoint, LastRound, RoundOutcome, Selection, Side, Source, State, Streak};

impl RoundOutcome {
    /// What the engine fires for it.
    #[inline]
    pub(crate) const fn trigger(self) -> Trigger {
        match self {
            RoundOutcome::WinPlayer => Trigger::WinPlayer,
            RoundOutcome::WinOpponent => Trigger::WinOpponent,
            RoundOutcome::Draw => Trigger::Draw,
        }
    }
}

impl Judo {
    /// Shuffles and deals; returns who chooses first.
    ///
    /// Steps: refuse a roster that is too small; shuffle as much as is dealt; lay both piles, top
    /// card last; let the dice say who chooses first, where they shall.
    pub(super) fn deal(&self, s: &mut State, dice: &mut Dice) -> Result<Side, &'static str> {
        let size = usize::from(self.deck_size);
        let mut order = self.order;
        if !self.fixed {
            let eligible = self.eligible;
            if eligible < 2 * size {
                return Err("roster_too_small");
            }
            dice.deal(&mut order[..eligible], 2 * size);
        }
        for (side, pile) in s.m.piles.iter_mut().enumerate() {
            *pile = List::of(&order[side * size..(side + 1) * size]);
            pile.reverse();
        }
        Ok(match self.config.first() {
            FirstChooser::Player => Side::Player,
            FirstChooser::Opponent => Side::Opponent,
            FirstChooser::Random => Side::ALL[dice.below(2) as usize],
        })
    }

    /// Remembers what the round may be rolled back to.
    #[inline]
    pub(super) fn take_checkpoint(s: &mut State) {
        let taken = [0, 1, 2].map(|pile: usize| s.m.taken[pile].len() as u8);
        s.m.checkpoint = Some(Checkpoint { ledger: s.m.ledger, taken });
    }

    /// Draws the two top cards.
    #[inline]
    pub(super) fn draw(s: &mut State) {
        let [player, opponent] = &mut s.m.piles;
        s.m.current = player.pop().zip(opponent.pop()).map(|(a, b)| [a, b]);
    }

    /// Takes the running round back: its cards, and all that came of it.
    pub(super) fn roll_back(s: &mut State, to: &Checkpoint) {
        if let Some(cards) = s.m.current {
            for (pile, card) in s.m.piles.iter_mut().zip(cards) {
                pile.push(card);
            }
        }
        for (pairs, count) in s.m.taken.iter_mut().zip(to.taken) {
            while pairs.len() > usize::from(count) {
                pairs.pop();
            }
        }
        s.m.ledger = to.ledger;
    }

    /// Nothing is on the table any more.
    #[inline]
    pub(super) fn clear_round(s: &mut State) {
        s.m.current = None;
        s.m.cards_public = false;
        s.m.selection = None;
        s.m.values = None;
        s.m.outcome = None;
    }

    /// A pairing that everybody has seen is not played again: it goes to the bottom.
    pub(super) fn restart(s: &mut State) {
        if s.m.suspended.take().is_some_and(|suspended| suspended.cards_public) {
            for pile in &mut s.m.piles {
                if let Some(top) = pile.pop() {
                    pile.insert(0, top);
                }
            }
        }
    }

    /// The stat and values of an edited round, after its edits.
    fn apply_edits(s: &mut State, edits: &Edits) -> (Stat, [Option<u8>; 2]) {
        let number = |edit: Option<Sent<u8>>| edit.and_then(Sent::known);
        let ledger = &mut s.m.ledger;
        let [player, opponent] = ledger.scores;
        ledger.scores = [
            number(edits.player_score).unwrap_or(player),
            number(edits.opponent_score).unwrap_or(opponent),
        ];
        ledger.rounds_played = number(edits.rounds_played).unwrap_or(ledger.rounds_played);
        let before = s.m.suspended.take().and_then(|suspended| suspended.stat);
        let stat = edits.stat.and_then(Sent::known).or(before).unwrap_or(Stat::Power);
        Self::take_checkpoint(s);
        Self::draw(s);
        s.m.modified = true;
        (stat, [number(edits.player_value), number(edits.opponent_value)])
    }

    #[inline]
    pub(super) fn enter_decision(&self, s: &mut State, with: &With, ctx: &mut Ctx<'_, Self>) {
        let (selection, edited) = match *with {
            With::Selection(selection) => (selection, [None; 2]),
            With::Edits(edits) => {
                ctx.emit(Event::ModificationApplied { edits });
                let (stat, edited) = Self::apply_edits(s, &edits);
                (Selection { stat, source: Source::Admin }, edited)
            }
            With::Nothing | With::Target(_) | With::Interrupt(..) | With::Person(_) => return,
        };
        let Some(cards) = s.m.current else { return };
        let stat = selection.stat;
        let [a, b] = cards.map(|card| self.picks(card).value(stat));
        let values = [edited[0].unwrap_or(a), edited[1].unwrap_or(b)];
        let outcome = RoundOutcome::of(values);
        s.m.selection = Some(selection);
        s.m.cards_public = true;
        s.m.values = Some(values);
        s.m.outcome = Some(outcome);
        if ctx.telling() {
            self.tell_decision(s, ctx);
        }
    }

    fn tell_decision(&self, s: &State, ctx: &mut Ctx<'_, Self>) {
        let (Some(side), Some(Selection { stat, source })) = (s.m.ledger.chooser, s.m.selection)
        else {
            return;
        };
        let (Some(cards), Some(values), Some(outcome)) = (s.m.current, s.m.values, s.m.outcome)
        else {
            return;
        };
        let round = s.round();
        ctx.emit(Event::SelectionLocked { round, stat, source, side });
        let [player_card, opponent_card] = cards.map(|card| self.card(card));
        let [player_value, opponent_value] = values;
        ctx.emit(Event::Evaluated {
            round,
            stat,
            player_value,
            opponent_value,
            outcome,
            player_card,
            opponent_card,
        });
    }

    #[inline]
    pub(super) fn enter_over(&self, s: &mut State, ctx: &mut Ctx<'_, Self>) {
        let (Some(cards), Some(values), Some(outcome)) = (s.m.current, s.m.values, s.m.outcome)
        else {
            return;
        };
        let (Some(chooser), Some(selection)) = (s.m.ledger.chooser, s.m.selection) else { return };
        s.m.taken[outcome as usize].push(cards);
        let ledger = &mut s.m.ledger;
        // Without branches, which nobody could foresee: a draw adds nothing to anybody.
        let winner = outcome.winner();
        let (won, at) = (u8::from(winner.is_some()), winner.map_or(0, Side::at));
        let goes_on = u8::from(ledger.streak.side == winner);
        let length = won * (1 + goes_on * ledger.streak.length);
        ledger.streak = Streak { side: winner, length };
        ledger.scores[at] += won;
        ledger.longest[at] = ledger.longest[at].max(length);
        ledger.rounds_played += 1;
        let next = self.next_chooser(chooser, outcome);
        ledger.chooser = Some(next);
        ledger.last_round = Some(LastRound {
            round: ledger.rounds_played,
            chooser,
            stat: selection.stat,
            source: selection.source,
            cards: cards.into(),
            values: values.into(),
            outcome,
            scores: ledger.scores.into(),
        });
        if ctx.telling() {
            let captured = [0, 1].map(|side: usize| 2 * s.m.taken[side].len() as u8);
            ctx.emit(Event::Scored {
                scores: s.m.ledger.scores.into(),
                rounds_played: s.m.ledger.rounds_played,
                streak: s.m.ledger.streak,
                next_chooser: next,
                captured: captured.into(),
            });
        }
    }

    #[inline]
    fn next_chooser(&self, chooser: Side, outcome: RoundOutcome) -> Side {
        match self.config.chooser_policy {
            ChooserPolicy::Alternate => chooser.other(),
            ChooserPolicy::Winner => outcome.winner().unwrap_or(chooser),
            ChooserPolicy::Player => Side::Player,
        }
    }

    /// Whether the match is decided: the target reached, or no cards or rounds left.
    #[inline]
    pub(crate) fn is_decided(&self, s: &State) -> bool {
        let ledger = &s.m.ledger;
        ledger.scores.iter().any(|score| *score >= s.win_target)
            || s.m.piles[0].is_empty()
            || ledger.rounds_played >= self.config.max_rounds
    }

    /// The highest stat of the chooser's card, the first of several.
    pub(super) fn auto_pick(&self, s: &State) -> Option<Stat> {
        let (side, cards) = s.m.ledger.chooser.zip(s.m.current)?;
        Some(self.picks(cards[side.at()]).auto)
    }
}
