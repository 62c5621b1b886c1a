//! What people's games say, told.

use std::cmp::Ordering;

use super::{ReadDocument, per_cent, points};
use crate::game::Unit;
use crate::game::called::player;
use crate::lab::playtest::Reading;
use crate::lab::playtest::read::{Beside, EDGE, Item, LONGER, Seat, Test};
use crate::report::Answer;
use crate::report::csv::Columns;
use crate::report::document::{Heading, text};
use crate::report::figure::Standing;
use crate::report::page::{Footer, Method, Page, Rows, Section, Show, Table, Verdict, opened};
use crate::report::tell::assumptions;
use crate::verdict::{Opening, Status, count, enumerated, p_value, show};

/// Items that the first screen shows.
const ITEMS: usize = 8;
/// How sure the closest bot must be before it is called that.
const SURE: f64 = 0.9;

impl Reading {
    /// Whether a test of several told together is clear.
    fn is_clear(&self, test: &Test) -> bool {
        let told = self
            .judge()
            .map_or(0, |judge| [&judge.seats, &judge.endings, &judge.length].into_iter().flatten().count());
        test.p < (1.0 - self.level) / told.max(1) as f64
    }

    /// A test that was made and is clear.
    fn clear(&self, test: fn(&Beside) -> Option<Test>) -> Option<Test> {
        self.judge().and_then(test).filter(|test| self.is_clear(test))
    }
}

fn alike(r: &Reading, test: &Test, what: &str, size: &str) -> String {
    if r.is_clear(test) {
        format!("{what} clearly differ from the bots' ({})", p_value(test.p))
    } else {
        let blind = if test.power < 0.8 { "; that proves little: " } else { "; " };
        format!(
            "no clear difference in {} (p = {:.2}{blind}{size} would have been seen in {})",
            what,
            test.p,
            per_cent(test.power)
        )
    }
}

/// Seats of which people and simulation together say that they win more or less
/// than an equal share.
fn uneven(r: &Reading) -> Vec<String> {
    let tell = |(index, seat): (usize, &Seat)| {
        let how = match seat.together.side_of(r.equal) {
            Ordering::Greater => "more",
            Ordering::Less => "less",
            Ordering::Equal => return None,
        };
        let share = show(&seat.together, Unit::Share);
        Some(format!(
            "the {} wins {how} than an equal share ({share}, equal is {})",
            player(index),
            per_cent(r.equal)
        ))
    };
    r.seats.iter().enumerate().filter_map(tell).collect()
}

fn sentences(r: &Reading) -> Vec<Verdict> {
    let title = r.plan.arms.first().map_or("", |arm| arm.ruleset.title);
    let games = count(r.people_games);
    let mut all: Vec<Verdict> = Vec::new();
    let mut say = |told: String| all.push(Verdict::new(Standing::Plain, told));
    if let Some(judge) = r.judge() {
        let edge = points(EDGE);
        let mut parts = Vec::new();
        parts.extend(
            judge.seats.map(|test| alike(r, &test, "winners by seat", &format!("an edge of {edge} points"))),
        );
        parts.extend(judge.endings.map(|test| {
            let [people, bots] = [test.people, test.bots].map(|share| per_cent(share.unwrap_or(f64::NAN)));
            let what = format!("games with one winner ({people}, by bots {bots})");
            alike(r, &test, &what, &format!("{edge} points fewer of them"))
        }));
        parts.extend(judge.length.as_ref().map(|test| {
            let size = format!("games {} longer", per_cent(LONGER - 1.0));
            alike(r, test, "lengths", &size)
        }));
        say(format!("{title}, {games} games of people beside `{}` bots: {}.", r.believed, parts.join("; ")));
    }
    let weight = if r.weight > 0.0 {
        format!("people's {games} games and the bots', which count for {:.0}", r.weight)
    } else {
        format!("people's {games} games alone")
    };
    let uneven = uneven(r);
    say(if uneven.is_empty() {
        format!(
            "By {weight}, no seat is shown to win more or less than an equal share ({} of games with one winner).",
            per_cent(r.equal)
        )
    } else {
        format!("By {weight}, {}.", uneven.join("; "))
    });
    if let [first, _, ..] = &r.beside[..] {
        let sure = per_cent(first.closest);
        say(if first.closest >= SURE {
            format!("People play most like `{}` (in {sure} of logs drawn again from theirs).", first.bot)
        } else {
            format!(
                "Which bot people play like is not clear: `{}` comes closest, but in {sure} of logs drawn again only.",
                first.bot
            )
        });
    }
    if r.fixed_seats {
        all.push(Verdict::warning(
            "nobody changed seats, so that a good seat can't be told from a good player.",
        ));
    }
    all
}

