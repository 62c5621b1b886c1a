//! Exact results from the rule code itself: shoot-outs, cup draws, decks, star
//! patterns, teams.

use super::play::shootout;
use super::rules::Rules;
use super::squads::{SQUAD, TEAM};
use super::switches::Keepers;
use super::teams::TeamSpace;
use crate::chance::{Fraction, Lottery, enumerate};
use crate::competitions::fixtures;
#[cfg(test)]
use crate::competitions::{Bracket, Byes};
use crate::odds::{Cell, OddsTable};

/// Exact results of a shoot-out between kickers of these conversions.
pub(super) struct ShootOutOdds {
    /// The first side ahead after five kicks each.
    pub ahead: Fraction,
    /// Level after five kicks each.
    pub level: Fraction,
    /// A further pair decides.
    pub pair_decides: Fraction,
    /// The first side wins in the end (pairs unlimited).
    pub wins: Fraction,
}

/// Walks through every kick. The cap on pairs is left out: it matters once in
/// 10^10 shoot-outs.
pub(super) fn shoot_out(first: &Lottery, second: &Lottery) -> ShootOutOdds {
    let kick = [first, second];
    let five = enumerate(|chance| {
        let result = shootout::five_each([0, 1], kick, 0, chance);
        result.goals[0].cmp(&result.goals[1])
    });
    let one = enumerate(|chance| {
        let mut result = shootout::ShootOut { goals: [0; 2], kicks: 0 };
        shootout::pair([0, 1], kick, 0, &mut result, chance);
        result.goals[0].cmp(&result.goals[1])
    });
    let of = |map: &std::collections::BTreeMap<std::cmp::Ordering, Fraction>, which| {
        map.get(&which).copied().unwrap_or(Fraction::ZERO)
    };
    let (ahead, level) = (of(&five, std::cmp::Ordering::Greater), of(&five, std::cmp::Ordering::Equal));
    let (gains, loses) = (of(&one, std::cmp::Ordering::Greater), of(&one, std::cmp::Ordering::Less));
    let decides = gains + loses;
    // Pairs repeat until one differs: the first side's share of the deciding ones.
    let share = gains * Fraction::new(decides.denominator(), decides.numerator());
    ShootOutOdds { ahead, level, pair_decides: decides, wins: ahead + level * share }
}

/// A penalty kick of conversion `num / den`.
pub(super) fn kick(num: u32, den: u32) -> Lottery {
    Lottery::new(&[den - num, num])
}

/// Star multisets of sixteen players with this total.
pub(super) fn multisets(total: u32) -> u64 {
    /// Ways to give `players` players at most `most` stars each, in falling
    /// order.
    fn ways(players: u32, total: i64, most: i64) -> u64 {
        if players == 0 {
            return u64::from(total == 0);
        }
        if total < i64::from(players) || total > i64::from(players) * most {
            return 0;
        }
        (1..=most).map(|stars| ways(players - 1, total - stars, stars)).sum()
    }
    ways(SQUAD as u32, i64::from(total), 5)
}

/// Assignments of stars to sixteen shirts with this total: the coefficient of
/// x^(total-16) in (1 + x + x^2 + x^3 + x^4)^16.
pub(super) fn assignments(total: u32) -> u64 {
    let mut ways = vec![0_u64; total as usize + 1];
    ways[0] = 1;
    for _ in 0..SQUAD {
        let mut next = vec![0; ways.len()];
        for (sum, &count) in ways.iter().enumerate() {
            for stars in 1..=5 {
                if let Some(cell) = next.get_mut(sum + stars) {
                    *cell += count;
                }
            }
        }
        ways = next;
    }
    ways[total as usize]
}

/// Teams of eleven of a preset: all and with exactly one goalkeeper, under a
/// star limit.
pub(super) fn teams(rules: &Rules, preset: usize, cap: Option<u8>) -> (u32, u32) {
    let squad = &rules.squads[preset];
    let count = |keepers| {
        let space = TeamSpace::new(squad, u16::MAX, cap, 0, keepers);
        // A smaller team stands in where no eleven is legal (TVS-PRO-07).
        if space.size == TEAM { space.teams() } else { 0 }
    };
    (count(Keepers::Free), count(Keepers::One))
}

