//! FD-SHOT and the switches that change shots.

use super::*;

/// Seat 0 stands at 8 and makes 11; the shot shows these cards.
fn shoot(changes: &[(&str, &str)], goals: &[u8], shots: &[Says]) -> Bench {
    let table = bench(changes).goals(goals).ap(&[8]).hand(0, &[T3]).ready();
    table.then(p(T3), shots)
}

#[test]
fn fd_shot_01_eleven_points_force_a_shot() {
    // E1 and E3.
    let table = bench(&[]).front(0, &[L5, T3]).hand(0, &[T3]).ready().then(p(T3), &[Turn(Save), Draw(N2)]);
    assert_eq!((table.metric("shots"), table.ap_of(0)), (1, 0));
    assert_eq!((table.discarded(T3), table.discarded(L5)), (2, 1));
    let table = bench(&[]).ap(&[6]).hand(0, &[L5]).ready().then(p(L5), &[Turn(Goal), Draw(N2)]);
    assert_eq!(table.goals_of(0), 1);
    let table = bench(&[]).ap(&[5]).hand(0, &[L5]).ready().then(p(L5), &[Draw(N2)]);
    assert_eq!((table.metric("shots"), table.ap_of(0)), (0, 10), "10 is not enough");
    let nine = bench(&[("ap-target", "9")]).ap(&[4]).hand(0, &[L5]).ready();
    assert_eq!(nine.then(p(L5), &[Turn(Goal), Draw(N2)]).goals_of(0), 1);
}

#[test]
fn fd_shot_02_penalty_shoots_from_seven() {
    let at = |ap: u8| bench(&[]).ap(&[ap]).hand(0, &[PEN, N2]).ready();
    assert!(!at(6).codes().contains(&p(PEN)));
    let table = at(7).then(p(PEN), &[Turn(Goal), Draw(N2)]);
    assert_eq!((table.goals_of(0), table.ap_of(0)), (1, 0));
}

#[test]
fn fd_shot_03_one_random_card_of_the_grid() {
    let table = shoot(&[], &[], &[Turn(Miss), Draw(N2)]);
    assert_eq!(table.state.grid, [10, 3, 2, 3, 1]);
    // Without Corners every card of the grid is as likely as any other.
    let rules = rules(&[]);
    let ends = odds::shot(&rules, [4, 3, 2, 0, 1]);
    let shares: Vec<_> = ends.into_values().collect();
    assert_eq!(shares, [4, 3, 2, 1].map(|cards| Fraction::new(cards, 10)));
}

#[test]
fn fd_shot_04_goal_scores_one() {
    let table = shoot(&[], &[1, 1], &[Turn(Goal), Draw(N2)]);
    assert_eq!((table.goals_of(0), table.goals_of(1)), (2, 1));
}

#[test]
fn fd_shot_05_save_scores_nothing() {
    let table = shoot(&[], &[1, 1], &[Turn(Save), Draw(N2)]);
    assert_eq!((table.goals_of(0), table.goals_of(1), table.metric("saves")), (1, 1, 1));
}

#[test]
fn fd_shot_06_miss_scores_nothing() {
    let table = shoot(&[], &[1, 1], &[Turn(Miss), Draw(N2)]);
    assert_eq!((table.goals_of(0), table.goals_of(1), table.metric("misses")), (1, 1, 1));
}

#[test]
fn fd_shot_07_corners_turn_up_another_card() {
    let table = shoot(&[], &[], &[Turn(Corner), Turn(Corner), Turn(Corner), Turn(Goal), Draw(N2)]);
    assert_eq!((table.goals_of(0), table.metric("corners"), table.metric("shots")), (1, 3, 1));
    assert_eq!(table.metric("cards-per-shot"), 4);
}

#[test]
fn fd_shot_08_own_goal_scores_for_all_opponents() {
    let three = [("players", "3")];
    let table = shoot(&three, &[1, 0, 1], &[Turn(OwnGoal), Draw(N2)]);
    assert_eq!([table.goals_of(0), table.goals_of(1), table.goals_of(2)], [1, 1, 2]);
    let minus = shoot(&[("own-goal", "minus-one")], &[1, 0], &[Turn(OwnGoal), Draw(N2)]);
    assert_eq!((minus.goals_of(0), minus.goals_of(1)), (0, 0));
    let minus = shoot(&[("own-goal", "minus-one")], &[0, 0], &[Turn(OwnGoal), Draw(N2)]);
    assert_eq!(minus.goals_of(0), 0, "not below 0");
    let leader = [("players", "4"), ("own-goal", "leader-only")];
    let table = shoot(&leader, &[2, 0, 1, 0], &[Turn(OwnGoal), Draw(N2)]);
    assert_eq!(table.goals_of(2), 2, "the leading opponent, not the shooter");
    let points = bench(&leader).goals(&[0, 1, 0, 1]).ap(&[8, 0, 0, 5]).hand(0, &[T3]).ready();
    let points = points.then(p(T3), &[Turn(OwnGoal), Lot(0), Draw(N2)]);
    assert_eq!([points.goals_of(1), points.goals_of(3)], [2, 1], "attack points break no tie");
    let table = shoot(&leader, &[0, 1, 0, 1], &[Turn(OwnGoal), Lot(1), Draw(N2)]);
    assert_eq!([table.goals_of(1), table.goals_of(3)], [1, 2], "ties by chance");
}

