//! A scenario drawn up from five answers: game, players, question, bots, margin.
//!
//! In: what a user answers, one text per [`Key`]. Out: the text of a commented
//! scenario that runs as it stands, or a fault about one answer. Nobody is asked
//! here and nothing is written: the command does both, and a test gives the
//! answers itself.

mod text;

use self::text::Answers;
use super::fault::{quoted, unknown};
use super::resolve::no_bot;
use crate::app::App;
use crate::arena::RulesetId;
use crate::chance::MAX_SEATS;
use crate::scenario::judged::MARGIN;
use crate::settings::{Fault, Settings, Switch, per_cent};

/// What is asked, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Which game.
    Game,
    /// How many sit at the table.
    Players,
    /// What is to be known of it.
    Question,
    /// Who plays.
    Bots,
    /// How much is too much.
    Margin,
}

impl Key {
    /// All of them, in the order of asking.
    pub const ALL: [Self; 5] = [Self::Game, Self::Players, Self::Question, Self::Bots, Self::Margin];

    /// Its name as an option.
    #[must_use]
    pub const fn flag(self) -> &'static str {
        match self {
            Self::Game => "--game",
            Self::Players => "--players",
            Self::Question => "--question",
            Self::Bots => "--bots",
            Self::Margin => "--margin",
        }
    }
}

/// What may be asked of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Is every seat equal?
    Fair,
    /// How long does it take?
    Length,
    /// Does the better bot win?
    Skill,
}

impl Question {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Fair, "fair", "does every seat win equally often?"),
        (Self::Length, "length", "how long is a game?"),
        (Self::Skill, "skill", "does the better player win, or luck?"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(question, ..)| *question == self).map_or("", |(_, name, _)| name)
    }
}

/// What stands in front of somebody who is to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// What is asked.
    pub asked: String,
    /// What may be answered, each with what it means.
    pub choices: Vec<(String, String)>,
    /// What an empty answer stands for.
    pub usual: String,
}

/// Answers as far as they were given.
pub struct Draft<'a> {
    app: &'a App,
    game: Option<RulesetId>,
    players: Option<usize>,
    question: Option<Question>,
    bots: Option<Vec<String>>,
    margin: Option<f64>,
}

/// What makes a table of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    /// The game as printed.
    Printed,
    /// A switch, set to their number.
    Switch(&'static str),
}

impl Size {
    /// The switch that is to be set, if one is.
    const fn key(self) -> Option<&'static str> {
        match self {
            Self::Printed => None,
            Self::Switch(key) => Some(key),
        }
    }
}

/// What must be set for a table of so many; `None` if no switch of the game makes
/// one.
fn table(game: RulesetId, players: usize) -> Option<Size> {
    let seats = |settings: &Settings| game.table(settings).ok();
    if seats(&Settings::printed(game.switches)) == Some(players) {
        return Some(Size::Printed);
    }
    let fits = |switch: &&Switch| {
        let mut settings = Settings::printed(game.switches);
        settings.set(switch.key, &players.to_string()).is_ok() && seats(&settings) == Some(players)
    };
    game.switches.iter().find(fits).map(|switch| Size::Switch(switch.key))
}

impl<'a> Draft<'a> {
    /// No answer yet.
    #[must_use]
    pub const fn new(app: &'a App) -> Self {
        Self { app, game: None, players: None, question: None, bots: None, margin: None }
    }

    /// The first question that is not answered; `None` once the scenario can be
    /// written.
    #[must_use]
    pub fn next(&self) -> Option<Key> {
        let open = |key: &Key| match key {
            Key::Game => self.game.is_none(),
            Key::Players => self.players.is_none(),
            Key::Question => self.question.is_none(),
            Key::Bots => self.bots.is_none(),
            // Nobody is better off than others at a table of one.
            Key::Margin => self.margin.is_none() && self.players != Some(1),
        };
        Key::ALL.into_iter().find(open)
    }

    /// The tables that the game has.
    fn tables(&self) -> Vec<usize> {
        let game = self.game.into_iter();
        game.flat_map(|game| (1..=MAX_SEATS).filter(move |&players| table(game, players).is_some())).collect()
    }

