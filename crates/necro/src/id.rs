//! Names as small numbers: units by a fixed table, souls and items by a table of the process.
//!
//! States, actions and events hold one byte for a name and are written without the game at hand,
//! so the way back to the text must not need it. A unit's name is put together from its parts. The
//! names of cards come from data; each distinct one gets a number once per process and keeps it.

use std::fmt;
use std::sync::{LazyLock, OnceLock};

use bout_core::{Named, write_name};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::piece::{Base, Side};

/// The most distinct names of one kind that a process can know.
const NAMES_MAX: usize = 255;

/// Names in order of their first appearance.
struct Names([OnceLock<&'static str>; NAMES_MAX]);

impl Names {
    /// The number of a name, which is written down if it is new; `None` once there is no room.
    fn number(&self, name: &str) -> Option<u8> {
        let keep = || &*Box::leak(name.to_owned().into_boxed_str());
        (self.0.iter().zip(0..)).find(|(place, _)| *place.get_or_init(keep) == name).map(|(_, n)| n)
    }

    /// The number of a name that is known already.
    fn find(&self, name: &str) -> Option<u8> {
        let known = self.0.iter().map_while(OnceLock::get);
        known.zip(0..).find(|(known, _)| **known == name).map(|(_, n)| n)
    }

    fn name(&self, number: u8) -> &'static str {
        self.0.get(usize::from(number)).and_then(OnceLock::get).copied().unwrap_or("")
    }
}

macro_rules! card_id {
    ($(#[$meta:meta])* $Id:ident, $NAMES:ident) => {
        static $NAMES: Names = Names([const { OnceLock::new() }; NAMES_MAX]);

        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $Id(pub(crate) u8);

        impl $Id {
            /// No card of this process: an unknown name, or none at all.
            pub const NONE: $Id = $Id(u8::MAX);

            /// The id of a card that is loaded; `None` if the process knows too many.
            pub(crate) fn intern(name: &str) -> Option<$Id> {
                $NAMES.number(name).map($Id)
            }

            /// The id with this name, `NONE` if there is none.
            pub fn find(name: &str) -> $Id {
                $NAMES.find(name).map_or($Id::NONE, $Id)
            }

            /// The name in the data; empty for `NONE`.
            pub fn name(self) -> &'static str {
                $NAMES.name(self.0)
            }

            /// As a place in an array.
            #[inline]
            pub(crate) fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl Default for $Id {
            fn default() -> Self {
                $Id::NONE
            }
        }

        impl fmt::Debug for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        bout_core::described_as!($Id, String);

        impl Serialize for $Id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                write_name(serializer, self.name())
            }
        }

        impl<'de> Deserialize<'de> for $Id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(|name| $Id::find(&name))
            }
        }
    };
}

card_id! {
    /// A soul, by its id.
    SoulId, SOULS
}
card_id! {
    /// A kind of item, by its id.
    ItemId, ITEMS
}

static CLANS: Names = Names([const { OnceLock::new() }; NAMES_MAX]);

/// A clan, by its id. Only card data names clans, so that reading one writes it down.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClanId(u8);

impl ClanId {
    /// The name in the data.
    pub fn name(self) -> &'static str {
        CLANS.name(self.0)
    }
}

impl Default for ClanId {
    fn default() -> Self {
        ClanId(u8::MAX)
    }
}

impl fmt::Debug for ClanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<'de> Deserialize<'de> for ClanId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let full = || serde::de::Error::custom("too many different clans in one process");
        CLANS.number(&name).map(ClanId).ok_or_else(full)
    }
}

/// Revived units of one base that a side can have at once.
pub const REVIVED_MAX: usize = 18;
/// Names of units a side can have: its sixteen pieces, and the revived ones of six bases.
const NAMES_OF_SIDE: usize = 16 + 6 * REVIVED_MAX;
const UNITS: usize = 2 * NAMES_OF_SIDE;
/// The numbers of revived units in the order of their digits as text.
const AS_TEXT: [u8; REVIVED_MAX] = [0, 1, 10, 11, 12, 13, 14, 15, 16, 17, 2, 3, 4, 5, 6, 7, 8, 9];
/// The bases in the order of their names, with the number of pieces at first.
const BY_NAME: [(Base, u8); 7] = [
    (Base::Advisor, 2),
    (Base::Cannon, 2),
    (Base::Elephant, 2),
    (Base::King, 1),
    (Base::Knight, 2),
    (Base::Rook, 2),
    (Base::Soldier, 5),
];

/// What a unit's name says.
#[derive(Clone, Copy)]
struct Parts {
    side: Side,
    base: Base,
    revived: bool,
    n: u8,
}

/// Every name, in ascending byte order.
static PARTS: [Parts; UNITS] = {
    let first = Parts { side: Side::Black, base: Base::King, revived: false, n: 0 };
    let mut all = [first; UNITS];
    let mut at = 0;
    while at < UNITS {
        let side = if at < NAMES_OF_SIDE { Side::Black } else { Side::Red };
        let mut rest = at % NAMES_OF_SIDE;
        let mut row = 0;
        loop {
            let (base, pieces) = BY_NAME[row];
            let revived = if matches!(base, Base::King) { 0 } else { REVIVED_MAX };
            if rest < pieces as usize {
                all[at] = Parts { side, base, revived: false, n: rest as u8 };
                break;
            }
            if rest < pieces as usize + revived {
                all[at] = Parts { side, base, revived: true, n: AS_TEXT[rest - pieces as usize] };
                break;
            }
            rest -= pieces as usize + revived;
            row += 1;
        }
        at += 1;
    }
    all
};

