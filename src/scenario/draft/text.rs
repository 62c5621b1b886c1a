//! The text of a scenario: what the answers come to, each part with the comment
//! that tells how to change it.

use super::{Question, Size};
use crate::arena::RulesetId;
use crate::bots::random;
use crate::metric::Metric;
use crate::scenario::resolve::alike;
use crate::settings::{PROGRAM, Settings, Switch};

/// Games per arm, and with a bot that searches.
const GAMES: (u64, u64) = (20_000, 2_000);

/// Every answer that a scenario needs.
pub(super) struct Answers<'a> {
    pub(super) game: RulesetId,
    pub(super) players: usize,
    /// What makes a table of so many.
    pub(super) size: Size,
    pub(super) question: Question,
    pub(super) bots: &'a [String],
    /// Share of wins.
    pub(super) margin: f64,
}

/// A switch whose every value can be tried at a table of so many.
fn varied(game: RulesetId, players: usize, size: Option<&str>) -> Option<&'static Switch> {
    let keeps = |switch: &Switch, value: &str| {
        let mut settings = Settings::printed(game.switches);
        let sized = size.map(|key| settings.set(key, &players.to_string()));
        let set = settings.set(switch.key, value);
        let arm = alike("draft".into(), game, settings, random::NAME);
        sized.is_none_or(|sized| sized.is_ok())
            && set.is_ok()
            && arm.is_ok_and(|arm| arm.bots.len() == players)
    };
    let fits = |switch: &&Switch| {
        switch.atlas.len() > 1
            && Some(switch.key) != size
            && switch.atlas.iter().all(|value| keeps(switch, value))
    };
    game.switches.iter().find(fits)
}

/// A text in the quotes of TOML.
fn text(value: &str) -> String {
    toml::Value::String(value.to_owned()).to_string()
}

fn list(values: &[String]) -> String {
    let all: Vec<String> = values.iter().map(|value| text(value)).collect();
    format!("[{}]", all.join(", "))
}

/// A share to six decimals.
fn round(share: f64) -> f64 {
    (1e6 * share).round() / 1e6
}

impl Answers<'_> {
    /// The whole scenario; `file` is what it will be called.
    pub(super) fn text(&self, file: &str) -> String {
        let id = self.game.facts().id;
        let searched = self.bots.iter().any(|bot| self.game.searches(bot));
        let games = if searched { GAMES.1 } else { GAMES.0 };
        format!(
            "# Written by `{PROGRAM} new`. It runs as it stands:\n#     {PROGRAM} run {file}\n\
             # and is yours to change: `{PROGRAM} list switches {id}` names the rules, `{PROGRAM} list bots {id}` the\n\
             # bots, `{PROGRAM} list metrics {id}` what can be measured.\n\n\
             # The question that the report answers.\nquestion = {}\nruleset = {}\n\n\
             # Games of every arm, and the root of all luck: the same seed gives the same games.\n\
             games = {games}\nseed = 1\n\n{}\n{}{}{}",
            text(&self.asked()),
            text(id),
            self.set(),
            self.play(),
            self.judged(),
            self.vary(),
        )
    }

    fn asked(&self) -> String {
        let Self { players, bots, .. } = *self;
        let table =
            format!("{} with {players} {}", self.game.title, if players == 1 { "player" } else { "players" });
        match self.question {
            Question::Fair => format!("{table}: does every seat win equally often?"),
            Question::Length => format!("{table}: how long is a game?"),
            Question::Skill => format!("{table}: does {} win more than {}?", bots[0], bots[1]),
        }
    }

    fn set(&self) -> String {
        match self.size.key() {
            Some(key) => {
                format!("# Rules that are not as printed.\nset = {{ {key} = {} }}\n", self.players)
            }
            None => "# Rules that are not as printed go here: set = { … }\n".to_owned(),
        }
    }

    fn play(&self) -> String {
        let bots = self.bots;
        match self.question {
            Question::Skill => {
                let seats: Vec<String> =
                    (0..self.players).map(|seat| bots[usize::from(seat > 0)].clone()).collect();
                format!(
                    "# Who plays: one {} against {}; they change seats from game to game.\nbots = {}\n",
                    bots[0],
                    bots[1],
                    list(&seats)
                )
            }
            _ => format!("# Who plays: each of these in turn, in all seats.\npanel = {}\n", list(bots)),
        }
    }

    /// What is judged, and what `check` holds.
    fn judged(&self) -> String {
        let Self { game, players, margin, .. } = *self;
        let equal = 1.0 / players as f64;
        match self.question {
            Question::Fair => format!(
                "\n# What is judged: the seat farthest from an equal share; up to the margin the game is level.\n\
                 [verdict]\nmetric = \"seat-gap\"\nfair = 0.0\nmargin = {margin}\n{}",
                self.level("every seat level", "a seat wins clearly more or less often than an equal share")
            ),
            Question::Length => {
                let turns =
                    game.metrics_at(players).turns().map_or("turns-per-game".to_owned(), Metric::name);
                let held = match players {
                    1 => String::new(),
                    _ => self.level("every seat level", "a game of the right length must be fair, too"),
                };
                format!(
                    "\n# What the answer is about: turns of a game. Its minutes: `--minutes-per-turn 0.5`.\n\
                     [verdict]\nmetric = {}\n{held}",
                    text(&turns)
                )
            }
            // No verdict: a better bot that wins as often as the other is no goal.
            Question::Skill => format!(
                "\n# What `{PROGRAM} check` holds: it wins at least {} percentage points more than an equal share ({} %).\n\
                 [[budget]]\nname = \"skill wins\"\nwhy = \"the better bot hardly wins more than its share\"\n\
                 metric = \"entrant-0-share\"\nmin = {}\n",
                round(100.0 * margin),
                round(100.0 * equal),
                round(equal + margin),
            ),
        }
    }

    /// The budget that every seat is within the margin.
    fn level(&self, name: &str, why: &str) -> String {
        format!(
            "\n# What `{PROGRAM} check` holds: every seat within {} percentage points of an equal share.\n\
             [[budget]]\nname = {}\nwhy = {}\nmetric = \"seat-gap\"\nmax = {}\n",
            round(100.0 * self.margin),
            text(name),
            text(why),
            self.margin,
        )
    }

    /// An example of a varied rule, commented out.
    fn vary(&self) -> String {
        varied(self.game, self.players, self.size.key()).map_or(String::new(), |switch| {
            let values: Vec<String> = switch.atlas.iter().map(|value| text(value)).collect();
            format!(
                "\n# One rule at a time, each against the game above on the same luck: take away the # to try.\n\
                 # [vary]\n# {} = [{}]\n",
                switch.key,
                values.join(", ")
            )
        })
    }
}
