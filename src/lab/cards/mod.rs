//! Too strong, dead, or fine? What each card, player or tile is worth to whoever
//! holds it, by intervention from the deal.
//!
//! In: arms of one game, one per bot. Out: per arm one list of its goods, each
//! judged. In every block one seat (each as often) is handed one more of a good
//! before it decides anything, on the luck of the same game without; where it
//! holds one, another game takes it away. With y(g) the seat's share when handed
//! good g and y the one without,
//!
//! * worth(g) = E\[y(g) − y\], over the blocks in which a copy was left to hand;
//! * typical(g) = Σ copies(h) · worth(h) / Σ copies(h) over the other goods h of
//!   its class, for one more of anything is worth something: what g is held
//!   against is the good that the seat would as likely have had instead;
//! * edge(g) = worth(g) − typical(g).
//!
//! Where a ruleset counts luck ([`crate::game::Record::luck`]), y is the seat's
//! share less its luck times one slope for the whole list, fitted on the same
//! blocks as in reports ([`crate::estimates::adjusted`]): both games have played
//! as one until the handout, and whatever comes after it is nothing on average.
//!
//! [`Rule::ruling`] says from these intervals, and from what a seat loses whose
//! own is taken away, which it is. All of them hold at
//! once for the whole list and every look at it (Bonferroni), so that a list of
//! equal goods calls any of them too strong in at most one of twenty seeds.

pub mod calibration;
mod rule;
#[cfg(test)]
mod tests;

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::rule::{PRINTED, Rule, Ruling};
use super::{Hall, fourfold};
use crate::arena::handouts::{Trial, place};
use crate::arena::pool::Work;
use crate::arena::{Runner, schedule};
use crate::campaign::journal::{self, Kept};
use crate::campaign::{self, Progress};
use crate::game::{Good, WIN, Way};
use crate::scenario::Plan;
use crate::settings::Fault;
use crate::stats::trials::TrialSums;
use crate::stats::{Estimate, few, many};
use crate::tally::Tally;

/// Blocks of each list before it is first looked at, and the most that one with
/// undecided goods is played on to.
pub const GAMES: u64 = 2000;
/// See [`GAMES`].
pub const MOST: u64 = 32_000;
/// The same for a list with a bot that searches.
pub const SEARCHED: u64 = 200;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The scenario.
    pub plan: Plan,
    /// Arms of it whose goods are judged: one game, each with another bot, the
    /// one to believe last.
    pub arms: Vec<usize>,
    /// What is too strong, what is nothing.
    pub rule: Rule,
    /// Blocks of each list.
    pub games: u64,
    /// Blocks to which the list to believe goes on while a good of it is
    /// undecided.
    pub most: u64,
}

/// One good of a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The goods that it is compared with.
    pub class: String,
    /// How many the game has.
    pub copies: u32,
    /// Too strong, dead, fine, …
    pub ruling: Ruling,
    /// What one more is worth to its holder: share of wins with it minus
    /// without.
    pub worth: Estimate,
    /// The same with the interval that counts in the ruling.
    pub corrected_worth: Estimate,
    /// What an average other good of its class is worth.
    pub typical: f64,
    /// What it is worth above that.
    pub edge: Estimate,
    /// The same with the interval that counts in the ruling.
    pub corrected_edge: Estimate,
    /// Share of wins that a seat which was dealt one loses when it is taken
    /// away; none where no seat is dealt one.
    pub missed: Option<Estimate>,
    /// The same with the interval that counts in the ruling.
    pub corrected_missed: Option<Estimate>,
    /// Share of the games with one more in which its holder used it; none where
    /// using it takes no decision.
    pub used: Option<f64>,
    /// Games in which it was handed out.
    pub games: u64,
}

/// The list of one arm.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct List {
    /// Name of the arm.
    pub name: String,
    /// Its position in the plan.
    #[serde(skip)]
    pub arm: usize,
    /// Bot of each entrant.
    pub bots: Vec<String>,
    /// Blocks: games without a handout, each beside one per good.
    pub blocks: u64,
    /// Level of the intervals that count in rulings (Bonferroni over the list
    /// and its looks).
    pub corrected_level: f64,
    /// Every good, the strongest first.
    pub goods: Vec<Row>,
    /// Goods of which no copy was ever left to hand out.
    pub never_handed: Vec<String>,
}

impl List {
    /// The goods of a ruling, in order.
    pub fn of(&self, ruling: Ruling) -> impl Iterator<Item = &Row> {
        self.goods.iter().filter(move |row| row.ruling == ruling)
    }
}

/// All lists.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Strengths {
    /// What was played.
    #[serde(skip)]
    pub plan: Plan,
    /// What is too strong, what is nothing.
    #[serde(flatten)]
    pub rule: Rule,
    /// Level of the plain intervals.
    pub level: f64,
    /// Games played in all.
    pub games: u64,
    /// Whether the user ended it early.
    pub interrupted: bool,
    /// One per bot, the one to believe last.
    pub lists: Vec<List>,
}

