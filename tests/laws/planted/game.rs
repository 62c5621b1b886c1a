//! Any ruleset with an ill planted in it: the game is played as it is, and one
//! rule is added to it by the switch `ill`. Bots know nothing of that rule.

use std::marker::PhantomData;

use levelpitch::chance::{Chance, MAX_SEATS, Source, Whim};
use levelpitch::game::{
    BotInfo, Bots, Build, Ending, Facts, Feature, Game, Good, Handed, Handout, Observe, Outcome, Play,
    Record, Ruleset, Seen, Sight, Tables, Turn, Weights,
};
use levelpitch::moves::MoveSet;
use levelpitch::settings::{Allowed, Fault, Origin, Switch};
use levelpitch::watch::Watch;

/// A ruleset and what is wrong with it.
pub struct Planted<R>(PhantomData<fn() -> R>);

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ill {
    /// Nothing: the game as it is.
    None,
    /// What whoever leads alone scores beyond its own best so far counts tenfold.
    Snowball,
    /// At the end whoever is last names the winner among the others.
    Kings,
    /// Before its first decision everybody is asked whether to wave, and nothing
    /// comes of it; a move of this class makes sure, one time in three, that
    /// somebody else wins.
    Moves(usize),
}

const ILL: Switch = Switch {
    key: "ill",
    allowed: Allowed::ints(0, 199).or(&["none", "snowball", "kings"]),
    default: "none",
    atlas: &["none"],
    companions: &[],
    origin: Origin::Added,
    rules: "",
    help: "what is wrong with the game; a number for the class of moves that is a trap",
};

/// More than any ruleset has.
const MOST: usize = 160;

impl<R: Ruleset> Planted<R> {
    #[allow(clippy::large_stack_arrays, reason = "a constant, which lies on no stack")]
    const ALL: [Switch; MOST] = {
        let (own, mut all, mut at) = (R::FACTS.switches, [ILL; MOST], 0);
        while at < own.len() {
            all[at] = own[at];
            at += 1;
        }
        all
    };
    const SWITCHES: &'static [Switch] = &Self::ALL;
}

/// Rules of the game, and the ill.
pub struct Rules<R: Game> {
    own: R::Rules,
    ill: Ill,
    /// How many items there are, before acts in the order of classes.
    items: usize,
}

/// A game in progress, and what the ill has done to it.
#[derive(Clone, Copy)]
pub struct State<S> {
    own: S,
    ill: Done,
}

#[derive(Clone, Copy)]
struct Done {
    /// What seats have scored beyond the game's own score.
    more: [i32; MAX_SEATS],
    /// The most that stood for each by the game's own score.
    most: [i32; MAX_SEATS],
    /// Seats that have been asked whether to wave.
    waved: u16,
    /// Seats that can't win any more.
    struck: u16,
    /// Who was named the winner.
    named: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move<M> {
    Own(M),
    /// An answer to the question that was added.
    Added(u8),
}

/// The game's own moves, or so many answers to the question that was added.
#[derive(Default)]
pub struct Moves<M> {
    own: M,
    added: u8,
}

impl<M: MoveSet> MoveSet for Moves<M> {
    type Move = Move<M::Move>;

    fn len(&self) -> u64 {
        if self.added > 0 { u64::from(self.added) } else { self.own.len() }
    }

    fn nth(&self, index: u64) -> Self::Move {
        if self.added > 0 { Move::Added(index as u8) } else { Move::Own(self.own.nth(index)) }
    }
}

impl<R: Ruleset> Game for Planted<R> {
    const FACTS: Facts =
        Facts { switches: Self::SWITCHES.split_at(R::FACTS.switches.len() + 1).0, ..R::FACTS };

    type Rules = Rules<R>;

    fn build(build: &Build<'_>) -> Result<Rules<R>, Vec<Fault>> {
        let ill = match build.settings.text("ill") {
            "none" => Ill::None,
            "snowball" => Ill::Snowball,
            "kings" => Ill::Kings,
            class => Ill::Moves(class.parse().expect("a number")),
        };
        let own = R::build(build)?;
        Ok(Rules { items: R::items(&own).len(), own, ill })
    }

