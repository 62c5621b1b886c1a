//! What the trained policy looks at: ways to eleven, shots, threats, each with a
//! weight of its own (`trained.toml`).

use super::super::moves::{Code, Moves};
use super::super::rules::{Class, Special};
use super::super::state::Phase;
use super::super::view::LaidCard;
use super::answers;
use super::counter::{foul_is_likely, shot_odds};
use super::facts::Facts;
use super::planner::{NEVER, Plan, wants_halftime};
use super::{Choice, best_exchange, best_play};
use crate::chance::Whim;
use crate::game::Weights;
use crate::moves::MoveSet;

crate::features! {
    /// What the policy looks at. Chances are in hundredths, ways in cards.
    pub enum Look {
        Shot = "shot": -8000..=16000, "a card that makes the shot",
        ShotWorth = "shot-worth": -400..=800, "Goal cards minus Own Goal cards, of a hundred left, before a shot",
        Penalty = "penalty": -8000..=16000, "a Penalty",
        PenaltySafe = "penalty-safe": -8000..=8000, "a Penalty where a Foul of the others is likely",
        Build = "build": -8000..=8000, "an offensive card that makes no shot",
        BuildValue = "build-value": -2000..=2000, "its value",
        BuildNeed = "build-need": -4000..=1000, "cards then needed to make the shot, from the hand",
        BuildStuck = "build-stuck": -8000..=2000, "the hand can't make the shot then",
        BuildPenalty = "build-penalty": -8000..=8000, "enough attack points then for a Penalty in hand",
        DeadEnd = "dead-end": -16000..=2000, "one short of the shot then",
        Stop = "stop": -8000..=8000, "a defensive card",
        StopValue = "stop-value": -2000..=2000, "its value",
        StopPoints = "stop-points": -2000..=2000, "attack points of its target",
        StopThreat = "stop-threat": -4000..=12000, "its target is the biggest threat",
        StopLeader = "stop-leader": -4000..=8000, "its target leads",
        StopLast = "stop-last": -4000..=8000, "its target needs one goal more",
        StopDeadEnd = "stop-dead-end": -12000..=4000, "its target stands one short of the shot",
        Offside = "offside": -8000..=8000, "Offside",
        OffsidePoints = "offside-points": -2000..=4000, "attack points of its target",
        Yellow = "yellow": -8000..=8000, "a Yellow Card",
        Red = "red": -8000..=8000, "a Red Card",
        CardLeader = "card-leader": -4000..=8000, "a Yellow or Red Card on the leader",
        CardThreat = "card-threat": -4000..=8000, "a Yellow or Red Card on a threat",
        Substitution = "substitution": -8000..=8000, "a Substitution",
        SubstitutionStuck = "substitution-stuck": -4000..=8000, "a Substitution where the hand can't make the shot",
        SubstitutionClogged = "substitution-clogged": -4000..=8000, "a Substitution where two cards can't be played",
        Halftime = "halftime": -8000..=8000, "Halftime",
        HalftimeBehind = "halftime-behind": -4000..=12000, "Halftime where it takes more from the others",
        Referee = "referee": -8000..=4000, "a Foul or V.A.R. laid for nothing",
        GiveSpare = "give-spare": -4000..=4000, "an offensive card off the way given away",
        GiveNeeded = "give-needed": -8000..=2000, "one of the way",
        GiveDefence = "give-defence": -4000..=4000, "a defensive card given away",
        GiveUnplayable = "give-unplayable": -4000..=4000, "one that can't be played now",
        GiveHalftime = "give-halftime": -4000..=4000, "Halftime given away",
        GiveSpecial = "give-special": -8000..=4000, "another special card given away",
        Foul = "foul": -8000..=8000, "a Foul",
        FoulShot = "foul-shot": -4000..=16000, "on a card that makes a shot",
        FoulWorth = "foul-worth": -400..=800, "Goal cards of a hundred left, fouling a shot",
        FoulLast = "foul-last": -4000..=16000, "on a shot of whoever needs one goal more",
        FoulPoints = "foul-points": -2000..=2000, "attack points that the card would bring",
        FoulHurts = "foul-hurts": -4000..=8000, "on a card of 3 or more against oneself",
        FoulSpare = "foul-spare": -4000..=8000, "with another Foul in hand",
        StandsGoal = "stands-goal": -4000..=4000, "standing: a goal",
        StandsLast = "stands-last": -4000..=4000, "standing: one goal from winning",
        StandsPoints = "stands-points": -4000..=4000, "standing: an attack point",
        StandsDeadEnd = "stands-dead-end": -4000..=4000, "standing: one short of the shot",
        StandsReady = "stands-ready": -4000..=4000, "standing: a shot in hand",
        StandsReadyWait = "stands-ready-wait": -4000..=4000, "standing: the same, for each turn until its own",
        StandsNeed = "stands-need": -4000..=4000, "standing: a card needed to make the shot, from the hand",
        StandsStuck = "stands-stuck": -4000..=4000, "standing: the hand can't make the shot",
        StandsWait = "stands-wait": -4000..=4000, "standing: a turn until its own",
        StandsHand = "stands-hand": -4000..=4000, "standing: a card in hand",
        StandsOffence = "stands-offence": -4000..=4000, "standing: an offensive card in hand",
        StandsDefence = "stands-defence": -4000..=4000, "standing: a defensive card in hand",
        StandsPenalty = "stands-penalty": -4000..=4000, "standing: a Penalty in hand",
        StandsFoul = "stands-foul": -4000..=4000, "standing: a Foul in hand",
        StandsVar = "stands-var": -4000..=4000, "standing: a V.A.R. in hand",
        StandsHalftime = "stands-halftime": -4000..=4000, "standing: a Halftime in hand",
        StandsYellow = "stands-yellow": -4000..=4000, "standing: a Yellow Card in front",
        StandsNoDraw = "stands-no-draw": -4000..=4000, "standing: a turn without a draw",
        StandsRed = "stands-red": -4000..=4000, "standing: a Red Card in front",
        StandsLastPoints = "stands-last-points": -4000..=4000, "standing: an attack point, one goal from winning",
    }
}

