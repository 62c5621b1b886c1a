//! The scripted bots on hand-made tables, and who beats whom.

use super::super::Bot;
use super::*;
use crate::bots::prospects;

/// Every choice that a bot makes on a table, over many whims.
fn choices(bot: Bot, table: &Bench) -> BTreeSet<Code> {
    let mut moves = Moves::default();
    moves::legal(&table.rules, &table.state, &mut moves);
    let view = FutbolDash::view(&table.rules, &table.state, table.state.asked);
    let mut whim = Whim::new(Luck::new(1, 2, 3), 0, 0);
    (0..200).map(|_| FutbolDash::decide(bot, &table.rules, view, &moves, &mut (), &mut whim)).collect()
}

fn only(bot: Bot, table: &Bench, code: Code) {
    assert_eq!(choices(bot, table), BTreeSet::from([code]), "{bot:?}");
}

#[test]
fn rusher_plays_in_its_order() {
    let three = [("players", "3")];
    let hand = |ap: [u8; 3], hand: &[u8]| bench(&three).ap(&ap).hand(0, hand).ready();
    let all = [N2, T3, L5, D2, HALF, PEN, OFFS, SUB, YEL, RED];
    only(Bot::Rusher, &hand([8, 3, 5], &all), p(T3));
    only(Bot::Rusher, &hand([7, 3, 5], &all), p(PEN));
    only(Bot::Rusher, &hand([5, 3, 5], &all), p(T3));
    let rest = [L5, D2, HALF, OFFS, SUB, YEL, RED];
    let cards = choices(Bot::Rusher, &hand([5, 3, 5], &rest));
    assert_eq!(cards, BTreeSet::from([at(YEL, 1), at(YEL, 2), at(RED, 1), at(RED, 2)]));
    only(Bot::Rusher, &hand([5, 3, 5], &[L5, D2, HALF, OFFS, SUB]), p(SUB));
    only(Bot::Rusher, &hand([5, 3, 5], &[L5, D2, HALF, OFFS]), at(OFFS, 2));
    let tied = choices(Bot::Rusher, &hand([5, 5, 5], &[L5, D2, HALF, OFFS]));
    assert_eq!(tied, BTreeSet::from([at(OFFS, 1), at(OFFS, 2)]), "ties among targets by lot");
    only(Bot::Rusher, &hand([5, 3, 5], &[L5, D2, HALF]), at(D2, 2));
    only(Bot::Rusher, &hand([5, 1, 1], &[L5, D2, HALF]), p(HALF));
    only(Bot::Rusher, &hand([5, 1, 1], &[L5, D2]), p(L5));
}

#[test]
fn rusher_discards_and_exchanges() {
    let stuck = |hand: &[u8]| bench(&[]).ap(&[10, 1]).hand(0, hand).ready();
    only(Bot::Rusher, &stuck(&[N2, D5, FOUL]), d(D5));
    only(Bot::Rusher, &stuck(&[N2, FOUL, VAR]), d(N2));
    assert_eq!(choices(Bot::Rusher, &stuck(&[FOUL, VAR])), BTreeSet::from([d(FOUL), d(VAR)]));
    let sub = |hand: &[u8]| bench(&[]).hand(0, hand).hand(0, &[SUB]).ready().then(p(SUB), &[]);
    only(Bot::Rusher, &sub(&[N2, T3, D2, FOUL]), x(&[D2, FOUL]));
    let threes = choices(Bot::Rusher, &sub(&[N2, D2, D3, FOUL, VAR]));
    assert_eq!(threes.len(), 4, "three of the four that are not offensive, by lot");
    // A free discard comes after every play.
    let free = bench(&[("free-discard", "on")]).ap(&[8]).hand(0, &[N2, D5]).ready();
    only(Bot::Rusher, &free, p(N2));
}

#[test]
fn rusher_answers() {
    let laid = |ap: u8, card: u8| {
        let table = bench(&[]).ap(&[ap, 7]).hand(0, &[card]).hand(1, &[FOUL]).ready();
        let code = table.codes()[0];
        table.then(code, &[])
    };
    only(Bot::Rusher, &laid(8, T3), 1);
    only(Bot::Rusher, &laid(7, T3), 0);
    only(Bot::Rusher, &laid(0, D3), 1);
    only(Bot::Rusher, &laid(0, D2), 0);
    // Not against somebody else.
    let other = bench(&[("players", "3")]).ap(&[0, 5, 5]).hand(0, &[D5]).hand(1, &[FOUL]).ready();
    only(Bot::Rusher, &other.then(at(D5, 2), &[]), 0);
    // V.A.R. for the own card, or as the target to keep it cancelled.
    let own = bench(&[]).hand(0, &[L5, VAR]).hand(1, &[FOUL, VAR]).ready();
    let own = own.then(p(L5), &[]).then(1, &[Draw(N2)]);
    only(Bot::Rusher, &own, 1);
    let back = own.then(1, &[Draw(N2)]);
    only(Bot::Rusher, &back, 0);
    let target = bench(&[]).ap(&[0, 5]).hand(0, &[D5, VAR]).hand(1, &[FOUL, VAR]).ready();
    let target = target.then(at(D5, 1), &[]).then(1, &[Draw(N2)]).then(1, &[Draw(N2)]);
    only(Bot::Rusher, &target, 1);
}

