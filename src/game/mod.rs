//! The contract between a ruleset and everything else.
//!
//! A ruleset is one folder of one shape, and five traits, each implemented
//! where that code lives: what the game is ([`Game`]), how it is played
//! ([`Play`]), what a seat sees ([`Sight`]), who decides ([`Bots`]) and what is
//! written down ([`Record`]). It turns switches and data into compact
//! [`Game::Rules`] once per arm; after that a game is a [`Play::State`] (plain
//! `Copy` data of fixed size) that is set up, asked whose turn it is, and
//! advanced by small [`Play::Move`]s until it is over. Chance enters only
//! through the [`Chance`] handed in; words leave only through the [`Watch`]
//! handed in. No allocation, input or output, floating point or dynamic
//! dispatch happens between set-up and end of a game.
//!
//! What can be derived or defaulted isn't asked for: a game that hides nothing
//! is [`Open`], one without strategies of its own [`Unscripted`], and every item of
//! [`Record`] has a default.

mod build;
pub mod called;
mod columns;
mod facts;
mod goods;
mod lead;
mod outcome;
pub mod rounds;
mod seen;
mod squads;
pub mod weights;

use std::fmt::Debug;

use crate::chance::pairing::MAX_CARDS;
use crate::chance::{Chance, MAX_SEATS, Whim};
use crate::moves::MoveSet;
use crate::odds::OddsTable;
use crate::settings::{Fault, Settings};
use crate::watch::Watch;

pub use build::{Build, Intervention, Totals};
pub use columns::{
    Bin, Column, Distribution, Metric, Observe, Over, Role, Spelled, Tables, Unit, Values, scoreline, sides,
};
pub use facts::{Facts, Stop, Weighed};
pub use goods::{Good, Handed, Handout, Way};
pub use lead::Lead;
pub use outcome::{Ending, Outcome, WIN};
pub use seen::Seen;
pub use squads::{Near, Sought, SquadKind, SquadMap};
pub use weights::{Feature, Weights};

/// Whom the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// This seat must choose one of the legal moves. Out-of-turn answers,
    /// secret bids and simultaneous choices are turns asked of one seat after
    /// another; the views hide what is not yet revealed.
    Ask(u8),
    /// The game is over; [`Play::outcome`] tells how.
    Over,
}

/// What one whole unit is in the counts of [`Record::luck`]: exact chances are
/// kept as multiples of 2⁻²⁰, so an event's own mean is off by 2⁻²¹ at most.
pub const LUCK: i32 = 1 << 20;

/// What a game is: its facts, and its switches and data as rules.
pub trait Game: Sized + Send + Sync + 'static {
    /// What is known of it without playing.
    const FACTS: Facts;

    /// Switches and data, checked once and compiled into small integers and
    /// look-up tables.
    type Rules: Send + Sync;

    /// Compiles switches and data.
    ///
    /// # Errors
    /// Every fault found: impossible combinations of switches, data that
    /// breaks a stated total, unknown squads.
    fn build(build: &Build<'_>) -> Result<Self::Rules, Vec<Fault>>;

    /// Number of seats, `1..=MAX_SEATS`.
    fn seats(rules: &Self::Rules) -> usize;

    /// What may be done to single cards under these settings, to see what each
    /// is worth. Every one of them must build with [`Totals::House`].
    #[must_use]
    fn interventions(_build: &Build<'_>) -> Vec<Intervention> {
        Vec::new()
    }

    /// What a seat can be handed to see what holding it is worth
    /// ([`Play::hand_out`]), in the order of the box.
    #[must_use]
    fn goods(_rules: &Self::Rules) -> Vec<Good> {
        Vec::new()
    }

    /// Kinds of squads of which the best are wanted under these settings; none where
    /// nobody puts a squad together. The settings build.
    #[must_use]
    fn squads(_build: &Build<'_>) -> Option<SquadMap> {
        None
    }

    /// What the settings make of an entrant's squad where none is named, in a word
    /// (`Pro`); none where they make all alike.
    #[must_use]
    fn tier(_settings: &Settings, _entrant: usize) -> Option<&'static str> {
        None
    }

    /// Exact results from enumerating the same rule code; the first table is
    /// the ruleset's main one.
    #[must_use]
    fn odds(_rules: &Self::Rules) -> Vec<OddsTable> {
        Vec::new()
    }
}

/// How a game is played.
pub trait Play: Game {
    /// A whole game in progress.
    type State: Copy + Send;
    /// One choice; a small integer or a few.
    type Move: Copy + Eq + Debug;
    /// The legal moves of one decision, in a fixed-capacity buffer.
    type Moves: MoveSet<Move = Self::Move> + Default;

    /// How many ids cards may have: those that chance is asked to draw from lie below
    /// it, 256 at most. Arms that share luck deal from permutations of so many, and
    /// panic at a card that lies beyond.
    #[must_use]
    fn card_ids(_rules: &Self::Rules) -> usize {
        MAX_CARDS
    }

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

