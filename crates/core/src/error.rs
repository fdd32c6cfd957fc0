//! What can be wrong with a configuration or with card data.

use serde::Serialize;

/// A configuration with which no match can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The rules document's code where it gives one, else `bad_config`.
    pub code: &'static str,
    /// Path of the key, such as `heavy.max_hp`.
    pub key: String,
    /// What is wrong with it, for people.
    pub text: String,
}

impl ConfigError {
    /// An error without a code of the rules document.
    pub fn new(key: impl Into<String>, text: impl Into<String>) -> Self {
        Self::coded("bad_config", key, text)
    }

    /// An error with a code of the rules document.
    pub fn coded(code: &'static str, key: impl Into<String>, text: impl Into<String>) -> Self {
        ConfigError { code, key: key.into(), text: text.into() }
    }

    /// Says no where a number is out of its range.
    pub fn range<N: PartialOrd + Copy + std::fmt::Display>(
        key: &str,
        value: N,
        range: std::ops::RangeInclusive<N>,
    ) -> Result<(), Self> {
        if range.contains(&value) {
            return Ok(());
        }
        let (low, high) = range.into_inner();
        Err(Self::new(key, format!("{value} is not in {low}..{high}")))
    }
}

impl std::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.key.as_str() {
            "" | "." => write!(f, "config: {}", self.text),
            key => write!(f, "config key '{key}': {}", self.text),
        }
    }
}

impl std::error::Error for ConfigError {}

/// A file of card data, read by whoever may do so.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// How to call it in an error.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// Something wrong in a file of card data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DataError {
    /// The file.
    pub file: String,
    /// The place in it.
    #[serde(rename = "jsonPath")]
    pub path: String,
    /// A stable code.
    pub code: String,
    /// What is wrong and what was expected, for people.
    pub message: String,
}

impl std::fmt::Display for DataError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: {} ({})", self.file, self.path, self.message, self.code)
    }
}

impl std::error::Error for DataError {}
