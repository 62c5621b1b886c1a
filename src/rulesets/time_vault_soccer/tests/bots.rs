//! What the scripted Bosses do (ledger, section 6), decision by decision.

use super::super::bots::{Bot, chance_of_goal, decide_for_tests as decide};
use super::super::legal::Asked;
use super::super::view::Half;
use super::*;
use crate::bots::prospects;
use crate::competitions::Bookings;

/// The decision of a bot for the side asked in a scene.
fn choice(bot: Bot, scene: &Scene, block: u64) -> Move {
    let squads = [scene.squad(0), scene.squad(1)];
    let pitch = Pitch { rules: &scene.rules, squads: [&squads[0], &squads[1]] };
    let mut moves = Moves::default();
    pitch::legal(&pitch, &scene.game, &mut moves);
    let half = Half::of(&pitch, &scene.game, scene.game.asked());
    let chosen = decide(bot, &half, &moves, &mut whim(block));
    assert!(moves.contains(chosen), "{chosen:?}");
    chosen
}

#[test]
fn hoofer_hits_the_most_printed_attack_forward() {
    let scene =
        Scene::new(&[]).home(4).stars(0, 14, 5).hand(0, &[3, 9, 14]).attack(0, &[(8, 3)]).hand(1, &[3]);
    // 14 has 8; 9 would have 3 + 2 by its combo. All home points at once.
    assert_eq!(choice(Bot::Hoofer, &scene, 1), play(14, false, 4, 0));
    let shot = Scene::shot(&[], 1).hand(1, &[3]);
    assert_eq!(choice(Bot::Hoofer, &shot, 1), Move::Shoot(true));
    let subs = Scene::new(&[]).hand(0, &[3]).hand(1, &[3]).step(Step::Substitute);
    assert_eq!(choice(Bot::Hoofer, &subs, 1), Move::Stop);
    // Ties are broken at random.
    let tie = Scene::new(&[]).hand(0, &[13, 14]).hand(1, &[3]);
    let seen: BTreeSet<u16> = (0..40).map(|block| choice(Bot::Hoofer, &tie, block).tuple()[1]).collect();
    assert_eq!(seen.len(), 2);
}

/// A shot of `value` at an empty Defence and this hand.
fn shot_at(value: u8, hand: &[u8]) -> Scene {
    let mut scene = Scene::shot(&[], value).hand(1, hand);
    scene.then(Move::Shoot(true));
    scene
}

#[test]
fn answers_are_the_smallest_that_save() {
    // Defenders add 4, midfielders 3, the goalkeeper 6, forwards 2.
    for bot in [Bot::Hoofer, Bot::BusParker, Bot::Counter] {
        assert_eq!(choice(bot, &shot_at(3, &[1, 3, 8, 13]), 1), answer(8, 0, false), "{bot:?}");
        assert_eq!(choice(bot, &shot_at(5, &[1, 3, 8, 13]), 1), answer(1, 0, false), "{bot:?}");
        assert_eq!(choice(bot, &shot_at(7, &[1, 3, 8, 13]), 1), Move::NoAnswer, "{bot:?}");
    }
    // Only counter double-teams, and only to save.
    assert_eq!(choice(Bot::Counter, &shot_at(7, &[4, 8]), 1), answer(4, 0, true));
    assert_eq!(choice(Bot::Hoofer, &shot_at(7, &[4, 8]), 1), Move::NoAnswer);
    // A save that sends its player off is none.
    let mut booked = Scene::shot(&[], 7).defence(1, &[(3, 4)]).hand(1, &[3, 13]);
    booked.game.sides[1].open.yellow = bit(3);
    booked.then(Move::Shoot(true));
    assert_eq!(choice(Bot::Hoofer, &booked, 1), Move::NoAnswer);
}