    /// Holds a state to the laws of the game: every card, chip and coin is in one
    /// place, sums are sums, counters are in range. Asked of every state by the
    /// conformance suite, by replays and where games are verified.
    ///
    /// # Errors
    /// The first law that is broken, in one line ([`law!`](crate::law)).
    fn verify(_rules: &Self::Rules, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }

    /// Hands a seat one more of [`Game::goods`], or takes one from it, before
    /// that seat has decided anything about it: asked after set-up, and again
    /// after every decision until it has an answer. Whatever the game holds
    /// constant (cards in all, sums, what is asked) it keeps so: a copy comes
    /// from where undrawn ones lie and goes to where spent ones lie.
    #[must_use]
    fn hand_out<C: Chance>(
        _rules: &Self::Rules,
        _state: &mut Self::State,
        _handout: Handout,
        _chance: &mut C,
    ) -> Handed {
        Handed::Never
    }
}

/// What a seat sees of a game in progress.
pub trait Sight: Play {
    /// What one seat may see of the state.
    type View<'a>: Copy;

    /// What `seat` may see.
    fn view<'a>(rules: &'a Self::Rules, state: &'a Self::State, seat: u8) -> Self::View<'a>;

    /// A state that looks the same to the viewer, with everything hidden from
    /// it resampled uniformly.
    fn determinize(rules: &Self::Rules, view: Self::View<'_>, whim: &mut Whim) -> Self::State;
}

/// A game that hides nothing but chance to come: every seat sees the state.
pub trait Open: Play {}

impl<G: Open> Sight for G {
    type View<'a> = &'a G::State;

    fn view<'a>(_rules: &'a G::Rules, state: &'a G::State, _seat: u8) -> &'a G::State {
        state
    }

    fn determinize(_rules: &G::Rules, view: &G::State, _whim: &mut Whim) -> G::State {
        *view
    }
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

impl<B: Copy> BotInfo<B> {
    /// A bot with its name and idea.
    #[must_use]
    pub const fn new(name: &'static str, idea: &'static str, bot: B) -> Self {
        Self { name, idea, bot }
    }
}

/// Who decides: the strategies that come with a game.
pub trait Bots: Sight {
    /// The scripted bots.
    type Bot: Copy + Eq + Debug + Send + Sync + 'static;
    /// What a scripted bot remembers from decision to decision of one game.
    type Memory: Copy + Debug + Default + PartialEq;

    /// Scripted bots, weak to strong, without `random`.
    const BOTS: &'static [BotInfo<Self::Bot>];
    /// The bots over which a verdict is told at a table of so many seats, in
    /// measured order: a beginner first, the strongest quick one last, which is
    /// the one to believe. Empty for `random` and the last of [`Bots::BOTS`].
    #[must_use]
    fn panel(_seats: usize) -> &'static [&'static str] {
        &[]
    }

    /// Those of them that are too slow for the atlas, which plays every variant.
    const UNHURRIED: &'static [&'static str] = &[];
    /// Bots that search: too slow for the atlas.
    const SEARCHERS: &'static [&'static str] = &[];
    /// The bot that plays imagined games of the search bots to their end, and
    /// whose move they leave only for a better one (see
    /// [`search`](crate::bots::search)): the strongest that is quick. Random
    /// moves if it names none.
    const POLICY: &'static str = "random";

    /// What the `trained` policy looks at, at most [`weights::MOST`]; empty
    /// without one.
    const FEATURES: &'static [Feature] = &[];

    /// The weights in force at a table of these rules, read from its data.
    #[must_use]
    fn weights(_rules: &Self::Rules) -> Weights {
        Weights::NONE
    }

    /// How many of [`Bots::FEATURES`], the last, look at where a seat stands
    /// instead of at a move ([`prospects`](crate::bots::prospects)).
    const PROSPECTS: usize = 0;

    /// How many parts of the game beyond the one under way a search that judges by
    /// prospects imagines.
    const AHEAD: u32 = 0;

    /// The part of the game under way, counted up. With [`Bots::PROSPECTS`] a
    /// search plays imagined games to the end of this part, or of one
    /// [`AHEAD`](Bots::AHEAD), not of the game; to the end of the game while there
    /// is none.
    #[must_use]
    fn part(_rules: &Self::Rules, _state: &Self::State) -> Option<u32> {
        None
    }

    /// What is seen of where a seat stands: how much of each of those features.
    fn outlook(_rules: &Self::Rules, _state: &Self::State, _seat: usize, _seen: &mut [i32]) {}

    /// The choice of the `trained` policy: the legal move worth most by these
    /// weights, or of sets too large to list the best of those it looks at.
    fn weigh(
        _weights: &Weights,
        _rules: &Self::Rules,
        _view: Self::View<'_>,
        moves: &Self::Moves,
        _memory: &mut Self::Memory,
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

    /// What there is to choose from for a player who remembers this: moves, or
    /// plans of which moves are but steps.
    #[inline]
    fn planning(_rules: &Self::Rules, _view: Self::View<'_>, _memory: &Self::Memory) -> Planning {
        Planning::Moves
    }

    /// Where plans are to be chosen from: what a player remembers once it has set
    /// its mind on each of the plans worth trying, told to `plan` one by one. A
    /// search then tries plans instead of moves.
    fn plans(
        _rules: &Self::Rules,
        _view: Self::View<'_>,
        _memory: &Self::Memory,
        _plan: &mut dyn FnMut(Self::Memory),
    ) {
    }

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
}

