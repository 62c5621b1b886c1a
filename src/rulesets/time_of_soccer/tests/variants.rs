//! Ledger 1.20: fatigue, solo, no random, free traffic, second market,
//! handicap, unique start.

use super::super::state::HOME;
use super::*;
use crate::game::Play;

/// A bench with Fatigue whose seat 0 has these tracks.
fn tired(energy: i8, fatigue: i8) -> Bench {
    let mut b = Bench::new(&[("fatigue", "on")]);
    (b.s.clubs[0].energy, b.s.clubs[0].fatigue) = (energy, fatigue);
    b.s.asked = 0;
    b
}

/// Seat 0 at home against a neutral, line-up chosen, raw levels set.
fn before_match(b: &mut Bench, raw: [u8; 2]) {
    b.at_home(Fixture::League(0));
    b.act(|play| {
        play.announce(0);
        play.s.clubs[0].raw = raw;
        play.run();
    });
}

#[test]
fn tos_fat_01_both_tracks_start_at_0() {
    let (_, s) = fresh(&[("fatigue", "on")], 0);
    assert!(s.clubs.iter().all(|club| (club.energy, club.fatigue) == (0, 0)));
}

#[test]
fn tos_fat_02_fatigue_lowers_both_levels_in_official_matches() {
    for fixture in [Fixture::League(0), Fixture::Cup(0)] {
        let mut b = tired(4, -3);
        b.at_home(fixture);
        b.act(|play| {
            play.announce(0);
            play.s.clubs[0].raw = [7, 5];
            play.run();
        });
        b.with(hits(&[3, 1]), |play| play.answer(code(moves::TEAM, 0)));
        assert_eq!(b.s.game.levels[HOME], [4, 2]);
    }
}

#[test]
fn tos_fat_03_energy_itself_changes_no_level() {
    for energy in [2, 6] {
        let mut b = tired(energy, 0);
        before_match(&mut b, [6, 5]);
        b.with(hits(&[3, 1]), |play| play.answer(code(moves::TEAM, 0)));
        assert_eq!(b.s.game.levels[HOME], [6, 5]);
    }
}

#[test]
fn tos_fat_04_a_friendly_costs_its_printed_energy() {
    for (mode, after) in [("on", -2), ("off", 0)] {
        let mut b = Bench::new(&[("fatigue", mode)]);
        let friendly = (0..7).map(|k| b.tile(Kind::Friendly, k)).find(|&t| b.word(t).energy() == 2).unwrap();
        b.s.clubs[0].friendly = friendly;
        b.act(|play| play.cash_friendly(0));
        assert_eq!(b.s.clubs[0].energy, after);
    }
}

#[test]
fn tos_fat_05_starting_mixed_substitute() {
    for (team, levels, energy) in [(0, [6, 5], 4 - 2), (1, [5, 4], 4 - 1), (2, [4, 3], 4)] {
        let mut b = tired(4, 0);
        before_match(&mut b, [6, 5]);
        assert_eq!(b.s.question, Question::Team);
        b.with(hits(&[3, 1]), |play| play.answer(code(moves::TEAM, team)));
        assert_eq!(b.s.game.levels[HOME], levels);
        assert_eq!(b.s.clubs[0].energy, 4, "paid after the match");
        b.s.game.goals = [1, 0];
        b.act(|play| play.full_time());
        assert_eq!(b.s.clubs[0].energy, energy);
    }
}

#[test]
fn tos_fat_06_a_type_must_be_within_the_energy_left() {
    for (energy, legal) in [(6, vec![0, 1, 2]), (2, vec![0, 1, 2]), (1, vec![1, 2])] {
        let mut b = tired(energy, 0);
        before_match(&mut b, [6, 5]);
        let codes: Vec<u16> = legal.into_iter().map(|t| code(moves::TEAM, t)).collect();
        assert_eq!((b.s.question, b.legal()), (Question::Team, codes));
    }
    let mut b = tired(0, 0);
    b.s.day = 6;
    b.with(hits(&[3, 1]), |play| {
        play.kick_off(Fixture::League(0), [0, 4]);
        play.run();
        play.answer(code(moves::LINE_UP, 0));
    });
    assert_eq!(b.s.game.team[HOME], 2, "only Substitute is left: no question");
    let mut b = Bench::new(&[("fatigue", "on"), ("energy-overdraft", "allow")]);
    before_match(&mut b, [6, 5]);
    assert_eq!(b.legal().len(), 3);
}

