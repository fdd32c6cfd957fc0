//! Whether computer players decide from what their seat knows.

use bout_core::{BotSpec, Catalogued, Choice, Dice, Match, Seed, Turn, Viewer};

use super::CheckedPosition;
use crate::parts::text;
use crate::rule::{Checked, Rule, ensure};

/// Swaps everything a seat cannot know for something imagined: with the same dice, each of the game's
/// computer players must decide the same. Batches show them a borrowed look at the state, so nothing
/// else keeps them honest.
pub(crate) fn bots<G: Catalogued>(at: &CheckedPosition<'_, G>) -> Checked {
    // Dice of its own: the matches of a suite stay what they are.
    let mut dice = Dice::of(at.live.seed().derive(u64::from(u32::MAX) - 1), at.live.seq());
    if at.live.check_time_to_act(at.live.now()).is_err() {
        return Ok(());
    }
    for seat in at.live.game().to_act(at.live.state()).iter() {
        let other = at.live.imagined(Viewer::Seat(seat), &mut dice);
        for info in G::bots() {
            let seed = Seed(dice.below(u32::MAX).into());
            let decide = |world: &Match<G>| -> Option<Choice<G::Action>> {
                let mut bot = G::bot(&BotSpec::plain(info.name))?.ok()?;
                Some(bot.choose(&Turn::new(world, seat), &mut Dice::stream(seed)))
            };
            let (real, swapped) = (decide(at.live), decide(&other));
            ensure(real == swapped, Rule::Blind, || {
                let told = |choice: &Option<Choice<G::Action>>| match choice {
                    Some(Choice::Act(action)) => text(action),
                    Some(Choice::Wait) | None => "wait".into(),
                    Some(Choice::Leave) => "leave".into(),
                };
                let (real, swapped) = (told(&real), told(&swapped));
                format!(
                    "'{}' at seat {seat} chooses {real}, and {swapped} where only hidden things differ",
                    info.name
                )
            })?;
        }
    }
    Ok(())
}
