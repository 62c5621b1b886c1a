//! Figures with plausible numbers for the tests of plots and pages: few and many
//! arms, short and long names, all kinds of plots.

use crate::report::figure::{
    Axis, BarGroup, Bins, Convergence, Curve, CurvePoint, CurveSeries, Figure, Forest, ForestRow, Format,
    Heading, Heatmap, Histogram, Key, Margin, Order, Point, Reference, SeatBars, Spread, Standing, Tornado,
    TornadoEnd, TornadoRow,
};

/// Numbers between 0 and 1 that are the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / (1_u64 << 24) as f64
    }

    /// Roughly normal around zero.
    fn bell(&mut self) -> f64 {
        (0..6).map(|_| self.next()).sum::<f64>() / 3.0 - 1.0
    }
}

fn heading(id: &str, title: &str, subtitle: &str) -> Heading {
    Heading {
        id: id.to_owned(),
        title: title.to_owned(),
        subtitle: subtitle.to_owned(),
        note: "Intervals: 95 %, Wilson score over blocks of two mirrored games. Seed 20260101.".to_owned(),
    }
}

fn around(value: f64, half: f64) -> Point {
    Point::new(value, value - half, value + half)
}

fn judged(point: &Point, low: f64, high: f64) -> Standing {
    if point.low >= low && point.high <= high {
        Standing::Good
    } else if point.high < low || point.low > high {
        Standing::Bad
    } else {
        Standing::Undecided
    }
}

fn keys() -> Vec<Key> {
    [
        (Standing::Good, "fair: whole interval inside the margin"),
        (Standing::Bad, "unfair: whole interval outside"),
        (Standing::Undecided, "undecided"),
        (Standing::Baseline, "as printed"),
    ]
    .into_iter()
    .map(|(standing, text)| Key { standing, text: text.to_owned() })
    .collect()
}

pub(crate) fn forest_two() -> Figure {
    let row = |label: &str, value: f64, standing| ForestRow {
        group: String::new(),
        label: label.to_owned(),
        point: around(value, 0.0031),
        standing,
    };
    Figure::Forest(Forest {
        head: heading(
            "home-wins",
            "Five points of home advantage turn 51.2 % home wins into 58.4 %",
            "King of the Pitch, greedy bots on both sides, 100 000 mirrored pairs per arm.",
        ),
        axis: Axis::new("home wins (% of decided games)", Format::percent(1)),
        rows: vec![
            row("no home advantage", 0.512, Standing::Baseline),
            row("home-advantage-points=5", 0.584, Standing::Bad),
        ],
        references: vec![Reference::new(0.5, "fair: 50 %")],
        margin: Some(Margin { low: 0.48, high: 0.52, label: "counts as fair: 48–52 %".to_owned() }),
        keys: keys(),
        ..Forest::default()
    })
}

pub(crate) fn forest_five() -> Figure {
    let labels = [
        "as printed",
        "two dice for the attack, three for the defence in the last round",
        "home-advantage-points=12, corner-redraw=never, shoot-out=sudden-death, extra-time=two-halves-of-five-cards",
        "random bot",
        "V.A.R. once per half",
    ];
    let values = [0.031, -0.012, 0.0004, 0.118, -0.047];
    let rows = labels
        .iter()
        .zip(values)
        .map(|(label, value)| ForestRow {
            group: String::new(),
            label: (*label).to_owned(),
            point: around(value, 0.004 + f64::abs(value) / 12.0),
            standing: Standing::Plain,
        })
        .collect();
    Figure::Forest(Forest {
        head: heading(
            "effect-on-home-wins",
            "Which change moves the home side's share of wins?",
            "Difference to the game as printed, paired over the same luck; 40 000 blocks.",
        ),
        axis: Axis::new("change of home wins (percentage points)", Format::points(1)),
        rows,
        order: Order::ByValue,
        references: vec![Reference::new(0.0, "no change")],
        ..Forest::default()
    })
}