/// What the report opens with: whether people's games are like the bots', and
/// whether a seat wins too often by both together.
fn opening(r: &Reading) -> Opening {
    let title = r.plan.arms.first().map_or("", |arm| arm.ruleset.title);
    let fewer = |test: Test| {
        if test.people < test.bots {
            "have fewer games with one winner"
        } else {
            "have more games with one winner"
        }
    };
    let differs: Vec<String> = [
        r.clear(|judge| judge.seats).map(|_| "win from other seats"),
        r.clear(|judge| judge.endings).map(fewer),
        r.clear(|judge| judge.length).map(|_| "play games of another length"),
    ]
    .into_iter()
    .flatten()
    .map(str::to_owned)
    .collect();
    let answer = if differs.is_empty() {
        format!("{title}: people's games are not shown to differ from those of `{}` bots", r.believed)
    } else {
        format!("{title}: people {} than `{}` bots", enumerated(&differs, differs.len()), r.believed)
    };
    let far: Vec<String> = (r.seats.iter().enumerate())
        .filter_map(|(index, seat)| match seat.together.side_of(r.equal) {
            Ordering::Greater => Some(format!("the {} wins too often", player(index))),
            Ordering::Less => Some(format!("the {} wins too seldom", player(index))),
            Ordering::Equal => None,
        })
        .collect();
    let (status, together, printing) = match (far.is_empty(), differs.is_empty()) {
        (true, true) => {
            (Status::Plain, "no seat is shown to win too often".to_owned(), "nothing speaks against it here")
        }
        (true, false) => (
            Status::Undecided,
            "no seat is shown to win too often".to_owned(),
            "believe the bots less than these games, and play more of them",
        ),
        (false, _) => (Status::Bad, far.join(" and "), "not as it is, if every seat is to win its share"),
    };
    let fixed = if r.fixed_seats {
        " Nobody changed seats, so that this may be the players and not the seats."
    } else {
        ""
    };
    Opening::new(status, format!("{answer}. By people and bots together, {together}.{fixed}"), printing)
}

fn seats(r: &Reading) -> Table {
    Rows::of(r.seats.iter().enumerate())
        .words("seat", |(index, _)| player(index))
        .numbers("won", |(_, seat)| count(seat.wins))
        .numbers("people", |(_, seat)| show(&seat.people, Unit::Share))
        .numbers(&format!("`{}` bots", r.believed), |(_, seat)| show(&seat.bots, Unit::Share))
        .numbers("together", |(_, seat)| show(&seat.together, Unit::Share))
        .table("Games with one winner, by seat")
        .note(format!(
            "Shares are of the {} games of people, and of those of bots, that one player won alone. The intervals of all \
             seats hold at once. Together: the simulation counts for {:.0} games; --weight changes \
             that, 0 leaves people alone.",
            count(r.decided),
            r.weight
        ))
        .show(Show::All)
}