/// The names as texts.
static TEXTS: LazyLock<[&str; UNITS]> = LazyLock::new(|| {
    PARTS.map(|Parts { side, base, revived, n }| {
        let revived = if revived { "revive:" } else { "" };
        &*format!("{}:{}:{revived}{n}", side.name(), base.name()).leak()
    })
});

/// Where the names of a base begin among those of a side, and how many pieces there are at first.
static BLOCKS: [(u8, u8); 7] = {
    let (mut blocks, mut first, mut row) = ([(0, 0); 7], 0, 0);
    while row < BY_NAME.len() {
        let (base, pieces) = BY_NAME[row];
        blocks[base as usize] = (first, pieces);
        first += pieces + if matches!(base, Base::King) { 0 } else { REVIVED_MAX as u8 };
        row += 1;
    }
    blocks
};

/// The place of a revived unit's number in [`AS_TEXT`].
static PLACES: [u8; REVIVED_MAX] = {
    let (mut places, mut at) = ([0; REVIVED_MAX], 0);
    while at < REVIVED_MAX {
        places[AS_TEXT[at] as usize] = at as u8;
        at += 1;
    }
    places
};

/// A unit's name; numbers ascend as the names do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub(crate) u8);

impl UnitId {
    /// A name that no unit can have.
    pub const NONE: UnitId = UnitId(u8::MAX);

    /// Piece number `n` of a side, or the revived one of that number; `NONE` beyond the limits.
    pub fn of(side: Side, base: Base, revived: bool, n: u8) -> UnitId {
        let (first, pieces) = BLOCKS[base as usize];
        let revivals = if base == Base::King { 0 } else { REVIVED_MAX };
        let place = if revived {
            (usize::from(n) < revivals).then(|| pieces + PLACES[usize::from(n)])
        } else {
            (n < pieces).then_some(n)
        };
        let of_side = if side == Side::Black { 0 } else { NAMES_OF_SIDE as u8 };
        place.map_or(UnitId::NONE, |place| UnitId(of_side + first + place))
    }

    fn parts(self) -> Option<&'static Parts> {
        PARTS.get(usize::from(self.0))
    }

    /// As a text; empty for `NONE`.
    pub fn name(self) -> &'static str {
        TEXTS.get(usize::from(self.0)).copied().unwrap_or("")
    }

    /// Whose it is.
    pub fn side(self) -> Option<Side> {
        self.parts().map(|parts| parts.side)
    }

    /// What it is.
    pub fn base(self) -> Option<Base> {
        self.parts().map(|parts| parts.base)
    }

    /// The unit of this name; `NONE` if there cannot be one.
    pub fn find(name: &str) -> UnitId {
        let mut words = name.split(':');
        let mut word = || words.next().unwrap_or_default();
        let (side, base, mut number) = (word(), word(), word());
        let revived = number == "revive";
        if revived {
            number = word();
        }
        // `+1` and `01` would be read as numbers, but are no names.
        let plain =
            number == "0" || number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        let read = || Some((Side::from_name(side)?, Base::from_name(base)?, number.parse().ok()?));
        match read() {
            Some((side, base, n)) if plain && words.next().is_none() => {
                UnitId::of(side, base, revived, n)
            }
            _ => UnitId::NONE,
        }
    }
}

impl Default for UnitId {
    fn default() -> Self {
        UnitId::NONE
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

bout_core::described_as!(UnitId, String);

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_name(serializer, self.name())
    }
}

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| UnitId::find(&name))
    }
}

/// A set of unit names, also of units that are no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdSet([u64; 4]);

impl IdSet {
    /// Adds a name.
    #[inline]
    pub fn insert(&mut self, id: UnitId) {
        self.0[usize::from(id.0 >> 6)] |= 1 << (id.0 & 63);
    }

    /// Whether the name is in the set.
    #[inline]
    pub fn contains(&self, id: UnitId) -> bool {
        self.0[usize::from(id.0 >> 6)] & 1 << (id.0 & 63) != 0
    }

    /// The names, ascending.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> {
        (0..UNITS as u8).map(UnitId).filter(|id| self.contains(*id))
    }
}

impl FromIterator<UnitId> for IdSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(ids: I) -> Self {
        let mut set = IdSet::default();
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

impl Serialize for IdSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_ascend_as_names_do_and_lead_back() {
        let names: Vec<String> = (0..UNITS as u8).map(|n| UnitId(n).to_string()).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
        for (name, n) in names.iter().zip(0..) {
            assert_eq!(UnitId::find(name), UnitId(n), "{name}");
        }
        const { assert!(UNITS < 255, "the last number is no name") }
    }

    #[test]
    fn what_is_no_name_is_none() {
        for name in [
            "",
            "red",
            "red:rook",
            "red:rook:2",
            "red:rook:00",
            "red:rook:+1",
            "red:rook:0:0",
            "blue:rook:0",
            "red:king:revive:0",
            "red:rook:revive:18",
            "red:rook:revive",
            "red:rook:",
            "red:rook:256",
        ] {
            assert_eq!(UnitId::find(name), UnitId::NONE, "{name}");
        }
        assert_eq!(UnitId::NONE.to_string(), "");
    }

    #[test]
    fn a_name_keeps_its_number() {
        static NAMES: Names = Names([const { OnceLock::new() }; NAMES_MAX]);
        assert_eq!(NAMES.find("a"), None);
        assert_eq!(
            (NAMES.number("a"), NAMES.number("b"), NAMES.number("a")),
            (Some(0), Some(1), Some(0))
        );
        assert_eq!((NAMES.find("b"), NAMES.name(1), NAMES.name(2)), (Some(1), "b", ""));
        let numbered: Vec<_> = (0..NAMES_MAX).map(|n| NAMES.number(&n.to_string())).collect();
        assert_eq!(numbered.last(), Some(&None), "there is room for {NAMES_MAX} and no more");
    }
}