    fn seats(rules: &Rules<R>) -> usize {
        R::seats(&rules.own)
    }

    fn goods(rules: &Rules<R>) -> Vec<Good> {
        R::goods(&rules.own)
    }
}

/// The seats of a table.
fn seats<R: Ruleset>(rules: &Rules<R>) -> std::ops::Range<u8> {
    0..R::seats(&rules.own) as u8
}

/// Whoever of these has most.
fn best(of: &[i32; MAX_SEATS], among: impl Iterator<Item = u8> + Clone) -> impl Iterator<Item = u8> + Clone {
    let most = among.clone().map(|seat| of[usize::from(seat)]).max();
    among.filter(move |&seat| Some(of[usize::from(seat)]) == most)
}

fn is_in(set: u16, seat: u8) -> bool {
    set >> seat & 1 == 1
}

/// Who is asked the question that was added, and how many answers it has.
fn added<R: Ruleset>(rules: &Rules<R>, state: &State<R::State>) -> Option<(u8, u8)> {
    match (rules.ill, R::turn(&rules.own, &state.own)) {
        (Ill::Moves(_), Turn::Ask(seat)) => (!is_in(state.ill.waved, seat)).then_some((seat, 2)),
        (Ill::Kings, Turn::Over) => {
            let end = R::outcome(&rules.own, &state.own);
            let last = seats(rules).rev().min_by_key(|&seat| end.score[usize::from(seat)])?;
            let asked = end.ending == Ending::Decided && state.ill.named.is_none();
            asked.then_some((last, R::seats(&rules.own) as u8 - 1))
        }
        _ => None,
    }
}

/// The score of the game's own rules with what the ill adds.
fn with_more<R: Ruleset>(
    rules: &Rules<R>,
    state: &State<R::State>,
    mut score: [i32; MAX_SEATS],
) -> [i32; MAX_SEATS] {
    for seat in seats(rules).map(usize::from) {
        score[seat] += state.ill.more[seat];
    }
    score
}

/// Whoever alone has most.
fn leader<R: Ruleset>(rules: &Rules<R>, state: &State<R::State>) -> Option<u8> {
    let stands = R::standing(&rules.own, &state.own)?;
    let stands = with_more(rules, state, stands);
    let mut leaders = best(&stands, seats(rules));
    leaders.next().filter(|_| leaders.next().is_none())
}

impl<R: Ruleset> Play for Planted<R> {
    type State = State<R::State>;
    type Move = Move<R::Move>;
    type Moves = Moves<R::Moves>;

    fn setup<C: Chance, W: Watch>(
        rules: &Rules<R>,
        seating: &[u8],
        chance: &mut C,
        watch: &mut W,
    ) -> Self::State {
        let own = R::setup(&rules.own, seating, chance, watch);
        let most = R::standing(&rules.own, &own).unwrap_or_default();
        State { own, ill: Done { more: [0; MAX_SEATS], most, waved: 0, struck: 0, named: None } }
    }

    fn turn(rules: &Rules<R>, state: &Self::State) -> Turn {
        added(rules, state).map_or_else(|| R::turn(&rules.own, &state.own), |(seat, _)| Turn::Ask(seat))
    }

    fn legal(rules: &Rules<R>, state: &Self::State, moves: &mut Self::Moves) {
        moves.added = added(rules, state).map_or(0, |(_, answers)| answers);
        if moves.added == 0 {
            R::legal(&rules.own, &state.own, &mut moves.own);
        }
    }