#[test]
fn tos_fat_07_two_recovery_points_shared_at_will() {
    for (points, energy, fatigue) in [(0, 3, -3), (1, 2, -2), (2, 1, -1)] {
        let mut b = tired(1, -3);
        b.s.next = Next::Recover(0);
        b.s.first = 0;
        b.act(|play| play.run());
        assert_eq!(b.legal(), [0, 1, 2].map(|f| code(moves::RECOVER, f)));
        b.luck(0, |play| play.answer(code(moves::RECOVER, points)));
        assert_eq!((b.s.clubs[0].energy, b.s.clubs[0].fatigue), (energy, fatigue));
    }
    let mut b = tired(1, -1);
    b.s.question = Question::Recovery;
    assert_eq!(b.legal().len(), 2, "not more than there is fatigue");
    b.s.clubs[0].fatigue = 0;
    b.s.next = Next::Recover(0);
    b.act(|play| play.ask_recovery(0));
    assert_eq!((b.s.next, b.s.clubs[0].energy), (Next::Recover(1), 3), "nothing to share: no question");
}

#[test]
fn tos_fat_08_energy_below_0_is_raised_and_paid_in_fatigue() {
    let mut b = tired(-4, -1);
    b.act(|play| play.recover(0));
    assert_eq!((b.s.clubs[0].energy, b.s.clubs[0].fatigue), (0, -3));
    let mut b = tired(-4, -1);
    b.act(|play| play.recover(1));
    assert_eq!((b.s.clubs[0].energy, b.s.clubs[0].fatigue), (0, -3), "−1 + 1 − 3");
    let mut b = tired(-2, -1);
    b.act(|play| play.recover(0));
    assert_eq!((b.s.clubs[0].energy, b.s.clubs[0].fatigue), (0, -1));
}

#[test]
fn tos_fat_09_below_minus_4_the_re_roll_is_lost_until_next_monday() {
    let mut b = tired(-5, -2);
    b.act(|play| play.recover(0));
    assert_eq!((b.s.clubs[0].fatigue, b.s.clubs[0].lost_reroll), (-4, true));
    b.s.clubs[0].energy = 4;
    before_match(&mut b, [6, 5]);
    b.with(hits(&[3, 1]), |play| {
        play.choose_team(0);
        assert_eq!(play.s.game.rerolls[HOME], 0);
        play.s.next = Next::Attack(0);
        play.attack(0);
        play.defend(0);
    });
    b.act(|play| play.monday());
    assert!(!b.s.clubs[0].lost_reroll);
    let mut b = tired(-4, -2);
    b.act(|play| play.recover(0));
    assert_eq!((b.s.clubs[0].fatigue, b.s.clubs[0].lost_reroll), (-4, false), "exactly −4 loses nothing");
}

#[test]
fn tos_fat_10_the_ends_of_the_tracks() {
    let mut b = tired(5, -1);
    b.act(|play| play.recover(0));
    assert_eq!(b.s.clubs[0].energy, 6);
    let mut b = tired(0, -1);
    b.act(|play| play.recover(2));
    assert_eq!(b.s.clubs[0].fatigue, 0);
    let mut b = tired(-6, 0);
    b.s.clubs[0].friendly = b.tile(Kind::Friendly, 0);
    b.act(|play| play.cash_friendly(0));
    assert_eq!(b.s.clubs[0].energy, -6);
}

