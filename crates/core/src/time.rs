//! Logical time and the deadlines of a match.

use std::ops::Add;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::List;

/// The most timers a match can have at once.
pub const TIMERS_MAX: usize = 8;

/// Logical time in milliseconds since the match began.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// The latest moment a match can reach; further stamps are refused at the door.
    pub const MAX: Millis = Millis(1 << 53);

    /// How long after `earlier` this is; 0 if it is not.
    pub fn since(self, earlier: Millis) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u64> for Millis {
    type Output = Millis;

    fn add(self, ms: u64) -> Millis {
        Millis(self.0.saturating_add(ms))
    }
}

impl std::fmt::Display for Millis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

/// When a timer ends: at a moment, or so long after it is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    At(Millis),
    Held(u64),
}

impl Default for Due {
    fn default() -> Self {
        Due::Held(0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Armed<T> {
    timer: Option<T>,
    due: Due,
}

impl<T> Default for Armed<T> {
    fn default() -> Self {
        Armed { timer: None, due: Due::default() }
    }
}

/// The running and held timers of a match, at most eight, each kind at most once.
///
/// Kept in the order in which they fire: by deadline, then by the order of `T`; held ones last.
/// In JSON a list of `{"timer": …, "at": ms}` and, for held ones, `{"timer": …, "left": ms}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timers<T> {
    list: List<Armed<T>, TIMERS_MAX>,
}

impl<T: Copy + Ord> Timers<T> {
    /// No timer.
    pub fn new() -> Self {
        Timers { list: List::new() }
    }

    /// Starts a timer, or sets it anew.
    pub fn arm(&mut self, timer: T, at: Millis) {
        self.put(timer, Due::At(at));
    }

    /// Ends a timer without firing it.
    #[inline]
    pub fn cancel(&mut self, timer: T) {
        // Mostly there is one timer, and it is the one.
        if self.list.len() <= 1 {
            if self.list.first().is_some_and(|armed| armed.timer == Some(timer)) {
                self.list.clear();
            }
            return;
        }
        if let Some(at) = self.position(timer) {
            self.list.remove(at);
        }
    }

    /// Ends every timer.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Stops a running timer, keeping what was left of it.
    pub fn hold(&mut self, timer: T, now: Millis) {
        if let Some(Due::At(at)) = self.due(timer) {
            self.put(timer, Due::Held(at.since(now)));
        }
    }

    /// Lets a held timer run on with what was left of it.
    pub fn release(&mut self, timer: T, now: Millis) {
        if let Some(Due::Held(left)) = self.due(timer) {
            self.put(timer, Due::At(now + left));
        }
    }

    /// How long a timer still has, running or held.
    pub fn left(&self, timer: T, now: Millis) -> Option<u64> {
        Some(match self.due(timer)? {
            Due::At(at) => at.since(now),
            Due::Held(left) => left,
        })
    }

    /// When a running timer fires.
    pub fn deadline(&self, timer: T) -> Option<Millis> {
        match self.due(timer)? {
            Due::At(at) => Some(at),
            Due::Held(_) => None,
        }
    }

    /// Whether the timer is there but does not run.
    pub fn is_held(&self, timer: T) -> bool {
        matches!(self.due(timer), Some(Due::Held(_)))
    }

    /// The timer that fires next, and when.
    #[inline]
    pub fn next(&self) -> Option<(Millis, T)> {
        let first = self.list.first()?;
        match first.due {
            Due::At(at) => Some((at, first.timer?)),
            Due::Held(_) => None,
        }
    }

    /// Removes the timer that fires next and returns it.
    pub(crate) fn take_next(&mut self) -> Option<T> {
        let (_, timer) = self.next()?;
        self.list.remove(0);
        Some(timer)
    }

    /// The running timers with their deadlines, soonest first.
    pub fn running(&self) -> impl Iterator<Item = (T, Millis)> {
        self.list.iter().filter_map(|armed| match armed.due {
            Due::At(at) => Some((armed.timer?, at)),
            Due::Held(_) => None,
        })
    }

    /// Whether there is neither a running nor a held timer.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn position(&self, timer: T) -> Option<usize> {
        self.list.iter().position(|armed| armed.timer == Some(timer))
    }

    fn due(&self, timer: T) -> Option<Due> {
        self.list.iter().find(|armed| armed.timer == Some(timer)).map(|armed| armed.due)
    }

    fn put(&mut self, timer: T, due: Due) {
        if self.list.is_empty() {
            return self.list.push(Armed { timer: Some(timer), due });
        }
        self.cancel(timer);
        let rank = |due: Due, timer: T| match due {
            Due::At(at) => (0, at.0, timer),
            Due::Held(_) => (1, 0, timer),
        };
        let new = rank(due, timer);
        let place = (self.list.iter())
            .position(|armed| armed.timer.is_some_and(|other| rank(armed.due, other) > new))
            .unwrap_or(self.list.len());
        self.list.insert(place, Armed { timer: Some(timer), due });
    }
}

impl<T: Copy + Ord> Default for Timers<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A timer as it stands in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<T> {
    timer: T,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<Millis>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
}

impl<T: Serialize + Copy + Ord> Serialize for Timers<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list.iter().filter_map(|armed| {
            let timer = armed.timer?;
            Some(match armed.due {
                Due::At(at) => Written { timer, at: Some(at), left: None },
                Due::Held(left) => Written { timer, at: None, left: Some(left) },
            })
        }))
    }
}

