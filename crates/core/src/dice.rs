//! The only source of chance.
//!
//! The dice of entry `n` are keyed by `(seed, n)`: SipHash-1-3 under the 128-bit seed of the counter
//! `entry << 16 | call`, two 32-bit words a call. Nothing has to be set up, a refused or previewed
//! action cannot move them, and a snapshot needs no generator position. Computer players draw from cheaper
//! dice of their own (docs/decisions/0020).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The secret from which all chance of a match follows; a hex string in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seed(pub u128);

impl Seed {
    /// The seed of part `n` of something that has this seed: a match of a batch, a bot of a match.
    #[must_use]
    pub fn derive(self, n: u64) -> Seed {
        // The top bit keeps these counters apart from those of `Dice`, whose entries stay below 2^47.
        let [low, high] = [n << 1, n << 1 | 1].map(|m| sip13(self.keys(), m | 1 << 63));
        Seed(u128::from(high) << 64 | u128::from(low))
    }

    /// A seed for a computer player of the match that has this one. Cheaper than `derive`: it is
    /// asked for in every match of a batch.
    #[must_use]
    pub fn of_bot(self, seat: crate::Seat) -> Seed {
        const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834;
        Seed(self.0 ^ SPREAD.wrapping_mul(u128::from(seat.0) + 1))
    }

    fn keys(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
        (plain.then(|| u128::from_str_radix(digits, 16).ok()).flatten())
            .map(Seed)
            .ok_or_else(|| format!("'{text}' is not a seed: expected 1 to 32 hexadecimal digits"))
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl de::Visitor<'_> for Reader {
            type Value = Seed;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed: a string of hexadecimal digits, or a number")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Seed, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Seed, E> {
                Ok(Seed(u128::from(n)))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// Calls of the hash that are made ahead.
const AHEAD: usize = 32;

/// Dice for one entry of a match, or for all decisions of a bot.
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Keyed { keys: [u64; 2], counter: u64, spare: Option<u32> },
    Stream(u64),
    Script(Box<Script>),
}

/// The words of several calls in a row; the processor can work on several at once.
#[inline]
fn make(keys: [u64; 2], counter: u64, words: &mut [u32]) {
    for (pair, call) in words.chunks_exact_mut(2).zip(counter..) {
        let both = sip13(keys, call);
        (pair[0], pair[1]) = (both as u32, (both >> 32) as u32);
    }
}

/// Given values, what was really asked for, and the first thing that did not fit.
#[derive(Clone, Debug, Default)]
struct Script {
    values: Vec<u32>,
    asked: Vec<u32>,
    fault: Option<LuckMismatch>,
    /// Beyond the given values every draw is 0 and no fault: to find out how many there are.
    explores: bool,
}

/// Scripted dice that did not fit what the rules drew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuckMismatch {
    /// Place in the script, from 0.
    pub draw: usize,
    /// What was wrong, for people.
    pub text: String,
}

impl fmt::Display for LuckMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "scripted draw {}: {}", self.draw, self.text)
    }
}

impl std::error::Error for LuckMismatch {}

impl Dice {
    /// The dice of one entry.
    #[inline]
    pub fn of(seed: Seed, entry: u64) -> Self {
        Dice { source: Source::Keyed { keys: seed.keys(), counter: entry << 16, spare: None } }
    }

    /// Dice for all decisions of a bot in a match. They need not be safe from guessing, only fair,
    /// and are many times cheaper: `SplitMix64`, begun with a word of the seed's own dice.
    #[inline]
    pub fn stream(seed: Seed) -> Self {
        Dice { source: Source::Stream(sip13(seed.keys(), 0)) }
    }

    /// Dice that show the given values, one a draw. Ask [`Dice::finish`] whether they fitted.
    pub fn script(values: &[u32]) -> Self {
        let script = Script { values: values.to_vec(), ..Script::default() };
        Dice { source: Source::Script(Box::new(script)) }
    }

    /// Like `script`, but every draw beyond the given values is 0.
    pub(crate) fn explore(values: &[u32]) -> Self {
        let script = Script { values: values.to_vec(), explores: true, ..Script::default() };
        Dice { source: Source::Script(Box::new(script)) }
    }

