//! Component data: TOML in, checked card counts out. Every stated total that
//! the file breaks is a fault naming the total found and the one required;
//! house rules are bounded only by what a match can hold.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::switches::{DeckPreset, Variant};
use crate::game::Totals;
use crate::settings::{Fault, document};

/// Component data as shipped.
pub(super) const TEXT: &str = concat!(include_str!("data.toml"), "\n", include_str!("trained.toml"));

/// FD-COMP-01: cards of each class.
const OFFENSIVE: u32 = 39;
const DEFENSIVE: u32 = 17;
const CHANGERS: u32 = 11;
const REFEREES: u32 = 6;
/// FD-COMP-01: the whole Action Deck.
const ACTION: u32 = 73;
/// FD-COMP-02: Goal, Save, Miss, Corner, Own Goal.
const SHOTS: [u32; 5] = [10, 3, 3, 3, 1];
/// Most Shot Cards of a house rule: two boxes of them.
const MOST_SHOTS: u32 = 40;
/// Most cards with a value, and most without: each lie in one word of bits.
const WORD: u32 = 64;

/// Attack points a card may be worth.
pub(super) const VALUES: std::ops::RangeInclusive<u8> = 1..=6;
/// FD-COMP-04: the offensive values that are known to exist.
const KNOWN: [u8; 3] = [2, 3, 5];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    names: Names,
    presets: Presets,
    gc_counts: Spanned<Changers>,
    ref_counts: Spanned<Referees>,
    shots: Spanned<Shots>,
    /// Read by [`weights`](crate::game::weights).
    #[serde(default)]
    #[expect(dead_code, reason = "only allowed here")]
    trained: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    offensive: Spanned<BTreeMap<String, String>>,
    defensive: Spanned<BTreeMap<String, String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Presets {
    gallery: Preset,
    spread: Preset,
    soft: Preset,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Preset {
    off_counts: Spanned<BTreeMap<String, u16>>,
    def_counts: Spanned<BTreeMap<String, u16>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Changers {
    halftime: u16,
    penalty: u16,
    offside: u16,
    substitution: u16,
    yellow: u16,
    red: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Referees {
    foul: u16,
    var: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shots {
    goal: u16,
    save: u16,
    miss: u16,
    corner: u16,
    own_goal: u16,
}

/// One kind of card with a value: how many copies, under what name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Valued {
    pub(super) value: u8,
    pub(super) copies: u8,
    pub(super) name: String,
}

/// The checked components of one preset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Components {
    /// Offensive cards by rising value.
    pub(super) offensive: Vec<Valued>,
    /// Defensive cards by rising value.
    pub(super) defensive: Vec<Valued>,
    /// Halftime, Penalty, Offside, Substitution, Yellow Card, Red Card, Foul,
    /// V.A.R.
    pub(super) specials: [u8; 8],
    /// Goal, Save, Miss, Corner, Own Goal.
    pub(super) shots: [u8; 5],
}

/// The faults met so far.
type Faults = Vec<Fault>;

/// A total that must be met exactly, house rules apart.
fn total(faults: &mut Faults, totals: Totals, place: (&str, usize), counts: (u32, u32), what: &str) {
    let ((key, offset), (found, required)) = (place, counts);
    if totals == Totals::Stated && found != required {
        faults.push(
            Fault::new(key, format!("a total of {found} {what}"), format!("a total of {required} {what}"))
                .at(offset),
        );
    }
}

/// What a grid needs under house rules: a card that ends a shot and one that
/// ends a penalty, or turning cards up would never end.
fn check_house_shots(faults: &mut Faults, shots: [u32; 5], offset: usize) {
    let all: u32 = shots.iter().sum();
    if all > MOST_SHOTS {
        let found = format!("a total of {all} shot cards");
        faults.push(Fault::new("shots", found, format!("at most {MOST_SHOTS} of them")).at(offset));
    }
    if shots[0] + shots[1] == 0 {
        faults.push(Fault::new("shots", "no Goal and no Save", "at least one of the two").at(offset));
    }
}

/// What a deck needs under house rules: something to score with, and a place
/// for every card; counts are offensive cards, all cards with a value, and
/// cards without.
fn check_house_deck(faults: &mut Faults, key: &str, offset: usize, counts: [u32; 3]) {
    let [offensive, valued, special] = counts;
    if offensive == 0 {
        faults.push(Fault::new(key, "no offensive card", "at least one").at(offset));
    }
    if valued > WORD || special > WORD || valued + special > ACTION {
        let found = format!("{valued} cards with a value and {special} without");
        let allowed = format!("at most {WORD} of each and {ACTION} Action Cards together");
        faults.push(Fault::new(key, found, allowed).at(offset));
    }
}

/// A table keyed by attack points, as (value, entry) by rising value.
fn by_value<T: Clone>(
    faults: &mut Faults,
    key: &str,
    table: &Spanned<BTreeMap<String, T>>,
) -> BTreeMap<u8, T> {
    let mut sorted = BTreeMap::new();
    for (text, entry) in table.get_ref() {
        match text.parse::<u8>() {
            Ok(value) if VALUES.contains(&value) && text.len() == 1 => {
                sorted.insert(value, entry.clone());
            }
            _ => faults.push(
                Fault::new(
                    key,
                    format!("the value `{text}`"),
                    format!("attack points from {} to {}", VALUES.start(), VALUES.end()),
                )
                .at(table.span().start),
            ),
        }
    }
    sorted
}

/// Counts per value with their names, zero counts left out.
fn valued(counts: &BTreeMap<u8, u16>, names: &BTreeMap<u8, String>, plain: &str, sign: char) -> Vec<Valued> {
    counts
        .iter()
        .filter(|&(_, &copies)| copies > 0)
        .map(|(&value, &copies)| {
            let name = names.get(&value).map_or(plain, String::as_str);
            Valued {
                value,
                copies: u8::try_from(copies).unwrap_or(u8::MAX),
                name: format!("{name} {sign}{value}"),
            }
        })
        .collect()
}

/// Reads and checks a data file for the deck and the number of Halftime cards
/// of a variant.
///
/// Every preset of the file is checked, the one played and the others.
pub(super) fn load(text: &str, variant: &Variant, totals: Totals) -> Result<Components, Faults> {
    let file = document::shared::<File>(text)?;
    let halftimes = u16::from(variant.halftimes);
    let mut faults = Faults::new();
    let offensive_names = by_value(&mut faults, "names.offensive", &file.names.offensive);
    let defensive_names = by_value(&mut faults, "names.defensive", &file.names.defensive);

    let gc = file.gc_counts.get_ref();
    let gc_total = [gc.halftime, gc.penalty, gc.offside, gc.substitution, gc.yellow, gc.red];
    let gc_total = gc_total.map(u32::from).iter().sum();
    let gc_at = file.gc_counts.span().start;
    total(&mut faults, totals, ("gc_counts", gc_at), (gc_total, CHANGERS), "Game Changer cards");
    if gc.halftime != 1 {
        faults.push(
            Fault::new("gc_counts.halftime", gc.halftime.to_string(), "1")
                .hint("the switch `halftimes` changes their number")
                .at(gc_at),
        );
    } else if halftimes > 1 && gc.substitution < halftimes - 1 {
        faults.push(
            Fault::new(
                "halftimes",
                format!("{halftimes} with {} Substitution cards in the data", gc.substitution),
                "at most one more Halftime than there are Substitution cards",
            )
            .hint("each further Halftime replaces a Substitution"),
        );
    }
    let referee = file.ref_counts.get_ref();
    let ref_total = u32::from(referee.foul) + u32::from(referee.var);
    total(
        &mut faults,
        totals,
        ("ref_counts", file.ref_counts.span().start),
        (ref_total, REFEREES),
        "Referee cards (Foul and V.A.R.)",
    );

    let shots = file.shots.get_ref();
    let shots_at = file.shots.span().start;
    let shots = [shots.goal, shots.save, shots.miss, shots.corner, shots.own_goal].map(u32::from);
    if totals == Totals::House {
        check_house_shots(&mut faults, shots, shots_at);
    } else if shots != SHOTS {
        let listed = |counts: [u32; 5]| {
            let parts = counts.map(|count| count.to_string()).join(" + ");
            format!("{parts} = {}", counts.iter().sum::<u32>())
        };
        faults.push(
            Fault::new(
                "shots",
                format!("{} shot cards (Goal, Save, Miss, Corner Kick, Own Goal)", listed(shots)),
                format!("those of the box: {}", listed(SHOTS)),
            )
            .hint("`--set data.shots.goal=11` and the like play other numbers as a house rule")
            .at(shots_at),
        );
    }

    let mut chosen = None;
    for &preset in DeckPreset::ALL {
        let (name, deck) = match preset {
            DeckPreset::Gallery => (preset.word(), &file.presets.gallery),
            DeckPreset::Spread => (preset.word(), &file.presets.spread),
            DeckPreset::Soft => (preset.word(), &file.presets.soft),
        };
        let off_key = format!("presets.{name}.off_counts");
        let def_key = format!("presets.{name}.def_counts");
        let off = by_value(&mut faults, &off_key, &deck.off_counts);
        let def = by_value(&mut faults, &def_key, &deck.def_counts);
        let (off_at, def_at) = (deck.off_counts.span().start, deck.def_counts.span().start);
        let off_total = deck.off_counts.get_ref().values().copied().map(u32::from).sum::<u32>();
        let def_total = deck.def_counts.get_ref().values().copied().map(u32::from).sum::<u32>();
        total(&mut faults, totals, (&off_key, off_at), (off_total, OFFENSIVE), "offensive cards");
        total(&mut faults, totals, (&def_key, def_at), (def_total, DEFENSIVE), "defensive cards");
        let all = off_total + def_total + gc_total + ref_total;
        let key = format!("presets.{name}");
        total(&mut faults, totals, (&key, off_at), (all, ACTION), "Action Cards");
        if totals == Totals::House {
            let valued = off_total + def_total;
            check_house_deck(&mut faults, &key, off_at, [off_total, valued, all - valued]);
        }
        for value in KNOWN {
            if totals == Totals::Stated && off.get(&value).is_none_or(|&copies| copies == 0) {
                faults.push(
                    Fault::new(
                        &off_key,
                        format!("no card of value {value}"),
                        "at least one card of each of the values 2, 3 and 5",
                    )
                    .at(off_at),
                );
            }
        }
        if preset == variant.deck_preset {
            chosen = Some((off, def));
        }
    }
    let Some((off, def)) = chosen.filter(|_| faults.is_empty()) else {
        return Err(faults);
    };
    let substitution = gc.substitution + 1 - halftimes;
    let specials =
        [halftimes, gc.penalty, gc.offside, substitution, gc.yellow, gc.red, referee.foul, referee.var];
    Ok(Components {
        offensive: valued(&off, &offensive_names, "Attack", '+'),
        defensive: valued(&def, &defensive_names, "Defence", '-'),
        specials: specials.map(|copies| copies as u8),
        shots: shots.map(|copies| copies as u8),
    })
}