    fn apply<C: Chance, W: Watch>(
        rules: &Rules<R>,
        state: &mut Self::State,
        chosen: Self::Move,
        chance: &mut C,
        watch: &mut W,
    ) {
        let Turn::Ask(seat) = Self::turn(rules, state) else { return };
        let chosen = match (chosen, rules.ill) {
            (Move::Own(chosen), _) => chosen,
            (Move::Added(other), Ill::Kings) => {
                state.ill.named = seats(rules).filter(|&of| of != seat).nth(usize::from(other));
                return;
            }
            (Move::Added(_), _) => {
                state.ill.waved |= 1 << seat;
                return;
            }
        };
        let item = R::item(&rules.own, &state.own, chosen).map(usize::from);
        let act = || R::act(&rules.own, &state.own, chosen).map(|act| rules.items + usize::from(act));
        let trapped = matches!(rules.ill, Ill::Moves(of) if item.or_else(act) == Some(of));
        let leader = (rules.ill == Ill::Snowball).then(|| leader(rules, state)).flatten();
        R::apply(&rules.own, &mut state.own, chosen, chance, watch);
        // Luck of its own: the game's stays in step.
        if trapped && chance.below(Source::named(13), 3) == 0 {
            state.ill.struck |= 1 << seat;
        }
        if rules.ill == Ill::Snowball {
            let stands = R::standing(&rules.own, &state.own).unwrap_or_default();
            for seat in seats(rules) {
                let (at, ill) = (usize::from(seat), &mut state.ill);
                let further = (stands[at] - ill.most[at]).max(0);
                ill.most[at] += further;
                ill.more[at] += if leader == Some(seat) { 9 * further } else { 0 };
            }
        }
    }

    fn outcome(rules: &Rules<R>, state: &Self::State) -> Outcome {
        let own = R::outcome(&rules.own, &state.own);
        let score = with_more(rules, state, own.score);
        let nobody = own.share == [0; MAX_SEATS] && state.ill.named.is_none();
        if own.ending != Ending::Decided || nobody {
            return Outcome { score, ..own };
        }
        if let Some(named) = state.ill.named {
            return Outcome::won(named, score);
        }
        let alive = seats(rules).filter(|&seat| !is_in(state.ill.struck, seat));
        let of = if rules.ill == Ill::Snowball { &score } else { &own.score };
        let won = |seat: &u8| own.share[usize::from(*seat)] > 0;
        let first: Vec<u8> = match rules.ill {
            Ill::Snowball => best(of, seats(rules)).collect(),
            Ill::Moves(_) if alive.clone().any(|seat| won(&seat)) => alive.filter(won).collect(),
            Ill::Moves(_) if alive.clone().next().is_some() => best(of, alive).collect(),
            _ => return own,
        };
        // Among those who are level the game's own rules tell.
        let told: Vec<u8> = first.iter().copied().filter(won).collect();
        Outcome::shared(if told.is_empty() { first } else { told }.into_iter(), score)
    }

    fn verify(rules: &Rules<R>, state: &Self::State) -> Result<(), String> {
        R::verify(&rules.own, &state.own)
    }

    fn hand_out<C: Chance>(
        rules: &Rules<R>,
        state: &mut Self::State,
        handout: Handout,
        chance: &mut C,
    ) -> Handed {
        R::hand_out(&rules.own, &mut state.own, handout, chance)
    }
}

/// What a seat sees: all that the ill has done is open.
#[derive(Clone, Copy)]
pub struct View<V> {
    own: V,
    ill: Done,
}

impl<R: Ruleset> Sight for Planted<R> {
    type View<'a> = View<R::View<'a>>;

    fn view<'a>(rules: &'a Rules<R>, state: &'a Self::State, seat: u8) -> Self::View<'a> {
        View { own: R::view(&rules.own, &state.own, seat), ill: state.ill }
    }

    fn determinize(rules: &Rules<R>, view: Self::View<'_>, whim: &mut Whim) -> Self::State {
        State { own: R::determinize(&rules.own, view.own, whim), ill: view.ill }
    }
}

/// Whoever is asked what it has never heard of says anything.
fn answer<M: MoveSet>(
    moves: &Moves<M>,
    whim: &mut Whim,
    own: impl FnOnce(&M, &mut Whim) -> M::Move,
) -> Move<M::Move> {
    match moves.added {
        0 => Move::Own(own(&moves.own, whim)),
        answers => Move::Added(whim.below(u32::from(answers)) as u8),
    }
}

impl<R: Ruleset> Bots for Planted<R> {
    type Bot = R::Bot;
    type Memory = R::Memory;