    /// A number in `0..n`, each as likely as the others. Of one there is nothing to draw.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "nothing to draw from");
        if n <= 1 {
            return 0;
        }
        match &mut self.source {
            Source::Stream(state) => fair(n, || (split_mix(state) >> 32) as u32),
            Source::Keyed { keys, counter, spare } => keyed(n, *keys, counter, spare),
            Source::Script(script) => script.next(n),
        }
    }

    /// Heads, which is 1.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of these, if there is any.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u32) as usize) }
    }

    /// Fisher–Yates from the end: for i = len−1 down to 1 swap i and `below(i + 1)`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.exchange(items.len(), |i, j| items.swap(i, j));
    }

    /// The same where the rules count from the other end: their first is the last here.
    pub fn shuffle_reversed<T>(&mut self, items: &mut [T]) {
        let len = items.len();
        self.exchange(len, |i, j| items.swap(len - 1 - i, len - 1 - j));
    }

    /// The exchanges of a shuffle, one after the other.
    #[inline]
    fn exchange(&mut self, len: usize, mut swap: impl FnMut(usize, usize)) {
        let steps = len.saturating_sub(1);
        self.many(steps, |step| (len - step) as u32, |step, drawn| swap(len - 1 - step, drawn));
    }

    /// Fisher–Yates from the front, as far as it is needed: for i = 0 to count−1 swap i and
    /// i + `below(len − i)`.
    #[inline]
    pub fn deal<T>(&mut self, items: &mut [T], count: usize) {
        let len = items.len();
        // Of the last one there is nothing to draw.
        let count = count.min(len.saturating_sub(1));
        self.many(count, |at| (len - at) as u32, |at, drawn| items.swap(at, at + drawn));
    }

    /// Draws in a row, each from two or more, the same as one by one. The words are made ahead, so
    /// that the processor can work on several at once.
    #[inline]
    fn many(
        &mut self,
        count: usize,
        bound: impl Fn(usize) -> u32,
        mut take: impl FnMut(usize, usize),
    ) {
        let mut done = 0;
        while let Source::Keyed { keys, counter, spare: spare @ None } = &mut self.source
            && done < count
        {
            let calls = (count - done).div_ceil(2).min(AHEAD);
            let mut words = [0; 2 * AHEAD];
            make(*keys, *counter, &mut words[..2 * calls]);
            let mut used = 0_usize;
            for word in &words[..2 * calls] {
                let n = bound(done);
                let wide = u64::from(*word) * u64::from(n);
                used += 1;
                if (wide as u32) >= n || (wide as u32) >= n.wrapping_neg() % n {
                    take(done, (wide >> 32) as usize);
                    done += 1;
                    if done == count {
                        break;
                    }
                }
            }
            *counter += used.div_ceil(2) as u64;
            *spare = (used % 2 == 1).then(|| words[used]);
        }
        for step in done..count {
            take(step, self.below(bound(step)) as usize);
        }
    }

    /// Whether scripted values were used up exactly; always true of real dice.
    pub fn finish(self) -> Result<(), LuckMismatch> {
        match self.source {
            Source::Keyed { .. } | Source::Stream(_) => Ok(()),
            Source::Script(script) => script.finish(),
        }
    }

    /// From how many each draw was made; empty for real dice.
    pub(crate) fn asked(&self) -> &[u32] {
        match &self.source {
            Source::Keyed { .. } | Source::Stream(_) => &[],
            Source::Script(script) => &script.asked,
        }
    }
}

/// A number in `0..n`, from as many words as that takes.
#[inline]
fn fair(n: u32, mut word: impl FnMut() -> u32) -> u32 {
    let mut wide = u64::from(word()) * u64::from(n);
    if (wide as u32) < n {
        let unfair = n.wrapping_neg() % n;
        while (wide as u32) < unfair {
            wide = u64::from(word()) * u64::from(n);
        }
    }
    (wide >> 32) as u32
}

/// The same from words of the hash; it stands alone, because it is long.
#[inline(never)]
fn keyed(n: u32, keys: [u64; 2], counter: &mut u64, spare: &mut Option<u32>) -> u32 {
    fair(n, || word(keys, counter, spare))
}

/// The next word of a call of the hash: each has two.
#[inline]
fn word(keys: [u64; 2], counter: &mut u64, spare: &mut Option<u32>) -> u32 {
    if let Some(word) = spare.take() {
        return word;
    }
    let both = sip13(keys, *counter);
    *counter += 1;
    *spare = Some((both >> 32) as u32);
    both as u32
}

