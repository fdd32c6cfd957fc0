//! What hand-written JSON looks like, for the schema of the game. A test compares it with what matches send.

use bout_core::{described_as, one_of_names};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::action::Action;
use crate::deck::Deck;
use crate::state::{CancelReason, Position};
use crate::symbol::Card;
use crate::wire::{Amount, Player};

impl bout_core::Described for crate::Tcg {}

/// Answers to prompts in advance, each a list of options.
type Choices = Option<Vec<Vec<u8>>>;

/// An action as it is written, with answers in advance to what it sets off.
#[derive(JsonSchema)]
#[schemars(rename = "Action")]
#[expect(dead_code, reason = "describes what `Action` writes")]
struct ActionDocument {
    #[schemars(flatten)]
    action: Plain,
    /// Answers in advance to the prompts that the action sets off, each a list of options.
    #[schemars(skip_serializing_if = "Option::is_none")]
    choices: Choices,
}

#[derive(JsonSchema)]
#[schemars(tag = "type", rename_all_fields = "camelCase")]
#[expect(dead_code, reason = "describes what `Action` writes")]
enum Plain {
    /// Joins with a loaded deck or with one of your own.
    #[schemars(rename = "JOIN_MATCH")]
    JoinMatch {
        #[schemars(skip_serializing_if = "Option::is_none")]
        deck_id: Option<String>,
        #[schemars(skip_serializing_if = "Option::is_none")]
        deck: Option<Deck>,
    },
    /// Offers to cancel the match.
    #[schemars(rename = "CANCEL_MATCH")]
    CancelMatch {
        #[schemars(skip_serializing_if = "Option::is_none")]
        reason: Option<CancelReason>,
    },
    /// Gives up.
    #[schemars(rename = "CONCEDE")]
    Concede {},
    /// Draws the opening hand.
    #[schemars(rename = "DRAW_INITIAL_CARDS")]
    DrawInitialCards {},
    /// Makes a creature of the hand or of the bench active.
    #[schemars(rename = "SET_ACTIVE_POKEMON")]
    SetActive {
        #[schemars(skip_serializing_if = "Option::is_none")]
        card_id: Option<Card>,
        #[schemars(skip_serializing_if = "Option::is_none")]
        target: Option<Position>,
    },
    /// Puts a basic creature on the bench.
    #[schemars(rename = "PLAY_POKEMON")]
    PlayCreature { card_id: Card },
    /// Ends the set-up.
    #[schemars(rename = "COMPLETE_INITIAL_SETUP")]
    CompleteSetup {},
    /// Draws the card of the turn.
    #[schemars(rename = "DRAW_CARD")]
    DrawCard {},
    /// Attaches an energy card.
    #[schemars(rename = "ATTACH_ENERGY")]
    AttachEnergy { energy_card_id: Card, target: Position },
    /// Plays a trainer card.
    #[schemars(rename = "PLAY_TRAINER")]
    PlayTrainer { card_id: Card },
    /// Evolves a creature.
    #[schemars(rename = "EVOLVE_POKEMON")]
    Evolve { evolution_card_id: Card, target: Position },
    /// Retreats the active creature and pays with energy cards.
    #[schemars(rename = "RETREAT")]
    Retreat { target: Position, selected_energy_ids: Vec<Card> },
    /// Uses the ability of a creature.
    #[schemars(rename = "USE_ABILITY")]
    UseAbility { target: Position },
    /// Ends the main phase.
    #[schemars(rename = "ENTER_ATTACK_PHASE")]
    EnterAttack {},
    /// Attacks.
    #[schemars(rename = "ATTACK")]
    Attack { attack_index: u8 },
    /// Ends the turn.
    #[schemars(rename = "END_TURN")]
    EndTurn {},
    /// Takes a prize.
    #[schemars(rename = "SELECT_PRIZE")]
    SelectPrize { prize_index: u8 },
    /// Answers a prompt: with all options at once, with one more of them, or by ending the list.
    #[schemars(rename = "RESOLVE_CHOICE")]
    Resolve {
        choice_id: u32,
        #[schemars(skip_serializing_if = "Option::is_none")]
        selection: Option<Vec<u8>>,
        #[schemars(skip_serializing_if = "Option::is_none")]
        add: Option<u8>,
        #[schemars(skip_serializing_if = "Option::is_none")]
        done: Option<bool>,
    },
}

described_as!(Action, ActionDocument);

impl JsonSchema for Player {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Player".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        one_of_names(&["PLAYER1", "PLAYER2"])
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "integer" }, { "const": "all" }] })
    }
}