impl<'de, T: Deserialize<'de> + Copy + Ord> Deserialize<'de> for Timers<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut timers = Timers::new();
        for written in Vec::<Written<T>>::deserialize(deserializer)? {
            if timers.due(written.timer).is_some() {
                return Err(D::Error::custom("a timer stands twice in the list"));
            }
            if timers.list.is_full() {
                return Err(D::Error::custom(format!("more than {TIMERS_MAX} timers")));
            }
            match (written.at, written.left) {
                (Some(at), None) => timers.put(written.timer, Due::At(at)),
                (None, Some(left)) => timers.put(written.timer, Due::Held(left)),
                _ => return Err(D::Error::custom("a timer has either `at` or `left`")),
            }
        }
        Ok(timers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timers(list: &[(u8, u64)]) -> Timers<u8> {
        let mut timers = Timers::new();
        for &(timer, at) in list {
            timers.arm(timer, Millis(at));
        }
        timers
    }

    #[test]
    fn fire_by_deadline_then_by_kind() {
        let mut timers = timers(&[(3, 50), (2, 20), (1, 50)]);
        let order: Vec<_> = std::iter::from_fn(|| timers.take_next()).collect();
        assert_eq!(order, [2, 1, 3]);
    }

    #[test]
    fn arming_again_moves_a_timer() {
        let mut timers = timers(&[(1, 50), (2, 60)]);
        timers.arm(1, Millis(70));
        assert_eq!(timers.next(), Some((Millis(60), 2)));
        assert_eq!(timers.running().count(), 2);
    }

    #[test]
    fn hold_and_release_keep_what_was_left() {
        let mut timers = timers(&[(1, 100), (2, 300)]);
        timers.hold(1, Millis(40));
        assert_eq!(timers.next(), Some((Millis(300), 2)));
        assert!(timers.is_held(1) && timers.deadline(1).is_none());
        assert_eq!(timers.left(1, Millis(90)), Some(60));
        timers.hold(1, Millis(95));
        assert_eq!(timers.left(1, Millis(95)), Some(60), "held twice is held once");
        timers.release(1, Millis(200));
        assert_eq!(timers.next(), Some((Millis(260), 1)));
        timers.release(1, Millis(250));
        assert_eq!(timers.deadline(1), Some(Millis(260)), "a running timer is not moved");
    }

    #[test]
    fn survive_json() {
        let mut before = timers(&[(1, 100), (2, 300)]);
        before.hold(2, Millis(40));
        let json = serde_json::to_string(&before).unwrap();
        assert_eq!(json, r#"[{"timer":1,"at":100},{"timer":2,"left":260}]"#);
        assert_eq!(serde_json::from_str::<Timers<u8>>(&json).unwrap(), before);
    }

    #[test]
    fn bad_json_is_refused() {
        let nine = (0..9).map(|n| format!(r#"{{"timer":{n},"at":1}}"#)).collect::<Vec<_>>();
        for json in [
            r#"[{"timer":1}]"#.to_owned(),
            r#"[{"timer":1,"at":1,"left":1}]"#.to_owned(),
            r#"[{"timer":1,"at":1},{"timer":1,"at":2}]"#.to_owned(),
            format!("[{}]", nine.join(",")),
        ] {
            assert!(serde_json::from_str::<Timers<u8>>(&json).is_err(), "{json}");
        }
    }
}
