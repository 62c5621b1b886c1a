//! The contract between a ruleset and everything else.
//!
//! A ruleset is one folder of one shape. It turns switches and data into a
//! compact [`Ruleset::Rules`] once per arm; after that a game is a
//! [`Ruleset::State`] (plain `Copy` data of fixed size) that is set up, asked
//! whose turn it is, and advanced by small [`Ruleset::Move`]s until it is over.
//! Chance enters only through the [`Chance`] handed in; words leave only
//! through the [`Watch`] handed in. No allocation, input or output, floating
//! point or dynamic dispatch happens between set-up and end of a game.

use std::fmt::Debug;

use crate::chance::{Chance, MAX_SEATS, Whim};
use crate::moves::MoveSet;
use crate::odds::OddsTable;
use crate::settings::{Fault, Settings, Switch};
use crate::watch::Watch;

/// Whom the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// This seat must choose one of the legal moves. Out-of-turn answers,
    /// secret bids and simultaneous choices are turns asked of one seat after
    /// another; the views hide what is not yet revealed.
    Ask(u8),
    /// The game is over; [`Ruleset::outcome`] tells how.
    Over,
}

/// Sixtieths of a won game: what one sole winner gets. Shared wins and drawn
/// matches divide it exactly for up to six seats.
pub const WIN: u8 = 60;

/// What one whole unit is in the counts of [`Ruleset::luck`]: exact chances are
/// kept as multiples of 2⁻²⁰, so an event's own mean is off by 2⁻²¹ at most.
pub const LUCK: i32 = 1 << 20;

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The rules named a winner, a draw or shared winners.
    Decided,
    /// Stopped by a termination ruling; the index names the reason in
    /// [`Ruleset::UNFINISHED`]. No seat has won, drawn or lost.
    Unfinished(u8),
}

/// The result of one game, by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Sixtieths of the win per seat: `WIN` for a sole winner, `WIN / k` for
    /// each of `k` who share it. All zero when unfinished.
    pub share: [u8; MAX_SEATS],
    /// The game's own score per seat: goals, victories, league or victory
    /// points.
    pub score: [i32; MAX_SEATS],
}

impl Outcome {
    /// A game with one winner.
    #[must_use]
    pub fn won(winner: u8, score: [i32; MAX_SEATS]) -> Self {
        let mut share = [0; MAX_SEATS];
        share[usize::from(winner)] = WIN;
        Self { ending: Ending::Decided, share, score }
    }

    /// A game whose win is shared by the seats of `winners`.
    #[must_use]
    pub fn shared(winners: impl Iterator<Item = u8> + Clone, score: [i32; MAX_SEATS]) -> Self {
        let mut share = [0; MAX_SEATS];
        let each = WIN / winners.clone().count().max(1) as u8;
        for seat in winners {
            share[usize::from(seat)] = each;
        }
        Self { ending: Ending::Decided, share, score }
    }

    /// A game stopped for reason `reason` of [`Ruleset::UNFINISHED`].
    #[must_use]
    pub const fn unfinished(reason: u8, score: [i32; MAX_SEATS]) -> Self {
        Self { ending: Ending::Unfinished(reason), share: [0; MAX_SEATS], score }
    }
}

/// What a metric's sum is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// Per game: every game counts, unfinished ones too.
    Games,
    /// Per seat and game.
    Seats,
    /// Per unit of another metric's sum (its position in
    /// [`Ruleset::METRICS`]): a ratio of two sums.
    Metric(usize),
}

/// How a metric's value is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A plain number (turns, goals, points).
    Number,
    /// A share between 0 and 1, shown in per cent.
    Share,
    /// A difference of two shares, shown in percentage points.
    Points,
}

/// A number that every game adds to, named in kebab-case by what it counts.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Name, e.g. `matches-per-game`.
    pub name: &'static str,
    /// One line: what is counted, over what.
    pub definition: &'static str,
    /// The denominator.
    pub over: Over,
    /// How it is shown.
    pub unit: Unit,
}

/// A histogram that every game adds to.
#[derive(Debug, Clone, Copy)]
pub struct Distribution {
    /// Name, e.g. `goals-per-seat`.
    pub name: &'static str,
    /// One line: what is counted.
    pub definition: &'static str,
    /// What one count is one of, in the plural: `games`, `players`, `matches`.
    pub of: &'static str,
    /// How its values are to be read.
    pub values: Values,
}

