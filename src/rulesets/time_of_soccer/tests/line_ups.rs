//! The line-up helper (ledger section 3).

use super::super::play::lineup::value_of;
use super::*;

/// The helper's answer is a local optimum of its objective reached from the
/// given start: checked against a slow independent walk.
#[test]
fn the_helper_takes_the_first_improvement_in_scan_order() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let managers: Vec<u8> =
        (0..MARKET as u8).filter(|&t| r.prints[usize::from(t)].kind == Kind::Manager).collect();
    let footballers: Vec<u8> =
        (0..MARKET as u8).filter(|&t| r.prints[usize::from(t)].kind == Kind::Footballer).collect();
    let mut whim = Whim::new(Luck::new(4, 4, 4), 0, 0);
    for round in 0..800 {
        let size = 1 + whim.below(26) as usize;
        let mut squad = Vec::new();
        while squad.len() < size {
            let tile = footballers[whim.below(75) as usize];
            if !squad.contains(&tile) {
                squad.push(tile);
            }
        }
        let hired = [START_MANAGER, managers[whim.below(9) as usize]];
        let objective =
            [Objective::Sum, Objective::Lower, Objective::Attack, Objective::Defence, Objective::Value]
                [round % 5];
        let mut previous = [NONE; SLOTS];
        if round % 2 == 1 {
            let crew = Club {
                squad: &squad[..size / 2],
                extra: None,
                managers: &hired,
                principal: hired[0],
                previous: &previous,
            };
            previous = best(&r, &r.tiles, crew, Objective::Defence).eleven;
        }
        let crew =
            Club { squad: &squad, extra: None, managers: &hired, principal: hired[1], previous: &previous };
        let found = best(&r, &r.tiles, crew, objective);
        let mut slow = previous;
        for phase in 0..2 {
            let key = |eleven: &[u8; SLOTS]| {
                let v = value_of(&r, &r.tiles, Club { previous: eleven, ..crew });
                if phase == 0 {
                    i64::from(v.attack + v.defence)
                } else {
                    objective.key(&r, v.attack, v.defence)
                }
            };
            'scan: loop {
                for slot in 0..SLOTS {
                    for &tile in &squad {
                        if slow[slot] == tile || r.prints[usize::from(tile)].slots >> slot & 1 == 0 {
                            continue;
                        }
                        let mut tried = slow;
                        let from = slow.iter().position(|&t| t == tile);
                        let displaced = std::mem::replace(&mut tried[slot], tile);
                        if let Some(from) = from {
                            let fits =
                                displaced != NONE && r.prints[usize::from(displaced)].slots >> from & 1 == 1;
                            tried[from] = if fits { displaced } else { NONE };
                        }
                        if key(&tried) > key(&slow) {
                            slow = tried;
                            continue 'scan;
                        }
                    }
                }
                break;
            }
        }
        assert_eq!(found.eleven, slow, "{objective:?} with {size} footballers");
        let v = value_of(&r, &r.tiles, Club { previous: &slow, ..crew });
        assert_eq!((found.attack, found.defence), (v.attack, v.defence));
    }
}

/// A displaced footballer may help far away from where he stood. Phase 2 would
/// mend most oversights of phase 1, so this one keeps its key: the attack gains
/// 3, the defence loses 1, and A + D − |A − D| / 2 stays the same.
#[test]
fn the_helper_looks_again_at_whoever_was_displaced() {
    let mut b = Bench::new(&[]);
    b.shape(0, &["CML"], skills(&[("PA", 2)]), icons(&[("S", "P")]));
    b.shape(1, &["CBL"], skills(&[("CD", 5)]), icons(&[("N", "P")]));
    b.shape(2, &["CML", "RM"], skills(&[("PA", 6), ("RC", 5)]), [0; 4]);
    b.shape(3, &["RM"], skills(&[("RC", 8)]), [0; 4]);
    let mut previous = [NONE; SLOTS];
    (previous[6], previous[2], previous[8]) = (0, 1, 2);
    let crew = Club {
        squad: &[0, 1, 2, 3],
        extra: None,
        managers: &[START_MANAGER],
        principal: START_MANAGER,
        previous: &previous,
    };
    let found = best(&b.r, &b.r.tiles, crew, Objective::Value);
    assert_eq!((found.eleven[6], found.eleven[8]), (2, 3), "the new right midfielder frees the old one");
}

#[test]
fn objectives_compare_their_tuples_in_order() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let better = |o: Objective, a: (i32, i32), b: (i32, i32)| o.key(&r, a.0, a.1) > o.key(&r, b.0, b.1);
    assert!(better(Objective::Sum, (13, 7), (12, 12)), "levels 3 + 2 beat 2 + 2");
    assert!(better(Objective::Sum, (12, 12), (11, 12)), "then the values");
    assert!(better(Objective::Sum, (10, 10), (11, 9)), "then the balance");
    assert!(better(Objective::Lower, (7, 7), (60, 6)));
    assert!(better(Objective::Lower, (60, 7), (7, 7)));
    assert!(better(Objective::Attack, (13, -20), (12, 60)));
    assert!(better(Objective::Attack, (12, 7), (11, 6)));
    assert!(better(Objective::Attack, (12, -3), (11, -1)), "level 0 twice, then the attack value");
    assert!(better(Objective::Defence, (-20, 13), (60, 12)));
    assert!(better(Objective::Value, (10, 10), (14, 5)), "20 beats 19 − 4.5");
}
