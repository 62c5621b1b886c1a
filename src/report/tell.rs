//! A run as a page for people: verdict, plots, tables, methods, assumptions.
//! No formatting here; `html`, `markdown` and `terminal` do that.

use super::Run;
use super::figure::{Figure, Format, Point, Standing};
use super::page::{
    Assumption, Cell, FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, Verdict, opened,
};
use super::{arms, caution, health, luck, ranking, seats};
use crate::arena::RulesetId;
use crate::campaign::Share;
use crate::estimates::{ArmResult, Named, Place};
use crate::game::{Unit, called};
use crate::lab::explain::Sways;
use crate::metric::Group;
use crate::scenario::{Length, Plan};
use crate::settings;
use crate::stats::estimate::Estimate;
use crate::verdict::{Status, Yard, brief, brief_difference, count, players};

/// Arms that get their own tables of metrics; the rest is in `summary.csv`.
const MOST_DETAILED: usize = 12;
/// Folder of the plots, beside the page.
pub const PLOTS: &str = "plots";

/// How a statement is marked.
#[must_use]
pub fn standing(status: Status) -> Standing {
    match status {
        Status::Good => Standing::Good,
        Status::Bad => Standing::Bad,
        Status::Undecided => Standing::Undecided,
        Status::Plain => Standing::Plain,
    }
}

/// How far intervals reach that are corrected for their number: `for all 3 bots
/// together`.
#[must_use]
pub fn together(parts: usize, what: &str) -> String {
    if parts == 1 { "by themselves".to_owned() } else { format!("for all {parts} {what} together") }
}

/// An estimate as a table cell, to as many digits as its interval supports.
#[must_use]
pub fn cell(estimate: &Estimate, unit: Unit) -> Cell {
    let width = estimate.half_width() * if unit == Unit::Number { 1.0 } else { 100.0 };
    let decimals = if width > 0.0 && width.is_finite() {
        (1.0 - width.log10()).floor().clamp(0.0, 6.0) as u8
    } else {
        2
    };
    let format = match unit {
        Unit::Share => Format::percent(decimals.max(1)),
        Unit::Points => Format::points(decimals.max(1)),
        Unit::Number => Format::number(decimals),
    };
    if estimate.value.is_finite() {
        let point = Point::new(estimate.value, estimate.low, estimate.high);
        Cell { short: brief(estimate, unit), ..Cell::point(&point, &format) }
    } else {
        Cell::new("")
    }
}

/// How the intervals were made, in one line.
fn reading(run: &Run) -> String {
    let level = run.manner.level * 100.0;
    let blocks = blocks(&run.plan);
    let how = if run.manner.always {
        format!(
            "anytime-valid sequences over {blocks} (self-normalised for shares, asymptotic for the rest), because this \
             run could stop on what it saw"
        )
    } else {
        format!(
            "Wilson for shares (Clopper and Pearson of few events) and Student's t for means, both with the variance \
             between {blocks}"
        )
    };
    let brackets = brackets(!run.plan.quantiles().is_empty());
    format!("± is half the width of a {level} % interval{brackets}: {how}.")
}

/// What a shard's own output is: numbers of a part of the games.
fn part(run: &Run) -> Option<Verdict> {
    let Share { k, n } = run.share;
    let sentence = format!(
        "Share {k} of {n}: the numbers here are of this part of the games alone; `{} merge` joins all {n}.",
        run.plan.program.name
    );
    let verdict = Verdict::new(Standing::Undecided, sentence);
    (n > 1).then(|| Verdict { word: "a part".to_owned(), ..verdict })
}

/// Seats, and entrants where they differ.
fn places(run: &Run, result: &ArmResult) -> Table {
    let arm = &run.plan.arms[result.index];
    let score = (arm.ruleset.score)(&arm.settings);
    let seats = result.seats.iter().map(|place| (Group::Seat, place));
    let entrants = result.entrants.iter().filter(|_| !arm.mirrored()).map(|place| (Group::Entrant, place));
    let name = |(group, place): (Group, &Place)| {
        if group == Group::Seat {
            return called::player(place.index);
        }
        let squad = arm.squads.get(place.index).and_then(Option::as_deref);
        called::entrant(&arm.bots[place.index], squad)
    };
    let mut rows = Rows::of(seats.chain(entrants))
        .words("place", name)
        .numbers("wins", |(_, place)| count(place.results.wins))
        .numbers("shared", |(_, place)| count(place.results.draws))
        .numbers("lost", |(_, place)| count(place.results.losses))
        .numbers("share of wins", |(_, place)| cell(&place.share, Unit::Share));
    let mut note =
        vec![format!("{} games between {}.", count(result.games), players(&run.plan, result.index))];
    note.extend(seats::line(result));
    if luck::has_shares(result) {
        let share = |(group, place): (Group, &Place)| luck::share(result, group, place.index);
        rows = rows
            .numbers("adjusted for luck", |row| {
                share(row).map_or(Cell::default(), |a| cell(&a.estimate, Unit::Share))
            })
            .numbers("a game is worth", |row| share(row).map_or(String::new(), |a| luck::worth(a.worth)));
        note.extend(luck::line(run, result));
    }
    rows.numbers(&format!("{score} per game"), |(_, place)| cell(&place.score, Unit::Number))
        .table(format!("{}: seats and entrants", arm.name))
        .note(note.join(" "))
}

