//! The numbers that clients give to their acts: they make acts idempotent.

/// How many of the last numbers are known one by one.
const KNOWN: usize = 16;

/// The numbers of the last accepted acts of a seat, ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ids {
    last: [u64; KNOWN],
    count: usize,
}

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It is higher than all before it.
    New,
    /// An act with this number was accepted.
    Repeated,
    /// It is lower than the last one, and no act had it.
    Skipped,
}

impl Ids {
    /// An act with this number was accepted.
    pub fn push(&mut self, id: u64) {
        if self.count == KNOWN {
            self.last.rotate_left(1);
        } else {
            self.count += 1;
        }
        self.last[self.count - 1] = id;
    }

    /// The highest number.
    pub fn highest(&self) -> Option<u64> {
        self.last[..self.count].last().copied()
    }

    /// What is known of a number. One that is older than all that are known counts as repeated.
    pub fn look_up(&self, id: u64) -> Known {
        let known = &self.last[..self.count];
        match (known.first(), known.last()) {
            (Some(_), Some(last)) if id > *last => Known::New,
            (Some(first), _) if known.contains(&id) || id < *first && self.count == KNOWN => {
                Known::Repeated
            }
            (Some(_), _) => Known::Skipped,
            (None, _) => Known::New,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_new_repeated_or_skipped() {
        let mut ids = Ids::default();
        assert_eq!(ids.look_up(0), Known::New);
        for id in [0, 3, 7] {
            ids.push(id);
        }
        assert_eq!([8, 7, 3, 0].map(|id| ids.look_up(id)), {
            [Known::New, Known::Repeated, Known::Repeated, Known::Repeated]
        });
        assert_eq!([5, 6].map(|id| ids.look_up(id)), [Known::Skipped; 2]);
        (10..40).for_each(|id| ids.push(id));
        assert_eq!(ids.look_up(3), Known::Repeated, "too old to know");
        assert_eq!(ids.highest(), Some(39));
    }
}
