//! An analysis as a page.

use super::opening;
use crate::game::Unit;
use crate::lab::analyse::{Analysis, Band, Kind, Measure, Measured, Restriction, Use};
use crate::report::figure::{
    Axis, Curve, CurvePoint, CurveSeries, Figure, Format, Heading, Point, Reference,
};
use crate::report::page::{Cell, FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, opened};
use crate::report::tell;
use crate::scenario::Plan;
use crate::verdict::{brief_difference, brief_size, count, players, unmarked};

/// What the table of kinds is called.
const KINDS: &str = "Blunders by kind: what moves cost whoever makes them, by player and game";

fn value(measure: &Measure) -> Cell {
    match measure.name.unit() {
        Unit::Points => Cell::new(brief_size(&measure.estimate, Unit::Points)),
        unit => tell::cell(&measure.estimate, unit),
    }
}

/// How to read a measure.
fn meaning(of: Measured) -> &'static str {
    match of {
        Measured::RegretPerGame => "what a better choice in one decision alone would have won, added up",
        Measured::RegretPerDecision => "in percentage points of the chance to win",
        Measured::Gap => "how much the choice of the best move matters",
        Measured::Forced => "they take time and no thought",
        Measured::Dead => "the best and the worst move tried win as often",
        Measured::Close => "several moves are best together, and some are worse",
        Measured::Clear => "the best move is better than the second",
        Measured::LeadChanges => "a lead: ten points more chance than anybody else",
        Measured::Drama => {
            "points behind the best other player, over the moments of the game; 0 where it led"
        }
        Measured::KnownFrom => "from there on the winner's chance stays above 90 %",
        Measured::RunAway => {
            "0.2: a lead of ten grows by two more; 0: being ahead does not help to get further; below: others catch up"
        }
        Measured::Hopeless => "a chance of 3 % or less, at a table of three or more",
        Measured::Kingmaking => {
            "chance of another player between two of its moves: it decides who wins instead of it"
        }
        Measured::LastWord => "over all games; 0 where whoever decides last can still win",
        Measured::TurnsWaited => "from games as played",
        Measured::DecisionsWaited | Measured::LongestWait => "likewise",
        Measured::Unfinished => "stopped by a rule that ends games",
        Measured::Luck => "what stays the same when the same deal and dice are played otherwise",
        Measured::Play => "what stays the same when the same players meet another deal",
        Measured::LuckAndPlay => "how cards and dice are used",
    }
}

fn measures(found: &Analysis) -> Table {
    let table = Rows::of(&found.measures)
        .words("what", |measure| measure.name.title())
        .numbers("number", value)
        .words("how to read it", |measure| meaning(measure.name))
        .table(format!("{} decisions of {} games", count(found.decisions), count(found.games)));
    Table { show: Show::All, ..table }
}

pub(super) fn kinds(kinds: &[Kind], caption: &str, top: usize) -> Table {
    let mark = |kind: &Kind| if kind.blunder { "blunder" } else { "not shown" };
    let better = |kind: &Kind| kind.rather.clone().unwrap_or_default();
    let often = |kind: &Kind| format!("{:.1}", kind.per_game);
    let table = Rows::of(kinds)
        .words("chosen", |kind| kind.name.as_str())
        .words("verdict", mark)
        .numbers("costs per game", |kind| brief_size(&kind.cost, Unit::Points))
        .numbers("costs each time", |kind| brief_size(&kind.regret, Unit::Points))
        .numbers("times a game", often)
        .words("mostly better", better)
        .table(caption);
    Table { show: Show::First(top), rest: "analyse.csv".to_owned(), ..table }
}

fn examples(found: &Analysis, top: usize) -> Option<Table> {
    let shown: Vec<_> = found.kinds.iter().take(top).filter_map(|kind| kind.example.as_ref()).collect();
    if shown.is_empty() {
        return None;
    }
    let command = |text: &str| Cell::command(format!("{} {text}", found.plan.program.name));
    let table = Rows::of(shown)
        .words("chosen", |example| example.said.as_str())
        .words("better", |example| example.rather.as_str())
        .numbers("cost", |example| brief_size(&example.regret, Unit::Points))
        .words("see it", |example| command(&example.command))
        .table("One decision of each kind")
        .note(
            "The one that stood out while moves were tried; what it cost was measured afterwards, so that it was not \
             picked for being unlucky.",
        );
    Some(Table { show: Show::All, ..table })
}

