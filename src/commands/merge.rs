//! `levelpitch merge`: the shards of a run become the run.

use super::desk::Desk;
use super::{Outcome, note, pipeline};
use crate::app::App;
use crate::campaign::Share;
use crate::cli::MergeArgs;
use crate::report::manifest;

pub fn execute(app: &App, args: &MergeArgs) -> Outcome {
    let mut parts = Vec::new();
    for path in &args.parts {
        let name = path.display().to_string();
        let text = pipeline::read(path)?;
        parts.push((name.clone(), manifest::read(app, &name, &text)?));
    }
    let whole = manifest::merge(&parts)?;
    let (plan, played) = manifest::plan(app, &parts[0].0, &whole)?;
    let target = pipeline::folder(args.out.as_ref(), &plan, Share::WHOLE);
    let desk = Desk::open(Some(target), &args.output)?;
    let campaign = pipeline::stored(&plan, played, whole.ended)?;
    let run = pipeline::judge(plan, Share::WHOLE, campaign)?;
    if !args.output.quiet {
        note(format_args!("joined {} shards", parts.len()));
    }
    desk.tell(&run)
}
