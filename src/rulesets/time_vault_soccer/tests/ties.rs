//! What follows a drawn match: penalties, an extra hand, a replay (TVS-PEN,
//! TVS-CUP-03).

use super::super::sides::Side;
use super::*;
use crate::game::Ending;

#[test]
fn tvs_pen_01_five_kicks_each_then_pairs() {
    let rules = rules(&[]);
    let shoot = |values: &[u32]| {
        let mut script = Script::default().then(values);
        let result = shootout::play([0, 1], &rules.kick, &mut script, &mut Silent);
        script.done();
        result
    };
    // First kicker by lot (0: the first side). 3:0 after three pairs of kicks
    // decides: the others can reach 2 at most.
    assert_eq!(shoot(&[0, 1, 0, 1, 0, 1, 0]), (0, false, 6));
    assert_eq!(shoot(&[1, 1, 0, 1, 0, 1, 0]), (1, false, 6));
    // Level after five: pairs of kicks until one pair differs.
    let mut kicks = vec![0];
    kicks.extend([1, 1].repeat(5));
    kicks.extend([0, 0, 1, 1, 0, 1]);
    assert_eq!(shoot(&kicks), (1, false, 16));
    // The cap: fifty further pairs, then a coin, and the game is unfinished.
    let mut level = vec![0];
    level.extend([1, 1].repeat(55));
    level.push(1);
    assert_eq!(shoot(&level), (1, true, 110));
}

#[test]
fn tvs_pen_02_shoot_out_goals_decide_the_winner_only() {
    let rules = rules(&[("competition", "killer-cup"), ("bosses", "4")]);
    let mut seen = 0;
    for block in 0..30 {
        let state = game(&rules, "bus-parker", block);
        if state.counts.shoot_outs == 0 {
            continue;
        }
        seen += 1;
        let by_match: u32 = state.counts.goals_per_side.iter().zip(0..).map(|(&n, g)| u32::from(n) * g).sum();
        assert_eq!(by_match, state.counts.goals, "no kick is a goal of the match");
        assert!(state.counts.draws >= state.counts.shoot_outs, "the match stays drawn");
        let outcome = TimeVaultSoccer::outcome(&rules, &state);
        assert_eq!(outcome.ending, Ending::Decided);
    }
    assert!(seen > 5);
}

#[test]
fn a_coin_after_fifty_pairs_leaves_the_competition_unfinished() {
    /// Every kick scores, every coin is 1, everything else is seeded.
    struct Level(Stream);
    impl Chance for Level {
        fn below(&mut self, source: Source, n: u32) -> u32 {
            self.0.below(source, n)
        }
        fn lottery(&mut self, _: Source, _: &crate::chance::Lottery) -> u16 {
            1
        }
        fn draw(&mut self, draw: crate::chance::Draw, cards: &[u8]) -> usize {
            self.0.draw(draw, cards)
        }
    }
    let rules = rules(&[("competition", "killer-cup"), ("bosses", "4"), ("clear-on-goal", "both")]);
    let mut found = false;
    for block in 0..20 {
        let (at, chance) = ((luck(block), 0), &mut Level(stream(block)));
        let state = played::<TimeVaultSoccer, _, _>(&rules, &["bus-parker"], at, chance, &mut Silent);
        if state.counts.shoot_outs > 0 {
            let outcome = TimeVaultSoccer::outcome(&rules, &state);
            assert_eq!(outcome.ending, Ending::Unfinished(1));
            assert_eq!(TimeVaultSoccer::FACTS.unfinished[1].code, "shootout-cap");
            assert_ne!(state.season.cup_winner, NOBODY, "the bracket is played to its end");
            assert!(outcome.share.iter().all(|&share| share == 0));
            found = true;
        }
    }
    assert!(found);
}

#[test]
fn tvs_cup_03_an_extra_hand_is_five_of_the_own_discards_of_players_still_in_the_team() {
    for hand in ["4", "5", "6"] {
        extra_hand_with(hand);
    }
}

/// A drawn cup match at full time, with discards to draw an extra hand from:
/// five cards whatever the opening hand.
fn extra_hand_with(hand: &str) {
    let rules = rules(&[
        ("competition", "killer-cup"),
        ("bosses", "4"),
        ("cup-draw", "extra-hand"),
        ("hand-size", hand),
    ]);
    let mut table = Table::new(rules, stream(5));
    let mut whim = whim(5);
    table.skip(&mut whim, |state| state.game.turns == 12 && state.fixture.kind == Kind::Cup);
    // Put both sides at full time by hand: level, one card out.
    let game = &mut table.state.game;
    for side in &mut game.sides {
        let gone: u32 = side.hand | side.deck_cards();
        (side.hand, side.open.deck, side.open.goals) = (0, 0, 1);
        side.open.discards |= gone;
        side.open.attack.clear();
        side.open.defence.clear();
    }
    let off = game.sides[0].open.team & game.sides[0].open.team.wrapping_neg();
    game.sides[0].open.team &= !off;
    let before: Vec<u32> = game.sides.iter().map(|side| side.open.discards).collect();
    game.step = Step::Over;
    super::super::play::matches::follow(&table.rules, &mut table.state, &mut table.chance, &mut Silent);
    let game = &table.state.game;
    assert!(game.extra && table.state.counts.extra_hands == 1);
    for (side, before) in game.sides.iter().zip(before) {
        let eligible = before & cards_of(side.open.team);
        assert_eq!(side.hand.count_ones(), 5.min(eligible.count_ones()));
        assert_eq!(side.hand | side.aside, eligible);
        assert_eq!((side.open.deck, side.open.discards & side.hand), (0, 0));
    }
    let turns = game.turns;
    assert_ne!(game.step, Step::Substitute, "no substitutions");
    table.skip(&mut whim, |state| !state.game.extra);
    assert!(table.state.counts.turns > u32::from(turns), "rounds went on");
}

#[test]
fn a_replay_is_one_more_full_match_then_penalties() {
    let rules = rules(&[("competition", "killer-cup"), ("bosses", "4"), ("cup-draw", "replay")]);
    let mut replays = 0;
    for block in 0..40 {
        let state = game(&rules, "bus-parker", block);
        assert_eq!(u32::from(state.counts.matches), 3 + u32::from(state.counts.replays));
        assert!(state.counts.shoot_outs <= state.counts.replays);
        replays += state.counts.replays;
    }
    assert!(replays > 10);
}

#[test]
fn hidden_cards_are_sixteen_bits_of_players_twice() {
    assert_eq!(cards_of(0b101), 0b11_0011);
    for mask in [0, 1, 0x8000, 0x5A5A, 0xFFFF] {
        assert_eq!(super::super::squads::players_of(cards_of(mask)), mask);
        assert_eq!(super::super::squads::players_of(cards_of(mask) & 0x5555_5555), mask);
        assert_eq!(super::super::squads::players_of(cards_of(mask) & 0xAAAA_AAAA), mask);
    }
    let mut side: Side = Match::default().sides[0];
    side.deck[..4].copy_from_slice(&[3, 8, 9, 21]);
    side.open.deck = 4;
    side.strip_deck(1 << 8 | 1 << 9);
    assert_eq!(side.deck_cards(), 1 << 3 | 1 << 21);
}