    fn questions(&self) -> impl Iterator<Item = &'static (Question, &'static str, &'static str)> {
        let alone = self.players == Some(1);
        Question::ALL.iter().filter(move |(question, ..)| !alone || *question == Question::Length)
    }

    /// What is asked for `key`, with the answers that fit those given so far.
    #[must_use]
    pub fn prompt(&self, key: Key) -> Prompt {
        let bare = |choices: Vec<String>| choices.into_iter().map(|choice| (choice, String::new())).collect();
        let (asked, choices, usual): (&str, Vec<(String, String)>, String) = match key {
            Key::Game => {
                let games = self.app.rulesets.iter().map(|game| (game.id.to_owned(), game.title.to_owned()));
                ("Which game?", games.collect(), self.app.ids().next().unwrap_or_default().to_owned())
            }
            Key::Players => {
                let tables = self.tables();
                let printed = self
                    .game
                    .and_then(|game| tables.iter().find(|&&n| table(game, n) == Some(Size::Printed)));
                let usual = printed.or(tables.first()).map_or(String::new(), usize::to_string);
                ("How many players?", bare(tables.iter().map(usize::to_string).collect()), usual)
            }
            Key::Question => {
                let all = self.questions().map(|(_, name, what)| ((*name).to_owned(), (*what).to_owned()));
                let usual = self.questions().next().map_or("", |(_, name, _)| name);
                ("What do you want to know?", all.collect(), usual.to_owned())
            }
            Key::Bots => {
                let bots = self.game.map(RulesetId::bots).unwrap_or_default();
                let choices = bots.into_iter().map(|(name, idea)| (name.to_owned(), idea.to_owned()));
                let panel = self.game.map(|game| game.panel(self.players.unwrap_or(2))).unwrap_or_default();
                let (asked, usual) = match (self.question, panel.first(), panel.last()) {
                    (Some(Question::Skill), Some(weak), Some(strong)) => {
                        ("Which two bots, the better one first?", format!("{strong},{weak}"))
                    }
                    _ => ("Which bots play, each against its like?", panel.join(",")),
                };
                (asked, choices.collect(), usual)
            }
            Key::Margin => {
                let asked = match self.question {
                    Some(Question::Skill) => {
                        "How much more than an equal share must the better bot win at least?"
                    }
                    _ => "How far from an equal share may any seat be?",
                };
                let usual = format!("{}%", 100.0 * MARGIN);
                (asked, vec![("2% or 0.02".to_owned(), "two percentage points".to_owned())], usual)
            }
        };
        Prompt { asked: asked.to_owned(), choices, usual }
    }

    /// What to say of a question that nobody has answered.
    #[must_use]
    pub fn missing(&self, key: Key) -> Fault {
        let prompt = self.prompt(key);
        let known: Vec<String> = prompt.choices.into_iter().map(|(choice, _)| choice).collect();
        let allowed =
            if known.is_empty() { prompt.asked } else { format!("{} ({})", known.join(", "), prompt.asked) };
        Fault::absent(key.flag(), "nothing", allowed)
    }

    /// Takes an answer.
    ///
    /// # Errors
    /// What is wrong with it, with the nearest name that fits.
    pub fn answer(&mut self, key: Key, typed: &str) -> Result<(), Fault> {
        let typed = typed.trim();
        let wrong = |allowed: String| Fault::new(key.flag(), format!("`{typed}`"), allowed);
        match key {
            Key::Game => {
                let told = |fault: Fault| Fault { key: key.flag().to_owned(), ..fault };
                self.game = Some(self.app.resolve(typed).map_err(told)?);
            }
            Key::Players => {
                let tables = self.tables();
                let known: Vec<String> = tables.iter().map(usize::to_string).collect();
                let players = typed.parse().ok().filter(|players| tables.contains(players));
                self.players = Some(players.ok_or_else(|| wrong(known.join(", ")))?);
            }
            Key::Question => {
                let known: Vec<&str> = self.questions().map(|(_, name, _)| *name).collect();
                let found = self.questions().find(|(_, name, _)| *name == typed);
                self.question = Some(found.ok_or_else(|| unknown(key.flag(), typed, &known))?.0);
            }
            Key::Bots => self.bots = Some(self.read_bots(typed)?),
            Key::Margin => {
                let margin = per_cent(typed).filter(|margin| *margin > 0.0 && *margin < 0.5);
                self.margin = Some(
                    margin
                        .ok_or_else(|| wrong("a share between 0 and 0.5, such as 0.02 or 2%".to_owned()))?,
                );
            }
        }
        Ok(())
    }

    fn read_bots(&self, typed: &str) -> Result<Vec<String>, Fault> {
        let key = Key::Bots.flag();
        let bots: Vec<String> =
            typed.split(',').map(|bot| bot.trim().to_owned()).filter(|bot| !bot.is_empty()).collect();
        let refuse = |allowed: &str| Err(Fault::new(key, format!("`{typed}`"), allowed));
        if bots.is_empty() {
            return refuse("one bot or several, with commas between them");
        }
        if let Some(game) = self.game
            && let Some(wrong) = bots.iter().find(|bot| !game.has_bot(bot))
        {
            return Err(no_bot(key, game, wrong));
        }
        if (1..bots.len()).any(|i| bots[..i].contains(&bots[i])) {
            return refuse("each bot once");
        }
        if self.question == Some(Question::Skill) && bots.len() != 2 {
            return refuse("two bots, the better one first");
        }
        Ok(bots)
    }

    /// A name for its file: `king-of-the-pitch-4-fair.toml`.
    #[must_use]
    pub fn file(&self) -> String {
        let game = self.game.map_or("scenario", |game| game.facts().id);
        let players = self.players.map_or(String::new(), |players| format!("-{players}"));
        format!("{game}{players}-{}.toml", self.question.map_or("", Question::name))
    }

    /// The scenario, once every question is answered; `file` is what it will be
    /// called.
    #[must_use]
    pub fn text(&self, file: &str) -> Option<String> {
        let (game, players) = (self.game?, self.players?);
        let answers = Answers {
            game,
            players,
            size: table(game, players)?,
            question: self.question?,
            bots: self.bots.as_ref()?,
            margin: self.margin.or((players == 1).then_some(MARGIN))?,
        };
        Some(self.app.named(&answers.text(file)))
    }
}