impl Script {
    #[cold]
    fn next(&mut self, n: u32) -> u32 {
        let draw = self.asked.len();
        self.asked.push(n);
        let wrong = match self.values.get(draw) {
            Some(&value) if value < n => return value,
            Some(value) => format!("{value} is not in 0..{}", n - 1),
            None if self.explores => return 0,
            None => format!("the rules draw once more, from 0..{}", n - 1),
        };
        self.fault.get_or_insert(LuckMismatch { draw, text: wrong });
        0
    }

    fn finish(self) -> Result<(), LuckMismatch> {
        let (drawn, given) = (self.asked.len(), self.values.len());
        match self.fault {
            Some(fault) => Err(fault),
            None if drawn < given => Err(LuckMismatch {
                draw: drawn,
                text: format!("{given} values were given, the rules drew {drawn}"),
            }),
            None => Ok(()),
        }
    }
}

/// The next word of `SplitMix64`.
#[inline]
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// SipHash-1-3 of the eight bytes of `message`.
#[inline]
fn sip13([k0, k1]: [u64; 2], message: u64) -> u64 {
    let mut v = [
        k0 ^ 0x736f_6d65_7073_6575,
        k1 ^ 0x646f_7261_6e64_6f6d,
        k0 ^ 0x6c79_6765_6e65_7261,
        k1 ^ 0x7465_6462_7974_6573,
    ];
    for block in [message, 8 << 56] {
        v[3] ^= block;
        round(&mut v);
        v[0] ^= block;
    }
    v[2] ^= 0xff;
    (0..3).for_each(|_| round(&mut v));
    v[0] ^ v[1] ^ v[2] ^ v[3]
}

#[inline]
fn round(v: &mut [u64; 4]) {
    v[0] = v[0].wrapping_add(v[1]);
    v[2] = v[2].wrapping_add(v[3]);
    v[1] = v[1].rotate_left(13) ^ v[0];
    v[3] = v[3].rotate_left(16) ^ v[2];
    v[0] = v[0].rotate_left(32);
    v[2] = v[2].wrapping_add(v[1]);
    v[0] = v[0].wrapping_add(v[3]);
    v[1] = v[1].rotate_left(17) ^ v[2];
    v[3] = v[3].rotate_left(21) ^ v[0];
    v[2] = v[2].rotate_left(32);
}

#[cfg(test)]
mod tests {
    use std::hash::Hasher;

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_pile_is_shuffled_alike_from_both_ends() {
        for len in [0, 1, 2, 7, 60] {
            let mut down: Vec<usize> = (0..len).collect();
            let mut up: Vec<usize> = (0..len).rev().collect();
            Dice::of(Seed(3), 1).shuffle(&mut down);
            Dice::of(Seed(3), 1).shuffle_reversed(&mut up);
            up.reverse();
            assert_eq!(down, up);
        }
    }

    #[test]
    fn known_answer_of_split_mix() {
        let mut state = 1_234_567;
        let words = [(); 3].map(|()| split_mix(&mut state));
        let known =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(words, known);
    }

    /// Every face comes as often as the others, whatever the seed, also right at the beginning.
    #[test]
    fn streams_are_fair() {
        let mut counts = [[0_u32; 6]; 4];
        for seed in 0..6000 {
            let mut dice = Dice::stream(Seed(seed).of_bot(crate::Seat(0)));
            counts.iter_mut().for_each(|count| count[dice.below(6) as usize] += 1);
        }
        let far = |count: &u32| count.abs_diff(1000) > 150;
        assert!(!counts.iter().flatten().any(far), "{counts:?}");
        let mut dice = Dice::stream(Seed(1));
        let mut pairs = [0_u32; 36];
        (0..36_000).for_each(|_| pairs[(dice.below(6) * 6 + dice.below(6)) as usize] += 1);
        assert!(!pairs.iter().any(far), "{pairs:?}");
    }

    /// The published vectors use the key 00 01 … 0f and the message 00 01 02 …; ours is eight bytes long.
    #[test]
    fn known_answer_of_siphash_1_3() {
        let keys = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
        let message = 0x0706_0504_0302_0100;
        assert_eq!(
            sip13(keys, message).to_le_bytes(),
            [0x8e, 0x9a, 0x29, 0x8d, 0x11, 0x95, 0x90, 0x36]
        );
    }