/// What the values of a [`Distribution`] are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// Plain numbers.
    Number,
    /// How long something took. Where a termination ruling stopped it, as long
    /// as it had become.
    Length,
    /// Results of two sides, called so; each a [`scoreline`]. Codes without an
    /// order of their own: there is no median of them.
    Scores([&'static str; 2]),
}

impl Distribution {
    /// What its two sides are called, if its values are scores.
    #[must_use]
    pub const fn sides(&self) -> Option<[&'static str; 2]> {
        match self.values {
            Values::Scores(sides) => Some(sides),
            Values::Number | Values::Length => None,
        }
    }
}

/// Writes a ruleset's table of distributions and, in a module `bin`, one column
/// number per distribution from one list, so that name, meaning and position
/// can't part. Each line holds the constant, the name, how its values are read,
/// what one count is one of, and the definition:
///
/// ```text
/// TURNS "turns" Length, "games", "turns of all players in a game";
/// SCORES "scorelines" Scores(["seat 0", "seat 1"]), "games", "goals of …";
/// ```
macro_rules! distributions {
    ($($column:ident $name:literal $values:ident $(($sides:expr))?, $of:literal, $definition:literal;)*) => {
        /// The histograms, see [`crate::game::Ruleset::DISTRIBUTIONS`].
        pub const DISTRIBUTIONS: &[$crate::game::Distribution] = &[$(
            $crate::game::Distribution {
                name: $name,
                definition: $definition,
                of: $of,
                values: $crate::game::Values::$values $(($sides))?,
            }
        ),*];

        /// Where each distribution stands in [`DISTRIBUTIONS`].
        pub mod bin {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "a column per line of the table")]
            enum Column { $($column),* }
            $(
                #[doc = $definition]
                pub const $column: usize = Column::$column as usize;
            )*
        }
    };
}

pub(crate) use distributions;

/// Most goals of a side that a [`scoreline`] holds.
const MOST_GOALS: i32 = 99;

/// A result as one value: 100 x goals of the first side + goals of the second,
/// each held within 0 to 99.
#[must_use]
pub fn scoreline(first: i32, second: i32) -> i32 {
    first.clamp(0, MOST_GOALS) * (MOST_GOALS + 1) + second.clamp(0, MOST_GOALS)
}

/// Goals of both sides of a [`scoreline`].
#[must_use]
pub const fn sides(scoreline: i32) -> [i32; 2] {
    [scoreline / (MOST_GOALS + 1), scoreline % (MOST_GOALS + 1)]
}

/// Where a finished game is written down. Indices are positions in
/// [`Ruleset::METRICS`] and [`Ruleset::DISTRIBUTIONS`].
pub trait Observe {
    /// Adds to a metric's sum.
    fn add(&mut self, metric: usize, amount: i64);
    /// Counts one occurrence of `value` in a distribution.
    fn bin(&mut self, distribution: usize, value: i32);
}

/// A scripted bot, as listed to users from weak to strong.
#[derive(Debug, Clone, Copy)]
pub struct BotInfo<B> {
    /// Name, e.g. `rusher`.
    pub name: &'static str,
    /// One line: its idea.
    pub idea: &'static str,
    /// The value that plays it.
    pub bot: B,
}

/// Settings that a switch value needs beside itself to be legal.
#[derive(Debug, Clone, Copy)]
pub struct Companion {
    /// The switch.
    pub key: &'static str,
    /// Its value; empty for all its values.
    pub value: &'static str,
    /// What must be set too.
    pub with: &'static [(&'static str, &'static str)],
}

impl Companion {
    /// What `table` says must be set beside this value of a switch.
    pub fn beside(
        table: &'static [Self],
        key: &str,
        value: &str,
    ) -> impl Iterator<Item = (&'static str, &'static str)> {
        let fits = move |companion: &&Self| {
            companion.key == key && (companion.value.is_empty() || companion.value == value)
        };
        table.iter().filter(fits).flat_map(|companion| companion.with.iter().copied())
    }
}

