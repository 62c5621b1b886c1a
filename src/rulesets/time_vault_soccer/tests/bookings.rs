//! Bookings, sendings-off and suspensions (TVS-CARD).

use super::*;
use crate::competitions::{Bookings, Discipline};
use crate::conformance::check_game;

#[test]
fn tvs_card_01_players_are_booked_and_sent_off() {
    let on = rules(&[]);
    let off = rules(&[("bookings", "off")]);
    let sum = |rules: &Rules| -> (u32, u32) {
        (0..20).map(|b| game(rules, "random", b).counts).fold((0, 0), |s, c| (s.0 + c.yellows, s.1 + c.reds))
    };
    let (yellows, reds) = sum(&on);
    assert!(yellows > 50 && reds > 3);
    assert_eq!(sum(&off), (0, 0));
}

#[test]
fn tvs_card_02_the_second_copy_of_a_player_in_play_is_a_yellow() {
    // V9: player 5 in Defence, the second copy to Attack: one yellow, it stays.
    let mut scene = Scene::new(&[]).defence(0, &[(5, 4)]).hand(0, &[5, 3]).hand(1, &[3]);
    scene.then(attack(5));
    assert_eq!((scene.open(0).yellow, scene.open(0).attack.len, scene.open(0).defence.len), (bit(5), 1, 1));
    // An answer counts too.
    let mut scene = Scene::shot(&[], 5).attack(1, &[(5, 2)]).hand(1, &[5, 3]);
    scene.then(Move::Shoot(true)).then(answer(5, 0, false));
    assert_eq!(scene.open(1).yellow, bit(5));
    // A copy in the discards is not in play; nor is one in hand.
    let mut scene = Scene::new(&[]).discards(0, &[5]).hand(0, &[5, 3]).hand(1, &[3]);
    scene.then(attack(5));
    assert_eq!(scene.open(0).yellow, 0);
    let mut scene =
        Scene::new(&[("second-copy-yellow", "off")]).defence(0, &[(5, 4)]).hand(0, &[5, 3]).hand(1, &[3]);
    scene.then(attack(5));
    assert_eq!(scene.open(0).yellow, 0);
}

#[test]
fn tvs_card_03_lamping_and_double_teaming_are_yellows() {
    let mut lamp = Scene::new(&[]).stars(1, 13, 4).attack(1, &[(13, 7)]).hand(0, &[6, 3]).hand(1, &[3]);
    lamp.then(play(6, true, 0, 2));
    assert_eq!(lamp.open(0).yellow, bit(6));
    let mut double = Scene::new(&[]).hand(0, &[4, 3]).hand(1, &[3]);
    double.then(play(4, true, 0, 1));
    assert_eq!(double.open(0).yellow, bit(4));
    let mut plain = Scene::new(&[]).hand(0, &[4, 3]).hand(1, &[3]);
    plain.then(defend(4));
    assert_eq!(plain.open(0).yellow, 0);
}

#[test]
fn tvs_card_04_two_yellows_send_off() {
    // V10: first copy in play, the second answers with double-teaming.
    let mut scene = Scene::shot(&[], 12).defence(1, &[(4, 4), (8, 3)]).hand(1, &[4, 3]);
    scene.then(Move::Shoot(true)).then(answer(4, 0, true));
    let open = scene.open(1);
    assert_eq!((open.yellows, open.reds, open.sent_off), (2, 1, bit(4)));
    assert_eq!(scene.open(0).goals, 1, "both copies gone: 12 against 3");
    // One yellow does not.
    let mut scene = Scene::new(&[]).defence(0, &[(5, 4)]).hand(0, &[5, 3]).hand(1, &[3]);
    scene.then(attack(5));
    assert_eq!((scene.open(0).reds, scene.open(0).team), (0, TEAM));
}

#[test]
fn tvs_card_05_all_copies_leave_hand_deck_and_pillars() {
    // The second copy may lie in the deck when a last man goes off.
    let mut scene = Scene::shot(&[], 20).hand(1, &[7, 9]).deck(1, &[7, 8]);
    scene.game.sides[1].open.team |= bit(7);
    scene.then(Move::Shoot(true));
    scene.with(Move::LastMan { player: 6 }, Script::default().then(&[0]));
    let side = &scene.game.sides[1];
    assert_eq!((side.hand, side.deck_cards()), (1 << 16, 1 << 14));
    assert_eq!(side.open.discards & (0b11 << 12), 0, "out of the match, not to the discards");
    // From both pillars and the discards alike.
    let mut scene = Scene::new(&[]).attack(0, &[(8, 3), (9, 3)]).hand(0, &[8, 3]).hand(1, &[3]);
    scene.game.sides[0].open.yellow = bit(8);
    scene.then(defend(8));
    assert_eq!((scene.attack_of(0), scene.defence_of(0)), (3, 0));
    assert_eq!(scene.open(0).discards, 0);
}

/// A league of three in its first match, the first side's cards set by hand;
/// returns the game in the same Boss's next match and that Boss.
fn after_match(changes: &[(&str, &str)], cards: Bookings) -> (State, u8) {
    let mut all = vec![("competition", "league"), ("bosses", "3"), ("draft", "generated")];
    all.extend_from_slice(changes);
    let mut table = Table::new(rules(&all), stream(31));
    let mut whim = whim(31);
    table.skip(&mut whim, |state| state.game.step != Step::Team);
    let boss = table.state.game.sides[0].open.boss;
    let open = &mut table.state.game.sides[0].open;
    (open.yellow, open.second, open.sent_off) = (cards.yellow, cards.second, cards.sent_off);
    table.state.game.step = Step::Over;
    let Table { rules, state, chance, .. } = &mut table;
    super::super::play::matches::follow(rules, state, chance, &mut Silent);
    table.skip(&mut whim, |state| state.fixture.sides.contains(&boss));
    (table.state, boss)
}

