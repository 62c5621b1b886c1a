//! What play says about a game's rules, told: goals beside football's models,
//! openings, moves, cards, squads, head starts, other rules.

use schemars::JsonSchema;
use serde::Serialize;

use super::csv::Columns;
use super::document::{Heading, text};
use super::figure::{
    Axis, Figure, Forest, ForestRow, Format, Heading as Words, Heatmap, Key, Order, Point, Reference,
    Standing,
};
use super::page::{Cell, FileLink, Footer, Method, Page, Part, Rows, Section, Show, Table, opened};
use super::{Answer, File, tell};
use crate::game::{Unit, called};
use crate::lab::analyse::{Restriction, Use};
use crate::lab::cards::Ruling;
use crate::lab::strategy::{
    Fit, Goals, Like, Opening as First, RuleWorth, SquadCell, Squads, Strategy, Worth,
};
use crate::scenario::Plan;
use crate::stats::Estimate;
use crate::verdict::{
    Opening, Status, brief_difference, capital, count, listed, players, show, show_difference,
};

/// A strategy page, ready to be told.
pub struct Telling {
    /// What was found.
    pub found: Strategy,
    /// Rows of the terminal's tables.
    pub top: usize,
}

/// The document that `strategy --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    #[serde(flatten)]
    heading: Heading<'a>,
    #[serde(flatten)]
    found: &'a Strategy,
}

const fn like(like: Like) -> &'static str {
    match like {
        Like::Yes => "as football's",
        Like::Less => "less",
        Like::More => "more",
        Like::Undecided => "undecided",
    }
}

/// What goals are like, in a sentence.
fn goals(goals: &Goals) -> String {
    let fits: Vec<Like> =
        [goals.dispersion, goals.draws, goals.rho].iter().flatten().map(|fit| fit.like).collect();
    let spread = goals.dispersion.map(|fit| {
        let size = show(&fit.estimate, Unit::Number);
        match fit.like {
            Like::Yes => format!("spread as Poisson's ({size} of it)"),
            Like::Less => format!("more even than Poisson's ({size} of its spread)"),
            Like::More => format!("more spread than Poisson's ({size} times)"),
            Like::Undecided => format!("not known to be spread as Poisson's ({size} of it)"),
        }
    });
    let draws = goals.draws.map(|fit| {
        let size = show_difference(&fit.estimate, Unit::Share);
        match fit.like {
            Like::Yes => "draws are as frequent as Skellam's".to_owned(),
            Like::Less => format!("there are fewer draws than Skellam's ({size})"),
            Like::More => format!("there are more draws than Skellam's ({size})"),
            Like::Undecided => format!("whether draws are as frequent as Skellam's is not clear ({size})"),
        }
    });
    let rho = goals.rho.map(|fit| {
        let size = show(&fit.estimate, Unit::Number);
        match fit.like {
            Like::Yes => "low scores are those of independent sides".to_owned(),
            Like::Less => format!("0-0 and 1-1 are commoner than independent sides have them (ρ {size})"),
            Like::More => format!("0-0 and 1-1 are rarer than independent sides have them (ρ {size})"),
            Like::Undecided => format!("how low scores depend is not clear (ρ {size})"),
        }
    });
    let parts: Vec<String> = spread.into_iter().chain(draws).chain(rho).collect();
    if parts.is_empty() || goals.means == [0.0; 2] {
        return "Nobody scores, so that no model of goals can be held against this.".to_owned();
    }
    let verdict = if fits.iter().all(|&like| like == Like::Yes) {
        "Goals look like football's"
    } else if fits.iter().any(|like| matches!(like, Like::Less | Like::More)) {
        "Goals don't look like football's"
    } else {
        "Whether goals look like football's is not clear"
    };
    format!("{verdict}: {}.", parts.join("; "))
}

/// Names of rows that are meant, in quotes.
fn quoted<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    names.map(|name| format!("“{name}”")).collect()
}

