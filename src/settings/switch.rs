//! One entry per switch: its table row for users and its type for the rules.

use std::fmt;

/// A value of a switch as a number, if it is one: `3`, `0.5`, `3/4`.
///
/// ```
/// use levelpitch::settings::amount;
///
/// assert_eq!(["3", "-0.5", "3/4"].map(amount), [Some(3.0), Some(-0.5), Some(0.75)]);
/// assert_eq!(["off", "1/0", "3/6/9", "inf"].map(amount), [None; 4]);
/// ```
#[must_use]
pub fn amount(value: &str) -> Option<f64> {
    if let Some((above, below)) = value.split_once('/') {
        let (above, below): (u32, u32) = (above.parse().ok()?, below.parse().ok()?);
        return (below > 0).then(|| f64::from(above) / f64::from(below));
    }
    value.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Why a switch exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An option that the rulebook itself offers.
    Rulebook,
    /// The rulebook's number, made changeable to test house rules.
    House,
    /// A second reading of an ambiguous or contradictory rule.
    SecondReading,
    /// A rule or number that the rulebook does not give.
    Missing,
    /// A choice of the simulation, not of the game.
    Modelling,
    /// A house rule that the printed game lacks, off by default: a hook that every
    /// game has as far as it makes sense there. Left out where all switches are
    /// tried, until somebody sets it.
    Added,
}

/// How a value is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Status {
    /// Printed in the rulebook or on the components.
    #[default]
    Given,
    /// Follows from what is printed.
    Inferred,
    /// Not in the rulebook; has a plausible range.
    Assumed,
}

impl Status {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Inferred => "inferred",
            Self::Assumed => "assumed",
        }
    }
}

impl Origin {
    /// Status in the ledger's words.
    #[must_use]
    pub const fn status(self) -> Status {
        match self {
            Self::Rulebook | Self::House | Self::Added => Status::Given,
            Self::SecondReading => Status::Inferred,
            Self::Missing | Self::Modelling => Status::Assumed,
        }
    }

    /// The origin in one or two words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook option",
            Self::House => "house rule",
            Self::SecondReading => "second reading",
            Self::Missing => "missing datum",
            Self::Modelling => "modelling",
            Self::Added => "added rule",
        }
    }
}

/// What a switch may be set to: a word of a list, an integer of a range, a
/// list of integers, a fraction; several forms may be allowed at once.
#[derive(Debug, Clone, Copy)]
pub struct Allowed {
    /// Words, the full list.
    pub words: &'static [&'static str],
    /// An integer range, both ends included.
    pub ints: Option<(i64, i64)>,
    /// Integers separated by `/` or `,`: how many, and the range of each.
    pub list: Option<(usize, i64, i64)>,
    /// A fraction `a/b` or decimal strictly between 0 and 1.
    pub ratio: bool,
}

impl Allowed {
    /// One of these words.
    #[must_use]
    pub const fn words(words: &'static [&'static str]) -> Self {
        Self { words, ints: None, list: None, ratio: false }
    }

    /// An integer from `low` to `high`.
    #[must_use]
    pub const fn ints(low: i64, high: i64) -> Self {
        Self { words: &[], ints: Some((low, high)), list: None, ratio: false }
    }

    /// `count` integers from `low` to `high` each.
    #[must_use]
    pub const fn list(count: usize, low: i64, high: i64) -> Self {
        Self { words: &[], ints: None, list: Some((count, low, high)), ratio: false }
    }

    /// A fraction strictly between 0 and 1.
    pub const RATIO: Self = Self { words: &[], ints: None, list: None, ratio: true };

    /// `value` in its one canonical spelling, or `None` if it is not allowed.
    #[must_use]
    pub fn spelled(&self, value: &str) -> Option<String> {
        let value = bare(value);
        if self.words.contains(&value) {
            return Some(value.to_owned());
        }
        if let (Some((low, high)), Ok(number)) = (self.ints, value.parse::<i64>()) {
            return (low..=high).contains(&number).then(|| number.to_string());
        }
        if let Some((count, low, high)) = self.list {
            let parts: Option<Vec<i64>> =
                value.split(['/', ',']).map(|part| bare(part).parse().ok()).collect();
            let fits = parts.filter(|p| p.len() == count && p.iter().all(|n| (low..=high).contains(n)));
            if let Some(parts) = fits {
                return Some(parts.iter().map(i64::to_string).collect::<Vec<_>>().join("/"));
            }
        }
        if self.ratio { ratio(value) } else { None }
    }

    /// The same, or one of these words.
    #[must_use]
    pub const fn or(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut forms = Vec::new();
        if let Some((low, high)) = self.ints {
            forms.push(format!("{low} to {high}"));
        }
        if let Some((count, low, high)) = self.list {
            forms.push(format!("{count} numbers from {low} to {high} separated by /"));
        }
        if self.ratio {
            forms.push("a fraction above 0 and below 1 such as 3/4 or 0.75".to_owned());
        }
        forms.extend(self.words.iter().map(|&word| word.to_owned()));
        f.write_str(&forms.join(", "))
    }
}