fn restricted(found: &Analysis, top: usize) -> Option<Table> {
    let change = |row: &Restriction| {
        row.change.as_ref().map(|change| brief_difference(change, Unit::Points)).unwrap_or_default()
    };
    let of = |ruling: Use| found.restrictions.iter().filter(move |row| row.ruling == ruling);
    let rulings = [Use::Trap, Use::Matters, Use::Undecided, Use::NoDifference, Use::Unused];
    if found.restrictions.is_empty() {
        return None;
    }
    let table = Rows::of(rulings.into_iter().flat_map(of))
        .words("forbidden", |row| row.name.as_str())
        .words("verdict", |row| row.ruling.words())
        .numbers("share of wins", change)
        .numbers("bites in games", |row| format!("{:.0} %", 100.0 * row.games))
        .numbers("times a game", |row| format!("{:.1}", row.per_game))
        .table("One player may not do one thing, everybody else may")
        .note(
            "The change of its share of wins on the same luck. What would have been forbidden gives way to the best of up \
             to eight other moves by a few continuations; where all moves are forbidden the ban does not hold. A trap \
             is what the player does better without.",
        );
    Some(Table { show: Show::First(2 * top), rest: "restricted.csv".to_owned(), ..table })
}

fn figure(found: &Analysis) -> Option<Figure> {
    if found.fan.is_empty() {
        return None;
    }
    let series = |name: &str, low: fn(&Band) -> f64, high: fn(&Band) -> f64| CurveSeries {
        name: name.to_owned(),
        points: (found.fan.iter())
            .map(|band| CurvePoint { x: band.place, y: Point::new(band.median, low(band), high(band)) })
            .collect(),
    };
    Some(Figure::Curve(Curve {
        head: Heading {
            id: "winners-chance".to_owned(),
            title: "The winner's chance over the game".to_owned(),
            subtitle: format!(
                "{}; the line is the median of games; the inner band holds half of them, the outer nine of ten; {} games",
                unmarked(&players(&found.plan, found.arm)),
                count(found.games)
            ),
            note: format!(
                "Whoever won in the end, at up to {} moments of each game: {} continuations each, from what lay on the \
                 table and in all hands.",
                2 * crate::lab::analyse::OF_EACH,
                count(found.measuring)
            ),
        },
        x: Axis::new("place in the game (% of its decisions)", Format::percent(0)),
        y: Axis::new("the eventual winner's chance", Format::percent(0)),
        series: vec![
            series("nine of ten games", |band| band.q05, |band| band.q95),
            series("half of the games", |band| band.q25, |band| band.q75),
        ],
        references: vec![Reference::new(0.9, "known: 90 %")],
        places: Vec::new(),
        margin: None,
    }))
}

