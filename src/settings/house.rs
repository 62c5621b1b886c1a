//! House rules that the printed game lacks, as data: small hooks with one key in
//! every game, whose values are in the game's own goods and words.
//!
//! In: the `house` block of a ruleset's [`switches!`](crate::switches). Out:
//! entries like any other, of [`Origin::Added`](super::Origin::Added) and off by
//! default. What a value does is the ruleset's to say, in its rules and its
//! ledger.

/// The entries of a `house` block, one hook after the other; a game lists those
/// that make sense in it:
///
/// | hook | key | off |
/// |---|---|---|
/// | `bonus` | `bonus-1` to `bonus-N`: what the Nth player has more at the start | `none` |
/// | `first_turn` | `first-turn`: the first player's first turn | `full` |
/// | `who_begins` | `who-begins`: who begins each round | `printed` |
/// | `extra_draw` | `extra-draw`: who draws a card more before the first turn | `none` |
/// | `turn_cap` | `turn-cap`: after how much play the leader wins | `none` |
/// | `cap_tie_break` | `cap-tie-break`: who wins then if several lead | the first word |
/// | `catch_up` | `catch-up`: help for whoever is last | `none` |
/// | `half_time_swap` | `half-time-swap`: seats are swapped at half-time | `off` |
#[doc(hidden)]
#[macro_export]
macro_rules! __house {
    (@read $head:tt $table:tt {$($done:tt)*}) => { $crate::__house!(@whole $head $($done)*); };
    (@whole {$($head:tt)*} $($done:tt)*) => { $crate::switches! { $($head)* $($done)* } };

    (@read $head:tt {$table:ident $players:literal} {$($done:tt)*}
        bonus $rules:literal {$($variant:ident $word:literal),* $(,)?} for $seats:tt; $($rest:tt)*) => {
        $crate::__house!(@read $head {$table $players} {$($done)*
            "bonus-1" bonus_1: {enum Bonus {$($variant $word),*}} = "none", Added $rules,
                "what the 1st player has more at the start";
        } @bonuses $table $players $rules [$($word),*] $seats; $($rest)*);
    };
    (@read $head:tt $table:tt $done:tt @bonuses $of:ident $players:literal $rules:literal $try:tt 2; $($rest:tt)*) => {
        $crate::__house!(@more $head $table $done $rules $try {
            "bonus-2" bonus_2 "what the 2nd player has more at the start" [];
        } $($rest)*);
        $crate::__house!(@bonuses $of bonus_1 bonus_2);
    };
    (@read $head:tt $table:tt $done:tt @bonuses $of:ident $players:literal $rules:literal $try:tt 4; $($rest:tt)*) => {
        $crate::__house!(@more $head $table $done $rules $try {
            "bonus-2" bonus_2 "what the 2nd player has more at the start" [];
            "bonus-3" bonus_3 "what the 3rd player has more at the start" [_ => $players = "3"];
            "bonus-4" bonus_4 "what the 4th player has more at the start" [_ => $players = "4"];
        } $($rest)*);
        $crate::__house!(@bonuses $of bonus_1 bonus_2 bonus_3 bonus_4);
    };
    (@read $head:tt $table:tt $done:tt @bonuses $of:ident $players:literal $rules:literal $try:tt 5; $($rest:tt)*) => {
        $crate::__house!(@more $head $table $done $rules $try {
            "bonus-2" bonus_2 "what the 2nd player has more at the start" [];
            "bonus-3" bonus_3 "what the 3rd player has more at the start" [_ => $players = "3"];
            "bonus-4" bonus_4 "what the 4th player has more at the start" [_ => $players = "4"];
            "bonus-5" bonus_5 "what the 5th player has more at the start" [_ => $players = "5"];
        } $($rest)*);
        $crate::__house!(@bonuses $of bonus_1 bonus_2 bonus_3 bonus_4 bonus_5);
    };
    (@read $head:tt $table:tt $done:tt @bonuses $of:ident $players:literal $rules:literal $try:tt 6; $($rest:tt)*) => {
        $crate::__house!(@more $head $table $done $rules $try {
            "bonus-2" bonus_2 "what the 2nd player has more at the start" [];
            "bonus-3" bonus_3 "what the 3rd player has more at the start" [_ => $players = "3"];
            "bonus-4" bonus_4 "what the 4th player has more at the start" [_ => $players = "4"];
            "bonus-5" bonus_5 "what the 5th player has more at the start" [_ => $players = "5"];
            "bonus-6" bonus_6 "what the 6th player has more at the start" [_ => $players = "6"];
        } $($rest)*);
        $crate::__house!(@bonuses $of bonus_1 bonus_2 bonus_3 bonus_4 bonus_5 bonus_6);
    };
    (@more $head:tt $table:tt {$($done:tt)*} $rules:literal $try:tt {
        $($key:literal $field:ident $help:literal [$($beside:tt)*];)*
    } $($rest:tt)*) => {
        $crate::__house!(@read $head $table {$($done)* $(
            $key $field: {Bonus} = "none", Added $rules, $help, try $try, beside {$($beside)*};
        )*} $($rest)*);
    };
    (@bonuses $table:ident $($field:ident)*) => {
        impl $table {
            /// What each player has more at the start, in turn order.
            pub(super) const fn bonuses(&self) -> [Bonus; <[&str]>::len(&[$(stringify!($field)),*])] {
                [$(self.$field),*]
            }
        }
    };

    (@read $head:tt $table:tt {$($done:tt)*}
        first_turn $rules:literal {$($words:tt)*} $help:literal; $($rest:tt)*) => {
        $crate::__house!(@read $head $table {$($done)*
            "first-turn" first_turn: {enum FirstTurn {$($words)*}} = "full", Added $rules, $help;
        } $($rest)*);
    };
    (@read $head:tt $table:tt {$($done:tt)*}
        who_begins $rules:literal {$($words:tt)*} $help:literal; $($rest:tt)*) => {
        $crate::__house!(@read $head $table {$($done)*
            "who-begins" who_begins: {enum WhoBegins {$($words)*}} = "printed", Added $rules, $help;
        } $($rest)*);
    };
    (@read $head:tt $table:tt {$($done:tt)*}
        extra_draw $rules:literal {$($words:tt)*} $help:literal; $($rest:tt)*) => {
        $crate::__house!(@read $head $table {$($done)*
            "extra-draw" extra_draw: {enum ExtraDraw {$($words)*}} = "none", Added $rules, $help;
        } $($rest)*);
    };
    (@read $head:tt $table:tt {$($done:tt)*}
        turn_cap $rules:literal {$int:ident in $($range:tt)*} $help:literal, try $try:tt; $($rest:tt)*) => {
        $crate::__house!(@read $head $table {$($done)*
            "turn-cap" turn_cap: {enum TurnCap { None "none" } or $int in $($range)*} = "none", Added $rules, $help,
                try $try;
        } $($rest)*);
    };
    (@read $head:tt $table:tt {$($done:tt)*}
        cap_tie_break $rules:literal {$variant:ident $word:literal, $($words:tt)*} $help:literal, cap $cap:literal;
        $($rest:tt)*) => {
        $crate::__house!(@read $head $table {$($done)*
            "cap-tie-break" cap_tie_break: {enum CapTieBreak {$variant $word, $($words)*}} = $word, Added $rules, $help,
                beside { _ => "turn-cap" = $cap };
        } $($rest)*);
    };
    (@read $head:tt $table:tt {$($done:tt)*}
        catch_up $rules:literal {$($words:tt)*} $help:literal; $($rest:tt)*) => {
        $crate::__house!(@read $head $table {$($done)*
            "catch-up" catch_up: {enum CatchUp {$($words)*}} = "none", Added $rules, $help;
        } $($rest)*);
    };
    (@read $head:tt $table:tt {$($done:tt)*} half_time_swap $rules:literal $help:literal; $($rest:tt)*) => {
        $crate::__house!(@read $head $table {$($done)*
            "half-time-swap" half_time_swap: {bool} = "off", Added $rules, $help;
        } $($rest)*);
    };
}

