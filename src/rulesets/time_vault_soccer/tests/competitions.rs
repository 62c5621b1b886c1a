//! Cup, league and season of Time Vault Soccer (TVS-CUP, -LEAGUE, -SEAS).

use super::*;
use crate::competitions::{Byes, Competition, Fixture, Format, Plan, TitleBy, fixtures};

fn plan(format: Format, sides: u8) -> Plan {
    Plan { format, sides, legs: 2, win_points: 3, byes: Byes::FirstRound }
}

/// Plays a competition with these results and returns it with its fixtures.
fn run(
    plan: Plan,
    block: u64,
    mut result: impl FnMut(Fixture) -> ([u8; 2], Option<usize>),
) -> (Competition, Vec<Fixture>) {
    let mut season = Competition::new(plan);
    let mut chance = stream(block);
    let mut played = Vec::new();
    while let Some(fixture) = season.next(&mut chance) {
        let (goals, winner) = result(fixture);
        season.record(&fixture, goals, winner);
        played.push(fixture);
    }
    (season, played)
}

/// The side with the smaller number wins every match.
fn favourites(fixture: Fixture) -> ([u8; 2], Option<usize>) {
    if fixture.sides[0] < fixture.sides[1] { ([1, 0], Some(0)) } else { ([0, 1], Some(1)) }
}

#[test]
fn tvs_cup_01_a_cup_is_for_four_or_more() {
    for (bosses, fine) in [("3", false), ("4", true), ("16", true)] {
        assert_eq!(try_rules(&[("competition", "killer-cup"), ("bosses", bosses)], &[]).is_ok(), fine);
    }
}

#[test]
fn tvs_cup_02_winners_go_through_until_one_is_unbeaten() {
    let (cup, played) = run(plan(Format::Cup, 8), 4, favourites);
    assert_eq!((cup.cup_winner, played.len()), (0, 7));
    for pair in played.windows(2) {
        assert!(pair[0].round <= pair[1].round);
    }
    let later: Vec<u8> = played.iter().filter(|f| f.round == 2).flat_map(|f| f.sides).collect();
    assert!(later.contains(&0) && later.len() == 2);
    // Lots: whom side 0 meets first varies.
    let first: BTreeSet<u8> = (0..60)
        .map(|block| {
            let (_, played) = run(plan(Format::Cup, 8), block, favourites);
            let own = played.iter().find(|f| f.sides.contains(&0)).expect("everybody plays");
            own.sides[0] + own.sides[1]
        })
        .collect();
    assert_eq!(first.len(), 7);
}

#[test]
fn tvs_cup_03_a_drawn_cup_match_goes_to_penalties() {
    let rules = rules(&[("competition", "killer-cup"), ("bosses", "4")]);
    let mut seen = 0;
    for block in 0..30 {
        let state = game(&rules, "bus-parker", block);
        assert_eq!(state.counts.shoot_outs, state.counts.draws, "every draw, at once");
        assert_eq!((state.counts.extra_hands, state.counts.replays, state.counts.matches), (0, 0, 3));
        seen += state.counts.draws;
    }
    assert!(seen > 10);
}

#[test]
fn tvs_cup_04_byes_by_lot_and_always_one_match_less_than_bosses() {
    // V18.
    for (bosses, byes, first) in [(4, 0, 2), (5, 3, 1), (6, 2, 2), (7, 1, 3), (8, 0, 4)] {
        let (_, played) = run(plan(Format::Cup, bosses), 1, favourites);
        let opening = played.iter().filter(|f| f.round == 0).count();
        assert_eq!((opening, played.len()), (first, usize::from(bosses) - 1));
        assert_eq!(usize::from(bosses) - 2 * opening, byes, "byes of {bosses}");
    }
    // Every order of the places is equally likely: each Boss has a bye alike.
    let mut byes = [0; 6];
    for block in 0..3000 {
        let (_, played) = run(plan(Format::Cup, 6), block, favourites);
        for (boss, byes) in (0..6).zip(&mut byes) {
            *byes += u32::from(!played.iter().any(|f| f.round == 0 && f.sides.contains(&boss)));
        }
    }
    // Expected 1000 each, standard deviation 26.
    assert!(byes.iter().all(|n| (900..1100).contains(n)), "{byes:?}");
    // New lots every round: with five, one goes through by lot each odd round.
    let redraw = Plan { byes: Byes::Redraw, ..plan(Format::Cup, 5) };
    let (cup, played) = run(redraw, 3, favourites);
    assert_eq!(played.iter().map(|f| f.round).collect::<Vec<_>>(), [0, 0, 1, 2]);
    assert_eq!(cup.cup_winner, 0);
}

