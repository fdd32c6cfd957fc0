//! Secrets and ids.

use bout_core::Seed;
use subtle::ConstantTimeEq;

/// So many random bytes.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect()
}

fn digit(half: u8) -> char {
    char::from_digit(half.into(), 16).unwrap_or('0')
}

/// A new secret: 256 bits.
pub fn secret() -> String {
    hex(&random::<32>())
}

/// A short id that nobody guesses: 80 bits.
pub fn short() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    random::<16>().iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// A code that one person reads to another.
pub fn code() -> String {
    short().chars().take(6).collect::<String>().to_uppercase()
}

/// What is stored of a secret.
pub fn hash(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// Whether two hashes are the same, in a time that does not depend on them.
pub fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// What is shown of a seed before the match is over.
pub fn seed_hash(seed: Seed) -> String {
    blake3::hash(&seed.0.to_le_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_differ() {
        assert_eq!((secret().len(), short().len(), code().len()), (64, 16, 6));
        assert_ne!(secret(), secret());
        assert!(same(&hash("a"), &hash("a")) && !same(&hash("a"), &hash("b")));
    }
}
