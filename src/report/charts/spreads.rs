//! Distributions of each ruleset, a few arms side by side.
//!
//! A handful of endless games, or games that a termination ruling stopped, are
//! no reason to squeeze all others into one bar: the axis ends where the bulk of
//! every arm does, and what lies beyond stands apart with its share.

use super::choice::{chosen, leave_out, left_out, unvaried};
use super::{MOST_SERIES, games};
use crate::arena::RulesetId;
use crate::estimates::ArmResult;
use crate::game::{Distribution, Values};
use crate::metric::worded;
use crate::report::Run;
use crate::report::figure::{Axis, Bins, Figure, Format, Heading, Histogram, Reference, Spread};
use crate::verdict::capital;

/// Distributions plotted per ruleset.
const MOST_DISTRIBUTIONS: usize = 4;
/// Bars that a reader can still take in.
const MOST_BINS: usize = 40;
/// Interquartile ranges above the upper quartile that are still drawn to scale;
/// a geometric distribution keeps more than 99.9 % within.
const REACH: i64 = 6;
/// How many times as far as the middle one of some distributions the farthest
/// may reach before its end falls off the scale.
const MOST_STRETCH: i64 = 3;
/// Share of the values above which what lies beyond the axis stands apart.
const WORTH_TELLING: f64 = 0.005;

/// One value of a distribution and how often it occurred, by rising value.
type Counts = Vec<(i64, u64)>;

/// A few histograms of each ruleset.
pub(super) fn histograms(run: &Run) -> Vec<Figure> {
    let mut figures = Vec::new();
    let arms = unvaried(run);
    let mut rulesets: Vec<RulesetId> = arms.iter().map(|r| run.plan.arms[r.index].ruleset).collect();
    rulesets.sort_unstable();
    rulesets.dedup();
    for ruleset in rulesets {
        let mut of_ruleset: Vec<&ArmResult> =
            arms.iter().copied().filter(|r| run.plan.arms[r.index].ruleset == ruleset).collect();
        let without = left_out(run, &leave_out(run, &mut of_ruleset));
        let mine = chosen(run, &of_ruleset, MOST_SERIES);
        let Some(first) = mine.first() else { continue };
        let plain = first.distributions.iter().enumerate().filter(|(_, (d, _))| d.sides().is_none());
        for (slot, (distribution, _)) in plain.take(MOST_DISTRIBUTIONS) {
            let counts: Vec<Counts> = mine
                .iter()
                .map(|r| r.distributions[slot].1.iter().map(|(v, n)| (i64::from(v), n)).collect())
                .collect();
            let names: Vec<String> = mine.iter().map(|r| run.label(r)).collect();
            let stopped: u64 = mine.iter().flat_map(|r| &r.unfinished).map(|(_, n)| n).sum();
            let stopped = stopped > 0 && distribution.values == Values::Length;
            // One of several arms alone is not told by its series.
            let alone = match names.as_slice() {
                [name] if run.results.len() > 1 => format!("{name}; "),
                _ => String::new(),
            };
            let heading = Heading {
                id: format!("{ruleset}-{}", distribution.name),
                title: format!("{}: {}", ruleset.title, worded(distribution.name, distribution.spelled)),
                subtitle: format!("{alone}{}; {}", distribution.definition, games(&mine)),
                note: without.clone(),
            };
            figures.extend(histogram(heading, distribution, &names, &counts, stopped));
        }
    }
    figures
}