#[test]
fn tvs_cup_05_no_home_advantage_in_the_cup() {
    let cup = rules(&[("competition", "killer-cup"), ("bosses", "4"), ("draft", "generated")]);
    let table = Table::new(cup, stream(1));
    assert!(!table.state.game.has_home);
    assert_eq!(table.state.game.sides[0].open.home_left, 0);
    let house = rules(&[
        ("competition", "killer-cup"),
        ("bosses", "4"),
        ("draft", "generated"),
        ("home-advantage-scope", "league-and-cup"),
    ]);
    let table = Table::new(house, stream(1));
    assert!(
        table.state.game.has_home && table.state.game.sides[0].open.home_left == 5,
        "first drawn is home"
    );
}

#[test]
fn tvs_league_01_a_league_is_for_three_or_more() {
    for (bosses, fine) in [("2", false), ("3", true), ("10", true), ("11", false)] {
        assert_eq!(try_rules(&[("competition", "league"), ("bosses", bosses)], &[]).is_ok(), fine);
    }
}

#[test]
fn tvs_league_02_two_matches_per_pair_one_at_home_each() {
    for (bosses, matches) in [(3, 6), (4, 12), (5, 20), (6, 30)] {
        let (_, played) = run(plan(Format::League, bosses), 2, favourites);
        assert_eq!(played.len(), matches);
        let hosted: BTreeSet<[u8; 2]> = played.iter().map(|f| f.sides).collect();
        assert_eq!(hosted.len(), matches, "every ordered pair once");
    }
    // One leg: once per pair, home by lot.
    let once = Plan { legs: 1, ..plan(Format::League, 5) };
    let mut at_home = 0;
    for block in 0..200 {
        let (_, played) = run(once, block, favourites);
        assert_eq!(played.len(), 10);
        at_home += played.iter().filter(|f| f.sides[0] < f.sides[1]).count();
    }
    assert!((900..1100).contains(&at_home), "{at_home} of 2000");
}

#[test]
fn tvs_league_03_circle_method_rounds_then_reversed() {
    // Four numbers: r v 3 (at home if r is even), (r+1) at home to (r-1).
    let order: Vec<(u8, u8, u8)> = (0..12).map(|index| fixtures::pairing(4, index)).collect();
    assert_eq!(
        order,
        [
            (0, 0, 3),
            (0, 1, 2),
            (1, 3, 1),
            (1, 2, 0),
            (2, 2, 3),
            (2, 0, 1),
            (3, 3, 0),
            (3, 2, 1),
            (4, 1, 3),
            (4, 0, 2),
            (5, 3, 2),
            (5, 1, 0),
        ]
    );
    // Five: the dummy's opponent rests; round 0 rests number 0.
    let order: Vec<(u8, u8, u8)> = (0..4).map(|index| fixtures::pairing(5, index)).collect();
    assert_eq!(order, [(0, 1, 4), (0, 2, 3), (1, 2, 0), (1, 3, 4)]);
    // Who has which number is a lot.
    let first: BTreeSet<[u8; 2]> =
        (0..80).map(|block| run(plan(Format::League, 4), block, favourites).1[0].sides).collect();
    assert_eq!(first.len(), 12);
}

#[test]
fn tvs_league_04_three_one_nothing() {
    let mut table = crate::competitions::Table::default();
    table.record([0, 1], [2, 1], 3);
    table.record([0, 2], [1, 1], 3);
    assert_eq!([0, 1, 2].map(|s: usize| table.rows[s].points), [4, 0, 1]);
    let mut two = crate::competitions::Table::default();
    two.record([0, 1], [2, 1], 2);
    assert_eq!(two.rows[0].points, 2);
    // A league draw stands: no shoot-out in a league whose title is decided.
    let rules = rules(&[("competition", "league"), ("bosses", "4")]);
    let states: Vec<State> = (0..12).map(|block| game(&rules, "bus-parker", block)).collect();
    assert!(states.iter().map(|s| u32::from(s.counts.draws)).sum::<u32>() > 10);
    for state in states.iter().filter(|s| s.season.title_by != TitleBy::TieBreak) {
        assert_eq!((state.counts.shoot_outs, state.counts.matches), (0, 12));
    }
}