/// The answer worth most.
pub(super) fn weigh(weights: &Weights, facts: &Facts<'_>, moves: &Moves, whim: &mut Whim) -> Code {
    let scale = |whim: &mut Whim| {
        let (goal, own_goal, all) = shot_odds(facts);
        let hundredths = |cards: i64| (100 * cards / all.max(1)) as i32;
        let plan = Plan::new(facts, whim);
        let foul_likely = facts.holds(Special::Penalty) && foul_is_likely(facts);
        let (goal, worth) = (hundredths(goal), hundredths(goal - own_goal));
        Scale { w: weights, facts, plan, goal, worth, foul_likely }
    };
    match facts.view.phase() {
        Phase::Play | Phase::Discard => {
            let scale = scale(whim);
            best_play(moves, whim, |choice| scale.choice(choice))
        }
        Phase::Substitute => {
            let scale = scale(whim);
            best_exchange(moves, whim, |kind, copy| scale.given(kind, copy))
        }
        Phase::Foul => {
            let scale = scale(whim);
            Code::from(facts.view.laid().is_some_and(|laid| scale.foul(laid) > 0))
        }
        Phase::Var => Code::from(answers::vars(facts)),
        Phase::Over => moves.nth(0),
    }
}

/// Weights beside what they weigh.
struct Scale<'a> {
    w: &'a Weights,
    facts: &'a Facts<'a>,
    plan: Plan,
    /// Hundredths of the shot cards left that are Goals.
    goal: i32,
    /// The same less those that are Own Goals.
    worth: i32,
    /// Holds a Penalty, and the others are likely to hold a Foul.
    foul_likely: bool,
}

