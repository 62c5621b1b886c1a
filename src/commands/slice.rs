//! `levelpitch slice`: single games grouped and filtered.

use super::desk::Desk;
use super::{Outcome, Refusal, process};
use crate::app::App;
use crate::cli::SliceArgs;
use crate::scenario::Problem;
use crate::settings::PROGRAM;
use crate::tables::slice::{Asked, Question, Where, slice};

/// Confidence level of the intervals.
const LEVEL: f64 = 0.95;

impl From<Asked> for Refusal {
    fn from(asked: Asked) -> Self {
        match asked {
            Asked::Wrongly(fault) => Problem::flag(fault).into(),
            Asked::File(path, what) => {
                let allowed = format!("a table written by `{PROGRAM} games`, or its folder");
                Problem::file(&path.display().to_string(), what, allowed).into()
            }
        }
    }
}

pub fn execute(app: &App, args: &SliceArgs) -> Outcome {
    process::clerks()?;
    let rows =
        args.rows.iter().map(|text| Where::read(text)).collect::<Result<_, _>>().map_err(Problem::flag)?;
    let question = Question {
        path: args.path.clone(),
        by: args.by.clone(),
        rows,
        metric: args.metric.clone(),
        level: LEVEL,
    };
    Desk::open(None, &args.output)?.tell(&slice(app, &question)?)
}
