//! placeholder
use crate::{Necro, event::Event, state::State};
use bout_core::{Figure, Outcome, Tally};
/// Sums.
#[derive(Default, Clone, Debug)]
pub struct Report;
impl Tally<Necro> for Report {
    fn event(&mut self, _g: &Necro, _e: &Event) {}
    fn close(&mut self, _g: &Necro, _s: &State, _o: Option<Outcome>) {}
    fn merge(&mut self, _o: Self) {}
    fn report(&self) -> Vec<(String, Figure)> {
        Vec::new()
    }
}
