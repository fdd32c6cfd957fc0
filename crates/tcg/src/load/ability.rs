//! Abilities from data (rules 5.7.4).

use super::effect::{name_of, of_ability};
use super::node::Node;
use crate::card::{Ability, Effect};
use crate::words::{ActivationType, TriggerEvent, UsageLimit};

pub(super) fn ability(node: &Node<'_>) -> Option<Ability> {
    node.only("name text activationType effects triggerEvent usageLimit optional")?;
    let name = name_of(&node.need("name")?)?;
    let activation = node.need("activationType")?.word(ActivationType::from_name)?;
    let trigger = match (activation, node.get("triggerEvent")) {
        (ActivationType::Triggered, _) => {
            Some(node.need("triggerEvent")?.word(TriggerEvent::from_name)?)
        }
        (_, None) => None,
        (_, Some(found)) => return found.fail("bad_effect", "only a TRIGGERED ability has one"),
    };
    if let (true, Some(found)) = (activation != ActivationType::Activated, node.get("usageLimit")) {
        return found.fail("bad_effect", "only an ACTIVATED ability has one");
    }
    if let (true, Some(found)) = (activation != ActivationType::Triggered, node.get("optional")) {
        return found.fail("bad_effect", "only a TRIGGERED ability is optional");
    }
    let limit = node.word_or("usageLimit", UsageLimit::from_name, UsageLimit::OncePerTurn);
    let list = node.need("effects")?;
    let read = |node: &Node<'_>| of_ability(node, activation, trigger);
    let mut effects: Vec<Effect> = list.items().iter().filter_map(read).collect();
    if list.items().is_empty() {
        return list.fail("bad_value", "at least one effect is expected");
    }
    effects.sort_by_key(|effect| effect.verb.ability_rank());
    let optional = node.flag_or("optional", false);
    Some(Ability { name, activation, trigger, limit, optional, effects })
}
