//! The trained policy: no goalkeeper goes forward for nothing, and positions
//! small enough to count every outcome are played best.

use super::super::bots::weigh_for_tests;
use super::super::view::Half;
use super::*;
use crate::chance::enumerate;

/// The least common denominator of chances here: one penalty kick, scored three
/// times in four.
const FOURTHS: u128 = 4;

fn on_pitch<T>(scene: &Scene, see: impl FnOnce(&Pitch<'_>) -> T) -> T {
    let squads = [scene.squad(0), scene.squad(1)];
    see(&Pitch { rules: &scene.rules, squads: [&squads[0], &squads[1]] })
}

/// What the side asked gets from a match under the best play of what is left:
/// 2 for a win, 1 for a draw, in fourths.
fn worth(pitch: &Pitch<'_>, game: &Match, side: usize, chosen: Move) -> u128 {
    let ends = enumerate(|chance| {
        let mut game = *game;
        pitch::apply(pitch, &mut game, chosen, chance, &mut Silent);
        if game.step == Step::Shoot {
            return [true, false].map(|shot| worth(pitch, &game, side, Move::Shoot(shot))).into_iter().max();
        }
        assert_eq!(game.step, Step::Over, "a last decision");
        let [own, other] = [side, 1 - side].map(|side| game.sides[side].open.goals);
        Some(FOURTHS * (u128::from(own >= other) + u128::from(own > other)))
    });
    let fourths = |(value, chance): (Option<u128>, Fraction)| {
        value.expect("a match that ends") * chance.numerator() * FOURTHS / chance.denominator()
    };
    ends.into_iter().map(fourths).sum::<u128>() / FOURTHS
}

/// Whether the choice is as good as any; and whether it matters at all.
fn best(scene: &Scene) -> (bool, bool) {
    on_pitch(scene, |pitch| {
        let side = scene.game.asked();
        let mut moves = Moves::default();
        pitch::legal(pitch, &scene.game, &mut moves);
        let half = Half::of(pitch, &scene.game, side);
        let chosen = weigh_for_tests(&scene.rules.weights, &half, 0, &moves, &mut whim(1));
        let all: Vec<u128> =
            (0..moves.len()).map(|index| worth(pitch, &scene.game, side, moves.nth(index))).collect();
        let most = all.iter().copied().max().expect("a move");
        (worth(pitch, &scene.game, side, chosen) == most, all.iter().any(|&value| value < most))
    })
}

/// Every hand of some of these shirts.
fn hands(shirts: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    (1..1_u32 << shirts.len()).map(move |set| {
        shirts
            .iter()
            .enumerate()
            .filter(|(place, _)| set >> place & 1 == 1)
            .map(|(_, &shirt)| shirt)
            .collect()
    })
}

/// A match whose last turn is the first side's.
fn last_turn(mut scene: Scene, goals: [u8; 2]) -> Scene {
    scene.game.starter = 1;
    for (side, goals) in scene.game.sides.iter_mut().zip(goals) {
        side.open.goals = goals;
        side.open.subs_left = 0;
        side.open.team |= bit(7);
    }
    scene
}

#[test]
fn the_last_shot_is_answered_best() {
    let mut open = 0;
    for hand in hands(&[1, 3, 4, 7, 8]) {
        for value in [2, 3, 4, 5, 7, 12] {
            for goals in [[0, 0], [1, 1], [0, 1]] {
                let mut scene = Scene::new(&[]).attack(0, &[(13, value)]).hand(1, &hand).step(Step::Shoot);
                scene = last_turn(scene, goals);
                scene.then(Move::Shoot(true));
                let (right, matters) = best(&scene);
                assert!(right, "{hand:?} against a shot of {value} at {goals:?}");
                open += u32::from(matters);
            }
        }
    }
    assert!(open > 300, "{open} positions in which the answer matters");
}

#[test]
fn the_last_card_and_the_last_shot_are_played_best() {
    let mut open = 0;
    for hand in hands(&[1, 3, 8, 13, 14]) {
        for (attack, defence) in [(0, 2), (1, 4), (3, 5), (5, 8), (4, 6), (9, 8)] {
            for goals in [[0, 0], [1, 2], [1, 1]] {
                let scene = Scene::new(&[]).hand(0, &hand).defence(1, &[(5, defence)]);
                let scene = if attack > 0 { scene.attack(0, &[(15, attack)]) } else { scene };
                let (right, matters) = best(&last_turn(scene, goals));
                assert!(right, "{hand:?} with {attack} against {defence} at {goals:?}");
                open += u32::from(matters);
            }
        }
    }
    assert!(open > 200, "{open} positions in which the card matters");
    for value in [5, 6, 20] {
        let scene = Scene::new(&[]).attack(0, &[(13, value)]).defence(1, &[(5, 4)]).step(Step::Shoot);
        assert_eq!(best(&last_turn(scene, [0, 0])), (true, true), "a shot of {value}");
    }
}

/// `reader` puts goalkeepers into Attack, where they add nothing.
#[test]
fn no_goalkeeper_goes_forward_for_nothing() {
    let mut kept = 0;
    for block in 0..60 {
        let mut table = Table::new(rules(&[]), stream(block));
        let mut whims = whim(block);
        while let Turn::Ask(seat) = table.turn() {
            let view = TimeVaultSoccer::view(&table.rules, &table.state, seat);
            let (moves, weights) = (table.legal(), &table.rules.weights);
            let chosen = TimeVaultSoccer::weigh(weights, &table.rules, view, &moves, &mut (), &mut whims);
            if let Move::Play { player, defence, .. } = chosen {
                let game = &table.state.game;
                let keeper = table.state.asked_squad().line[usize::from(player)] == KEEPER;
                let choice = game.sides[game.asked()].hand.count_ones() > 1;
                assert!(!keeper || defence || !choice, "block {block}: {chosen:?}");
                kept += u32::from(keeper && defence);
            }
            table.then(seat, chosen);
        }
    }
    assert!(kept > 50, "{kept} goalkeepers played to Defence");
}
