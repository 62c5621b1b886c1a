//! Ledger section 6: what the scripted bots do, and who beats whom.

use super::super::bots::forecast::{best_points, duel, half_times, win_draw};
use super::super::bots::{Bot, Memory, worth};
use super::*;
use crate::game::{Bots, Play};

impl Bench {
    /// What a bot answers to the question now.
    fn ask_bot(&self, bot: Bot) -> u16 {
        let mut list = Moves::default();
        moves::legal(&self.r, &self.s, &mut list);
        let view = View::new(&self.r, &self.s, self.s.asked);
        let mut whim = Whim::new(Luck::new(1, 1, 1), 0, 0);
        TimeOfSoccer::decide(bot, &self.r, view, &list, &mut Memory::default(), &mut whim)
    }
}

/// Seat 0 in its turn, with a striker of this price and shot on a space.
fn striker(b: &mut Bench, space: u8, index: usize, price: u8, shot: u8) -> u8 {
    let tile = b.tile(Kind::Footballer, index);
    b.shape(tile, &["STL"], [0, 0, 0, 0, 0, 0, shot], [0; 4]);
    b.r.tiles[usize::from(tile)] = b.word(tile).priced(price, 1);
    b.lay(space, tile);
    tile
}

#[test]
fn gains_are_differences_of_the_best_line_ups() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut checked = 0;
    season(&r, 12, |s| {
        if s.question != Question::Step || s.week % 3 != 1 || s.day != 5 {
            return;
        }
        let view = View::new(&r, s, s.asked);
        let own = &s.clubs[usize::from(s.asked)];
        let value = |squad: &[u8]| {
            own.managers()
                .iter()
                .map(|&principal| {
                    let crew = Club {
                        squad,
                        extra: None,
                        managers: own.managers(),
                        principal,
                        previous: &own.eleven,
                    };
                    best(&r, &r.tiles, crew, Objective::Value)
                })
                .reduce(|top, next| if next.value() > top.value() { next } else { top })
                .unwrap()
        };
        let mut memory = Memory::default();
        let base = value(own.squad());
        for &tile in s.market.space.iter().filter(|&&t| t != NONE) {
            if r.prints[usize::from(tile)].kind == Kind::Footballer {
                let squad = [own.squad(), &[tile]].concat();
                let found = value(&squad);
                let gain = memory.gain(view, tile);
                assert_eq!(gain.twice, found.value() - base.value());
                assert_eq!(gain.fills, found.holes() < base.holes());
                checked += 1;
            }
        }
    });
    assert!(checked > 20);
}

#[test]
fn youth_values_a_footballer_at_gain_plus_3_per_filled_slot_less_half_the_price() {
    // In the empty pitch a striker with shot s brings 2 + s attack of which
    // |A − D| / 2 is a part: A −12 → s − 10, D −10.
    let mut b = Bench::new(&[]);
    b.s.clubs[0].cash = 20;
    striker(&mut b, 0, 0, 6, 0);
    b.turn(b.north(0), 4);
    // Gain 2 + (1 − ½·0) … V goes from −22 − 1 to −20 − 0: 3; worth 3 + 3 − 3 > 0.
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::ENTER, 0));
    b.r.tiles[usize::from(b.s.market.space[0])] = b.word(b.s.market.space[0]).priced(7, 1);
    assert_eq!(b.ask_bot(Bot::Youth), moves::NO, "dearer than 6 is never bought");
    let weak = striker(&mut b, 0, 0, 6, 1);
    b.s.clubs[0].salaries = 13;
    assert_eq!(b.ask_bot(Bot::Youth), moves::NO, "the balance would fall below 0");
    b.s.clubs[0].salaries = 12;
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::ENTER, 0));
    b.own(0, FIRST_STARTER as u8);
    b.own(0, weak);
    b.s.market.space[0] = NONE;
    let second = striker(&mut b, 0, 1, 6, 3);
    // It replaces a shot of 1 by 3: gain at most 2 + ½, no slot filled, −3.
    b.s.clubs[0].salaries = 2;
    assert_eq!(b.ask_bot(Bot::Youth), moves::NO);
    b.r.tiles[usize::from(second)] = b.word(second).priced(2, 1);
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::ENTER, 0));
}