#[test]
fn fd_shot_09_shot_cards_stay_and_the_grid_shrinks() {
    let table = shoot(&[], &[], &[Turn(Corner), Turn(Goal), Draw(L5)]);
    assert_eq!(table.state.seat(0).turned, [1, 0, 0, 1, 0]);
    assert_eq!(table.state.grid, [9, 3, 3, 2, 1]);
    // They stay over Halftime.
    let table = bench(&[("hand-size", "4")]).grid([9, 3, 3, 2, 1]).hand(0, &[HALF]).ready();
    let table = table.then(p(HALF), &[Draw(N2); 9]);
    assert_eq!(table.state.grid, [9, 3, 3, 2, 1]);
    let with = shoot(&[("shot-replacement", "with")], &[], &[Turn(Corner), Turn(Goal), Draw(L5)]);
    assert_eq!((with.state.grid, with.goals_of(0)), ([10, 3, 3, 3, 1], 1));
    assert_eq!(with.metric("grid-relaid"), 0);
    // Inside a Corner chain nothing comes back: 17 cards are left behind three
    // Corners, the Own Goal last.
    let chain = [Turn(Corner), Turn(Corner), Turn(Corner), Turn(OwnGoal), Draw(L5)];
    let chain = shoot(&[("shot-replacement", "with")], &[], &chain);
    assert_eq!((chain.state.grid, chain.goals_of(1)), ([10, 3, 3, 3, 1], 1));
}

#[test]
fn fd_shot_10_after_the_shot_the_points_are_gone() {
    let table = bench(&[]).front(0, &[L5, L5, D2]).hand(0, &[T3]).hand(1, &[N2]).ready();
    assert_eq!(table.ap_of(0), 8);
    let table = table.then(p(T3), &[Turn(Goal), Draw(N2)]);
    assert_eq!((table.ap_of(0), table.state.seat(0).front), (0, 0));
    assert_eq!((table.discarded(L5), table.discarded(D2), table.discarded(T3)), (2, 1, 1));
    // House rule: Save and Miss leave a marker of 5.
    let on = [("miss-keeps", "on")];
    for (shot, left) in [(Save, 5), (Miss, 5), (Goal, 0), (OwnGoal, 0)] {
        let table = bench(&on).front(0, &[L5, T3]).hand(0, &[T3]).ready();
        let table = table.then(p(T3), &[Turn(shot), Draw(N2)]);
        assert_eq!((table.ap_of(0), table.state.seat(0).front), (left, 0), "{shot:?}");
    }
}

#[test]
fn fd_shot_11_an_empty_grid_is_laid_anew() {
    let empty = |changes: &[(&str, &str)], grid, says: &[Says]| {
        let table = bench(changes).grid(grid).goals(&[1, 1]).ap(&[8]).hand(0, &[T3]).ready();
        table.then(p(T3), says)
    };
    let table = empty(&[], [0; 5], &[Turn(Goal), Draw(N2)]);
    assert_eq!((table.state.grid, table.goals_of(0)), ([9, 3, 3, 3, 1], 2));
    assert_eq!(table.metric("grid-relaid"), 1);
    // Also in the middle of a Corner chain; goals stay on the counter.
    let table = empty(&[], [0, 0, 0, 1, 0], &[Turn(Corner), Turn(Miss), Draw(N2)]);
    assert_eq!((table.state.grid, table.goals_of(0), table.goals_of(1)), ([10, 3, 2, 3, 1], 1, 1));
    let fails = [("grid-empty", "no-goal")];
    let table = empty(&fails, [0, 0, 0, 1, 0], &[Turn(Corner), Draw(N2)]);
    assert_eq!((table.state.grid, table.goals_of(0), table.ap_of(0)), ([0; 5], 1, 0));
    // The failed shot is neither Save nor Miss, which would leave points.
    let keeps = [("grid-empty", "no-goal"), ("miss-keeps", "on")];
    assert_eq!(empty(&keeps, [0, 0, 0, 1, 0], &[Turn(Corner), Draw(N2)]).ap_of(0), 0);
}

#[test]
fn fd_shot_12_shots_only_in_the_own_turn() {
    // A seat at 10 is lowered and never raised by others: whatever seat 0
    // plays, seat 1 does not shoot.
    for hand in [N2, D2, OFFS, YEL, RED] {
        let table = bench(&[]).ap(&[0, 10]).hand(0, &[hand]).ready();
        let code = table.codes()[0];
        let table = table.then(code, &[Draw(N2)]);
        assert_eq!((table.metric("shots"), table.state.seat(1).ap <= 10), (0, true));
    }
}

#[test]
fn fd_shot_13_the_shot_ends_the_turn() {
    let table = bench(&[]).ap(&[8]).hand(0, &[T3, N2]).hand(1, &[N2]).ready();
    let table = table.then(p(T3), &[Turn(Save), Draw(N2)]);
    assert_eq!((table.asks(), table.hand_len(0)), ((Phase::Play, 1), 1));
    assert_eq!(table.ending(), Ending::Running);
    // With two plays it ends the first of them.
    let two = bench(&[("play-two", "on")]).ap(&[8]).hand(0, &[T3, N2]).ready().then(p(T3), &[Turn(Save)]);
    assert_eq!((two.asks(), two.codes()), ((Phase::Play, 0), vec![p(N2)]));
}
