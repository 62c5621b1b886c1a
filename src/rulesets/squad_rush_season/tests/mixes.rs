//! The best seven of every mix of nations.

use super::super::mixes::map;
use super::*;
use crate::game::{Sought, SquadMap};

/// What the best seven of a row and a number of nations comes to, and which it is.
fn best(map: &SquadMap, row: &str, nations: usize) -> Option<(f64, String)> {
    let kind = map.kinds.iter().find(|kind| {
        kind.row.starts_with(row) && kind.column.split(' ').next() == Some(nations.to_string().as_str())
    })?;
    match &kind.best {
        Sought::Known { squad, worth } => Some((*worth, squad.clone())),
        Sought::Played { .. } => None,
    }
}

#[test]
fn without_officials_the_best_sevens_are_those_of_the_scoring_code() {
    let r = rules(&[("match-official", "off"), ("golden-boot", "0")]);
    let map = map(&r);
    // By hand: the points of the best of one nation against all of one nation.
    let points = |seven: &[u8; 7]| {
        let own = Side::new(&r, seven, 0);
        let rivals = super::super::odds::pure_sevens(&r, 1);
        let of = |rival: &Seven| {
            let [mine, theirs] = score::goals(&r, &[own, Side::new(&r, rival, 0)], Conditions::default());
            match mine.cmp(&theirs) {
                std::cmp::Ordering::Greater => 3.0,
                std::cmp::Ordering::Equal => 1.0,
                std::cmp::Ordering::Less => 0.0,
            }
        };
        rivals.iter().map(of).sum::<f64>() / rivals.len() as f64
    };
    let (pure, seven) = best(&map, "Attack and Defence alike", 1).unwrap();
    assert!(pure >= points(&super::best(0)) - 1e-12, "{pure} {seven}");
    let all: Vec<f64> = super::super::odds::pure_sevens(&r, 0).iter().map(points).collect();
    let most = all.iter().copied().fold(0.0, f64::max);
    let rows = ["Attack and Defence alike", "Defence", "Attack a goal"];
    let told = rows.iter().filter_map(|row| best(&map, row, 1)).map(|(worth, _)| worth).fold(0.0, f64::max);
    assert!((told - most).abs() < 1e-12, "{told} {most}");
    assert!((map.equal - all.iter().sum::<f64>() / all.len() as f64).abs() < 1e-12);
}

/// What each nation costs decides which mix is best.
#[test]
fn chemistry_caps_and_stars_decide_the_best_mix() {
    let row = "Attack and Defence alike";
    let free = map(&rules(&[("chemistry-penalty", "0")]));
    let (one, two) = (best(&free, row, 1).unwrap(), best(&free, row, 2).unwrap());
    assert!(two.0 > one.0, "two nations repeat the best cards for nothing: {one:?} {two:?}");
    assert_eq!(two.1.matches("FWD 10").count(), 2, "{}", two.1);
    let dear = map(&rules(&[("chemistry-penalty", "5")]));
    assert!(best(&dear, row, 1).unwrap().0 > best(&dear, row, 2).unwrap().0);
    // A bonus that all rivals of one nation have is what two nations lack.
    let home = map(&rules(&[("home-nation-bonus", "3")]));
    assert!(best(&home, row, 2).unwrap().0 < best(&map(&rules(&[])), row, 2).unwrap().0);
    let capped = map(&rules(&[("nations-cap", "2")]));
    assert!(best(&capped, row, 2).is_some() && best(&capped, row, 3).is_none());
    let single = map(&rules(&[("max-tens", "1"), ("chemistry-penalty", "0")]));
    let seven = best(&single, row, 2).unwrap().1;
    assert_eq!(seven.matches("FWD 10").count(), 1, "{seven}");
    assert_eq!(best(&map(&rules(&[("nations", "4")])), row, 5), None);
}

/// Officials count as often as they come.
#[test]
fn officials_count_by_their_weights() {
    let only = |official: &str| map(&rules(&[("match-official", official)])).equal;
    let all: f64 = Official::ALL.map(|official| only(&format!("only:{}", official.key()))).iter().sum();
    assert!((map(&rules(&[])).equal - all / 11.0).abs() < 1e-12);
    let weighted = map(&rules(&[("official-weights", "1/1/0/0/0/0/0/0/0/0/0")])).equal;
    assert!((weighted - f64::midpoint(only("only:added-time"), only("only:var-review"))).abs() < 1e-12);
}
