//! Why an action is refused (rules 5).

use bout_core::names;

use crate::action::Command;

names! {
    /// The codes with their texts; `{n}` is the number at hand.
    pub enum Reason {
        /// The match has ended.
        MatchOver = "match_over" => "The match is over.",
        /// It cannot be read as an action.
        MalformedAction = "malformed_action" => "This is not a valid action.",
        /// It is the other side's turn.
        NotYourTurn = "not_your_turn" => "It is not your turn.",
        /// Another phase.
        WrongPhase = "wrong_phase" => "Not possible in this phase.",
        /// Souls are bought once.
        SoulBuyLimit = "soul_buy_limit" => "You have already bought a soul this turn.",
        /// No room in the hand.
        SoulHandFull = "soul_hand_full" => "Your soul hand is full ({n}); return or use one first.",
        /// Too little gold.
        NotEnoughGold = "not_enough_gold" => "Needs {n} gold.",
        /// Too little mana.
        NotEnoughMana = "not_enough_mana" => "Needs {n} mana.",
        /// No card in the deck.
        DeckEmpty = "deck_empty" => "This deck is empty.",
        /// No card on display.
        DisplayEmpty = "display_empty" => "Nothing is on display here.",
        /// No soul has fallen.
        GraveyardEmpty = "graveyard_empty" => "The enemy graveyard is empty.",
        /// Souls are returned once.
        SoulReturnUsed = "soul_return_used" => "You have already returned a soul this turn.",
        /// Not this soul.
        SoulNotInHand = "soul_not_in_hand" => "This soul is not in your hand.",
        /// No such card.
        SoulNotFound = "soul_not_found" => "There is no such soul.",
        /// One item action.
        ItemBuyLimit = "item_buy_limit" => "You have already used your item action this turn.",
        /// Three slots.
        InvalidSlot = "invalid_slot" => "There is no such slot.",
        /// There is room.
        DiscardNotNeeded = "discard_not_needed" => "Your item hand has room; nothing is discarded.",
        /// Not this item.
        ItemNotInHand = "item_not_in_hand" => "This item is not in your hand.",
        /// Something is missing.
        TargetRequired = "target_required" => "Choose a target.",
        /// Something is too much.
        TargetNotNeeded = "target_not_needed" => "This item takes no such target.",
        /// Not on the board.
        UnitNotFound = "unit_not_found" => "There is no such unit.",
        /// The enemy's.
        NotYourUnit = "not_your_unit" => "This is not your unit.",
        /// One's own.
        NotEnemyUnit = "not_enemy_unit" => "Choose an enemy unit.",
        /// A bare piece.
        NotEnchanted = "not_enchanted" => "This unit has no soul.",
        /// Nothing lies there.
        NoCorpse = "no_corpse" => "There is no corpse here.",
        /// The enemy's corpse lies on top.
        NotYourCorpse = "not_your_corpse" => "The top corpse is the enemy's.",
        /// Gold or mana.
        InvalidChoice = "invalid_choice" => "Choose gold or mana.",
        /// Nothing to take.
        EnemyHandEmpty = "enemy_hand_empty" => "The enemy holds no soul.",
        /// All used.
        NoNecroActions = "no_necro_actions" => "No necro action is left this turn.",
        /// One soul a unit.
        AlreadyEnchanted = "already_enchanted" => "This unit already has a soul.",
        /// Just risen by contract.
        ContractNoEnchant = "contract_no_enchant" => "Revived by contract: cannot be enchanted this turn.",
        /// Another base.
        BaseMismatch = "base_mismatch" => "This soul belongs to another kind of piece.",
        /// Somebody stands there.
        CellOccupied = "cell_occupied" => "The cell is occupied.",
        /// Once a turn.
        BloodRitualUsed = "blood_ritual_used" => "The ritual has been used this turn.",
        /// It would kill him.
        KingHpTooLow = "king_hp_too_low" => "The king has too few hit points.",
        /// It can neither move nor shoot.
        UnitSealed = "unit_sealed" => "This unit is sealed.",
        /// Not on the board.
        OutOfBoard = "out_of_board" => "Outside the board.",
        /// Not so.
        IllegalMove = "illegal_move" => "This piece cannot move there.",
        /// One's own.
        CannotTargetAlly = "cannot_target_ally" => "You cannot shoot your own unit.",
        /// One shot a turn.
        AlreadyShot = "already_shot" => "This unit has already shot this turn.",
        /// Too far, or not in line.
        OutOfRange = "out_of_range" => "Out of range.",
        /// Nobody stands between.
        NeedScreen = "need_screen" => "A cannon needs a unit between.",
        /// Somebody stands between.
        Blocked = "blocked" => "The line is blocked.",
        /// Not near the target, or no such ability.
        InvalidExtraTarget = "invalid_extra_target" => "This unit cannot be the chained target.",
        /// No such ability.
        NoSacrificeAbility = "no_sacrifice_ability" => "This unit cannot sacrifice.",
        /// It has not moved.
        SacrificeNeedsMove = "sacrifice_needs_move" => "The unit must have moved this turn.",
        /// Only itself.
        MustSacrificeSelf = "must_sacrifice_self" => "This unit can only sacrifice itself.",
        /// Only others.
        CannotSacrificeSelf = "cannot_sacrifice_self" => "This unit cannot sacrifice itself.",
        /// The enemy's.
        CannotSacrificeEnemy = "cannot_sacrifice_enemy" => "Only own units can be sacrificed.",
        /// Not him.
        CannotSacrificeKing = "cannot_sacrifice_king" => "The king cannot be sacrificed.",
    }
}