impl Scale<'_> {
    fn flag(&self, feature: Look, holds: bool) -> i64 {
        self.w.get(feature) * i64::from(holds)
    }

    fn choice(&self, choice: Choice) -> i64 {
        let (w, facts) = (self.w, self.facts);
        let (kind, target) = match choice {
            Choice::Play { kind, target } => (kind, target),
            Choice::Discard { kind } => return self.given(kind, 1),
        };
        match facts.class(kind) {
            Class::Offensive(value) => self.build(kind, value),
            Class::Defensive(value) => {
                let points = facts.view.ap(target);
                w.get(Look::Stop)
                    + w.times(Look::StopValue, value.into())
                    + w.times(Look::StopPoints, points.into())
                    + self.flag(Look::StopThreat, facts.biggest_threat(target))
                    + self.flag(Look::StopLeader, facts.leads(target))
                    + self.flag(Look::StopLast, facts.one_goal_from_winning(target))
                    + self.flag(Look::StopDeadEnd, points == facts.dead_end())
            }
            Class::Special(special) => self.special(special, target),
        }
    }

    /// What an offensive card is worth.
    fn build(&self, kind: u8, value: u8) -> i64 {
        let (w, facts) = (self.w, self.facts);
        let Some(points) = facts.lands(value) else { return w.get(Look::DeadEnd) };
        if points == facts.rules.ap_target {
            return w.get(Look::Shot) + w.times(Look::ShotWorth, self.worth);
        }
        let need = self.plan.fit_after(facts, kind, points);
        let then =
            if need == NEVER { w.get(Look::BuildStuck) } else { w.times(Look::BuildNeed, need.into()) };
        let penalty = facts.holds(Special::Penalty) && points >= facts.rules.penalty_min;
        w.get(Look::Build)
            + w.times(Look::BuildValue, value.into())
            + then
            + self.flag(Look::BuildPenalty, penalty)
            + self.flag(Look::DeadEnd, points == facts.dead_end())
    }

    fn special(&self, special: Special, target: u8) -> i64 {
        let (w, facts) = (self.w, self.facts);
        let card = |feature| {
            w.get(feature)
                + self.flag(Look::CardLeader, facts.leads(target))
                + self.flag(Look::CardThreat, facts.threat(target))
        };
        match special {
            Special::Penalty => {
                let shot = w.get(Look::Penalty) + w.times(Look::ShotWorth, self.worth);
                shot + self.flag(Look::PenaltySafe, self.foul_likely)
            }
            Special::Halftime => {
                w.get(Look::Halftime) + self.flag(Look::HalftimeBehind, wants_halftime(facts))
            }
            Special::Substitution => {
                w.get(Look::Substitution)
                    + self.flag(Look::SubstitutionStuck, self.plan.fit == NEVER)
                    + self.flag(Look::SubstitutionClogged, self.plan.clogged)
            }
            Special::Yellow => card(Look::Yellow),
            Special::Red => card(Look::Red),
            Special::Offside => {
                let points = facts.view.ap(target);
                w.get(Look::Offside)
                    + w.times(Look::OffsidePoints, points.into())
                    + self.flag(Look::StopThreat, facts.biggest_threat(target))
            }
            Special::Foul | Special::Var => w.get(Look::Referee),
        }
    }

    /// What it is worth to give this card away; `copy` numbers equal ones.
    fn given(&self, kind: u8, copy: u32) -> i64 {
        let look = match self.facts.class(kind) {
            Class::Offensive(_) if self.plan.is_spare(kind, copy) => Look::GiveSpare,
            Class::Offensive(_) => Look::GiveNeeded,
            Class::Defensive(_) if self.plan.is_unplayable(kind) => Look::GiveUnplayable,
            Class::Defensive(_) => Look::GiveDefence,
            Class::Special(Special::Halftime) => Look::GiveHalftime,
            Class::Special(_) => Look::GiveSpecial,
        };
        self.w.get(look)
    }

    /// What it is worth to foul this card; above nothing it is done.
    fn foul(&self, laid: LaidCard) -> i64 {
        let (w, facts) = (self.w, self.facts);
        let shot = answers::makes_shot(facts, laid);
        w.get(Look::Foul)
            + self.flag(Look::FoulShot, shot)
            + if shot { w.times(Look::FoulWorth, self.goal) } else { 0 }
            + self.flag(Look::FoulLast, shot && facts.one_goal_from_winning(laid.by))
            + w.times(Look::FoulPoints, answers::brings(facts, laid).into())
            + self.flag(Look::FoulHurts, answers::hurts(facts, laid))
            + self.flag(Look::FoulSpare, facts.copies(Special::Foul) >= 2)
    }
}
