//! The best seven of every mix of nations, by enumeration of the scoring code.
//!
//! What a seven comes to are its league points of a match on average over the
//! officials of the arm and over all sevens of one nation as rivals, each as
//! likely; without Super Subs, bookings, INSTANTs and the options of SUBSTITUTION
//! and QUICK RESTART. All nations have the same squad, so that of a mix only the
//! ratings, the number of nations and the star count.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::cards::{self, Card, Official, SLOT_POSITION, SQUAD};
use super::odds::pure_sevens;
use super::rules::{Rules, Source};
use super::score::{self, Conditions, Side};
use super::sevens::Seven;
use super::words;
use crate::game::{Sought, SquadKind, SquadMap, Unit};

/// Points of a draw (SQR-LEAG-01).
const DRAW: u64 = 1;

/// Where a seven is weaker than the best of one nation, by a goal's worth of points.
const LEANS: [&str; 3] =
    ["Attack and Defence alike", "Defence a goal's worth weaker", "Attack a goal's worth weaker"];

/// Sevens that any rule tells apart: ratings by slot, nations, whether the star may
/// earn the Golden Boot.
type Alike = ([Reverse<i32>; 7], u32, bool);

/// One of each kind of sevens that nothing tells apart.
fn sevens(rules: &Rules) -> BTreeMap<Alike, Seven> {
    let mut found = BTreeMap::new();
    mix(rules, &mut [0; 7], 0, 0, &mut found);
    found
}

/// Fills the slots from one on, with players of the nations so far or of the next.
fn mix(rules: &Rules, seven: &mut Seven, slot: usize, nations: u8, found: &mut BTreeMap<Alike, Seven>) {
    if slot == 7 {
        let stars = seven.iter().filter(|&&card| cards::is_star(card)).count();
        if !rules.one_ten || stars < 2 {
            let side = Side::new(rules, seven, 0);
            let mut ratings = seven.map(|card| Reverse(rules.current(card, false)));
            for pair in [1, 3, 5] {
                ratings[pair..pair + 2].sort_unstable();
            }
            found.entry((ratings, side.nations, side.star)).or_insert(*seven);
        }
        return;
    }
    let most = rules.nations.min(rules.nations_cap);
    let taken = *seven;
    for nation in 0..(nations + 1).min(most) {
        for place in 0..SQUAD {
            let card: Card = nation * SQUAD + place;
            let fits = cards::position(card) == SLOT_POSITION[slot] && !taken[..slot].contains(&card);
            if fits {
                seven[slot] = card;
                mix(rules, seven, slot + 1, nations.max(nation + 1), found);
            }
        }
    }
}

/// The officials of a match with their weights.
fn officials(rules: &Rules) -> Vec<(Option<Official>, u64)> {
    let all = |weight: &dyn Fn(usize) -> u32| {
        let weighted = Official::ALL.into_iter().enumerate();
        weighted.map(|(place, official)| (Some(official), u64::from(weight(place)))).collect()
    };
    match &rules.official {
        Source::Nobody => vec![(None, 1)],
        Source::Only(official) => vec![(Some(*official), 1)],
        Source::Deck => all(&|_| 1),
        Source::Weighted(lottery) => all(&|place| lottery.weights()[place]),
    }
}

/// Who may be met, how often, and under whom.
struct Field<'a> {
    rules: &'a Rules,
    rivals: Vec<(Side, u64)>,
    officials: Vec<(Option<Official>, u64)>,
}

impl<'a> Field<'a> {
    fn new(rules: &'a Rules) -> Self {
        let mut rivals: Vec<(Side, u64)> = Vec::new();
        for seven in pure_sevens(rules, 0) {
            let side = Side::new(rules, &seven, 0);
            match rivals.iter_mut().find(|(known, _)| *known == side) {
                Some((_, times)) => *times += 1,
                None => rivals.push((side, 1)),
            }
        }
        Self { rules, rivals, officials: officials(rules) }
    }

    /// Points of a match on average.
    fn points(&self, own: Side) -> f64 {
        let win = u64::from(self.rules.win_points) + u64::from(self.rules.golden_boot) * u64::from(own.star);
        let (mut sum, mut matches) = (0, 0);
        for &(official, weight) in &self.officials {
            let conditions = Conditions::under(official);
            for &(rival, times) in &self.rivals {
                let [mine, theirs] = score::goals(self.rules, &[own, rival], conditions);
                let points = match mine.cmp(&theirs) {
                    std::cmp::Ordering::Greater => win,
                    std::cmp::Ordering::Equal => DRAW,
                    std::cmp::Ordering::Less => 0,
                };
                sum += weight * times * points;
                matches += weight * times;
            }
        }
        sum as f64 / matches as f64
    }

    /// What its own sevens come to among themselves.
    fn average(&self) -> f64 {
        let (sum, times) = self.rivals.iter().fold((0.0, 0), |(sum, all), &(side, times)| {
            (sum + times as f64 * self.points(side), all + times)
        });
        sum / times as f64
    }
}

/// Attack and Defence before chemistry.
fn printed(rules: &Rules, side: &Side) -> [i32; 2] {
    let totals = side.totals(rules, Some(Official::PlayOn), false, false);
    [totals.attack, totals.defence]
}

/// The best seven of every number of nations, by where it is weaker.
pub(super) fn map(rules: &Rules) -> SquadMap {
    let field = Field::new(rules);
    let strength = |side: &Side| printed(rules, side).iter().sum::<i32>();
    let surplus = |side: &Side| {
        let [attack, defence] = printed(rules, side);
        attack - defence
    };
    let pure = field.rivals.iter().map(|(side, _)| side);
    let usual = pure.max_by_key(|side| strength(side)).map_or(0, surplus);
    // The best of each lean and number of nations: equal ones as enumerated.
    let mut cells: BTreeMap<(usize, u32), (f64, Seven)> = BTreeMap::new();
    for ((_, nations, _), seven) in sevens(rules) {
        let side = Side::new(rules, &seven, 0);
        let goal = i32::from(rules.divisor);
        let lean = match surplus(&side) - usual {
            more if more >= goal => 1,
            less if less <= -goal => 2,
            _ => 0,
        };
        let points = field.points(side);
        let cell = cells.entry((lean, nations)).or_insert((points, seven));
        if points > cell.0 {
            *cell = (points, seven);
        }
    }
    let kind = |((lean, nations), (worth, seven)): ((usize, u32), (f64, Seven))| SquadKind {
        row: LEANS[lean].to_owned(),
        column: if nations == 1 { "1 nation".to_owned() } else { format!("{nations} nations") },
        best: Sought::Known { squad: words::seven(rules, &seven), worth },
    };
    SquadMap {
        rows: "where it is weaker than the best of one nation",
        columns: "nations in the seven",
        worth: "league points of a match against all sevens of one nation, officials as they come".to_owned(),
        unit: Unit::Number,
        equal: field.average(),
        kinds: cells.into_iter().map(kind).collect(),
    }
}
