//! A game of coins whose truths are known, for tests and for the table of
//! `calibrate`: one in which nothing can be regretted, one with a single bad
//! habit of known cost, one whose last player picks the winner.

use crate::app::App;
use crate::chance::{Chance, MAX_SEATS, Source, Whim};
use crate::game::{BotInfo, Bots, Build, Facts, Game, Open, Outcome, Play, Record, Turn};
use crate::moves::MoveMask;
use crate::scenario::resolve::{self, Origin, Overrides};
use crate::scenario::{Plan, Problem};
use crate::settings::Fault;
use crate::watch::Watch;

const LEDGER: &str = "\
| id | rule | status |
|---|---|---|
| COINS-01 | Everybody answers in turn; coins are tossed. | given |
";

crate::switches! {
    /// What is made of the answers.
    pub struct Table;
    "players" players: {u8 in 2..=6} = "2", House "COINS-01", "how many play";
    "rounds" rounds: {u8 in 1..=60} = "12", House "COINS-01", "answers of each player";
    "what" what: {enum What {
        Coins "coins", Apart "apart", Slips "slips", Spoils "spoils", Kings "kings", Whispers "whispers", Answers "answers",
        Both "both", Grows "grows",
    }} = "coins", House "COINS-01", "whether answers count for nothing, choose a coin, lose the game or a coin, pick the winner always or one time in ten, are all that counts or count beside coins, or the lead grows by half at the end";
}

/// Whoever has most points wins; every answer is a coin for a point. Of the
/// four answers all are alike where coins alone count, and as good where each
/// tosses a coin of its own, which later ones hang on; where slips count, a 0
/// gives up the game by one coin in four, where they spoil, its own coin; where
/// kings are made, the last player has no chance and points at who gets ten
/// points, where they are whispered, with the last answer at who wins, one time in
/// ten; where leads grow, a coin is two points, and the lead at the end half as large
/// again; where both count, a point is a third of the largest answer and a coin
/// [`COIN`] points.
#[derive(Debug)]
struct Coins;

#[derive(Debug, Clone, Copy)]
struct State {
    points: [u8; MAX_SEATS],
    asked: u16,
    lost: u8,
}

/// Points of a coin where answers count beside it.
pub const COIN: u8 = 4;
/// How often a bot slips: decisions in which it answers 0, of [`ANSWERS`].
pub const CARELESS: u8 = 12;
/// See [`CARELESS`].
pub const HASTY: u8 = 1;
/// See [`CARELESS`].
pub const ANSWERS: u8 = 60;

/// The bots: who answers 0 in so many of [`ANSWERS`] decisions, and otherwise 1, 2
/// or 3.
const HABITS: &[BotInfo<u8>] = &[
    BotInfo::new("careful", "never slips", 0),
    BotInfo::new("careless", "slips one time in five", CARELESS),
    BotInfo::new("hasty", "slips one time in sixty", HASTY),
];

impl Game for Coins {
    const FACTS: Facts = Facts {
        switches: Table::SWITCHES,
        ledger: LEDGER,
        ..Facts::new("coins", "Coins", "coins are tossed")
    };

    type Rules = Table;

    fn build(build: &Build<'_>) -> Result<Table, Vec<Fault>> {
        Ok(Table::of(build.settings))
    }

    fn seats(rules: &Table) -> usize {
        usize::from(rules.players)
    }
}

impl Coins {
    const NOBODY: u8 = u8::MAX;

    /// Whether the last player only points at others.
    fn points(rules: &Table) -> bool {
        matches!(rules.what, What::Kings | What::Whispers)
    }

    fn all(rules: &Table) -> u16 {
        u16::from(rules.players) * u16::from(rules.rounds)
    }
}

impl Play for Coins {
    type State = State;
    type Move = u8;
    type Moves = MoveMask;

    fn setup<C: Chance, W: Watch>(_: &Table, _: &[u8], _: &mut C, _: &mut W) -> State {
        State { points: [0; MAX_SEATS], asked: 0, lost: Self::NOBODY }
    }

    fn turn(rules: &Table, state: &State) -> Turn {
        let over = state.asked == Self::all(rules) || state.lost != Self::NOBODY;
        if over { Turn::Over } else { Turn::Ask((state.asked % u16::from(rules.players)) as u8) }
    }

