//! counter: the planner that knows what is left: the shot grid, the unseen
//! Fouls, the turns until an express match ends.

use super::super::play::shots::{Shot, left};
use super::super::rules::{Class, Special};
use super::Choice;
use super::answers;
use super::facts::Facts;
use super::planner::{self, Plan, TIER};

/// What the counter counts before it plays.
pub(super) struct Odds {
    /// The shot is worth so little that another card is played first.
    poor_shot: bool,
    /// A card making 11 is likelier than not to be answered by a Foul and there
    /// is no own V.A.R. to save it; only asked with a Penalty in hand.
    foul_looms: bool,
    /// Express: own turns left.
    turns_left: Option<u8>,
    /// Express: behind, with the deck nearly out.
    needs_halftime: bool,
}

/// Goal and Own Goal cards and all cards that end a shot, of the present grid
/// or of the next one if it is used up.
pub(super) fn shot_odds(facts: &Facts<'_>) -> (i64, i64, i64) {
    let mut grid = facts.view.grid();
    let mut deciding = i64::from(facts.view.deciding_shots());
    if deciding == 0 {
        grid = facts.rules.grid;
        deciding = i64::from(left(grid)) - i64::from(grid[Shot::Corner as usize]);
    }
    (i64::from(grid[Shot::Goal as usize]), i64::from(grid[Shot::OwnGoal as usize]), deciding)
}

/// Whether the others are more likely than not to hold a Foul: their cards are
/// drawn from the unseen ones.
pub(super) fn foul_is_likely(facts: &Facts<'_>) -> bool {
    let view = facts.view;
    let unseen = u64::from(view.all_unseen());
    let hidden: u64 = view.opponents().map(|seat| u64::from(view.hand_len(seat))).sum();
    let fouls = u64::from(view.unseen(facts.rules.special(Special::Foul)));
    // P(no Foul) = product over the Fouls of (cards elsewhere) / (cards left).
    let (mut num, mut den) = (1_u64, 1_u64);
    for foul in 0..fouls {
        num *= (unseen - hidden).saturating_sub(foul);
        den *= unseen - foul;
    }
    2 * num < den
}

impl Odds {
    pub(super) fn new(facts: &Facts<'_>) -> Self {
        let view = facts.view;
        let (goal, own_goal, deciding) = shot_odds(facts);
        // P(Goal) − P(Own Goal) · max(opponents one goal from winning, 1/2),
        // in halves of a shot card.
        let near = view.opponents().filter(|&seat| facts.one_goal_from_winning(seat)).count() as i64;
        let worth = 2 * goal - own_goal * (2 * near).max(1);
        let players = view.opponents().count() as u8 + 1;
        let turns_left = view.deck_len() / players;
        let own_goals = view.goals(view.seat());
        let behind = view.opponents().any(|seat| view.goals(seat) > own_goals);
        Self {
            poor_shot: 2 * worth < deciding && facts.danger.is_none(),
            foul_looms: facts.holds(Special::Penalty) && !facts.holds(Special::Var) && foul_is_likely(facts),
            turns_left: facts.rules.express.then_some(turns_left),
            needs_halftime: facts.rules.express && behind && view.deck_len() < 2 * players,
        }
    }
}

pub(super) fn play(facts: &Facts<'_>, plan: &Plan, odds: &Odds, choice: Choice) -> i32 {
    let score = planner::play(facts, plan, choice);
    let Choice::Play { kind, target } = choice else { return score };
    let class = facts.class(kind);
    let shoots = match class {
        Class::Offensive(value) => facts.lands(value) == Some(facts.rules.ap_target),
        Class::Special(Special::Penalty) => true,
        _ => false,
    };
    if shoots && odds.poor_shot {
        return 0;
    }
    match class {
        // A Penalty cannot be fouled (FD-REF-06) unless a switch says so.
        Class::Special(Special::Penalty)
            if odds.foul_looms && facts.rules.foul_open & facts.rules.penalty_bit == 0 =>
        {
            21 * TIER
        }
        Class::Special(Special::Halftime) if odds.needs_halftime => 17 * TIER,
        // No shot can be reached any more: hold the leader back instead.
        Class::Special(Special::Offside) | Class::Defensive(_)
            if odds.turns_left.is_some_and(|turns| turns < plan.fit) && score < 13 * TIER =>
        {
            13 * TIER + i32::from(facts.view.ap(target))
        }
        _ => score,
    }
}

/// Saves its last Foul for a card that makes a shot by an opponent one goal
/// from winning (in express: not behind), or when P(Goal) is at least 0.6.
pub(super) fn fouls(facts: &Facts<'_>) -> bool {
    let Some(laid) = facts.view.laid() else { return false };
    if facts.copies(Special::Foul) >= 2 {
        return answers::blocker_fouls(facts);
    }
    let (goal, _, deciding) = shot_odds(facts);
    let view = facts.view;
    let matters = if facts.rules.express {
        view.goals(laid.by) >= view.goals(view.seat())
    } else {
        facts.one_goal_from_winning(laid.by)
    };
    answers::makes_shot(facts, laid) && (matters || 5 * goal >= 3 * deciding)
}
