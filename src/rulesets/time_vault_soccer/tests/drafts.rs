//! Drafts: pool, playground pick, scramble, own squads (TVS-DRAFT, -PLAY,
//! -SCR, -ELITE).

use super::super::builds::Objective;
use super::super::play::draft;
use super::super::state::Stage;
use super::*;

const POOL: [&str; 4] = ["debut-50s", "rivals-england-66", "debut-70s", "nucleus-spurs"];

/// A draft from the pool of these presets, before its first question.
fn drafting(draft: &str, bosses: usize, changes: &[(&str, &str)], block: u64) -> Table<Stream> {
    let count = bosses.to_string();
    let mut all = vec![("draft", draft), ("bosses", count.as_str())];
    if bosses > 2 {
        all.push(("competition", if bosses == 3 { "league" } else { "season" }));
    }
    all.extend_from_slice(changes);
    Table::new(rules_with(&all, &POOL[..bosses]), stream(block))
}

fn asked<C: Chance>(table: &Table<C>) -> u8 {
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
    // The seats as listed, seat 1 the poorest.
    assert_eq!(order("reverse-standings", 1), [0, 1, 2, 3]);
    let table = drafting("playground", 4, &[("playground-order", "reverse-standings")], 1);
    assert_eq!(asked(&table), 0);
    let orders: std::collections::BTreeSet<Vec<u8>> = (0..200).map(|block| order("random", block)).collect();
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

#[test]
fn tvs_scr_01_everybody_has_a_hundred_pounds() {
    let table = drafting("scramble", 3, &[], 1);
    assert_eq!(table.state.draft.money[..3], [100; 3]);
    let rich = drafting("scramble", 3, &[("scramble-budget", "400")], 1);
    assert_eq!(rich.state.draft.money[..3], [400; 3]);
}

#[test]
fn tvs_scr_02_the_eldest_nominates_and_age_is_random() {
    let mut table = drafting("scramble", 3, &[], 2);
    assert_eq!((table.state.stage, asked(&table)), (Stage::Nominate, table.state.draft.order[0]));
    assert_eq!(table.list().len(), 48);
    let seat = asked(&table);
    table.then(seat, Move::Nominate(17));
    assert!(!table.state.draft.pool.contains(17));
    let eldest: std::collections::BTreeSet<u8> =
        (0..60).map(|block| drafting("scramble", 3, &[], block).state.draft.order[0]).collect();
    assert_eq!(eldest.len(), 3);
}

/// Nominates a player and takes bids by seat.
fn auction(table: &mut Table<Stream>, index: u8, bids: &[u16]) {
    let seat = asked(table);
    table.then(seat, Move::Nominate(index));
    let nominated = table.state.draft.nominated;
    assert_eq!(nominated, index);
    for _ in 0..bids.len() {
        if table.state.stage != Stage::Bid || table.state.draft.nominated != index {
            break;
        }
        let seat = asked(table);
        table.then(seat, Move::Bid(bids[usize::from(seat)]));
    }
}

#[test]
fn tvs_scr_03_secret_bids_in_whole_pounds() {
    let mut table = drafting("scramble", 3, &[], 3);
    let seat = asked(&table);
    table.then(seat, Move::Nominate(0));
    let first = asked(&table);
    table.then(first, Move::Bid(33));
    let next = asked(&table);
    assert_ne!(next, first);
    // The next Boss imagines any bid of the first.
    let mut whim = whim(1);
    let imagined: std::collections::BTreeSet<u16> = (0..60)
        .map(|_| {
            let view = TimeVaultSoccer::view(&table.rules, &table.state, next);
            TimeVaultSoccer::determinize(&table.rules, view, &mut whim).draft.bids[usize::from(first)]
        })
        .collect();
    assert!(imagined.len() > 20);
    assert_eq!(table.list().len(), 101, "none or 1 to 100");
}

#[test]
fn tvs_scr_04_the_highest_bid_signs_and_pays_it() {
    let mut table = drafting("scramble", 3, &[], 4);
    auction(&mut table, 3, &[10, 25, 24]);
    assert_eq!((table.state.draft.owner[3], table.state.draft.money[..3].to_vec()), (1, vec![100, 75, 100]));
    assert_eq!((table.state.draft.count[1], table.state.draft.spent), (1, 25));
    let mut second = drafting("scramble", 3, &[("scramble-price", "second-bid")], 4);
    auction(&mut second, 3, &[10, 25, 24]);
    assert_eq!(second.state.draft.money[1], 100 - 24);
    auction(&mut second, 4, &[0, 0, 9]);
    assert_eq!(second.state.draft.money[2], 99, "£1 where nobody else bids");
}

#[test]
fn tvs_scr_05_equal_bids_fewer_players_then_age_from_the_nominator() {
    // V19: bids 7, 7, 3; money 40, 12, 100; the first two have 3 and 2 players.
    let mut table = drafting("scramble", 3, &[], 5);
    table.state.draft.money[..3].copy_from_slice(&[40, 12, 100]);
    table.state.draft.count[..3].copy_from_slice(&[3, 2, 4]);
    auction(&mut table, 20, &[7, 7, 3]);
    assert_eq!((table.state.draft.owner[20], table.state.draft.money[1]), (1, 5));
    // Still equal: the first in age order starting from the nominator.
    for block in 0..12 {
        let mut table = drafting("scramble", 3, &[], block);
        let order = table.state.draft.order;
        auction(&mut table, 0, &[5, 5, 5]);
        assert_eq!(table.state.draft.owner[0], order[0]);
        table.state.draft.count = [0; 16];
        auction(&mut table, 1, &[5, 5, 5]);
        assert_eq!(table.state.draft.owner[1], order[1], "the second eldest nominated");
    }
    let lots: std::collections::BTreeSet<u8> = (0..40)
        .map(|block| {
            let mut table = drafting("scramble", 3, &[("scramble-tie", "random")], block);
            auction(&mut table, 0, &[5, 5, 5]);
            table.state.draft.owner[0]
        })
        .collect();
    assert_eq!(lots.len(), 3);
}

#[test]
fn tvs_scr_06_between_one_pound_and_all_or_none() {
    let mut table = drafting("scramble", 3, &[], 6);
    table.state.draft.money[..3].copy_from_slice(&[2, 2, 2]);
    let seat = asked(&table);
    table.then(seat, Move::Nominate(0));
    assert_eq!(table.list(), [Move::Bid(0), Move::Bid(1), Move::Bid(2)]);
}

#[test]
fn tvs_scr_07_nomination_rotates_by_age_until_pool_or_money_is_gone() {
    let mut table = drafting("scramble", 3, &[], 7);
    let order = table.state.draft.order;
    for (index, place) in [0, 1, 2, 0, 1].into_iter().enumerate() {
        assert_eq!(asked(&table), order[place]);
        auction(&mut table, index as u8, &[1, 1, 1]);
    }
    let mut whim = whim(7);
    table.skip(&mut whim, |state| !matches!(state.stage, Stage::Nominate | Stage::Bid));
    let solvent = (0..3).any(|b: usize| table.state.draft.money[b] > 0 && table.state.draft.count[b] < 16);
    assert!(!solvent || table.state.draft.freed == table.state.draft.free.len() as u16);
}

#[test]
fn tvs_scr_08_who_cannot_bid_is_passed_over() {
    let mut table = drafting("scramble", 3, &[], 8);
    let order = table.state.draft.order;
    table.state.draft.money[usize::from(order[1])] = 0;
    auction(&mut table, 0, &[1, 1, 1]);
    assert_eq!(asked(&table), order[2], "no money, no nomination");
    auction(&mut table, 1, &[1, 1, 1]);
    assert_eq!(asked(&table), order[0], "the rotation goes on from who did nominate");
}

#[test]
fn tvs_scr_09_sixteen_players_end_the_bidding_of_a_boss() {
    let mut table = drafting("scramble", 3, &[], 9);
    let order = table.state.draft.order;
    table.state.draft.count[usize::from(order[2])] = 16;
    let seat = asked(&table);
    table.then(seat, Move::Nominate(0));
    let mut bidders = Vec::new();
    while table.state.stage == Stage::Bid {
        bidders.push(asked(&table));
        table.then(*bidders.last().unwrap(), Move::Bid(1));
    }
    bidders.sort_unstable();
    let mut expected = vec![order[0], order[1]];
    expected.sort_unstable();
    assert_eq!(bidders, expected);
    assert!(table.state.draft.money[usize::from(order[2])] == 100);
}

#[test]
fn tvs_draft_02_no_bid_breaks_the_star_limit() {
    // Under the house limit nobody bids beyond it, even for the last player of
    // fewest stars: only a pick, which must be made, may break it.
    let mut table = drafting("scramble", 3, &[("squad-star-cap-drafts", "26")], 12);
    let order = table.state.draft.order.map(usize::from);
    let star = table.state.draft.pool.iter().find(|&i| draft::pool_player(&table.state, i).stars == 2);
    let star = star.expect("a 2-star player");
    for index in 0..48 {
        if index != star {
            table.state.draft.pool.remove(index);
        }
    }
    // Eleven places open after this one: 13 + 2 + 11 = 26, 14 + 2 + 11 = 27.
    table.state.draft.count[..3].copy_from_slice(&[4; 3]);
    table.state.draft.stars[order[0]] = 13;
    table.state.draft.stars[order[1]] = 14;
    table.state.draft.stars[order[2]] = 14;
    let seat = asked(&table);
    table.then(seat, Move::Nominate(star));
    assert_eq!((asked(&table), table.state.stage), (order[0] as u8, Stage::Bid));
    table.then(order[0] as u8, Move::Bid(0));
    assert_ne!(table.state.stage, Stage::Bid, "nobody else is asked");
}

#[test]
fn tvs_scr_10_a_player_without_bids_is_a_free_transfer() {
    let mut table = drafting("scramble", 3, &[], 10);
    auction(&mut table, 5, &[0, 0, 0]);
    assert!(table.state.draft.free.contains(5));
    assert_eq!(table.state.draft.money[..3], [100; 3]);
}

#[test]
fn tvs_scr_11_when_all_money_is_gone_the_rest_is_free() {
    let mut table = drafting("scramble", 3, &[], 11);
    auction(&mut table, 0, &[100, 0, 0]);
    auction(&mut table, 1, &[0, 100, 0]);
    auction(&mut table, 2, &[0, 0, 99]);
    assert_eq!(table.state.stage, Stage::Nominate, "one pound is left");
    auction(&mut table, 3, &[0, 0, 1]);
    assert_eq!((table.state.stage, table.state.draft.freed), (Stage::Free, 44));
    assert_eq!(table.state.draft.pool.len(), 44);
}

/// V20: stars and open places A 30/2, B 24/1, C 27/0.
fn free_transfers(changes: &[(&str, &str)], stars: [u8; 3], open: [u8; 3]) -> Table<Stream> {
    let mut table = drafting("scramble", 3, changes, 12);
    let left: u8 = open.iter().sum();
    // All but the last players belong to somebody.
    let mut owners = Vec::new();
    for (boss, places) in (0..3).zip(open) {
        owners.extend(std::iter::repeat_n(boss, usize::from(16 - places)));
    }
    for (index, owner) in (0..48 - left).zip(owners) {
        table.state.draft.owner[usize::from(index)] = owner;
        table.state.draft.pool.remove(index);
    }
    for boss in 0..3 {
        table.state.draft.count[boss] = 16 - open[boss];
        table.state.draft.stars[boss] = stars[boss];
        table.state.draft.money[boss] = u16::from(boss == 0);
    }
    // The last pound goes on nobody: everything left becomes free.
    let seat = (0..3).find(|&b: &u8| table.state.draft.money[usize::from(b)] > 0).unwrap();
    table.state.draft.asked = seat;
    table.state.draft.turn = u16::from(table.state.draft.place(seat, 3));
    for index in 48 - left..48 {
        if table.state.stage != Stage::Nominate {
            break;
        }
        table.then(seat, Move::Nominate(index));
        if table.state.stage == Stage::Bid {
            table.then(seat, Move::Bid(0));
        }
    }
    assert_eq!(table.state.stage, Stage::Free);
    table
}

#[test]
fn tvs_scr_12_fewest_stars_pick_free_transfers_first() {
    let mut table = free_transfers(&[], [30, 24, 27], [2, 1, 0]);
    for seat in [1, 0, 0] {
        let first = table.list()[0];
        table.then(seat, first);
    }
    assert_eq!(table.state.stage, Stage::Match);
    assert!(table.state.draft.count[..3].iter().all(|&count| count == 16));
}

#[test]
fn tvs_scr_13_the_order_is_fixed_equals_by_age() {
    // A has fewest stars and takes the best each time; fixed, A stays first.
    for (value, order) in [("fixed", [0, 1, 0, 1]), ("recomputed", [0, 1, 1, 0])] {
        let mut table = free_transfers(&[("free-transfer-order", value)], [20, 21, 30], [2, 2, 0]);
        for (pick, seat) in order.into_iter().enumerate() {
            if pick == 1 {
                // A's first free transfer was dear: A has most stars now.
                table.state.draft.stars[0] = 40;
            }
            let list = table.list();
            let stars = |m: &Move| match m {
                Move::Pick(index) => draft::pool_player(&table.state, *index).stars,
                _ => 0,
            };
            let best = *list.iter().max_by_key(|m| stars(m)).unwrap();
            table.then(seat, best);
        }
        assert_eq!(table.state.stage, Stage::Match);
    }
    let mut table = drafting("scramble", 3, &[], 13);
    table.state.draft.money[..3].copy_from_slice(&[0, 0, 1]);
    let order = table.state.draft.order;
    let seat = 2;
    table.state.draft.asked = seat;
    while table.state.stage != Stage::Free {
        let first = table.list()[0];
        table.then(seat, first);
    }
    assert_eq!(table.state.draft.queue[..3], order[..3], "equal stars in age order");
}

#[test]
fn tvs_elite_01_each_boss_builds_in_secret() {
    let mut table = Table::new(rules(&[("draft", "elite-build")]), stream(1));
    assert_eq!((table.state.stage, asked(&table)), (Stage::Build, 0));
    let builds = std::sync::Arc::clone(table.rules.builds(None, Objective::Any));
    let mut whim = whim(1);
    let squad = builds.sample(&mut whim);
    table.then(0, Move::Squad(squad));
    let view = TimeVaultSoccer::view(&table.rules, &table.state, 1);
    let imagined = TimeVaultSoccer::determinize(&table.rules, view, &mut whim);
    assert_ne!(imagined.draft.built[0], squad, "not shown yet");
    assert!(builds.allows(&imagined.draft.built[0]));
    table.then(1, Move::Squad(builds.nth(0)));
    let stars: u8 = squad.iter().map(|&id| table.rules.collection[usize::from(id)].stars).sum();
    assert_eq!((table.state.stage, table.state.squads[0].total), (Stage::Match, stars));
}

#[test]
fn tvs_elite_02_sixteen_different_pairs() {
    let rules = rules(&[("draft", "elite-build")]);
    let builds = rules.builds(None, Objective::Any);
    let mut twice = builds.nth(0);
    assert!(builds.allows(&twice));
    twice[1] = twice[0];
    assert!(!builds.allows(&twice));
}

/// Sixteen 1-star players of the collection with these two among them.
fn with_two(rules: &Rules, two: [u8; 2]) -> [u8; SQUAD] {
    let ones = (0..rules.collection.len() as u8)
        .filter(|&id| rules.collection[usize::from(id)].stars == 1 && !two.contains(&id));
    let mut squad: Vec<u8> = ones.take(14).chain(two).collect();
    squad.sort_unstable();
    squad.try_into().expect("sixteen")
}

#[test]
fn tvs_elite_03_one_version_of_a_person() {
    let rules = rules(&[("draft", "elite-build")]);
    let builds = rules.builds(None, Objective::Any);
    // Debut 70s 3 and Nucleus Italy 4; Debut 60s 3 and Rivals England 3.
    let pairs = [[2 * 16 + 2, 6 * 16 + 3], [16 + 2, 4 * 16 + 2]];
    assert_eq!(rules.persons, pairs.map(|pair| pair.to_vec()));
    for pair in pairs {
        assert!(!builds.allows(&with_two(&rules, pair)));
        assert!(builds.allows(&with_two(&rules, [pair[0], 5])));
    }
    let mut whim = whim(3);
    for _ in 0..300 {
        let squad = builds.sample(&mut whim);
        assert!(builds.allows(&squad));
    }
}

#[test]
fn tvs_elite_04_at_most_32_stars() {
    for cap in ["26", "32", "40"] {
        let rules = rules(&[("draft", "elite-build"), ("elite-star-cap", cap)]);
        let builds = rules.builds(None, Objective::Any);
        let mut whim = whim(4);
        let most = (0..200)
            .map(|_| {
                builds.sample(&mut whim).map(|id| rules.collection[usize::from(id)].stars).iter().sum::<u8>()
            })
            .max();
        let cap: u8 = cap.parse().unwrap();
        assert!(most <= Some(cap) && most >= Some(cap - 4), "{most:?} under {cap}");
    }
}

#[test]
fn tvs_elite_05_stars_may_be_spread_in_any_way() {
    let rules = rules(&[("draft", "elite-build")]);
    let builds = rules.builds(None, Objective::Any);
    let twos: Vec<u8> =
        (0..144).filter(|&id| rules.collection[usize::from(id)].stars == 2).take(16).collect();
    assert!(builds.allows(&twos.try_into().expect("sixteen 2-star players")));
    let fives: Vec<u8> =
        (0..144).filter(|&id| rules.collection[usize::from(id)].stars == 5).take(2).collect();
    assert!(builds.allows(&with_two(&rules, [fives[0], fives[1]])));
}

#[test]
fn tvs_elite_06_a_boss_owns_every_player_of_the_nine_presets() {
    let rules = rules(&[]);
    assert_eq!(rules.collection.len(), 9 * 16);
    assert_eq!(rules.collection_presets, (0..9).collect::<Vec<u8>>());
    let small =
        TimeVaultSoccer::DATA.replace("  \"nucleus-italy\", \"nucleus-spurs\", \"nucleus-forest\",\n", "");
    let data = super::super::data::Data::parse(&small, false).expect("a smaller collection");
    assert_eq!((data.collection.len(), data.persons.len()), (6, 1));
}

/// Counting own squads against listing them, on a small collection.
#[test]
fn own_squads_are_counted_like_listing_them() {
    // Two presets of sixteen: 16 of 32 players, listed by star class.
    let data = TimeVaultSoccer::DATA.replace(
        "  \"debut-50s\", \"debut-60s\", \"debut-70s\", \"debut-80s\",\n  \"rivals-england-66\", \"rivals-germany-90\",\n  \"nucleus-italy\", \"nucleus-spurs\", \"nucleus-forest\",\n",
        "  \"debut-60s\", \"rivals-england-66\",\n",
    );
    let settings = {
        let mut settings = Settings::printed(TimeVaultSoccer::SWITCHES);
        settings.set("draft", "elite-build").unwrap();
        settings
    };
    let squads = vec![None; MAX_SEATS];
    let rules = TimeVaultSoccer::build(&Build {
        settings: &settings,
        data: &data,
        squads: &squads,
        totals: Totals::Stated,
    })
    .expect("legal");
    assert_eq!(rules.collection.len(), 32);
    let builds = rules.builds(None, Objective::Any);
    // Dynamic programme over players one by one: [taken][stars][version used].
    let mut ways = vec![vec![[0_u128; 2]; 33]; 17];
    ways[0][0][0] = 1;
    for id in 0..32_u8 {
        let stars = usize::from(rules.collection[usize::from(id)].stars);
        let version = rules.persons[0].contains(&id);
        let mut next = ways.clone();
        for taken in 0..16 {
            for sum in 0..=32 - stars {
                for used in 0..2 {
                    if version && used == 1 {
                        continue;
                    }
                    next[taken + 1][sum + stars][if version { 1 } else { used }] += ways[taken][sum][used];
                }
            }
        }
        ways = next;
    }
    let total: u128 = ways[16].iter().flatten().sum();
    assert_eq!(builds.total(), total);
    // Every rank names another legal squad.
    let step = total / 997;
    let squads: std::collections::BTreeSet<[u8; SQUAD]> = (0..997).map(|k| builds.nth(k * step)).collect();
    assert_eq!(squads.len(), 997);
    assert!(squads.iter().all(|squad| builds.allows(squad)));
    assert!(builds.allows(&builds.nth(total - 1)));
    // The best ones are no worse than any sampled.
    let attack = |squad: &[u8; SQUAD]| -> u32 {
        squad
            .iter()
            .map(|&id| {
                let player = rules.collection[usize::from(id)];
                u32::from(rules.values.attack[usize::from(player.line)][usize::from(player.stars)])
            })
            .sum()
    };
    let best = attack(&rules.builds(None, Objective::Attack).nth(0));
    let mut whim = whim(2);
    assert!((0..2000).all(|_| attack(&builds.sample(&mut whim)) <= best));
    // Lines of a preset where a bot wants them.
    let strongest = rules.builds(None, Objective::Strength);
    let lines = strongest.nth(strongest.total() / 2).map(|id| rules.collection[usize::from(id)].line);
    assert_eq!(
        [0, 1, 2, 3].map(|line| lines.iter().map(|&l| u32::from(l == line)).sum::<u32>()),
        [2, 5, 5, 4]
    );
}

#[test]
fn random_bids_are_uniform_up_to_the_money_per_place() {
    let mut table = drafting("scramble", 3, &[], 1);
    let seat = asked(&table);
    table.then(seat, Move::Nominate(0));
    let mut whim = whim(1);
    let mut seen = [0; 8];
    for _ in 0..7000 {
        let moves = table.legal();
        let view = TimeVaultSoccer::view(&table.rules, &table.state, asked(&table));
        let Move::Bid(bid) = TimeVaultSoccer::random(&table.rules, view, &moves, &mut whim) else {
            panic!("a bid")
        };
        seen[usize::from(bid)] += 1;
    }
    // £100 for 16 places: none or 1 to 6.
    assert_eq!(seen[7], 0);
    assert!(seen[..7].iter().all(|n| (850..1150).contains(n)), "{seen:?}");
}
