//! Named settings of a game.

/// A named setting.
#[derive(Clone, Debug)]
pub struct Preset<C> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The whole config.
    pub config: C,
    /// Whether people in the lobby play it unless they name another.
    pub in_lobby: bool,
    /// Whether it counts between strangers besides the lobby's.
    pub rated: bool,
}

impl<C> Preset<C> {
    /// A setting that people and programs have to name.
    pub fn new(name: &'static str, about: &'static str, config: C) -> Self {
        Preset { name, about, config, in_lobby: false, rated: false }
    }

    /// The one that people in the lobby play unless they name another; without it, the first.
    #[must_use]
    pub fn in_lobby(self) -> Self {
        Preset { in_lobby: true, ..self }
    }

    /// One that counts between strangers besides the lobby's.
    #[must_use]
    pub fn rated(self) -> Self {
        Preset { rated: true, ..self }
    }
}
