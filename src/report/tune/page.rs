//! The page of `tune`: the answer, the curve or the points measured, the
//! confirmation.

use super::{Telling, words};
use crate::lab::tune::{Confirmed, Measured, Method as Search, Reached, Sense, Target, reached};
use crate::metric::Metric;
use crate::report::Answer as _;
use crate::report::charts::{axis_words, format, label, point};
use crate::report::figure::{
    Axis, Curve, CurvePoint, CurveSeries, Figure, Forest, ForestRow, Format, Heading, Key, Margin, Order,
    Reference, Standing,
};
use crate::report::health::{arms, card};
use crate::report::page::{
    FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict, opened,
};
use crate::report::tell::{PLOTS, assumptions, of_quantiles, standing};
use crate::scenario::ArmName;
use crate::settings::amount;
use crate::stats::Estimate;
use crate::stats::equivalence::Bounds;
use crate::verdict::health::mark;
use crate::verdict::{Health, Status, brief, brief_difference, count};

/// Points of a forest that a reader can still take in.
const MOST_POINTS: usize = 32;
/// Rows of measured points: on the first screen, and in the whole report.
const MOST_ROWS: (usize, usize) = (16, 200);
/// Points of a front that can be told apart by shape and named beside.
const MOST_NAMED: usize = 6;

fn axis(target: &Target) -> Axis {
    let format = if target.metric.is_quantile() { Format::number(0) } else { format(target.unit) };
    Axis::new(&axis_words(target.metric, &target.metric.worded()), format)
}

fn reference(target: &Target) -> Reference {
    Reference::new(target.value, &format!("target: {}", words::aim(target)))
}

/// The stretch that meets a target, where it has two ends to draw.
fn margin(target: &Target) -> Option<Margin> {
    let Bounds { least, most } = match target.sense {
        Sense::Equal => target.stretch(),
        Sense::Below if target.is_of_size() => Bounds::around(0.0, target.value),
        _ => return None,
    };
    // A distance has one end.
    let low = if target.metric == Metric::SEAT_GAP { least.max(0.0) } else { least };
    Some(Margin { low, high: most, label: "meets the target".to_owned() })
}

/// Digits behind the point of a knob's values.
fn knob_format(values: &[String]) -> Format {
    let digits = values.iter().map(|value| value.split_once('.').map_or(0, |(_, rest)| rest.len())).max();
    Format::number(digits.unwrap_or(0).min(6) as u8)
}

/// The curve over one ordered knob, as searched and as confirmed.
fn curve(telling: &Telling<'_>) -> Option<Figure> {
    let (question, tuned) = (telling.question, telling.tuned);
    let root = tuned.root.as_ref()?;
    let knob = question.space.knobs.iter().find(|knob| knob.values.len() > 1)?;
    let xs = knob.numbers.as_ref()?;
    let target = &question.targets[0];
    let place = |point: usize| {
        xs[question.space.choice(point)[question.space.knobs.iter().position(|k| k == knob).unwrap_or(0)]]
    };
    let searched: Vec<CurvePoint> = tuned
        .measured
        .iter()
        .map(|m| CurvePoint { x: place(m.point), y: point(&m.metrics[0]) })
        .filter(|p| p.y.is_finite())
        .collect();
    let mut series = vec![CurveSeries { name: "search".to_owned(), points: searched }];
    let confirmed = tuned.confirmation.iter().flat_map(|c| &c.curve);
    let confirmed: Vec<CurvePoint> = confirmed
        .map(|(p, e)| CurvePoint { x: place(*p), y: point(e) })
        .filter(|p| p.y.is_finite())
        .collect();
    if !confirmed.is_empty() {
        series.push(CurveSeries { name: "confirmation".to_owned(), points: confirmed });
    }
    if series[0].points.len() < 2 {
        return None;
    }
    let mut places = Vec::new();
    if let Some(found) = root.crossing {
        let digits = words::digits(found.high - found.low).max(1);
        let label = words::steps(telling).map_or_else(
            || crossing(&words::aim(target), found.value, knob_format(&knob.values).decimals == 0, digits),
            |steps| steps.label(&words::aim(target)),
        );
        places.push(Reference::new(found.value, &label));
    }
    if tuned.confirmation.is_some() && tuned.at(tuned.winner).is_some() {
        let x = place(tuned.winner);
        places.push(Reference::new(x, &format!("confirmed value: {}", knob_format(&knob.values).value(x))));
    }
    if let Some(x) = knob.printed.as_deref().and_then(amount)
        && x >= xs[0]
        && x <= xs[xs.len() - 1]
    {
        places
            .push(Reference::new(x, &format!("as printed: {}", knob.printed.as_deref().unwrap_or_default())));
    }
    Some(Figure::Curve(Curve {
        head: Heading {
            id: "curve".to_owned(),
            title: format!("{} over {}", label(target.metric), knob.key),
            subtitle: format!(
                "{} bots; {} of {} values of {} played; {} games of search, all places on the same luck; {} of \
                 confirmation on luck of its own",
                question.bots.last().and_then(|arm| arm.bots.first()).map_or("", String::as_str),
                series[0].points.len(),
                knob.values.len(),
                knob.key,
                count(tuned.search_games),
                count(tuned.confirmation.as_ref().map_or(0, |c| c.games))
            ),
            note: "Search: intervals valid whenever one looks and for all places together. Confirmation: the intervals that the crossing is made from.".to_owned(),
        },
        x: Axis::new(&knob.key, knob_format(&knob.values)),
        y: axis(target),
        series,
        references: vec![reference(target)],
        places,
        margin: margin(target),
    }))
}