fn methods(found: &Analysis) -> Vec<Method> {
    let (choosing, measuring) = (count(found.choosing), count(found.measuring));
    let whose = match &found.oracle {
        Some(bot) => format!("`{bot}` in every seat"),
        None => {
            "the game's own bots (a bot that searches by the script that plays its imagined games)".to_owned()
        }
    };
    vec![
        Method::new(
            "The oracle",
            format!(
                "Of every game {} decisions, spread evenly behind a random start, are taken up (all of a game with fewer); each \
                 stands for as many of its game. The best move is chosen by {choosing} continuations from what the seat \
                 could see, hidden cards dealt anew in each (sequential halving on common luck: Karnin, Koren and Somekh \
                 2013; of more than 32 moves a random 32 are tried). Then the moves named are measured by {measuring} \
                 continuations each, from the true state with fresh chance, all on the same luck. {whose} plays on: a \
                 move is worth what it wins under this play.",
                crate::lab::analyse::OF_EACH
            ),
        ),
        Method::new(
            "Free of the oracle's own noise",
            "What measures a move had no part in choosing it, so that the best of noisy estimates is not taken for better \
             than it is (cross-fitting: Chernozhukov et al. 2018): where moves make no difference regrets are 0 on \
             average. The move called best may not be the best there is, so that what is given away is at least what \
             is told. A regret says what one better choice would have won, everything else played as before; regrets \
             of a game cannot all be won at once.",
        ),
        Method::new(
            "No difference, close, clear",
            "Where two moves are equally good, the one called better comes out behind half of the time: twice the share of \
             decisions in which it does is the share of equals (Storey 2002, at λ = ½). Differences that are too small \
             for so many continuations count as none.",
        ),
        Method::new(
            "Blunders",
            "kinds of moves that cost something, of which at most one in twenty is called so wrongly (Benjamini and Hochberg \
             1995); the others are listed by what they seem to cost.",
        ),
        Method::new(
            "Lead changes, drama, known result",
            "by every player's chance at up to twenty moments of each game; drama after Browne (2008). The noise of chances \
             is taken out to first order by the half-sample jackknife (Quenouille 1956). Games that one player alone \
             has won.",
        ),
        Method::new(
            "Run-away leader",
            "the slope of what a player will score from now on above the others, by the oracle, over how far it is ahead of \
             them now, among moments of the same tenth of the game, the same seat and the same entrant: whether the \
             leader's future is better than others' would be in its place. Said of games in which a lead grows by more \
             than half of itself, by the whole interval: of those that are just below the limit it is said in at most one \
             of forty.",
        ),
        Method::new(
            "Kings that are made",
            "what a player whose chance is 3 % or less can do to another's: a rival and the two of its moves that put the \
             rival's chance farthest apart are named by some continuations and measured in others, so that it is 0 on \
             average where nothing can be done. The last decision of every game is looked at besides those that are \
             sampled. Said where more than ten points are moved, likewise.",
        ),
        Method::new(
            "Restricted play (Jaffe et al. 2012)",
            "one player may not make one class of moves, each seat as often, beside the same game without that ban on the same \
             luck; of the classes said to matter or to be traps at most one in twenty is called so wrongly (Benjamini \
             and Hochberg 1995); no difference: the whole interval within ± 1 point.",
        ),
        Method::new(
            "Luck and play (pick-freeze: Sobol 1993, Janon et al. 2014)",
            "the covariance of a result with that of a game on the same deal and dice, who sits where and what bots leave to \
             whim being drawn anew, over its variance; and the same the other way round. Bots that are alike and leave \
             little to whim hardly differ in play: what skill decides is seen with several bots (`--bots a,b`).",
        ),
        Method::new(
            "Student's t over games, ratios by the delta method",
            "games are independent, decisions of a game are not; ends moved outward by skewness (Hall 1992).",
        ),
    ]
}

/// The page of an analysis.
#[must_use]
pub fn page(found: &Analysis, top: usize) -> Page {
    let mut first: Vec<Part> = figure(found).map(Part::from).into_iter().collect();
    first.push(measures(found).into());
    let mut second: Vec<Part> = vec![kinds(&found.kinds, KINDS, top).into()];
    second.extend(examples(found, top).map(Part::from));
    let mut sections = vec![Section::new("How games go", first), Section::new("Blunders by kind", second)];
    let third = restricted(found, top).map(|table| Section::new("Restricted play", vec![table.into()]));
    sections.extend(third);
    let arm = found.plan.arms[found.arm].clone();
    let title = arm.ruleset.title;
    let scenario = Plan { arms: vec![arm], ..found.plan.clone() };
    Page {
        title: format!("What decisions are worth — {title}"),
        question: format!(
            "What do {} give away, and which decisions matter?",
            players(&found.plan, found.arm)
        ),
        verdicts: opened(&opening(found), None),
        reading: format!(
            "Points are percentage points of the chance to win; ± is half the width of a {:.0} % interval.",
            100.0 * found.level
        ),
        sections,
        methods: methods(found),
        assumptions: tell::assumptions(&scenario),
        assumption_note: String::new(),
        files: vec![
            FileLink::new("analyse.csv", "one row per kind of move"),
            FileLink::new("measures.csv", "one row per measure"),
            FileLink::new("decisions.csv", "one row per decision whose moves were tried"),
            FileLink::new("restricted.csv", "one row per class of moves forbidden with --restrict"),
            FileLink::new("analyse.json", "everything, with documented keys"),
        ],
        plots: tell::PLOTS.to_owned(),
        footer: Footer::of(&found.plan, found.games),
    }
}
