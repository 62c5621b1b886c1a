//! General rules, squads and stars, tiers, teams (TVS-GEN, -STAR, -TIER, -PRO,
//! -TRANS).

use super::super::squads::{Alpha, Tier, generate};
use super::super::styles::{self, Style};
use super::super::teams::{TeamSpace, Wish, choose};
use super::*;
use crate::game::Sought;

/// Every team that a space counts.
fn all_teams(space: &TeamSpace) -> Vec<u16> {
    (0..space.teams()).map(|rank| space.team(rank)).collect()
}

/// A squad in the usual lines with these stars.
fn squad_of(rules: &Rules, stars: [u8; SQUAD]) -> Squad {
    let mut players = rules.shape;
    for (player, stars) in players.iter_mut().zip(stars) {
        player.stars = stars;
    }
    rules.squad(&players, Origin::Own)
}

/// A match of two Debuts at its kick-off, the first legal teams without a bench.
fn kicked_off() -> Table<Stream> {
    let mut table = Table::new(rules_with(&[], &["debut-50s", "debut-60s"]), stream(2));
    for seat in 0..2 {
        let Move::Team { team, .. } = table.legal().nth(0) else { panic!("a team is asked") };
        table.then(seat, Move::Team { team, bench: 0 });
    }
    table
}

#[test]
fn tvs_gen_01_a_match_is_for_two_with_64_cards() {
    assert_eq!(TimeVaultSoccer::seats(&rules(&[])), 2);
    assert!(try_rules(&[("bosses", "3")], &[]).is_err());
    // What is dealt to both teams, and what those outside would bring along.
    let mut cards = 0;
    for side in kicked_off().state.game.sides {
        let dealt = side.hand | side.deck_cards();
        let outside = cards_of(!side.open.team);
        assert_eq!(side.hand & side.deck_cards(), 0, "a card in hand and deck");
        assert_eq!((dealt & outside, dealt | outside), (0, u32::MAX));
        cards += side.hand.count_ones() + u32::from(side.open.deck) + outside.count_ones();
    }
    assert_eq!(cards, 64);
}

#[test]
fn tvs_gen_02_every_row_has_a_status() {
    let rows: Vec<&str> =
        TimeVaultSoccer::FACTS.ledger.lines().filter(|line| line.starts_with("| TVS-")).collect();
    assert_eq!(rows.len(), 121);
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        assert!(cells.len() >= 3, "{row}");
        let status = cells[cells.len() - 1].trim();
        assert!(["given", "inferred", "assumed"].iter().any(|s| status.starts_with(s)), "{row}");
    }
}

#[test]
fn tvs_star_01_sixteen_players_with_two_cards() {
    let rules = rules(&[]);
    for preset in &rules.squads {
        let players: u32 = preset.lines.iter().map(|line| line.count_ones()).sum();
        assert_eq!(players, 16);
        assert_eq!(cards_of(u16::MAX).count_ones(), 32);
    }
}

#[test]
fn tvs_star_02_ratings_run_from_one_to_five() {
    for (from, to) in [("[4, 3, 1, 1]", "[6, 1, 1, 1]"), ("[4, 3, 1, 1]", "[9, 0, 0, 0]")] {
        let data = TimeVaultSoccer::FACTS.data.replacen(from, to, 1);
        let faults = super::super::data::Data::parse(&data, false).unwrap_err();
        assert!(faults.iter().any(|fault| fault.allowed.contains("1 to 5")), "{faults:?}");
    }
}

#[test]
fn tvs_star_03_a_pair_counts_once() {
    // V1: one 5-star player is 5 stars, not 10.
    let rules = rules(&[]);
    let mut stars = [1; SQUAD];
    stars[15] = 5;
    assert_eq!(squad_of(&rules, stars).total, 15 + 5);
    assert_eq!(squad_of(&rules, stars).stars_of(1 << 15), 5);
}