#[test]
fn tvs_match_18_what_a_keeper_doubles_counts_as_added() {
    // Defence 8 against 13, in which every printed defence of 4 is 8 beside a
    // goalkeeper: the goalkeeper would add 3 + 3 + 8, defender 3 only 4 + 2,
    // by the combo with 5.
    let mut scene =
        Scene::shot(&[("gk-double", "whole-pillar")], 13).defence(1, &[(5, 4), (6, 4)]).hand(1, &[1, 3]);
    scene.then(Move::Shoot(true));
    assert_eq!(choice(Bot::Hoofer, &scene, 1), answer(3, 0, false));
    // With one there already forward 14 adds 2 + 2 and 3 by the combo, less than
    // defender 6 with 4 + 4.
    let mut scene = Scene::shot(&[("gk-double", "whole-pillar"), ("combo-bonus", "3")], 16)
        .defence(1, &[(1, 3), (13, 2)])
        .hand(1, &[6, 14]);
    scene.then(Move::Shoot(true));
    assert_eq!(choice(Bot::Hoofer, &scene, 1), answer(14, 0, false));
}

#[test]
fn home_points_and_last_men_save_what_nothing_else_saves() {
    let mut scene =
        Scene::new(&[]).attack(1, &[(13, 7)]).home(5).hand(0, &[3, 8]).hand(1, &[3]).step(Step::Shoot);
    scene.game.active = 1;
    scene.then(Move::Shoot(true));
    assert_eq!(choice(Bot::Hoofer, &scene, 1), Move::NoAnswer, "hoofer answers without home points");
    assert_eq!(choice(Bot::BusParker, &scene, 1), answer(3, 3, false));
    assert_eq!(choice(Bot::Counter, &scene, 1), answer(3, 3, false));
    let mut last = shot_at(20, &[7, 8]);
    last.game.sides[1].open.team |= bit(7);
    assert_eq!(choice(Bot::BusParker, &last, 1), Move::LastMan { player: 6 });
    assert_eq!(choice(Bot::Hoofer, &last, 1), Move::NoAnswer);
}

#[test]
fn bus_parker_keeps_eight_ahead() {
    let scene = |attack: u8, own: u8| {
        Scene::new(&[]).attack(1, &[(13, attack)]).defence(0, &[(8, own)]).hand(0, &[3, 14]).hand(1, &[3])
    };
    assert_eq!(choice(Bot::BusParker, &scene(2, 9), 1), defend(3));
    assert_eq!(choice(Bot::BusParker, &scene(1, 9), 1), attack(14));
    // Where no card raises a full pillar it attacks.
    let full = Scene::new(&[])
        .attack(1, &[(13, 30)])
        .defence(0, &[(3, 20), (8, 9), (9, 9), (10, 9)])
        .hand(0, &[4, 14])
        .hand(1, &[3]);
    assert_eq!(choice(Bot::BusParker, &full, 1), attack(14));
    let shoot = |value: u8, hand: &[u8]| {
        let scene =
            Scene::new(&[]).attack(0, &[(13, value)]).defence(1, &[(3, 4)]).hand(0, hand).hand(1, &[3]);
        choice(Bot::BusParker, &scene.step(Step::Shoot), 1)
    };
    assert_eq!(shoot(12, &[3]), Move::Shoot(false));
    assert_eq!(shoot(13, &[3]), Move::Shoot(true));
    assert_eq!(shoot(5, &[]), Move::Shoot(true), "the last card is out");
}