#[test]
fn youth_wants_bets_on_a_goal_better_cheap_staff_and_nothing_else() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].cash = 30;
    let wants = |b: &mut Bench, tile: u8| {
        b.lay(0, tile);
        b.turn(b.north(0), 4);
        b.ask_bot(Bot::Youth) == code(moves::ENTER, 0)
    };
    for claim in Claim::ALL {
        let tile = b.release(claim);
        assert_eq!(wants(&mut b, tile), matches!(claim, Claim::Score1 | Claim::WinDraw), "{claim:?}");
    }
    for kind in [Kind::Manager, Kind::Advertising, Kind::Television, Kind::Friendly] {
        let tile = b.tile(kind, 0);
        assert!(!wants(&mut b, tile), "{}", kind.name());
    }
    let scouts = [0, 2].map(|k| b.tile(Kind::Scout, k));
    assert_eq!(scouts.map(|t| b.word(t).salary()), [1, 2]);
    assert_eq!([wants(&mut b, scouts[0]), wants(&mut b, scouts[1])], [true, false], "never a dearer salary");
    let sales = b.tile(Kind::Sales, 0);
    assert!(!wants(&mut b, sales));
}

#[test]
fn youth_sells_the_first_unused_starter() {
    let mut b = Bench::new(&[]);
    for k in 0..6 {
        b.own(0, FIRST_STARTER as u8 + k);
    }
    // A better goalkeeper benches the starting one (index 0).
    b.shape(0, &["GK"], [0, 9, 0, 0, 0, 0, 0], [0; 4]);
    b.own(0, 0);
    let sales = b.tile(Kind::Sales, 0);
    b.lay(0, sales);
    b.turn(b.north(0), 4);
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::ENTER, 0));
    b.answer(code(moves::ENTER, 0), &[]);
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::SELL, 0));
    b.act(|play| play.depart(0, 0));
    assert_eq!(b.ask_bot(Bot::Youth), moves::NO, "nobody is unused");
}

#[test]
fn bots_drive_to_the_best_tile_in_reach_else_towards_next_turns() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].cash = 30;
    striker(&mut b, 0, 0, 2, 3);
    striker(&mut b, 2, 1, 2, 9);
    b.turn(0, 4);
    assert_eq!(b.north(2), 2);
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::MOVE, 1), "two moves to the better one");
    b.turn(0, 2);
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::ENTER, 0), "out of reach: the one at hand");
    b.s.market.space[0] = NONE;
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::MOVE, 1), "towards next turn's target");
    b.s.market.space[2] = b.release(Claim::Score1);
    b.r.tiles[usize::from(b.s.market.space[2])] = b.word(b.s.market.space[2]).gapped(2);
    assert_eq!(b.ask_bot(Bot::Youth), moves::NO, "only for footballers and contracts");
}

#[test]
fn the_first_corner_with_most_enterable_tiles_within_three_moves() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].cash = 30;
    b.s.question = Question::Corner;
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::CORNER, 0), "ties go to the lower code");
    striker(&mut b, 15, 0, 2, 3);
    striker(&mut b, 14, 1, 2, 3);
    let near = |corner: u8| {
        let street = usize::from(b.r.corners[usize::from(corner)]);
        [14, 15].iter().filter(|&&s| b.r.map.distance[0][street][usize::from(b.north(s))] <= 3).count()
    };
    let counts = [0, 1, 2, 3].map(near);
    let most = *counts.iter().max().unwrap();
    assert!(most > 0);
    let expected = counts.iter().position(|&c| c == most).unwrap() as u8;
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::CORNER, expected));
}