#[test]
fn tos_fat_11_neutrals_ignore_fatigue() {
    let mut b = tired(4, -4);
    b.s.week = 10;
    before_match(&mut b, [6, 5]);
    assert_eq!(b.s.game.levels[1], [4, 4]);
}

#[test]
fn tos_fat_12_levels_are_clamped_and_final_scoring_keeps_the_fatigue() {
    let mut b = tired(4, -4);
    before_match(&mut b, [2, 10]);
    b.with(hits(&[3, 1]), |play| play.answer(code(moves::TEAM, 2)));
    assert_eq!(b.s.game.levels[HOME], [0, 4]);
    b.s.clubs[0].raw = [3, 10];
    b.luck(0, |play| play.score());
    assert_eq!(b.s.final_levels[0], [0, 6], "fatigue applies, the team type does not");
}

#[test]
fn tos_fat_13_a_friendly_may_take_energy_below_0() {
    let mut b = tired(0, 0);
    b.s.clubs[0].friendly = b.tile(Kind::Friendly, 0);
    b.act(|play| play.cash_friendly(0));
    assert!(b.s.clubs[0].energy < 0);
}

#[test]
fn tos_solo_01_three_removal_rolls_before_every_market_day() {
    let mut b = Bench::new(&[("players", "1")]);
    b.s.market.space[..16].fill(50);
    b.with(Script::dice(&[1, 1, 2, 3, 5, 2]), |play| play.open_market());
    let gone: Vec<usize> = (0..16).filter(|&s| b.s.market.space[s] == NONE).collect();
    assert_eq!(gone, [0, 6], "1,1 and 2,3; a 5 does nothing");
    b.with(Script::dice(&[1, 1, 4, 6, 6, 6]), |play| play.open_market());
    assert_eq!(b.s.log.absent, 2, "an empty space and sixes do nothing");
}

#[test]
fn tos_solo_02_white_is_the_row_and_blue_the_column() {
    for white in 1..=4_u8 {
        for blue in 1..=4_u8 {
            let mut b = Bench::new(&[("absent-buyers", "1")]);
            b.s.market.space[..16].fill(50);
            b.with(Script::dice(&[white, blue]), |play| play.open_market());
            let gone = b.s.market.space[..16].iter().position(|&t| t == NONE);
            assert_eq!(gone, Some(usize::from(4 * (white - 1) + blue - 1)));
        }
    }
}

#[test]
fn tos_solo_03_two_rolls_with_two_players_one_with_three_if_wanted() {
    let rolls = |players: &str, mode: &str| {
        rules::<TimeOfSoccer>(&[("players", players), ("absent-buyers", mode)]).unwrap().absent
    };
    assert_eq!(["1", "2", "3", "4"].map(|n| rolls(n, "auto")), [3, 0, 0, 0]);
    assert_eq!((rolls("2", "2"), rolls("3", "1"), rolls("1", "0")), (2, 1, 0));
}

#[test]
fn tos_solo_04_once_a_day_if_somebody_takes_a_market_day_and_no_refill() {
    let mut b = Bench::new(&[("players", "2"), ("absent-buyers", "1")]);
    b.s.market.space[..16].fill(50);
    b.s.market.cubes = 1;
    b.with(Script::dice(&[1, 1]), |play| {
        play.day();
        play.run();
    });
    assert_eq!((b.s.market.space[0], b.s.market.cubes), (NONE, 0), "with a cube too, and no refill");
    b.act(|play| play.answer(moves::NO));
    assert_eq!(b.s.asked, 1, "not again before the second player");
    b.s.day = 2;
    for club in &mut b.s.clubs {
        club.friendly = 60;
    }
    b.act(|play| play.open_market());
    assert_eq!(b.s.log.absent, 1, "nobody takes a Market Day: no roll");
    b.s.clubs[1].friendly = NONE;
    b.with(Script::dice(&[2, 2]), |play| play.open_market());
    assert_eq!(b.s.log.absent, 2);
    let table = removals(&b.r, 1);
    assert_eq!(table[&1], Fraction::new(4, 9));
}