#[cfg(test)]
mod tests {
    use crate::settings::{Origin, Settings};

    crate::switches! {
        /// A game with every hook.
        pub(super) struct Table;
        "players" players: {u8 in 2..=4} = "2", Rulebook "X-1", "how many play", try ["2", "3"];
        house "players" {
            bonus "X-2" {None "none", Card "card", Coin "coin-1"} for 4;
            first_turn "X-3" {Full "full", Skipped "skipped"} "the first turn";
            who_begins "X-4" {Printed "printed", Lowest "lowest"} "who begins";
            extra_draw "X-5" {None "none", Last "last"} "who draws a card more";
            turn_cap "X-6" {u8 in 1..=9} "the end", try ["none", "3"];
            cap_tie_break "X-7" {Shared "shared", Last "last"} "who wins then", cap "3";
            catch_up "X-8" {None "none", Coin "coin-1"} "help";
            half_time_swap "X-9" "seats change";
        }
    }

    #[test]
    fn hooks_are_switches_that_are_off() {
        let hooks: Vec<_> = Table::SWITCHES.iter().filter(|switch| switch.origin == Origin::Added).collect();
        assert_eq!((hooks.len(), Table::SWITCHES.len()), (11, 12));
        let printed = Table::of(&Settings::printed(Table::SWITCHES));
        assert_eq!(printed.bonuses(), [Bonus::None; 4]);
        assert_eq!((printed.players, printed.turn_cap, printed.half_time_swap), (2, TurnCap::None, false));
        assert_eq!(
            (printed.first_turn, printed.who_begins, printed.extra_draw, printed.catch_up),
            (FirstTurn::Full, WhoBegins::Printed, ExtraDraw::None, CatchUp::None)
        );
        assert_eq!(printed.cap_tie_break, CapTieBreak::Shared);
        for hook in hooks {
            assert!(hook.atlas.contains(&hook.default) && hook.atlas.len() > 1, "{} is tried", hook.key);
        }
    }

    #[test]
    fn a_bonus_needs_its_seat() {
        let mut settings = Settings::printed(Table::SWITCHES);
        settings.set("bonus-2", "card").unwrap();
        settings.set("bonus-4", "coin-1").unwrap();
        let table = Table::of(&settings);
        assert_eq!(table.bonuses(), [Bonus::None, Bonus::Card, Bonus::None, Bonus::Coin]);
        let faults = settings.absent_seats(3);
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert_eq!((fault.key.as_str(), fault.found.as_str()), ("bonus-4", "`coin-1` where 3 play"));
        assert_eq!(fault.hint.as_deref(), Some("set `players` to 4 or more too"));
        assert!(settings.absent_seats(4).is_empty());
        let fourth = Table::SWITCHES.iter().find(|switch| switch.key == "bonus-4").unwrap();
        assert_eq!(fourth.beside("card").collect::<Vec<_>>(), [("players", "4")]);
    }
}