#[test]
fn blocker_stops_threats_before_building() {
    let three = [("players", "3")];
    let hand = |ap: [u8; 3], hand: &[u8]| bench(&three).ap(&ap).hand(0, hand).ready();
    only(Bot::Blocker, &hand([0, 7, 9], &[L5, D2, D3, OFFS]), at(OFFS, 2));
    only(Bot::Blocker, &hand([0, 7, 5], &[L5, D2, D3, OFFS]), at(D3, 1));
    only(Bot::Blocker, &hand([0, 6, 5], &[L5, D2, D3, OFFS]), p(L5));
    only(Bot::Blocker, &hand([8, 9, 9], &[T3, OFFS]), p(T3));
    // One goal from winning, 5 points are a threat.
    let near = bench(&three).goals(&[0, 0, 2]).ap(&[0, 6, 5]).hand(0, &[L5, D5]).ready();
    only(Bot::Blocker, &near, at(D5, 2));
    // Yellow and Red at the leader, before any +2.
    let lead = bench(&three).goals(&[0, 1, 0]).ap(&[0, 0, 4]).hand(0, &[N2, YEL]).ready();
    only(Bot::Blocker, &lead, at(YEL, 1));
    let lead = bench(&three).goals(&[0, 1, 0]).ap(&[0, 0, 4]).hand(0, &[T3, YEL]).ready();
    only(Bot::Blocker, &lead, p(T3));
    // Defensive cards are kept.
    let stuck = bench(&[]).ap(&[10, 1]).hand(0, &[D5, FOUL]).ready();
    only(Bot::Blocker, &stuck, d(FOUL));
    // With two Fouls it answers from 7 on, with one only a shot.
    let laid = |hand: &[u8]| bench(&[]).ap(&[4]).hand(0, &[T3]).hand(1, hand).ready().then(p(T3), &[]);
    only(Bot::Blocker, &laid(&[FOUL, FOUL]), 1);
    only(Bot::Blocker, &laid(&[FOUL]), 0);
}

#[test]
fn planner_takes_the_shortest_way() {
    let hand = |ap: u8, hand: &[u8]| bench(&[]).ap(&[ap, 0]).hand(0, hand).ready();
    // From 3: +5 and +3 are two cards, +2 leads to three.
    assert_eq!(choices(Bot::Planner, &hand(3, &[L5, T3, N2, N2])), BTreeSet::from([p(L5), p(T3)]));
    // From 5: never to 10 without a Penalty.
    only(Bot::Planner, &hand(5, &[L5, T3, T3]), p(T3));
    only(Bot::Planner, &hand(8, &[T3, PEN]), p(T3));
    only(Bot::Planner, &hand(7, &[T3, PEN]), p(PEN));
    only(Bot::Planner, &hand(9, &[T3, L5, SUB]), p(SUB));
    let sub = hand(9, &[T3, L5, SUB, VAR, N2]).then(p(SUB), &[]);
    only(Bot::Planner, &sub, x(&[T3, L5]));
    // Halftime when far behind in points.
    let behind = bench(&[]).goals(&[0, 1]).ap(&[2, 5]).hand(0, &[L5, HALF]).ready();
    only(Bot::Planner, &behind, p(HALF));
    let red = bench(&[]).ap(&[3, 2]).hand(0, &[L5, RED]).ready();
    only(Bot::Planner, &red, at(RED, 1));
}

#[test]
fn counter_counts_the_grid_and_the_fouls() {
    let grid = |grid, hand: &[u8]| bench(&[]).grid(grid).ap(&[8, 0]).hand(0, hand).ready();
    only(Bot::Counter, &grid([10, 3, 3, 3, 1], &[T3, N2]), p(T3));
    // One goal among eight cards and the Own Goal: something else first.
    only(Bot::Counter, &grid([1, 3, 3, 0, 1], &[T3, YEL]), at(YEL, 1));
    // Not while an opponent is a threat.
    let pressed = bench(&[]).grid([1, 3, 3, 0, 1]).ap(&[8, 8]).hand(0, &[T3, YEL]).ready();
    only(Bot::Counter, &pressed, p(T3));
    // All Fouls are unseen and the opponent holds most unseen cards: the
    // Penalty cannot be fouled.
    let looming = |hand: &[u8]| {
        let table = bench(&[]).ap(&[8, 0]).hand(0, hand).hand(1, &[N2; 6]).hand(1, &[L5; 6]);
        table.deck(&[FOUL; 3]).ready()
    };
    only(Bot::Counter, &looming(&[T3, PEN]), p(PEN));
    only(Bot::Counter, &looming(&[T3, PEN, VAR]), p(T3));
    // The last Foul is saved.
    let laid = |goals: [u8; 2], grid, hand: &[u8]| {
        let table = bench(&[]).goals(&goals).grid(grid).ap(&[8]).hand(0, &[T3]).hand(1, hand).ready();
        table.then(p(T3), &[])
    };
    only(Bot::Counter, &laid([0, 0], [3, 3, 3, 1, 0], &[FOUL]), 0);
    only(Bot::Counter, &laid([2, 0], [3, 3, 3, 1, 0], &[FOUL]), 1);
    only(Bot::Counter, &laid([0, 0], [6, 2, 2, 1, 0], &[FOUL]), 1);
    only(Bot::Counter, &laid([0, 0], [3, 3, 3, 1, 0], &[FOUL, FOUL]), 1);
    // Express: behind with the deck nearly out, Halftime.
    let late = bench(&[("match", "express")]).goals(&[0, 1]).ap(&[8, 0]).hand(0, &[L5, HALF, N2]);
    only(Bot::Counter, &late.deck(&[N2; 3]).ready(), p(HALF));
}