impl Strengths {
    /// The list to believe: the strongest bot's.
    #[must_use]
    pub fn judge(&self) -> Option<&List> {
        self.lists.last()
    }
}

/// What blocks of a list add up to.
#[derive(Serialize, Deserialize)]
struct Sums {
    trials: TrialSums,
    /// Per good: games with one more in which its holder used it.
    used: Vec<u64>,
    games: u64,
}

/// A list being played.
struct Deal<'a> {
    runner: &'a dyn Runner,
    goods: usize,
    /// Whether the ruleset counts luck.
    luck: bool,
    /// Goods that are still handed out.
    wanted: Vec<bool>,
}

impl Deal<'_> {
    /// Trials whose sums are kept: every handout, then, if luck is counted, the
    /// luck of each.
    const fn trials(&self) -> usize {
        if self.luck { 4 * self.goods } else { 2 * self.goods }
    }
}

impl Kept for Deal<'_> {
    fn fits(&self, sum: &Sums, _blocks: u64) -> bool {
        sum.trials.fits(self.trials()) && sum.used.len() == self.goods
    }
}

impl Work for Deal<'_> {
    type Sum = Sums;

    fn parts(&self) -> u32 {
        self.goods as u32
    }

    fn zero(&self) -> Sums {
        Sums { trials: TrialSums::new(self.trials()), used: vec![0; self.goods], games: 0 }
    }

    fn batch(&self, range: Range<u64>) -> Sums {
        let mut sums = self.zero();
        self.runner.handouts(range, &self.wanted, &mut |trials: &[Trial]| {
            let of = |value: fn(&Trial) -> i32| {
                trials.iter().map(move |trial| trial.took.then_some(i64::from(value(trial))))
            };
            let changes = of(|trial| trial.change);
            let lucks = of(|trial| trial.luck).filter(|_| self.luck);
            sums.trials.add(changes.chain(lucks));
            for (good, used) in sums.used.iter_mut().enumerate() {
                *used += u64::from(trials[place(good, Way::More)].used);
            }
            sums.games += 1 + trials.iter().filter(|trial| trial.took).count() as u64;
        });
        sums
    }

    fn merge(&self, into: &mut Sums, later: Sums) {
        into.trials.merge(&later.trials);
        for (mine, theirs) in into.used.iter_mut().zip(&later.used) {
            *mine += theirs;
        }
        into.games += later.games;
    }
}

/// What a good is held against: the other goods of its class, or of the list
/// where it is alone in its class, each copy as likely.
fn others(goods: &[Good], good: usize, handed: impl Fn(usize) -> bool) -> Vec<(usize, f64)> {
    let pick = |alike: &dyn Fn(&Good) -> bool| -> Vec<(usize, f64)> {
        let others = goods.iter().enumerate().filter(|(i, other)| *i != good && handed(*i) && alike(other));
        others.map(|(i, other)| (i, f64::from(other.copies.max(1)))).collect()
    };
    let mut others = pick(&|other| other.class == goods[good].class);
    if others.is_empty() {
        others = pick(&|_| true);
    }
    let all: f64 = others.iter().map(|(_, copies)| copies).sum();
    others.into_iter().map(|(i, copies)| (i, copies / all)).collect()
}

/// The rows of a list from its sums, `level` for plain intervals and `strict`
/// for those that count; the strongest first.
fn rows(goods: &[Good], sums: &Sums, rule: &Rule, level: f64, strict: f64) -> Vec<Row> {
    let more = |good: usize| place(good, Way::More);
    let handed = |good: usize| sums.trials.took(more(good)) > 1;
    // Luck is taken out where it is counted, as trials after those of the goods.
    let luck = 2 * goods.len();
    let slope = if sums.trials.fits(2 * luck) {
        sums.trials.slope((0..luck).map(|trial| (trial, trial + luck)))
    } else {
        0.0
    };
    let estimate = |weights: &[(usize, f64)], level| {
        let lucks = weights.iter().filter(|_| slope != 0.0).map(|&(trial, w)| (trial + luck, -slope * w));
        let all: Vec<(usize, f64)> = weights.iter().copied().chain(lucks).collect();
        sums.trials.weighted(&all, f64::from(WIN), level)
    };
    let row = |(good, of): (usize, &Good)| {
        let own = [(more(good), 1.0)];
        let others = others(goods, good, handed);
        let mut apart = own.to_vec();
        apart.extend(others.iter().map(|&(other, weight)| (more(other), -weight)));
        let (worth, edge) = (estimate(&own, level)?, estimate(&apart, level)?);
        let (corrected_worth, corrected_edge) = (estimate(&own, strict)?, estimate(&apart, strict)?);
        let games = sums.trials.took(more(good));
        let used = |level| (!of.items.is_empty()).then(|| few::share(sums.used[good], games, level));
        let less = [(place(good, Way::Less), -1.0)];
        let (missed, corrected_missed) = (estimate(&less, level), estimate(&less, strict));
        Some(Row {
            name: of.name.clone(),
            class: of.class.clone(),
            copies: of.copies,
            ruling: rule.ruling(
                &corrected_worth,
                &corrected_edge,
                corrected_missed.as_ref(),
                used(strict).as_ref(),
            ),
            worth,
            corrected_worth,
            typical: worth.value - edge.value,
            edge,
            corrected_edge,
            missed,
            corrected_missed,
            used: used(level).map(|used| used.value),
            games,
        })
    };
    let mut rows: Vec<Row> = goods.iter().enumerate().filter_map(row).collect();
    rows.sort_by(|a, b| b.worth.value.total_cmp(&a.worth.value));
    rows
}