    fn legal(rules: &Table, _: &State, moves: &mut MoveMask) {
        *moves = MoveMask(if Self::points(rules) { (1 << rules.players) - 1 } else { 0b1111 });
    }

    fn apply<C: Chance, W: Watch>(rules: &Table, state: &mut State, chosen: u8, chance: &mut C, _: &mut W) {
        let seat = (state.asked % u16::from(rules.players)) as u8;
        let mut point = chance.below(Source::seat(seat), 2) as u8;
        state.asked += 1;
        match rules.what {
            What::Coins => state.points[usize::from(seat)] += point,
            What::Apart => {
                for _ in 0..chosen {
                    point = chance.below(Source::seat(seat), 2) as u8;
                }
                state.points[usize::from(seat)] += point;
            }
            What::Spoils => state.points[usize::from(seat)] += if chosen == 0 { 0 } else { point },
            What::Answers => state.points[usize::from(seat)] += chosen,
            What::Both => state.points[usize::from(seat)] += chosen + COIN * point,
            What::Slips => {
                state.points[usize::from(seat)] += point;
                if chosen == 0 && chance.below(Source::TABLE, 4) == 0 {
                    state.lost = seat;
                }
            }
            What::Grows => {
                state.points[usize::from(seat)] += 2 * point;
                if state.asked == Self::all(rules) {
                    let [a, b, ..] = state.points;
                    state.points[usize::from(b > a)] += a.abs_diff(b) / 2;
                }
            }
            What::Kings | What::Whispers => {
                let last = rules.players - 1;
                let pointed = match rules.what {
                    What::Kings => 10,
                    _ if state.asked == Self::all(rules) && chance.below(Source::TABLE, 10) == 0 => 100,
                    _ => 0,
                };
                let (to, more) = if seat == last { (chosen, pointed) } else { (seat, point) };
                if to != last {
                    state.points[usize::from(to)] += more;
                }
            }
        }
    }

    fn outcome(rules: &Table, state: &State) -> Outcome {
        let seats = usize::from(rules.players);
        if state.lost != Self::NOBODY {
            return Outcome::shared((0..rules.players).filter(|&seat| seat != state.lost), [0; MAX_SEATS]);
        }
        let playing = if Self::points(rules) { seats - 1 } else { seats };
        Outcome::highest(&state.points[..playing])
    }
}

impl Open for Coins {}

impl Bots for Coins {
    type Bot = u8;
    type Memory = ();

    const BOTS: &'static [BotInfo<u8>] = HABITS;

    fn decide(slips: u8, rules: &Table, _: &State, _: &MoveMask, (): &mut (), whim: &mut Whim) -> u8 {
        if Self::points(rules) {
            return whim.below(u32::from(rules.players)) as u8;
        }
        if whim.below(u32::from(ANSWERS)) < u32::from(slips) { 0 } else { 1 + whim.below(3) as u8 }
    }
}

impl Record for Coins {
    fn items(_: &Table) -> Vec<String> {
        ["slip", "one", "two", "three", "four", "five"].map(str::to_owned).to_vec()
    }

    fn item(_: &Table, _: &State, chosen: u8) -> Option<u8> {
        Some(chosen)
    }

    fn standing(_: &Table, state: &State) -> Option<[i32; MAX_SEATS]> {
        Some(state.points.map(i32::from))
    }
}

/// The game as a plan: what is made of answers, how many play, how often each
/// answers, who plays.
pub fn plan(what: &str, (players, rounds): (u8, u8), bot: &str) -> Result<Plan, Vec<Problem>> {
    let app = App::new("coins", "Coins").ruleset::<Coins>();
    let text = format!(
        "ruleset = \"coins\"\nbots = \"{bot}\"\nseed = 5\n[set]\nwhat = \"{what}\"\nplayers = {players}\nrounds = {rounds}\n"
    );
    let read = |_: &str| Err(String::new());
    let origin = Origin { app: &app, name: "coins", file: "coins.toml", text: &text, read: &read };
    resolve::understood(&origin, &Overrides::default())
}