#[test]
fn tvs_tier_01_pro_goes_up_to_26() {
    assert_eq!(Tier::of(26), Tier::Pro);
    assert_ne!(Tier::of(27), Tier::Pro);
    assert_eq!(Tier::of(16), Tier::Pro);
}

#[test]
fn tvs_tier_02_the_debuts_have_26() {
    let rules = rules(&[]);
    let debuts: Vec<_> =
        rules.presets.iter().zip(&rules.squads).filter(|(p, _)| p.name.starts_with("debut")).collect();
    assert_eq!(debuts.len(), 4);
    assert!(debuts.iter().all(|(_, squad)| squad.total == 26));
}

#[test]
fn tvs_tier_03_elite_goes_up_to_32_and_open_lies_beyond() {
    assert_eq!((Tier::of(27), Tier::of(32)), (Tier::Elite, Tier::Elite));
    assert_eq!(Tier::of(33), Tier::Open);
}

#[test]
fn tvs_tier_04_rivals_and_nucleus_have_32() {
    let rules = rules(&[]);
    let elite: Vec<_> =
        rules.presets.iter().zip(&rules.squads).filter(|(p, _)| p.tier == Tier::Elite).collect();
    assert_eq!(elite.len(), 5);
    assert!(elite.iter().all(|(_, squad)| squad.total == 32));
    assert_eq!(rules.presets.len(), 9);
}

#[test]
fn tvs_tier_05_a_pro_preset_may_meet_an_elite_one() {
    let rules = rules(&[("squad-tier", "pro-v-elite")]);
    let table = Table::new(rules, stream(1));
    // Seat 1 holds entrant 0, who is admitted to the Debuts alone.
    for seat in 0..2 {
        let admitted = draft::admitted(&table.rules, &table.state, seat);
        let tier = if seat == 0 { Tier::Pro } else { Tier::Elite };
        for (place, preset) in table.rules.presets.iter().enumerate() {
            assert_eq!(admitted >> place & 1 == 1, preset.tier == tier);
        }
    }
}

#[test]
fn tvs_tier_06_two_ways_to_meet_an_elite_squad() {
    // Go pro limits both teams; the Transfer Centre may make the Pro squad Elite.
    let pro = rules(&[("squad-tier", "pro-v-elite")]);
    assert_eq!(pro.cap([Tier::Pro, Tier::Elite]), Some(21));
    let transfer = rules(&[("draft", "transfer")]);
    let builds = transfer.builds(Some(0), Objective::Any);
    let stars = builds.nth(builds.total() - 1).map(|id| transfer.collection[usize::from(id)].stars);
    assert!(stars.iter().sum::<u8>() <= 32);
    let mut whim = whim(6);
    let above = (0..50).any(|_| {
        let squad = builds.sample(&mut whim);
        squad.iter().map(|&id| transfer.collection[usize::from(id)].stars).sum::<u8>() > 26
    });
    assert!(above, "an exchange can make a squad Elite");
}

#[test]
fn tvs_pro_01_a_team_has_eleven_of_sixteen_and_22_cards() {
    for side in &kicked_off().state.game.sides {
        assert_eq!(side.open.team.count_ones(), 11);
        assert_eq!(side.hand.count_ones() + u32::from(side.open.deck), 22);
    }
}

#[test]
fn tvs_pro_02_neither_team_exceeds_21_stars() {
    let rules = rules_with(&[("squad-tier", "pro-v-elite")], &["debut-50s", "nucleus-spurs"]);
    let table = Table::new(rules, stream(3));
    assert_eq!(table.state.game.cap, Some(21));
    let squad = &table.state.squads[1];
    assert!(squad.total > 26, "the limit is on teams, not squads");
    let space = TeamSpace::new(squad, u16::MAX, Some(21), 5, Keepers::One);
    assert!(all_teams(&space).iter().all(|&team| squad.stars_of(team) <= 21));
    let free = TeamSpace::new(squad, u16::MAX, None, 5, Keepers::One);
    assert!(all_teams(&free).iter().any(|&team| squad.stars_of(team) > 21));
}

