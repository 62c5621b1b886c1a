//! Which columns the tables have, and what a game writes into them.
//!
//! A metric's cell is its value in that one game. Where a game is not the unit
//! it is counted over, the column `NAME.over` beside it holds how many units the
//! game had, so that a slice can weigh its games.

use crate::arena::batch::GameRow;
use crate::game::{Ending, LUCK, WIN};
use crate::metric::{Common, Metric, Reading};
use crate::scenario::{Plan, PlanArm};
use crate::tally::{Layout, layout::column};

/// Ends the name of a column that counts what a metric is divided by.
pub const OVER: &str = ".over";
/// Begins the name of a column that holds a switch.
pub const SET: &str = "set.";

/// Which table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One row per game.
    Games,
    /// One row per seat of a game.
    Seats,
}

impl Kind {
    /// Both tables.
    pub const ALL: [Self; 2] = [Self::Games, Self::Seats];

    /// Name of the table and of its file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Seats => "seats",
        }
    }
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Source {
    Ruleset,
    Arm,
    Pairing,
    Game,
    Block,
    Unfinished,
    Setting(String),
    Seat,
    Entrant,
    Bot,
    Squad,
    Share,
    Won,
    Score,
    Luck,
    Metric(Metric),
    Over(Metric),
}

/// The cells of a column over the rows of a chunk.
#[derive(Debug, Clone, PartialEq)]
pub enum Cells<'a> {
    /// Words.
    Text(Vec<Option<&'a str>>),
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Other numbers.
    Real(Vec<Option<f64>>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Whole,
    Real,
}

struct Column {
    name: String,
    source: Source,
    form: Form,
}

/// The columns of a table for all arms of a plan: those of one ruleset's own
/// metrics are empty in the rows of another's.
pub struct Sheet {
    kind: Kind,
    columns: Vec<Column>,
}

/// An arm as the sheet needs it.
pub struct Arm<'a> {
    arm: &'a PlanArm,
    name: &'a str,
    layout: &'a Layout,
}

impl<'a> Arm<'a> {
    /// `name` is the arm's, in full.
    #[must_use]
    pub fn new(arm: &'a PlanArm, name: &'a str, layout: &'a Layout) -> Self {
        Self { arm, name, layout }
    }

