//! Stable wire names: the one place where a Rust enum meets the words of a rules document.

/// A value with a stable name on the wire, in charts and in reports.
pub trait Named {
    /// The name exactly as the rules document spells it.
    fn name(&self) -> &'static str;

    /// A short English sentence for people; the name where there is nothing to add.
    fn text(&self) -> &'static str {
        self.name()
    }
}

/// Declares an enum without fields by its wire names.
///
/// It gives the enum `Named`, `ALL`, `from_name`, JSON as a plain string and its JSON Schema. A name may be
/// followed by a text for people:
///
/// ```
/// use bout_core::{names, Named};
/// names! {
///     /// Why not.
///     pub enum Reason {
///         /// It is somebody else's turn.
///         NotYourTurn = "not_your_turn" => "It is not your turn.",
///         /// The match has ended.
///         GameOver = "game_over",
///     }
/// }
/// assert_eq!(Reason::NotYourTurn.name(), "not_your_turn");
/// assert_eq!(Reason::NotYourTurn.text(), "It is not your turn.");
/// assert_eq!(Reason::from_name("game_over"), Some(Reason::GameOver));
/// assert_eq!(serde_json::to_string(&Reason::GameOver).unwrap(), "\"game_over\"");
/// ```
#[macro_export]
macro_rules! names {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident {
            $($(#[$vmeta:meta])* $Variant:ident = $name:literal $(=> $text:literal)?),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $Name { $($(#[$vmeta])* $Variant),+ }

        impl $Name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),+];

            /// Every wire name, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The value with this wire name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$Variant),)+ _ => None }
            }
        }

        impl $crate::Named for $Name {
            fn name(&self) -> &'static str {
                match self { $(Self::$Variant => $name),+ }
            }
            $crate::names!(@text $($Variant $name $(=> $text)?),+);
        }

        impl $crate::serde::Serialize for $Name {
            fn serialize<S: $crate::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                // As a variant: its name need not be searched for what to escape.
                s.serialize_unit_variant(stringify!($Name), 0, $crate::Named::name(self))
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::read_name(d, Self::from_name, Self::NAMES)
            }
        }

        impl $crate::schemars::JsonSchema for $Name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Name).into()
            }
            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($Name)).into()
            }
            fn json_schema(
                _: &mut $crate::schemars::SchemaGenerator,
            ) -> $crate::schemars::Schema {
                $crate::one_of_names(Self::NAMES)
            }
        }
    };
    (@text $($Variant:ident $name:literal $(=> $text:literal)?),+) => {
        fn text(&self) -> &'static str {
            match self { $(Self::$Variant => $crate::names!(@either $name $(=> $text)?)),+ }
        }
    };
    (@either $name:literal) => { $name };
    (@either $name:literal => $text:literal) => { $text };
}

/// Writes a name that lives as long as the process, as what comes from card data does: faster than
/// another text, unless there is something to escape in it.
pub fn write_name<S: serde::Serializer>(
    serializer: S,
    name: &'static str,
) -> Result<S::Ok, S::Error> {
    if crate::json::is_plain(name.as_bytes()) {
        serializer.serialize_unit_variant("Name", 0, name)
    } else {
        serializer.serialize_str(name)
    }
}

/// Reads one of `expected` as a string; used by [`names!`].
#[doc(hidden)]
pub fn read_name<'de, D: serde::Deserializer<'de>, T>(
    deserializer: D,
    find: fn(&str) -> Option<T>,
    expected: &'static [&'static str],
) -> Result<T, D::Error> {
    struct Reader<T>(fn(&str) -> Option<T>, &'static [&'static str]);
    impl<T> serde::de::Visitor<'_> for Reader<T> {
        type Value = T;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "one of {}", self.1.join(", "))
        }
        fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<T, E> {
            (self.0)(name).ok_or_else(|| E::unknown_variant(name, self.1))
        }
    }
    deserializer.deserialize_str(Reader(find, expected))
}