/// Chances of some cards in the opening hand of `hand` from a deck of 22:
/// at least one copy of a given player, both copies, some player's both.
pub(super) fn opening(hand: u8) -> [Fraction; 3] {
    fn choose(n: u128, k: u128) -> u128 {
        (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
    }
    let (deck, hand) = (2 * u128::from(TEAM), u128::from(hand));
    let all = choose(deck, hand);
    let none = choose(deck - 2, hand);
    let both = choose(deck - 2, hand - 2);
    // Hands of all different players: choose the players, then a copy of each.
    let different = choose(u128::from(TEAM), hand) << hand;
    [Fraction::new(all - none, all), Fraction::new(both, all), Fraction::new(all - different, all)]
}

/// Chances in a first-round draw of `bosses`: a given Boss has a bye; two given
/// Bosses meet in the first round.
pub(super) fn cup(bosses: u8) -> (Fraction, Fraction) {
    // A pair's chances follow from where the two stand in the bracket, so it is
    // enough to walk through the order of byes and the places of two Bosses.
    let pairs = (bosses.next_power_of_two() / 2) as u32;
    let full = u32::from(bosses) - pairs;
    let n = u128::from(bosses);
    let bye = Fraction::new(u128::from(pairs - full), n);
    let meet = Fraction::new(u128::from(full) * 2, n * (n - 1));
    (bye, meet)
}

/// The same by walking through every lot of the bracket, for few Bosses.
#[cfg(test)]
pub(super) fn cup_walked(bosses: u8) -> (Fraction, Fraction) {
    let all: Vec<u8> = (0..bosses).collect();
    let walk = enumerate(|chance| {
        let mut cup = Bracket::draw(&all, Byes::FirstRound, chance);
        let (mut plays, mut meets) = (false, false);
        while let Some((_, pair)) = cup.next(chance) {
            if cup.round() > 0 {
                break;
            }
            plays |= pair.contains(&0);
            meets |= pair.contains(&0) && pair.contains(&1);
            cup.won(pair[0]);
        }
        (plays, meets)
    });
    let sum = |wanted: &dyn Fn(bool, bool) -> bool| {
        walk.iter().filter(|&(&(plays, meets), _)| wanted(plays, meets)).map(|(_, &p)| p).sum()
    };
    (sum(&|plays, _| !plays), sum(&|_, meets| meets))
}

fn int(value: impl Into<i64>) -> Cell {
    Cell::Int(value.into())
}

/// Every table, the shoot-out first.
pub(super) fn tables(rules: &Rules) -> Vec<OddsTable> {
    let share =
        |lottery: &Lottery| Fraction::new(u128::from(lottery.weights()[1]), u128::from(lottery.tickets()));
    let rates = [kick(13, 20), kick(7, 10), kick(3, 4), kick(4, 5), kick(17, 20)];
    let mut pairs: Vec<(&Lottery, &Lottery)> = vec![(&rules.kick, &rules.kick)];
    pairs.extend(rates.iter().filter(|&rate| *rate != rules.kick).map(|rate| (&rules.kick, rate)));
    let better = (kick(4, 5), kick(7, 10));
    pairs.push((&better.0, &better.1));
    let shoot_out = OddsTable {
        name: "shoot-out".to_owned(),
        caption: "Penalties: how often a side of conversion `own` wins against one of `other`".to_owned(),
        columns: vec!["own", "other", "wins", "ahead_after_five", "level_after_five", "pair_decides"],
        rows: pairs
            .iter()
            .map(|(own, other)| {
                let odds = shoot_out(own, other);
                vec![
                    Cell::Given(share(own)),
                    Cell::Given(share(other)),
                    odds.wins.into(),
                    odds.ahead.into(),
                    odds.level.into(),
                    odds.pair_decides.into(),
                ]
            })
            .collect(),
    };
    let teams_table = OddsTable {
        name: "teams".to_owned(),
        caption: format!("Teams of eleven per preset, and those within {} stars", rules.team_cap),
        columns: vec!["preset", "squad_stars", "any_eleven", "one_goalkeeper", "any_within", "one_within"],
        rows: (0..rules.presets.len())
            .map(|preset| {
                let (any, one) = teams(rules, preset, None);
                let (any_within, one_within) = teams(rules, preset, Some(rules.team_cap));
                vec![
                    rules.presets[preset].title.as_str().into(),
                    int(rules.squads[preset].total),
                    int(any),
                    int(one),
                    int(any_within),
                    int(one_within),
                ]
            })
            .collect(),
    };
    let stars = OddsTable {
        name: "star-patterns".to_owned(),
        caption: "Ways to spread stars over sixteen players, with this total and up to it".to_owned(),
        columns: vec!["stars", "patterns", "patterns_up_to", "assignments", "assignments_up_to"],
        rows: (16..=40)
            .map(|total: u32| {
                vec![
                    int(total),
                    int(multisets(total) as i64),
                    int((16..=total).map(multisets).sum::<u64>() as i64),
                    int(assignments(total) as i64),
                    int((16..=total).map(assignments).sum::<u64>() as i64),
                ]
            })
            .collect(),
    };
    let [one, both, some] = opening(rules.hand);
    let deck = OddsTable {
        name: "opening-hand".to_owned(),
        caption: format!("The first {} of 22 cards", rules.hand),
        columns: vec!["event", "chance"],
        rows: vec![
            vec!["at least one copy of a given player, the goalkeeper say".into(), one.into()],
            vec!["both copies of a given player".into(), both.into()],
            vec!["both copies of some player".into(), some.into()],
        ],
    };
    let cup_table = OddsTable {
        name: "cup-draw".to_owned(),
        caption: "A Killer Cup by number of Bosses: byes, and who meets in the first round".to_owned(),
        columns: vec!["bosses", "byes", "first_round_matches", "matches", "bye", "two_given_meet_at_once"],
        rows: (4..=16_u8)
            .map(|bosses| {
                let (bye, meet) = cup(bosses);
                let places = bosses.next_power_of_two();
                vec![
                    int(bosses),
                    int(places - bosses),
                    int(bosses - places / 2),
                    int(bosses - 1),
                    bye.into(),
                    meet.into(),
                ]
            })
            .collect(),
    };
    let league = OddsTable {
        name: "league".to_owned(),
        caption: "A league by number of Bosses: matches and points that can be won".to_owned(),
        columns: vec!["bosses", "matches", "matches_per_boss", "most_points", "least_total", "most_total"],
        rows: (3..=10_u8)
            .map(|bosses| {
                let matches = fixtures::matches(bosses, rules.plan.legs);
                let each = (bosses - 1) * rules.plan.legs;
                let win = i64::from(rules.plan.win_points);
                vec![
                    int(bosses),
                    int(matches),
                    int(each),
                    int(i64::from(each) * win),
                    int(i64::from(matches) * 2),
                    int(i64::from(matches) * win),
                ]
            })
            .collect(),
    };
    vec![shoot_out, teams_table, stars, deck, cup_table, league]
}