#[test]
fn counter_counts_its_margin() {
    // 8 there, 4 more make 12 > 5 + 6.
    let scene = |own: u8, theirs: u8| {
        Scene::new(&[])
            .attack(0, &[(13, own)])
            .defence(1, &[(8, 5)])
            .attack(1, &[(13, theirs)])
            .hand(0, &[3, 14])
            .hand(1, &[3])
    };
    assert_eq!(choice(Bot::Counter, &scene(6, 5), 1), attack(14), "6 + 4 + 2 = 12 by the combo");
    assert_eq!(choice(Bot::Counter, &scene(5, 5), 1), defend(3), "else it defends what is threatened");
    assert_eq!(choice(Bot::Counter, &scene(5, 0), 1), attack(14), "else it builds up");
    // Home points included, no more than needed.
    let home = scene(4, 5).home(5);
    assert_eq!(choice(Bot::Counter, &home, 1), play(14, false, 2, 0));
    let shot = |value: u8, hand: &[u8]| {
        let scene =
            Scene::new(&[]).attack(0, &[(13, value)]).defence(1, &[(8, 5)]).hand(0, &[3]).hand(1, hand);
        choice(Bot::Counter, &scene.step(Step::Shoot), 1)
    };
    assert_eq!(shot(11, &[3]), Move::Shoot(false));
    assert_eq!(shot(12, &[3]), Move::Shoot(true));
    assert_eq!(shot(6, &[]), Move::Shoot(true), "any lead at an empty hand");
    // Second copies are avoided while another card is there.
    let second = Scene::new(&[]).attack(0, &[(14, 4)]).hand(0, &[14, 3]).hand(1, &[3]);
    assert_ne!(choice(Bot::Counter, &second, 1).tuple()[1], 14);
    // Lamp what is worth 5.
    for (value, lamps) in [(5, true), (4, false)] {
        let lamp = Scene::new(&[]).stars(1, 13, 4).attack(1, &[(13, value)]).hand(0, &[6, 3]).hand(1, &[3]);
        assert_eq!(choice(Bot::Counter, &lamp, 1) == play(6, true, 0, 2), lamps);
    }
}

#[test]
fn counter_substitutes_booked_players_and_late_defenders() {
    let mut booked =
        Scene::new(&[]).attack(0, &[(8, 3)]).hand(0, &[8, 3]).hand(1, &[3]).step(Step::Substitute);
    booked.game.sides[0].open.yellow = bit(8);
    // The only midfielder of the bench.
    assert_eq!(choice(Bot::Counter, &booked, 1), Move::Substitute { off: 7, on: 11 });
    booked.game.sides[0].open.yellow = 0;
    assert_eq!(choice(Bot::Counter, &booked, 1), Move::Stop);
    let mut late = Scene::new(&[]).stars(0, 16, 4).hand(0, &[3, 8]).hand(1, &[3]).step(Step::Substitute);
    assert_eq!(choice(Bot::Counter, &late, 1), Move::Stop);
    late.game.sides[1].open.goals = 1;
    assert_eq!(choice(Bot::Counter, &late, 1), Move::Substitute { off: 2, on: 15 });
}

/// A search tries exchanges that no script would begin, and lets a script play
/// on from there: a team without a keeper may not stop at that.
#[test]
fn every_script_has_a_legal_answer_to_whatever_was_played_before() {
    let rules = rules_with(&[], &[]);
    let (mut moves, mut unfit) = (Moves::default(), 0);
    for block in 0..150 {
        let luck = Luck::new(5, 1, block);
        let (mut chance, mut whim) = (Stream::new(luck), Whim::new(luck, 0, 0));
        let mut state = TimeVaultSoccer::setup(&rules, &[0, 1], &mut chance, &mut Silent);
        while let Turn::Ask(seat) = TimeVaultSoccer::turn(&rules, &state) {
            TimeVaultSoccer::legal(&rules, &state, &mut moves);
            let substitutes = moves.asked == Asked::Substitute && moves.len() > 1;
            unfit += u32::from(substitutes && !moves.contains(Move::Stop));
            for info in TimeVaultSoccer::BOTS.iter().filter(|_| substitutes) {
                let view = TimeVaultSoccer::view(&rules, &state, seat);
                let mut own = whim.clone();
                let chosen = TimeVaultSoccer::decide(info.bot, &rules, view, &moves, &mut (), &mut own);
                assert!(moves.contains(chosen), "{}: {chosen:?}", info.name);
            }
            let chosen = moves.sample(&mut whim);
            TimeVaultSoccer::apply(&rules, &mut state, chosen, &mut chance, &mut Silent);
        }
    }
    assert!(unfit > 5, "{unfit} teams that could not stop");
}

