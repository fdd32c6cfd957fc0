//! Who sits where, and who looks on.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most seats a match can have.
pub const SEATS_MAX: u8 = 16;

/// One place at the table, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The operator of a match: administrative and test commands; never in `to_act`.
    pub const HOST: Seat = Seat(u8::MAX);

    /// The seat as an index into an array.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether this is one of the first `seats` seats.
    pub fn sits_among(self, seats: u8) -> bool {
        self.0 < seats
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Seat::HOST { f.write_str("host") } else { write!(f, "{}", self.0) }
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if *self == Seat::HOST {
            serializer.serialize_str("host")
        } else {
            serializer.serialize_u8(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl de::Visitor<'_> for Reader {
            type Value = Seat;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seat number or \"host\"")
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Seat, E> {
                // Any number of seat is readable; whether somebody sits there is the game's to say.
                Ok(Seat(u8::try_from(n).map_or(u8::MAX - 1, |n| n.min(u8::MAX - 1))))
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Seat, E> {
                match word {
                    "host" => Ok(Seat::HOST),
                    _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// A set of seats; in JSON a list in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u16);

impl SeatSet {
    /// Nobody.
    pub const NONE: SeatSet = SeatSet(0);

    /// Just this seat.
    pub fn one(seat: Seat) -> Self {
        SeatSet(Self::bit(seat))
    }

    /// The first `seats` seats.
    pub fn all(seats: u8) -> Self {
        SeatSet(if seats >= SEATS_MAX { u16::MAX } else { (1 << seats) - 1 })
    }

    /// Adds a seat; the host cannot be in a set.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= Self::bit(seat);
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !Self::bit(seat);
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & Self::bit(seat) != 0
    }

    /// The lowest seat.
    pub fn first(self) -> Option<Seat> {
        (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in the set.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether more than one is in the set.
    #[inline]
    pub fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The seats of this set that are not in `other`.
    #[must_use]
    pub fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(seat)
        })
    }

    fn bit(seat: Seat) -> u16 {
        if seat.0 < SEATS_MAX { 1 << seat.0 } else { 0 }
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Whose eyes a view is made for; in JSON a seat number, `"host"`, `"public"` or `"referee"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player, or the operator with `Seat::HOST`.
    Seat(Seat),
    /// A spectator: what everybody may know.
    Public,
    /// Sees all: tests, and replays after the end.
    Referee,
}

impl Viewer {
    /// Whether this viewer may know what belongs to `seat`.
    pub fn owns(self, seat: Seat) -> bool {
        self == Viewer::Referee || self == Viewer::Seat(seat)
    }

    /// Every kind of viewer of a match with so many seats, the referee last.
    pub fn all(seats: u8) -> impl Iterator<Item = Viewer> {
        (0..seats).map(|n| Viewer::Seat(Seat(n))).chain([Viewer::Public, Viewer::Referee])
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => seat.fmt(f),
            Viewer::Public => f.write_str("public"),
            Viewer::Referee => f.write_str("referee"),
        }
    }
}

impl std::str::FromStr for Viewer {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "public" => Ok(Viewer::Public),
            "referee" => Ok(Viewer::Referee),
            "host" => Ok(Viewer::Seat(Seat::HOST)),
            _ => (word.parse::<u8>().ok())
                .filter(|n| *n < SEATS_MAX)
                .map(|n| Viewer::Seat(Seat(n)))
                .ok_or_else(|| format!("'{word}' is no seat number, host, public or referee")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_a_list_in_json() {
        let set: SeatSet = [Seat(3), Seat(0)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,3]");
        assert_eq!(serde_json::from_str::<SeatSet>("[3,0,3]").unwrap(), set);
        assert_eq!(SeatSet::all(16).len(), 16);
        assert_eq!(SeatSet::all(2).without(SeatSet::one(Seat(0))).first(), Some(Seat(1)));
    }

    #[test]
    fn the_host_is_in_no_set() {
        let mut set = SeatSet::NONE;
        set.insert(Seat::HOST);
        assert!(set.is_empty() && !set.contains(Seat::HOST));
    }

    #[test]
    fn seats_in_json() {
        assert_eq!(serde_json::to_string(&Seat::HOST).unwrap(), "\"host\"");
        assert_eq!(serde_json::from_str::<Seat>("\"host\"").unwrap(), Seat::HOST);
        assert_eq!(serde_json::from_str::<Seat>("1").unwrap(), Seat(1));
        let far = serde_json::from_str::<Seat>("255").unwrap();
        assert!(far != Seat::HOST && !far.sits_among(SEATS_MAX));
        assert!(serde_json::from_str::<Seat>("-1").is_err());
        assert!(serde_json::from_str::<Seat>("\"me\"").is_err());
    }
}
