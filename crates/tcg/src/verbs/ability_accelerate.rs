//! Move energies between your creatures, or attach energies of a zone to one of them.

use super::prelude::*;
use crate::event::What;
use crate::library::PICKY;
use bout_core::List;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityAccelerate {
    pub who: Target,
    pub types: Types,
    pub source: Source,
    /// Whose energies move, if the source is creatures.
    pub giver: Target,
    pub giver_types: Types,
    pub count: u8,
    pub wanted: Wanted,
}

impl VerbRules for AbilityAccelerate {
    const WORDS: Words = &[(Family::Ability, "ENERGY_ACCELERATION")];
    const ABILITY_RANK: u8 = 5;
    const USEFUL: bool = true;

    fn read(from: &Origin<'_>) -> Option<Self> {
        from.only("target source count energyType targetPokemonType sourcePokemonType sourcePokemonTarget selector")?;
        let who = from.target(Origin::OWN)?;
        from.node.need("source")?;
        let source =
            from.source_or_first(&[Source::Deck, Source::Discard, Source::Hand, Source::Oneself])?;
        let (count, wanted) = (from.count()?, Wanted::energy(from.energy));
        let types = from.node.one_type("targetPokemonType");
        let giver_types = from.node.one_type("sourcePokemonType");
        let asks = from.node.get("sourcePokemonTarget").is_some();
        let giver = if asks { from.own_target("sourcePokemonTarget")? } else { Target::Oneself };
        Some(AbilityAccelerate { who, types, source, giver, giver_types, count, wanted })
    }

    /// From which creature, which energies, to which creature; the first only if there is a choice.
    fn question(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        look.scope.me?;
        match frame.step + u8::from(!self.asks_giver()) {
            0 => look.ask_creature(|at| self.is_source(look, at)),
            1 => {
                let mut prompt = self.ask_load(look, frame)?;
                prompt.bond = Bond::OneTaker;
                Some(prompt)
            }
            2 => self.ask_destination(look, frame),
            _ => None,
        }
    }

    fn is_feasible(&self, look: &Look<'_>) -> bool {
        self.energies_at_hand(look).is_some_and(|count| count > 0)
    }

    fn takes(&self) -> Option<(Source, Option<&Wanted>)> {
        (!self.moves()).then_some((self.source, Some(&self.wanted)))
    }

    fn has_taker(&self, look: &Look<'_>, frame: &Frame, cards: &[Card]) -> bool {
        let from = self.from(look, frame);
        let least = self.load(look, from);
        self.takers(look, from).any(|at| {
            cards.iter().all(|card| look.game.takes_energy(look.state, at, *card))
                && (least == 0 || self.supply(look, from, at) >= least)
        })
    }

    fn answered(&self, run: &mut Run<'_, '_>) {
        if run.frame().step == 1 && !self.moves() {
            run.hold_chosen(self.source);
        }
    }

    fn perform(&self, run: &mut Run<'_, '_>) {
        let frame = *run.frame();
        let to = run.state.find(frame.bound[usize::from(self.asks_giver())]);
        if let Some(to) = to {
            let giver = if self.asks_giver() { frame.bound[0] } else { frame.creature };
            match run.state.find(giver) {
                Some(from) if self.moves() => move_energies(run, from, to),
                _ if !self.moves() => run.attach_held(to, self.source == Source::Hand),
                _ => return,
            }
        }
        if self.source == Source::Deck {
            run.shuffle(frame.player);
        }
    }

    fn creature_value(&self, desk: &Desk<'_>, at: At) -> i32 {
        if desk.is_first_question() && desk.asking().is_some_and(|me| me != at) {
            return desk.value_of_loss(at);
        }
        desk.value_of_energy(at)
    }
}

impl AbilityAccelerate {
    /// Whether energies move between creatures.
    fn moves(&self) -> bool {
        self.source == Source::Oneself
    }

    /// Whether the creature that gives them is chosen.
    fn asks_giver(&self) -> bool {
        self.moves() && self.giver != Target::Oneself
    }

    /// The creature whose energies move, as far as it is known.
    fn from(&self, look: &Look<'_>, frame: &Frame) -> Option<At> {
        let giver = if self.asks_giver() { frame.bound[0] } else { frame.creature };
        self.moves().then(|| look.state.find(giver)).flatten()
    }