/// Panels of some arms over the same bins; `stopped` if games that were stopped
/// count as long as they had become.
fn histogram(
    mut head: Heading,
    distribution: &Distribution,
    arms: &[String],
    counts: &[Counts],
    stopped: bool,
) -> Option<Figure> {
    let low = counts.iter().flatten().map(|(v, _)| *v).min()?;
    let top = counts.iter().flatten().map(|(v, _)| *v).max()?;
    let told = || counts.iter().filter(|c| !c.is_empty());
    // Tails may fall off the scale, most of a distribution may not.
    let high = common_end(told().map(upper).collect())?.max(told().map(bulk).max()?);
    let beyond = |counts: &Counts| -> f64 {
        let above: u64 = counts.iter().filter(|(v, _)| *v > high).map(|(_, n)| n).sum();
        above as f64 / total(counts).max(1) as f64
    };
    let most_beyond = counts.iter().map(beyond).fold(0.0, f64::max);
    let mut bins = Bins::covering(low, high, MOST_BINS);
    let mut apart = String::new();
    if most_beyond > WORTH_TELLING {
        // A bin of its own for all that lies beyond the scale.
        bins = Bins { count: bins.count + 1, open: true, ..bins };
        apart = if stopped { "stopped, or longer".to_owned() } else { "higher".to_owned() };
        let edge = Format::number(0).value((bins.start + (bins.count as i64 - 1) * bins.width - 1) as f64);
        let ends = if stopped {
            format!(
                "The scale ends at {edge}. The grey bar stands for all games beyond it, games that a termination \
                 ruling stopped included; their lengths count in the median."
            )
        } else {
            format!("The scale ends at {edge}; the grey bar stands for all that lies beyond it.")
        };
        head.note = if head.note.is_empty() { ends } else { format!("{ends} {}", head.note) };
    } else {
        bins.open = top > high;
    }
    let whole = apart.is_empty();
    let series = arms.iter().zip(counts).map(|(name, counts)| Spread {
        name: name.clone(),
        shares: bins.shares(counts),
        marks: marks(counts, whole),
    });
    Some(Figure::Histogram(Histogram {
        head,
        x: Axis::new(&capital(&worded(distribution.name, distribution.spelled)), Format::number(0)),
        y: Axis::new(&format!("Share of {}", distribution.of), Format::percent(0)),
        bins,
        apart,
        series: series.collect(),
    }))
}

/// The median, and the mean where nothing lies beyond the scale to pull at it.
fn marks(counts: &Counts, whole: bool) -> Vec<Reference> {
    let median = at_share(counts, 1, 2).map(|m| Reference::new(m as f64, &format!("median {m}")));
    let mean = mean(counts).filter(|_| whole).map(|m| Reference::new(m, &format!("mean {m:.1}")));
    median.into_iter().chain(mean).collect()
}

fn total(counts: &Counts) -> u64 {
    counts.iter().map(|(_, n)| n).sum()
}

/// The least value that at least `part` in `of` of all don't exceed.
fn at_share(counts: &Counts, part: u64, of: u64) -> Option<i64> {
    let total = total(counts);
    let mut seen = 0;
    counts.iter().find_map(|&(value, n)| {
        seen += n;
        (seen > 0 && seen * of >= total * part).then_some(value)
    })
}

/// Where a scale for several distributions ends: at the last end of them, but
/// not where one reaches several times as far as the others do.
fn common_end(mut ends: Vec<i64>) -> Option<i64> {
    ends.sort_unstable();
    let middle = ends.get((ends.len().max(1) - 1) / 2).copied()?;
    ends.into_iter().filter(|&end| end <= middle.max(1) * MOST_STRETCH).max()
}

/// Where the scale of a distribution ends: at the value that 99.8 % don't
/// exceed, or earlier where that lies far from the bulk.
fn upper(counts: &Counts) -> i64 {
    let at = |part, of| at_share(counts, part, of).unwrap_or(0);
    let (first, third) = (at(1, 4), at(3, 4));
    let limit = at(998, 1000).min(third + REACH * (third - first).max(1));
    counts.iter().map(|(value, _)| *value).filter(|value| *value <= limit).max().unwrap_or(limit)
}

/// Where nine in ten of a distribution end, far from it or not.
fn bulk(counts: &Counts) -> i64 {
    at_share(counts, 9, 10).unwrap_or(0).min(upper(counts))
}

