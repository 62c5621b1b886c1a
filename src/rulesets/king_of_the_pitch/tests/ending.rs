//! KOP-END and KOP-INFO: how games end and who sees what.

use super::*;
use crate::game::{Ending, WIN};

/// Final states of games between copies of a bot.
pub fn games(changes: &[(&str, &str)], bot: &str, count: u64) -> Vec<State> {
    let rules = rules(changes);
    let lucks = (0..count).map(|block| Luck::new(11, 12, block));
    let one =
        |luck| played::<KingOfThePitch, _, _>(&rules, &[bot], (luck, 0), &mut Stream::new(luck), &mut Silent);
    lucks.map(one).collect()
}

#[test]
fn kop_end_01_the_fifth_win_ends_the_game_at_once() {
    for (wins, needed) in [("3", 3), ("5", 5), ("7", 7)] {
        let mut desk = Desk::new(&[("wins-to-win", wins)]).lay_bronze().ready(1).turn_of(1);
        desk.state.teams[1].victories = needed - 1;
        desk.fight(&[6], &[5], &[]);
        assert_eq!(KingOfThePitch::turn(&desk.rules, &desk.state), Turn::Over);
        let outcome = KingOfThePitch::outcome(&desk.rules, &desk.state);
        assert_eq!((outcome.ending, outcome.share[1]), (Ending::Decided, WIN));
        assert_eq!((outcome.score[1], desk.state.turns), (i32::from(needed), 1));
    }
    let mut early = Desk::new(&[]).lay_bronze().ready(1).turn_of(1);
    early.state.teams[1].victories = 3;
    early.fight(&[6], &[5], &[]);
    assert_eq!(early.asked().0, 0, "four wins are not enough");
}

#[test]
fn kop_end_02_no_ties() {
    for state in games(&[("players", "5")], "rusher", 200) {
        let End::Won(winner) = state.end else { panic!("{:?}", state.end) };
        let best = state.teams.iter().filter(|team| team.victories == 5).count();
        assert_eq!((best, state.team(winner).victories), (1, 5));
        let outcome = KingOfThePitch::outcome(&rules(&[("players", "5")]), &state);
        for seat in 0..5 {
            let share = if seat == usize::from(winner) { WIN } else { 0 };
            assert_eq!(outcome.share[seat], share, "one winner, not seat {seat}");
            assert_eq!(outcome.score[seat], i32::from(state.teams[seat].victories), "others by victories");
        }
    }
}

#[test]
fn kop_end_03_the_most_matches() {
    for (players, most) in [("2", 9), ("3", 13), ("4", 17), ("5", 21)] {
        let rules = rules(&[("players", players)]);
        assert!(u32::from(rules.decks[usize::from(rules.players) - 2][0]) >= most);
        let played = games(&[("players", players)], "random", 300);
        let longest = played.iter().map(|state| u32::from(state.matches)).max();
        assert!(longest <= Some(most), "{longest:?}");
        assert!(played.iter().all(|state| matches!(state.end, End::Won(_))));
    }
    let two = games(&[], "random", 300);
    assert!(two.iter().any(|state| state.matches == 9), "the bound is reached");
}

/// Nobody can do anything: no row, no cards, no chips, no discards.
fn dead(changes: &[(&str, &str)]) -> Desk {
    Desk::new(changes).empty_deck().without_discards()
}

#[test]
fn kop_end_04_a_round_of_forced_passes_is_a_stalemate() {
    let mut desk = dead(&[("players", "3")]);
    for _ in 0..3 {
        assert!(desk.must_pass());
        desk.quiet(PASS);
    }
    let outcome = KingOfThePitch::outcome(&desk.rules, &desk.state);
    assert_eq!(KingOfThePitch::turn(&desk.rules, &desk.state), Turn::Over);
    assert_eq!(outcome.ending, Ending::Unfinished(0));
    assert_eq!((KingOfThePitch::FACTS.unfinished[0].code, desk.state.passes), ("stalemate", 3));
    // Passing by choice never counts.
    let mut free = dead(&[("free-pass", "on")]).chip(0, 1, 1);
    for _ in 0..6 {
        free.quiet(PASS);
    }
    assert_eq!(free.state.end, End::Running);
    // Two actions are one turn.
    let mut twice = dead(&[("actions-per-turn", "2")]);
    for _ in 0..3 {
        twice.quiet(PASS);
        assert_eq!(twice.state.end, End::Running);
    }
    twice.quiet(PASS);
    assert_eq!((twice.state.end, twice.state.turns), (End::Stalemate, 2));
    // A turn with one real action is not a forced pass.
    let mut mixed = dead(&[("actions-per-turn", "2")]).chip(0, 1, 1);
    mixed.plays(&[super::desk::sell_chip(1), PASS, PASS, PASS]);
    assert_eq!(mixed.state.end, End::Running);
}

#[test]
fn kop_end_05_max_rounds_stops_the_game() {
    let mut desk = Desk::new(&[("max-rounds", "2")]).lay_bronze();
    for position in [6, 7, 8, 9] {
        assert_eq!(desk.state.end, End::Running);
        let card = desk.player(BRONZE, position, 0);
        desk.draws(4, card);
    }
    let outcome = KingOfThePitch::outcome(&desk.rules, &desk.state);
    assert_eq!((outcome.ending, desk.state.turns), (Ending::Unfinished(1), 4));
    assert_eq!(KingOfThePitch::FACTS.unfinished[1].code, "cap");
    assert_eq!(rules(&[("players", "5")]).max_turns, 1500);
}