    /// Energies of a creature that an ability may move.
    fn movable<'a>(&self, look: &Look<'a>, at: At) -> impl Iterator<Item = (u8, Card)> + use<'a> {
        let game = look.game;
        let free =
            |card: &Card| !game.def(*card).energy.is_some_and(|energy| energy.not_for_ability);
        game.energies(look.state, at, self.wanted.energy).filter(move |(_, card)| free(card))
    }

    /// Creatures to which the energies may go: never the one that gives them.
    fn takers(&self, look: &Look<'_>, from: Option<At>) -> impl Iterator<Item = At> {
        let (look, me) = (*look, look.scope.me);
        group(look.state, self.who, look.seat()).filter(move |at| {
            me.is_some_and(|me| in_group(look.state, self.who, me, *at))
                && from != Some(*at)
                && self.is_destination(&look, *at)
        })
    }

    fn is_destination(&self, look: &Look<'_>, at: At) -> bool {
        let own_type = Types::one(look.game.top(look.state, at).of_type);
        self.types.admits(own_type) && !look.state.is_doomed(at)
    }

    /// How many energies there are for a creature.
    fn supply(&self, look: &Look<'_>, from: Option<At>, to: At) -> usize {
        let (game, side) = (look.game, look.own());
        let fits = |card: Card| game.fits_energy(look.state, to, card);
        if let Some(from) = from {
            return self.movable(look, from).filter(|(_, card)| fits(*card)).count();
        }
        let wanted = |card: &&Card| self.wanted.admits(game, **card) && fits(**card);
        match self.source {
            Source::Deck => side.deck.len(),
            Source::Hand if look.scope.public => side.hand.len(),
            Source::Hand => side.hand.iter().filter(wanted).count(),
            Source::Discard | Source::Oneself | Source::OpponentDiscard => {
                side.discard.iter().filter(wanted).count()
            }
        }
    }

    /// The most energies for one creature; none if there is no creature.
    fn best_supply(&self, look: &Look<'_>, from: Option<At>) -> Option<usize> {
        self.takers(look, from).map(|to| self.supply(look, from, to)).max()
    }

    /// How many energies are taken: all it asks for, or as many as one creature can have. What a deck
    /// holds is not known beforehand, and a pile may give fewer.
    fn load(&self, look: &Look<'_>, from: Option<At>) -> usize {
        if self.source == Source::Deck {
            return 0;
        }
        self.best_supply(look, from).unwrap_or(0).min(self.count.into())
    }

    /// Which energies it takes: such that one creature can have them all.
    fn ask_load(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let (game, state) = (look.game, look.state);
        let from = self.from(look, frame);
        let n = self.load(look, from);
        let fits = |card: Card| {
            self.takers(look, from)
                .any(|to| game.fits_energy(state, to, card) && self.supply(look, from, to) >= n)
        };
        if self.moves() {
            let cards = self.movable(look, from?).filter(|(_, card)| fits(*card));
            return look.ask_energy(cards, (n, n));
        }
        let wanted = |card: Card| self.wanted.admits(game, card) && fits(card);
        let bounds = if self.source == Source::Deck { (0, self.count.into()) } else { (n, n) };
        look.ask_zone(self.source, wanted, bounds)
    }

    fn ask_destination(&self, look: &Look<'_>, frame: &Frame) -> Option<Prompt> {
        let (state, me) = (look.state, look.scope.me?);
        if state.chosen.is_empty() && state.held.is_empty() {
            return None;
        }
        let giver = || state.find(frame.bound[0]).or(Some(me));
        let from = self.moves().then(giver).flatten();
        let attached = &look.own().attached;
        let moved = state.chosen.iter().filter_map(|place| attached.get(usize::from(*place)));
        let cards: Pile = moved.map(|found| found.card).chain(state.held.iter().copied()).collect();
        look.ask_creature(|at| {
            in_group(state, self.who, me, at)
                && from != Some(at)
                && self.is_destination(look, at)
                && cards.iter().all(|card| look.game.takes_energy(state, at, *card))
        })
    }

    /// Whether it can take its energies from a creature.
    fn is_source(&self, look: &Look<'_>, at: At) -> bool {
        let may_have = self.count == 0 || look.state.live.units_at_most(at) > 0;
        may_have && self.is_giver(look, at) && self.can_give(look, at)
    }

    /// Whether a creature is one whose energies it may take.
    fn is_giver(&self, look: &Look<'_>, at: At) -> bool {
        let own_type = || Types::one(look.game.top(look.state, at).of_type);
        look.scope.me.is_some_and(|me| in_group(look.state, self.giver, me, at))
            && (self.giver_types.is_empty() || self.giver_types.admits(own_type()))
    }

    /// Whether some creature can take from another one as many energies as it asks for.
    fn can_give(&self, look: &Look<'_>, from: At) -> bool {
        let count = usize::from(self.count);
        let (mut all, mut easy) = (0, 0);
        for (_, card) in self.movable(look, from) {
            all += 1;
            easy += usize::from(look.game.cards.brief(card).traits & PICKY == 0);
        }
        let mut takers = self.takers(look, Some(from));
        if easy >= count {
            return takers.next().is_some();
        }
        all >= count && takers.any(|to| self.supply(look, Some(from), to) >= count)
    }

    /// How many energies it finds for one creature; `None` where it has no creature for them.
    pub(crate) fn energies_at_hand(&self, look: &Look<'_>) -> Option<usize> {
        let me = look.scope.me?;
        if !self.moves() {
            return self.best_supply(look, None);
        }
        if self.giver == Target::Oneself {
            return self.best_supply(look, Some(me));
        }
        let mut board = look.state.board(look.seat());
        if board.any(|at| self.is_source(look, at)) {
            return Some(self.count.into());
        }
        let takes = |from| self.takers(look, from).next().is_some();
        let givers = look.state.board(look.seat()).filter(|at| self.is_giver(look, *at));
        let mut givers = givers.peekable();
        let place = match givers.peek() {
            None => takes(None),
            Some(_) => givers.any(|from| takes(Some(from))),
        };
        place.then_some(0)
    }
}

/// Chosen attached energies go to another creature, behind what is there.
fn move_energies(run: &mut Run<'_, '_>, from: At, to: At) {
    let chosen = run.state.chosen;
    let (origin, target) = (run.place(from), run.place(to));
    let side = run.state.side_mut(Seat(from.side));
    let moved: List<Card, 60> =
        chosen.iter().map(|place| side.attached[usize::from(*place)].card).collect();
    let mut place = 0u8;
    side.attached.retain(|_| {
        place += 1;
        !chosen.contains(&(place - 1))
    });
    run.game.index_purse(run.state, from);
    for card in &moved {
        run.attach(to, *card, NEVER);
        run.tell(Seat(from.side), What::EnergyMoved { card: *card, from: origin, to: target });
    }
}