#[test]
fn tvs_card_06_sent_off_players_miss_the_next_game_bench_included() {
    let off = Bookings { yellow: 0, second: 0, sent_off: bit(3) };
    let (state, boss) = after_match(&[], off);
    let side = usize::from(state.game.sides[1].open.boss == boss);
    assert_eq!(state.game.sides[side].open.suspended, bit(3));
    let squad = &state.squads[usize::from(boss)];
    let rules = rules(&[("competition", "league"), ("bosses", "3")]);
    let space = pitch::team_space(&rules, squad, &state.game.sides[side].open, None);
    let mut whim = whim(3);
    for _ in 0..200 {
        let (team, bench) = space.nth(whim.below_u64(space.len()));
        assert_eq!((team | bench) & bit(3), 0);
    }
    let (state, boss) = after_match(&[("suspensions", "off")], off);
    let side = usize::from(state.game.sides[1].open.boss == boss);
    assert_eq!(state.game.sides[side].open.suspended, 0);
}

#[test]
fn tvs_card_07_three_yellows_over_games_cost_the_next() {
    // V13: 1, 1, 0, 1: suspended for game 5, count 0 after game 4.
    let mut book = Discipline::default();
    let yellow = Bookings { yellow: bit(9), second: 0, sent_off: 0 };
    for (game, cards) in [yellow, yellow, Bookings::default(), yellow].into_iter().enumerate() {
        assert_eq!(book.suspended(2), 0, "before game {}", game + 1);
        book.record(2, cards, 3, true);
    }
    assert_eq!((book.suspended(2), book.yellows(2, 8)), (bit(9), 0));
    // The threshold is a switch.
    assert_eq!(rules(&[("yellow-threshold", "5")]).threshold, 5);
    let mut early = Discipline::default();
    early.record(2, yellow, 2, true);
    early.record(2, yellow, 2, true);
    assert_eq!(early.suspended(2), bit(9));
}

#[test]
fn tvs_card_08_yellows_of_a_sending_off_count_and_causes_run_together() {
    // V14: 1, then 2 in one game: count 3, one game of suspension, count 0.
    let two = Bookings { yellow: bit(4), second: bit(4), sent_off: bit(4) };
    for (concurrent, longer) in [(true, 0), (false, bit(4))] {
        let mut book = Discipline::default();
        book.record(0, Bookings { yellow: bit(4), second: 0, sent_off: 0 }, 3, concurrent);
        book.record(0, two, 3, concurrent);
        assert_eq!((book.suspended(0), book.yellows(0, 3)), (bit(4), 0));
        assert_eq!(book.suspended_longer(0), longer);
    }
    // V15: count 2, straight red: one game, the count stays 2.
    let mut book = Discipline::default();
    book.record(0, Bookings { yellow: bit(4), second: 0, sent_off: 0 }, 3, true);
    book.record(0, Bookings { yellow: bit(4), second: 0, sent_off: 0 }, 3, true);
    book.record(0, Bookings { yellow: 0, second: 0, sent_off: bit(4) }, 3, true);
    assert_eq!((book.suspended(0), book.yellows(0, 3)), (bit(4), 2));
}

#[test]
fn tvs_card_09_the_next_game_is_the_same_boss_s_next_match() {
    let off = Bookings { yellow: 0, second: 0, sent_off: bit(3) };
    // In a league of three one Boss rests in each round: resting is no game.
    let (state, boss) = after_match(&[], off);
    assert!(state.fixture.sides.contains(&boss));
    // Served after that match, whoever played in between.
    let mut book = Discipline::default();
    book.record(1, off, 3, true);
    book.record(0, Bookings::default(), 3, true);
    assert_eq!(book.suspended(1), bit(3), "another Boss's match changes nothing");
    book.record(1, Bookings::default(), 3, true);
    assert_eq!(book.suspended(1), 0);
    // A single match knows no suspensions.
    assert!(!rules(&[]).suspensions);
}

#[test]
fn tvs_card_10_suspended_players_leave_enough_of_sixteen() {
    let rules = rules(&[("competition", "season"), ("bosses", "4"), ("yellow-threshold", "2")]);
    let (mut served, mut most) = (0, 0);
    let mut fit = |_: &Rules, state: &State| {
        for (side, squad) in state.game.sides.iter().zip(state.pair()) {
            let open = &side.open;
            if state.stage != Stage::Match || open.team == 0 {
                continue;
            }
            let out = open.suspended;
            most = most.max(out.count_ones());
            assert_eq!((open.team | open.bench) & out, 0, "nobody suspended plays or sits on the bench");
            if (open.substitutions, open.sent_off) == (0, 0) {
                let keepers = squad.lines[usize::from(KEEPER)];
                let field = (!keepers & !out).count_ones();
                let eleven = 11.min(field + u32::from(keepers & !out != 0));
                assert_eq!(open.team.count_ones(), eleven, "one goalkeeper and whoever else is left");
            }
        }
    };
    for block in 0..4 {
        let state = check_game::<TimeVaultSoccer, _>(&rules, &mut stream(block), luck(block), &mut fit);
        served += state.counts.suspended;
        assert!(state.counts.sides_short > 0 && state.counts.sides_full > 0);
        assert_eq!(state.counts.sides_short + state.counts.sides_full, 2 * u32::from(state.counts.matches));
    }
    assert!(served > 20, "bookings are kept per player and cost matches");
    assert!(most >= 2, "{most} at once");
}