#[test]
fn tos_solo_05_the_solo_player_must_beat_five_neutrals() {
    let mut b = Bench::new(&[("players", "1")]);
    b.s.points[..6].copy_from_slice(&[29, 1, 1, 1, 1, 1]);
    b.luck(0, |play| play.score());
    assert_eq!((b.s.winner, TimeOfSoccer::outcome(&b.r, &b.s).share[0]), (0, 60));
    b.s.points[1] = 30;
    b.luck(0, |play| play.score());
    assert_eq!((b.s.winner, TimeOfSoccer::outcome(&b.r, &b.s).share[0]), (1, 0));
}

#[test]
fn tos_nr_01_shots_and_saves_are_the_levels_and_nobody_is_asked() {
    for (levels, goals) in [([[7, 5], [3, 6]], [1, 0]), ([[3, 3], [3, 5]], [0, 0])] {
        let mut b = Bench::new(&[("no-random", "on")]);
        b.kick_off(levels, [1; 2], [false; 2]);
        b.play_out(hits(&[]), &[]);
        assert_eq!(b.s.game.goals, goals);
    }
}

#[test]
fn tos_nr_02_neutrals_still_roll() {
    let mut b = Bench::new(&[("no-random", "on")]);
    b.s.seat_of = [NONE; 8];
    (b.s.week, b.s.day) = (1, 6);
    b.with(hits(&[5, 1]), |play| play.league_match(0));
    assert_eq!(b.s.points.iter().sum::<u8>(), 3);
}

#[test]
fn tos_nr_03_how_a_drawn_cup_match_ends_without_dice() {
    let winner = |mode: &str, levels: [[u8; 2]; 2], script: Script| {
        let mut b = Bench::new(&[("no-random", "on"), ("no-random-cup-tie", mode)]);
        b.kick_off(levels, [0; 2], [false; 2]);
        b.s.game.fixture = Fixture::Cup(0);
        b.with(script, |play| play.full_time());
        b.s.bracket[8]
    };
    let uneven = [[5, 4], [3, 6]];
    assert_eq!(winner("penalties", uneven, hits(&[5, 2])), 0);
    assert_eq!(winner("home-wins", uneven, hits(&[])), 0);
    assert_eq!(winner("higher-defence", uneven, hits(&[])), 1);
    assert_eq!(winner("higher-defence", [[4; 2]; 2], hits(&[1])), 1, "then a coin");
}

#[test]
fn tos_free_01_to_every_space_that_shares_an_intersection() {
    let mut b = Bench::new(&[("free-traffic", "1")]);
    // Ends of a space in a grid of 5 × 5 intersections, whatever its direction.
    let ends = |street: u8| {
        let s = usize::from(street);
        if s < 20 {
            [(s / 4, s % 4), (s / 4, s % 4 + 1)]
        } else {
            [((s - 20) / 5, (s - 20) % 5), ((s - 20) / 5 + 1, (s - 20) % 5)]
        }
    };
    for street in 0..40 {
        b.turn(street, 2);
        let offered: BTreeSet<u8> =
            b.legal().into_iter().filter(|m| m >> 8 == u16::from(moves::MOVE)).map(|m| m as u8).collect();
        let expected: BTreeSet<u8> =
            (0..40).filter(|&o| o != street && ends(o).iter().any(|e| ends(street).contains(e))).collect();
        assert_eq!(offered, expected);
    }
}

#[test]
fn tos_free_02_free_traffic_is_each_players_own() {
    let r = rules::<TimeOfSoccer>(&[("free-traffic", "5")]).unwrap();
    assert_eq!([0, 1, 2, 3].map(|seat| r.traffic(seat)), [1, 0, 1, 0]);
    let mut b = Bench::new(&[("free-traffic", "2")]);
    b.turn(0, 2);
    assert_eq!(b.legal().len(), 1 + 2, "seat 0 obeys the signs");
}