#[test]
fn common_answers_to_fee_dismissal_recovery_and_unique_start() {
    let mut b = Bench::new(&[("fatigue", "on")]);
    b.own(0, FIRST_STARTER as u8);
    let sales = b.tile(Kind::Sales, 0);
    b.lay(0, sales);
    (b.s.question, b.s.tile, b.s.at) = (Question::Fee, 0, 0);
    for (fee, pays) in [(2, true), (3, false)] {
        b.s.bill = fee;
        assert_eq!(b.ask_bot(Bot::Youth), u16::from(pays), "value 2 and bonus 1 against {fee}");
    }
    let hired = [b.tile(Kind::Manager, 7), b.tile(Kind::Manager, 0)];
    b.employ(0, hired[0]);
    b.employ(0, hired[1]);
    b.s.question = Question::Dismiss;
    assert_eq!(
        b.ask_bot(Bot::Star),
        code(moves::DISMISS, 2),
        "the lowest training, not the starting manager"
    );
    b.s.clubs[0].fatigue = -1;
    b.s.question = Question::Recovery;
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::RECOVER, 1));
    b.s.question = Question::Unique;
    let first = FIRST_UNIQUE as u8;
    b.s.hand = [first, first + 1, first + 2];
    for (k, main) in [(0, 4), (1, 5), (2, 5)] {
        let print = b.r.prints[usize::from(first + k)].main;
        let mut skills = [0; 7];
        skills[usize::from(print)] = main;
        b.r.tiles[usize::from(first + k)] = Tile::footballer(skills, [0; 4]);
    }
    assert_eq!(b.ask_bot(Bot::Youth), code(moves::KEEP, 0b110));
}

#[test]
fn re_rolls_by_default_and_by_bot() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [1; 2], [false; 2]);
    b.s.asked = 0;
    for (question, hits, goals, shots, youth, star, banker) in [
        (Question::AttackAgain, 0, [0, 0], 0, 1, 1, 0),
        (Question::AttackAgain, 1, [0, 0], 0, 1, 1, 0),
        (Question::AttackAgain, 2, [0, 0], 0, 0, 0, 0),
        (Question::DefenceAgain, 0, [3, 0], 2, 1, 0, 1),
        (Question::DefenceAgain, 1, [0, 0], 3, 1, 0, 1),
        (Question::DefenceAgain, 1, [1, 0], 3, 0, 0, 1),
        (Question::DefenceAgain, 2, [0, 2], 8, 0, 0, 0),
    ] {
        b.s.question = question;
        (b.s.game.hits, b.s.game.goals, b.s.game.shots) = (hits, goals, shots);
        let answers = [Bot::Youth, Bot::Star, Bot::Banker].map(|bot| b.ask_bot(bot));
        assert_eq!(answers, [youth, star, banker], "{question:?} {hits} hits at {goals:?}");
    }
}

#[test]
fn line_ups_and_team_types_by_bot() {
    let mut b = Bench::new(&[("fatigue", "on")]);
    b.at_home(Fixture::League(0));
    let chosen = [Bot::Youth, Bot::Banker, Bot::Star].map(|bot| b.ask_bot(bot) & 0xFF);
    assert_eq!(chosen, [0, 1, 2], "sum, lower level, attack");
    b.s.question = Question::Team;
    for (energy, teams) in [(2, [1, 0]), (1, [1, 2]), (0, [2, 2])] {
        b.s.clubs[0].energy = energy;
        assert_eq!([Bot::Youth, Bot::Star].map(|bot| b.ask_bot(bot) & 0xFF), teams);
    }
    b.s.clubs[0].energy = 2;
    b.s.clubs[0].raw = [5, 5];
    assert_eq!(b.ask_bot(Bot::Banker) & 0xFF, 2, "Substitute against a weaker level");
    b.s.clubs[0].raw = [0, 1];
    assert_eq!(b.ask_bot(Bot::Banker) & 0xFF, 1);
}

#[test]
fn the_planner_knows_the_exact_odds() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    for (own, other) in [([4, 4], [4, 4]), ([6, 2], [3, 3]), ([1, 5], [4, 2])] {
        let exact = match_odds(&r, own, other, [Policy::Never; 2]);
        let found = win_draw(&duel(&r, own, other, false));
        assert!((exact[0].value() - found[0]).abs() < 1e-12 && (exact[1].value() - found[1]).abs() < 1e-12);
    }
    for owned in [[true, true], [true, false], [false, true]] {
        let [first, draw, second] = best_use(&r, [[4; 2]; 2], owned).map(|p| p.value());
        let found = best_points(&r, [[4; 2]; 2], owned);
        assert!(
            (found[0] - 3.0 * first - draw).abs() < 1e-12 && (found[1] - 3.0 * second - draw).abs() < 1e-12
        );
    }
}