/// Wins of the first of two bots, seats changed, over 2 × `blocks` matches.
fn share(first: &str, second: &str, blocks: u64) -> f64 {
    let rules = rules(&[]);
    let mut won = 0_u32;
    for block in 0..blocks {
        for rotation in [0, 1] {
            let (luck, bots) = (Luck::new(61, 1, block), [first, second]);
            let mut chance = Stream::new(luck);
            let end = played::<FutbolDash, _, _>(&rules, &bots, (luck, rotation), &mut chance, &mut Silent);
            let seat = usize::from(rotation);
            won += u32::from(FutbolDash::outcome(&rules, &end).share[seat] == WIN);
        }
    }
    f64::from(won) / (2 * blocks) as f64
}

#[test]
fn skill_tells() {
    assert!(share("rusher", "random", 200) > 0.6);
    assert!(share("blocker", "rusher", 400) > 0.5);
    assert!(share("planner", "rusher", 400) > 0.5);
    assert!(share("counter", "rusher", 400) > 0.5);
}

/// What is looked at in three standings, by hand: a shot in hand two turns off, a dead
/// end with one goal to go, and a hand that leads nowhere.
#[test]
fn a_standing_is_what_lies_on_the_table_and_what_the_hand_makes_of_it() {
    let b = bench(&[("players", "3")]).active(1).goals(&[1, 2, 0]).ap(&[8, 10, 4]);
    let b = b.hand(0, &[T3, N2, D5, FOUL]).hand(1, &[N2, N2, HALF, VAR]).hand(2, &[PEN, L5, L5, OFFS]);
    let looks = FutbolDash::FEATURES;
    let seen = |seat: usize| {
        let mut seen = [0; FutbolDash::PROSPECTS];
        FutbolDash::outlook(&b.rules, &b.state, seat, &mut seen);
        let names = looks[looks.len() - seen.len()..].iter().map(|look| look.name);
        names.zip(seen).filter(|(_, much)| *much != 0).collect::<Vec<_>>()
    };
    let shot = [
        ("stands-goal", 1),
        ("stands-points", 8),
        ("stands-ready", 1),
        ("stands-ready-wait", 2),
        ("stands-need", 1),
        ("stands-wait", 2),
        ("stands-hand", 4),
        ("stands-offence", 2),
        ("stands-defence", 1),
        ("stands-foul", 1),
    ];
    assert_eq!(seen(0), shot);
    let dead_end = [
        ("stands-goal", 2),
        ("stands-last", 1),
        ("stands-points", 10),
        ("stands-dead-end", 1),
        ("stands-stuck", 1),
        ("stands-hand", 4),
        ("stands-offence", 2),
        ("stands-var", 1),
        ("stands-halftime", 1),
        ("stands-last-points", 10),
    ];
    assert_eq!(seen(1), dead_end);
    let nowhere = [
        ("stands-points", 4),
        ("stands-stuck", 1),
        ("stands-wait", 1),
        ("stands-hand", 4),
        ("stands-offence", 2),
        ("stands-penalty", 1),
    ];
    assert_eq!(seen(2), nowhere);
}

/// A goal more and a shot in hand are worth something at every table.
#[test]
fn a_standing_is_worth_more_with_a_goal_and_with_a_shot_in_hand() {
    for players in ["2", "3", "4", "5", "6"] {
        let table = || bench(&[("players", players)]).ap(&[8, 3, 6, 0, 5, 2]);
        let worths = |b: Bench| prospects::worths::<FutbolDash>(&b.rules, &b.state);
        let (stuck, ready) = (worths(table().hand(0, &[L5])), worths(table().hand(0, &[T3])));
        let ahead = worths(table().hand(0, &[L5]).goals(&[1]));
        for (what, more) in [("a shot", ready), ("a goal", ahead)] {
            assert!(more[0] > stuck[0] && more[1] < stuck[1], "{what}, {players}: {stuck:?} {more:?}");
        }
    }
}