/// Where a curve crosses its target: between two values where a knob takes
/// whole numbers only, for nothing can be set between them.
fn crossing(aim: &str, value: f64, whole: bool, digits: usize) -> String {
    if !whole {
        format!("crosses {aim} at {value:.digits$}")
    } else if (value - value.round()).abs() < 1e-9 {
        format!("meets {aim} at {value:.0}")
    } else {
        format!("crosses {aim} between {:.0} and {:.0}", value.floor(), value.ceil())
    }
}

/// A value of a knob; a line is never broken around the equals sign.
fn setting(key: &str, value: &str) -> String {
    format!("{key}\u{a0}=\u{a0}{value}")
}

/// The best points, one row each, for one target. What all rows have in common
/// is said once, so that long names are not cut.
fn forest(telling: &Telling<'_>, index: usize) -> Option<Figure> {
    let (question, tuned) = (telling.question, telling.tuned);
    let target = &question.targets[index];
    let several = question.targets.len() > 1;
    let best = words::shown(telling, MOST_POINTS);
    let all = best.len();
    let shown: Vec<_> =
        best.into_iter().filter(|measured| point(&measured.metrics[index]).is_finite()).collect();
    let left = match all - shown.len() {
        0 => String::new(),
        1 => " Of 1 more point too few games were played for an interval.".to_owned(),
        n => format!(" Of {n} more points too few games were played for an interval."),
    };
    let values: Vec<Vec<&str>> = shown.iter().map(|measured| question.space.values(measured.point)).collect();
    let (first, _) = values.split_first()?;
    let winner = question.space.values(tuned.winner);
    let differs = |knob: &usize| {
        values.len() == 1 || values.iter().chain([&winner]).any(|row| row[*knob] != first[*knob])
    };
    let (differing, common): (Vec<usize>, Vec<usize>) = (0..question.space.knobs.len()).partition(differs);
    let words_of = |row: &[&str], knobs: &[usize]| {
        let parts = knobs.iter().map(|&knob| setting(&question.space.knobs[knob].key, row[knob]));
        parts.collect::<Vec<_>>().join(", ")
    };
    let shared = words_of(first, &common);
    let chosen = format!("chosen: {}", words_of(&winner, &differing));
    let bots = tuned.confirmation.as_ref().map_or(&[][..], |confirmation| &confirmation.bots);
    let only = tuned.confirmation.as_ref().is_some_and(|confirmation| confirmation.is_printed);
    let confirmed = points_confirmed(telling).into_iter().filter_map(|(bot, arm)| {
        let e = arm.of(&bot.reached[index]);
        let label = mark(if arm.winner || only { &chosen } else { question.base() }, arm.ill);
        point(&e).is_finite().then(|| ForestRow {
            group: "confirmed on luck of its own".to_owned(),
            label: if bots.len() > 1 { ArmName::of(label, &bot.bots).to_string() } else { label },
            point: point(&e),
            standing: standing(target.status(&e)),
        })
    });
    let searched = shown.iter().zip(&values).map(|(measured, row)| {
        let e = &measured.metrics[index];
        let group = match (several, tuned.front.contains(&measured.point)) {
            (false, _) if bots.is_empty() => "",
            (false, _) => "as the search measured them",
            (true, true) => "beaten by none (Pareto front)",
            (true, false) => "beaten by another, or too few games to say",
        };
        // What the search leaves open the confirmation decides.
        let standing = match standing(target.status(e)) {
            Standing::Undecided => Standing::Plain,
            decided => decided,
        };
        let chosen = if measured.point == tuned.winner { "chosen: " } else { "" };
        let label = format!("{chosen}{}", words_of(row, &differing));
        ForestRow { group: group.to_owned(), label, point: point(e), standing }
    });
    let rows = confirmed.chain(searched).collect();
    Some(Figure::Forest(Forest {
        head: Heading {
            id: format!("points-{}-{index}", target.metric),
            title: format!("{} of the points measured", label(target.metric)),
            subtitle: format!("{}, least loss first", words::method(telling)),
            note: format!(
                "{}Intervals of the search: valid whenever one looks and for all points together.{left}",
                if shared.is_empty() { String::new() } else { format!("All rows: {shared}. ") }
            ),
        },
        axis: axis(target),
        rows,
        order: Order::Given,
        references: vec![reference(target)],
        margin: margin(target),
        keys: Key::list([
            (Standing::Good, "surely meets the target"),
            (Standing::Bad, "surely misses it"),
            (Standing::Undecided, "undecided when confirmed"),
            (Standing::Plain, "undecided in the search"),
        ]),
    }))
}

