//! Own squads of 32 stars (TVS-ELITE).

use super::*;

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
    let small = TimeVaultSoccer::FACTS
        .data
        .replace("  \"nucleus-italy\", \"nucleus-spurs\", \"nucleus-forest\",\n", "");
    let data = super::super::data::Data::parse(&small, false).expect("a smaller collection");
    assert_eq!((data.collection.len(), data.persons.len()), (6, 1));
}

/// Counting own squads against listing them, on a small collection.
#[test]
fn own_squads_are_counted_like_listing_them() {
    // Two presets of sixteen: 16 of 32 players, listed by star class.
    let data = TimeVaultSoccer::FACTS.data.replace(
        "  \"debut-50s\", \"debut-60s\", \"debut-70s\", \"debut-80s\",\n  \"rivals-england-66\", \"rivals-germany-90\",\n  \"nucleus-italy\", \"nucleus-spurs\", \"nucleus-forest\",\n",
        "  \"debut-60s\", \"rivals-england-66\",\n",
    );
    let rules = build::<TimeVaultSoccer>(&data, &[("draft", "elite-build")], &[]).expect("legal");
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
    let squads: BTreeSet<[u8; SQUAD]> = (0..997).map(|k| builds.nth(k * step)).collect();
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
