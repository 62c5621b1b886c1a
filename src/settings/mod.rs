//! Switches and assumptions: what may be set, to what, and what is in force.
//!
//! In: a ruleset's table of [`Switch`]es, declared once by
//! [`switches!`](crate::switches), and a user's `key = value` pairs. Out:
//! [`Settings`] with every default filled in, or every [`Fault`]. The rules
//! never read a setting's text: the same declaration makes a struct with a
//! field of its own type per switch.

pub mod document;
mod fault;
mod house;
mod switch;

use std::borrow::Cow;

pub use fault::{Fault, FaultKind, PROGRAM, nearest, written};
pub use switch::{Allowed, Companion, Origin, Status, Switch, Value, amount};
#[doc(hidden)]
pub use switch::{Number, Numbers, Ratio};

/// Every switch of a ruleset with the value in force.
#[derive(Debug, Clone)]
pub struct Settings {
    switches: &'static [Switch],
    values: Vec<Cow<'static, str>>,
}

impl Settings {
    /// The game as printed.
    #[must_use]
    pub fn printed(switches: &'static [Switch]) -> Self {
        Self { switches, values: switches.iter().map(|s| s.default.into()).collect() }
    }

    /// Sets one switch.
    ///
    /// # Errors
    /// An unknown key or a value that is not allowed.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        let Some(index) = self.switches.iter().position(|s| s.key == key) else {
            let fault = Fault::new(key, "an unknown switch", "a switch of this ruleset");
            return Err(match nearest(key, self.switches.iter().map(|s| s.key)) {
                Some(name) => fault.meant(name),
                None => fault.hint(format!("`{PROGRAM} list switches` shows them all")),
            });
        };
        let switch = &self.switches[index];
        let value = switch.allowed.spelled(value).ok_or_else(|| {
            Fault::new(key, format!("`{value}`"), switch.allowed.to_string())
                .nearest(value, switch.allowed.words.iter().copied())
                .several(value)
        })?;
        self.values[index] = value.into();
        Ok(())
    }

    /// The value of a switch as users write it.
    ///
    /// # Panics
    /// For a key that is none of these switches: whoever asks has it from
    /// [`Settings::set`] or from the table.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        let value = self.iter().find(|(switch, _)| switch.key == key).map(|(_, value)| value);
        value.unwrap_or_else(|| panic!("`{key}` is no switch of this ruleset"))
    }

    /// The value at a place of the table: for the code that
    /// [`switches!`](crate::switches) writes.
    ///
    /// # Panics
    /// When these are the settings of another table.
    #[doc(hidden)]
    #[must_use]
    pub fn read<T: Value>(&self, place: usize, key: &str) -> T {
        let switch = self.switches.get(place).filter(|switch| switch.key == key);
        switch
            .and_then(|_| T::read(&self.values[place]))
            .unwrap_or_else(|| panic!("`{key}` is read from the settings of another ruleset"))
    }

    /// All switches with the values in force.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Switch, &str)> {
        self.switches.iter().zip(self.values.iter().map(|value| &**value))
    }

    /// A fault for every starting bonus of a player who isn't there, at a table of
    /// `seats`.
    #[must_use]
    pub fn absent_seats(&self, seats: usize) -> Vec<Fault> {
        let bonuses = self.iter().filter(|(switch, value)| switch.default != *value);
        let absent = bonuses.filter_map(|(switch, value)| {
            let seat: usize = switch.key.strip_prefix("bonus-")?.parse().ok()?;
            let (with, least) = switch.beside(value).next()?;
            (seat > seats).then(|| {
                let found = format!("`{value}` where {seats} play");
                Fault::new(switch.key, found, format!("`{}`, or {least} players or more", switch.default))
                    .hint(format!("set `{with}` to {least} or more too"))
            })
        });
        absent.collect()
    }

    /// The switches that differ from the game as printed.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.iter()
            .filter(|(switch, value)| switch.default != *value)
            .map(|(switch, value)| (switch.key, value))
    }
}