    /// Words that are the same in all rows of the arm.
    fn fixed(&self, source: &Source) -> Option<&'a str> {
        match source {
            Source::Ruleset => Some(self.arm.ruleset.facts().id),
            Source::Arm => Some(self.name),
            Source::Pairing => Some(&self.arm.pairing),
            Source::Setting(key) => {
                self.arm.settings.iter().find(|(switch, _)| switch.key == *key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Words of the row of a game and a seat.
    fn text(&self, source: &Source, game: &GameRow, seat: usize) -> Option<&'a str> {
        let entrant = usize::from(game.seating[seat]);
        match source {
            Source::Bot => self.arm.bots.get(entrant).map(String::as_str),
            Source::Squad => self.arm.squads.get(entrant)?.as_deref(),
            Source::Unfinished => match game.outcome.ending {
                Ending::Decided => None,
                Ending::Unfinished(reason) => {
                    self.arm.ruleset.facts().unfinished.get(usize::from(reason)).map(|stop| stop.code)
                }
            },
            _ => None,
        }
    }

    fn whole(&self, source: &Source, reading: Option<Reading>, game: &GameRow, seat: usize) -> Option<i64> {
        match source {
            Source::Game => Some(game.game as i64),
            Source::Block => Some(game.block as i64),
            Source::Seat => Some(seat as i64),
            Source::Entrant => Some(i64::from(game.seating[seat])),
            Source::Won => Some(game.columns[self.layout.seat_win(seat)]),
            Source::Score => Some(i64::from(game.outcome.score[seat])),
            Source::Over(_) => Some(game.columns[reading?.over]),
            _ => Some(game.columns[reading?.column]),
        }
    }

    fn real(&self, source: &Source, reading: Option<Reading>, game: &GameRow, seat: usize) -> Option<f64> {
        match source {
            Source::Share => Some(f64::from(game.outcome.share[seat]) / f64::from(WIN)),
            Source::Luck => {
                let luck = self.layout.luck.then(|| game.columns[self.layout.seat_luck(seat)])?;
                Some(luck as f64 / f64::from(LUCK))
            }
            _ => {
                let Reading { column, parts, over } = reading?;
                let units = game.columns[over] as f64 * parts;
                (units != 0.0).then(|| game.columns[column] as f64 / units)
            }
        }
    }
}

impl Sheet {
    /// The columns that a plan's arms need; `layouts` are theirs.
    #[must_use]
    pub fn new(plan: &Plan, layouts: &[&Layout], kind: Kind) -> Self {
        let of = |name: &str, source, form| Column { name: name.to_owned(), source, form };
        let words = |name: &str, source| of(name, source, Form::Text);
        let whole = |name: &str, source| of(name, source, Form::Whole);
        let mut columns = vec![
            words("ruleset", Source::Ruleset),
            words("arm", Source::Arm),
            words("pairing", Source::Pairing),
            whole("game", Source::Game),
            whole("block", Source::Block),
            words("unfinished", Source::Unfinished),
        ];
        let settings = differing(&plan.arms);
        columns.extend(settings.map(|key| words(&format!("{SET}{key}"), Source::Setting(key))));
        if kind == Kind::Seats {
            columns.extend([
                whole("seat", Source::Seat),
                whole("entrant", Source::Entrant),
                words("bot", Source::Bot),
                words("squad", Source::Squad),
                of("share", Source::Share, Form::Real),
                whole("won", Source::Won),
                whole("score", Source::Score),
                of("luck", Source::Luck, Form::Real),
            ]);
        }
        for metric in metrics(&plan.arms) {
            let arms = plan.arms.iter().zip(layouts);
            let read: Vec<Reading> =
                arms.filter_map(|(arm, layout)| Reading::of(metric, &arm.metrics(), layout)).collect();
            let per_game = read.iter().all(|reading| reading.over == column::GAMES);
            let plain = per_game && read.iter().all(|reading| reading.parts == 1.0);
            let form = if plain { Form::Whole } else { Form::Real };
            columns.push(of(&metric.name(), Source::Metric(metric), form));
            if !per_game {
                columns.push(whole(&format!("{metric}{OVER}"), Source::Over(metric)));
            }
        }
        Self { kind, columns }
    }

    /// Name of the table.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The cells of no game at all.
    #[must_use]
    pub fn empty(&self) -> Vec<Cells<'static>> {
        let none = |column: &Column| match column.form {
            Form::Text => Cells::Text(Vec::new()),
            Form::Whole => Cells::Whole(Vec::new()),
            Form::Real => Cells::Real(Vec::new()),
        };
        self.columns.iter().map(none).collect()
    }

    /// The cells of these games, column by column.
    #[must_use]
    pub fn cells<'b>(&self, arm: &Arm<'b>, games: &[GameRow]) -> Vec<Cells<'b>> {
        let seats = if self.kind == Kind::Seats { arm.layout.seats } else { 1 };
        let rows = || games.iter().flat_map(|game| (0..seats).map(move |seat| (game, seat)));
        let one = |Column { source, form, .. }: &Column| {
            let reading = match source {
                Source::Metric(metric) | Source::Over(metric) => {
                    Reading::of(*metric, &arm.arm.metrics(), arm.layout)
                }
                _ => None,
            };
            match form {
                Form::Text => {
                    let fixed = arm.fixed(source);
                    Cells::Text(
                        rows().map(|(game, seat)| fixed.or_else(|| arm.text(source, game, seat))).collect(),
                    )
                }
                Form::Whole => {
                    Cells::Whole(rows().map(|(game, seat)| arm.whole(source, reading, game, seat)).collect())
                }
                Form::Real => {
                    Cells::Real(rows().map(|(game, seat)| arm.real(source, reading, game, seat)).collect())
                }
            }
        };
        self.columns.iter().map(one).collect()
    }
}

/// Switches that stand differently in arms of one ruleset, in the order of
/// lists.
fn differing(arms: &[PlanArm]) -> impl Iterator<Item = String> {
    let mut keys: Vec<String> = Vec::new();
    for (i, arm) in arms.iter().enumerate() {
        let Some(first) = arms[..i].iter().find(|other| other.ruleset.id == arm.ruleset.id) else { continue };
        for ((switch, value), (_, other)) in arm.settings.iter().zip(first.settings.iter()) {
            if value != other && !keys.iter().any(|key| key == switch.key) {
                keys.push(switch.key.to_owned());
            }
        }
    }
    keys.into_iter()
}

/// Metrics that a single game has, those of all rulesets one after another: no
/// game has a seat that wins most often, or one farthest from an equal share.
fn metrics(arms: &[PlanArm]) -> Vec<Metric> {
    let chosen = [Common::SeatGap, Common::LargestSeatShare];
    let common = Common::ALL.iter().filter(|common| !chosen.contains(common));
    let mut all: Vec<Metric> = common.map(|&common| Metric::Common(common)).collect();
    for metric in arms.iter().flat_map(|arm| arm.metrics().own()) {
        if !all.contains(&metric) {
            all.push(metric);
        }
    }
    all
}
