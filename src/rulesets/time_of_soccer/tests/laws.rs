//! What holds in every state of every variant, and that the ledger and the
//! switches speak of the same rules.

use super::super::state::STATE_SIZE;
use super::*;
use crate::conformance::{check_game, check_handouts, check_variant, variants};

#[test]
fn clubs_that_a_tile_is_handed_to_keep_the_laws() {
    for changes in [&[][..], &[("players", "4")], &[("tileset-mode", "resample")]] {
        let done = check_handouts::<TimeOfSoccer>(changes, |_, _| {});
        assert!(done > 40, "{done} with {changes:?}");
    }
}

#[test]
fn every_variant_keeps_the_laws_and_ends() {
    let all = variants::<TimeOfSoccer>();
    assert!(all.len() > 200);
    for changes in all {
        let mut steps = 0;
        check_variant::<TimeOfSoccer>(&changes, 1, |_, _| {
            steps += 1;
        });
        assert!((40..10_000).contains(&steps), "{changes:?}: {steps} states in two seasons");
    }
}

#[test]
fn switches_combine_freely() {
    let mut whim = Whim::new(Luck::new(6, 6, 6), 0, 0);
    let mut built = 0;
    for block in 0..80 {
        let changes: Vec<(&str, &str)> = TimeOfSoccer::FACTS
            .switches
            .iter()
            .map(|switch| (switch.key, switch.atlas[whim.below(switch.atlas.len() as u32) as usize]))
            .filter(|&(key, value)| key != "board-start" && (key, value) != ("goal-table", "file"))
            .collect();
        // A bonus needs its player.
        let players = changes.iter().find(|(key, _)| *key == "players").map_or("4", |(_, value)| value);
        let here = |key: &str| key.strip_prefix("bonus-").is_none_or(|seat| seat <= players);
        let changes: Vec<(&str, &str)> = changes.iter().copied().filter(|(key, _)| here(key)).collect();
        let r = rules::<TimeOfSoccer>(&changes).unwrap_or_else(|faults| panic!("{changes:?}: {faults:?}"));
        let luck = Luck::new(11, 11, block);
        check_game::<TimeOfSoccer, _>(&r, &mut Stream::new(luck), luck, |_, _| {});
        built += 1;
    }
    assert_eq!(built, 80);
}

#[test]
fn impossible_combinations_are_refused() {
    let faults =
        rules::<TimeOfSoccer>(&[("board-spaces", "12"), ("board-start", "0/38/19/30")]).err().unwrap();
    assert!(faults[0].found.contains("38") && faults[0].allowed.contains("0 to 30"));
    let faults = rules::<TimeOfSoccer>(&[("goal-table", "file"), ("match-attack-dice", "8")]).err().unwrap();
    assert!(faults[0].allowed.contains("9 columns"));
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<State>() <= STATE_SIZE);
    assert_eq!(size_of::<State>(), 3048);
}

#[test]
fn every_acquisition_has_its_space_and_its_week() {
    let (r, _) = fresh(&[], 0);
    let mut most = 0;
    for block in 0..40 {
        let state = season(&r, block, |_| {});
        let sum = |counts: &[u8]| counts.iter().map(|&n| u32::from(n)).sum::<u32>();
        let taken = u32::from(state.log.taken);
        assert_eq!((sum(&state.log.from_space), sum(&state.log.in_week)), (taken, taken));
        most = most.max(taken);
    }
    assert!(most > 10, "somebody buys");
}

/// A fixed season comes to fixed totals: any change of rules, tiles or the
/// order of draws shows here, and has to be meant.
#[test]
fn a_season_is_pinned() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let end = season(&r, 1, |_| {});
    let again = season(&r, 1, |_| {});
    let totals = |s: &State| s.accounts.map(|a| a.total());
    assert_eq!(totals(&end), totals(&again));
    assert_eq!(totals(&end), [14, 12, 7, 15, 27, 23]);
    let other = season(&r, 2, |_| {});
    assert_ne!(totals(&end), totals(&other));
}

/// A re-roll or a forced attempt more leaves the next league match's dice
/// alone: they come from other streams.
#[test]
fn streams_keep_variants_in_step() {
    let hits_of_second_match = |reroll: bool| {
        let mut b = Bench::new(&[]);
        b.kick_off([[4; 2]; 2], [0, 1], [false; 2]);
        b.luck(1, |play| {
            play.attack(0);
            play.attack_again(reroll);
            if reroll {
                play.secretary(1);
            }
            play.defend(0);
            play.count_goals(0);
            play.attack(0);
            play.s.game.hits
        })
    };
    assert_eq!(hits_of_second_match(false), hits_of_second_match(true));
}