/// A league of three in which sides 0 and 1 end level on points.
fn tied(difference: u8) -> (Competition, Vec<Fixture>) {
    run(plan(Format::League, 3), 7, |fixture| match fixture.kind {
        Kind::TieBreak => ([0, 0], Some(1)),
        _ => match fixture.sides {
            [0, 1] | [1, 0] => ([1, 1], None),
            [0, 2] => ([2, 0], Some(0)),
            [2, 0] => ([0, 2], Some(1)),
            // Side 1 scores more, but its difference is what counts.
            [1, 2] => ([4, 2 - difference], Some(0)),
            _ => ([2, 4], Some(1)),
        },
    })
}

#[test]
fn tvs_league_05_points_then_goal_difference() {
    // V17: A 9 points +3, B 9 points +5: B is Champion.
    let (season, played) = tied(1);
    assert_eq!((season.champion, season.title_by, played.len()), (1, TitleBy::Difference, 6));
    assert_eq!(season.table.rows[0].points, season.table.rows[1].points);
    let (season, _) = run(plan(Format::League, 4), 1, favourites);
    assert_eq!((season.champion, season.title_by), (0, TitleBy::Points));
}

#[test]
fn tvs_league_06_still_tied_a_match_for_the_title() {
    // V16: level on points and difference; goals scored are not used.
    let (season, played) = tied(0);
    assert_eq!(played.len(), 7);
    let last = played[6];
    assert_eq!(last.kind, Kind::TieBreak);
    assert!(last.sides == [0, 1] || last.sides == [1, 0]);
    assert_eq!((season.champion, season.title_by), (last.sides[1], TitleBy::TieBreak));
    assert_ne!(season.table.rows[0].scored, season.table.rows[1].scored);
}

/// A league of three at its last league match, all results level before it.
fn at_the_title(changes: &[(&str, &str)], block: u64) -> Table<Stream> {
    let mut all = vec![("competition", "league"), ("bosses", "3"), ("draft", "generated")];
    all.extend_from_slice(changes);
    let mut table = Table::new(rules(&all), stream(block));
    while table.state.fixture.kind == Kind::League {
        // Every league match ends 0:0 before it begins.
        table.state.game.step = Step::Over;
        let Table { rules, state, chance, .. } = &mut table;
        super::super::play::matches::follow(rules, state, chance, &mut Silent);
    }
    table
}

#[test]
fn tvs_league_07_the_title_match_is_a_full_one_on_neutral_ground() {
    let table = at_the_title(&[], 3);
    assert_eq!(table.state.fixture.kind, Kind::TieBreak);
    assert!(!table.state.game.has_home && !table.state.game.golden);
    assert_eq!(table.state.game.sides[0].open.home_left, 0);
    // The first goal ends it by switch.
    let mut golden = 0;
    for block in 0..20 {
        let mut table = at_the_title(&[("sudden-death", "golden-goal")], block);
        assert!(table.state.game.golden);
        let mut whim = whim(block);
        let first = table.state.fixture;
        table.skip(&mut whim, |state| state.fixture != first);
        let counts = table.state.counts;
        assert!(counts.goals <= u32::from(counts.matches), "at most one goal in a title match");
        golden += counts.goals;
    }
    assert!(golden > 5);
}

#[test]
fn tvs_league_08_three_tied_play_a_cup_and_places_below_are_shared() {
    let mut table = at_the_title(&[], 8);
    let mut whim = whim(8);
    table.skip(&mut whim, |_| false);
    let season = &table.state.season;
    assert_eq!(table.state.counts.matches, 6 + 2, "a Killer Cup of three");
    assert_eq!(season.title_by, TitleBy::TieBreak);
    let places = season.places();
    let champion = usize::from(season.champion);
    assert_eq!(places[champion], 1);
    // The others are level in everything: 1, 2, 2.
    assert!((0..3).filter(|&side| side != champion).all(|side| places[side] == 2));
    let outcome = TimeVaultSoccer::outcome(&table.rules, &table.state);
    assert_eq!(outcome.share[champion], WIN);
    assert_eq!(outcome.score[..3], [4, 4, 4], "points of four draws");
}

#[test]
fn the_score_is_called_what_it_counts() {
    for (competition, score) in [
        ("single", "goals"),
        ("killer-cup", "goals"),
        ("league", "league points"),
        ("season", "league points"),
    ] {
        let mut settings = crate::settings::Settings::printed(TimeVaultSoccer::FACTS.switches);
        settings.set("competition", competition).unwrap();
        assert_eq!((TimeVaultSoccer::FACTS.score)(&settings), score, "{competition}");
    }
}

