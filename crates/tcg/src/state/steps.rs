//! The steps of everything that resolves on the stack (rules 6). On the wire a step is its number.

/// A step of one kind of frame.
pub trait Step: Copy {
    /// The step with a number; the last one for a number that has none.
    fn of(number: u8) -> Self;
    /// Its number on the wire.
    fn number(self) -> u8;
}

macro_rules! steps {
    ($(#[$meta:meta])* $Name:ident {
        $($(#[$doc:meta])* $Step:ident = $number:literal,)*
        ..
        $(#[$last_doc:meta])* $Last:ident = $last:literal,
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Name { $($(#[$doc])* $Step = $number,)* $(#[$last_doc])* $Last = $last }

        impl Step for $Name {
            #[inline]
            fn of(number: u8) -> Self {
                match number { $($number => $Name::$Step,)* _ => $Name::$Last }
            }

            #[inline]
            fn number(self) -> u8 {
                self as u8
            }
        }
    };
}

steps! {
    /// An attack (rules 6.2).
    AttackStep {
        /// A confused attacker flips a coin.
        Confusion = 2,
        /// Costs are paid.
        Costs = 3,
        /// Abilities of attacker and defender trigger.
        Fighters = 4,
        /// The attack's coins are flipped.
        Coins = 5,
        /// Damage is dealt.
        Hit = 6,
        /// The other effects happen, in card order.
        Effects = 10,
        /// Abilities of damaged creatures trigger.
        Damaged = 11,
        /// A rule forces the attacker to switch.
        Switch = 12,
        /// Cards that are discarded after use go.
        Discard = 13,
        ..
        /// The attack is over.
        Done = 14,
    }
}

steps! {
    /// An ability (rules 5.7.4).
    AbilityStep {
        /// The owner of an optional ability is asked.
        Consent = 0,
        ..
        /// The effects happen.
        Effects = 1,
    }
}

steps! {
    /// A knock-out check (rules 6.3).
    KnockOutStep {
        /// Creatures that are knocked out are collected.
        Collect = 0,
        /// Their abilities trigger.
        Triggers = 1,
        /// They leave play.
        Clear = 2,
        /// Prizes are taken or asked for.
        Prizes = 4,
        /// Somebody may have won.
        Win = 5,
        /// New active creatures are chosen.
        Actives = 6,
        ..
        /// A creature may have lost hit points with what left play.
        Again = 7,
    }
}

steps! {
    /// The end of a turn (rules 5.3).
    EndTurnStep {
        /// Triggered abilities are collected.
        Queue = 0,
        /// They trigger.
        Triggers = 1,
        ..
        /// The turn closes.
        Close = 2,
    }
}

steps! {
    /// Between turns (rules 6.6).
    BetweenStep {
        /// Triggered abilities are collected.
        Queue = 0,
        /// They trigger; then statuses and timed effects are worked off.
        Triggers = 1,
        ..
        /// The next turn begins.
        Next = 8,
    }
}

steps! {
    /// The start of a turn (rules 5.3).
    TurnStartStep {
        /// Triggered abilities are collected.
        Queue = 0,
        ..
        /// They trigger.
        Triggers = 1,
    }
}
