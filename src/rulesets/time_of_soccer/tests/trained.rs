//! The trained policy: fewer operation points and less money are left lying
//! about than by the planner.

use super::super::bots::{Bot, Memory};
use super::*;
use crate::bots::prospects;
use crate::game::{Bots, Planning};

/// The choice of the trained policy, or of a script.
fn choice(r: &Rules, s: &State, script: Option<Bot>, memory: &mut Memory) -> u16 {
    let mut list = Moves::default();
    moves::legal(r, s, &mut list);
    let view = View::new(r, s, s.asked);
    let mut whim = Whim::new(Luck::new(1, 1, 1), 0, 0);
    match script {
        Some(bot) => TimeOfSoccer::decide(bot, r, view, &list, memory, &mut whim),
        None => TimeOfSoccer::weigh(&r.weights, r, view, &list, memory, &mut whim),
    }
}

/// What two-seat seasons among themselves show of a policy.
#[derive(Debug, Default)]
struct Waste {
    /// Market turns.
    turns: u32,
    /// Turns stopped with four or more operation points left.
    idle: u32,
    /// Dollars at the end, of all clubs.
    cash: i64,
}

fn waste(script: Option<Bot>) -> Waste {
    let r = rules::<TimeOfSoccer>(&[("players", "2")]).unwrap();
    let mut waste = Waste::default();
    for block in 0..20 {
        let mut chance = Stream::new(Luck::new(4, 4, block));
        let mut s = TimeOfSoccer::setup(&r, &[0, 1], &mut chance, &mut Silent);
        let mut memories = [Memory::default(); 2];
        while let Turn::Ask(seat) = TimeOfSoccer::turn(&r, &s) {
            let chosen = choice(&r, &s, script, &mut memories[usize::from(seat)]);
            let stops = s.question == Question::Step && chosen == moves::NO;
            waste.idle += u32::from(stops && s.points_left >= 4);
            TimeOfSoccer::apply(&r, &mut s, chosen, &mut chance, &mut Silent);
        }
        waste.turns += s.clubs[..2].iter().map(|club| u32::from(club.log.turns)).sum::<u32>();
        waste.cash += s.clubs[..2].iter().map(|club| i64::from(club.cash)).sum::<i64>();
    }
    waste
}

#[test]
fn fewer_days_are_idle_and_less_money_outlives_the_season() {
    let (trained, planner) = (waste(None), waste(Some(Bot::Planner)));
    assert!(planner.idle > 200, "the blunder is there to be seen: {planner:?}");
    assert!(4 * trained.idle < 3 * planner.idle, "{trained:?} {planner:?}");
    assert!(2 * trained.cash < planner.cash, "{trained:?} {planner:?}");
}

#[test]
fn points_left_over_are_driven_towards_tomorrows_tile() {
    let mut b = Bench::new(&[]);
    let scout = (0..MARKET as u8)
        .filter(|&tile| b.r.prints[usize::from(tile)].kind == Kind::Scout)
        .max_by_key(|&tile| b.r.prints[usize::from(tile)].points)
        .unwrap();
    b.lay(5, scout);
    let goal = b.north(5);
    let (r, seat) = (&b.r, 0);
    let far = |&street: &u8| r.map.distance[r.traffic(seat)][usize::from(street)][usize::from(goal)];
    let street = (0..r.map.streets as u8).max_by_key(far).unwrap();
    let before = far(&street);
    b.turn(street, 3);
    let script = choice(&b.r, &b.s, Some(Bot::Planner), &mut Memory::default());
    assert_eq!(script, moves::NO, "the planner waits for tiles that come to it");
    let chosen = choice(&b.r, &b.s, None, &mut Memory::default());
    assert_eq!(moves::kind(chosen), moves::MOVE);
    let after = b.r.map.distance[b.r.traffic(seat)][usize::from(chosen as u8)][usize::from(goal)];
    assert!(after < before, "{before} to {after}");
}

/// A market turn is one choice: every tile within reach and staying are plans, and
/// the plan in mind is driven to its end.
#[test]
fn a_search_chooses_between_market_turns_and_holds_to_the_one_chosen() {
    let mut b = Bench::new(&[]);
    let scouts: Vec<u8> = (0..MARKET as u8)
        .filter(|&tile| b.r.prints[usize::from(tile)].kind == Kind::Scout)
        .filter(|&tile| {
            b.r.prints[usize::from(tile)].points > b.r.prints[usize::from(b.s.clubs[0].scout)].points
        })
        .take(2)
        .collect();
    let spaces = [5, 14];
    spaces.into_iter().zip(scouts).for_each(|(space, tile)| b.lay(space, tile));
    let start = b.north(5);
    b.turn(start, 7);
    let mut minds = Vec::new();
    let none = Memory::default();
    let planning =
        |b: &Bench, memory: &Memory| TimeOfSoccer::planning(&b.r, View::new(&b.r, &b.s, 0), memory);
    assert_eq!(planning(&b, &none), Planning::Plans);
    TimeOfSoccer::plans(&b.r, View::new(&b.r, &b.s, 0), &none, &mut |mind| minds.push(mind));
    let ends: BTreeSet<u16> = minds
        .iter()
        .map(|&mind| {
            let (mut b, mut memory) = (Bench { r: b.r.clone(), s: b.s }, mind);
            loop {
                let chosen = choice(&b.r, &b.s, None, &mut memory);
                if moves::kind(chosen) != moves::MOVE {
                    return chosen;
                }
                b.act(|play| play.drive(chosen as u8));
                assert_eq!(planning(&b, &memory), Planning::Underway);
            }
        })
        .collect();
    let wanted = spaces.map(|space| code(moves::ENTER, space));
    assert!(wanted.iter().all(|end| ends.contains(end)) && ends.contains(&moves::NO), "{ends:x?}");
    // Tomorrow there is another turn to plan.
    b.s.day += 1;
    assert_eq!(planning(&b, &minds[0]), Planning::Plans);
    b.s.question = Question::Bill;
    assert_eq!(planning(&b, &none), Planning::Moves);
}

/// More points, money, levels or people are never worth less, in any week.
#[test]
fn a_standing_is_worth_more_with_more_of_what_counts() {
    let mut b = Bench::new(&[("players", "4")]);
    let more: [fn(&mut State); 6] = [
        |s| s.points[usize::from(s.clubs[1].number)] += 3,
        |s| s.clubs[1].cash += 20,
        |s| s.clubs[1].raw[0] += 2,
        |s| s.clubs[1].raw[1] += 2,
        |s| s.clubs[1].press_vp += 4,
        |s| s.clubs[1].satisfaction += 2,
    ];
    for week in 1..=10 {
        b.s.week = week;
        let before = prospects::worths::<TimeOfSoccer>(&b.r, &b.s);
        for (place, more) in more.iter().enumerate() {
            let mut s = b.s;
            more(&mut s);
            let after = prospects::worths::<TimeOfSoccer>(&b.r, &s);
            assert!(
                after[1] > before[1] && after[0] < before[0],
                "{place} in week {week}: {before:?} {after:?}"
            );
        }
    }
}