#[test]
fn bots_line_up_by_their_wishes() {
    let rules = rules_with(&[], &["nucleus-italy", "rivals-england-66"]);
    let mut table = Table::new(rules, stream(1));
    let team_of = |bot: Bot| {
        let view = TimeVaultSoccer::view(&table.rules, &table.state, 0);
        let moves = table.legal();
        match TimeVaultSoccer::decide(bot, &table.rules, view, &moves, &mut (), &mut whim(1)) {
            Move::Team { team, bench } => (team, bench),
            other => panic!("{other:?}"),
        }
    };
    let (attackers, none) = team_of(Bot::Hoofer);
    let (defenders, _) = team_of(Bot::BusParker);
    let (strongest, bench) = team_of(Bot::Counter);
    assert_eq!((none, bench.count_ones()), (0, 5));
    let squad = table.state.squads[0];
    assert_eq!(attackers & squad.lines[3], squad.lines[3], "all four forwards");
    assert_eq!(defenders & squad.lines[1], squad.lines[1], "all five defenders");
    assert!(defenders & 1 == 1 && strongest & 1 == 1, "the better goalkeeper");
    assert_eq!(squad.stars_of(strongest), 27, "32 less five 1-star reserves");
    table.then(0, Move::Team { team: strongest, bench });
}

#[test]
fn bots_bid_as_they_say() {
    for (bot, forward, other) in [(Bot::Hoofer, 12, 0), (Bot::Counter, 14, 9)] {
        let rules = rules_with(&[("draft", "scramble")], &["debut-50s", "debut-60s"]);
        // A 4-star forward is 10 of an average squad of 84: £11; a 5-star one
        // £14; a 3-star midfielder 8: £9.
        for (index, bid) in [(16 + 12, forward), (16 + 7, other)] {
            let mut table =
                Table::new(rules_with(&[("draft", "scramble")], &["debut-50s", "debut-60s"]), stream(3));
            let Turn::Ask(seat) = table.turn() else { panic!("a nomination") };
            table.then(seat, Move::Nominate(index));
            let Turn::Ask(bidder) = table.turn() else { panic!("a bid") };
            let view = TimeVaultSoccer::view(&table.rules, &table.state, bidder);
            let moves = table.legal();
            let chosen = TimeVaultSoccer::decide(bot, &rules, view, &moves, &mut (), &mut whim(1));
            assert_eq!(chosen, Move::Bid(bid), "{bot:?} for {index}");
        }
    }
}

