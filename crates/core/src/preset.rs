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
    /// Whether strangers in the queue play it unless they name another.
    pub in_queue: bool,
}

impl<C> Preset<C> {
    /// A setting that people and programs have to name.
    pub fn new(name: &'static str, about: &'static str, config: C) -> Self {
        Preset { name, about, config, in_lobby: false, in_queue: false }
    }

    /// The one that people in the lobby play unless they name another; without it, the first.
    #[must_use]
    pub fn in_lobby(self) -> Self {
        Preset { in_lobby: true, ..self }
    }

    /// The one that strangers in the queue play unless they name another; without it, the lobby's.
    #[must_use]
    pub fn in_queue(self) -> Self {
        Preset { in_queue: true, ..self }
    }
}