fn mean(counts: &Counts) -> Option<f64> {
    let total = total(counts);
    let sum: f64 = counts.iter().map(|&(v, n)| v as f64 * n as f64).sum();
    (total > 0).then(|| sum / total as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(id: &str, name: &str) -> &'static Distribution {
        let all = crate::rulesets::app().find(id).unwrap().distributions();
        all.iter().find(|distribution| distribution.name == name).expect("a distribution of the game")
    }

    fn made(counts: Counts, stopped: bool) -> Histogram {
        let turns = declared("king-of-the-pitch", "turns");
        let made = histogram(Heading::default(), turns, &["arm".to_owned()], &[counts], stopped);
        let Some(Figure::Histogram(histogram)) = made else { panic!("a histogram") };
        histogram
    }

    #[test]
    fn games_stopped_at_a_cap_stand_apart_and_do_not_stretch_the_scale() {
        // Games of 40 to 59 turns, and 64 in 1000 stopped at 10 000.
        let mut counts: Counts = (40..60).map(|v| (v, 46)).collect();
        counts.push((10_000, 63));
        let histogram = made(counts, true);
        assert_eq!(histogram.bins.width, 1, "the cap does not widen the bins");
        assert_eq!(histogram.apart, "stopped, or longer");
        let shares = &histogram.series[0].shares;
        assert_eq!(shares.len(), histogram.bins.count);
        assert!((shares.last().unwrap() - 63.0 / 983.0).abs() < 1e-12);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "nothing is lost");
        let marks: Vec<&str> = histogram.series[0].marks.iter().map(|mark| mark.label.as_str()).collect();
        assert_eq!(marks, ["median 50"], "no mean that the cap has made");
        assert!(histogram.head.note.starts_with("The scale ends at 59."), "{}", histogram.head.note);
    }

    #[test]
    fn one_long_distribution_does_not_stretch_the_others() {
        assert_eq!(common_end(vec![50, 60, 70]), Some(70));
        assert_eq!(common_end(vec![900, 60, 50, 70]), Some(70));
        assert_eq!(common_end(vec![50, 400]), Some(50), "of two the shorter one stays readable");
        assert_eq!(common_end(vec![50, 120]), Some(120));
        assert_eq!(
            (common_end(vec![7]), common_end(vec![0, 3]), common_end(Vec::new())),
            (Some(7), Some(3), None)
        );
    }

    /// A table of four whose games take three times as long as those of two, a few of
    /// them stopped: both are drawn, not the shorter beside one bar of the longer.
    #[test]
    fn most_of_every_distribution_is_on_the_scale() {
        let short: Counts = (50..150).map(|v| (v, 10)).collect();
        let mut long: Counts = (100..600).map(|v| (v, 2)).collect();
        long.push((10_000, 4));
        let turns = declared("king-of-the-pitch", "turns");
        let arms = ["short".to_owned(), "long".to_owned()];
        let made = histogram(Heading::default(), turns, &arms, &[short, long], true);
        let Some(Figure::Histogram(made)) = made else { panic!("a histogram") };
        let apart = made.series[1].shares.last().unwrap();
        assert!(*apart < 0.11 && made.apart == "stopped, or longer", "{apart}");
        let bars = made.series[0].shares.iter().filter(|&&share| share > 0.0).count();
        assert!(bars > 5, "{bars}");
    }

    #[test]
    fn a_few_long_games_share_the_last_bin() {
        let mut counts: Counts = (0..10).map(|v| (v, 1000)).collect();
        counts.push((400, 3));
        let histogram = made(counts, false);
        assert!(histogram.apart.is_empty() && histogram.bins.open && histogram.head.note.is_empty());
        let marks: Vec<&str> = histogram.series[0].marks.iter().map(|mark| mark.label.as_str()).collect();
        assert_eq!(marks, ["median 5", "mean 4.6"]);
        assert!(histogram.series[0].shares.last().unwrap() > &0.1);
    }

    #[test]
    fn a_long_tail_alone_is_kept() {
        // Half as many at every step: 99.8 % lie below 9.
        let counts: Counts = (0..20).map(|v| (v, 1 << (20 - v))).collect();
        assert_eq!(upper(&counts), 7, "{:?}", at_share(&counts, 998, 1000));
    }

    #[test]
    fn shares_say_of_what() {
        for (id, name, of) in [
            ("king-of-the-pitch", "turns", "games"),
            ("futbol-dash", "sudden-death-rounds", "shoot-outs"),
            ("squad-rush-season", "nations-per-seven", "sevens"),
            ("time-of-soccer", "vp-per-neutral", "neutral clubs"),
            ("time-vault-soccer", "match-margin", "matches"),
        ] {
            let distribution = declared(id, name);
            let made =
                histogram(Heading::default(), distribution, &["arm".to_owned()], &[vec![(1, 9)]], false);
            let Some(Figure::Histogram(made)) = made else { panic!("a histogram") };
            assert_eq!(made.y.label, format!("Share of {of}"), "{id}: {name}");
        }
    }
}
