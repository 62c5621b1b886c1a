//! FD-DECK, FD-END, FD-SO, section 7 and the switches that change them.

use super::super::play::shootout::survivors;
use super::*;
use crate::chance::MAX_SEATS;
use crate::game::Ending as End;

#[test]
fn fd_deck_01_the_discards_become_the_new_deck() {
    let table = bench(&[]).hand(0, &[L5]).hand(1, &[N2, YEL]).front(1, &[T3]).deck(&[]);
    let mut table = table;
    let before = table.state.discard.len();
    table.state.removed = 0;
    let table = table.ready().then(p(L5), &[Draw(D2)]);
    assert_eq!(u32::from(table.state.deck_len), before - 1);
    assert_eq!((table.state.discard.len(), table.metric("reshuffles")), (0, 1));
    assert_eq!((table.held(1, D2), table.lies(0, L5), table.held(1, YEL)), (1, 1, 1));
    // The card or chain being resolved is not shuffled in.
    let chain = bench(&[]).hand(0, &[L5]).hand(1, &[FOUL]).deck(&[]).ready().then(p(L5), &[]);
    let chain = chain.then(1, &[Draw(N2), Draw(N2)]);
    assert_eq!((chain.in_deck(FOUL), chain.discarded(FOUL)), (2, 1));
    // regular-deck-out = end: over when the deck is empty, most goals win.
    let end = bench(&[("regular-deck-out", "end")]).goals(&[1, 2]).hand(0, &[L5]).deck(&[]).ready();
    let end = end.then(p(L5), &[]);
    assert_eq!((end.over(), end.winners()), (true, vec![1]));
}

#[test]
fn fd_deck_02_express_never_reshuffles() {
    // A Referee card on the last card of the deck: no replacement.
    let express = [("match", "express")];
    let table = bench(&express).goals(&[1, 0]).hand(0, &[L5, VAR]).hand(1, &[FOUL]).deck(&[]).ready();
    let table = table.then(p(L5), &[]).then(1, &[]);
    assert_eq!((table.asks(), table.hand_len(1)), ((Phase::Var, 0), 0));
    let table = table.then(1, &[]);
    assert!(table.over());
    assert_eq!((table.metric("reshuffles"), table.metric("no-draw"), table.ap_of(0)), (0, 0, 5));
}

#[test]
fn fd_deck_03_without_deck_and_discards_the_draw_is_left_out() {
    let table = bench(&[]).hand(0, &[N2]).hand(1, &[T3]).deck(&[]).no_discards().ready().then(p(N2), &[]);
    assert_eq!((table.asks(), table.hand_len(1), table.metric("no-draw")), ((Phase::Play, 1), 1, 1));
}

#[test]
fn fd_end_01_the_third_goal_wins_at_once() {
    let table = bench(&[]).goals(&[2, 2]).ap(&[8]).hand(0, &[T3]).ready().then(p(T3), &[Turn(Goal)]);
    assert_eq!((table.over(), table.winners()), (true, vec![0]));
    let outcome = table.outcome();
    assert_eq!((outcome.share[0], outcome.share[1], outcome.score[0]), (WIN, 0, 3));
    // E9: an Own Goal wins for the opponent in the shooter's turn.
    let table = bench(&[]).goals(&[0, 2]).ap(&[8]).hand(0, &[T3]).ready().then(p(T3), &[Turn(OwnGoal)]);
    assert_eq!((table.winners(), table.metric("turns-per-game")), (vec![1], 1));
    for (wanted, over) in [("1", true), ("2", true), ("4", false), ("5", false)] {
        let table = bench(&[("goals-to-win", wanted)]).goals(&[wanted.parse::<u8>().unwrap().min(3) - 1, 0]);
        let says: &[Says] = if over { &[Turn(Goal)] } else { &[Turn(Goal), Draw(N2)] };
        let table = table.ap(&[8]).hand(0, &[T3]).ready().then(p(T3), says);
        assert_eq!(table.over(), over, "{wanted}");
    }
    // Express has no such end.
    let express = bench(&[("match", "express")]).goals(&[2, 0]).ap(&[8]).hand(0, &[T3]).ready();
    assert!(!express.then(p(T3), &[Turn(Goal), Draw(N2)]).over());
}