/// Plays and judges every list.
///
/// # Errors
/// When an arm does not compile, or its game hands out nothing.
pub fn strengths(question: &Question, hall: &Hall<'_>) -> Result<Strengths, Vec<Fault>> {
    let (plan, level) = (&question.plan, question.plan.level);
    let (mut lists, mut games) = (Vec::new(), 0);
    for &arm in &question.arms {
        if hall.closed() {
            break;
        }
        // Both games of a block are dealt so that they stay in step.
        let mut alike = plan.arms[arm].clone();
        (alike.paired, alike.rotates) = (true, false);
        let runner = alike.runner(plan.seed)?;
        let goods = runner.goods();
        if goods.is_empty() || runner.seats() < 2 {
            let title = alike.ruleset.title;
            let found = match runner.seats() {
                1 => format!("{title} for one player"),
                _ => format!("{title}, in which a seat is dealt nothing that this program can hand out"),
            };
            let hint = "the command `explain` shows what the game becomes without a card";
            return Err(vec![
                Fault::new("scenario", found, "a game with cards, players or tiles in hand").hint(hint),
            ]);
        }
        let luck = alike.ruleset.luck.is_some();
        let mut deal = Deal { runner: &*runner, goods: goods.len(), luck, wanted: vec![true; goods.len()] };
        let (layout, none) = (runner.layout(), Tally::new(runner.layout()));
        let believed = Some(&arm) == question.arms.last();
        let looks = fourfold(question.games, if believed { question.most } else { question.games });
        let strict = many::level_of_each(level, 3 * goods.len() * looks.len());
        let mut sums = deal.zero();
        let mut found = Vec::new();
        for blocks in looks {
            // As many of every seat.
            let end = schedule::blocks_for(blocks, runner.seats() as u32) * runner.seats() as u64;
            let (before, lists_before) = (sums.trials.blocks(), games);
            let handed = deal.wanted.iter().filter(|wanted| **wanted).count() as u64;
            let expected = lists_before + sums.games + (end - before) * (1 + handed);
            let told = |so_far: &Sums, _: u64| {
                let games = lists_before + sums.games + so_far.games;
                (hall.progress)(&Progress { arm, tally: &none, since: None, layout, games, expected });
            };
            let of = hall.journal.map(|_| campaign::key_of(plan, "cards", &[arm])).unwrap_or_default();
            let key = journal::key(&of, &deal.wanted);
            let (mut later, from) = journal::known(&deal, hall.journal, &key, &(before..end));
            let mut reached = from;
            if from < end {
                let kept = (hall.journal, key.as_str());
                (later, reached) = journal::play(&deal, (later, before), kept, from..end, hall.stop, &told);
            }
            deal.merge(&mut sums, later);
            found = rows(&goods, &sums, &question.rule, level, strict);
            // What is decided is played on only where others are held against it.
            let open = |good: &Good| {
                found.iter().any(|row| row.name == good.name && row.ruling == Ruling::Undecided)
            };
            deal.wanted.fill(false);
            for good in (0..goods.len()).filter(|&good| open(&goods[good])) {
                deal.wanted[good] = true;
                for (other, _) in others(&goods, good, |_| true) {
                    deal.wanted[other] = true;
                }
            }
            if hall.closed() || reached < end || !deal.wanted.contains(&true) {
                break;
            }
        }
        games += sums.games;
        let known = |good: &&Good| !found.iter().any(|row| row.name == good.name);
        lists.push(List {
            name: alike.name.to_string(),
            arm,
            bots: alike.bots.clone(),
            blocks: sums.trials.blocks(),
            corrected_level: strict,
            never_handed: goods.iter().filter(known).map(|good| good.name.clone()).collect(),
            goods: found,
        });
    }
    let rule = question.rule;
    Ok(Strengths { plan: plan.clone(), rule, level, games, interrupted: hall.closed(), lists })
}