#[test]
fn tvs_seas_01_a_season_has_cup_and_league_for_four_or_more() {
    assert!(try_rules(&[("competition", "season"), ("bosses", "3")], &[]).is_err());
    let rules = rules(&[("competition", "season"), ("bosses", "4")]);
    for block in 0..5 {
        let state = game(&rules, "random", block);
        let ties = u16::from(state.season.title_by == TitleBy::TieBreak);
        assert!(state.counts.matches >= 12 + 3 && state.counts.matches <= 12 + 3 + 3 * ties);
        assert!(state.season.champion < 4 && state.season.cup_winner < 4);
    }
}

#[test]
fn tvs_seas_02_league_first_two_trophies_cards_carry_over() {
    let (season, played) = run(plan(Format::Season, 4), 5, favourites);
    let kinds: Vec<Kind> = played.iter().map(|f| f.kind).collect();
    assert!(kinds[..12].iter().all(|&k| k == Kind::League) && kinds[12..].iter().all(|&k| k == Kind::Cup));
    assert_eq!((season.champion, season.cup_winner), (0, 0));
    // Half a win per trophy.
    let rules = rules(&[("competition", "season"), ("bosses", "5")]);
    let mut seen = [false; 2];
    for block in 0..12 {
        let state = game(&rules, "random", block);
        let outcome = TimeVaultSoccer::outcome(&rules, &state);
        let (champion, cup) = (usize::from(state.season.champion), usize::from(state.season.cup_winner));
        if champion == cup {
            assert_eq!(outcome.share[champion], WIN);
        } else {
            assert_eq!((outcome.share[champion], outcome.share[cup]), (WIN / 2, WIN / 2));
        }
        seen[usize::from(champion == cup)] = true;
    }
    assert!(seen[0], "two winners occur");
    // A sending-off in the last league match is served in the cup.
    let changes = [("competition", "season"), ("bosses", "4"), ("draft", "generated")];
    let mut table = Table::new(super::rules(&changes), stream(2));
    while table.state.fixture.kind == Kind::League {
        let open = &mut table.state.game.sides[0].open;
        // Goals by seat, so that there is a champion without a title match.
        open.goals = 20 - open.boss;
        open.sent_off = bit(9);
        let boss = table.state.game.sides[1].open.boss;
        table.state.game.sides[1].open.goals = 20 - boss;
        table.state.game.step = Step::Over;
        let Table { rules, state, chance, .. } = &mut table;
        super::super::play::matches::follow(rules, state, chance, &mut Silent);
    }
    assert_eq!(table.state.fixture.kind, Kind::Cup);
    let suspended: u16 = (0..4).map(|boss| table.state.discipline.suspended(boss)).fold(0, |a, b| a | b);
    assert_eq!(suspended, bit(9), "carried over");
}

#[test]
fn tvs_seas_03_any_draft_goes_with_any_competition() {
    for draft in ["preset", "playground", "scramble", "elite-build", "transfer", "generated"] {
        let rules = rules(&[("competition", "season"), ("bosses", "5"), ("draft", draft)]);
        let state = game(&rules, "hoofer", 1);
        assert_ne!(state.season.champion, NOBODY, "{draft}");
    }
}

#[test]
fn a_competition_stops_only_where_it_must() {
    let rules = rules(&[("competition", "season"), ("bosses", "16"), ("draft", "generated")]);
    let state = game(&rules, "random", 1);
    assert!(state.stopped.is_none());
    assert_eq!(state.season.table.rows.iter().map(|row| u32::from(row.played())).sum::<u32>(), 480);
    assert_eq!(NOBODY, u8::MAX);
}

/// What one match consumes does not shift the luck of the next.
#[test]
fn every_match_has_its_own_luck() {
    let changes =
        [("competition", "league"), ("bosses", "3"), ("draft", "generated"), ("suspensions", "off")];
    let second_match = |whims: u64| {
        let chance = Stream::paired(luck(5), 32);
        let mut table = Table::new(rules(&changes), chance);
        let mut whim = whim(whims);
        let first = table.state.fixture;
        table.skip(&mut whim, |state| state.fixture != first);
        let turns = table.state.counts.turns;
        let sides = table.state.fixture.sides;
        table.then(sides[0], Move::Team { team: TEAM, bench: 0 });
        table.then(sides[1], Move::Team { team: TEAM, bench: 0 });
        (turns, (sides, table.state.game.starter, [0, 1].map(|s: usize| table.state.game.sides[s].hand)))
    };
    let all: Vec<_> = (0..6).map(second_match).collect();
    assert!(all.iter().any(|(turns, _)| *turns != all[0].0), "first matches differ");
    assert!(all.iter().all(|(_, dealt)| *dealt == all[0].1), "the same teams are dealt the same hands");
}