/// A value without the spaces around it. Other white space is none of it: an arm
/// is named by what was typed, and a name has no line breaks.
fn bare(value: &str) -> &str {
    value.trim_matches(' ')
}

/// A fraction strictly between 0 and 1 in lowest terms, from `a/b` or a decimal.
fn ratio(value: &str) -> Option<String> {
    let (num, den): (u64, u64) = if let Some((num, den)) = value.split_once('/') {
        (bare(num).parse().ok()?, bare(den).parse().ok()?)
    } else {
        let decimals = value.strip_prefix("0.")?;
        if decimals.is_empty() || decimals.len() > 6 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        (decimals.parse().ok()?, 10_u64.pow(decimals.len() as u32))
    };
    if num == 0 || num >= den || den > 1_000_000 {
        return None;
    }
    let (mut a, mut b) = (num, den);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(format!("{}/{}", num / a, den / a))
}

/// A switch or an assumption of a ruleset, as users see it.
#[derive(Debug, Clone, Copy)]
pub struct Switch {
    /// Key in kebab-case, as typed after `--set`.
    pub key: &'static str,
    /// What it may be set to.
    pub allowed: Allowed,
    /// The value that makes the game as printed.
    pub default: &'static str,
    /// The values that the atlas tries one at a time, default included.
    pub atlas: &'static [&'static str],
    /// What its values need beside themselves to be legal, or to matter.
    pub companions: &'static [Companion],
    /// Why it exists.
    pub origin: Origin,
    /// Ledger ids that it changes.
    pub rules: &'static str,
    /// One line in the designer's words.
    pub help: &'static str,
}

impl Switch {
    /// What must be set beside `value`.
    pub fn beside(&self, value: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let fits = move |companion: &&Companion| companion.value.is_none_or(|of| of == value);
        self.companions.iter().filter(fits).map(|companion| companion.with)
    }
}

/// A setting that a switch's value needs beside itself.
#[derive(Debug, Clone, Copy)]
pub struct Companion {
    /// The value; `None` for all of the switch.
    pub value: Option<&'static str>,
    /// What must be set too: key and value.
    pub with: (&'static str, &'static str),
}

/// The type of a switch's values, as the rules read them.
pub trait Value: Sized {
    /// What users may write.
    const ALLOWED: Allowed;

    /// Reads a value in its one canonical spelling; `None` for anything that
    /// [`Value::ALLOWED`] does not allow.
    fn read(text: &str) -> Option<Self>;
}

impl Value for bool {
    const ALLOWED: Allowed = Allowed::words(&["off", "on"]);

    fn read(text: &str) -> Option<Self> {
        Some(text == "on")
    }
}