fn metrics(run: &Run, result: &ArmResult) -> Table {
    let arm = &run.plan.arms[result.index];
    let base = result.metrics.iter().find_map(|m| m.difference.as_ref()).map(|d| d.base.clone());
    let shown = |m: &&Named| !m.metric.is_of_place();
    let mut rows = Rows::of(result.metrics.iter().filter(shown))
        .words("metric", |m| m.metric.name())
        .numbers("value", |m| cell(&m.estimate, m.unit));
    if let Some(base) = base {
        rows = rows.numbers(&format!("against {base}"), |m| {
            m.difference.as_ref().map_or(String::new(), |d| brief_difference(&d.estimate, m.unit))
        });
    }
    let cautions = |m: &Named| caution::of_metric(m).unwrap_or_default();
    if result.metrics.iter().filter(shown).any(|m| !cautions(m).is_empty()) {
        rows = rows.words("caution", cautions);
    }
    rows.words("what is counted", |m| m.metric.definition()).table(format!("{}: all metrics", arm.name))
}

fn usage(run: &Run, result: &ArmResult) -> Table {
    let arm = &run.plan.arms[result.index];
    let item = arm.ruleset.item;
    let mut used: Vec<_> = result.used().filter(|(_, usage)| usage.uses > 0).collect();
    used.sort_by_key(|(_, usage)| std::cmp::Reverse(usage.uses));
    let per_game = |uses: u64| uses as f64 / result.games as f64;
    Rows::of(used)
        .words(item, |(name, _)| name.to_owned())
        .numbers("uses", |(_, usage)| count(usage.uses))
        .numbers("uses per game", |(_, usage)| format!("{:.3}", per_game(usage.uses)))
        .table(format!("{}: use of each {item}", arm.name))
        .note(
            "Use describes play. It is no measure of strength: whoever is ahead has more turns to use good cards in.",
        )
}

fn methods(run: &Run) -> Vec<Method> {
    let mut methods = vec![Method::new(
        "Blocks",
        "Every block plays the same luck once with each rotation of the entrants over the seats (one game where all \
         entrants are alike: there is nothing to rotate); all variances are taken between blocks, never between the \
         games of one.",
    )];
    if run.manner.always {
        methods.push(Method::new(
            "Self-normalised confidence sequences (Fan, Grama and Liu 2015; Ville 1939)",
            "for shares and the first seat's edge: valid at every look and every number of blocks, because this run \
             could stop on what it saw.",
        ));
        methods.push(Method::new(
            "Asymptotic confidence sequences (Waudby-Smith and others, arXiv 2103.06476)",
            "for other means and for differences: valid at every look from 100 blocks on.",
        ));
    } else {
        methods.push(Method::new(
            "Wilson's score interval at the effective sample size (Wilson 1927; Kish 1965)",
            "for shares; of few events Clopper and Pearson's (1934; Korn and Graubard 1998), so that no rate at any \
             number of independent games is covered in less than 94 %.",
        ));
        methods.push(Method::new(
            "Student's t over blocks (batch means; Hall 1992)",
            "for means per game and paired differences; the end towards the longer tail lies where Hall's transformation \
             puts it, if that is farther off. A caution stands beside what rests on too few blocks or on a handful of \
             them.",
        ));
        methods.push(Method::new("Delta method over blocks (Cochran 1977)", "for ratios of two sums."));
    }
    if matches!(run.plan.length, Length::Precision { anytime: false, .. }) {
        methods.push(Method::new(
            "Fixed-width stopping (Anscombe 1952; Glynn and Whitt 1992)",
            "The run stopped when the interval of its main estimate was narrow enough, at numbers of blocks fixed \
             beforehand, each a quarter larger than the one before. That looks at how much games vary, not at where the \
             interval lies: it holds in 94 to 97 % when it stops, and its value is off by a hundredth of itself at most \
             (`calibrate` measures both). `--look-anytime` asks for intervals that hold at all looks together.",
        ));
    }
    methods.push(not_yet());
    methods.push(seats::method(run.manner.always));
    methods.extend(of_quantiles(!run.plan.quantiles().is_empty(), run.manner.always));
    if run.plan.arms.iter().any(|arm| arm.paired) {
        methods.push(Method::new(
            "Common luck",
            "Arms of one game and table size are dealt from the same permutations, one per seat, and roll the same \
             dice; differences are taken block by block.",
        ));
    }
    methods.extend(luck::method(run));
    if run.plan.verdict.as_ref().is_some_and(|v| v.margin.is_some()) {
        methods.push(Method::new(
            "Equivalence (two one-sided tests; Schuirmann 1987)",
            "“level” means that the whole interval lies inside the margin; “not level” that all of it lies outside.",
        ));
    }
    methods
}

