//! The registry: one line per ruleset. The macro supplies listing, typed
//! dispatch and the conformance suite.

use crate::bots::budget::Named;
use crate::game::{Companion, Distribution, Metric, Ruleset};
use crate::settings::{Settings, Switch};

/// Code that is generic over the ruleset, to be called with one chosen by id.
pub trait Visitor {
    /// What it returns.
    type Out;
    /// Called with the ruleset.
    fn visit<R: Ruleset>(self) -> Self::Out;
}

macro_rules! registry {
    ($($module:ident :: $ruleset:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// Ids of all rulesets, in the order of lists.
        pub const IDS: &[&str] = &[$(<$module::$ruleset as Ruleset>::ID),*];

        /// Calls `visitor` with the ruleset of this id, if there is one.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
            $(if id == <$module::$ruleset as Ruleset>::ID {
                return Some(visitor.visit::<$module::$ruleset>());
            })*
            let _ = visitor;
            None
        }
    };
}

registry! {
    king_of_the_pitch::KingOfThePitch,
    futbol_dash::FutbolDash,
    squad_rush_season::SquadRushSeason,
    time_of_soccer::TimeOfSoccer,
    time_vault_soccer::TimeVaultSoccer,
}

/// What is known of a ruleset without playing it.
#[derive(Debug, Clone)]
pub struct Info {
    /// Id in kebab-case.
    pub id: &'static str,
    /// Title as printed on the box.
    pub title: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Switches and assumptions.
    pub switches: &'static [Switch],
    /// Component data, TOML.
    pub data: &'static str,
    /// Rule ledger, Markdown.
    pub ledger: &'static str,
    /// Reasons for unfinished games.
    pub unfinished: &'static [&'static str],
    /// Own metrics.
    pub metrics: &'static [Metric],
    /// Distributions.
    pub distributions: &'static [Distribution],
    /// Bots with their ideas, weak to strong; without the search bots that
    /// every ruleset has ([`FORMS`](crate::bots::budget::FORMS)).
    pub bots: Vec<(&'static str, &'static str)>,
    /// Bots of the atlas.
    pub panel: Vec<&'static str>,
    /// Bots that are too slow for the atlas.
    pub searchers: &'static [&'static str],
    /// Settings that switch values need beside themselves.
    pub companions: &'static [Companion],
    /// What the score counts under given settings.
    pub score: fn(&Settings) -> &'static str,
    /// What its luck counts, if it counts any.
    pub luck: Option<&'static str>,
    /// What usage counts.
    pub item: &'static str,
    /// The words of a step that is told in one line with the next, if it has
    /// such steps.
    pub step: Option<&'static str>,
}

struct Describe;

impl Visitor for Describe {
    type Out = Info;
    fn visit<R: Ruleset>(self) -> Info {
        let random = ("random", "uniform over the legal moves: the control group");
        let bots: Vec<_> =
            std::iter::once(random).chain(R::BOTS.iter().map(|bot| (bot.name, bot.idea))).collect();
        let panel = if R::PANEL.is_empty() {
            let last = bots[bots.len() - 1].0;
            if last == "random" { vec![last] } else { vec!["random", last] }
        } else {
            R::PANEL.to_vec()
        };
        Info {
            id: R::ID,
            title: R::TITLE,
            summary: R::SUMMARY,
            switches: R::SWITCHES,
            data: R::DATA,
            ledger: R::LEDGER,
            unfinished: R::UNFINISHED,
            metrics: R::METRICS,
            distributions: R::DISTRIBUTIONS,
            bots,
            panel,
            searchers: R::SEARCHERS,
            companions: R::COMPANIONS,
            score: R::score,
            luck: R::LUCK,
            item: R::ITEM,
            step: R::STEP,
        }
    }
}

impl Info {
    /// Names of the listed bots, weak to strong.
    #[must_use]
    pub fn bot_names(&self) -> Vec<&'static str> {
        self.bots.iter().map(|(name, _)| *name).collect()
    }

    /// Whether a bot of this name can play: a listed one or a search bot with
    /// its budget.
    #[must_use]
    pub fn has_bot(&self, name: &str) -> bool {
        self.bots.iter().any(|(listed, _)| *listed == name) || Named::read(name).is_some()
    }

    /// Whether this bot searches, and is slow for that.
    #[must_use]
    pub fn searches(&self, name: &str) -> bool {
        self.searchers.contains(&name) || Named::read(name).is_some()
    }
}

/// The ruleset of this id, if there is one.
#[must_use]
pub fn info(id: &str) -> Option<Info> {
    visit(id, Describe)
}
