//! `levelpitch report`: the report again, from a run's own counts.

use super::desk::Desk;
use super::{Outcome, pipeline};
use crate::app::App;
use crate::cli::ReportArgs;
use crate::report::{folder, manifest};

pub fn execute(app: &App, args: &ReportArgs) -> Outcome {
    folder::settle(&args.folder)?;
    let path = args.folder.join("run.json");
    let name = path.display().to_string();
    let stored = manifest::read(app, &name, &pipeline::read(&path)?)?;
    let (plan, played) = manifest::plan(app, &name, &stored)?;
    let desk = Desk::made_from(&["run.json"], Some(args.folder.clone()), &args.output)?;
    let campaign = pipeline::stored(&plan, played, stored.ended)?;
    let mut run = pipeline::judge(plan, stored.share, campaign)?;
    run.sways = stored.judged();
    desk.tell(&run)
}