fn opening(found: &Strategy) -> Opening {
    let openings =
        |ruling| quoted(found.openings.iter().filter(|row| row.ruling == ruling).map(|row| &row.name));
    let moves = |ruling| quoted(found.moves.iter().filter(|row| row.ruling == ruling).map(|row| &row.name));
    let cards = |ruling| {
        let goods = found.cards.iter().flat_map(|list| list.of(ruling));
        quoted(goods.map(|row| &row.name))
    };
    let mut said = Vec::new();
    let mut add = |names: Vec<String>, one: &str, many: &str| {
        if !names.is_empty() {
            let verb = if names.len() == 1 { one } else { many };
            said.push(format!("{} {verb}", listed(&names, 3)));
        }
    };
    let better = openings(Worth::Better);
    add(better.clone(), "opens better than the bot's own choice", "open better than the bot's own choice");
    let mut traps: Vec<&Restriction> = found.moves.iter().filter(|row| row.ruling == Use::Trap).collect();
    traps.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let trap = |row: &&Restriction| {
        let change = row.change.as_ref().map(change).unwrap_or_default();
        format!("“{}” ({change} without it)", row.name)
    };
    add(traps.iter().map(trap).collect(), "is a trap", "are traps");
    add(cards(Ruling::TooStrong), "is too strong", "are too strong");
    add(cards(Ruling::Dead), "is dead", "are dead");
    add(cards(Ruling::Harmful), "costs whoever holds it", "cost whoever holds them");
    add(moves(Use::NoDifference), "makes no difference", "make no difference");
    let who = players(&found.plan, found.arm);
    let first = if said.is_empty() {
        format!("No opening, move or card is shown to be dominated in play of {who}.")
    } else {
        format!("In play of {who} {}.", said.join("; "))
    };
    let second = found.goals.as_ref().map(goals).unwrap_or_default();
    let squads = found.squads.as_ref().map(best).unwrap_or_default();
    let dominated = !cards(Ruling::TooStrong).is_empty() || !cards(Ruling::Dead).is_empty();
    let never = found.squads.iter().any(|squads| !squads.dominated().is_empty());
    let printing = match (dominated, better.is_empty()) {
        (true, _) => "look at the cards that are named first: what nobody wants, or everybody, is no choice",
        (false, false) => "nothing yet; a bot that could open better is one whose verdicts are to be doubted",
        (false, true) if !traps.is_empty() => {
            "look at the traps: a rule that harms whoever uses it is one to change, unless it is only this bot that uses it badly"
        }
        (false, true) if never => {
            "a kind of squad that is never best is no choice: look at what its players cost and can do"
        }
        (false, true) => "nothing here speaks against it",
    };
    let status = if dominated { Status::Bad } else { Status::Plain };
    let cut = if found.interrupted { "It was interrupted; this is what the games so far say." } else { "" };
    Opening::new(status, first, printing).beside(&squads).beside(&second).beside(cut)
}

/// How much a ban changes, whichever way.
fn size(row: &Restriction) -> f64 {
    row.change.as_ref().map_or(0.0, |change| change.value.abs())
}

fn change(estimate: &Estimate) -> String {
    brief_difference(estimate, Unit::Points)
}

fn p_value(p: Option<f64>) -> String {
    p.map_or_else(String::new, |p| if p < 0.001 { "below 0.001".to_owned() } else { format!("{p:.3}") })
}

fn models(goals: &Goals) -> Table {
    let [one, other] = goals.sides.each_ref().map(|side| called::told(side));
    let rows = [
        (
            "spread of goals, of Poisson's",
            "1: Poisson's; below: more even; above: wilder",
            goals.dispersion,
            Unit::Number,
        ),
        ("draws above Skellam's", "0: as two independent Poisson sides", goals.draws, Unit::Points),
        (
            "Dixon and Coles's ρ",
            "0: independent; below: more 0-0 and 1-1 (football: about −0.1)",
            goals.rho,
            Unit::Number,
        ),
    ];
    let rows = rows.into_iter().filter_map(|(what, meaning, fit, unit)| Some((what, meaning, fit?, unit)));
    Rows::of(rows)
        .words("what", |(what, ..)| what)
        .numbers("number", |(.., fit, unit)| match unit {
            Unit::Points => change(&fit.estimate),
            _ => show(&fit.estimate, Unit::Number),
        })
        .words("verdict", |(.., fit, _)| like(fit.like))
        .numbers("p, every match by itself", |(.., fit, _)| p_value(fit.p))
        .words("how to read it", |(_, meaning, ..)| meaning)
        .table(format!(
            "Goals beside football's models: {} scores, {:.2} goals of {one}, {:.2} of {other}",
            count(goals.matches),
            goals.means[0],
            goals.means[1]
        ))
        .note(format!(
            "Counted: {}. Poisson (Maher 1982), Skellam (1946), Dixon and Coles (1997, where 0-0, 0-1, 1-0 or 1-1 occur). A \
             game need not be like them.",
            called::told(&goals.counted)
        ))
        .show(Show::All)
}