/// Declares the switches of a ruleset: per entry the key, the field and the
/// form of its values, the printed value, why it exists ([`Origin`]) with the
/// ledger ids, the help, what the atlas tries (`try`; without it all words and
/// both positions of an on-off switch), and what must be set beside a value
/// (`beside`; `_` stands for every value). At the end a `house` block may list
/// the hooks for house rules that the game honours: per hook its ledger ids and
/// the game's own words for its values.
///
/// It makes a struct with one typed field per switch, an enum per list of
/// words, `SWITCHES` (the table for users) and `of`, which reads [`Settings`](crate::settings::Settings).
/// A value that is added to an entry does not compile until the rules say what
/// it does; a switch that no rule reads is dead code.
///
/// ```
/// use levelpitch::settings::Settings;
///
/// levelpitch::switches! {
///     /// What can be set in this game.
///     pub struct Variant;
///     "players" players: {u8 in 2..=4} = "2", Rulebook "X-1", "how many play", try ["2", "3", "4"];
///     "ties" ties: {enum Ties { Replay "replay", Shared "shared" }} = "replay", Missing "X-2", "what a tie means";
///     "limit" limit: {enum Limit { None "none" } or u8 in 1..=9} = "none", House "X-3", "most cards in hand",
///         try ["none", "5"], beside { "5" => "players" = "4" };
///     "extra-time" extra_time: {bool} = "off", House "X-4", "play on";
/// }
///
/// let mut settings = Settings::printed(Variant::SWITCHES);
/// settings.set("limit", "5").unwrap();
/// let variant = Variant::of(&settings);
/// assert_eq!((variant.players, variant.ties, variant.limit), (2, Ties::Replay, Limit::Given(5)));
/// assert!(!variant.extra_time);
/// ```
#[macro_export]
macro_rules! switches {
    (
        $(#[$meta:meta])* $vis:vis struct $table:ident;
        $($key:literal $field:ident: $form:tt = $default:literal, $origin:ident $rules:literal, $help:literal
            $(, try $atlas:tt)? $(, beside $beside:tt)?;)*
        house $players:literal {$($hooks:tt)*}
    ) => {
        $crate::__house! { @read {
            $(#[$meta])* $vis struct $table;
            $($key $field: $form = $default, $origin $rules, $help $(, try $atlas)? $(, beside $beside)?;)*
        } {$table $players} {} $($hooks)* }
    };
    (
        $(#[$meta:meta])* $vis:vis struct $table:ident;
        $($key:literal $field:ident: $form:tt = $default:literal, $origin:ident $rules:literal, $help:literal
            $(, try $atlas:tt)? $(, beside $beside:tt)?;)*
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        #[allow(clippy::struct_excessive_bools, reason = "each is one switch of the game")]
        $vis struct $table {
            $(#[doc = $help] $vis $field: $crate::__switch!(@type $form),)*
        }

        $($crate::__switch!(@item [$vis] $help $form);)*

        impl $table {
            /// Every switch and assumption, in the order in which users see them.
            #[allow(clippy::large_stack_arrays, reason = "a constant, which lies on no stack")]
            $vis const SWITCHES: &'static [$crate::settings::Switch] = &[$(
                $crate::settings::Switch {
                    key: $key,
                    allowed: $crate::__switch!(@allowed $form),
                    default: $default,
                    atlas: $crate::__switch!(@atlas $form $default $($atlas)?),
                    companions: $crate::__switch!(@companions $($beside)?),
                    origin: $crate::settings::Origin::$origin,
                    rules: $rules,
                    help: $help,
                }
            ),*];

            /// The values in force, typed.
            $vis fn of(settings: &$crate::settings::Settings) -> Self {
                #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the places of the fields")]
                enum Place { $($field),* }
                Self { $($field: $crate::__switch!(@read $form settings, Place::$field as usize, $key),)* }
            }
        }
    };
}

/// The parts of one entry of [`switches!`](crate::switches), by the form of its
/// values.
#[doc(hidden)]
#[macro_export]
macro_rules! __switch {
    (@type {ratio}) => { (u64, u64) };
    (@type {enum $name:ident $words:tt $($or:tt)*}) => { $name };
    (@type {$int:ident in $($range:tt)*}) => { $int };
    (@type {[$int:ident; $count:literal] in $($range:tt)*}) => { [$int; $count] };
    (@type {$type:ty}) => { $type };

    (@allowed {ratio}) => { $crate::settings::Allowed::RATIO };
    (@allowed {enum $name:ident {$($variant:ident $word:literal),* $(,)?}}) => {
        $crate::settings::Allowed::words(&[$($word),*])
    };
    (@allowed {enum $name:ident {$($variant:ident $word:literal),* $(,)?} or $($or:tt)*}) => {
        $crate::__switch!(@allowed {$($or)*}).or(&[$($word),*])
    };
    (@allowed {$int:ident in $low:literal ..= $high:literal}) => {
        $crate::settings::Allowed::ints($low, $high)
    };
    (@allowed {[$int:ident; $count:literal] in $low:literal ..= $high:literal}) => {
        $crate::settings::Allowed::list($count, $low, $high)
    };
    (@allowed {$type:ty}) => { <$type as $crate::settings::Value>::ALLOWED };

    (@atlas $form:tt $default:literal [$($value:literal),* $(,)?]) => { &[$($value),*] };
    (@atlas {bool} $default:literal) => { &["off", "on"] };
    (@atlas {enum $name:ident {$($variant:ident $word:literal),* $(,)?} $($or:tt)*} $default:literal) => {
        &[$($word),*]
    };
    (@atlas $form:tt $default:literal) => { &[$default] };

    (@companions) => { &[] };
    (@companions {$($value:tt => $key:literal = $with:literal);* $(;)?}) => {
        &[$($crate::settings::Companion { value: $crate::__switch!(@value $value), with: ($key, $with) }),*]
    };
    (@value _) => { None };
    (@value $value:literal) => { Some($value) };

    (@read {ratio} $settings:ident, $place:expr, $key:literal) => {
        $settings.read::<$crate::settings::Ratio>($place, $key).0
    };
    (@read {$int:ident in $($range:tt)*} $settings:ident, $place:expr, $key:literal) => {
        $settings.read::<$crate::settings::Number<$int>>($place, $key).0
    };
    (@read {[$int:ident; $count:literal] in $($range:tt)*} $settings:ident, $place:expr, $key:literal) => {
        $settings.read::<$crate::settings::Numbers<$int, $count>>($place, $key).0
    };
    (@read $form:tt $settings:ident, $place:expr, $key:literal) => { $settings.read($place, $key) };

    (@item [$vis:vis] $help:literal {enum $name:ident {$($variant:ident $word:literal),* $(,)?}}) => {
        #[doc = $help]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name { $(#[doc = concat!("`", $word, "`")] $variant),* }

        #[allow(dead_code, reason = "not every ruleset goes through all words of a switch")]
        impl $name {
            /// Every value, in the order of the words.
            $vis const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The value as users write it.
            $vis const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),*
                }
            }
        }

        impl $crate::settings::Value for $name {
            const ALLOWED: $crate::settings::Allowed = $crate::settings::Allowed::words(&[$($word),*]);

            fn read(text: &str) -> Option<Self> {
                match text {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
    (@item [$vis:vis] $help:literal {enum $name:ident {$($variant:ident $word:literal),* $(,)?} or $or:tt in $($range:tt)*}) => {
        #[doc = $help]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name {
            $(#[doc = concat!("`", $word, "`")] $variant,)*
            /// What was given in numbers.
            Given($crate::__switch!(@type {$or in $($range)*})),
        }

        impl $crate::settings::Value for $name {
            const ALLOWED: $crate::settings::Allowed =
                $crate::__switch!(@allowed {$or in $($range)*}).or(&[$($word),*]);

            fn read(text: &str) -> Option<Self> {
                match text {
                    $($word => Some(Self::$variant),)*
                    _ => $crate::__switch!(@given $or text).map(Self::Given),
                }
            }
        }
    };
    (@item [$vis:vis] $help:literal $form:tt) => {};

    (@given [$int:ident; $count:literal] $text:ident) => {
        <$crate::settings::Numbers<$int, $count> as $crate::settings::Value>::read($text).map(|list| list.0)
    };
    (@given $int:ident $text:ident) => {
        <$crate::settings::Number<$int> as $crate::settings::Value>::read($text).map(|number| number.0)
    };
}

/// A whole number, of which the table of switches knows the range.
#[doc(hidden)]
pub struct Number<T>(pub T);

impl<T: std::str::FromStr> Value for Number<T> {
    const ALLOWED: Allowed = Allowed::ints(i64::MIN, i64::MAX);

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

/// `N` whole numbers joined by `/`.
#[doc(hidden)]
pub struct Numbers<T, const N: usize>(pub [T; N]);

impl<T: std::str::FromStr, const N: usize> Value for Numbers<T, N> {
    const ALLOWED: Allowed = Allowed::list(N, i64::MIN, i64::MAX);

    fn read(text: &str) -> Option<Self> {
        let numbers: Option<Vec<T>> = text.split('/').map(|part| part.parse().ok()).collect();
        numbers?.try_into().ok().map(Self)
    }
}

/// A fraction in lowest terms: numerator and denominator.
#[doc(hidden)]
pub struct Ratio(pub (u64, u64));

impl Value for Ratio {
    const ALLOWED: Allowed = Allowed::RATIO;

    fn read(text: &str) -> Option<Self> {
        let (num, den) = text.split_once('/')?;
        Some(Self((num.parse().ok()?, den.parse().ok()?)))
    }
}