/// Whether totals that the box states bind component data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Totals {
    /// The data are the box's own or a designer's edition of it: a total that
    /// the box states must be met, because a slip would go unnoticed.
    #[default]
    Stated,
    /// Single numbers were changed on purpose, a house rule: totals are bounded
    /// only by what a game can hold.
    House,
}

/// What may be done to a card, tile or shot card to see what it is worth:
/// taken out, one copy fewer, swapped for another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intervention {
    /// The card: `V.A.R.`, `Attack +5`.
    pub item: String,
    /// What is done to it: `removed`, `one copy fewer`, `one copy as a Save`.
    pub change: String,
    /// Settings that do it, spelled as after `--set`: a switch, or a path into
    /// the component data such as `data.shots.goal`.
    pub edits: Vec<(String, String)>,
}

impl Intervention {
    /// A change of one item by these settings.
    #[must_use]
    pub fn new(item: &str, change: impl Into<String>, edits: &[(&str, i64)]) -> Self {
        let edits = edits.iter().map(|(key, value)| ((*key).to_owned(), value.to_string())).collect();
        Self { item: item.to_owned(), change: change.into(), edits }
    }
}

/// What an arm hands to a ruleset to be turned into rules.
#[derive(Debug, Clone)]
pub struct Build<'a> {
    /// All switches and assumptions, defaults filled in.
    pub settings: &'a Settings,
    /// Component data as TOML, the ruleset's own or a user's edit of it.
    pub data: &'a str,
    /// Squad, club or deck named for each entrant, if any.
    pub squads: &'a [Option<String>],
    /// Whether totals stated by the box must be met.
    pub totals: Totals,
}