/// Shoot-out picks as scripted numbers: card 0 of the grid is a Goal while
/// there are goals, the last one never is.
const HIT: Says = Lot(0);

fn miss(grid_left: u32) -> Says {
    Lot(grid_left - 1)
}

#[test]
fn fd_end_02_several_at_once_go_to_a_shoot_out() {
    // E8: goals 2-2-1, seat 2 shoots an Own Goal.
    let own_goal = |changes: &[(&str, &str)], says: &[Says]| {
        let mut all = vec![("players", "3")];
        all.extend_from_slice(changes);
        let table = bench(&all).goals(&[2, 2, 1]).ap(&[0, 0, 8]).hand(2, &[T3]).active(2).ready();
        table.then(p(T3), says)
    };
    let mut says = vec![Turn(OwnGoal)];
    // Seat 1 fails once, so seat 0 wins.
    says.extend([HIT, miss(12), HIT, HIT, HIT, HIT, HIT, HIT, HIT, HIT]);
    let table = own_goal(&[], &says);
    assert_eq!(table.winners(), [0]);
    assert_eq!([table.goals_of(0), table.goals_of(1), table.goals_of(2)], [3, 3, 1]);
    assert_eq!((table.metric("simultaneous"), table.metric("shoot-out-share")), (1, 1));
    let shared = own_goal(&[("simultaneous-win", "shared")], &[Turn(OwnGoal)]);
    assert_eq!(shared.outcome().share[..3], [WIN / 2, WIN / 2, 0]);
    let order = own_goal(&[("simultaneous-win", "turn-order")], &[Turn(OwnGoal)]);
    assert_eq!(order.winners(), [0], "first from the shooter's left");
    let table = bench(&[("players", "3"), ("simultaneous-win", "turn-order")]).goals(&[2, 1, 2]);
    let table = table.ap(&[0, 8, 0]).hand(1, &[T3]).active(1).ready().then(p(T3), &[Turn(OwnGoal)]);
    assert_eq!(table.winners(), [2]);
}

#[test]
fn fd_end_03_express_most_goals_win() {
    // E19: the deck has one card; after this turn the match is over.
    let table = bench(&[("match", "express")]).goals(&[0, 1]).hand(0, &[L5]).hand(1, &[T3]).deck(&[N2]);
    let table = table.turn(&[Draw(N2)]).then(p(N2), &[]);
    assert_eq!((table.over(), table.winners()), (true, vec![1]));
    assert_eq!(table.outcome().score[..2], [0, 1]);
    assert_eq!(table.metric("level-at-top"), 0);
}

#[test]
fn fd_end_04_run_out_is_checked_at_the_end_of_the_turn() {
    // E20: Halftime played in that very turn refills the deck.
    let table = bench(&[("match", "express")]).hand(0, &[L5]).hand(1, &[T3]).deck(&[HALF]);
    let table = table.turn(&[Draw(HALF)]).then(p(HALF), &[Draw(N2); 13]);
    assert_eq!((table.asks(), table.state.deck_len), ((Phase::Play, 1), 72 - 13));
    let late = |end: &'static str| {
        let table = bench(&[("match", "express"), ("express-end", end), ("players", "3")]).goals(&[1, 0, 0]);
        table.hand(0, &[L5, L5]).hand(1, &[N2, N2]).hand(2, &[T3]).deck(&[]).ready().then(p(L5), &[])
    };
    assert!(late("deck-empty").over());
    // full-round: until seat 2 has had its turn.
    let round = late("full-round");
    assert_eq!(round.asks(), (Phase::Play, 1));
    let round = round.then(p(N2), &[]);
    assert!(!round.over());
    assert!(round.then(p(T3), &[]).over());
    // hands-out: until every hand is empty.
    let hands = late("hands-out").then(p(N2), &[]).then(p(T3), &[]).then(p(L5), &[]);
    assert_eq!(hands.asks(), (Phase::Play, 1), "seat 2 has nothing left and does nothing");
    let hands = hands.then(p(N2), &[]);
    assert_eq!((hands.over(), hands.winners()), (true, vec![0]));
}