fn firsts(found: &Strategy, top: usize) -> Table {
    let table = Rows::of(&found.openings)
        .words("begins with", |row: &First| row.name.as_str())
        .words("beside the bot's own choice", |row| row.ruling.words())
        .numbers("share of wins", |row| change(&row.change))
        .numbers("games", |row| count(row.games))
        .table("One player begins with this, everybody plays on as ever")
        .note(
            "On the luck of the same games, the best of up to eight moves of the class by a few continuations; where the bot \
             would have begun so anyway the change is 0. Verdicts hold for all openings together.",
        );
    Table { show: Show::First(top), rest: "openings.csv".to_owned(), ..table }
}

fn moves(found: &Strategy, top: usize) -> Table {
    let share = |change: &Option<Estimate>| Cell::new(change.as_ref().map(self::change).unwrap_or_default());
    let mut rows: Vec<&Restriction> = found.moves.iter().collect();
    rows.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let table = Rows::of(rows)
        .words("forbidden", |row| row.name.as_str())
        .words("verdict", |row| row.ruling.words())
        .numbers("share of wins", |row| share(&row.change))
        .numbers("bites in games", |row| format!("{:.0} %", 100.0 * row.games))
        .table("One player may not do one thing, everybody else may")
        .note("A trap is what the player does better without.");
    Table { show: Show::First(top), rest: "moves.csv".to_owned(), ..table }
}

fn cards(found: &Strategy, top: usize) -> Option<Table> {
    let list = found.cards.as_ref()?;
    let table = Rows::of(&list.goods)
        .words("what", |row| row.name.as_str())
        .words("verdict", |row| row.ruling.words())
        .numbers("worth to its holder", |row| change(&row.worth))
        .numbers("above others of its class", |row| change(&row.edge))
        .words("class", |row| row.class.as_str())
        .table("What one more of each is worth to whoever is handed it")
        .note("The command `cards` plays on until every one of them is decided.");
    Some(Table { show: Show::First(top), rest: "cards.csv".to_owned(), ..table })
}

/// A squad's worth as a cell has it.
fn worth(squads: &Squads, estimate: &Estimate) -> String {
    if squads.games == 0 { format(squads).value(estimate.value) } else { show(estimate, squads.unit) }
}

/// What of the map is clear, in a sentence; nothing where nothing is.
fn best(squads: &Squads) -> String {
    let clear: Vec<String> = squads
        .row_names()
        .into_iter()
        .filter_map(|row| {
            let cell = squads.clear_best(row)?;
            Some(format!("“{}” ({row}: {})", cell.column, worth(squads, &cell.worth)))
        })
        .collect();
    let never: Vec<String> = squads.dominated().into_iter().map(|column| format!("“{column}”")).collect();
    let is = |names: &[String]| if names.len() == 1 { "is" } else { "are" };
    let clear = (!clear.is_empty()).then(|| format!("clearly best {} {}", is(&clear), listed(&clear, 3)));
    let never = (!never.is_empty()).then(|| format!("never best {} {}", is(&never), listed(&never, 3)));
    let said: Vec<String> = clear.into_iter().chain(never).collect();
    if said.is_empty() {
        String::new()
    } else {
        // Looked at without play, a squad's cards are all at hand.
        let how = if squads.games == 0 { ", if every card can be had," } else { "" };
        format!("Of squads by {}{how} {}.", squads.columns, said.join("; "))
    }
}

fn squads(squads: &Squads) -> Table {
    let how = if squads.games == 0 {
        "Every squad of each kind was looked at, exactly.".to_owned()
    } else {
        format!(
            "{} squads were tried; the best found of each kind played {} games on luck that the search never saw. A better one may \
             have been missed.",
            count(squads.tried as u64),
            count(squads.games)
        )
    };
    Rows::of(&squads.cells)
        .words(&squads.rows, |cell: &SquadCell| cell.row.as_str())
        .words(&squads.columns, |cell| cell.column.as_str())
        .words("beside its rivals", |cell| cell.ruling.words())
        .numbers("comes to", |cell| worth(squads, &cell.worth))
        .words("best squad found", |cell| cell.squad.as_str())
        .table("The best squad of every kind")
        .note(format!(
            "Told by {}; {} is level. {how} Verdicts hold for all together.",
            squads.counted,
            level(squads)
        ))
        .show(Show::All)
}