fn bots(r: &Reading) -> Table {
    let p = |test: &Test| p_value(test.p);
    Rows::of(r.beside.iter())
        .words("bot", |beside: &Beside| beside.bot.clone())
        .numbers("closest in", |beside| per_cent(beside.closest))
        .numbers("winners by seat", |beside| beside.seats.as_ref().map_or("–".to_owned(), p))
        .numbers("games with one winner", |beside| beside.endings.as_ref().map_or("–".to_owned(), p))
        .numbers("length", |beside| beside.length.as_ref().map_or("–".to_owned(), p))
        .numbers("mean length", |beside| {
            beside.length.and_then(|test| test.bots).map_or("–".to_owned(), |mean| format!("{mean:.1}"))
        })
        .table("Which bot plays like people")
        .note(match r.judge().and_then(|judge| judge.length).and_then(|test| test.people) {
            Some(mean) => format!("People's games took {mean:.1} turns on average."),
            None => String::new(),
        })
        .show(Show::All)
}

fn items(r: &Reading) -> Option<Table> {
    let item = r.plan.arms.first().map_or("item", |arm| arm.ruleset.item);
    (!r.items.is_empty()).then(|| {
        Rows::of(r.items.iter())
            .words(item, |item: &Item| item.item.clone())
            .numbers("people, per game", |item| format!("{:.2}", item.people))
            .numbers("bots, per game", |item| format!("{:.2}", item.bots))
            .table(format!("Use of each {item}, the most different first"))
            .note("Use describes play; it is no measure of strength, and few games differ by chance.")
            .show(Show::First(ITEMS))
    })
}

impl Answer for Reading {
    const NAME: &'static str = "playtest-read";

    fn opening(&self) -> Opening {
        opening(self)
    }

    fn page(&self) -> Page {
        let plan = &self.plan;
        let mut parts = vec![seats(self).into(), bots(self).into()];
        parts.extend(items(self).map(Into::into));
        Page {
            title: format!("{} — people's games", plan.name),
            question: "What do people's games say beside the bots'?".to_owned(),
            verdicts: opened(&self.opening(), sentences(self)),
            reading: format!(
                "± is the {} % interval; p is small where people and bots differ.",
                100.0 * self.level
            ),
            sections: vec![Section::new("People and bots", parts)],
            methods: vec![
                Method::new(
                    "Likelihood-ratio test with its distribution drawn (Barnard 1963)",
                    "whether winners by seat come from the bots' shares, and as many games have one winner; χ² does not hold \
                     for a dozen games.",
                ),
                Method::new(
                    "Mid-ranks in the bots' distribution (after Wilcoxon 1945)",
                    "whether lengths come from the bots' games.",
                ),
                Method::new(
                    "Exact intervals of counts (Clopper and Pearson 1934)",
                    "for people's shares of games with one winner, at the level that holds for all seats at once.",
                ),
                Method::new(
                    "Beta posterior",
                    "for people and simulation together: the bots' share counts as so many games of its own.",
                ),
                Method::new(
                    "Bootstrap of games (Efron 1979)",
                    "for how sure the closest bot is, by the likelihood of winners and lengths.",
                ),
            ],
            assumptions: assumptions(plan),
            footer: Footer::of(plan, self.simulated),
            ..Page::default()
        }
    }

    fn json(&self) -> String {
        let ruleset = self.plan.arms.first().map_or("", |arm| arm.ruleset.id);
        text(&ReadDocument {
            heading: Heading::from(&self.plan).opening(self.opening()),
            ruleset,
            reading: self,
            verdicts: sentences(self).iter().map(Verdict::spoken).collect(),
        })
    }

    fn csv(&self) -> Vec<u8> {
        Columns::of(self.seats.iter().enumerate())
            .with("seat", |(index, _)| index as u64)
            .with("wins", |(_, seat)| seat.wins)
            .interval(["people", "people_low", "people_high"], |(_, seat)| seat.people)
            .interval(["bots", "bots_low", "bots_high"], |(_, seat)| seat.bots)
            .interval(["together", "together_low", "together_high"], |(_, seat)| seat.together)
            .bytes()
    }

    fn exit(&self) -> u8 {
        0
    }
}
