//! FD-COMP and FD-SETUP, and the faults of data files.

use super::super::data;
use super::super::play::shots::{SHOTS, turn_up};
use super::super::rules::Class;
use super::*;
use crate::chance::Source;
use crate::settings::Fault;

fn counts(changes: &[(&str, &str)]) -> Vec<(String, u32)> {
    let rules = rules(changes);
    (0..rules.kinds()).map(|kind| (rules.names[usize::from(kind)].clone(), rules.count(kind))).collect()
}

fn count(changes: &[(&str, &str)], name: &str) -> u32 {
    counts(changes).iter().find(|(n, _)| n == name).map_or(0, |&(_, copies)| copies)
}

#[test]
fn fd_comp_01_73_action_cards_in_four_classes() {
    for preset in ["gallery", "spread", "soft"] {
        let rules = rules(&[("deck-preset", preset)]);
        let of = |low: u8, high: u8| (low..high).map(|kind| rules.count(kind)).sum::<u32>();
        assert_eq!(of(0, rules.offensive), 39, "{preset}");
        assert_eq!(of(rules.offensive, rules.specials), 17, "{preset}");
        assert_eq!(of(rules.specials, rules.specials + 6), 11, "{preset}");
        assert_eq!(of(rules.specials + 6, rules.kinds()), 6, "{preset}");
        let mut ids = rules.deck.to_vec();
        ids.dedup();
        assert_eq!(ids.len(), 73, "every card has an id of its own");
    }
}

#[test]
fn fd_comp_02_twenty_shot_cards() {
    assert_eq!(rules(&[]).grid, [10, 3, 3, 3, 1]);
    assert_eq!(SHOTS, [Goal, Save, Miss, Corner, OwnGoal]);
}

#[test]
fn fd_comp_03_shot_and_action_cards_never_mix() {
    // Drawing action cards leaves the grid alone, turning up shots the deck.
    let table = bench(&[]).turn(&[Draw(N2)]);
    assert_eq!(table.state.grid, [10, 3, 3, 3, 1]);
    let table = bench(&[]).ap(&[8]).hand(0, &[T3]).ready().then(p(T3), &[Turn(Goal), Draw(N2)]);
    assert_eq!(table.state.grid, [9, 3, 3, 3, 1]);
    assert_eq!(u32::from(table.state.deck_len) + table.discarded(T3), 72, "one card drawn, one played");
}

#[test]
fn fd_comp_04_the_known_offensive_cards() {
    let rules = rules(&[]);
    for (kind, name, value) in [(N2, "Nutmeg +2", 2), (T3, "Through Ball +3", 3), (L5, "Long Pass +5", 5)] {
        assert_eq!(rules.names[usize::from(kind)], name);
        assert_eq!(rules.class(kind), Class::Offensive(value));
    }
}

#[test]
fn fd_comp_05_offensive_counts_by_preset() {
    let gallery = counts(&[]);
    assert_eq!(gallery[..3].iter().map(|&(_, c)| c).collect::<Vec<_>>(), [13, 13, 13]);
    let spread = counts(&[("deck-preset", "spread")]);
    let expected =
        [("Attack +1", 7), ("Nutmeg +2", 9), ("Through Ball +3", 9), ("Attack +4", 7), ("Long Pass +5", 7)];
    assert_eq!(spread[..5], expected.map(|(name, copies)| (name.to_owned(), copies)));
}

#[test]
fn fd_comp_06_defensive_counts_by_preset() {
    let named = |deck: &[(&str, u32)]| deck.iter().map(|&(n, c)| (n.to_owned(), c)).collect::<Vec<_>>();
    assert_eq!(counts(&[])[3..6], named(&[("Defence -2", 6), ("Defence -3", 6), ("Defence -5", 5)]));
    let soft = counts(&[("deck-preset", "soft")]);
    assert_eq!(soft[3..6], named(&[("Defence -1", 6), ("Defence -2", 6), ("Defence -3", 5)]));
    let spread = counts(&[("deck-preset", "spread")]);
    assert_eq!(spread[5..10].iter().map(|&(_, c)| c).collect::<Vec<_>>(), [3, 4, 4, 3, 3]);
}

#[test]
fn fd_comp_07_six_kinds_of_game_changers() {
    let names: Vec<_> = counts(&[])[6..12].iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, ["Halftime", "Penalty", "Offside", "Substitution", "Yellow Card", "Red Card"]);
}