/// A finite number, or so many hundredths: `0.02` or `2%`. A zero has no sign.
#[must_use]
pub fn per_cent(text: &str) -> Option<f64> {
    let value: f64 = match text.strip_suffix('%').map(str::trim_end) {
        // As text: 46.3 / 100 is not quite 0.463.
        Some(figures) => format!("{figures}e-2").parse().or_else(|_| figures.parse().map(|x: f64| x / 100.0)),
        None => text.parse(),
    }
    .ok()?;
    value.is_finite().then_some(value + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cents_are_hundredths_to_the_last_digit() {
        for (text, value) in [("46.3%", 0.463), ("2 %", 0.02), ("0.02", 0.02), ("1e1%", 0.1), ("-7%", -0.07)]
        {
            assert_eq!(per_cent(text), Some(value), "{text}");
        }
        assert!(per_cent("-0%").is_some_and(f64::is_sign_positive));
        for text in ["%", "inf", "inf%", "nan%", "1e999%", "two%"] {
            assert_eq!(per_cent(text), None, "{text}");
        }
    }

    crate::switches! {
        /// A table with a value of every form.
        struct Table;
        "players" players: {u8 in 2..=5} = "2", Rulebook "X-1", "how many play", try ["2", "3"];
        "thresholds" thresholds: {enum Thresholds { Even "even-3", Steep "steep" } or [u8; 4] in 1..=22} = "even-3",
            Missing "X-2", "what levels need", beside { _ => "players" = "3"; "steep" => "players" = "4" };
        "conversion" conversion: {ratio} = "3/4", Missing "X-3", "how many shots are goals";
        "extra-time" extra_time: {bool} = "off", House "X-4", "play on";
    }

    #[test]
    fn values_are_checked_and_spelled_one_way() {
        let mut settings = Settings::printed(Table::SWITCHES);
        let printed = Table::of(&settings);
        assert_eq!((printed.players, printed.thresholds, printed.extra_time), (2, Thresholds::Even, false));
        settings.set("players", " 3").unwrap();
        settings.set("thresholds", "2, 5,9,14").unwrap();
        settings.set("conversion", "0.80").unwrap();
        let changed = Table::of(&settings);
        assert_eq!((changed.players, changed.thresholds), (3, Thresholds::Given([2, 5, 9, 14])));
        assert_eq!((changed.conversion, settings.changed().count()), ((4, 5), 3));
        settings.set("thresholds", "steep").unwrap();
        assert_eq!(Table::of(&settings).thresholds, Thresholds::Steep);
    }

    #[test]
    fn faults_name_the_nearest_key_and_value() {
        let mut settings = Settings::printed(Table::SWITCHES);
        let hint = |fault: Fault| fault.hint;
        assert_eq!(
            hint(settings.set("playres", "3").unwrap_err()).as_deref(),
            Some("did you mean `players`?")
        );
        assert_eq!(
            hint(settings.set("thresholds", "even3").unwrap_err()).as_deref(),
            Some("did you mean `even-3`?")
        );
        for (key, value) in [
            ("players", "6"),
            ("conversion", "1"),
            ("conversion", "1.5"),
            ("thresholds", "1/2/3"),
            ("thresholds", "2/5/\r9/14"),
        ] {
            assert!(settings.set(key, value).is_err(), "{key} = {value}");
        }
    }

    #[test]
    fn a_switch_says_what_must_be_set_beside_its_values() {
        let beside = |value| Table::SWITCHES[1].beside(value).collect::<Vec<_>>();
        assert_eq!(beside("even-3"), [("players", "3")]);
        assert_eq!(beside("steep"), [("players", "3"), ("players", "4")]);
        assert_eq!(Table::SWITCHES[3].atlas, ["off", "on"]);
        assert_eq!(Table::SWITCHES[1].atlas, ["even-3", "steep"]);
    }
}