pub(crate) fn forest_many() -> Figure {
    let mut numbers = Numbers(7);
    let groups =
        ["King of the Pitch", "Futbol Dash", "Squad Rush Season", "Time of Soccer", "Time Vault Soccer"];
    let switches = [
        "corner-redraw=never",
        "home-advantage-points=0",
        "home-advantage-points=10",
        "deck-size=48",
        "shoot-out=grid-of-16",
        "var-per-half=2",
        "market-bids=sealed, ties-broken-by=coin-toss-before-the-match",
        "yellow-cards=ignored",
    ];
    let mut rows = Vec::new();
    for index in 0..85 {
        let value = 0.5 + 0.06 * numbers.bell();
        let point = around(value, 0.004 + 0.016 * numbers.next());
        let switch = switches[index % switches.len()];
        rows.push(ForestRow {
            group: groups[index / 17].to_owned(),
            label: if index % 17 == 0 {
                "as printed".to_owned()
            } else {
                format!("{switch} (greedy, {index})")
            },
            point,
            standing: if index % 17 == 0 { Standing::Baseline } else { judged(&point, 0.47, 0.53) },
        });
    }
    Figure::Forest(Forest {
        head: heading(
            "atlas-first-seat",
            "Who starts wins: 85 variants of five games",
            "Share of decided games won by the seat that acts first; 20 000 blocks per variant, sorted by size within each game.",
        ),
        axis: Axis::new("wins of the first seat (% of decided games)", Format::percent(1)),
        rows,
        order: Order::ByValue,
        references: vec![Reference::new(0.5, "fair: 50 %")],
        margin: Some(Margin { low: 0.47, high: 0.53, label: "counts as fair: 47–53 %".to_owned() }),
        keys: keys(),
    })
}

pub(crate) fn bars(seats: usize, series: &[&str]) -> Figure {
    let mut numbers = Numbers(3 + seats as u64);
    let fair = 1.0 / seats as f64;
    let groups = (0..seats)
        .map(|seat| BarGroup {
            label: if seat == 0 { "Seat 1 (acts first)".to_owned() } else { format!("Seat {}", seat + 1) },
            points: series
                .iter()
                .map(|_| around(fair * (1.0 + 0.12 * numbers.bell() - 0.04 * seat as f64), 0.0045))
                .collect(),
        })
        .collect();
    Figure::SeatBars(SeatBars {
        head: heading(
            "wins-by-seat",
            &format!("Wins by seat at a table of {seats}"),
            "Futbol Dash, greedy bots everywhere, 50 000 games per arm, entrants rotate over the seats.",
        ),
        x: "seat in turn order".to_owned(),
        y: Axis::new("share of games won (%)", Format::percent(1)),
        series: series.iter().map(|name| (*name).to_owned()).collect(),
        groups,
        references: vec![Reference::new(fair, &format!("fair: {:.1} %", fair * 100.0))],
    })
}

pub(crate) fn goals(names: &[&str]) -> Figure {
    let bins = Bins { start: 0, width: 1, count: 13, open: true };
    let series = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let mean = 2.1 + 0.8 * index as f64;
            let mut share = (-mean).exp();
            let mut shares = Vec::new();
            for goals in 0..13 {
                shares.push(share);
                share *= mean / f64::from(goals + 1);
            }
            Spread { name: (*name).to_owned(), shares, marks: Vec::new() }
        })
        .collect();
    Figure::Histogram(Histogram {
        head: heading(
            "goals-per-match",
            "Most matches end with one to three goals",
            "Goals of both sides together, 100 000 matches per arm.",
        ),
        x: Axis::new("goals per match", Format::number(0)),
        y: Axis::new("share of matches (%)", Format::percent(1)),
        bins,
        apart: String::new(),
        series,
    })
}