/// What is shared between scores and re-rolls left is the same to the last bit: a
/// tie that is one no more would be repeated.
#[test]
fn shared_values_are_those_worked_out_alone() {
    for change in [("players", "4"), ("goal-table", "additive"), ("match-defence-dice", "7")] {
        let r = rules::<TimeOfSoccer>(&[change]).unwrap();
        for levels in [[[4, 4], [4, 4]], [[6, 2], [10, 3]], [[1, 5], [0, 0]], [[9, 0], [8, 9]]] {
            for own in [0, 1] {
                for [shared, alone] in half_times(&r, levels, own) {
                    assert_eq!(shared.map(f64::to_bits), alone.map(f64::to_bits), "{levels:?} {change:?}");
                }
            }
        }
    }
}

#[test]
fn the_planner_repeats_when_that_is_worth_more() {
    let mut b = Bench::new(&[]);
    b.kick_off([[4; 2]; 2], [1, 0], [false; 2]);
    b.s.asked = 0;
    (b.s.question, b.s.place) = (Question::DefenceAgain, 1);
    // Last roll of the match, level so far, five shots against: 0 hits lose.
    (b.s.game.goals, b.s.game.shots, b.s.game.hits) = ([0, 0], 5, 0);
    b.r.home_first = true;
    assert_eq!(b.ask_bot(Bot::Planner), moves::YES);
    b.s.game.goals = [6, 0];
    assert_eq!(b.ask_bot(Bot::Planner), moves::NO, "won either way: ties are kept");
    b.s.game.goals = [0, 0];
    b.s.game.hits = 3;
    assert_eq!(b.ask_bot(Bot::Planner), moves::NO, "five saves already");
}

#[test]
fn least_trained_breaks_ties_to_the_lower_index() {
    let mut b = Bench::new(&[]);
    let hired = [b.tile(Kind::Manager, 0), b.tile(Kind::Manager, 1)];
    b.employ(0, hired[0]);
    b.employ(0, hired[1]);
    assert_eq!(worth::least_trained(View::new(&b.r, &b.s, 0)), 1);
}

/// Mean victory points of four bots, one per seat, over rotated seats.
fn table(names: [&str; 4], blocks: u64) -> [f64; 4] {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut sums = [0_i64; 4];
    for block in 0..blocks {
        let luck = Luck::new(9, 9, block);
        for rotation in 0..4 {
            let (at, chance) = ((luck, rotation), &mut Stream::new(luck));
            let end = played::<TimeOfSoccer, _, _>(&r, &names, at, chance, &mut Silent);
            let score = TimeOfSoccer::outcome(&r, &end).score;
            for seat in 0..4 {
                sums[(seat + usize::from(rotation)) % 4] += i64::from(score[seat]);
            }
        }
    }
    sums.map(|sum| sum as f64 / (4 * blocks) as f64)
}

#[test]
fn planner_beats_the_other_scripts_and_they_beat_random() {
    let [random, youth, banker, planner] = table(["random", "youth", "banker", "planner"], 40);
    assert!(random < youth && youth < planner && banker < planner && random < banker);
    let [random, star, _, planner] = table(["random", "star", "random", "planner"], 40);
    assert!(random < star && star < planner, "{random} {star} {planner}");
}

#[test]
fn scripted_bots_answer_legally_in_every_printed_variant() {
    for change in [
        ("players", "1"),
        ("fatigue", "on"),
        ("unique-start", "on"),
        ("secondary-market", "on"),
        ("free-traffic", "15"),
        ("no-random", "on"),
        ("tileset-mode", "resample"),
        ("board-spaces", "20"),
    ] {
        let r = rules::<TimeOfSoccer>(&[change]).unwrap();
        for name in ["youth", "star", "banker", "planner", "trained"] {
            let luck = Luck::new(1, 2, 3);
            let chance = &mut Stream::new(luck);
            let end = played::<TimeOfSoccer, _, _>(&r, &[name], (luck, 0), chance, &mut Silent);
            assert_ne!(end.winner, NONE, "{name} under {change:?}");
        }
    }
}