#[test]
fn tvs_pro_03_a_substitution_beyond_the_limit_is_illegal() {
    // V3: 21 stars, off 2, on 3 is illegal alone, legal with off 3, on 2.
    let scene = |subs| {
        Scene::new(&[("subs", subs)])
            .stars(0, 13, 1)
            .stars(0, 15, 3)
            .hand(0, &[14, 3])
            .cap(21)
            .step(Step::Substitute)
    };
    let off_14_on_15 = Move::Substitute { off: 13, on: 14 };
    assert_eq!(scene("1").squad(0).stars_of(TEAM), 21);
    assert!(!scene("1").moves().contains(&off_14_on_15));
    let mut two = scene("2").stars(0, 3, 3).stars(0, 4, 1);
    assert_eq!(two.squad(0).stars_of(TEAM), 21);
    two.then(off_14_on_15);
    assert_eq!(two.squad(0).stars_of(two.open(0).team), 22);
    assert!(!two.moves().contains(&Move::Stop), "a team beyond the limit cannot stop");
    two.then(Move::Substitute { off: 2, on: 11 });
    assert_eq!(two.squad(0).stars_of(two.open(0).team), 21);
}

#[test]
fn tvs_pro_04_team_stars_are_those_of_the_players_now_in_it() {
    // V4: a 4-star player was sent off (team now 17), off 1, on 5: 21, legal.
    let mut scene =
        Scene::new(&[]).stars(0, 14, 1).stars(0, 15, 5).hand(0, &[14, 3]).cap(21).step(Step::Substitute);
    scene.game.sides[0].open.team &= !(bit(4) | bit(5));
    assert_eq!(scene.squad(0).stars_of(scene.open(0).team), 17);
    scene.then(Move::Substitute { off: 13, on: 14 });
    assert_eq!(scene.squad(0).stars_of(scene.open(0).team), 21);
    assert!(
        scene.moves().is_empty()
            || scene.game.step != Step::Substitute
            || scene.moves().contains(&Move::Stop)
    );
}

#[test]
fn tvs_pro_05_the_limit_is_for_pro_against_elite_alone() {
    let auto = rules(&[]);
    for (tiers, limited) in [
        ([Tier::Pro, Tier::Elite], true),
        ([Tier::Elite, Tier::Pro], true),
        ([Tier::Pro, Tier::Pro], false),
        ([Tier::Elite, Tier::Elite], false),
        ([Tier::Pro, Tier::Open], false),
        ([Tier::Open, Tier::Elite], false),
    ] {
        assert_eq!(auto.cap(tiers), limited.then_some(21), "{tiers:?}");
        assert_eq!(rules(&[("go-pro-cap", "on")]).cap(tiers), Some(21));
        assert_eq!(rules(&[("go-pro-cap", "off")]).cap(tiers), None);
    }
    // A drafted squad is read as it is: generated squads of 27 and 26 stars.
    let mixed = rules_with(&[], &["generated:27", "generated:26"]);
    assert_eq!(Table::new(mixed, stream(1)).state.game.cap, Some(21));
    let open = rules_with(&[], &["generated:33", "generated:26"]);
    assert_eq!(Table::new(open, stream(1)).state.game.cap, None);
}

#[test]
fn tvs_pro_06_exactly_one_goalkeeper_at_kick_off_and_at_most_one_later() {
    let rules = rules(&[]);
    let squad = rules.squads[0];
    let keepers = squad.lines[usize::from(KEEPER)];
    let space = TeamSpace::new(&squad, u16::MAX, None, 5, Keepers::One);
    assert!(all_teams(&space).iter().all(|&team| (team & keepers).is_power_of_two()));
    // Without a goalkeeper available, none.
    let none = TeamSpace::new(&squad, !keepers, None, 5, Keepers::One);
    assert_eq!((none.size, none.teams()), (11, choose(14, 11)));
    // During the match the goalkeeper may go off for a field player, but a
    // second one may not come on for a field player.
    let scene = Scene::new(&[("subs", "1")]).hand(0, &[1, 3]).step(Step::Substitute);
    assert!(scene.moves().contains(&Move::Substitute { off: 0, on: 14 }));
    assert!(scene.moves().contains(&Move::Substitute { off: 0, on: 1 }));
    assert!(!scene.moves().contains(&Move::Substitute { off: 2, on: 1 }));
    // No further formation rule: eleven with all four forwards and so on.
    assert_eq!(space.teams(), 2 * choose(14, 10));
}

