//! What a search and its confirmation come to: the point to recommend, where the
//! curve crosses, whether the targets are met.

use super::search::Found;
use super::{Answer, Confirmation, Measured, Question, Root, Target, pareto, root, target};
use crate::stats::Estimate;
use crate::stats::curve::Meeting;
use crate::verdict::Status;

/// The point to recommend: of those that look sure to meet every target under
/// every bot the one that changes the fewest rules of the printed game, then the
/// one that meets them best; the search's own where none does with fewer
/// changes.
pub(super) fn fewest(question: &Question, measured: &[Measured], winner: usize) -> usize {
    let changes = |point: usize| question.space.distance(point).0;
    let meets = |m: &&Measured| {
        let sure = |(target, e): (&Target, &Estimate)| target.status(&target::halved(e)) == Status::Good;
        let sure = question.targets.iter().zip(&m.metrics).all(sure);
        // A loss up to 1 is within every tolerance even under the worst bot.
        sure && m.loss <= 1.0 && changes(m.point) < changes(winner)
    };
    let least = measured.iter().filter(meets).min_by(|a, b| {
        (changes(a.point).cmp(&changes(b.point))).then(a.loss.total_cmp(&b.loss)).then(a.point.cmp(&b.point))
    });
    least.map_or(winner, |m| m.point)
}

/// Where the confirmed curve crosses the target. Nowhere when every place lies
/// surely on one side of it: then only the nearest place was measured again, and
/// what lies beyond that is not open. Nowhere, too, when no place is shown to differ
/// from another.
pub(super) fn crossing(question: &Question, root: &Root, confirmation: &Confirmation) -> Option<Meeting> {
    let xs = question.only_knob().filter(|_| !root.missed && root.shape != root::Shape::Flat)?;
    root::confirmed(xs, question.targets[0].value, root.window, root.sure, &confirmation.curve)
}

pub(super) fn misses(question: &Question, measured: &Measured) -> Vec<pareto::Miss> {
    question.targets.iter().zip(&measured.metrics).map(|(target, e)| target.miss(e)).collect()
}

/// The Pareto front among the points with an interval on every target; those
/// that only got a glance can't be told from anything.
pub(super) fn front(question: &Question, measured: &[Measured]) -> Vec<usize> {
    let known: Vec<&Measured> =
        measured.iter().filter(|m| m.metrics.iter().all(|e| e.half_width().is_finite())).collect();
    let all: Vec<Vec<pareto::Miss>> = known.iter().map(|m| misses(question, m)).collect();
    pareto::front(&all).into_iter().map(|i| known[i].point).collect()
}

/// Met and missed are both claims about intervals; "unattainable" is one about
/// every point.
pub(super) fn of(
    question: &Question,
    measured: &[Measured],
    found: &Found,
    confirmation: Option<&Confirmation>,
) -> Answer {
    let Some(tuned) = confirmation.and_then(|c| c.bots.last()) else { return Answer::Undecided };
    let all = confirmation.is_some_and(|c| c.bots.iter().all(|bot| bot.standing() == Status::Good));
    match tuned.standing() {
        Status::Good => return if all { Answer::Met } else { Answer::Partly },
        Status::Bad => {}
        Status::Undecided | Status::Plain => return Answer::Undecided,
    }
    let fails = |m: &Measured| {
        question.targets.iter().zip(&m.metrics).any(|(target, e)| target.status(e) == Status::Bad)
    };
    let others_fail = measured.iter().filter(|m| m.point != found.winner).all(fails);
    // A place that was skipped lies between its measured neighbours, if both
    // are on one side of the target and the curve is monotone.
    let monotone = found.root.as_ref().is_some_and(|r| !matches!(r.shape, root::Shape::Broken { .. }));
    let value = question.targets[0].value;
    let side = |m: &Measured| m.metrics[0].value > value;
    let bridged =
        measured.windows(2).all(|w| w[1].point - w[0].point == 1 || (monotone && side(&w[0]) == side(&w[1])));
    let ends = measured.first().map(|m| m.point) == Some(0)
        && measured.last().map(|m| m.point + 1) == Some(question.space.points());
    if others_fail && bridged && ends { Answer::Unattainable } else { Answer::Undecided }
}

#[cfg(test)]
mod tests {
    use super::super::Space;
    use super::*;
    use crate::scenario::sample;
    use crate::stats::Method as How;

    #[test]
    fn of_what_surely_meets_the_target_the_fewest_changes_win() {
        let plan = sample("ruleset = \"futbol-dash\"\nbots = \"rusher\"\n");
        let arm = plan.arms[0].clone();
        let ranges =
            [("goals-to-win", "2|3"), ("halftimes", "1|2")].map(|(k, v)| (k.to_owned(), v.to_owned()));
        let space = Space::read(&ranges, &arm).unwrap();
        let targets = vec![Target::read("seat-0-share=0.5±0.05", &arm).unwrap()];
        let question = Question { plan, bots: vec![arm], space, targets, games: 0, method: None };
        let printed = question.space.point(&[1, 0]);
        let (both, one) = (question.space.point(&[0, 1]), question.space.point(&[0, 0]));
        assert_eq!([both, one, printed].map(|p| question.space.distance(p).0), [2, 1, 0]);
        let at = |point: usize, value: f64, half: f64| {
            let e = Estimate::around(value, half, 0.99, How::SelfNormalisedCs, 500);
            let loss = question.targets[0].miss(&e).value.powi(2);
            Measured { point, games: 1000, metrics: vec![e], loss }
        };
        let nearest = at(both, 0.5, 0.02);
        let all = |more: Vec<Measured>| fewest(&question, &[vec![nearest.clone()], more].concat(), both);
        assert_eq!(
            all(vec![at(one, 0.52, 0.02), at(printed, 0.6, 0.02)]),
            one,
            "one change does, none does not"
        );
        assert_eq!(all(vec![at(one, 0.52, 0.02), at(printed, 0.51, 0.02)]), printed, "none does");
        assert_eq!(all(vec![at(one, 0.54, 0.04)]), both, "not sure enough");
        let ill = Measured { loss: 1e9, ..at(one, 0.5, 0.01) };
        assert_eq!(all(vec![ill]), both, "what is ill meets nothing");
    }
}
