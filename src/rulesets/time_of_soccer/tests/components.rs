//! Ledger 1.1 and 1.2: components and set-up.

use super::super::data::CLUB_CODES;
use super::super::generator::Draws;
use super::*;
use crate::chance::enumerate;
use crate::conformance::build;

fn players(n: u8) -> [(&'static str, &'static str); 1] {
    [("players", ["1", "2", "3", "4"][usize::from(n) - 1])]
}

#[test]
fn tos_comp_01_four_clubs_to_choose_two_league_neutrals_two_of_the_cup() {
    assert_eq!(CLUB_CODES, ["MOL", "MOJ", "PAL", "LAG", "KLE", "PAR", "MIN", "VET"]);
    for block in 0..8 {
        let (_, s) = fresh(&[], block);
        assert!((0..4).all(|club| s.seat_of[club] != NONE));
        assert!((4..8).all(|club| s.seat_of[club] == NONE));
    }
    let (r, s) = fresh(&[], 0);
    let in_league: BTreeSet<u8> = (1..=10).flat_map(|w| pairs(&r, &s, w)).flatten().collect();
    assert_eq!(in_league.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn tos_comp_02_the_decks_hold_41_35_30_26_tiles() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!([0, 1, 2, 3].map(|d| r.deck_size(d)), [41, 35, 30, 26]);
    let by_deck = [0, 1, 2, 3].map(|d| (0..MARKET).filter(|&t| r.prints[t].deck == d).count());
    assert_eq!(by_deck, [41, 35, 30, 26]);
    let kinds = Kind::ALL.map(|kind| (0..MARKET).filter(|&t| r.prints[t].kind == kind).count());
    assert_eq!(kinds, [75, 9, 5, 3, 5, 6, 5, 7, 9, 8]);
}

#[test]
fn tos_comp_03_each_club_owns_ten_starting_tiles() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let staff = [START_MANAGER, START_SCOUT, START_SECRETARY, START_COMMUNITY];
    let kinds = staff.map(|t| r.prints[usize::from(t)].kind);
    assert_eq!(kinds, [Kind::Manager, Kind::Scout, Kind::Secretary, Kind::Community]);
    for club in 0..4 {
        let own: Vec<usize> = (0..STARTERS).map(|k| FIRST_STARTER + 6 * club + k).collect();
        assert_eq!(own.len() + staff.len(), 10);
        for (k, &t) in own.iter().enumerate() {
            assert_eq!(r.prints[t].kind, Kind::Footballer);
            assert_eq!(r.tiles[t], r.tiles[FIRST_STARTER + k], "equal for all clubs");
        }
    }
}

#[test]
fn tos_comp_04_six_level_tiles_of_two_sides_and_five_clash_tiles() {
    let data = parse(TimeOfSoccer::FACTS.data).unwrap();
    assert_eq!((data.neutral.level.len(), data.neutral.level[0].len()), (6, 10));
    assert_eq!(data.neutral.clash_white.len(), 5);
    let dice: Vec<u8> = ["1", "2", "3", "4", "5"]
        .iter()
        .map(|k| rules::<TimeOfSoccer>(&[("neutral-clash", k)]).unwrap().white_dice)
        .collect();
    assert_eq!(dice, [1, 2, 3, 4, 5]);
    assert!(rules::<TimeOfSoccer>(&[("neutral-level", "7")]).is_err());
    assert!(rules::<TimeOfSoccer>(&[("neutral-clash", "6")]).is_err());
}

#[test]
fn tos_comp_05_league_tiles_cup_tiles_and_unique_footballers() {
    let (r, s) = fresh(&[], 1);
    assert_eq!((r.fixture.len(), r.fixture[0].len()), (5, 3));
    let mut boxes = s.bracket[..8].to_vec();
    boxes.sort_unstable();
    assert_eq!(boxes, [0, 1, 2, 3, 4, 5, 6, 7]);
    let unique = (FIRST_UNIQUE..FIRST_UNIQUE + UNIQUES)
        .filter(|&t| r.prints[t].kind == Kind::Footballer && r.prints[t].deck == 5);
    assert_eq!(unique.count(), 15);
}