pub(crate) fn lengths(names: &[&str]) -> Figure {
    let mut numbers = Numbers(11);
    let bins = Bins::covering(20, 399, 40);
    let series = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let counts: Vec<(i64, u64)> = (0..8000)
                .map(|_| {
                    let turns =
                        90.0 + 45.0 * index as f64 + 70.0 * numbers.bell() + 60.0 * numbers.next().powi(3);
                    ((turns as i64).clamp(20, 399), 1)
                })
                .collect();
            let mut sorted: Vec<i64> = counts.iter().map(|&(turns, _)| turns).collect();
            sorted.sort_unstable();
            let (median, long) = (sorted[sorted.len() / 2], sorted[sorted.len() * 95 / 100]);
            Spread {
                name: (*name).to_owned(),
                shares: bins.shares(&counts),
                marks: vec![
                    Reference::new(median as f64, &format!("median: {median} turns")),
                    Reference::new(long as f64, &format!("19 of 20 games end by turn {long}")),
                ],
            }
        })
        .collect();
    Figure::Histogram(Histogram {
        head: heading(
            "turns-per-game",
            "How long a game lasts",
            "Time of Soccer, leagues of four, 8 000 games per arm.",
        ),
        x: Axis::new("turns per game", Format::number(0)),
        y: Axis::new("share of games (% per bin of 10 turns)", Format::percent(1)),
        bins,
        apart: String::new(),
        series,
    })
}

/// Short games of which some are stopped at a cap.
pub(crate) fn stopped(names: &[&str]) -> Figure {
    let bins = Bins { count: 31, open: true, ..Bins::covering(10, 68, 30) };
    let counts: Vec<(i64, u64)> =
        (10..69).map(|turns| (turns, ((turns - 9) * (70 - turns)) as u64)).collect();
    let series = names.iter().enumerate().map(|(index, name)| {
        let mut counts = counts.clone();
        counts.push((5000, 2600 * index as u64 + 900));
        let marks = vec![Reference::new(38.0, "median 38")];
        Spread { name: (*name).to_owned(), shares: bins.shares(&counts), marks }
    });
    Figure::Histogram(Histogram {
        head: heading("turns-stopped", "Some games never end", "Futbol Dash, 8 000 games per arm."),
        x: Axis::new("turns", Format::number(0)),
        y: Axis::new("share of games", Format::percent(0)),
        bins,
        apart: "stopped, or longer".to_owned(),
        series: series.collect(),
    })
}

/// Effects whose intervals reach over zero.
pub(crate) fn tornado_open() -> Figure {
    let end = |setting: &str, value: f64, half: f64| TornadoEnd::new(setting, around(value, half));
    let row = |label: &str, ends: Vec<TornadoEnd>| TornadoRow { label: label.to_owned(), ends };
    Figure::Tornado(Tornado {
        head: heading("effects-open", "Small effects", "Futbol Dash, 400 games per arm."),
        axis: Axis::new("change of home wins (percentage points)", Format::points(1)),
        rows: vec![
            row("var-priority (on)", vec![end("off", -0.004, 0.012), end("first", 0.003, 0.012)]),
            row(
                "hand-size (5)",
                vec![end("4", -0.03, 0.012), end("6", 0.011, 0.012), end("7", 0.028, 0.012)],
            ),
            row("corner-redraw (once)", vec![end("never", -0.0015, 0.0014), end("twice", 0.002, 0.0015)]),
        ],
        references: vec![Reference::new(0.0, "no change")],
    })
}

/// Scores by share, on few or many lines; what was never seen is empty.
pub(crate) fn scores(lines: usize) -> Figure {
    let names: Vec<String> = (0..lines).map(|goals| goals.to_string()).collect();
    let share = |row: usize, column: usize| {
        (row + column < lines + 2).then(|| Point::exact(0.21 / (1.0 + (row * row + column * column) as f64)))
    };
    Figure::Heatmap(Heatmap {
        head: heading("scorelines", "Scores", "Goals of seat 0 and seat 1, 100 000 matches."),
        value: Axis::new("share of all scores (–: never seen)", Format::percent(1)),
        row_title: "goals of seat 0".to_owned(),
        column_title: "goals of seat 1".to_owned(),
        rows: names.clone(),
        columns: names,
        cells: (0..lines).map(|row| (0..lines).map(|column| share(row, column)).collect()).collect(),
        centre: None,
    })
}

