//! `levelpitch rerun`: the proof that a run can be reproduced, or the rest of
//! an interrupted one.

use super::desk::Desk;
use super::{Outcome, note, out, pipeline};
use crate::app::App;
use crate::campaign::Ended;
use crate::cli::RerunArgs;
use crate::report::manifest;

pub fn execute(app: &App, args: &RerunArgs) -> Outcome {
    let name = args.manifest.display().to_string();
    let text = pipeline::read(&args.manifest)?;
    let stored = manifest::read(app, &name, &text)?;
    let (plan, played) = manifest::plan(app, &name, &stored)?;
    let stop = pipeline::interruptible();
    let quiet = args.output.quiet;
    if stored.ended == Ended::Interrupted {
        let beside = args.manifest.parent().map(std::path::Path::to_owned).unwrap_or_default();
        let desk = Desk::open(Some(args.out.clone().unwrap_or(beside)), &args.output)?;
        let campaign = pipeline::play(&plan, stored.share, played, args.threads, quiet, stop)?;
        let mut run = pipeline::judge(plan, stored.share, campaign)?;
        pipeline::try_assumptions(&mut run, args.threads, quiet)?;
        return desk.tell(&run);
    }
    let campaign = pipeline::play(&plan, stored.share, Vec::new(), args.threads, quiet, stop)?;
    let mut run = pipeline::judge(plan, stored.share, campaign)?;
    pipeline::try_assumptions(&mut run, args.threads, quiet)?;
    if run.ended == Ended::Interrupted {
        note("interrupted: not enough was replayed to compare");
        return Ok(130);
    }
    let again = manifest::bytes(&manifest::of(&run));
    if again == text.as_bytes() {
        let games: u64 = run.results.iter().map(|r| r.games).sum();
        out(&format!("identical: {} games reproduce {name} byte for byte\n", crate::verdict::count(games)));
        return Ok(0);
    }
    let differing: Vec<String> = run
        .plan
        .arms
        .iter()
        .zip(run.played.iter().zip(&played))
        .filter(|(_, (new, old))| new != old)
        .map(|(arm, _)| arm.name.to_string())
        .collect();
    if differing.is_empty() {
        out(&format!("different: the counts agree, but the text of {name} was changed\n"));
    } else {
        out(&format!(
            "different: {} of {} arms: {}\n",
            differing.len(),
            run.plan.arms.len(),
            differing.join(", ")
        ));
    }
    Ok(1)
}