#[test]
fn tos_comp_06_dice_have_six_sides_and_attacks_use_five_white_and_one_blue() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!((r.attack_dice, r.defence_dice), (6, 5));
    assert_eq!((r.attack_roll.tickets(), r.defence_roll.tickets()), (3_u32.pow(6), 3_u32.pow(5)));
    assert_eq!(r.blue_roll.weights(), [1; 6]);
}

#[test]
fn tos_comp_07_cubes_and_money_never_run_out() {
    let mut b = Bench::new(&[]);
    b.luck(1, |play| {
        play.refill();
        play.move_market();
    });
    assert_eq!(b.s.market.cubes.count_ones(), 16, "one more than the box holds");
    b.s.clubs[0].cash = 3000;
    b.act(|play| play.collect(0));
    assert_eq!(b.cash(0), 3000 + 10);
}

#[test]
fn tos_comp_08_everything_but_the_decks_is_public() {
    let mut b = Bench::new(&[]);
    let view = View::new(&b.r, &b.s, 0);
    assert_eq!(view.club(3).cash(), b.cash(3));
    assert_eq!(view.market().spaces(), &b.s.market.space);
    // What lies next in a deck is not in the state: chance decides it.
    for card in [5, 31] {
        let mut s = b.s;
        let cards: Vec<u8> = std::iter::once(card).chain((0..41).filter(|&c| c != card)).take(16).collect();
        let mut chance = Script::default().then_cards(&cards);
        Play { rules: &b.r, s: &mut s, chance: &mut chance, watch: &mut Silent }.refill();
        assert_eq!(s.market.space[0], card);
    }
    let guess =
        TimeOfSoccer::determinize(&b.r, View::new(&b.r, &b.s, 2), &mut Whim::new(Luck::new(1, 1, 1), 0, 0));
    assert_eq!(guess.market.space, b.s.market.space);
    b.s.week = 3;
    assert_eq!(View::new(&b.r, &b.s, 1).week(), 3);
}

#[test]
fn tos_setup_01_seven_tiles_of_each_deck_never_come() {
    let mut b = Bench::new(&[]);
    let mut seen = BTreeSet::new();
    b.luck(3, |play| {
        for _ in 0..20 {
            play.refill();
            for space in 0..16 {
                let tile = play.s.market.space[usize::from(space)];
                if tile != NONE {
                    assert!(seen.insert(tile));
                    play.clear_space(space);
                }
            }
        }
        assert_eq!(play.supply(), 0);
    });
    let by_deck =
        [0, 1, 2, 3].map(|d| seen.iter().filter(|&&t| b.r.prints[usize::from(t)].deck == d).count());
    assert_eq!(by_deck, [34, 28, 23, 19]);
    assert_eq!(seen.len(), 104);
}

#[test]
fn tos_setup_02_each_player_takes_another_club() {
    for block in 0..10 {
        let (_, s) = fresh(&players(3), block);
        let clubs: BTreeSet<u8> = (0..3).map(|seat| s.clubs[seat].number).collect();
        assert_eq!(clubs.len(), 3);
        assert!(clubs.iter().all(|&club| club < 4));
    }
    let r = build::<TimeOfSoccer>(TimeOfSoccer::FACTS.data, &players(2), &["LAG"]).unwrap();
    let s = TimeOfSoccer::setup(&r, &[1, 0], &mut Stream::new(Luck::new(1, 1, 1)), &mut Silent);
    assert_eq!(s.clubs[1].number, 3, "entrant 0 sits in seat 1 and runs the club it named");
    assert_ne!(s.clubs[0].number, 3);
}

#[test]
fn tos_setup_03_clubs_without_a_player_are_neutral() {
    let (_, s) = fresh(&players(2), 4);
    assert_eq!(s.seat_of[..4].iter().map(|&seat| i32::from(seat == NONE)).sum::<i32>(), 2);
    let end = season(&rules::<TimeOfSoccer>(&players(2)).unwrap(), 4, |_| {});
    assert_eq!(end.seat_of[..6].iter().map(|&seat| i32::from(seat == NONE)).sum::<i32>(), 4);
}

#[test]
fn tos_setup_04_the_balance_starts_at_10_9_8_7() {
    for (n, balance) in [(1, 10), (2, 9), (3, 8), (4, 7)] {
        let (r, s) = fresh(&players(n), 2);
        for seat in 0..n {
            assert_eq!(s.shown_balance(&r, seat), balance);
        }
    }
}