/// What keeps intervals open for what has not happened yet.
#[must_use]
pub fn not_yet() -> Method {
    Method::new(
        "Two imagined blocks (after Agresti and Coull 1998; Bonett and Price 2012)",
        "are added to the variance of means and differences, one on either side and as far off as a block can be: \
               what has not happened yet keeps an interval, and what happens often hardly notices. For counts they are \
               off by one count per game: an event that comes rarely and many at a time can still surprise, because \
               nothing says how many can come.",
    )
}

/// How quantiles get their intervals, if there are any.
#[must_use]
pub fn of_quantiles(any: bool, always: bool) -> Option<Method> {
    let name = if always {
        "Confidence sequence of quantiles (Howard and Ramdas 2022)"
    } else {
        "Order statistics at the effective sample size (Thompson 1936; Woodruff 1952)"
    };
    let text = if always {
        "for medians and other quantiles: the interval's ends are values that occurred. A block counts as one \
         observation, whatever its games have in common; differences reach from end to end of two intervals at half \
         the error each."
    } else {
        "for medians and other quantiles: the interval's ends are values that occurred, as many games as vary as much \
         between blocks. Differences combine both arms' ends by how their blocks hang together (Zou and Donner 2008)."
    };
    any.then(|| Method::new(name, text))
}

/// What variances are taken between: entrants that are all alike have nothing
/// to rotate, so that each of their games is a block.
#[must_use]
pub fn blocks(plan: &Plan) -> &'static str {
    match plan.arms.iter().filter(|arm| arm.rotations() > 1).count() {
        0 => "single games",
        n if n == plan.arms.len() => "blocks of rotated games",
        _ => "blocks (rotated games, or one game where all entrants are alike)",
    }
}

/// What stands behind the explanation of ± where quantiles are shown.
#[must_use]
pub const fn brackets(any: bool) -> &'static str {
    if any { " (of quantiles the brackets hold the interval)" } else { "" }
}

/// Switches in force that are not settled by the rulebook, and all that were
/// changed.
#[must_use]
pub fn assumptions(plan: &Plan) -> Vec<Assumption> {
    assumptions_judged(plan, &Sways::new())
}

/// The same with whether each can change the verdict, by ruleset and switch.
#[must_use]
pub fn assumptions_judged(plan: &Plan, judged: &Sways) -> Vec<Assumption> {
    let mut rows: Vec<Assumption> = Vec::new();
    let mut seen: Vec<RulesetId> = Vec::new();
    let several = plan.arms.iter().any(|arm| arm.ruleset != plan.arms[0].ruleset);
    for arm in &plan.arms {
        if seen.contains(&arm.ruleset) {
            continue;
        }
        seen.push(arm.ruleset);
        for (switch, value) in arm.settings.iter() {
            let status = switch.origin.status();
            let values: Vec<&str> = plan
                .arms
                .iter()
                .filter(|other| other.ruleset == arm.ruleset)
                .map(|other| other.settings.text(switch.key))
                .fold(Vec::new(), |mut all, v| {
                    if !all.contains(&v) {
                        all.push(v);
                    }
                    all
                });
            if status == settings::Status::Given && values.len() == 1 && value == switch.default {
                continue;
            }
            let key =
                if several { format!("{}: {}", arm.ruleset, switch.key) } else { switch.key.to_owned() };
            let sway = judged.get(&(arm.ruleset.to_string(), switch.key.to_owned()));
            let sways = match sway {
                _ if judged.is_empty() => "",
                Some(sway) => sway.word(),
                None => "not tried",
            };
            rows.push(Assumption {
                key,
                value: values.join(", "),
                status,
                meaning: switch.help.to_owned(),
                sways: sways.to_owned(),
            });
        }
    }
    rows
}

