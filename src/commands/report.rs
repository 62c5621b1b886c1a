//! `levelpitch report`: the report again, from a run's own counts.

use super::desk::Desk;
use super::{Outcome, pipeline};
use crate::app::App;
use crate::cli::ReportArgs;
use crate::report::folder::{self, WriteError};
use crate::report::manifest;
use crate::tables::Kind;
use crate::tables::write::Refused;

pub fn execute(app: &App, args: &ReportArgs) -> Outcome {
    folder::settle(&args.folder)?;
    let path = args.folder.join("run.json");
    let name = path.display().to_string();
    let stored = manifest::read(app, &name, &pipeline::read(&path)?)?;
    let (share, ended, sways) = (stored.share, stored.ended, stored.judged());
    let (plan, played) = manifest::plan(app, &name, stored)?;
    let desk = Desk::made_from(&["run.json"], Some(args.folder.clone()), &args.output)?;
    let campaign = pipeline::stored(&plan, played, ended)?;
    let mut run = pipeline::judge(plan, share, campaign)?;
    run.sways = sways;
    // Tables of single games stay: they are of the same games, which a report plays not.
    let tables = Kind::ALL.map(|kind| format!("{}.parquet", kind.name()));
    let tables: Vec<String> = tables.into_iter().filter(|name| folder::lists(&args.folder, name)).collect();
    desk.tell_beside(&run, &tables, |stage| {
        for name in &tables {
            let (from, to) = (args.folder.join(name), stage.join(name));
            let taken = std::fs::hard_link(&from, &to).or_else(|_| std::fs::copy(&from, &to).map(drop));
            taken.map_err(|reason| Refused::File(WriteError::new(&to, reason)))?;
        }
        Ok(true)
    })
}