#[test]
fn tos_setup_05_staff_and_manager_cost_2_and_each_starter_1() {
    let (r, s) = fresh(&[], 2);
    let salary = |t: u8| r.tiles[usize::from(t)].salary();
    assert_eq!(
        salary(START_MANAGER) + salary(START_SCOUT) + salary(START_SECRETARY) + salary(START_COMMUNITY),
        2
    );
    assert!((FIRST_STARTER..FIRST_UNIQUE + UNIQUES).all(|t| r.tiles[t].salary() == 1));
    assert_eq!(s.balance(&r, 0), 13 - 2 - 4);
}

#[test]
fn tos_setup_06_starting_staff_and_manager_fill_their_places() {
    let (_, s) = fresh(&[], 2);
    for club in &s.clubs {
        assert_eq!(club.staff(), [START_SCOUT, START_SECRETARY, START_COMMUNITY]);
        assert_eq!((club.managers(), club.principal), (&[START_MANAGER][..], START_MANAGER));
    }
}

#[test]
fn tos_setup_07_one_to_four_own_starters_are_drawn() {
    for n in 1..=4 {
        let mut drawn = BTreeSet::new();
        for block in 0..30 {
            let (_, s) = fresh(&players(n), block);
            for seat in 0..usize::from(n) {
                let club = &s.clubs[seat];
                assert_eq!(club.squad().len(), usize::from(n));
                let first = FIRST_STARTER as u8 + 6 * club.number;
                assert!(club.squad().iter().all(|&t| (first..first + 6).contains(&t)));
                assert!(club.squad().is_sorted(), "in printed order");
                drawn.extend(club.squad().iter().map(|t| t - first));
            }
        }
        assert_eq!(drawn.len(), 6, "any of the six may be drawn");
    }
}

#[test]
fn tos_setup_08_starters_stand_in_legal_slots_from_the_first_checkpoint_on() {
    let (_, s) = fresh(&[], 2);
    assert!(s.clubs.iter().all(|club| club.eleven == [NONE; SLOTS]));
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut covered = 0;
    season(&r, 2, |s| {
        for club in &s.clubs {
            for (slot, &tile) in club.eleven.iter().enumerate().filter(|(_, t)| **t != NONE) {
                assert!(s.week > 0, "no line-up before the first match");
                assert_eq!(r.prints[usize::from(tile)].slots >> slot & 1, 1);
                covered += 1;
            }
        }
    });
    assert!(covered > 0);
}

#[test]
fn tos_setup_09_level_and_clash_tile_2_by_default_window_on_week_1() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!(r.neutral, [1, 1, 2, 2, 2, 3, 3, 3, 4, 4]);
    assert_eq!((r.white_dice, r.neutral_level(1)), (2, 1));
    let r = rules::<TimeOfSoccer>(&[("neutral-level", "6"), ("neutral-clash", "5")]).unwrap();
    assert_eq!((r.white_dice, r.neutral_level(1)), (5, 3));
}

#[test]
fn tos_setup_10_a_random_player_takes_the_marker_and_seats_are_clockwise() {
    let holders: BTreeSet<u8> = (0..40).map(|block| fresh(&[], block).1.first).collect();
    assert_eq!(holders.len(), 4);
    let mut b = Bench::new(&[]);
    b.s.first = 2;
    assert_eq!([0, 1, 2, 3].map(|place| b.s.seat_at(&b.r, place)), [2, 3, 0, 1]);
}

#[test]
fn tos_setup_11_everybody_starts_with_5_money() {
    let (_, s) = fresh(&[], 0);
    assert!(s.clubs.iter().all(|club| club.cash == 5));
    let (_, s) = fresh(&[("econ-start-money", "20")], 0);
    assert!(s.clubs.iter().all(|club| club.cash == 20));
}

#[test]
fn tos_setup_12_league_discs_start_at_0() {
    assert_eq!(fresh(&[], 0).1.points, [0; 8]);
}