/// What stands below the table of assumptions.
fn assumption_note(run: &Run, sways: &Sways) -> String {
    let played = match run.plan.assumptions {
        Some(games) => format!(" ({} games each)", count(games)),
        None => String::new(),
    };
    if sways.is_empty() {
        return format!(
            "Whether one of these can change the verdict was not tried in this run. The option --assumptions 2000 \
                says so here; the command “{} explain” shows every effect.",
            run.plan.program.name
        );
    }
    format!(
        "Can it change the verdict? Tried at its other plausible values on the same luck{played}. Yes: the whole \
         corrected interval of some value gives another verdict. No: the intervals of all its values keep it. \
         Undecided: more games are needed."
    )
}

/// The page of a run.
#[must_use]
pub fn page(run: &Run, figures: Vec<Figure>) -> Page {
    let plan = &run.plan;
    let verdicts = run.answers.told().map(|s| Verdict {
        word: s.word().to_owned(),
        light: match s.judged {
            Yard::Health(light) => Some(light),
            _ => None,
        },
        warns: s.warning,
        ..Verdict::new(standing(s.status), &*s.text)
    });
    let leads = |f: &Figure| {
        matches!(f, Figure::Curve(_) | Figure::Forest(_) | Figure::Convergence(_) | Figure::Tornado(_))
    };
    let (main, rest): (Vec<Figure>, Vec<Figure>) = figures.into_iter().partition(leads);
    let mut results: Vec<Part> = health::part(run).into_iter().collect();
    results.extend(main.into_iter().map(Part::from));
    results.extend(arms::parts(run));
    let mut sections = vec![
        Section::new("Results", results),
        Section::new("Seats, scores and lengths", rest.into_iter().map(Part::from).collect()),
    ];
    let ranked = ranking::sections(run);
    let has_ranking = !ranked.is_empty();
    sections.extend(ranked);
    let detailed: Vec<&ArmResult> = run
        .ordered()
        .into_iter()
        .filter(|r| plan.arms[r.index].effect.is_none() || run.results.len() <= MOST_DETAILED)
        .take(MOST_DETAILED)
        .collect();
    let alone = run.results.len() == 1;
    let show = if alone { Show::All } else { Show::Nothing };
    for result in detailed {
        let [places, metrics] = [places, metrics].map(|table| table(run, result).show(show).into());
        let name = run.label(result);
        let card = run.answers.health.arms.get(result.index).filter(|_| !alone);
        let card = card.map(|health| health::card(Some(&name), health).into());
        sections.push(Section {
            parts: card.into_iter().chain([places, metrics, usage(run, result).into()]).collect(),
            title: name,
            folded: !alone,
        });
    }
    let games: u64 = run.results.iter().map(|r| r.games).sum();
    let mut sways = run.sways.clone();
    sways.extend(run.varied.clone());
    Page {
        title: title(run),
        question: plan.question.clone(),
        verdicts: part(run).into_iter().chain(opened(&run.answers.opening, verdicts)).collect(),
        reading: reading(run),
        sections,
        methods: methods(run),
        assumptions: assumptions_judged(plan, &sways),
        assumption_note: assumption_note(run, &sways),
        files: [
            FileLink::new(
                "summary.csv",
                "every metric of every arm with its interval and its difference from the base arm",
            ),
            FileLink::new("seats.csv", "results by seat and by entrant"),
            FileLink::new("goals.csv", "every distribution, value by value"),
            FileLink::new("usage.csv", "use of cards, tiles and actions"),
            FileLink::new("health.csv", "whether each arm can be printed, aspect by aspect"),
            FileLink::new(
                "run.json",
                &format!(
                    "what was asked and every count; `{} rerun run.json` reproduces it",
                    plan.program.name
                ),
            ),
        ]
        .into_iter()
        .chain(has_ranking.then(|| {
            FileLink::new("switches.csv", "every switch value's effect on fairness, length and decisiveness")
        }))
        .collect(),
        plots: PLOTS.to_owned(),
        footer: Footer {
            command: format!("{} rerun run.json", plan.program.name),
            beside: true,
            ..Footer::new(plan.program, plan.seed, games)
        },
    }
}

fn title(run: &Run) -> String {
    let mut titles: Vec<&str> = Vec::new();
    for arm in &run.plan.arms {
        let title = arm.ruleset.title;
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    format!("{} — {}", run.plan.name, titles.join(", "))
}
