//! When abilities work (rules 5.7.4).

use super::*;

fn foe() -> Value {
    side(bare("Countcrab"), vec![])
}

#[test]
fn passive() {
    let mut play = table(side(bare("Warhorn"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "ability_not_activated_type");
}

#[test]
fn triggered() {
    let mut play = table(side(bare("Duskbird"), vec![]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "ability_not_activated_type");
    assert_eq!(play.refused(0, ability("BENCH_0")), "no_creature_at_target");
}

#[test]
fn activated() {
    let mut play =
        table(side(bare("Cindling"), vec![bare("Mindmoth"), with("Tidefin", &[], 20)]), foe());
    assert_eq!(play.refused(0, ability("ACTIVE")), "no_ability");
    // A single source takes no entry; in the second use there are two.
    for choices in [json!([[0]]), json!([[1], [0]])] {
        play.act(0, json!({"type": "USE_ABILITY", "target": "BENCH_0", "choices": choices}));
    }
    assert_eq!(damage(&play, 0, 0), 20, "unlimited");
}