#[test]
fn tvs_pro_07_size_first_goalkeeper_second() {
    // V2: sixteen 2-star players field ten players of 20 stars, one of them a
    // goalkeeper.
    let rules = rules(&[]);
    let twos = squad_of(&rules, [2; SQUAD]);
    assert_eq!(twos.total, 32);
    let eleven = TeamSpace::new(&twos, u16::MAX, None, 5, Keepers::One);
    assert!(all_teams(&eleven).iter().all(|&team| twos.stars_of(team) == 22));
    let space = TeamSpace::new(&twos, u16::MAX, Some(21), 5, Keepers::One);
    assert_eq!(space.size, 10);
    let keepers = twos.lines[usize::from(KEEPER)];
    for team in all_teams(&space) {
        assert_eq!((team.count_ones(), twos.stars_of(team)), (10, 20));
        assert_eq!((team & keepers).count_ones(), 1);
    }
    // An eleven without a goalkeeper beats a ten with one.
    let mut stars = [2; SQUAD];
    (stars[0], stars[1]) = (5, 5);
    stars[2] = 1;
    stars[3] = 1;
    let dear = squad_of(&rules, stars);
    let space = TeamSpace::new(&dear, u16::MAX, Some(21), 0, Keepers::One);
    assert_eq!(space.size, 11);
    assert!(all_teams(&space).iter().all(|&team| (team & keepers).count_ones() == 0));
    // A squad of goalkeepers fields one of them and whoever plays outside.
    let mut players = [Player { line: KEEPER, stars: 1, icon: 0, skill: 0 }; SQUAD];
    players[15].line = 3;
    let goalkeepers = rules.squad(&players, Origin::Own);
    let space = TeamSpace::new(&goalkeepers, u16::MAX, None, 0, Keepers::One);
    assert_eq!((space.size, space.teams()), (2, 15));
}

#[test]
fn tvs_trans_01_a_pro_squad_is_raised_to_at_most_32_stars() {
    let rules = rules(&[("draft", "transfer"), ("max-transfers", "4")]);
    let builds = rules.builds(Some(0), Objective::Any);
    let mut whim = whim(1);
    for _ in 0..200 {
        let squad = builds.sample(&mut whim);
        let stars: u8 = squad.iter().map(|&id| rules.collection[usize::from(id)].stars).sum();
        assert!(stars <= 32);
        // The first preset has the ids 0 to 15.
        assert!(squad.iter().filter(|&&id| id >= 16).count() <= 4);
    }
}

#[test]
fn tvs_trans_02_exchanges_are_unlimited_unless_switched() {
    let free = rules(&[("draft", "transfer")]);
    let build = rules(&[("draft", "elite-build")]);
    let all = free.builds(Some(3), Objective::Any).total();
    assert_eq!(all, build.builds(None, Objective::Any).total());
    let none = rules(&[("draft", "transfer"), ("max-transfers", "0")]);
    let only = none.builds(Some(3), Objective::Any);
    assert_eq!(only.total(), 1);
    assert_eq!(only.nth(0), std::array::from_fn(|p| 48 + p as u8));
}

#[test]
fn tvs_trans_03_cards_of_every_preset_mix() {
    let rules = rules(&[("draft", "elite-build")]);
    assert_eq!(rules.collection.len(), 144);
    let builds = rules.builds(None, Objective::Any);
    let mut whim = whim(4);
    let mut seen = [false; 9];
    for _ in 0..40 {
        for id in builds.sample(&mut whim) {
            seen[usize::from(id / 16)] = true;
        }
    }
    assert!(seen.iter().all(|&preset| preset), "Debut, Rivals and Nucleus alike");
}

