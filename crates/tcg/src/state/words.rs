//! Words of the state (rules 2.2, 3).

use bout_core::names;

names! {
    /// Where a creature is.
    pub enum Position {
        /// The active place.
        Active = "ACTIVE",
        /// The first place of the bench.
        Bench0 = "BENCH_0",
        /// The second.
        Bench1 = "BENCH_1",
        /// The third.
        Bench2 = "BENCH_2",
        /// The fourth.
        Bench3 = "BENCH_3",
        /// The fifth.
        Bench4 = "BENCH_4",
    }
}

impl Position {
    /// A place of the bench.
    pub fn bench(at: usize) -> Position {
        Position::ALL[(at + 1).min(5)]
    }
}

names! {
    /// What excludes each other: how a creature lies.
    #[derive(Default)]
    pub enum Rotation {
        /// Upright.
        #[default]
        Upright = "NONE",
        /// Asleep.
        Asleep = "ASLEEP",
        /// Confused.
        Confused = "CONFUSED",
        /// Paralysed.
        Paralyzed = "PARALYZED",
    }
}

names! {
    /// What lasts for a time.
    pub enum TimedKind {
        /// Attack damage up to an amount is prevented.
        Prevent = "PREVENT_DAMAGE",
        /// Attack damage taken is less.
        Reduce = "REDUCE_DAMAGE",
        /// Damage of attacks is more.
        BoostAttack = "BOOST_ATTACK",
        /// Hit points are more.
        BoostHp = "BOOST_HP",
        /// No attack, no retreat.
        Lock = "LOCK",
        /// Attacks of the player's active do more.
        Increase = "INCREASE_DAMAGE",
    }
}

names! {
    /// What a decision is about.
    pub enum PromptKind {
        /// Which prize.
        SelectPrize = "SELECT_PRIZE",
        /// Who becomes active.
        SetActive = "SET_ACTIVE",
        /// Which creatures.
        ChooseCreature = "CHOOSE_CREATURE",
        /// Which cards.
        ChooseCards = "CHOOSE_CARDS",
        /// Which attached energies.
        ChooseEnergy = "CHOOSE_ENERGY",
        /// In which order.
        ChooseOrder = "CHOOSE_ORDER",
        /// Whether.
        YesNo = "YES_NO",
    }
}

/// A decision that the rules ask for, not an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleChoice {
    Prize,
    Active,
}

impl PromptKind {
    /// Which decision of the rules it is; none if an effect asks.
    #[inline]
    pub(crate) fn of_rules(self) -> Option<RuleChoice> {
        match self {
            PromptKind::SelectPrize => Some(RuleChoice::Prize),
            PromptKind::SetActive => Some(RuleChoice::Active),
            PromptKind::ChooseCreature
            | PromptKind::ChooseCards
            | PromptKind::ChooseEnergy
            | PromptKind::ChooseOrder
            | PromptKind::YesNo => None,
        }
    }
}

names! {
    /// What is half resolved.
    pub enum FrameKind {
        /// An attack; its place counts the steps of rules 6.2.
        Attack = "ATTACK",
        /// An ability.
        Ability = "ABILITY",
        /// A trainer card.
        Trainer = "TRAINER",
        /// Knock-outs; its place counts the steps of rules 6.3.
        KnockOut = "KNOCK_OUT",
        /// The end of a turn.
        EndTurn = "END_TURN",
        /// Between turns; its place counts the steps of rules 6.6.
        BetweenTurns = "BETWEEN_TURNS",
        /// The start of a turn.
        TurnStart = "TURN_START",
    }
}

names! {
    /// How it ended.
    pub enum MatchResult {
        /// `PLAYER1` won.
        Player1Win = "PLAYER1_WIN",
        /// `PLAYER2` won.
        Player2Win = "PLAYER2_WIN",
        /// Nobody won.
        Draw = "DRAW",
        /// It does not count.
        Cancelled = "CANCELLED",
    }
}

names! {
    /// By what a match is won.
    pub enum WinCondition {
        /// No prize left.
        PrizeCards = "PRIZE_CARDS",
        /// The opponent has no creature.
        NoPokemon = "NO_POKEMON",
        /// The opponent cannot draw.
        DeckOut = "DECK_OUT",
        /// The opponent gave up.
        Concede = "CONCEDE",
    }
}

names! {
    /// Why a match does not count.
    pub enum CancelReason {
        /// A deck breaks the rules.
        DeckInvalid = "deck_invalid",
        /// A player did not want to.
        PlayerCancelled = "player_cancelled",
        /// A player is gone.
        PlayerLeft = "player_left",
        /// Both did not want to.
        Mutual = "mutual",
        /// The host failed.
        SystemError = "system_error",
        /// Too many invalid hands.
        MulliganLimit = "mulligan_limit",
        /// The operator ended it.
        Operator = "operator",
    }
}