#[test]
fn fd_comp_08_game_changer_counts() {
    assert_eq!(counts(&[])[6..12].iter().map(|&(_, c)| c).collect::<Vec<_>>(), [1, 2, 2, 2, 2, 2]);
    for (halftimes, substitutions) in [("0", 3), ("1", 2), ("2", 1)] {
        let changes = [("halftimes", halftimes)];
        assert_eq!(count(&changes, "Halftime").to_string(), halftimes);
        assert_eq!(count(&changes, "Substitution"), substitutions);
        assert_eq!(rules(&changes).names[usize::from(HALF)], "Halftime", "kind indices stay");
    }
}

#[test]
fn fd_comp_09_referee_counts() {
    assert_eq!((count(&[], "Foul"), count(&[], "V.A.R.")), (3, 3));
}

#[test]
fn fd_comp_10_shots_and_action_cards_have_their_own_names() {
    let shots: Vec<_> = SHOTS.iter().map(|shot| shot.name()).collect();
    assert_eq!(shots, ["Goal", "Save", "Miss", "Corner Kick", "Own Goal"]);
    let names = rules(&[]).names;
    assert!(shots.iter().all(|shot| names.iter().all(|name| name != shot)));
    for name in ["Penalty", "Halftime", "Yellow Card", "Red Card", "Foul", "V.A.R."] {
        assert!(names.iter().any(|n| n == name), "{name}");
    }
}

/// Sets up a match from a deal that lists card ids.
fn deal(changes: &[(&str, &str)], ids: &[u8]) -> Bench {
    let rules = rules(changes);
    let mut script = Script::new(ids.iter().map(|&id| Roll::Card(id)));
    let seats: Vec<u8> = (0..rules.players).collect();
    let state = FutbolDash::setup(&rules, &seats, &mut script, &mut Silent);
    script.done();
    Bench { rules, state }
}

#[test]
fn fd_setup_01_all_cards_are_in_one_shuffled_deck() {
    // Any of the 73 cards can be the first one drawn, each equally likely.
    let rules = rules(&[]);
    for &first in &rules.deck {
        let others = rules.deck.iter().copied().filter(|&id| id != first).take(12);
        let ids: Vec<u8> = std::iter::once(first).chain(others).collect();
        let table = deal(&[], &ids);
        let kind = rules.kind_of[usize::from(first)];
        assert!(table.held(0, kind) > 0);
        assert_eq!(table.state.deck_len, 60);
    }
}

#[test]
fn fd_setup_02_the_grid_starts_with_all_shot_cards() {
    let table = deal(&[], &rules(&[]).deck[..13]);
    assert_eq!(table.state.grid.iter().sum::<u8>(), 20);
}

#[test]
fn fd_setup_03_the_discard_pile_starts_empty() {
    let table = deal(&[], &rules(&[]).deck[..13]);
    assert_eq!(table.state.discard.len(), 0);
}

#[test]
fn fd_setup_04_hands_of_six() {
    let deck = rules(&[]).deck;
    let table = deal(&[], &deck[..13]);
    assert_eq!((table.hand_len(0), table.hand_len(1)), (7, 6), "seat 0 has drawn for its turn");
    let table = deal(&[("hand-size", "4"), ("players", "3")], &deck[..13]);
    assert_eq!((table.hand_len(0), table.hand_len(1), table.hand_len(2)), (5, 4, 4));
    let table = deal(&[("last-seat-bonus", "extra-card")], &deck[..14]);
    assert_eq!((table.hand_len(0), table.hand_len(1)), (7, 7));
}

#[test]
fn fd_setup_05_everybody_starts_at_nothing() {
    let deck = rules(&[]).deck;
    let table = deal(&[("players", "3")], &deck[..19]);
    for seat in 0..3 {
        assert_eq!((table.ap_of(seat), table.goals_of(seat)), (0, 0));
    }
    let table = deal(&[("players", "3"), ("last-seat-bonus", "one-ap")], &deck[..19]);
    assert_eq!([table.ap_of(0), table.ap_of(1), table.ap_of(2)], [0, 1, 2]);
}

#[test]
fn fd_setup_06_seat_0_begins() {
    let table = deal(&[("players", "4")], &rules(&[]).deck[..25]);
    assert_eq!(table.asks(), (Phase::Play, 0));
}

#[test]
fn fd_setup_07_play_goes_clockwise() {
    let mut table = bench(&[("players", "3")]);
    for seat in 0..3 {
        table = table.hand(seat, &[N2, N2]);
    }
    let mut table = table.turn(&[Draw(N2)]);
    for seat in [0, 1, 2, 0, 1] {
        assert_eq!(table.asks(), (Phase::Play, seat));
        table = table.then(p(N2), &[Draw(N2)]);
    }
}