#[test]
fn generated_squads_have_their_total_and_fall_within_lines() {
    let rules = rules(&[]);
    let mut chance = stream(8);
    for total in [16, 26, 32, 57, 80] {
        for alpha in [Alpha { num: 1, den: 5 }, Alpha { num: 1, den: 1 }, Alpha { num: 20, den: 1 }] {
            let players = generate(&rules.shape, total, alpha, Source::seat(0), &mut chance);
            assert_eq!(players.iter().map(|p| p.stars).sum::<u8>(), total);
            for pair in players.windows(2).filter(|pair| pair[0].line == pair[1].line) {
                assert!(pair[0].stars >= pair[1].stars);
            }
        }
    }
}

#[test]
fn a_small_alpha_makes_superstars() {
    let rules = rules(&[]);
    let mut chance = stream(9);
    let mut fives = |num, den| -> usize {
        (0..500)
            .map(|_| generate(&rules.shape, 32, Alpha { num, den }, Source::seat(0), &mut chance))
            .map(|players| players.iter().filter(|p| p.stars == 5).count())
            .sum()
    };
    let (superstars, plain, even) = (fives(1, 5), fives(1, 1), fives(20, 1));
    assert!(superstars > plain && plain > even, "{superstars} {plain} {even}");
}

/// The first star given goes to each shirt alike; the second to the starred
/// one with weight 1 + alpha against 15 alpha.
#[test]
fn the_generator_draws_with_exact_weights() {
    let rules = rules(&[]);
    for (alpha, expected) in
        [(Alpha { num: 1, den: 1 }, Fraction::new(2, 17)), (Alpha { num: 1, den: 5 }, Fraction::new(6, 21))]
    {
        let three = crate::chance::enumerate(|chance| {
            let players = generate(&rules.shape, 18, alpha, Source::seat(0), chance);
            players.iter().any(|p| p.stars == 3)
        });
        assert_eq!(three[&true], expected);
    }
}

#[test]
fn a_squad_name_that_is_not_known_is_refused_with_the_nearest() {
    let faults = try_rules(&[], &["debut-50", "nucleus-italy"]).unwrap_err();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].key, "squads.0", "entrants are numbered from 0");
    assert_eq!(faults[0].hint.as_deref(), Some("did you mean `debut-50s`?"));
    assert!(faults[0].allowed.contains("nucleus-forest") && faults[0].allowed.contains("generated:TOTAL"));
    for bad in ["generated:15", "generated:81", "generated:26:0", "generated:26:x", "generated:"] {
        assert!(try_rules(&[], &[bad]).is_err(), "{bad}");
    }
    for good in ["generated:26", "generated:32:0.2", "generated:32:1/5", "generated:40:20"] {
        assert!(try_rules(&[], &[good, good]).is_ok(), "{good}");
    }
}

#[test]
fn a_squad_is_named_by_the_stars_of_every_player() {
    let rules = rules_with(&[], &["stars:31/22211/32111/3111", "stars:11/11111/11111/1111"]);
    let table = Table::new(rules, stream(1));
    let squads = table.state.squads;
    assert_eq!(squads[0].stars, [3, 1, 2, 2, 2, 1, 1, 3, 2, 1, 1, 1, 3, 1, 1, 1]);
    assert_eq!((squads[0].total, squads[0].tier(), squads[1].total), (26, Tier::Pro, 16));
    // Lines and skills are those of every squad.
    let preset = table.rules.squads[0];
    assert_eq!((squads[0].line, squads[0].skills[0]), (preset.line, preset.skills[0]));
    for bad in [
        "stars:31/22211/32111/311",
        "stars:31/22211/32111/31111",
        "stars:31/22211/32111",
        "stars:31/22211/32111/3111/",
        "stars:61/22211/32111/3111",
        "stars:01/22211/32111/3111",
        "stars:",
    ] {
        let faults = try_rules(&[], &[bad]).unwrap_err();
        assert!(faults[0].allowed.contains("stars:31/31111/31111/3111"), "{bad}: {faults:?}");
    }
    // Whoever means a tier is told where it is set.
    let hint = try_rules(&[], &["Elite"]).unwrap_err()[0].hint.clone();
    assert!(hint.is_some_and(|hint| hint.contains("squad-tier = pro-v-elite")));
}