/// Shares with intervals that reach beyond what a share can be.
pub(crate) fn shares() -> Figure {
    let group = |label: &str, alone: (f64, f64), all: (f64, f64)| BarGroup {
        label: label.to_owned(),
        points: vec![around(alone.0, alone.1), around(all.0, all.1)],
    };
    Figure::SeatBars(SeatBars {
        head: heading("totals", "Share of the spread by unknown number", "512 rows of 400 games each."),
        x: "unknown number".to_owned(),
        y: Axis::new("share of the variance", Format::percent(0)),
        series: vec!["by itself".to_owned(), "with all it interacts with".to_owned()],
        groups: vec![
            group("free-last", (0.71, 0.22), (0.93, 0.3)),
            group("dry-row", (0.02, 0.05), (0.11, 0.09)),
            group("shoot-out-cap", (-0.01, 0.03), (0.01, 0.03)),
        ],
        references: Vec::new(),
    })
}

pub(crate) fn tornado() -> Figure {
    let mut numbers = Numbers(5);
    let names = [
        "home-advantage-points (5)",
        "attack-dice (three)",
        "shoot-out-grid (16 cards, misses included)",
        "corner-redraw (once)",
        "assumption: what happens when the offensive deck runs out in the last round of a half (reshuffle)",
        "hand-limit (7)",
    ];
    let rows = (0..30)
        .map(|index| {
            let size = 0.09 / (1.0 + index as f64 * 0.4);
            let mut end = |setting: &str, sign: f64| {
                TornadoEnd::new(setting, around(sign * size * (0.4 + numbers.next()), 0.0035))
            };
            let ends = match index % 5 {
                0 => vec![end("0", -1.0), end("10", 1.0)],
                1 => vec![end("two", -1.0), end("four", 0.7)],
                2 => vec![end("never", 0.8), end("always, even after extra time", 1.0)],
                3 => vec![end("reshuffle", 0.01)],
                _ => vec![end("5", -0.9), end("9", 0.9), end("12", 1.1)],
            };
            let name = names[index % names.len()];
            TornadoRow {
                label: if index < names.len() {
                    name.to_owned()
                } else {
                    format!("switch-{index}-of-the-game (default)")
                },
                ends,
            }
        })
        .collect();
    Figure::Tornado(Tornado {
        head: heading(
            "explain-home-wins",
            "Home wins hang on home-advantage-points and the attack dice",
            "Effect of each setting against its default, one at a time, paired over the same luck; 20 000 blocks each.",
        ),
        axis: Axis::new("change of home wins (percentage points)", Format::points(1)),
        rows,
        references: vec![],
    })
}

pub(crate) fn heatmap(names: &[&str]) -> Figure {
    let mut numbers = Numbers(9);
    let size = names.len();
    let mut scores = std::collections::BTreeMap::new();
    for row in 0..size {
        for column in 0..row {
            let value = (0.5 + 0.07 * (row as f64 - column as f64) + 0.05 * numbers.bell()).clamp(0.02, 0.98);
            scores.insert((row, column), around(value, 0.006));
            scores.insert((column, row), around(1.0 - value, 0.006));
        }
    }
    let row = |row: usize| (0..size).map(|column| scores.get(&(row, column)).copied()).collect();
    let cells = (0..size).map(row).collect();
    Figure::Heatmap(Heatmap {
        head: heading(
            "bots-against-bots",
            "Every bot beats random; the tree search beats all",
            "Score of the row's bot against the column's (draws count half), 10 000 mirrored pairs per cell.",
        ),
        value: Axis::new("score of the row's bot (% of points)", Format::percent(1)),
        row_title: "bot".to_owned(),
        column_title: "its opponent".to_owned(),
        rows: names.iter().map(|name| (*name).to_owned()).collect(),
        columns: names.iter().map(|name| (*name).to_owned()).collect(),
        cells,
        centre: Some(0.5),
    })
}

