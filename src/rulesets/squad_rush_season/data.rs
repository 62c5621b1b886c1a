//! Component data: TOML in, checked ratings and names out. A squad that does
//! not add up to the totals stated beside it is refused with both numbers.

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::cards::MAX_NATIONS;
use crate::settings::{Fault, document};

/// Component data as shipped.
pub(super) const TEXT: &str = concat!(include_str!("data.toml"), "\n", include_str!("trained.toml"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    nations: Spanned<Vec<String>>,
    super_sub: Spanned<i64>,
    ratings: Ratings,
    stated: Stated,
    /// Read by [`weights`](crate::game::weights).
    #[serde(default)]
    #[expect(dead_code, reason = "only allowed here")]
    trained: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Ratings {
    goalkeepers: Spanned<Vec<i64>>,
    defenders: Spanned<Vec<i64>>,
    midfielders: Spanned<Vec<i64>>,
    forwards: Spanned<Vec<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Stated {
    best: Totals,
    weakest: Totals,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Totals {
    defence: Spanned<i64>,
    attack: Spanned<i64>,
}

/// What is printed on the cards, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// Names of the nations, ten.
    pub nations: Vec<String>,
    /// Rating of each squad place: GK, four DEF, three MID, three FWD.
    pub ratings: [u8; 11],
    /// Rating of a Super Sub.
    pub super_sub: u8,
}

/// Highest rating that a card may show.
const TOP: i64 = 20;

fn total(key: &str, what: &str, found: i64, required: &Spanned<i64>, faults: &mut Vec<Fault>) {
    if found != *required.get_ref() {
        faults.push(
            Fault::new(key, format!("a total of {found}"), format!("a total of {}", required.get_ref()))
                .hint(format!("{what} of the squad's ratings must equal the total stated in the file"))
                .at(required.span().start),
        );
    }
}

/// Reads and checks component data; under house rules the totals stated beside
/// the squad no longer bind it.
///
/// # Errors
/// Every fault found.
pub fn read(text: &str, house: bool) -> Result<Printed, Vec<Fault>> {
    let file = document::shared::<File>(text)?;
    let mut faults = Vec::new();
    let lists = [
        ("ratings.goalkeepers", &file.ratings.goalkeepers, 1),
        ("ratings.defenders", &file.ratings.defenders, 4),
        ("ratings.midfielders", &file.ratings.midfielders, 3),
        ("ratings.forwards", &file.ratings.forwards, 3),
    ];
    for (key, list, count) in lists {
        let found = list.get_ref();
        let at = list.span().start;
        if found.len() != count {
            faults
                .push(Fault::new(key, format!("{} ratings", found.len()), format!("{count} ratings")).at(at));
        }
        if let Some(bad) = found.iter().find(|r| !(1..=TOP).contains(*r)) {
            faults.push(Fault::new(key, bad.to_string(), format!("ratings from 1 to {TOP}")).at(at));
        }
        if found.windows(2).any(|pair| pair[0] < pair[1]) {
            faults.push(Fault::new(key, format!("{found:?}"), "ratings, best first").at(at));
        }
    }
    let sub = *file.super_sub.get_ref();
    if !(1..=TOP).contains(&sub) {
        let at = file.super_sub.span().start;
        faults.push(Fault::new("super-sub", sub.to_string(), format!("a rating from 1 to {TOP}")).at(at));
    }
    let names = file.nations.get_ref();
    let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
    let empty = names.iter().filter(|name| name.is_empty()).count();
    if names.len() != MAX_NATIONS || distinct.len() != names.len() || empty > 0 {
        let found = match empty {
            0 => format!("{} names, {} of them distinct", names.len(), distinct.len()),
            _ => format!("{} names, {empty} of them empty", names.len()),
        };
        let at = file.nations.span().start;
        faults.push(Fault::new("nations", found, format!("{MAX_NATIONS} distinct names")).at(at));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let [gk, def, mid, fwd] = lists.map(|(_, list, _)| list.get_ref().as_slice());
    let best = |list: &[i64]| list[0] + list[1];
    let worst = |list: &[i64]| list[list.len() - 1] + list[list.len() - 2];
    let Stated { best: top, weakest: low } = &file.stated;
    total("stated.best.defence", "GK and the two best DEF", gk[0] + best(def), &top.defence, &mut faults);
    let attack = best(mid) + best(fwd);
    total("stated.best.attack", "the two best MID and FWD", attack, &top.attack, &mut faults);
    let defence = gk[0] + worst(def);
    total("stated.weakest.defence", "GK and the two weakest DEF", defence, &low.defence, &mut faults);
    let attack = worst(mid) + worst(fwd);
    total("stated.weakest.attack", "the two weakest MID and FWD", attack, &low.attack, &mut faults);
    if !faults.is_empty() && !house {
        return Err(faults);
    }
    let mut ratings = [0; 11];
    for (slot, rating) in ratings.iter_mut().zip(gk.iter().chain(def).chain(mid).chain(fwd)) {
        *slot = *rating as u8;
    }
    Ok(Printed { nations: names.clone(), ratings, super_sub: sub as u8 })
}
