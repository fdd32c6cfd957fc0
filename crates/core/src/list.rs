//! An ordered list without heap.

use std::ops::{Deref, DerefMut};

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// At most `N` values in order; `Copy` when `T` is. In JSON an ordinary list.
///
/// Where the rules bound a list, the state holds it as a `List` and stays free of pointers, so
/// that cloning it is one copy of memory. Reading happens through the slice it derefs to.
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Default, const N: usize> List<T, N> {
    const FITS: () = assert!(N <= 255, "a List counts with one byte");

    /// An empty list.
    pub fn new() -> Self {
        let () = Self::FITS;
        List { len: 0, items: std::array::from_fn(|_| T::default()) }
    }

    /// Appends; the rules must have made sure that there is room.
    #[inline]
    pub fn push(&mut self, item: T) {
        assert!(usize::from(self.len) < N, "a List of {N} is full");
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Appends if `wanted`, without a branch that could be guessed wrong.
    #[inline]
    pub fn push_if(&mut self, item: T, wanted: bool) {
        let at = usize::from(self.len);
        assert!(at < N, "a List of {N} is full");
        self.items[at] = item;
        self.len += u8::from(wanted);
    }

    /// Appends, or gives the value back where there is no room.
    pub fn try_push(&mut self, item: T) -> Result<(), T> {
        if self.is_full() {
            return Err(item);
        }
        self.push(item);
        Ok(())
    }

    /// Removes and returns the last value.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.items[usize::from(self.len)]))
    }

    /// Puts a value before position `at`, moving the rest up.
    pub fn insert(&mut self, at: usize, item: T) {
        let mut moved = item;
        for item in &mut self[at..] {
            std::mem::swap(item, &mut moved);
        }
        self.push(moved);
    }

    /// Takes the value at `at` out, keeping the order of the rest.
    #[inline]
    pub fn remove(&mut self, at: usize) -> T {
        // The lists are short: a chain of swaps is faster than moving memory by a call.
        let mut hole = self.pop().expect("position is inside the list");
        for item in self[at..].iter_mut().rev() {
            std::mem::swap(item, &mut hole);
        }
        hole
    }

    /// Takes the value at `at` out; the last one takes its place.
    pub fn swap_remove(&mut self, at: usize) -> T {
        let last = self.len() - 1;
        self.swap(at, last);
        self.pop().expect("position is inside the list")
    }

    /// Removes everything.
    #[inline]
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Keeps the values for which `keep` says yes, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        let items = &mut **self;
        for at in 0..items.len() {
            if keep(&items[at]) {
                items.swap(kept, at);
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Removes what is beyond the first `len` values.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        if std::mem::needs_drop::<T>() {
            while self.len() > len {
                self.pop();
            }
        }
        if len < self.len() {
            self.len = len as u8;
        }
    }
}

impl<T: Default + Copy, const N: usize> List<T, N> {
    /// These values, as far as there is room.
    #[inline]
    pub fn of(values: &[T]) -> Self {
        let mut list = Self::new();
        let len = values.len().min(N);
        list.items[..len].copy_from_slice(&values[..len]);
        list.len = len as u8;
        list
    }
}

impl<T: Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> List<T, N> {
    /// How many values there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether no more fits.
    #[inline]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }

    /// All places, also those beyond the values, which may hold anything.
    #[inline]
    pub fn places(&self) -> &[T; N] {
        &self.items
    }

    /// The first value.
    #[inline]
    pub fn first(&self) -> Option<&T> {
        if self.is_empty() { None } else { self.items.first() }
    }

    const POWER_OF_TWO: () = assert!(N.is_power_of_two(), "only then can a place be masked");

    /// The place `at` modulo the capacity, filled or not: for hot paths whose caller knows that it
    /// is filled, without a branch.
    #[inline]
    pub fn wrapped(&self, at: usize) -> &T {
        let () = Self::POWER_OF_TWO;
        &self.items[at & (N - 1)]
    }

    /// Like `wrapped`, to be changed.
    #[inline]
    pub fn wrapped_mut(&mut self, at: usize) -> &mut T {
        let () = Self::POWER_OF_TWO;
        &mut self.items[at & (N - 1)]
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: std::fmt::Debug, const N: usize> std::fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = List::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Default, const N: usize> Deserialize<'de> for List<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<T, const N: usize>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de> + Default, const N: usize> Visitor<'de> for Reader<T, N> {
            type Value = List<T, N>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "a list of at most {N}")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut list = List::new();
                while let Some(item) = seq.next_element()? {
                    list.try_push(item).map_err(|_| A::Error::invalid_length(N + 1, &self))?;
                }
                Ok(list)
            }
        }
        deserializer.deserialize_seq(Reader(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn json_is_a_plain_list_with_a_limit() {
        let list: List<u8, 3> = [1, 2, 3].into_iter().collect();
        assert_eq!(serde_json::to_string(&list).unwrap(), "[1,2,3]");
        assert_eq!(serde_json::from_str::<List<u8, 3>>("[1,2,3]").unwrap(), list);
        let error = serde_json::from_str::<List<u8, 3>>("[1,2,3,4]").unwrap_err();
        assert!(error.to_string().contains("at most 3"), "{error}");
    }

    proptest! {
        /// A `List` does what a `Vec` does.
        #[test]
        fn behaves_like_a_vec(ops in prop::collection::vec((0..6u8, 0..8usize, any::<u8>()), 0..60)) {
            let (mut list, mut model) = (List::<u8, 16>::new(), Vec::new());
            for (op, at, value) in ops {
                match op {
                    0 if !list.is_full() => { list.push(value); model.push(value) }
                    1 => prop_assert_eq!(list.pop(), model.pop()),
                    2 if at <= list.len() && !list.is_full() => { list.insert(at, value); model.insert(at, value) }
                    3 if at < list.len() => prop_assert_eq!(list.remove(at), model.remove(at)),
                    4 if at < list.len() => prop_assert_eq!(list.swap_remove(at), model.swap_remove(at)),
                    5 => { list.retain(|v| v % 3 != 0); model.retain(|v| v % 3 != 0) }
                    _ => {}
                }
                prop_assert_eq!(&list[..], &model[..]);
            }
        }
    }
}
