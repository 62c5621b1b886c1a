//! Ledger 1.15 and 1.16: squad placement and team levels.

use super::super::play::lineup::{LineUp, value_of};
use super::*;

/// A manager tile that flips and trains as told.
fn manager(b: &mut Bench, index: usize, flips: &[&str], training: [u8; 5]) -> u8 {
    let tile = b.tile(Kind::Manager, index);
    b.r.prints[usize::from(tile)].flips = flips.iter().map(|s| 1 << slot(s)).sum();
    b.r.tiles[usize::from(tile)] = Tile::manager(training).priced(3, 1);
    tile
}

/// Puts footballers into slots: name of the slot, skills, icons.
type Placed<'a> = (&'a str, &'a [(&'a str, u8)], &'a [(&'a str, &'a str)]);

fn place(b: &mut Bench, placed: &[Placed<'_>]) -> ([u8; SLOTS], Vec<u8>) {
    let mut eleven = [NONE; SLOTS];
    let mut squad = Vec::new();
    for (tile, (name, basic, advanced)) in (0_u8..).zip(placed) {
        b.shape(tile, &[name], skills(basic), icons(advanced));
        eleven[usize::from(slot(name))] = tile;
        squad.push(tile);
    }
    (eleven, squad)
}

fn value(b: &Bench, eleven: [u8; SLOTS], squad: &[u8], managers: &[u8], principal: u8) -> LineUp {
    value_of(&b.r, &b.r.tiles, Club { squad, extra: None, managers, principal, previous: &eleven })
}

/// Attack and defence value above an empty pitch (−12 and −10).
fn above_empty(b: &mut Bench, placed: &[Placed<'_>]) -> (i32, i32) {
    let (eleven, squad) = place(b, placed);
    let found = value(b, eleven, &squad, &[START_MANAGER], START_MANAGER);
    (found.attack + 12, found.defence + 10)
}

/// The full example of the ledger (E3).
const EXAMPLE: &[Placed<'static>] = &[
    ("GK", &[("CD", 2)], &[]),
    ("LB", &[("LD", 3)], &[("W", "T"), ("E", "T")]),
    ("CBL", &[("CD", 4)], &[("W", "T"), ("S", "T")]),
    ("RB", &[("RD", 2)], &[]),
    ("LM", &[("LC", 5)], &[("N", "C")]),
    ("CML", &[("PA", 4)], &[("N", "P"), ("E", "E")]),
    ("CMR", &[("PA", 3)], &[("W", "P")]),
    ("RM", &[("RC", 3), ("RD", 1)], &[]),
    ("STL", &[("SH", 6)], &[("W", "C"), ("N", "S"), ("S", "P")]),
    ("STR", &[("SH", 4)], &[]),
];

fn example(changes: &[(&str, &str)], flips: &[&str]) -> (LineUp, Bench) {
    let mut b = Bench::new(changes);
    let (eleven, squad) = place(&mut b, EXAMPLE);
    let trainer = manager(&mut b, 0, &[], [0, 0, 1, 0, 0]);
    let principal = manager(&mut b, 1, flips, [0; 5]);
    (value(&b, eleven, &squad, &[START_MANAGER, trainer, principal], principal), b)
}

#[test]
fn tos_squad_01_benched_footballers_add_nothing_but_keep_their_salary() {
    let mut b = Bench::new(&[]);
    b.shape(0, &["STL"], skills(&[("SH", 9)]), icons(&[("N", "S")]));
    let balance = b.balance(0);
    b.own(0, 0);
    assert_eq!(b.balance(0), balance - 1);
    let found = value(&b, [NONE; SLOTS], &[0], &[START_MANAGER], START_MANAGER);
    assert_eq!((found.attack, found.defence), (-12, -10));
    let crew = Club {
        squad: &[0],
        extra: None,
        managers: &[START_MANAGER],
        principal: START_MANAGER,
        previous: &[NONE; SLOTS],
    };
    assert_eq!(best(&b.r, &b.r.tiles, crew, Objective::Sum).eleven[9], 0, "and may come in");
}

#[test]
fn tos_squad_02_only_marked_slots_and_one_footballer_each() {
    let mut b = Bench::new(&[]);
    for tile in 0..5 {
        b.shape(tile, &["CML", "CMR"], skills(&[("PA", tile + 1)]), [0; 4]);
    }
    let crew = Club {
        squad: &[0, 1, 2, 3, 4],
        extra: None,
        managers: &[START_MANAGER],
        principal: START_MANAGER,
        previous: &[NONE; SLOTS],
    };
    let found = best(&b.r, &b.r.tiles, crew, Objective::Sum);
    let mut expected = [NONE; SLOTS];
    let mut pair = [found.eleven[6], found.eleven[7]];
    pair.sort_unstable();
    assert_eq!(pair, [3, 4], "the two best, one per slot");
    (expected[6], expected[7]) = (found.eleven[6], found.eleven[7]);
    assert_eq!(found.eleven, expected, "nobody elsewhere");
}

#[test]
fn tos_squad_03_icons_keep_their_sides() {
    let mut b = Bench::new(&[]);
    let facing: &[Placed<'_>] = &[("LB", &[], &[("E", "T")]), ("CBL", &[], &[("W", "T")])];
    let averted: &[Placed<'_>] = &[("LB", &[], &[("N", "T")]), ("CBL", &[], &[("W", "T")])];
    assert_eq!(above_empty(&mut b, facing), (0, 4 + 4));
    assert_eq!(above_empty(&mut b, averted), (0, 4));
}

#[test]
fn tos_squad_04_line_ups_are_fixed_at_checkpoints_only() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let mut before: Option<State> = None;
    season(&r, 9, |s| {
        if let Some(old) = &before {
            for seat in 0..4 {
                let (was, is) = (&old.clubs[seat], &s.clubs[seat]);
                let checkpoint = old.question == Question::LineUp;
                let sold = is.size < was.size;
                assert!(checkpoint || sold || was.eleven == is.eleven);
            }
        }
        before = Some(*s);
    });
}

#[test]
fn tos_lvl_01_every_club_has_an_attack_and_a_defence_level() {
    let (found, b) = example(&[], &[]);
    assert_eq!((b.r.level(found.attack), b.r.level(found.defence)), (7, 3));
}

#[test]
fn tos_lvl_02_a_neutrals_levels_are_one_rising_number() {
    for tile in ["1", "2", "3", "4", "5", "6"] {
        let r = rules::<TimeOfSoccer>(&[("neutral-level", tile)]).unwrap();
        assert!(r.neutral.is_sorted());
        assert!(r.neutral[9] > r.neutral[0]);
    }
    let r = rules::<TimeOfSoccer>(&[("neutral-level", "3")]).unwrap();
    assert_eq!(r.neutral_level(6), 4, "the rulebook's example");
    let shifted = rules::<TimeOfSoccer>(&[("neutral-level-shift", "-1")]).unwrap();
    assert_eq!(shifted.neutral, [0, 0, 1, 1, 1, 2, 2, 2, 3, 3]);
}

#[test]
fn tos_lvl_03_the_principals_formation_decides() {
    let (plain, _) = example(&[], &[]);
    let (flipped, _) = example(&[], &["RM"]);
    assert_eq!((plain.attack, plain.defence), (40, 17));
    assert_eq!((flipped.attack, flipped.defence), (37, 18));
}

#[test]
fn tos_lvl_04_default_roles_of_the_slots() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let attack: Vec<&str> =
        (0..SLOTS).filter(|&s| r.pitch.attack >> s & 1 == 1).map(|s| SLOT_NAMES[s]).collect();
    assert_eq!(attack, ["LM", "CML", "CMR", "RM", "STL", "STR"]);
}

#[test]
fn tos_lvl_05_a_flip_moves_a_slot_to_the_other_side() {
    for (name, default, change) in [("LM", true, 2), ("LB", false, -2)] {
        let mut b = Bench::new(&[]);
        let principal = manager(&mut b, 0, &[name], [0; 5]);
        let found = value(&b, [NONE; SLOTS], &[], &[START_MANAGER, principal], principal);
        // An empty slot takes its −2 along.
        assert_eq!((found.attack, found.defence), (-12 + change, -10 - change), "{name} {default}");
    }
}

#[test]
fn tos_lvl_06_the_seven_basic_skills() {
    assert_eq!(BASIC_NAMES, ["LD", "CD", "RD", "LC", "RC", "PA", "SH"]);
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    for k in 0..7 {
        assert!(r.pitch.skill.contains(&k), "{} is read somewhere", BASIC_NAMES[usize::from(k)]);
    }
}

#[test]
fn tos_lvl_07_a_slot_reads_its_one_default_skill() {
    let expected = ["CD", "LD", "CD", "CD", "RD", "LC", "PA", "PA", "RC", "SH", "SH"];
    for (name, skill) in SLOT_NAMES.iter().zip(expected) {
        let mut b = Bench::new(&[]);
        for other in BASIC_NAMES {
            let basic = [(other, 7)];
            let placed = [(*name, &basic[..], &[][..])];
            let (attack, defence) = above_empty(&mut b, &placed);
            let reads = if other == skill { 9 } else { 2 };
            assert_eq!(attack + defence, reads, "{name} with {other}");
        }
    }
}

#[test]
fn tos_lvl_08_a_flipped_slot_reads_only_its_alternative_skill() {
    let table = [
        ("LB", "LC"),
        ("CBL", "PA"),
        ("CBR", "PA"),
        ("RB", "RC"),
        ("LM", "LD"),
        ("CML", "CD"),
        ("CMR", "CD"),
        ("RM", "RD"),
    ];
    for (name, skill) in table {
        for other in BASIC_NAMES {
            let mut b = Bench::new(&[]);
            let principal = manager(&mut b, 0, &[name], [0; 5]);
            let basic = [(other, 7)];
            let (eleven, squad) = place(&mut b, &[(name, &basic, &[])]);
            let found = value(&b, eleven, &squad, &[START_MANAGER, principal], principal);
            assert_eq!(
                found.attack + found.defence + 22,
                if other == skill { 9 } else { 2 },
                "{name} {other}"
            );
        }
    }
}

#[test]
fn tos_lvl_09_an_uncovered_slot_costs_2_on_its_side() {
    let mut b = Bench::new(&[]);
    assert_eq!(above_empty(&mut b, &[("GK", &[], &[])]), (0, 2));
    assert_eq!(above_empty(&mut b, &[("STR", &[], &[])]), (2, 0));
    let mut b = Bench::new(&[("level-empty", "-4")]);
    let found = value(&b, [NONE; SLOTS], &[], &[START_MANAGER], START_MANAGER);
    assert_eq!((found.attack, found.defence), (-24, -20));
    b.r.empty = 0;
    let found = value(&b, [NONE; SLOTS], &[], &[START_MANAGER], START_MANAGER);
    assert_eq!((found.attack, found.defence), (0, 0));
}

#[test]
fn tos_lvl_10_an_icon_alone_is_worth_nothing() {
    assert_eq!(ICON_NAMES, ["S", "T", "P", "E", "C"]);
    let mut b = Bench::new(&[]);
    for skill in ["S", "T", "P", "E", "C"] {
        for side in SIDE_NAMES {
            let advanced = [(side, skill)];
            assert_eq!(above_empty(&mut b, &[("CMR", &[], &advanced)]), (2, 0), "{skill} on {side}");
        }
    }
}

#[test]
fn tos_lvl_11_equal_icons_along_a_line_give_each_1() {
    let mut b = Bench::new(&[]);
    for skill in ["S", "T", "P", "E", "C"] {
        let (east, west) = ([("E", skill)], [("W", skill)]);
        let pair: [Placed<'_>; 2] = [("LM", &[], &east), ("CML", &[], &west)];
        assert_eq!(above_empty(&mut b, &pair), (4 + 2, 0), "a line without a bonus, {skill}");
    }
    let differ: [Placed<'_>; 2] = [("LM", &[], &[("E", "P")]), ("CML", &[], &[("W", "E")])];
    assert_eq!(above_empty(&mut b, &differ), (4, 0));
    let no_line: [Placed<'_>; 2] = [("GK", &[], &[("N", "T")]), ("CBL", &[], &[("E", "T")])];
    assert_eq!(above_empty(&mut b, &no_line), (0, 4), "the goalkeeper has no line");
    // A line between the two sides: each end counts for its own.
    let across: [Placed<'_>; 2] = [("CML", &[], &[("S", "P")]), ("CBL", &[], &[("N", "P")])];
    assert_eq!(above_empty(&mut b, &across), (3, 3));
}

#[test]
fn tos_lvl_12_a_line_bonus_replaces_the_1_or_adds_to_it() {
    let lines = [
        ("STL", "E", "STR", "W", "E", 2),
        ("CML", "E", "CMR", "W", "P", 2),
        ("LB", "E", "CBL", "W", "T", 2),
        ("CBL", "E", "CBR", "W", "T", 2),
        ("CBR", "E", "RB", "W", "T", 2),
        ("STL", "S", "CML", "N", "P", 2),
        ("STR", "S", "CMR", "N", "P", 2),
        ("LM", "N", "STL", "W", "C", 3),
        ("RM", "N", "STR", "E", "C", 3),
    ];
    for (mode, plain) in [("replace", 0), ("add", 1)] {
        let mut b = Bench::new(&[("line-bonus", mode)]);
        for (a, side, c, other, skill, bonus) in lines {
            let (near, far) = ([(side, skill)], [(other, skill)]);
            let (attack, defence) = above_empty(&mut b, &[(a, &[], &near), (c, &[], &far)]);
            assert_eq!(attack + defence, 4 + 2 * (bonus + plain), "{a}.{side}–{c}.{other}");
        }
    }
    let (found, b) = example(&[("line-bonus", "add")], &[]);
    assert_eq!((found.attack, found.defence), (44, 19));
    assert_eq!((b.r.level(44), b.r.level(19)), (8, 4));
}

#[test]
fn tos_lvl_13_automatic_shoot_on_top_of_a_centre_forward() {
    let mut b = Bench::new(&[]);
    for name in SLOT_NAMES {
        for side in SIDE_NAMES {
            let advanced = [(side, "S")];
            let (attack, defence) = above_empty(&mut b, &[(name, &[], &advanced)]);
            let auto = matches!(name, "STL" | "STR") && side == "N";
            assert_eq!(attack + defence, if auto { 4 } else { 2 }, "{name}.{side}");
        }
    }
}

#[test]
fn tos_lvl_14_automatic_tackle_at_the_flanks_and_at_the_bottom() {
    for (mode, places) in [
        ("backs", [("LB", "W"), ("RB", "E"), ("CBL", "S"), ("CBR", "S")]),
        ("literal", [("LM", "W"), ("RM", "E"), ("CML", "S"), ("CMR", "S")]),
    ] {
        let mut b = Bench::new(&[("auto-tackle-slots", mode)]);
        for name in SLOT_NAMES {
            for side in SIDE_NAMES {
                let advanced = [(side, "T")];
                let (attack, defence) = above_empty(&mut b, &[(name, &[], &advanced)]);
                let auto = places.contains(&(name, side));
                assert_eq!(attack + defence, if auto { 4 } else { 2 }, "{mode}: {name}.{side}");
            }
        }
    }
}

#[test]
fn tos_lvl_15_training_needs_an_icon_not_a_connection() {
    let mut b = Bench::new(&[]);
    let trainer = manager(&mut b, 0, &[], [0, 0, 2, 0, 0]);
    let placed: &[Placed<'_>] =
        &[("STL", &[], &[("W", "P")]), ("STR", &[], &[("E", "S")]), ("GK", &[], &[("N", "P")])];
    let (eleven, squad) = place(&mut b, placed);
    let found = value(&b, eleven, &squad, &[START_MANAGER, trainer], START_MANAGER);
    assert_eq!((found.attack, found.defence), (-12 + 4 + 2, -10 + 2 + 2));
}

#[test]
fn tos_lvl_16_all_gains_go_to_the_side_of_the_slot() {
    let mut b = Bench::new(&[]);
    let principal = manager(&mut b, 0, &["LB"], [0, 1, 0, 0, 0]);
    let placed: &[Placed<'_>] =
        &[("LB", &[("LC", 3), ("LD", 9)], &[("E", "T"), ("W", "T")]), ("CBL", &[("CD", 1)], &[("W", "T")])];
    let (eleven, squad) = place(&mut b, placed);
    let found = value(&b, eleven, &squad, &[START_MANAGER, principal], principal);
    // LB counts for attack: 3 + line 2 + automatic 2 + training 1 = 8.
    assert_eq!((found.attack, found.defence), (-12 + 8, -10 + 4 + 1 + 2 + 1));
}

#[test]
fn tos_lvl_17_values_are_sums_over_the_slots_of_a_side() {
    let (found, _) = example(&[], &[]);
    assert_eq!(found.attack, 8 + 7 + 4 + 3 + 14 + 4);
    assert_eq!(found.defence, 2 + 7 + 8 - 2 + 2);
}

#[test]
fn tos_lvl_18_39_is_level_7() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!(r.level(39), 7);
    let shown = [0, 1, 6, 7, 36, 37, 42, 43, 54, 55, 90].map(|v| r.level(v));
    assert_eq!(shown, [0, 1, 1, 2, 6, 7, 7, 8, 9, 10, 10]);
    let r = rules::<TimeOfSoccer>(&[("level-offset", "3")]).unwrap();
    assert_eq!([3, 4, 9, 10].map(|v| r.level(v)), [0, 1, 1, 2]);
}

#[test]
fn tos_lvl_19_the_track_ends_at_0_and_at_its_top() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    assert_eq!([-100, -12, -1, 0].map(|v| r.level(v)), [0; 4]);
    assert_eq!([61, 200, 5000].map(|v| r.level(v)), [10; 3]);
    assert_eq!(rules::<TimeOfSoccer>(&[("level-max", "8")]).unwrap().level(90), 8);
}

#[test]
fn tos_lvl_20_any_employed_manager_may_be_principal_at_a_checkpoint() {
    let mut b = Bench::new(&[]);
    let second = manager(&mut b, 0, &["RM"], [0; 5]);
    b.employ(0, second);
    b.s.day = 6;
    b.act(|play| {
        play.kick_off(Fixture::League(0), [4, 0]);
        play.run();
    });
    assert_eq!(b.legal(), (0..8).map(|k| code(moves::LINE_UP, k)).collect::<Vec<_>>());
    for (candidate, principal) in [(0, START_MANAGER), (5, second)] {
        b.s.next = Next::Ask;
        b.act(|play| play.announce(candidate));
        assert_eq!(b.s.clubs[0].principal, principal);
    }
}

#[test]
fn tos_lvl_21_the_tackle_slots_are_the_backs() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let tackles: Vec<&str> = (0..SLOTS)
        .filter(|&s| {
            r.pitch.auto[s].iter().any(|&(mask, value)| mask != 0 && value == (mask & 0b010_010_010_010))
        })
        .map(|s| SLOT_NAMES[s])
        .collect();
    assert_eq!(tackles, ["LB", "CBL", "CBR", "RB"]);
}

#[test]
fn tos_lvl_22_training_counts_once_per_footballer_manager_and_skill() {
    let mut b = Bench::new(&[]);
    let one = manager(&mut b, 0, &[], [0, 0, 0, 0, 2]);
    let two = manager(&mut b, 1, &[], [0, 0, 0, 1, 1]);
    let placed: &[Placed<'_>] = &[("STL", &[], &[("N", "C"), ("S", "C"), ("E", "E")])];
    let (eleven, squad) = place(&mut b, placed);
    let with = |managers: &[u8]| value(&b, eleven, &squad, managers, START_MANAGER).attack + 10;
    assert_eq!(with(&[START_MANAGER]), 0);
    assert_eq!(with(&[START_MANAGER, one]), 2, "two icons of a skill count once");
    assert_eq!(with(&[START_MANAGER, one, two]), 2 + 1 + 1, "managers and skills add up");
}

/// The highest numbers that component data may have.
#[test]
fn the_best_footballer_that_data_allow_is_worth_all_of_it() {
    let mut b = Bench::new(&[("conn-auto", "4")]);
    let managers = [0, 1, 2].map(|index| manager(&mut b, index, &[], [9; 5]));
    let advanced: &[(&str, &str)] = &[("N", "S"), ("E", "T"), ("S", "P"), ("W", "C")];
    let (eleven, squad) = place(&mut b, &[("STL", &[("SH", 15)], advanced)]);
    let icons = Tile::footballer([0; 7], icons(advanced)).icons();
    b.r.pitch.auto[usize::from(slot("STL"))] = [7, 7 << 3].map(|side| (side, icons & side));
    let found = value(&b, eleven, &squad, &managers, managers[0]);
    assert_eq!(found.attack, -12 + 2 + 15 + 3 * 9 * 4 + 2 * 4);
}