/// Two targets against each other along the front, each point with its name
/// where there are few.
fn front(telling: &Telling<'_>) -> Option<Figure> {
    let (question, tuned) = (telling.question, telling.tuned);
    let [first, second] = &question.targets[..] else { return None };
    let mut points: Vec<(usize, CurvePoint)> = tuned
        .unbeaten(question)
        .into_iter()
        .map(|m| (m.point, CurvePoint { x: m.metrics[0].value, y: point(&m.metrics[1]) }))
        .filter(|(_, p)| p.x.is_finite() && p.y.is_finite())
        .collect();
    points.sort_by(|a, b| a.1.x.total_cmp(&b.1.x));
    points.dedup_by(|a, b| a.1.x == b.1.x);
    if points.len() < 2 {
        return None;
    }
    let all = points.len();
    let others = tuned.front.len().saturating_sub(all);
    let named = all <= MOST_NAMED;
    let series = if named {
        let name = |point: usize| {
            let values = question.space.values(point);
            let knobs = question.space.knobs.iter().zip(values);
            let words = knobs.map(|(knob, value)| setting(&knob.key, value)).collect::<Vec<_>>().join(", ");
            if point == tuned.winner { format!("chosen: {words}") } else { words }
        };
        points.into_iter().map(|(at, p)| CurveSeries { name: name(at), points: vec![p] }).collect()
    } else {
        vec![CurveSeries { name: String::new(), points: points.into_iter().map(|(_, p)| p).collect() }]
    };
    let more = match others {
        0 => String::new(),
        1 => "; 1 more can't be ruled out".to_owned(),
        n => format!("; {n} more can't be ruled out"),
    };
    Some(Figure::Curve(Curve {
        head: Heading {
            id: "front".to_owned(),
            title: format!("{} against {}: the Pareto front", label(second.metric), first.metric.worded()),
            subtitle: format!("the {all} points that no other beats on both targets, by the estimates{more}"),
            note: if named {
                "Whiskers: the interval of the target upright, valid whenever one looks.".to_owned()
            } else {
                "The lines between the points only guide the eye; the table names the points.".to_owned()
            },
        },
        x: axis(first),
        y: axis(second),
        series,
        references: vec![reference(second)],
        places: vec![reference(first)],
        margin: margin(second),
    }))
}

/// Under every bot what the winner is held against, then the winner where they
/// are two.
fn points_confirmed<'a>(telling: &Telling<'a>) -> Vec<(&'a Confirmed, Arm)> {
    let Some(confirmation) = &telling.tuned.confirmation else { return Vec::new() };
    let two = if confirmation.is_printed { &[false][..] } else { &[false, true] };
    let bots = confirmation.bots.iter().enumerate();
    let arms = bots.flat_map(|(at, bot)| {
        let ill = move |winner: bool| confirmation.health[usize::from(winner)].arms[at].is_ill();
        two.iter().map(move |&winner| (bot, Arm { winner, ill: ill(winner) }))
    });
    arms.collect()
}