/// One tabletop game.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// Id in kebab-case, e.g. `king-of-the-pitch`.
    const ID: &'static str;
    /// Title as printed on the box.
    const TITLE: &'static str;
    /// One line: what the game is.
    const SUMMARY: &'static str;
    /// Every switch and assumption, each with default and allowed values.
    const SWITCHES: &'static [Switch];
    /// Component data as shipped.
    const DATA: &'static str;
    /// The rule ledger, Markdown.
    const LEDGER: &'static str;
    /// Reasons for unfinished games, e.g. `stalemate`, `cap`.
    const UNFINISHED: &'static [&'static str];
    /// What every game adds to, in the order of reports. `turns-per-game`
    /// comes first.
    const METRICS: &'static [Metric];
    /// Histograms, in the order of reports.
    const DISTRIBUTIONS: &'static [Distribution];
    /// Scripted bots, weak to strong, without `random`.
    const BOTS: &'static [BotInfo<Self::Bot>];
    /// Values of a switch that are only legal together with others: key, value
    /// and the further settings under which the atlas tries it (and the
    /// printed value beside it).
    const COMPANIONS: &'static [Companion] = &[];
    /// The bots that the atlas seats in every variant: `random` and scripts
    /// that are quick enough. Empty for `random` and the last of
    /// [`Ruleset::BOTS`].
    const PANEL: &'static [&'static str] = &[];
    /// Bots that search: too slow for the atlas.
    const SEARCHERS: &'static [&'static str] = &[];
    /// The script that plays imagined games of the search bots to their end
    /// (see [`bots`](crate::bots)): quick, and not so weak that what it shows
    /// of a position is chance. Random moves if it names none.
    const POLICY: &'static str = "random";
    /// The unit [`Ruleset::item`] counts: `card`, `action`, `tile`.
    const ITEM: &'static str;
    /// Whether a decided game may leave every seat a loser, because somebody
    /// without a seat (a neutral club) wins it: the shares then add up to 0.
    const NOBODY_MAY_WIN: bool = false;
    /// What [`Ruleset::luck`] counts, as read after "the luck of the dice":
    /// "matches won minus their exact chances". It is the value function of
    /// the luck adjustment, fixed before any game.
    const LUCK: Option<&'static str> = None;
    /// The words of a small step that a seat takes several times in a row
    /// (` drives to `), with their spaces: before them stands who, behind them
    /// where to. Such decisions are told as one line; none by default.
    const STEP: Option<&'static str> = None;

    /// Switches and data, checked once and compiled into small integers and
    /// look-up tables.
    type Rules: Send + Sync;
    /// A whole game in progress.
    type State: Copy + Send;
    /// One choice; a small integer or a few.
    type Move: Copy + Eq + Debug;
    /// The legal moves of one decision, in a fixed-capacity buffer.
    type Moves: MoveSet<Move = Self::Move> + Default;
    /// What one seat may see of the state.
    type View<'a>: Copy;
    /// The scripted bots.
    type Bot: Copy + Eq + Debug + Send + Sync + 'static;
    /// What a scripted bot remembers from decision to decision of one game.
    type Memory: Copy + Default;

    /// Compiles switches and data.
    ///
    /// # Errors
    /// Every fault found: impossible combinations of switches, data that
    /// breaks a stated total, unknown squads.
    fn build(build: &Build<'_>) -> Result<Self::Rules, Vec<Fault>>;

    /// What [`Outcome::score`] counts under these settings, in the plural:
    /// `goals`, `victories`.
    fn score(settings: &Settings) -> &'static str;

    /// Number of seats, `1..=MAX_SEATS`.
    fn seats(rules: &Self::Rules) -> usize;

    /// Sets up a game. `seating[seat]` is the entrant that sits there.
    fn setup<C: Chance, W: Watch>(
        rules: &Self::Rules,
        seating: &[u8],
        chance: &mut C,
        watch: &mut W,
    ) -> Self::State;

    /// Whom the game waits for.
    fn turn(rules: &Self::Rules, state: &Self::State) -> Turn;

    /// Fills `moves` with the distinct legal moves of the seat asked; never
    /// none.
    fn legal(rules: &Self::Rules, state: &Self::State, moves: &mut Self::Moves);

    /// Carries out a legal move and all that follows until the next question.
    fn apply<C: Chance, W: Watch>(
        rules: &Self::Rules,
        state: &mut Self::State,
        chosen: Self::Move,
        chance: &mut C,
        watch: &mut W,
    );

    /// The result of a game that is over.
    fn outcome(rules: &Self::Rules, state: &Self::State) -> Outcome;

    /// The luck of each seat in a game that is over, in units of 1 / [`LUCK`]:
    /// the sum over its solved chance events of what happened minus the exact
    /// expectation of that at the moment before. Its mean is 0 for every bot
    /// and variant, because each term's is, whatever came before (martingale
    /// differences): a control variate with a known mean.
    fn luck(_rules: &Self::Rules, _state: &Self::State) -> [i32; MAX_SEATS] {
        [0; MAX_SEATS]
    }

    /// Writes a finished game (unfinished ones too) into the tally.
    fn observe<O: Observe>(rules: &Self::Rules, state: &Self::State, out: &mut O);

    /// What `seat` may see.
    fn view<'a>(rules: &'a Self::Rules, state: &'a Self::State, seat: u8) -> Self::View<'a>;

    /// A state that looks the same to the viewer, with everything hidden from
    /// it resampled uniformly.
    fn determinize(rules: &Self::Rules, view: Self::View<'_>, whim: &mut Whim) -> Self::State;

    /// The choice of the `random` bot: uniform over the distinct legal moves,
    /// unless the ledger says otherwise for this decision.
    #[inline]
    fn random(
        _rules: &Self::Rules,
        _view: Self::View<'_>,
        moves: &Self::Moves,
        whim: &mut Whim,
    ) -> Self::Move {
        moves.sample(whim)
    }

    /// The choice of a scripted bot.
    fn decide(
        bot: Self::Bot,
        rules: &Self::Rules,
        view: Self::View<'_>,
        moves: &Self::Moves,
        memory: &mut Self::Memory,
        whim: &mut Whim,
    ) -> Self::Move;

    /// Names of the cards, tiles or actions whose use is tallied; at most 128.
    fn items(rules: &Self::Rules) -> Vec<String>;

    /// The item that `chosen` uses, if it uses one.
    fn item(rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> Option<u8>;

    /// A move in the words of the game, for transcripts.
    fn describe(rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> String;

    /// What may be done to single cards under these settings, to see what each
    /// is worth. Every one of them must build with [`Totals::House`].
    #[must_use]
    fn interventions(_build: &Build<'_>) -> Vec<Intervention> {
        Vec::new()
    }

    /// Exact results from enumerating the same rule code; the first table is
    /// the ruleset's main one.
    fn odds(rules: &Self::Rules) -> Vec<OddsTable>;
}
