//! Restricted play: what a bot loses that may not make one class of moves.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::arena::Runner;
use crate::arena::pool::Work;
use crate::campaign;
use crate::campaign::journal::{self, Kept};
use crate::game::WIN;
use crate::lab::{Hall, NOTHING};
use crate::scenario::Plan;
use crate::stats::distribution::{t, t_tails};
use crate::stats::trials::TrialSums;
use crate::stats::{Estimate, many};

/// Share of false ones among what is called to matter, at most.
const FALSE: f64 = 0.05;

/// What a class of moves is to the bot that may not make it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// Without it the bot wins less.
    Matters,
    /// Without it the bot wins more.
    Trap,
    /// It makes no difference.
    NoDifference,
    /// The bot never does it.
    Unused,
    /// Too few games to say.
    Undecided,
}

impl Use {
    /// The word for it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Matters => "matters",
            Self::Trap => "a trap",
            Self::NoDifference => "no difference",
            Self::Unused => "never done",
            Self::Undecided => "undecided",
        }
    }
}

/// A class of moves that is forbidden to one player.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Restriction {
    /// The class, in the game's words.
    pub name: String,
    /// What it is to this bot.
    pub ruling: Use,
    /// Change of the player's share of wins; none where it was never done.
    pub change: Option<Estimate>,
    /// P value of "no change", adjusted for the number of classes (Benjamini and
    /// Hochberg).
    pub adjusted: f64,
    /// Share of games in which the ban kept the player from a move.
    pub games: f64,
    /// How often it did in a game.
    pub per_game: f64,
}

/// What blocks add up to.
#[derive(Serialize, Deserialize)]
pub struct Sums {
    trials: TrialSums,
    /// Per class: games in which its ban kept a player from a move, and how
    /// often all of them.
    kept: Vec<[u64; 2]>,
}

/// Blocks being played.
pub struct Banning<'a> {
    /// Who plays them.
    pub runner: &'a dyn Runner,
    /// Classes of moves.
    pub classes: usize,
}

impl Kept for Banning<'_> {
    fn fits(&self, sums: &Sums, _blocks: u64) -> bool {
        sums.trials.fits(self.classes) && sums.kept.len() == self.classes
    }
}

impl Work for Banning<'_> {
    type Sum = Sums;

    fn parts(&self) -> u32 {
        self.classes as u32
    }

    fn zero(&self) -> Sums {
        Sums { trials: TrialSums::new(self.classes), kept: vec![[0; 2]; self.classes] }
    }

    fn batch(&self, range: Range<u64>) -> Sums {
        let mut sums = self.zero();
        self.runner.bans(range, &mut |bans| {
            sums.trials.add(bans.iter().map(|ban| Some(i64::from(ban.change))));
            for (kept, ban) in sums.kept.iter_mut().zip(bans) {
                *kept = [kept[0] + u64::from(ban.kept > 0), kept[1] + u64::from(ban.kept)];
            }
        });
        sums
    }

    fn merge(&self, into: &mut Sums, later: Sums) {
        into.trials.merge(&later.trials);
        for (mine, theirs) in into.kept.iter_mut().zip(&later.kept) {
            *mine = [mine[0] + theirs[0], mine[1] + theirs[1]];
        }
    }
}

/// Plays so many blocks with each class of moves forbidden.
#[must_use]
pub fn restrictions(
    plan: &Plan,
    arm: usize,
    runner: &dyn Runner,
    blocks: u64,
    hall: &Hall<'_>,
) -> Vec<Restriction> {
    let classes = runner.classes();
    let banning = Banning { runner, classes: classes.len() };
    let key = campaign::key_of(plan, "bans", &[arm]);
    let (mut sums, from) = journal::known(&banning, hall.journal, &key, &(0..blocks));
    if from < blocks {
        let kept = (hall.journal, key.as_str());
        (sums, _) = journal::play(&banning, (sums, 0), kept, from..blocks, hall.stop, &|_, _| {});
    }
    of(&sums, &classes, plan.level)
}

/// Every class, what matters most first; what was never done last.
pub fn of(sums: &Sums, classes: &[String], level: f64) -> Vec<Restriction> {
    let blocks = sums.trials.blocks().max(1) as f64;
    let row = |(class, name): (usize, &String)| {
        let [games, times] = sums.kept[class];
        let change = sums.trials.weighted(&[(class, 1.0)], f64::from(WIN), level).filter(|_| games > 0);
        let p = change.map_or(1.0, |change| {
            let error = change.half_width() / t(level, blocks - 1.0);
            t_tails(change.value / error, blocks - 1.0)
        });
        let (games, per_game) = (games as f64 / blocks, times as f64 / blocks);
        Restriction { name: name.clone(), ruling: Use::Unused, change, adjusted: p, games, per_game }
    };
    let mut rows: Vec<Restriction> = classes.iter().enumerate().map(row).collect();
    let done: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].change.is_some()).collect();
    let p: Vec<f64> = done.iter().map(|&at| rows[at].adjusted).collect();
    for (&at, adjusted) in done.iter().zip(many::benjamini_hochberg(&p)) {
        let Some(change) = rows[at].change else { continue };
        rows[at].adjusted = adjusted;
        rows[at].ruling = match adjusted <= FALSE {
            true if change.value < 0.0 => Use::Matters,
            true => Use::Trap,
            false if change.low > -NOTHING && change.high < NOTHING => Use::NoDifference,
            false => Use::Undecided,
        };
    }
    let value = |row: &Restriction| row.change.map_or(f64::INFINITY, |change| change.value);
    rows.sort_by(|a, b| value(a).total_cmp(&value(b)));
    rows
}
