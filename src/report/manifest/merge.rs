//! Shards of one run become the run: one after another, in any order, so that
//! memory does not grow with their number.

use super::{Manifest, bounds, plan};
use crate::app::App;
use crate::campaign::{Ended, Played, Share};
use crate::scenario::{Plan, PlanArm, Problem};
use crate::settings::PROGRAM;
use crate::tally::Layout;

/// What has been joined so far.
pub struct Joined {
    /// The run without its counts.
    head: Manifest,
    arms: Vec<PlanArm>,
    layouts: Vec<Layout>,
    counts: Vec<Played>,
    /// The file that came first.
    first: String,
    /// The file of every shard, by its number minus one.
    files: Vec<Option<String>>,
}

/// A manifest's counts, which are taken out of it, and the share they are of.
fn taken(manifest: &mut Manifest) -> (Vec<Played>, Share, Ended) {
    let counts = manifest.arms.iter_mut().map(|arm| std::mem::take(&mut arm.played)).collect();
    let share = std::mem::replace(&mut manifest.share, Share::WHOLE);
    (counts, share, std::mem::replace(&mut manifest.ended, Ended::Complete))
}

/// What two runs differ in, that should be shards of one.
fn parting(a: &Manifest, b: &Manifest) -> &'static str {
    if (&a.scenario, &a.text) != (&b.scenario, &b.text) {
        "another scenario"
    } else if a.seed != b.seed {
        "another seed"
    } else if a.length != b.length {
        "another number of games"
    } else {
        "other settings"
    }
}

impl Joined {
    /// Begins with one shard.
    ///
    /// # Errors
    /// When it is no sound and finished shard.
    pub fn begin(app: &App, file: &str, first: Manifest) -> Result<Self, Vec<Problem>> {
        let (Plan { arms, .. }, _) = plan(app, file, first.clone())?;
        let shapes = arms.iter().map(|arm| {
            let (layout, _) = arm.shape().map_err(|faults| {
                faults.into_iter().map(|fault| bounds::told(file, arm, fault)).collect::<Vec<_>>()
            })?;
            Ok(layout)
        });
        let layouts = shapes.collect::<Result<Vec<_>, Vec<Problem>>>()?;
        let mut head = first.clone();
        let (_, Share { n, .. }, _) = taken(&mut head);
        let mut joined = Self {
            head,
            arms,
            layouts,
            counts: Vec::new(),
            first: file.to_owned(),
            files: vec![None; n as usize],
        };
        joined.add(file, first).map_err(|problem| vec![problem])?;
        Ok(joined)
    }

    /// Adds another shard.
    ///
    /// # Errors
    /// When it is no sound and finished shard of the same run, or one that has
    /// been added already.
    pub fn add(&mut self, file: &str, mut part: Manifest) -> Result<(), Problem> {
        let refuse = |found: String, allowed: String| Err(Problem::file(file, found, allowed));
        let n = self.files.len();
        let first = &self.first;
        if part.share.n != n as u64 {
            return refuse(format!("a shard of {}", part.share.n), format!("shards of {n}, as in {first}"));
        }
        if part.ended != Ended::Complete {
            return refuse(
                "an unfinished shard".to_owned(),
                format!("finished shards; `{PROGRAM} rerun` completes it"),
            );
        }
        let (counts, share, ended) = taken(&mut part);
        if part != self.head {
            let found = format!("a shard of another run than {first}: {}", parting(&part, &self.head));
            return refuse(found, "shards of one run".to_owned());
        }
        (part.share, part.ended) = (share, ended);
        for ((arm, layout), played) in self.arms.iter().zip(&self.layouts).zip(&counts) {
            if let Some(problem) = bounds::of_counts(file, &part, arm, layout, played) {
                return Err(problem);
            }
        }
        let Some(place) = share.k.checked_sub(1).and_then(|place| self.files.get_mut(place as usize)) else {
            return refuse(format!("shard {} of {n}", share.k), format!("1 to {n}"));
        };
        if let Some(earlier) = place {
            return refuse(
                format!("shard {} of {n} again, after {earlier}", share.k),
                "each shard once".to_owned(),
            );
        }
        *place = Some(file.to_owned());
        if self.counts.is_empty() {
            self.counts = counts;
            return Ok(());
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&counts) {
            // A look at a shard is no look at the whole.
            mine.looks.clear();
            mine.blocks += theirs.blocks;
            mine.tally.merge(&theirs.tally);
            if let (Some(mine), Some(theirs)) = (&mut mine.cross, &theirs.cross) {
                mine.merge(theirs);
            }
        }
        Ok(())
    }

    /// The whole run.
    ///
    /// # Errors
    /// Names the shards that are missing.
    pub fn whole(mut self) -> Result<Manifest, Problem> {
        let n = self.files.len();
        let missing = (1..=n).filter(|k| self.files[k - 1].is_none());
        let missing: Vec<String> = missing.map(|k| k.to_string()).collect();
        if !missing.is_empty() {
            let some = missing.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
            let more = if missing.len() > 10 {
                format!(" and {} others", missing.len() - 10)
            } else {
                String::new()
            };
            let found = format!("{} of {n} shards, without {some}{more}", n - missing.len());
            return Err(Problem::file("merge", found, format!("each of 1 to {n} once")));
        }
        for (arm, played) in self.head.arms.iter_mut().zip(self.counts) {
            arm.played = played;
        }
        Ok(self.head)
    }
}