/// A second market with one footballer worth 4, seat 0 on a Sales tile with
/// bonus 2.
fn second_market(cash: i16) -> (Bench, u8) {
    let mut b = Bench::new(&[("secondary-market", "on")]);
    let tile = b.tile(Kind::Footballer, 3);
    b.r.tiles[usize::from(tile)] = b.word(tile).priced(4, 1);
    b.s.market.pile[0] = tile;
    b.s.market.pile_size = 1;
    b.s.clubs[0].cash = cash;
    let sales = b.tile(Kind::Sales, 1);
    b.lay(0, sales);
    b.turn(b.north(0), 4);
    b.answer(code(moves::ENTER, 0), &[]);
    (b, tile)
}

#[test]
fn tos_sec_01_sold_footballers_go_to_an_open_pile() {
    for (mode, pile) in [("on", 1), ("off", 0)] {
        let mut b = Bench::new(&[("secondary-market", mode)]);
        b.own(0, 7);
        b.act(|play| play.depart(0, 0));
        assert_eq!(b.s.market.pile().len(), pile);
    }
}

#[test]
fn tos_sec_02_a_purchase_costs_value_and_bonus_with_the_same_roll() {
    let (mut b, tile) = second_market(6);
    assert_eq!(b.legal(), [moves::NO, code(moves::BUY, 0)], "usable without an own footballer");
    b.answer(code(moves::BUY, 0), &[0]);
    assert_eq!((b.cash(0), b.s.clubs[0].squad(), b.s.market.pile_size), (0, &[tile][..], 0));
    let (b, _) = second_market(5);
    assert_eq!(b.legal(), [moves::NO], "value and bonus must be there");
    let (mut b, _) = second_market(7);
    b.answer(code(moves::BUY, 0), &[5]);
    assert_eq!(b.s.asked, 1, "fee and price together cannot be paid: it fails");
    assert_eq!((b.cash(0), b.s.clubs[0].size), (7, 0));
    let (mut b, tile) = second_market(8);
    b.answer(code(moves::BUY, 0), &[5]);
    assert_eq!(b.s.question, Question::Fee);
    b.answer(moves::YES, &[]);
    assert_eq!((b.cash(0), b.s.clubs[0].squad()), (0, &[tile][..]));
}

#[test]
fn tos_sec_03_an_own_sold_footballer_may_be_bought_back_but_not_in_the_same_turn() {
    let (mut b, tile) = second_market(30);
    b.s.market.pile_size = 0;
    b.own(0, tile);
    b.turn(b.north(0), 4);
    b.answer(code(moves::ENTER, 0), &[]);
    b.answer(code(moves::SELL, 0), &[0]);
    assert_eq!((b.s.asked, b.s.market.pile()), (1, &[tile][..]), "the turn is over");
    b.turn(b.north(0), 4);
    b.answer(code(moves::ENTER, 0), &[]);
    b.answer(code(moves::BUY, 0), &[0]);
    assert_eq!(b.s.clubs[0].squad(), [tile]);
}

#[test]
fn tos_hcp_01_a_handicap_takes_fans_at_the_start() {
    let (_, s) = fresh(&[("handicap", "2")], 0);
    assert!(s.clubs.iter().all(|club| club.fans == 11));
    let (_, s) = fresh(&[("handicap", "3/0/1/0")], 0);
    assert_eq!([0, 1, 2, 3].map(|seat| s.clubs[seat].fans), [10, 13, 12, 13]);
    assert!(rules::<TimeOfSoccer>(&[("handicap", "4")]).is_err());
}

#[test]
fn tos_hcp_02_it_combines_with_free_traffic_and_any_neutral_level() {
    let changes = [("handicap", "3/0/0/0"), ("free-traffic", "2"), ("neutral-level", "6")];
    let r = rules::<TimeOfSoccer>(&changes).unwrap();
    assert_eq!((r.fans, r.traffic(1)), ([10, 13, 13, 13], 1));
    assert_ne!(season(&r, 1, |_| {}).winner, NONE);
}