#[test]
fn kinds_of_squads_keep_their_stars_and_their_style() {
    let rules = rules(&[]);
    let map = styles::map(&rules).unwrap();
    let rows: Vec<&str> = map.kinds.iter().map(|kind| kind.row.as_str()).collect();
    assert_eq!((rows[0], rows[29], rows.len()), ("Pro, 26 stars", "Elite, 29 stars", 30));
    let shape = rules.shape;
    for (kind, style) in map.kinds.iter().zip(Style::ALL.iter().cycle()) {
        let total: u8 = kind.row.split(' ').nth(1).unwrap().parse().unwrap();
        let Sought::Played { first, near, .. } = &kind.best else { panic!("nothing is known without play") };
        let beside = near(&first[0]);
        for name in first.iter().chain(&beside) {
            let stars = styles::read(name, &shape).unwrap();
            assert_eq!(stars.iter().sum::<u8>(), total, "{name}");
            assert!(style.fits(&stars, &shape), "{name} is not {}", kind.column);
            assert!(stars[2..7].is_sorted_by(|a, b| a >= b) && stars[12..].is_sorted_by(|a, b| a >= b));
        }
        assert!(!first.is_empty() && first.len() <= 32 && !beside.contains(&first[0]));
        // One star has moved.
        let stars = |name: &str| styles::read(name, &shape).unwrap();
        let from = stars(&first[0]);
        for name in &beside {
            let moved = stars(name).iter().zip(from).map(|(a, b)| a.abs_diff(b)).sum::<u8>();
            assert_eq!(moved, 2, "{name} from {}", first[0]);
        }
    }
    // Who bids for players puts no squad together.
    assert!(styles::map(&super::rules(&[("draft", "scramble")])).is_none());
}

#[test]
fn best_teams_are_the_best_by_looking_at_all() {
    let rules = rules(&[]);
    let mut whim = whim(3);
    let mut chance = stream(77);
    for round in 0..40_u8 {
        let players =
            generate(&rules.shape, 20 + round, Alpha { num: 1, den: 1 }, Source::seat(0), &mut chance);
        let squad = rules.squad(&players, Origin::Own);
        for cap in [None, Some(18), Some(21)] {
            let suspended = [0, bit(1), bit(3) | bit(16)][usize::from(round) % 3];
            let space = TeamSpace::new(&squad, !suspended, cap, 5, Keepers::One);
            for wish in Wish::ALL {
                let score = |team: u16| -> i32 {
                    let players = super::super::squads::each(team);
                    let sum = |value: &dyn Fn(usize) -> i32| -> i32 {
                        players.clone().map(|p| value(usize::from(p))).sum()
                    };
                    let attack = sum(&|p| i32::from(squad.attack[p]));
                    let defence = sum(&|p| i32::from(squad.defence[p]));
                    match wish {
                        Wish::Attack => attack,
                        Wish::Defence => sum(&|p| {
                            i32::from(squad.defence[p]) * if squad.line[p] == KEEPER { 512 } else { 1 }
                        }),
                        Wish::Strength => {
                            1000 * sum(&|p| i32::from(rules.strength(squad.stars[p])))
                                - (attack - defence).abs()
                        }
                    }
                };
                let best = all_teams(&space).into_iter().map(score).max();
                let chosen = space.best(&squad, rules.values.total, wish, &mut whim);
                assert!(space.holds(chosen, 0));
                assert_eq!(Some(score(chosen)), best, "{wish:?} under {cap:?}");
            }
        }
    }
}