/// The winner or what it is held against, under one bot.
#[derive(Clone, Copy)]
struct Arm {
    winner: bool,
    ill: bool,
}

impl Arm {
    const fn of(self, reached: &Reached) -> Estimate {
        if self.winner { reached.winner } else { reached.printed }
    }
}

/// Printed game and winner under every bot, on the confirmation's luck.
fn confirmed(telling: &Telling<'_>) -> Option<Table> {
    telling.tuned.confirmation.as_ref()?;
    let estimate = |(_, reached, arm): (&Confirmed, &Reached, Arm)| arm.of(reached);
    let rows = points_confirmed(telling);
    let rows = rows.into_iter().flat_map(|(bot, arm)| bot.reached.iter().map(move |r| (bot, r, arm)));
    let table = Rows::of(rows)
        .words("confirmed", |(.., arm)| {
            let winner = telling.question.space.words(telling.tuned.winner);
            mark(if arm.winner { &winner } else { telling.question.base() }, arm.ill)
        })
        .words("bots", |(bot, ..)| bot.bots.clone())
        .numbers("games", |(bot, ..)| count(bot.games))
        .words("metric", |(_, reached, _)| reached.target.metric.name())
        .numbers("value", |row| brief(&estimate(row), row.1.target.unit))
        .words("wanted", |(_, reached, _)| reached.target.wanted())
        .words("target", |row| reached(row.1.target.status(&estimate(row))))
        .numbers(&format!("against {}", words::base(telling.question)), |(_, reached, arm)| {
            let difference = reached.difference.as_ref().filter(|_| arm.winner);
            difference.map_or(String::new(), |d| brief_difference(d, reached.target.unit))
        })
        .table("Confirmed on luck that the search never saw");
    Some(table.show(Show::All))
}

/// Whether the winner and what it is held against can be printed, under the
/// strongest bot first.
fn health(telling: &Telling<'_>) -> Option<Table> {
    let confirmation = telling.tuned.confirmation.as_ref()?;
    let [before, winner] = &confirmation.health;
    let mut points = vec![(telling.question.base().to_owned(), before)];
    if !confirmation.is_printed {
        points.insert(0, (telling.question.space.words(telling.tuned.winner), winner));
    }
    let of = |(at, bot): (usize, &Confirmed)| {
        let named = points
            .iter()
            .map(move |(name, found)| (ArmName::of(name, &bot.bots).to_string(), &found.arms[at]));
        named.collect::<Vec<_>>()
    };
    let judged: Vec<(String, &Health)> = confirmation.bots.iter().enumerate().rev().flat_map(of).collect();
    let table = match &judged[..] {
        [(_, health)] => card(None, health),
        _ => arms(&judged),
    };
    Some(table.show(Show::All))
}

/// The points as the search measured them.
fn searched(telling: &Telling<'_>, most: usize) -> Table {
    let (question, tuned) = (telling.question, telling.tuned);
    let mut rows = Rows::of(words::shown(telling, most))
        .words("searched", |measured| question.space.words(measured.point))
        .numbers("games", |measured| count(measured.games));
    for (at, target) in question.targets.iter().enumerate() {
        rows = rows.numbers(&target.metric.worded(), |measured| {
            words::searched_value(target, &measured.metrics[at])
        });
    }
    rows = rows.numbers("loss", |measured| format!("{:.2}", measured.loss));
    if !tuned.front.is_empty() {
        let front = |measured: &Measured| if tuned.front.contains(&measured.point) { "yes" } else { "" };
        rows = rows.words("front", front);
    }
    rows.table("Points as the search measured them")
}