#[test]
fn hands_out_ends_after_a_round_without_a_play() {
    let changes = [("match", "express"), ("express-end", "hands-out"), ("no-legal-play", "keep")];
    let table = bench(&changes).goals(&[1, 0]).ap(&[10, 10]).hand(0, &[N2, N2]).hand(1, &[T3]).deck(&[]);
    // Both can only hold what they cannot play.
    let table = table.turn(&[]);
    assert_eq!((table.over(), table.ending(), table.winners()), (true, Ending::Won, vec![0]));
    assert_eq!(table.metric("turns-per-game"), 2);
    // A forced discard counts as a play.
    let discards = bench(&changes[..2]).ap(&[10, 10]).hand(0, &[N2; 2]).hand(1, &[N2; 2]).deck(&[]).ready();
    let discards = discards.then(d(N2), &[]).then(d(N2), &[]);
    assert_eq!(discards.asks(), (Phase::Discard, 0));
    // FD-HOUSE-03: whoever is last in one round and first in the next has two of three.
    let rotates = [&changes[..], &[("who-begins", "rotates")]].concat();
    let table = bench(&rotates).goals(&[1, 0]).ap(&[10, 10]).hand(0, &[N2, N2]).hand(1, &[T3]).deck(&[]);
    let table = table.turn(&[]);
    assert_eq!((table.ending(), table.metric("turns-per-game")), (Ending::Won, 3));
}

#[test]
fn fd_end_05_level_at_the_top_shoot_it_out() {
    let table = bench(&[("match", "express"), ("players", "3")]).goals(&[1, 0, 1]).hand(0, &[L5]).deck(&[]);
    // Seats 0 and 2 alternate; seat 0 fails once.
    let says = [miss(13), HIT, HIT, HIT, HIT, HIT, HIT, HIT, HIT, HIT];
    let table = table.ready().then(p(L5), &says);
    assert_eq!((table.winners(), table.outcome().score[..3].to_vec()), (vec![2], vec![1, 0, 1]));
    assert_eq!((table.metric("level-at-top"), table.metric("goalless-share")), (1, 0));
    assert_eq!(table.metric("simultaneous"), 0);
}

#[test]
fn fd_end_06_the_cap_leaves_a_match_unfinished() {
    let mut table = bench(&[("max-turns", "2000")]).hand(0, &[L5]).hand(1, &[T3]).ready();
    table.state.counts.turns = 1999;
    let table = table.then(p(L5), &[Draw(N2)]);
    assert_eq!((table.asks(), table.metric("turns-per-game")), ((Phase::Play, 1), 2000));
    let table = table.then(p(N2), &[]);
    assert_eq!((table.over(), table.ending()), (true, Ending::Cap));
    let outcome = table.outcome();
    assert_eq!((outcome.ending, outcome.share), (End::Unfinished(1), [0; MAX_SEATS]));
    assert_eq!(
        FutbolDash::FACTS.unfinished.iter().map(|stop| stop.code).collect::<Vec<_>>(),
        ["stalemate", "cap"]
    );
    // A goal in the deciding turn counts before the cap.
    let mut table = bench(&[("max-turns", "2000")]).goals(&[2]).ap(&[8]).hand(0, &[T3]).ready();
    table.state.counts.turns = 2000;
    assert_eq!(table.then(p(T3), &[Turn(Goal)]).winners(), [0]);
}

#[test]
fn nobody_able_to_do_anything_is_a_stalemate() {
    let keep = [("no-legal-play", "keep")];
    let table = bench(&keep).ap(&[10, 10]).hand(0, &[N2; 7]).hand(1, &[T3; 7]).turn(&[]);
    assert_eq!((table.ending(), table.metric("turns-per-game")), (Ending::Stalemate, 2));
    assert_eq!(table.outcome().ending, End::Unfinished(0));
    // A used-up mark or Yellow Card is something: it goes on one round more.
    let mut marked = bench(&keep).ap(&[10, 10]).hand(0, &[N2; 7]).hand(1, &[T3; 7]);
    let mut skipped = marked.clone();
    marked.state.seat_mut(1).no_draw = 1;
    assert_eq!(marked.turn(&[]).metric("turns-per-game"), 4);
    skipped.state.pending = skipped.take_from_deck(YEL);
    skipped.state.seat_mut(1).yellow = 1;
    assert_eq!(skipped.turn(&[]).metric("turns-per-game"), 4);
    // So is a draw.
    let drawn = bench(&keep).ap(&[10, 10]).hand(0, &[N2]).hand(1, &[T3]);
    let drawn = drawn.turn(&[Draw(N2), Draw(T3), Draw(PEN)]);
    assert_eq!((drawn.asks(), drawn.metric("turns-per-game")), ((Phase::Play, 0), 3));
}