#[test]
fn fd_setup_08_two_to_six_players() {
    for players in 2..=6_u8 {
        let rules = rules(&[("players", &players.to_string())]);
        assert_eq!(FutbolDash::seats(&rules), usize::from(players));
    }
    for players in ["1", "7"] {
        assert!(conformance::rules::<FutbolDash>(&[("players", players)]).is_err());
    }
}

#[test]
fn fd_setup_09_picks_are_blind() {
    let picks = enumerate(|chance| {
        let mut grid = rules(&[]).grid;
        turn_up(&mut grid, Source::TABLE, chance)
    });
    let shares: Vec<_> = picks.into_values().collect();
    assert_eq!(shares, [10, 3, 3, 3, 1].map(|cards| Fraction::new(cards, 20)));
}

fn build(text: &str, changes: &[(&str, &str)]) -> Result<(), Vec<Fault>> {
    conformance::build::<FutbolDash>(text, changes, &[]).map(|_| ())
}

/// The faults of the data with one passage changed.
fn faults(from: &str, to: &str) -> Vec<Fault> {
    assert!(data::TEXT.contains(from), "{from}");
    build(&data::TEXT.replacen(from, to, 1), &[]).expect_err("the file is refused")
}

fn has(faults: &[Fault], key: &str, found: &str, allowed: &str) {
    let hit = faults.iter().any(|f| {
        f.key == key && f.found.contains(found) && f.allowed.contains(allowed) && f.offset.is_some()
    });
    assert!(hit, "no fault at {key} with {found} and {allowed} in {faults:?}");
}

#[test]
fn totals_that_are_broken_are_named_with_found_and_required() {
    let off = faults("off_counts = { 2 = 13,", "off_counts = { 2 = 12,");
    has(&off, "presets.gallery.off_counts", "38", "39");
    has(&off, "presets.gallery", "72", "73");
    has(&faults("def_counts = { 1 = 3,", "def_counts = { 1 = 4,"), "presets.spread.def_counts", "18", "17");
    has(&faults("red = 2", "red = 1"), "gc_counts", "10", "11");
    has(&faults("foul = 3", "foul = 4"), "ref_counts", "7", "6");
    has(&faults("save = 3", "save = 4"), "shots", "10 + 4 + 3 + 3 + 1 = 21", "10 + 3 + 3 + 3 + 1 = 20");
    let swapped = data::TEXT.replacen("goal = 10\nsave = 3", "goal = 9\nsave = 4", 1);
    has(&build(&swapped, &[]).unwrap_err(), "shots", "= 20", "10 + 3");
}

#[test]
fn values_names_and_shapes_are_checked() {
    has(&faults("{ 1 = 7, 2 = 9", "{ 7 = 7, 2 = 9"), "presets.spread.off_counts", "`7`", "1 to 6");
    let lost = faults("{ 1 = 7, 2 = 9, 3 = 9,", "{ 1 = 16, 2 = 9,");
    has(&lost, "presets.spread.off_counts", "value 3", "2, 3 and 5");
    has(&faults("2 = \"Nutmeg\"", "9 = \"Nutmeg\""), "names.offensive", "`9`", "1 to 6");
    has(&faults("halftime = 1", "halftime = 2"), "gc_counts.halftime", "2", "1");
    assert_eq!(faults("var = 3", "vra = 3")[0].key, "data");
    assert!(faults("var = 3", "vra = 3")[0].offset.is_some());
    assert_eq!(faults("own_goal = 1", "own_goal = -1")[0].key, "data");
    // A second Halftime needs a Substitution to replace.
    let none =
        data::TEXT.replacen("substitution = 2", "substitution = 0", 1).replacen("red = 2", "red = 4", 1);
    assert!(build(&none, &[]).is_ok());
    assert_eq!(build(&none, &[("halftimes", "2")]).unwrap_err()[0].key, "halftimes");
}

#[test]
fn a_designer_may_add_values_and_names() {
    let text = data::TEXT
        .replacen(
            "off_counts = { 2 = 13, 3 = 13, 5 = 13 }",
            "off_counts = { 2 = 13, 3 = 13, 5 = 9, 6 = 4 }",
            1,
        )
        .replacen("defensive = {}", "defensive = { 2 = \"Tackle\" }", 1);
    let rules = conformance::build::<FutbolDash>(&text, &[("players", "3")], &[]).unwrap();
    assert_eq!(rules.names[3], "Attack +6");
    assert_eq!(rules.names[4], "Tackle -2");
    assert_eq!(rules.count(3), 4);
    assert_eq!(rules.kinds(), 15);
}