/// What a squad as good as its rivals' comes to.
fn level(squads: &Squads) -> String {
    format(squads).value(squads.equal)
}

fn format(squads: &Squads) -> Format {
    if squads.unit == Unit::Share { Format::percent(1) } else { Format::number(2) }
}

/// The same as a picture.
fn map(squads: &Squads) -> Figure {
    let (rows, columns) = (squads.row_names(), squads.column_names());
    let cell = |row: &str, column: &str| {
        let found = squads.cells.iter().find(|cell| cell.row == row && cell.column == column)?;
        let Estimate { value, low, high, .. } = found.worth;
        Some(Point::new(value, low, high)).filter(Point::is_finite)
    };
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Figure::Heatmap(Heatmap {
        head: Words {
            id: "squads".to_owned(),
            title: "The best squads".to_owned(),
            subtitle: squads.counted.clone(),
            note: format!("The best squad found of each kind; {} is level.", level(squads)),
        },
        value: Axis::new(&squads.counted, format(squads)),
        row_title: squads.rows.clone(),
        column_title: squads.columns.clone(),
        cells: rows.iter().map(|row| columns.iter().map(|column| cell(row, column)).collect()).collect(),
        rows: owned(&rows),
        columns: owned(&columns),
        centre: Some(squads.equal),
    })
}

fn starts(found: &Strategy) -> Option<Table> {
    let holds = |start: &Estimate| match (start.low > 0.0, start.high < 0.0) {
        (true, _) => "helps",
        (_, true) => "harms",
        _ => "not clear",
    };
    let table = Rows::of(&found.head_starts)
        .words("the first player has more", |start| start.value.as_str())
        .words("verdict", |start| holds(&start.corrected))
        .numbers("its share of wins", |start| change(&start.change))
        .table("What a head start is worth")
        .note("The house rule `bonus-1` beside the game without it, on the same luck. Verdicts hold for all together.")
        .show(Show::All);
    (!found.head_starts.is_empty()).then_some(table)
}

fn rules(found: &Strategy) -> Option<Table> {
    let holds = |change: &Estimate| match (change.low > 0.0, change.high < 0.0) {
        (true, _) => "more",
        (_, true) => "less",
        _ => "not clear",
    };
    let table = Rows::of(&found.rules)
        .words("rule", |row: &RuleWorth| row.rule)
        .words("set to", |row| row.set.as_str())
        .words("what it changes", |row| row.metric.worded())
        .words("verdict", |row| holds(&row.corrected))
        .numbers("change", |row| brief_difference(&row.change, row.unit))
        .table("What rules are worth")
        .note(
            "The game with the rule set so beside the game as it is here, on the same luck. Shares change by percentage points. \
             Verdicts hold for all together.",
        )
        .show(Show::All);
    (!found.rules.is_empty()).then_some(table)
}

/// What openings, moves and cards do to the share of wins of whoever has them, as
/// one picture; none where nothing was tried.
fn winners(found: &Strategy, top: usize) -> Option<Figure> {
    let openings = found.openings.iter().map(|row| {
        ("begins with", &row.name, &row.change, matches!(row.ruling, Worth::Better | Worth::Worse))
    });
    let moves = found.moves.iter().filter_map(|row| {
        Some(("may not", &row.name, row.change.as_ref()?, matches!(row.ruling, Use::Matters | Use::Trap)))
    });
    let goods = found.cards.iter().flat_map(|list| &list.goods);
    let goods = goods.map(|row| {
        let clear = row.corrected_worth.low > 0.0 || row.corrected_worth.high < 0.0;
        ("has one more", &row.name, &row.worth, clear)
    });
    let groups = [openings.collect::<Vec<_>>(), moves.collect(), goods.collect()];
    let mut rows = Vec::new();
    for mut group in groups {
        group.retain(|(.., change, _)| change.value.is_finite() && change.half_width().is_finite());
        // What does most, whichever way.
        group.sort_by(|a, b| b.2.value.abs().total_cmp(&a.2.value.abs()));
        rows.extend(group.into_iter().take(top).map(|(group, name, change, clear)| ForestRow {
            group: group.to_owned(),
            label: name.clone(),
            point: Point::new(change.value, change.low, change.high),
            standing: if clear { Standing::Clear } else { Standing::Unclear },
        }));
    }
    (!rows.is_empty()).then(|| {
        Figure::Forest(Forest {
            head: Words {
                id: "winners".to_owned(),
                title: "What wins and what loses".to_owned(),
                subtitle: "Change of the share of wins of one player among players of the same kind".to_owned(),
                note: "Of openings, forbidden moves and cards, of each those that change most. Each interval holds by itself; clear \
                       is what the tables call so, corrected for how many were tried."
                    .to_owned(),
            },
            axis: Axis::new("change of the share of wins (percentage points)", Format::points(1).with_sign()),
            rows,
            order: Order::ByValue,
            references: vec![Reference::new(0.0, "no change")],
            margin: None,
            keys: Key::list([(Standing::Clear, "clear"), (Standing::Unclear, "not clear")]),
        })
    })
}