/// What a search tries at a decision, see [`Bots::planning`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planning {
    /// Every legal move is a choice of its own.
    Moves,
    /// The next step of every plan is.
    Plans,
    /// A plan has been chosen and goes on.
    Underway,
}

/// No scripted bot of a game: `random` and the search bots play it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nobody {}

/// A game without strategies of its own.
pub trait Unscripted: Sight {}

impl<G: Unscripted> Bots for G {
    type Bot = Nobody;
    type Memory = ();

    const BOTS: &'static [BotInfo<Nobody>] = &[];

    fn decide(
        bot: Nobody,
        _rules: &G::Rules,
        _view: G::View<'_>,
        _moves: &G::Moves,
        _memory: &mut (),
        _whim: &mut Whim,
    ) -> G::Move {
        match bot {}
    }
}

/// What of a game is written down.
pub trait Record: Sight {
    /// What every game adds to, declared by [`columns!`](crate::columns).
    const TABLES: Tables = Tables::NONE;

    /// Writes a finished game (unfinished ones too) into the tally.
    fn observe<O: Observe>(_rules: &Self::Rules, _state: &Self::State, _out: &mut O) {}

    /// The luck of each seat in a game that is over, in units of 1 / [`LUCK`]:
    /// the sum over its solved chance events of what happened minus the exact
    /// expectation of that at the moment before. Its mean is 0 for every bot
    /// and variant, because each term's is, whatever came before (martingale
    /// differences): a control variate with a known mean.
    fn luck(_rules: &Self::Rules, _state: &Self::State) -> [i32; MAX_SEATS] {
        [0; MAX_SEATS]
    }

    /// Names of the cards, tiles or actions whose use is tallied; at most 128.
    #[must_use]
    fn items(_rules: &Self::Rules) -> Vec<String> {
        Vec::new()
    }

    /// Whether the game has this item under these rules: one that it lacks is
    /// not missed where nobody uses it.
    #[must_use]
    fn has_item(_rules: &Self::Rules, _item: usize) -> bool {
        true
    }

    /// The item that `chosen` uses, if it uses one.
    fn item(_rules: &Self::Rules, _state: &Self::State, _chosen: Self::Move) -> Option<u8> {
        None
    }

    /// Names of what a move can be that uses no item, as far as the game's words
    /// tell it apart: `pass`, `discard`; read after "who".
    #[must_use]
    fn acts(_rules: &Self::Rules) -> Vec<String> {
        Vec::new()
    }

    /// The act, among [`Record::acts`], that `chosen` is; asked of moves that use
    /// no item.
    fn act(_rules: &Self::Rules, _state: &Self::State, _chosen: Self::Move) -> Option<u8> {
        None
    }

    /// The score so far of a game in progress, as [`Outcome::score`] counts it;
    /// none where a game keeps no score.
    fn standing(_rules: &Self::Rules, _state: &Self::State) -> Option<[i32; MAX_SEATS]> {
        None
    }

    /// What a seat sees, for bots that are programs of their own
    /// ([`bots::program`](crate::bots::program)): whatever a bot of this crate can
    /// ask of a view, and no more.
    fn tell(_rules: &Self::Rules, _view: Self::View<'_>, _seen: &mut Seen) {}

    /// A move in the words of the game, for transcripts.
    #[must_use]
    fn describe(_rules: &Self::Rules, _state: &Self::State, chosen: Self::Move) -> String {
        format!("{chosen:?}")
    }

    /// The same for whoever chooses among moves, where a transcript keeps
    /// something back until it is revealed: enough to tell it from the others,
    /// and nothing that is hidden from the seat asked.
    #[must_use]
    fn option(rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> String {
        Self::describe(rules, state, chosen)
    }

    /// Where a small step leads that a seat takes several times in a row, in the
    /// words that end its description; such decisions are told as one line.
    #[must_use]
    fn step(_rules: &Self::Rules, _state: &Self::State, _chosen: Self::Move) -> Option<String> {
        None
    }
}

/// Returns the law of a game that is broken, in words, from
/// [`Play::verify`](crate::game::Play::verify).
///
/// ```
/// fn kept(chips: u8) -> Result<(), String> {
///     levelpitch::law!(chips <= 12, "{chips} chips where the box has 12");
///     Ok(())
/// }
/// assert_eq!(kept(13), Err("13 chips where the box has 12".to_owned()));
/// ```
#[macro_export]
macro_rules! law {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return Err(format!($($words)+));
        }
    };
}

/// One tabletop game, whole.
pub trait Ruleset: Bots + Record {}

impl<G: Bots + Record> Ruleset for G {}
