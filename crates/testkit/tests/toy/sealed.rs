//! Hidden answers of several seats to one question.

use serde::{Deserialize, Serialize};

use bout_core::{Seat, SeatSet, Viewer};

/// One hidden answer per asked seat: orders given at the same time, setup choices, answers in an
/// interrupt window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
pub struct Sealed<T, const N: usize> {
    asked: SeatSet,
    #[serde(with = "answers")]
    answers: [Option<T>; N],
}

impl<T: Copy, const N: usize> Sealed<T, N> {
    /// Asks these seats; nobody has answered.
    pub fn open(asked: SeatSet) -> Self {
        Sealed { asked, answers: [None; N] }
    }

    /// Stores the answer of an asked seat; a second answer replaces nothing.
    pub fn seal(&mut self, seat: Seat, answer: T) {
        debug_assert!(self.awaited().contains(seat), "seat {seat} is not waited for");
        if let Some(place) = self.answers.get_mut(seat.index()) {
            place.get_or_insert(answer);
        }
    }

    /// The seats that were asked and have not answered.
    pub fn awaited(&self) -> SeatSet {
        self.asked.iter().filter(|seat| self.get(*seat).is_none()).collect()
    }

    /// The answer of a seat.
    pub fn get(&self, seat: Seat) -> Option<T> {
        self.answers.get(seat.index()).copied().flatten()
    }

    /// What a viewer may know: his own answer, and not who else has given one.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Self {
        let mut seen = *self;
        for (seat, answer) in seen.answers.iter_mut().enumerate() {
            if !viewer.owns(Seat(seat as u8)) {
                *answer = None;
            }
        }
        seen
    }
}

/// Arrays of any length, which serde does not do by itself.
mod answers {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer, T: Serialize, const N: usize>(
        answers: &[Option<T>; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(answers)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[Option<T>; N], D::Error> {
        let list = Vec::<Option<T>>::deserialize(deserializer)?;
        let len = list.len();
        list.try_into().map_err(|_| D::Error::invalid_length(len, &"one answer or null per seat"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewer_sees_only_his_own_answer() {
        let mut sealed = Sealed::<u8, 3>::open(SeatSet::all(3));
        sealed.seal(Seat(0), 7);
        sealed.seal(Seat(2), 9);
        assert_eq!(sealed.awaited(), SeatSet::one(Seat(1)));
        let seen = sealed.seen_by(Viewer::Seat(Seat(0)));
        assert_eq!((seen.get(Seat(0)), seen.get(Seat(2))), (Some(7), None));
        assert_eq!(seen.awaited().len(), 2, "who else has answered is hidden");
        assert_eq!(sealed.seen_by(Viewer::Public).awaited(), SeatSet::all(3));
        assert_eq!(sealed.seen_by(Viewer::Referee), sealed);
    }

    #[test]
    fn survives_json() {
        let mut sealed = Sealed::<u8, 2>::open(SeatSet::one(Seat(1)));
        sealed.seal(Seat(1), 4);
        let json = serde_json::to_string(&sealed).unwrap();
        assert_eq!(json, r#"{"asked":[1],"answers":[null,4]}"#);
        assert_eq!(serde_json::from_str::<Sealed<u8, 2>>(&json).unwrap(), sealed);
        assert!(serde_json::from_str::<Sealed<u8, 2>>(r#"{"asked":[],"answers":[null]}"#).is_err());
    }
}