/// One shoot-out round of these seats from a grid.
fn one(grid: [u8; 5], still: u8, picks: &[u32]) -> (u8, u32, [u8; 5]) {
    let rules = rules(&[]);
    let mut grid = grid;
    let mut script = Script::default().then(picks);
    let (scored, relays) = round(&rules, &mut grid, still, &mut script);
    script.done();
    (scored, relays, grid)
}

#[test]
fn fd_so_01_the_grid_has_goals_and_saves() {
    assert_eq!(rules(&[]).shootout_grid, [10, 3, 0, 0, 0]);
    assert_eq!(rules(&[("shootout-grid", "with-misses")]).shootout_grid, [10, 3, 3, 0, 0]);
}

#[test]
fn fd_so_02_thirteen_cards_unless_switched() {
    for (grid, cards) in [("goals-saves", 13), ("with-misses", 16), ("full-20", 20)] {
        let rules = rules(&[("shootout-grid", grid)]);
        assert_eq!(rules.shootout_grid.iter().sum::<u8>(), cards);
    }
    // full-20: a Corner picks again, an Own Goal is no goal.
    let full = rules(&[("shootout-grid", "full-20")]);
    let mut grid = [1, 0, 0, 1, 1];
    let mut script = Script::default().then(&[1, 0, 0]);
    assert_eq!(round(&full, &mut grid, 0b11, &mut script), (0b01, 0));
    script.done();
    // No card left for the Corner's pick: all 20 are laid anew in the round.
    let mut grid = [0, 0, 1, 1, 0];
    let mut script = Script::default().then(&[0, 0, 0]);
    assert_eq!(round(&full, &mut grid, 0b11, &mut script), (0b10, 1));
    assert_eq!(grid, [9, 3, 3, 3, 1]);
}

/// Two players level at 0; the picks of the shoot-out.
fn shoot_out(players: &'static str, picks: &[Says]) -> Bench {
    let table = bench(&[("match", "express"), ("players", players)]).hand(0, &[L5]).deck(&[]);
    table.ready().then(p(L5), picks)
}

#[test]
fn fd_so_03_five_cards_each_alternating() {
    // Seat 0 picks first, third, fifth...: all five goals; seat 1 misses its
    // second pick. Exactly ten picks are made.
    let picks = [HIT, HIT, HIT, miss(10), HIT, HIT, HIT, HIT, HIT, HIT];
    let table = shoot_out("2", &picks);
    assert_eq!((table.winners(), table.metric("sudden-death-rounds")), (vec![0], 0));
}

#[test]
fn fd_so_04_most_goals_win() {
    let picks = [miss(13), miss(12), miss(11), HIT, HIT, HIT, HIT, HIT, HIT, HIT];
    assert_eq!(shoot_out("2", &picks).winners(), [1], "3 against 4");
}

#[test]
fn fd_so_05_level_means_sudden_death() {
    // E21: four goals and a save each; three cards are left, 2 goals, 1 save.
    let mut picks = vec![HIT; 8];
    picks.extend([miss(5), miss(4)]);
    let mut decided = picks.clone();
    decided.extend([HIT, Lot(1)]);
    let table = shoot_out("2", &decided);
    assert_eq!((table.winners(), table.metric("sudden-death-rounds")), (vec![0], 1));
    assert_eq!(table.metric("shoot-out-relays"), 0);
    // Both score: another round, for which one card is too few.
    picks.extend([HIT, HIT, miss(13), HIT]);
    let table = shoot_out("2", &picks);
    assert_eq!((table.winners(), table.metric("sudden-death-rounds")), (vec![1], 2));
    assert_eq!(table.metric("shoot-out-relays"), 1);
    // Neither scores: both stay in.
    assert_eq!(survivors(0b11, 0), 0b11);
}

