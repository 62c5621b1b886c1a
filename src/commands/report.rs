//! `levelpitch report`: the report again, from a run's own counts.

use super::Outcome;
use super::pipeline;
use crate::cli::ReportArgs;
use crate::report::{folder, manifest};

pub fn execute(args: &ReportArgs) -> Outcome {
    let path = args.folder.join("run.json");
    let name = path.display().to_string();
    let stored = manifest::read(&name, &pipeline::read(&path)?)?;
    let (plan, played) = manifest::plan(&name, &stored)?;
    folder::prepare(&args.folder)?;
    let campaign = pipeline::stored(&plan, played, stored.ended)?;
    let mut run = pipeline::judge(plan, stored.share, campaign)?;
    run.sways = stored.judged();
    pipeline::write(&run, &args.folder)?;
    pipeline::print(&run, Some(&args.folder), &args.output);
    Ok(run.answers.exit)
}
