//! The atlas as it is told: a report per game, a page over all of them, and what
//! they say together.
//!
//! In: what of the atlas is asked for, then one finished run after another. Of a
//! run nothing is kept but its line of the summary (and its document, where the
//! documents are printed as one): a game's counts are gone before the next game
//! is played.

use std::path::{Path, PathBuf};

use super::desk::{self, Desk};
use super::{Refusal, out, shelf};
use crate::app::App;
use crate::campaign::Share;
use crate::cli::{Format, RunArgs};
use crate::report::index::{Entry, Index};
use crate::report::{Answer as _, Run, json};
use crate::scenario::atlas::{self, Scope};
use crate::scenario::judged::MARGIN;
use crate::scenario::resolve::Overrides;
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;
use crate::verdict::{self, Unvaried, unmarked};

/// The games of an atlas that are told already.
pub struct Album {
    base: PathBuf,
    title: String,
    left_out: Vec<String>,
    /// The games in their order, as their folders are called.
    games: Vec<String>,
    /// Each game with no rule varied, and how that is judged.
    rows: Vec<Unvaried>,
    margin: f64,
    how: &'static str,
    /// Their documents or tables, where those are printed as one.
    documents: Option<Vec<String>>,
}

impl Album {
    /// The plans of the games asked for.
    ///
    /// # Errors
    /// Names that are no games, and what no game has.
    pub fn open(
        app: &App,
        args: &RunArgs,
        overrides: &Overrides,
        share: Share,
    ) -> Result<(Self, Vec<Plan>), Refusal> {
        let mut games = Vec::new();
        for name in &args.scenarios {
            if app.text(name).is_some() {
                let fault = Fault::new("--all", format!("the scenario `{name}`"), app.listed());
                return Err(Problem::flag(fault).into());
            }
            games.push(app.resolve(name).map_err(Problem::flag)?);
        }
        let scope = Scope { games: &games, metric: args.metric.as_deref() };
        let atlas = atlas::plans(app, scope, overrides)?;
        let mut changes = overrides.changes();
        changes.extend(args.metric.iter().map(|metric| format!("metric={metric}")));
        changes.extend(share.named());
        let several = atlas.plans.len() > 1;
        let one = matches!(args.output.format, Format::Json | Format::Csv);
        let album = Self {
            base: args.out.clone().unwrap_or_else(|| desk::place("atlas", &changes)),
            title: match changes.as_slice() {
                [] => "Atlas".to_owned(),
                changes => format!("Atlas, {}", changes.join(", ")),
            },
            left_out: atlas.left_out,
            games: Vec::new(),
            rows: Vec::new(),
            margin: overrides.margin.unwrap_or(MARGIN),
            how: if overrides.set.is_empty() { "as printed" } else { "at this table" },
            documents: (several && one).then(Vec::new),
        };
        Ok((album, atlas.plans))
    }

    /// The folder of all games' reports.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// The folder of a game's report.
    pub fn folder(&self, plan: &Plan) -> PathBuf {
        self.base.join(game(plan))
    }

    /// Whether what is printed is printed at the end.
    pub const fn prints(&self) -> bool {
        self.documents.is_some()
    }

    /// Keeps of a run what the summary needs.
    pub fn add(&mut self, run: &Run, format: Format) {
        self.games.push(game(&run.plan).to_owned());
        self.rows.extend(verdict::unvaried(&run.plan, &run.results, &run.answers.health));
        if let Some(documents) = &mut self.documents {
            documents.push(match format {
                Format::Csv => String::from_utf8_lossy(&run.csv()).into_owned(),
                _ => run.json(),
            });
        }
    }

    /// What the games say together: which are level and which can be printed, then
    /// how far they are apart.
    fn together(&self) -> Vec<String> {
        let Some(apart) = verdict::apart(&self.rows, self.margin, self.how) else { return Vec::new() };
        let answer = apart.plain.map_or(String::new(), |plain| plain.answer + ". ");
        vec![answer + &verdict::printable(&self.rows), unmarked(&apart.text)]
    }

    /// The page over all games, and what they say together.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn close(self, app: &App, args: &RunArgs) -> Result<(), Refusal> {
        let notes = self.together().into_iter().chain(self.left_out.iter().cloned()).collect::<Vec<_>>();
        match (&self.documents, args.output.format) {
            (Some(tables), Format::Csv) => {
                let bare = |table: &String| {
                    table.split_once('\n').map_or(String::new(), |(_, rows)| rows.to_owned())
                };
                let first = tables.iter().take(1).cloned();
                out(&first.chain(tables.iter().skip(1).map(bare)).collect::<String>())?;
            }
            (Some(documents), _) => out(&json::atlas(app.program, &app.typed, &notes, documents))?,
            (None, _) => {}
        }
        if args.no_files {
            if args.output.format == Format::Table {
                out(&notes.into_iter().fold(String::new(), |all, note| all + &note + "\n"))?;
            }
            return Ok(());
        }
        let (mut entries, _) = shelf::entries(&self.base, shelf::reports(&self.base));
        let place = |entry: &Entry| {
            let of = |game: &String| entry.page == format!("{game}/{}", shelf::PAGE);
            self.games.iter().position(of).unwrap_or(usize::MAX)
        };
        entries.sort_by_key(place);
        // Equal atlases are equal files, whenever they are made.
        for entry in &mut entries {
            entry.date = None;
        }
        let index = Index {
            program: app.program,
            title: self.title,
            heading: "One page per game".to_owned(),
            entries,
            sentences: notes,
        };
        let desk = Desk::open(Some(self.base), &args.output)?;
        // Of a single game its own page has said everything.
        let desk = if self.games.len() > 1 && self.documents.is_none() { desk } else { desk.muted() };
        desk.tell(&index).map(drop)
    }
}

/// A game's name in paths.
fn game(plan: &Plan) -> &'static str {
    plan.arms.first().map_or("nothing", |arm| arm.ruleset.facts().id)
}
