//! Drafts: pool and playground pick (TVS-DRAFT, -PLAY).

use super::*;

pub(super) const POOL: [&str; 4] = ["debut-50s", "rivals-england-66", "debut-70s", "nucleus-spurs"];

/// A draft from the pool of these presets, before its first question.
pub(super) fn drafting(draft: &str, bosses: usize, changes: &[(&str, &str)], block: u64) -> Table<Stream> {
    let count = bosses.to_string();
    let mut all = vec![("draft", draft), ("bosses", count.as_str())];
    if bosses > 2 {
        all.push(("competition", if bosses == 3 { "league" } else { "season" }));
    }
    all.extend_from_slice(changes);
    Table::new(rules_with(&all, &POOL[..bosses]), stream(block))
}

pub(super) fn asked<C: Chance>(table: &Table<C>) -> u8 {
    match table.turn() {
        Turn::Ask(seat) => seat,
        Turn::Over => panic!("nobody is asked"),
    }
}

#[test]
fn tvs_draft_01_different_presets_in_one_pool_numbered_by_index() {
    // E1: different presets until each is taken equally often.
    let rules = rules(&[("draft", "playground"), ("bosses", "10"), ("competition", "season")]);
    let mut table = Table::new(rules, stream(1));
    for chosen in 0..10 {
        let admitted = draft::admitted(&table.rules, &table.state, asked(&table));
        assert_eq!(admitted.count_ones(), if chosen < 9 { 9 - chosen } else { 9 }, "all tiers, none twice");
        let preset = admitted.trailing_zeros() as u8;
        table.then(asked(&table), Move::Preset(preset));
    }
    assert_eq!((table.state.stage, table.state.draft.pool.len()), (Stage::Pick, 160));
    // A player keeps what is printed; squads are numbered in rising index.
    let mut table = drafting("playground", 2, &[], 3);
    let mut whim = whim(3);
    let brought = table.state.squads;
    table.skip(&mut whim, |state| state.stage == Stage::Match);
    for boss in 0..2_u8 {
        let owned: Vec<u8> = (0..32).filter(|&i| table.state.draft.owner[usize::from(i)] == boss).collect();
        assert_eq!(owned.len(), 16);
        for (place, index) in (0..16).zip(owned) {
            let own = table.state.squads[usize::from(boss)].player(place);
            assert_eq!(own, brought[usize::from(index / 16)].player(index % 16));
        }
    }
}

#[test]
fn tvs_draft_02_no_star_limit_and_two_versions_may_meet() {
    let mut table = drafting("playground", 2, &[], 4);
    let boss = asked(&table);
    // The first Boss takes every star there is.
    while table.state.stage == Stage::Pick {
        let seat = asked(&table);
        let pool = table.list();
        let stars = |m: &Move| match m {
            Move::Pick(index) => draft::pool_player(&table.state, *index).stars,
            _ => 0,
        };
        let chosen = if seat == boss {
            pool.iter().max_by_key(|m| stars(m))
        } else {
            pool.iter().min_by_key(|m| stars(m))
        };
        let chosen = *chosen.expect("a pick");
        table.then(seat, chosen);
    }
    assert!(table.state.squads[usize::from(boss)].total > 32);
    // Under the house limit every squad stays within it here.
    for cap in ["26", "32"] {
        for block in 0..10 {
            let mut table = drafting("playground", 2, &[("squad-star-cap-drafts", cap)], block);
            let mut whim = whim(block);
            let mut forced = false;
            while table.state.stage == Stage::Pick {
                let seat = asked(&table);
                let limit: u8 = cap.parse().unwrap();
                let place = usize::from(seat);
                let still = 15 - table.state.draft.count[place];
                let fits = |index: u8| {
                    table.state.draft.stars[place] + draft::pool_player(&table.state, index).stars + still
                        <= limit
                };
                let offered = draft::pickable(&table.rules, &table.state);
                let any = table.state.draft.pool.iter().any(fits);
                forced |= !any;
                for index in table.state.draft.pool.iter() {
                    let lowest = table
                        .state
                        .draft
                        .pool
                        .iter()
                        .map(|i| draft::pool_player(&table.state, i).stars)
                        .min();
                    let least = Some(draft::pool_player(&table.state, index).stars) == lowest;
                    assert_eq!(offered.contains(index), if any { fits(index) } else { least });
                }
                let moves = table.legal();
                let chosen = moves.sample(&mut whim);
                table.then(seat, chosen);
            }
            let totals = [0, 1].map(|b: usize| table.state.squads[b].total);
            assert!(forced || totals.iter().all(|&t| t <= cap.parse().unwrap()));
        }
    }
}

#[test]
fn tvs_play_01_the_poorest_picks_first() {
    let order = |value: &str, block| {
        let table = drafting("playground", 4, &[("playground-order", value)], block);
        table.state.draft.order[..4].to_vec()
    };
    // The seats as listed, seat 0 the poorest.
    assert_eq!(order("reverse-standings", 1), [0, 1, 2, 3]);
    let table = drafting("playground", 4, &[("playground-order", "reverse-standings")], 1);
    assert_eq!(asked(&table), 0);
    let orders: BTreeSet<Vec<u8>> = (0..200).map(|block| order("random", block)).collect();
    assert_eq!(orders.len(), 24);
}

#[test]
fn tvs_play_02_the_same_order_every_lap_until_all_are_picked() {
    for (value, laps) in [("random", [0, 1, 2, 0, 1, 2, 0]), ("snake", [0, 1, 2, 2, 1, 0, 0])] {
        let mut table = drafting("playground", 3, &[("playground-order", value)], 5);
        let order = table.state.draft.order;
        for place in laps {
            let seat = asked(&table);
            assert_eq!(seat, order[place], "{value}");
            let first = table.list()[0];
            table.then(seat, first);
        }
        let mut picks = laps.len();
        while table.state.stage == Stage::Pick {
            let (seat, first) = (asked(&table), table.list()[0]);
            table.then(seat, first);
            picks += 1;
        }
        assert_eq!((picks, table.state.draft.count[..3].to_vec()), (48, vec![16; 3]));
    }
}

#[test]
fn tvs_play_03_lobbying_is_a_random_order() {
    let firsts: Vec<u8> =
        (0..400).map(|block| drafting("playground", 4, &[], block).state.draft.order[0]).collect();
    for boss in 0..4 {
        let count: u32 = firsts.iter().map(|&first| u32::from(first == boss)).sum();
        assert!((60..140).contains(&count), "seat {boss} first {count} of 400 times");
    }
}