pub(crate) fn curve(names: &[&str]) -> Figure {
    let series = names
        .iter()
        .enumerate()
        .map(|(index, name)| CurveSeries {
            name: (*name).to_owned(),
            points: (0..=10)
                .map(|x| {
                    let x = f64::from(x);
                    CurvePoint {
                        x,
                        y: around(0.5 + (0.016 - 0.004 * index as f64) * x - 0.0006 * x * x, 0.006),
                    }
                })
                .collect(),
        })
        .collect();
    Figure::Curve(Curve {
        head: heading(
            "sweep-home-advantage-points",
            "Each home advantage point is worth about 1.6 percentage points",
            "King of the Pitch, home-advantage-points 0 to 10, 20 000 mirrored pairs per setting.",
        ),
        x: Axis::new("home-advantage-points", Format::number(0)),
        y: Axis::new("home wins (% of decided games)", Format::percent(1)),
        series,
        references: vec![Reference::new(0.5, "fair: 50 %"), Reference::new(0.46, "real football: 46 %")],
        places: vec![Reference::new(5.0, "as printed: 5")],
        margin: None,
    })
}

pub(crate) fn convergence() -> Figure {
    let mut numbers = Numbers(2);
    let mut sum = 0.0;
    let mut games = 0.0;
    let mut points = Vec::new();
    let mut next = 100.0;
    while games < 200_000.0 {
        games += 100.0;
        sum += 100.0 * 0.531 + 5.0 * numbers.bell() * 1.4;
        if games >= next {
            let value = sum / games;
            points.push(CurvePoint { x: games, y: around(value, 1.6 / f64::sqrt(games)) });
            next *= 1.08;
        }
    }
    Figure::Convergence(Convergence {
        head: heading(
            "convergence-home-wins",
            "Decided after 18 600 games: home wins lie above the margin",
            "Running estimate with its always-valid 95 % confidence sequence.",
        ),
        x: Axis::new("games played", Format::number(0)),
        y: Axis::new("home wins (% of decided games)", Format::percent(1)),
        series: vec![CurveSeries { name: "as printed".to_owned(), points }],
        references: vec![Reference::new(0.5, "fair: 50 %")],
        decided: Some(Reference::new(18_600.0, "decided: 18 600 games")),
        margin: Some(Margin { low: 0.48, high: 0.52, label: "counts as fair: 48–52 %".to_owned() }),
    })
}

/// All samples, each with a name of its own.
pub(crate) fn all() -> Vec<(String, Figure)> {
    let bots = [
        "random",
        "greedy",
        "careful defender",
        "flat Monte Carlo, 200 playouts",
        "tree search, 2 000 playouts",
    ];
    let many: Vec<String> = (1..=14).map(|index| format!("bot number {index}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let three = ["as printed", "two dice", "no corner"];
    let five = ["as printed", "two dice", "no corner", "home-advantage-points=0", "random bots"];
    let mut all = vec![
        ("forest-2".to_owned(), forest_two()),
        ("forest-5".to_owned(), forest_five()),
        ("forest-85".to_owned(), forest_many()),
        ("goals-1".to_owned(), goals(&[""])),
        ("goals-3".to_owned(), goals(&three)),
        ("goals-5".to_owned(), goals(&five)),
        ("lengths-1".to_owned(), lengths(&[""])),
        ("lengths-3".to_owned(), lengths(&three)),
        ("stopped-1".to_owned(), stopped(&[""])),
        ("stopped-3".to_owned(), stopped(&three)),
        ("tornado".to_owned(), tornado()),
        ("tornado-open".to_owned(), tornado_open()),
        ("scores-3".to_owned(), scores(3)),
        ("scores-12".to_owned(), scores(12)),
        ("shares".to_owned(), shares()),
        ("heatmap-5".to_owned(), heatmap(&bots)),
        ("heatmap-14".to_owned(), heatmap(&many)),
        ("curve-1".to_owned(), curve(&[""])),
        (
            "curve-4".to_owned(),
            curve(&["random", "greedy", "careful defender", "tree search, 2 000 playouts"]),
        ),
        ("convergence".to_owned(), convergence()),
    ];
    for seats in 2..=6 {
        all.push((format!("bars-{seats}-1"), bars(seats, &[""])));
        all.push((format!("bars-{seats}-5"), bars(seats, &five)));
    }
    all
}