#[test]
fn counter_picks_the_best_of_its_thinnest_line_and_hoofer_a_forward() {
    let rules = rules_with(&[("draft", "playground")], &["debut-50s", "debut-60s"]);
    let mut table = Table::new(rules, stream(3));
    let Turn::Ask(first) = table.turn() else { panic!("a pick") };
    let pick = |table: &Table<Stream>, bot: Bot, seat: u8| {
        let view = TimeVaultSoccer::view(&table.rules, &table.state, seat);
        match TimeVaultSoccer::decide(bot, &table.rules, view, &table.legal(), &mut (), &mut whim(2)) {
            Move::Pick(index) => index,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(pick(&table, Bot::Hoofer, first), 16 + 12, "the 5-star forward");
    // All lines are empty: the highest B of all.
    let chosen = pick(&table, Bot::Counter, first);
    assert_eq!(chosen, 16 + 12);
    table.then(first, Move::Pick(chosen));
    let second = 1 - first;
    let next = pick(&table, Bot::Counter, second);
    assert_eq!(draft::pool_player(&table.state, next).stars, 4);
    table.then(second, Move::Pick(next));
    // One forward signed: any other line is thinner now.
    let third = pick(&table, Bot::Counter, first);
    let player = draft::pool_player(&table.state, third);
    assert!(player.line != 3 && player.stars == 3, "{player:?}");
}

#[test]
fn reader_knows_the_exact_chance_of_a_goal() {
    // Hand of 2 out of 4 unseen cards, of which one saves: 1/2.
    let scene = Scene::shot(&[], 4).hand(1, &[3, 8]).deck(1, &[9, 10]);
    let squads = [scene.squad(0), scene.squad(1)];
    let pitch = Pitch { rules: &scene.rules, squads: [&squads[0], &squads[1]] };
    let half = Half::of(&pitch, &scene.game, 0);
    let (goal, all) = chance_of_goal(&half);
    assert_eq!(2 * goal, all);
    assert_eq!(choice(Bot::Reader, &scene, 1), Move::Shoot(false));
    // Nobody saves 20; a last man gives a penalty in half of the hands.
    let scene = Scene::shot(&[], 20).hand(1, &[7, 8]).deck(1, &[9, 10]);
    let pitch = Pitch { rules: &scene.rules, squads: [&squads[0], &squads[1]] };
    let (goal, all) = chance_of_goal(&Half::of(&pitch, &scene.game, 0));
    assert_eq!(8 * goal, 7 * all);
    assert_eq!(choice(Bot::Reader, &scene, 1), Move::Shoot(true));
    // Out of cards, waiting cannot raise it.
    let scene = Scene::new(&[]).attack(0, &[(13, 1)]).hand(1, &[3, 4]).step(Step::Shoot);
    assert_eq!(choice(Bot::Reader, &scene, 1), Move::Shoot(true));
}

/// The ladder: each bot beats the one before it.
#[test]
fn stronger_bots_beat_weaker_ones() {
    let rules = rules(&[]);
    for (weak, strong, games) in [
        ("random", "hoofer", 200),
        ("hoofer", "bus-parker", 200),
        ("bus-parker", "counter", 200),
        ("counter", "reader", 40),
    ] {
        let mut share = 0_u32;
        for block in 0..games {
            let (at, chance) = ((luck(block), (block % 2) as u8), &mut stream(block));
            let state = played::<TimeVaultSoccer, _, _>(&rules, &[weak, strong], at, chance, &mut Silent);
            let seat = usize::from(block % 2 == 0);
            share += u32::from(TimeVaultSoccer::outcome(&rules, &state).share[seat]);
        }
        assert!(share > 60 * games as u32 * 60 / 100, "{strong} against {weak}: {share}");
    }
}

/// A competition before its first match.
fn competing(competition: &str, bosses: u8) -> Table<Stream> {
    let rules = rules(&[("competition", competition), ("bosses", &bosses.to_string())]);
    let mut table = Table::new(rules, stream(3));
    table.skip(&mut whim(3), |state| state.stage == Stage::Match);
    table
}

/// Ends the match that is due with these goals; who goes through if somebody must.
fn ends(table: &mut Table<Stream>, goals: [u8; 2], winner: usize) {
    let state = &mut table.state;
    state.season.record(&state.fixture, goals, Some(winner));
    state.fixture = state.season.next(&mut table.chance).expect("another match");
}

/// The Boss with the smaller number wins 1-0.
fn favourite_wins(table: &mut Table<Stream>) {
    let [first, second] = table.state.fixture.sides;
    if first < second { ends(table, [1, 0], 0) } else { ends(table, [0, 1], 1) }
}

/// The two Bosses whose match is due, the favourite first.
fn due(table: &Table<Stream>) -> [usize; 2] {
    let mut sides = table.state.fixture.sides.map(usize::from);
    sides.sort_unstable();
    sides
}

/// Sends a player of three stars off, with a yellow card for each of two others.
fn card(table: &mut Table<Stream>, boss: usize) {
    table.state.squads[boss].stars[7] = 3;
    let bookings = Bookings { yellow: 0b11, second: 0, sent_off: 1 << 7 };
    table.state.discipline.record(boss as u8, bookings, table.rules.threshold, table.rules.concurrent);
}

/// What is looked at and not nothing.
fn seen(table: &Table<Stream>, boss: usize) -> Vec<(&'static str, i32)> {
    let mut seen = [0; TimeVaultSoccer::PROSPECTS];
    TimeVaultSoccer::outlook(&table.rules, &table.state, boss, &mut seen);
    let looks = TimeVaultSoccer::FEATURES;
    let names = looks[looks.len() - seen.len()..].iter().map(|look| look.name);
    names.zip(seen).filter(|(_, much)| *much != 0).collect()
}

/// A season of four, each against each twice, followed by hand: two rounds of the
/// league, then its end and the first match of the cup.
#[test]
fn a_standing_is_a_place_in_the_league_then_in_the_cup_and_who_may_not_play() {
    let mut table = competing("season", 4);
    assert_eq!(seen(&table, 0), [("stands-left", 6 * 18)], "50 / √7");
    (0..4).for_each(|_| favourite_wins(&mut table));
    // Four matches to come: 50 / √5. The first Boss has won both of its own.
    let first = [("stands-points", 6 * 22), ("stands-difference", 2 * 22), ("stands-left", 4 * 22)];
    assert_eq!(seen(&table, 0), first);
    card(&mut table, 3);
    let last = [
        ("stands-difference", -2 * 22),
        ("stands-left", 4 * 22),
        ("stands-suspended", 3),
        ("stands-yellow", 2),
    ];
    assert_eq!(seen(&table, 3), last);
    (4..12).for_each(|_| favourite_wins(&mut table));
    assert_eq!(seen(&table, 0), [("stands-champion", 1), ("stands-cup", 1)]);
    let booked = [("stands-cup", 1), ("stands-cup-suspended", 3), ("stands-cup-yellow", 2)];
    assert_eq!(seen(&table, 3), booked);
    let [through, beaten] = due(&table);
    favourite_wins(&mut table);
    let of_the_cup = |boss: usize| -> Vec<(&str, i32)> {
        let cup = ["stands-cup", "stands-cup-round"];
        seen(&table, boss).into_iter().filter(|(name, _)| cup.contains(name)).collect()
    };
    assert_eq!(of_the_cup(through), [("stands-cup", 1), ("stands-cup-round", 1)]);
    assert_eq!(of_the_cup(beaten), []);
}

/// Four level Bosses: no goal in the whole league.
#[test]
fn a_standing_tells_who_still_plays_for_a_shared_title() {
    let mut table = competing("league", 4);
    (0..12).for_each(|_| ends(&mut table, [0, 0], 0));
    assert_eq!(table.state.fixture.kind, Kind::TieBreak);
    let level = [("stands-points", 6 * 50), ("stands-title", 1)];
    assert!((0..4).all(|boss| seen(&table, boss) == level));
    let [through, beaten] = due(&table);
    favourite_wins(&mut table);
    assert_eq!(seen(&table, through)[1..], [("stands-title", 1), ("stands-title-round", 1)]);
    assert_eq!(seen(&table, beaten), level[..1]);
}

/// In every kind of competition, from three to sixteen Bosses.
#[test]
fn a_standing_is_worth_more_with_a_win_and_less_with_a_player_suspended() {
    for (competition, bosses) in [("league", 3), ("season", 4), ("killer-cup", 8), ("killer-cup", 16)] {
        let mut table = competing(competition, bosses);
        let worths = |table: &Table<Stream>| prospects::worths::<TimeVaultSoccer>(&table.rules, &table.state);
        let [winner, loser] = due(&table);
        let before = worths(&table);
        favourite_wins(&mut table);
        let won = worths(&table);
        assert!(won[winner] > before[winner] && won[loser] < before[loser], "{competition}, {bosses}");
        card(&mut table, winner);
        assert!(worths(&table)[winner] < won[winner], "{competition}, {bosses}");
    }
}

/// What is imagined ends with a match of a competition, not with a draft, and a match
/// alone ends the game.
#[test]
fn a_match_of_a_competition_is_a_part_of_the_game() {
    let mut table = drafting("playground", 3, &[], 4);
    assert_eq!(TimeVaultSoccer::part(&table.rules, &table.state), None);
    table.skip(&mut whim(3), |state| state.stage == Stage::Match);
    assert_eq!(TimeVaultSoccer::part(&table.rules, &table.state), Some(0));
    table.skip(&mut whim(4), |state| state.counts.matches == 2);
    assert_eq!(TimeVaultSoccer::part(&table.rules, &table.state), Some(2));
    let rules = rules(&[]);
    let state = TimeVaultSoccer::setup(&rules, &[0, 1], &mut stream(1), &mut Silent);
    assert_eq!(TimeVaultSoccer::part(&rules, &state), None);
}