#[test]
fn face_down_line_ups_are_guessed_for_the_other_seat_only() {
    let mut b = Bench::new(&[("lineup-order", "simultaneous")]);
    b.s.day = 6;
    b.act(|play| {
        play.kick_off(Fixture::League(0), [0, 1]);
        play.run();
        play.answer(code(moves::LINE_UP, 3));
    });
    assert_eq!((b.s.asked, b.s.game.pending), (0, 3));
    let mut whim = Whim::new(Luck::new(1, 1, 1), 0, 0);
    let mut guess =
        |seat| TimeOfSoccer::determinize(&b.r, View::new(&b.r, &b.s, seat), &mut whim).game.pending;
    let guesses: BTreeSet<u8> = (0..60).map(|_| guess(0)).collect();
    assert_eq!(guesses.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!((0..20).all(|_| guess(1) == 3), "the owner knows it");
}

#[test]
fn a_replay_reads_like_a_season() {
    let r = rules::<TimeOfSoccer>(&[("fatigue", "on"), ("secondary-market", "on")]).unwrap();
    let mut watch = Transcript::default();
    let luck = Luck::new(2, 2, 2);
    let bots = ["random", "youth", "banker", "planner"];
    played::<TimeOfSoccer, _, _>(&r, &bots, (luck, 0), &mut Stream::new(luck), &mut watch);
    let text: Vec<&str> = watch.lines.iter().map(|line| line.text.as_str()).collect();
    let all = text.join("\n");
    for week in 1..=10 {
        assert!(text.contains(&format!("Week {week}").as_str()));
        assert!(all.contains(&format!("Week {week}, Sunday")));
    }
    for phrase in [
        "Pre-season, Tuesday",
        "Seat 0 runs ",
        "takes the first-player marker",
        "Skills: LD, CD, RD left",
        "End of the pre-season",
        "End of week 10",
        " footballers, levels ",
        " of 6 in the league with ",
        " victory points",
        "Cup draw: ",
        "drives to street",
        "enters the parking of",
        "takes the ",
        " $ left, balance ",
        "lines up under the starting manager",
        "attack: 6 dice, ",
        "defend: 5 dice, ",
        "League table: ",
        "Cup quarter-final: ",
        "Final scoring",
        " VP = league ",
        "win the game",
        "recovers: Energy",
        "plays a Mixed team",
    ] {
        assert!(all.contains(phrase), "“{phrase}” is missing");
    }
    assert!(!all.contains("0x"), "codes are not words");
}

#[test]
fn every_move_has_words() {
    let r = rules::<TimeOfSoccer>(&[("fatigue", "on"), ("secondary-market", "on"), ("unique-start", "on")])
        .unwrap();
    let mut kinds = BTreeSet::new();
    for block in 0..10 {
        let mut list = Moves::default();
        season(&r, block, |s| {
            if s.question == Question::Over {
                return;
            }
            moves::legal(&r, s, &mut list);
            for &option in list.as_slice() {
                let text = words::describe(&r, s, option);
                assert!(text.contains(" (seat ") && text.len() > 20, "{text}");
                kinds.insert(format!("{:?}{:x}", s.question, option >> 8));
            }
        });
    }
    // Rare questions are put by hand.
    let mut b = Bench::new(&[("fatigue", "on")]);
    let hired = [b.tile(Kind::Manager, 0), b.tile(Kind::Manager, 1)];
    for tile in hired {
        b.employ(0, tile);
    }
    b.s.clubs[0].fatigue = -2;
    for question in [Question::Dismiss, Question::Recovery] {
        b.s.question = question;
        for option in b.legal() {
            assert!(words::describe(&b.r, &b.s, option).contains(" (seat 0) "));
            kinds.insert(format!("{question:?}{:x}", option >> 8));
        }
    }
    // Yes and no share a kind; every other kind is among these.
    let listed = "AttackAgain0 Bill0 Corner9 DefenceAgain0 Dismiss6 Fee0 LineUpb Recovery8 Sale0 Sale4 Sale5 Step0 \
                  Step1 Step2 Step3 Team7 Uniquea";
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), listed.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn items_are_few() {
    assert_eq!(TimeOfSoccer::items(&rules::<TimeOfSoccer>(&[]).unwrap()).len(), 40);
}

#[test]
fn every_switch_of_the_ledger_exists_with_its_default() {
    let section =
        TimeOfSoccer::FACTS.ledger.split("\n## 2 ").nth(1).unwrap().split("\n## 3 ").next().unwrap();
    let mut seen = 0;
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let key = cells[1].trim_matches('`');
        let switch = TimeOfSoccer::FACTS
            .switches
            .iter()
            .find(|s| s.key == key)
            .unwrap_or_else(|| panic!("no `{key}`"));
        let default = cells[3].split(' ').next().unwrap();
        assert_eq!(switch.default, default, "{key}");
        seen += 1;
    }
    assert_eq!(seen, 38);
    for switch in TimeOfSoccer::FACTS.switches {
        assert!(
            TimeOfSoccer::FACTS.ledger.contains(&format!("`{}`", switch.key)),
            "`{}` in the ledger",
            switch.key
        );
    }
}