#[test]
fn tos_hcp_03_the_starting_balance_falls_too() {
    for (handicap, balance) in [("0", 7), ("1", 6), ("3", 4)] {
        let (r, s) = fresh(&[("handicap", handicap)], 0);
        assert_eq!(s.shown_balance(&r, 0), balance);
    }
}

/// Plays the unique start of `players` players; returns what each kept.
fn unique_start(players: &'static str) -> (Vec<Vec<u8>>, usize) {
    let (r, mut s) = fresh(&[("players", players), ("unique-start", "on")], 3);
    let mut offered = 0;
    let mut chance = Stream::new(Luck::new(8, 8, 8));
    let mut drawn = BTreeSet::new();
    while s.question == Question::Unique {
        let mut list = Moves::default();
        moves::legal(&r, &s, &mut list);
        offered = list.as_slice().len();
        for tile in s.hand.into_iter().filter(|&t| t != NONE) {
            assert!(drawn.insert(tile), "one shared stack");
            assert!((FIRST_UNIQUE..FIRST_UNIQUE + UNIQUES).contains(&usize::from(tile)));
        }
        assert!(s.market.space.iter().all(|&t| t == NONE), "before the market is laid");
        TimeOfSoccer::apply(&r, &mut s, list.as_slice()[0], &mut chance, &mut Silent);
    }
    let kept = (0..usize::from(r.players)).map(|seat| s.clubs[seat].squad().to_vec()).collect();
    (kept, offered)
}

fn shape_of(kept: &[Vec<u8>]) -> Vec<(usize, usize)> {
    let unique = |squad: &Vec<u8>| squad.iter().filter(|&&t| usize::from(t) >= FIRST_UNIQUE).count();
    kept.iter().map(|squad| (unique(squad), squad.len() - unique(squad))).collect()
}

#[test]
fn tos_usfp_01_one_player_keeps_1_of_2_and_no_starter() {
    let (kept, offered) = unique_start("1");
    assert_eq!((shape_of(&kept), offered), (vec![(1, 0)], 2));
}

#[test]
fn tos_usfp_02_two_players_keep_1_of_2_and_draw_a_starter() {
    let (kept, offered) = unique_start("2");
    assert_eq!((shape_of(&kept), offered), (vec![(1, 1); 2], 2));
}

#[test]
fn tos_usfp_03_three_players_keep_2_of_3_and_draw_a_starter() {
    let (kept, offered) = unique_start("3");
    assert_eq!((shape_of(&kept), offered), (vec![(2, 1); 3], 3));
}

#[test]
fn tos_usfp_04_four_players_keep_2_of_3_and_draw_two_starters() {
    let (kept, offered) = unique_start("4");
    assert_eq!((shape_of(&kept), offered), (vec![(2, 2); 4], 3));
    for squad in kept {
        assert!(squad[..2].iter().all(|&t| usize::from(t) >= FIRST_UNIQUE), "unique ones first");
    }
}

#[test]
fn tos_usfp_05_what_is_not_kept_leaves_the_game() {
    let r = rules::<TimeOfSoccer>(&[("unique-start", "on")]).unwrap();
    let mut held_at_start = BTreeSet::new();
    season(&r, 2, |s| {
        let held: BTreeSet<u8> = s
            .clubs
            .iter()
            .flat_map(|club| club.squad().to_vec())
            .filter(|&t| usize::from(t) >= FIRST_UNIQUE)
            .collect();
        if s.week == 0 && s.day == 0 && s.question == Question::Corner {
            held_at_start.clone_from(&held);
            assert_eq!(held.len(), 8);
            assert_eq!(s.unique_left, 3, "twelve of fifteen were drawn");
        }
        assert!(s.question == Question::Unique || held.is_subset(&held_at_start));
        assert!(!s.market.space.iter().any(|&t| t != NONE && usize::from(t) >= FIRST_UNIQUE));
    });
}