fn methods(telling: &Telling<'_>) -> Vec<Method> {
    let search = match telling.tuned.method {
        Search::Root => Method::new(
            "Bisection by races, with always-valid intervals",
            "a place is before or behind the crossing only when its interval excludes the target; undecided places are played on, decided ones are not.",
        ),
        Search::Halving => Method::new(
            "Successive halving (Karnin, Koren and Somekh 2013)",
            "in each round the points left share a part of the budget on the same luck, and the better half goes on.",
        ),
        Search::Ntbea => Method::new(
            "N-tuple bandit evolutionary algorithm (Kunanusont and others, arXiv 1705.01080; Lucas and others, arXiv 1802.05991)",
            "with 1- and 2-tuples; its recommendation and all points one step away went through successive halving at the end.",
        ),
    };
    let mut all = vec![
        search,
        Method::new(
            "Loss",
            "the sum over the targets of the squared miss in tolerances: the distance from the value for =, what lies beyond the bound for < and >. Of equal losses the point nearest to the printed game wins.",
        ),
        Method::new(
            "Confirmation on luck of its own",
            format!(
                "the winner and {} were played again from a seed derived from the search's; a target is met when the whole interval lies inside it (two one-sided tests; Schuirmann 1987).",
                words::base(telling.question)
            ),
        ),
    ];
    let quantiles = telling.question.targets.iter().any(|target| target.metric.is_quantile());
    for always in [true, false] {
        all.extend(of_quantiles(quantiles, always));
    }
    if telling.tuned.method == Search::Root {
        all.push(Method::new(
            "Interval of the crossing, by inversion (Fieller 1954)",
            "all places at which the band between the confirmed places' intervals contains the target; errors of two neighbours (0.4 each) and of the search (0.2) add up to the error allowed.",
        ));
    }
    all
}

/// The page.
pub fn page(telling: &Telling<'_>) -> Page {
    let (question, tuned) = (telling.question, telling.tuned);
    let opening = telling.opening();
    let verdicts = words::sentences(telling).into_iter().enumerate().map(|(i, (status, sentence))| {
        // A target out of reach breaks nothing; the answer is the first sentence.
        let word = match status {
            Status::Good | Status::Bad if i == 0 => opening.word,
            _ => "",
        };
        Verdict { word: word.to_owned(), ..Verdict::new(standing(status), sentence) }
    });
    let mut parts: Vec<Part> = Vec::new();
    let mut figures: Vec<Figure> = curve(telling).into_iter().collect();
    if tuned.method != Search::Root {
        figures.extend(front(telling));
        figures.extend((0..question.targets.len()).filter_map(|i| forest(telling, i)));
    }
    parts.extend(health(telling).map(Part::from));
    parts.extend(confirmed(telling).map(Part::from));
    parts.extend(figures.into_iter().map(Part::from));
    let mut points: Vec<Part> = vec![searched(telling, MOST_ROWS.1).into()];
    if tuned.measured.len() > MOST_ROWS.0 {
        points.push(searched(telling, MOST_ROWS.0).show(Show::Alone).into());
    } else if let Some(Part::Table(all)) = points.first_mut() {
        all.show = Show::All;
    }
    let title = question.bots.last().map_or("", |arm| arm.ruleset.title);
    let wanted: Vec<String> =
        question.targets.iter().map(|target| format!("{} {}", target.about(), target.wanted())).collect();
    let keys: Vec<&str> = question.space.knobs.iter().map(|knob| knob.key.as_str()).collect();
    let mut shown = question.plan.clone();
    shown.arms.clone_from(&question.bots);
    Page {
        title: format!("{}: tuned — {title}", question.plan.name),
        question: format!("Which {} gives {}?", keys.join(" and "), wanted.join(" and ")),
        verdicts: opened(&opening, verdicts),
        reading: words::method_line(telling),
        sections: vec![
            Section::new("Answer", parts),
            Section { folded: true, ..Section::new("Search", points) },
        ],
        methods: methods(telling),
        assumptions: assumptions(&shown),
        assumption_note: String::new(),
        files: vec![
            FileLink::new("tune.csv", "every point measured, in the search and in the confirmation"),
            FileLink::new("tune.json", "the answer and all numbers for programs"),
        ],
        plots: PLOTS.to_owned(),
        footer: Footer::of(&question.plan, tuned.games()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_of_whole_numbers_lies_between_two_of_them() {
        assert_eq!(crossing("45.5 %", 0.8, true, 1), "crosses 45.5 % between 0 and 1");
        assert_eq!(crossing("45.5 %", 3.0, true, 1), "meets 45.5 % at 3");
        assert_eq!(crossing("45.5 %", 0.84, false, 1), "crosses 45.5 % at 0.8");
    }
}