#[test]
fn free_last_off_drains_the_game_into_a_stalemate() {
    let stalled = games(&[("free-last", "off")], "random", 40);
    assert!(stalled.iter().all(|state| state.matches <= 2), "two silver cubes were dealt");
    assert!(stalled.iter().any(|state| state.end == End::Stalemate));
}

#[test]
fn kop_info_01_what_lies_open_is_seen_by_all() {
    let desk = Desk::new(&[("players", "3")]);
    let card = desk.player(GOLD, 4, 0);
    let mut desk = desk.lay_bronze().give(0, ids::VAR).give(0, card).chip(0, 2, 7).ready(0);
    desk.state.teams[0].victories = 2;
    let view = desk.view(2);
    assert_eq!(view.row().collect::<Vec<_>>(), desk.row());
    assert_eq!((view.columns(0), view.chip(0, 7), view.level(0, false)), ((0, 2), 2, 0));
    assert_eq!((view.cubes(0), view.victories(0), view.events(0)), ([2, 1, 1], 2, [1, 1, 0]));
    assert_eq!((view.bank(), view.supply(), view.king()), ([6, 9, 9], [22, 21, 11, 5], 0));
    assert_eq!(view.hand_size(0), 1);
}

#[test]
fn kop_info_02_the_discard_pile_is_public() {
    let desk = Desk::new(&[]);
    let card = desk.player(GOLD, 4, 0);
    let mut desk = desk.lay_bronze().give(0, card);
    desk.quiet(play(GOLD, 4));
    assert_eq!(desk.view(1).discard(), 1 << card);
}

#[test]
fn kop_info_03_the_decks_order_is_hidden_from_all() {
    // The next card does not exist before it is drawn: the same state goes on
    // with any card of the deck.
    let desk = Desk::new(&[]).lay_bronze();
    assert_eq!(desk.view(0).deck_size(), 80);
    let deck = desk.state.deck;
    for &card in &deck[..80] {
        let mut copy = Desk { rules: desk.rules.clone(), state: desk.state };
        copy.draws(4, card);
        assert_eq!(copy.row()[4], card);
    }
    // Captains: the own one is known, rivals' and the one set aside are not.
    let captains = super::desk::rules(&[("players", "4"), ("captains", "on")]);
    let state = KingOfThePitch::setup(&captains, &[], &mut Stream::new(Luck::new(1, 2, 4)), &mut Silent);
    for seat in 0..4 {
        let view = KingOfThePitch::view(&captains, &state, seat);
        assert_eq!([0, 1, 2, 3].map(|other| view.captain(other).is_some()), [0, 1, 2, 3].map(|s| s == seat));
        let mut whim = Whim::new(Luck::new(5, 5, seat.into()), 0, 0);
        let dealt = |state: &State| [0, 1, 2, 3].map(|seat| state.team(seat).captain);
        let guesses = (0..40).map(|_| dealt(&KingOfThePitch::determinize(&captains, view, &mut whim)));
        assert!(
            guesses.collect::<std::collections::BTreeSet<_>>().len() > 10,
            "guessed anew for seat {seat}"
        );
    }
}

#[test]
fn kop_info_04_hands_are_known_or_private() {
    let table = |value: &str| {
        let desk = Desk::new(&[("hand-knowledge", value), ("players", "3")]).lay_bronze();
        let cards = [desk.player(GOLD, 4, 0), desk.player(GOLD, 5, 0), desk.player(GOLD, 6, 0)];
        (0..3).zip(cards).fold(desk, |desk, (seat, card)| desk.give(seat, card))
    };
    let tracked = table("tracked");
    assert_eq!(tracked.view(1).hand(0), Some(1 << (22 + 3)));
    let private = table("private");
    assert_eq!(private.view(1).hand(0), None);
    let mut whim = Whim::new(Luck::new(5, 5, 5), 0, 0);
    let same = KingOfThePitch::determinize(&tracked.rules, tracked.view(1), &mut whim);
    assert_eq!(same, tracked.state, "nothing is hidden");
    let mut other_hands = 0;
    for _ in 0..50 {
        let guess = KingOfThePitch::determinize(&private.rules, private.view(1), &mut whim);
        assert_eq!(guess.teams[1], private.state.teams[1], "the own hand is known");
        assert_eq!(guess.teams[0].cards, private.state.teams[0].cards);
        other_hands += u32::from(guess.teams[0].kinds != private.state.teams[0].kinds);
        let mut all = guess.teams.iter().fold(0, |all, team| all | team.held);
        all = guess.deck[..usize::from(guess.deck_len)].iter().fold(all, |all, card| all | 1 << card);
        assert_eq!(all.count_ones(), 89 - 5, "every card is somewhere");
    }
    assert!(other_hands > 40);
}

#[test]
fn a_blind_choice_is_guessed_among_what_the_rival_holds() {
    let mut desk = Desk::new(&[("commit-order", "blind")]).lay_bronze().ready(1).turn_of(1);
    desk = desk.give(1, ids::VAR).give(0, ids::VAR + 1);
    desk.plays(&[MATCH, 1]);
    assert_eq!(desk.asked(), (0, Phase::King));
    let mut whim = Whim::new(Luck::new(5, 6, 5), 0, 0);
    let mut seen = [0; 4];
    for _ in 0..200 {
        let guess = KingOfThePitch::determinize(&desk.rules, desk.view(0), &mut whim);
        seen[usize::from(guess.choices[0])] += 1;
    }
    assert!(seen[0] > 60 && seen[1] > 60 && seen[2] + seen[3] == 0, "{seen:?}");
    desk.act(0, desk.rolls_at([0, 0], &[6], &[1], &[]));
    assert_eq!(desk.state.matches, 1);
}