fn number(x: f64) -> Option<String> {
    x.is_finite().then(|| x.to_string())
}

fn methods(found: &Strategy) -> Vec<Method> {
    vec![
        Method::new(
            "Goals",
            "the spread is Σ (goals − mean)²/mean over what Poisson's would be (Fisher's index of dispersion), draws are \
             counted above Skellam's distribution of differences at the same means, ρ is by maximum likelihood within \
             max(−1/λ, −1/μ) ≤ ρ ≤ min(1/(λμ), 1). Intervals leave out each of fifty groups of games in turn (the \
             jackknife: Tukey 1958), so that matches of one game may have something in common. As football's: within \
             0.1 of Poisson's spread, two points of Skellam's draws, 0.1 of independence. The p values are those of \
             the dispersion test, of χ² over differences and of the likelihood ratio.",
        ),
        Method::new(
            "Openings",
            format!(
                "in {} games one player, each seat as often, makes its first decision by each class of moves in turn, on the \
                 same luck; intervals over games by the delta method, corrected for their number (Bonferroni).",
                count(found.blocks)
            ),
        ),
        Method::new(
            "Restricted play (Jaffe et al. 2012)",
            "as `analyse --restrict`: of the classes said to matter or to be traps at most one in twenty is called so \
             wrongly (Benjamini and Hochberg 1995); no difference: the whole interval within ± 1 point.",
        ),
        Method::new(
            "Cards",
            "as the command `cards`, looked at once; verdicts hold for the whole list (Bonferroni).",
        ),
        Method::new(
            "Squads",
            "where they are not enumerated: of each kind squads race on shared luck, half of them out after each round \
             (successive halving), then the winner against all that differ by one step, until none beats it; what is \
             told was played on other luck. Where the bot searches, the strongest quick bot of the panel chose the squads.",
        ),
    ]
}

impl Answer for Telling {
    const NAME: &'static str = "strategy";

    fn opening(&self) -> Opening {
        opening(&self.found)
    }

    fn page(&self) -> Page {
        let (found, top) = (&self.found, self.top);
        let arm = found.plan.arms[found.arm].clone();
        let title = arm.ruleset.title;
        let scenario = Plan { arms: vec![arm], ..found.plan.clone() };
        let mut sections = Vec::new();
        let mut add = |title: &str, parts: Vec<Part>| {
            if !parts.is_empty() {
                sections.push(Section::new(title, parts));
            }
        };
        add("What wins and what loses", winners(found, top).map(Part::from).into_iter().collect());
        add("Goals", found.goals.iter().map(|goals| models(goals).into()).collect());
        let of = |any: bool, table: Table| any.then(|| table.into()).into_iter().collect();
        add("Openings", of(!found.openings.is_empty(), firsts(found, top)));
        add("Moves", of(!found.moves.is_empty(), moves(found, top)));
        add("Cards, players, tiles", cards(found, top).map(Part::from).into_iter().collect());
        let best = found.squads.iter().flat_map(|best| [Part::from(map(best)), squads(best).into()]);
        add("Squads", best.collect());
        add("Head starts", starts(found).map(Part::from).into_iter().collect());
        add("Rules", rules(found).map(Part::from).into_iter().collect());
        Page {
            title: format!("Strategy — {title}"),
            question: format!("What do games of {} say about the rules?", players(&found.plan, found.arm)),
            verdicts: opened(&opening(found), None),
            reading: format!(
                "Points are percentage points of the share of wins; ± is half the width of a {:.0} % interval.",
                100.0 * found.level
            ),
            sections,
            methods: methods(found),
            assumptions: tell::assumptions(&scenario),
            assumption_note: String::new(),
            files: vec![
                FileLink::new("openings.csv", "one row per class of first moves"),
                FileLink::new("moves.csv", "one row per class of moves that was forbidden"),
                FileLink::new("cards.csv", "one row per card, player or tile"),
                FileLink::new("squads.csv", "the best squad of every kind"),
                FileLink::new("rules.csv", "what rules are worth, a row per value and metric"),
                FileLink::new("goals.csv", "goals beside football's models"),
                FileLink::new("strategy.json", "everything, with documented keys"),
            ],
            plots: tell::PLOTS.to_owned(),
            footer: Footer::of(&found.plan, found.games),
        }
    }