    proptest! {
        #[test]
        fn is_the_siphash_of_the_library(k0: u64, k1: u64, message: u64) {
            let mut library = siphasher::sip::SipHasher13::new_with_keys(k0, k1);
            library.write(&message.to_le_bytes());
            prop_assert_eq!(sip13([k0, k1], message), library.finish());
        }

        #[test]
        fn below_stays_below(seed: u128, entry in 0..1u64 << 40, n in 1..u32::MAX) {
            let mut dice = Dice::of(Seed(seed), entry);
            prop_assert!((0..8).all(|_| dice.below(n) < n));
        }
    }

    proptest! {
        /// Shuffling and dealing draw what single draws would, and leave the dice where they would.
        #[test]
        fn many_draws_are_single_draws(seed: u128, before in 0..3, len in 0..200usize, count in 0..200usize) {
            let dice = || {
                let mut dice = Dice::of(Seed(seed), 7);
                (0..before).for_each(|_| assert!(dice.below(6) < 6));
                dice
            };
            let (mut one, mut all) = (dice(), dice());
            let (mut a, mut b): (Vec<_>, Vec<_>) = ((0..len).collect(), (0..len).collect());
            for i in (1..len).rev() {
                a.swap(i, one.below(i as u32 + 1) as usize);
            }
            all.shuffle(&mut b);
            prop_assert_eq!(&a, &b);
            for i in 0..count.min(len) {
                a.swap(i, i + one.below((len - i) as u32) as usize);
            }
            all.deal(&mut b, count);
            prop_assert_eq!(a, b);
            prop_assert_eq!(one.below(1 << 30), all.below(1 << 30));
        }
    }

    /// These numbers must never change: every stored match depends on them.
    #[test]
    fn known_answers_of_the_mapping() {
        let seed = Seed(0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100);
        let mut dice = Dice::of(seed, 1);
        let drawn: Vec<u32> =
            [2, 6, 6, 10, 52, 1000, 1 << 31, u32::MAX].map(|n| dice.below(n)).into();
        assert_eq!(drawn, KNOWN_DRAWS);
        let mut deck: Vec<u8> = (0..10).collect();
        Dice::of(seed, 0).shuffle(&mut deck);
        assert_eq!(deck, KNOWN_SHUFFLE);
        assert_eq!(seed.derive(7).to_string(), KNOWN_DERIVED);
    }
    const KNOWN_DRAWS: [u32; 8] = [1, 3, 4, 1, 16, 464, 918_715_555, 2_914_825_250];
    const KNOWN_SHUFFLE: [u8; 10] = [5, 9, 4, 8, 2, 0, 1, 7, 3, 6];
    const KNOWN_DERIVED: &str = "153c6d0841b61441362e0413795c8ac7";

    #[test]
    fn entries_have_dice_of_their_own() {
        let draw = |seed, entry| Dice::of(Seed(seed), entry).below(1 << 30);
        assert_eq!(draw(1, 1), draw(1, 1));
        assert_ne!(draw(1, 1), draw(1, 2));
        assert_ne!(draw(1, 1), draw(2, 1));
    }

    #[test]
    fn every_face_comes_up_equally_often() {
        let mut faces = [0i64; 6];
        for entry in 0..60_000 {
            faces[Dice::of(Seed(5), entry).below(6) as usize] += 1;
        }
        assert!(faces.iter().all(|n| (n - 10_000).abs() < 400), "{faces:?}");
    }

    #[test]
    fn a_script_notices_too_few_too_many_and_out_of_range() {
        let run = |values: &[u32]| {
            let mut dice = Dice::script(values);
            dice.below(1);
            let drawn = [dice.below(6), dice.below(2)];
            dice.finish().map(|()| drawn)
        };
        assert_eq!(run(&[5, 1]), Ok([5, 1]));
        assert_eq!(run(&[5]).unwrap_err().draw, 1);
        assert_eq!(run(&[5, 1, 0]).unwrap_err().draw, 2);
        assert_eq!(run(&[6, 1]).unwrap_err().draw, 0);
    }

    #[test]
    fn seeds_are_hex_or_numbers() {
        let read = |json| serde_json::from_str::<Seed>(json).ok();
        assert_eq!(read("255"), Some(Seed(255)));
        assert_eq!(read("\"ff\""), Some(Seed(255)));
        assert_eq!(read("\"0xFF\""), Some(Seed(255)));
        for bad in ["\"\"", "\"+1\"", "\"xyz\"", "-1", "1.5", "null"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        let long = format!("\"{}\"", "1".repeat(33));
        assert_eq!(read(&long), None);
        assert!(!format!("{:?}", Seed(255)).contains("ff"), "seeds stay out of debug output");
    }
}