#[test]
fn tos_setup_13_the_cup_draw_is_uniform_over_the_eight_boxes() {
    let draw = cup_draw();
    let round = |k: u8| draw.iter().filter(|((r, _), _)| *r == k).map(|(_, &p)| p).sum::<Fraction>();
    assert_eq!(
        [round(0), round(1), round(2)],
        [Fraction::new(1, 7), Fraction::new(2, 7), Fraction::new(4, 7)]
    );
    let box_of_mol: BTreeSet<usize> =
        (0..60).map(|b| fresh(&[], b).1.bracket[..8].iter().position(|&c| c == 0).unwrap()).collect();
    assert_eq!(box_of_mol.len(), 8);
}

#[test]
fn tos_setup_14_the_league_tiles_are_shuffled_and_open() {
    let orders: BTreeSet<[u8; 5]> = (0..60).map(|block| fresh(&[], block).1.calendar).collect();
    assert!(orders.len() > 30, "{} different orders", orders.len());
    let (r, s) = fresh(&[], 7);
    let mut tiles = s.calendar;
    tiles.sort_unstable();
    assert_eq!(tiles, [0, 1, 2, 3, 4], "each tile once");
    for (week, tile) in (1..).zip(s.calendar) {
        assert_eq!(pairs(&r, &s, week), r.fixture[usize::from(tile)], "first-leg side up in week {week}");
    }
    // Every seat may look through them: it knows its matches of all weeks, and
    // a guess at what it can't see leaves the tiles alone.
    for seat in 0..4 {
        for week in 1..=10 {
            let mut later = s;
            later.week = week;
            let view = View::new(&r, &later, seat);
            let pair = view.next_match().unwrap();
            assert!(pairs(&r, &s, week).contains(&pair) && pair.contains(&view.own().number));
            let mut whim = Whim::new(Luck::new(1, 1, u64::from(week)), 0, 0);
            assert_eq!(TimeOfSoccer::determinize(&r, view, &mut whim).calendar, s.calendar);
        }
    }
    let mut order = None;
    season(&r, 7, |s| assert_eq!(s.calendar, *order.get_or_insert(s.calendar), "nobody reorders them"));
}

#[test]
fn tos_setup_15_the_season_starts_on_monday_of_the_pre_season() {
    let (_, s) = fresh(&[], 0);
    assert_eq!((s.week, s.day), (0, 0));
}

#[test]
fn tos_setup_16_all_spaces_are_filled_from_deck_1_and_parkings_follow_the_gap() {
    let (r, s) = fresh(&[], 0);
    assert_eq!(r.map.spaces, 16);
    assert!(s.market.space[..16].iter().all(|&t| t != NONE && r.prints[usize::from(t)].deck == 0));
    assert!(s.market.space[16..].iter().all(|&t| t == NONE));
    // The ledger's table: sides N, E, S, W, then parkings for gaps 0 to 3.
    let table: [([u8; 4], [u8; 4]); 16] = [
        ([0, 21, 4, 20], [0, 21, 4, 20]),
        ([1, 22, 5, 21], [22, 5, 21, 1]),
        ([2, 23, 6, 22], [6, 22, 2, 23]),
        ([3, 24, 7, 23], [23, 3, 24, 7]),
        ([4, 26, 8, 25], [26, 8, 25, 4]),
        ([5, 27, 9, 26], [9, 26, 5, 27]),
        ([6, 28, 10, 27], [27, 6, 28, 10]),
        ([7, 29, 11, 28], [7, 29, 11, 28]),
        ([8, 31, 12, 30], [12, 30, 8, 31]),
        ([9, 32, 13, 31], [31, 9, 32, 13]),
        ([10, 33, 14, 32], [10, 33, 14, 32]),
        ([11, 34, 15, 33], [34, 15, 33, 11]),
        ([12, 36, 16, 35], [35, 12, 36, 16]),
        ([13, 37, 17, 36], [13, 37, 17, 36]),
        ([14, 38, 18, 37], [38, 18, 37, 14]),
        ([15, 39, 19, 38], [19, 38, 15, 39]),
    ];
    for (space, (sides, parking)) in table.into_iter().enumerate() {
        assert_eq!((r.map.sides[space], r.map.parking[space]), (sides, parking), "space {space}");
    }
}