/// The checks of each action after the common ones, in their order.
const CHECKS: &[(Command, &[Reason])] = {
    use Reason as R;
    &[
        (Command::NextPhase, &[]),
        (
            Command::BuySoulFromDeck,
            &[R::SoulBuyLimit, R::SoulHandFull, R::NotEnoughGold, R::DeckEmpty],
        ),
        (
            Command::BuySoulFromDisplay,
            &[R::SoulBuyLimit, R::SoulHandFull, R::NotEnoughGold, R::DisplayEmpty],
        ),
        (
            Command::BuySoulFromEnemyGraveyard,
            &[R::SoulBuyLimit, R::SoulHandFull, R::NotEnoughGold, R::GraveyardEmpty],
        ),
        (Command::ReturnSoulToDeckBottom, &[R::SoulReturnUsed, R::SoulNotInHand]),
        (
            Command::BuyItemFromDisplay,
            &[
                R::ItemBuyLimit,
                R::InvalidSlot,
                R::DisplayEmpty,
                R::NotEnoughGold,
                R::DiscardNotNeeded,
                R::ItemNotInHand,
            ],
        ),
        (Command::DiscardItemFromHand, &[R::ItemBuyLimit, R::ItemNotInHand]),
        (
            Command::UseItemFromHand,
            &[
                R::ItemNotInHand,
                R::WrongPhase,
                R::TargetNotNeeded,
                R::TargetRequired,
                R::InvalidChoice,
                R::NoCorpse,
                R::NotYourCorpse,
                R::UnitNotFound,
                R::NotYourUnit,
                R::NotEnemyUnit,
                R::NotEnchanted,
                R::EnemyHandEmpty,
                R::SoulHandFull,
            ],
        ),
        (
            Command::Enchant,
            &[
                R::NoNecroActions,
                R::UnitNotFound,
                R::NotYourUnit,
                R::AlreadyEnchanted,
                R::ContractNoEnchant,
                R::SoulNotFound,
                R::BaseMismatch,
                R::NotEnoughGold,
                R::SoulNotInHand,
            ],
        ),
        (
            Command::Revive,
            &[R::NoCorpse, R::CellOccupied, R::NotYourCorpse, R::NoNecroActions, R::NotEnoughGold],
        ),
        (Command::BloodRitual, &[R::BloodRitualUsed, R::KingHpTooLow]),
        (
            Command::Move,
            &[
                R::UnitNotFound,
                R::NotYourUnit,
                R::UnitSealed,
                R::NotEnoughMana,
                R::OutOfBoard,
                R::CellOccupied,
                R::IllegalMove,
            ],
        ),
        (
            Command::Shoot,
            &[
                R::UnitNotFound,
                R::NotYourUnit,
                R::UnitSealed,
                R::CannotTargetAlly,
                R::NotEnoughMana,
                R::AlreadyShot,
                R::OutOfRange,
                R::NeedScreen,
                R::Blocked,
                R::InvalidExtraTarget,
            ],
        ),
        (
            Command::Sacrifice,
            &[
                R::UnitNotFound,
                R::NoSacrificeAbility,
                R::AlreadyShot,
                R::SacrificeNeedsMove,
                R::MustSacrificeSelf,
                R::CannotSacrificeSelf,
                R::NotYourUnit,
                R::CannotSacrificeEnemy,
                R::CannotSacrificeKing,
                R::OutOfRange,
            ],
        ),
        (Command::Resign, &[]),
    ]
};

/// The checks of an action after the common ones, in their order: how far down an action gets says
/// which of two refusals is nearer to a yes.
pub fn checks(command: Command) -> &'static [Reason] {
    CHECKS.iter().find(|(of, _)| *of == command).map_or(&[], |(_, checks)| checks)
}