    const BOTS: &'static [BotInfo<R::Bot>] = R::BOTS;
    const UNHURRIED: &'static [&'static str] = R::UNHURRIED;
    const SEARCHERS: &'static [&'static str] = R::SEARCHERS;
    const POLICY: &'static str = R::POLICY;
    const FEATURES: &'static [Feature] = R::FEATURES;

    fn panel(seats: usize) -> &'static [&'static str] {
        R::panel(seats)
    }

    fn weights(rules: &Rules<R>) -> Weights {
        R::weights(&rules.own)
    }

    fn weigh(
        weights: &Weights,
        rules: &Rules<R>,
        view: Self::View<'_>,
        moves: &Self::Moves,
        memory: &mut R::Memory,
        whim: &mut Whim,
    ) -> Self::Move {
        answer(moves, whim, |own, whim| R::weigh(weights, &rules.own, view.own, own, memory, whim))
    }

    fn decide(
        bot: R::Bot,
        rules: &Rules<R>,
        view: Self::View<'_>,
        moves: &Self::Moves,
        memory: &mut R::Memory,
        whim: &mut Whim,
    ) -> Self::Move {
        answer(moves, whim, |own, whim| R::decide(bot, &rules.own, view.own, own, memory, whim))
    }

    fn random(rules: &Rules<R>, view: Self::View<'_>, moves: &Self::Moves, whim: &mut Whim) -> Self::Move {
        answer(moves, whim, |own, whim| R::random(&rules.own, view.own, own, whim))
    }
}

impl<R: Ruleset> Record for Planted<R> {
    const TABLES: Tables = R::TABLES;

    fn observe<O: Observe>(rules: &Rules<R>, state: &Self::State, out: &mut O) {
        R::observe(&rules.own, &state.own, out);
    }

    fn luck(rules: &Rules<R>, state: &Self::State) -> [i32; MAX_SEATS] {
        R::luck(&rules.own, &state.own)
    }

    fn items(rules: &Rules<R>) -> Vec<String> {
        R::items(&rules.own)
    }

    fn has_item(rules: &Rules<R>, item: usize) -> bool {
        R::has_item(&rules.own, item)
    }

    fn item(rules: &Rules<R>, state: &Self::State, chosen: Self::Move) -> Option<u8> {
        match chosen {
            Move::Own(own) => R::item(&rules.own, &state.own, own),
            Move::Added(_) => None,
        }
    }

    fn acts(rules: &Rules<R>) -> Vec<String> {
        let mut acts = R::acts(&rules.own);
        acts.extend(["stand still", "wave", "name the winner"].map(str::to_owned));
        acts
    }

    fn act(rules: &Rules<R>, state: &Self::State, chosen: Self::Move) -> Option<u8> {
        match chosen {
            Move::Own(own) => R::act(&rules.own, &state.own, own),
            Move::Added(_) if rules.ill == Ill::Kings => Some(R::acts(&rules.own).len() as u8 + 2),
            Move::Added(answer) => Some(R::acts(&rules.own).len() as u8 + answer),
        }
    }

    fn standing(rules: &Rules<R>, state: &Self::State) -> Option<[i32; MAX_SEATS]> {
        R::standing(&rules.own, &state.own).map(|score| with_more(rules, state, score))
    }

    fn tell(rules: &Rules<R>, view: Self::View<'_>, seen: &mut Seen) {
        R::tell(&rules.own, view.own, seen);
    }

    fn describe(rules: &Rules<R>, state: &Self::State, chosen: Self::Move) -> String {
        match chosen {
            Move::Own(own) => R::describe(&rules.own, &state.own, own),
            Move::Added(answer) => format!("answer {answer}"),
        }
    }
}