#[test]
fn tos_setup_17_cars_are_placed_on_corners_in_seat_order() {
    let (r, mut s) = fresh(&[], 3);
    let mut chance = Stream::new(Luck::new(9, 9, 9));
    let mut order = Vec::new();
    let first = s.first;
    for _ in 0..4 {
        assert_eq!(s.question, Question::Corner);
        order.push(s.asked);
        TimeOfSoccer::apply(&r, &mut s, code(moves::CORNER, 2), &mut chance, &mut Silent);
    }
    assert_eq!(order, [first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4]);
    assert_eq!(r.corners, [0, 24, 19, 35]);
    assert!(s.clubs.iter().all(|club| club.car == 19), "cars may share a box");
}

#[test]
fn tos_setup_18_fans_start_at_13() {
    assert!(fresh(&[], 0).1.clubs.iter().all(|club| club.fans == 13));
    assert!(fresh(&[("fans-start", "10")], 0).1.clubs.iter().all(|club| club.fans == 10));
}

#[test]
fn tos_setup_19_clubs_are_assigned_uniformly() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let base = blank(&r);
    let table = enumerate(|chance: &mut Branches| {
        let mut s = base;
        Play { rules: &r, s: &mut s, chance, watch: &mut Silent }.hand_out_clubs(&[0, 1, 2, 3]);
        [0, 1, 2, 3].map(|seat| s.clubs[seat].number)
    });
    assert_eq!(table.len(), 24);
    assert!(table.values().all(|&p| p == Fraction::new(1, 24)));
}

#[test]
fn the_generator_makes_the_tile_set_of_the_ledger() {
    assert_eq!(Draws::new(2014).output(), 14_253_912_423_577_572_356);
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let first = r.tiles[0];
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|k| first.skill(k)), [1, 2, 1, 0, 1, 0, 1]);
    assert_eq!([0, 1, 2, 3].map(|side| first.icon(side)), [0, 2, 0, 0]);
    assert_eq!((first.price(), first.salary(), first.shirt(), first.gap()), (2, 1, 5, 0));
    let sum = |deck: u8, value: fn(Tile) -> i64, all: bool| -> i64 {
        (0..MARKET)
            .filter(|&t| r.prints[t].deck == deck && (all || r.prints[t].kind == Kind::Footballer))
            .map(|t| value(r.tiles[t]))
            .sum()
    };
    assert_eq!([0, 1, 2, 3].map(|d| sum(d, |t| t.price().into(), false)), [106, 124, 142, 164]);
    assert_eq!([0, 1, 2, 3].map(|d| sum(d, |t| t.icon_count().into(), false)), [41, 32, 32, 41]);
    assert_eq!([0, 1, 2, 3].map(|d| sum(d, |t| t.gap().into(), true)), [57, 47, 49, 37]);
    let starters =
        [0, 1, 2, 3, 4, 5].map(|k| r.tiles[FIRST_STARTER + k].skill(r.prints[FIRST_STARTER + k].main));
    assert_eq!(starters, [2, 2, 1, 2, 1, 2]);
    assert_eq!(r.tiles[FIRST_UNIQUE + 14].shirt(), 54);
}

#[test]
fn the_map_has_the_successors_and_distances_of_the_ledger() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let listed = "0:1,21 1:2 2:3,23 3:24 4:20 5:4,26 6:5,22 7:6,28 8:9,31 9:10,27 10:11,33 11:34 12:30 13:12,36 \
                  14:13,32 15:14,38 16:35 17:16 18:17,37 19:18 20:0 21:4,26 22:2 23:6,28 24:7,29 25:20 26:9,31 \
                  27:5,22 28:11,33 29:34 30:8,25 31:12,36 32:10,27 33:14,38 34:15,39 35:30 36:16 37:13,32 38:18 \
                  39:19";
    for (street, entry) in listed.split_whitespace().enumerate() {
        let (number, next) = entry.split_once(':').unwrap();
        assert_eq!(number, street.to_string());
        let next: Vec<u8> = next.split(',').map(|n| n.parse().unwrap()).collect();
        assert_eq!(r.map.next[0][street].as_slice(), next, "street {street}");
    }
    let all: Vec<u32> = (0..40)
        .flat_map(|a| (0..40).map(move |b| (a, b)))
        .map(|(a, b)| r.map.distance[0][a][b].into())
        .collect();
    assert_eq!(all.iter().max(), Some(&11));
    assert_eq!((f64::from(all.iter().sum::<u32>()) / 1600.0 * 100.0).round(), 522.0);
    let within = |d: u32| f64::from(all.iter().filter(|&&x| x <= d).count() as u32) / 40.0;
    assert_eq!([1, 2, 3, 4, 5, 6].map(within), [2.6, 5.2, 9.35, 14.95, 21.3, 27.75]);
}