#[test]
fn fd_so_06_with_more_than_two_the_losers_of_a_round_are_out() {
    assert_eq!(survivors(0b1101, 0b0100), 0b0100);
    assert_eq!(survivors(0b1101, 0b1001), 0b1001);
    assert_eq!(survivors(0b1101, 0b1101), 0b1101);
    // Three players: seat 0 fails in rounds 1 and 4 and drops out after five;
    // the fifth round needs a new grid. Then seat 1 fails in sudden death.
    let mut picks = vec![miss(13), HIT, HIT];
    picks.extend([HIT; 6]);
    picks.extend([miss(4), HIT, HIT]);
    picks.extend([HIT; 3]);
    picks.extend([miss(10), HIT]);
    let table = shoot_out("3", &picks);
    assert_eq!((table.winners(), table.metric("sudden-death-rounds")), (vec![2], 1));
    // All level after five, each with one miss; seat 0 is out after one round of
    // sudden death, and the two who scored go on without it.
    let mut picks = vec![miss(13), miss(12), miss(11)];
    picks.extend([HIT; 12]);
    picks.extend([miss(10), HIT, HIT, miss(7), HIT]);
    let table = shoot_out("3", &picks);
    assert_eq!((table.winners(), table.metric("sudden-death-rounds")), (vec![2], 2));
}

#[test]
fn fd_so_07_too_few_cards_are_laid_anew_before_a_round() {
    assert_eq!(one([1, 0, 0, 0, 0], 0b11, &[0, 12 - 1]), (0b01, 1, [9, 2, 0, 0, 0]));
    assert_eq!(one([1, 1, 0, 0, 0], 0b11, &[0, 0]), (0b01, 0, [0; 5]), "two are enough for two");
    assert_eq!(one([1, 1, 0, 0, 0], 0b111, &[0, 0, 0]).1, 1);
}

#[test]
fn fd_so_08_the_lowest_seat_picks_first() {
    // The first pick of a grid of one goal and one save decides for seat 1.
    assert_eq!(one([1, 1, 0, 0, 0], 0b1010, &[0, 0]).0, 0b0010);
}

#[test]
fn fd_so_09_shoot_out_goals_stay_out_of_the_score() {
    let picks = [HIT, HIT, HIT, miss(10), HIT, HIT, HIT, HIT, HIT, HIT];
    let table = shoot_out("2", &picks);
    assert_eq!((table.outcome().score[..2].to_vec(), table.metric("goals")), (vec![0, 0], 0));
    assert_eq!(table.metric("goalless-share"), 1);
}

#[test]
fn fd_so_10_all_shot_cards_return_for_the_shoot_out() {
    // The match has used up the grid, yet ten goals can be picked.
    let table = bench(&[("match", "express")]).grid([0; 5]).hand(0, &[L5]).deck(&[]).ready();
    let table =
        table.then(p(L5), &[HIT, HIT, HIT, HIT, HIT, HIT, HIT, HIT, HIT, HIT, Lot(0), Lot(0), miss(13), HIT]);
    // Picked cards stay out: 13 cards, ten goals picked, then two saves, then
    // one card is too few for two.
    assert_eq!((table.winners(), table.metric("shoot-out-relays")), (vec![1], 1));
}

#[test]
fn an_endless_shoot_out_is_settled_by_a_fair_draw() {
    // Nobody ever scores in sudden death: five rounds, then two saves and
    // relays until the cap.
    let rules = rules(&[("match", "express")]);
    assert_eq!(rules.shootout_grid, [10, 3, 0, 0, 0]);
    let mut picks = vec![HIT; 10];
    let mut left = 3_u32;
    for _ in 5..1000 {
        if left < 2 {
            left = 13;
        }
        // The first cards are goals while there are any; both score or, with
        // saves alone, both fail.
        picks.extend([Lot(0), Lot(0)]);
        left -= 2;
    }
    picks.push(Lot(1));
    let table = shoot_out("2", &picks);
    assert_eq!((table.winners(), table.metric("shoot-out-capped")), (vec![1], 1));
    assert_eq!(table.metric("sudden-death-rounds"), 995);
}
