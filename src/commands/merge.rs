//! `levelpitch merge`: the shards of a run become the run.

use super::pipeline;
use super::{Outcome, note};
use crate::arena::campaign::Share;
use crate::cli::MergeArgs;
use crate::report::{folder, manifest};

pub fn execute(args: &MergeArgs) -> Outcome {
    let mut parts = Vec::new();
    for path in &args.parts {
        let name = path.display().to_string();
        let text = pipeline::read(path)?;
        parts.push((name.clone(), manifest::read(&name, &text)?));
    }
    let whole = manifest::merge(&parts)?;
    let (plan, played) = manifest::plan(&parts[0].0, &whole)?;
    let target = pipeline::folder(args.out.as_ref(), &plan, Share::WHOLE);
    folder::prepare(&target)?;
    let campaign = pipeline::stored(&plan, played, whole.ended)?;
    let run = pipeline::judge(plan, Share::WHOLE, campaign)?;
    let files = pipeline::write(&run, &target)?;
    if !args.output.quiet {
        note(format_args!("joined {} shards; {} files in {}", parts.len(), files.len(), target.display()));
    }
    pipeline::print(&run, Some(&target), &args.output);
    Ok(run.answers.exit)
}