#[test]
fn broken_data_are_refused_with_what_was_found_and_required() {
    let cases = [
        (
            "decks = [2, 1, 1, 1]\nstarters = 1\nunique = 2",
            "decks = [3, 1, 1, 1]\nstarters = 1\nunique = 2",
            "42 tiles",
            "exactly 41",
        ),
        ("group = \"F\"", "group = \"X\"", "`X`", "D, M, F"),
        ("[\"LAG\", \"PAL\"]", "[\"LAG\", \"MOL\"]", "MOL twice", "every club once"),
        ("\"SCORE1\", \"WINDRAW\", \"TOP2\"", "\"SCORE9\", \"WINDRAW\", \"TOP2\"", "SCORE9", "SCORE1"),
        ("unique = 2", "unique = 3", "16 unique", "exactly 15"),
        ("[0, 1, 1, 2, 2, 3, 3]", "[5, 1, 1, 2, 2, 3, 3]", "falling", "non-decreasing"),
        ("to = \"STR.W\"", "to = \"STL.W\"", "STL.E to STL.W", "two different slots"),
        ("to = \"STR.W\"", "to = \"STL.S\"", "two lines", "one line per side"),
    ];
    for (old, new, found, allowed) in cases {
        let text = TimeOfSoccer::FACTS.data.replacen(old, new, 1);
        assert_ne!(text, TimeOfSoccer::FACTS.data);
        let faults = parse(&text).unwrap_err();
        assert!(
            faults
                .iter()
                .any(|f| f.found.contains(found) && f.allowed.contains(allowed) && f.offset.is_some()),
            "{new}: {faults:?}"
        );
    }
    let unknown = TimeOfSoccer::FACTS.data.replacen("[sales]", "[sales]\nprize = 1", 1);
    assert!(parse(&unknown).unwrap_err()[0].offset.is_some());
}

#[test]
fn real_footballers_replace_generated_ones() {
    let mut text = TimeOfSoccer::FACTS.data.to_owned();
    let counts = [("I", 23), ("II", 20), ("III", 17), ("IV", 15)];
    for (deck, count) in counts {
        for k in 0..count {
            let tile = format!(
                "\n[[tile]]\ndeck = \"{deck}\"\nname = \"Player {deck} {k}\"\nslots = [\"STL\", \"STR\"]\n\
                 skills = [0, 0, 0, 0, 0, 0, 9]\nicons = [\"S\", \"\", \"\", \"\"]\nprice = 7\nsalary = 2\n\
                 shirt = 9\ngap = 1\n"
            );
            text.push_str(&tile);
        }
    }
    let r = build::<TimeOfSoccer>(&text, &[], &[]).unwrap();
    assert_eq!(r.names[0], "Player I 0");
    assert_eq!((r.tiles[0].price(), r.tiles[0].skill(6), r.prints[0].slots), (7, 9, 0b110_0000_0000));
    assert!(build::<TimeOfSoccer>(&text, &[("tileset-mode", "resample")], &[]).is_err());
    let short = text.replacen("deck = \"I\"\nname", "deck = \"II\"\nname", 1);
    let faults = build::<TimeOfSoccer>(&short, &[], &[]).unwrap_err();
    assert!(faults.iter().any(|f| f.found.contains("22 footballers")));
}

#[test]
fn resampling_gives_every_season_its_own_tiles() {
    let changes = [("tileset-mode", "resample")];
    let (r, a) = fresh(&changes, 1);
    let (_, b) = fresh(&changes, 2);
    let words = |s: &State| (0..MARKET as u8).map(|t| s.word(&r, t)).collect::<Vec<_>>();
    assert_ne!(words(&a), words(&b));
    assert_eq!(words(&a), words(&fresh(&changes, 1).1));
    assert_eq!(a.word(&r, START_MANAGER).salary(), 1);
}