/// What a set of answers makes, all at once.
///
/// # Errors
/// Every answer that is wrong, and every question without one.
pub fn drawn<'a>(app: &'a App, answers: &[(Key, &str)]) -> Result<Draft<'a>, Vec<Fault>> {
    let mut draft = Draft::new(app);
    let mut faults = Vec::new();
    for key in Key::ALL {
        let given = answers.iter().find(|(given, _)| *given == key);
        let needed = key != Key::Margin || draft.players != Some(1);
        // What depends on the game can't be judged without one.
        let follows = key != Key::Game && key != Key::Margin && draft.game.is_none();
        match given {
            _ if follows && given.is_some() => {}
            Some((_, typed)) => faults.extend(draft.answer(key, typed).err()),
            None if needed => faults.push(draft.missing(key)),
            None => {}
        }
    }
    if faults.is_empty() { Ok(draft) } else { Err(faults) }
}

/// Names of what may be asked, for help.
#[must_use]
pub fn questions() -> String {
    quoted(Question::ALL.iter().map(|(_, name, _)| *name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets;
    use crate::scenario::resolve::{Origin, Overrides, understood};

    /// Every game, every table, every question: what is drawn up is a scenario
    /// without a fault, with what was asked in it.
    #[test]
    fn whatever_is_answered_makes_a_scenario_that_is_understood() {
        let app = rulesets::app();
        let mut made = 0;
        for game in app.ids() {
            let mut draft = Draft::new(&app);
            draft.answer(Key::Game, game).unwrap();
            for (players, _) in draft.prompt(Key::Players).choices {
                draft.answer(Key::Players, &players).unwrap();
                for (question, _) in draft.prompt(Key::Question).choices {
                    draft.answer(Key::Question, &question).unwrap();
                    draft.answer(Key::Bots, &draft.prompt(Key::Bots).usual).unwrap();
                    draft.answer(Key::Margin, "3%").unwrap();
                    let text = draft.text("x.toml").unwrap();
                    let none = |_: &str| Err(String::new());
                    let origin = Origin { app: &app, name: "x", file: "x.toml", text: &text, read: &none };
                    let plan = understood(&origin, &Overrides::default())
                        .unwrap_or_else(|problems| panic!("{text}\n{problems:?}"));
                    assert!(plan.arms.iter().all(|arm| arm.bots.len().to_string() == players), "{text}");
                    assert!(plan.question.starts_with(plan.arms[0].ruleset.title), "{text}");
                    assert_eq!(plan.budgets.is_empty(), players == "1", "{text}");
                    // The example of a varied rule is one.
                    let tried = text.replace("# [vary]", "[vary]");
                    let at = tried.find("[vary]").unwrap();
                    let tried = format!("{}{}", &tried[..at], tried[at..].replace("\n# ", "\n"));
                    let origin = Origin { text: &tried, ..origin };
                    let varied = understood(&origin, &Overrides::default());
                    let varied = varied.unwrap_or_else(|problems| panic!("{tried}\n{problems:?}"));
                    assert!(varied.arms.len() > plan.arms.len(), "{tried}");
                    made += 1;
                }
            }
        }
        assert!(made > 3 * app.rulesets.len(), "{made}");
    }

    #[test]
    fn every_missing_answer_is_named_and_a_wrong_one_gets_the_nearest() {
        let app = rulesets::app();
        let keys = |answers: &[(Key, &str)]| -> Vec<String> {
            drawn(&app, answers).map(drop).unwrap_err().into_iter().map(|fault| fault.key).collect()
        };
        assert_eq!(keys(&[]), ["--game", "--players", "--question", "--bots", "--margin"]);
        let most =
            [(Key::Game, "futbol-dash"), (Key::Players, "3"), (Key::Question, "fair"), (Key::Margin, "0.02")];
        assert_eq!(keys(&most), ["--bots"]);
        let hint = |key: Key, typed: &str| {
            let mut draft = drawn(&app, &[&most[..], &[(Key::Bots, "rusher")]].concat()).unwrap();
            draft.answer(key, typed).unwrap_err()
        };
        assert_eq!(hint(Key::Game, "futbol-dsh").hint.as_deref(), Some("did you mean `futbol-dash`?"));
        assert_eq!(hint(Key::Question, "fiar").hint.as_deref(), Some("did you mean `fair`?"));
        assert_eq!(hint(Key::Bots, "rushr").hint.as_deref(), Some("did you mean `rusher`?"));
        assert_eq!(hint(Key::Players, "9").allowed, "2, 3, 4, 5, 6");
        for margin in ["0", "-1", "60%", "x", "0.5", "inf", "NaN"] {
            assert!(hint(Key::Margin, margin).allowed.contains("2%"), "{margin}");
        }
    }

    #[test]
    fn skill_takes_two_bots_who_sit_in_all_seats() {
        let app = rulesets::app();
        let of = |bots: &str| {
            let answers = [
                (Key::Game, "futbol-dash"),
                (Key::Players, "4"),
                (Key::Question, "skill"),
                (Key::Bots, bots),
                (Key::Margin, "5 %"),
            ];
            drawn(&app, &answers).map(|draft| (draft.file(), draft.text("x.toml").unwrap()))
        };
        let (file, text) = of("planner, random").unwrap();
        assert_eq!(file, "futbol-dash-4-skill.toml");
        assert!(text.contains("bots = [\"planner\", \"random\", \"random\", \"random\"]"), "{text}");
        assert!(text.contains("min = 0.3\n"), "{text}");
        assert!(of("planner").is_err() && of("planner,planner").is_err() && of("a,b").is_err());
    }
}
