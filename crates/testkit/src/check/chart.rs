//! Whether every change of phase is an edge of the chart.

use bout_core::{Edge, Game, Named};

use crate::rule::{Checked, Rule, ensure};

/// The chart itself is sound.
pub(crate) fn sound<G: Game>() -> Checked {
    let faults = G::chart().document(G::ID).faults();
    ensure(faults.is_empty(), Rule::Chart, || faults.join("; "))
}

/// A match begins in the chart's first phase, or goes on from it.
pub(crate) fn setup<G: Game>(state: &G::State, set_up: &[Edge<G::Phase>]) -> Checked {
    hops::<G>(G::chart().initial, set_up, G::phase(state))
}

/// The hops lead from one phase to the other along edges of the chart.
pub(crate) fn hops<G: Game>(from: G::Phase, hops: &[Edge<G::Phase>], to: G::Phase) -> Checked {
    let (chart, mut phase) = (G::chart(), from);
    for hop in hops {
        let text = || {
            let (from, to) = (hop.from.name(), hop.to.name());
            format!("{from} --{} [{}]--> {to}", hop.on, hop.guard)
        };
        ensure(chart.find(hop).is_some(), Rule::Chart, || format!("not in the chart: {}", text()))?;
        ensure(hop.from == phase, Rule::Chart, || {
            format!("it stood in {}, but hopped {}", phase.name(), text())
        })?;
        phase = hop.to;
    }
    ensure(phase == to, Rule::Chart, || {
        format!("the hops lead to {}, but it stands in {}", phase.name(), to.name())
    })
}
