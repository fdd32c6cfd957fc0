//! What nearly every verb needs.

pub(super) use super::{Family, Lasting, Look, Standing, VerbRules, Wanted, Words, listed};
pub(super) use crate::Tcg;
pub(super) use crate::apply::Run;
pub(super) use crate::bots::{Desk, Verdict};
pub(super) use crate::card::{ALL, CardDef};
pub(super) use crate::load::Origin;
pub(super) use crate::prompt::{Bond, Choice, Prompt, Zone};
pub(super) use crate::query::{group, in_group};
pub(super) use crate::state::{
    At, Creature, Frame, FrameKind, NEVER, NOBODY, Pile, PromptKind, State, Timed, TimedKind, other,
};
pub(super) use crate::symbol::Card;
pub(super) use crate::words::{
    Destination, Duration, Filter, RuleType, Source, Target, Type, Types,
};
pub(super) use bout_core::Seat;