    fn json(&self) -> String {
        let found = &self.found;
        text(&Document { heading: Heading::from(&found.plan).opening(opening(found)), found })
    }

    fn csv(&self) -> Vec<u8> {
        Columns::of(&self.found.openings)
            .with("opening", |row| row.name.as_str())
            .with("ruling", |row| row.ruling.words())
            .with("change", |row| number(row.change.value))
            .with("change_low", |row| number(row.change.low))
            .with("change_high", |row| number(row.change.high))
            .with("games", |row| row.games)
            .bytes()
    }

    fn files(&self) -> Vec<File> {
        let found = &self.found;
        let goals = found.goals.iter().flat_map(|goals| {
            [("dispersion", goals.dispersion), ("draws-beyond-skellam", goals.draws), ("rho", goals.rho)]
        });
        let goals: Vec<(&str, Fit)> = goals.filter_map(|(name, fit)| Some((name, fit?))).collect();
        let goals = Columns::of(&goals)
            .with("what", |(name, _)| *name)
            .with("value", |(_, fit)| number(fit.estimate.value))
            .with("low", |(_, fit)| number(fit.estimate.low))
            .with("high", |(_, fit)| number(fit.estimate.high))
            .with("model", |(_, fit)| number(fit.model))
            .with("like", |(_, fit)| capital(like(fit.like)))
            .with("p", |(_, fit)| fit.p.and_then(number));
        let cards = found.cards.as_ref().map(|list| &list.goods[..]).unwrap_or_default();
        let cards = Columns::of(cards)
            .with("name", |row| row.name.as_str())
            .with("class", |row| row.class.as_str())
            .with("ruling", |row| row.ruling.words())
            .with("worth", |row| number(row.worth.value))
            .with("worth_low", |row| number(row.worth.low))
            .with("worth_high", |row| number(row.worth.high))
            .with("edge", |row| number(row.edge.value));
        let rules = Columns::of(&found.rules)
            .with("rule", |row| row.rule)
            .with("set", |row| row.set.as_str())
            .with("metric", |row| row.metric.to_string())
            .with("change", |row| number(row.change.value))
            .with("change_low", |row| number(row.change.low))
            .with("change_high", |row| number(row.change.high))
            .with("corrected_low", |row| number(row.corrected.low))
            .with("corrected_high", |row| number(row.corrected.high));
        let squads = found.squads.as_ref().map(|squads| &squads.cells[..]).unwrap_or_default();
        let squads = Columns::of(squads)
            .with("row", |cell| cell.row.as_str())
            .with("column", |cell| cell.column.as_str())
            .with("squad", |cell| cell.squad.as_str())
            .with("ruling", |cell| cell.ruling.words())
            .with("worth", |cell| number(cell.worth.value))
            .with("worth_low", |cell| number(cell.worth.low))
            .with("worth_high", |cell| number(cell.worth.high))
            .with("corrected_low", |cell| number(cell.corrected.low))
            .with("corrected_high", |cell| number(cell.corrected.high));
        vec![
            ("strategy.json".to_owned(), self.json().into_bytes()),
            ("openings.csv".to_owned(), self.csv()),
            ("moves.csv".to_owned(), super::analyse::restricted(&found.moves)),
            ("cards.csv".to_owned(), cards.bytes()),
            ("squads.csv".to_owned(), squads.bytes()),
            ("rules.csv".to_owned(), rules.bytes()),
            ("goals.csv".to_owned(), goals.bytes()),
        ]
    }

    fn exit(&self) -> u8 {
        if self.found.interrupted { 130 } else { 0 }
    }
}
