//! What every ruleset must satisfy, whatever its rules: the suite behind
//! `tests/laws/conformance.rs`, and the first thing to run on a new ruleset.
//!
//! After `open_spiel`'s basic tests: random games end, legal lists are never
//! empty or repeated, copies are independent, the same luck gives the same
//! game.

use crate::arena::one_game::{self, Offer, Scratch, play};
use crate::bots::Bot;
use crate::chance::script::Recorder;
use crate::chance::{Chance, Draw, Lottery, MAX_SEATS, Script, Source, Stream, Whim};
use crate::game::{
    Bin, Build, Column, Feature, Handout, Intervention, Observe, Ruleset, Totals, Turn, Way, weights,
};
use crate::metric::Common;
use crate::moves::MoveSet;
use crate::scenario::edit;
use crate::seed::Luck;
use crate::settings::{Fault, Settings};
use crate::stats::sums::BlockSums;
use crate::watch::{Silent, Transcript, Watch};

/// How much of a ruleset the suite has looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    /// Values of switches, one at a time.
    pub values: usize,
    /// Interventions on single cards.
    pub cards: usize,
    /// Values under which luck was counted.
    pub luck: usize,
    /// Goods that a seat was handed, or that were taken from it.
    pub goods: usize,
}

/// The whole suite: tables, random games at every value of every switch and
/// with every single card changed, and luck, if the ruleset counts any.
///
/// # Panics
/// When a law is broken: call it in a test.
#[expect(clippy::must_use_candidate, reason = "that it returns is the answer")]
pub fn check<R: Ruleset>() -> Checked {
    check_tables::<R>();
    check_variant::<R>(&[], 2, |_, _| {});
    let all = variants::<R>();
    for changes in &all {
        check_variant::<R>(changes, 1, |_, _| {});
    }
    let cards = interventions::<R>(&[]);
    for (index, card) in cards.iter().enumerate() {
        let edits: Vec<(&str, &str)> =
            card.edits.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        check_variant::<R>(&edits, 1, |_, _| {});
        let same = |other: &Intervention| other.item == card.item && other.change == card.change;
        assert!(!cards[..index].iter().any(same), "{} {} is listed twice", card.item, card.change);
    }
    let goods = check_handouts::<R>(&[], |_, _| {});
    let counted = if R::FACTS.luck.is_some() { all.as_slice() } else { &[] };
    if !counted.is_empty() {
        // The printed game with every bot that doesn't search, every switch
        // value with the quickest.
        for bot in Bot::<R>::names().into_iter().filter(|name| !R::SEARCHERS.contains(name)) {
            check_luck::<R>(&[], bot, 60);
        }
    }
    for changes in counted {
        check_luck::<R>(changes, "random", 60);
    }
    Checked { values: all.len(), cards: cards.len(), luck: counted.len(), goods }
}

fn unique<'a>(what: &str, names: impl Iterator<Item = &'a str>) {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "a {what} is listed twice: {names:?}");
}

/// Checks what a ruleset declares: unique names, a word of explanation for
/// each, and defaults and words that are tried.
///
/// # Panics
/// When something is missing or doubled.
pub fn check_tables<R: Ruleset>() {
    unique("switch", R::FACTS.switches.iter().map(|switch| switch.key));
    for switch in R::FACTS.switches {
        assert!(switch.atlas.contains(&switch.default), "{} tries its default", switch.key);
        assert!(!switch.help.is_empty() && !switch.rules.is_empty(), "{} is explained", switch.key);
        for word in switch.allowed.words {
            assert!(switch.atlas.contains(word), "{} = {word} is in the atlas", switch.key);
        }
    }
    let (metrics, distributions) = (R::TABLES.metrics, R::TABLES.distributions);
    assert_eq!(metrics[0].name, "turns-per-game");
    let common = Common::ALL.iter().map(|common| common.name());
    unique("metric", metrics.iter().map(|metric| metric.name).chain(common));
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(metrics.iter().all(|metric| !metric.definition.is_empty() && metric.name.chars().all(plain)));
    unique("distribution", distributions.iter().map(|distribution| distribution.name));
    for distribution in distributions {
        let told = !distribution.definition.is_empty() && distribution.of.ends_with('s');
        assert!(told, "{} says of what it counts, in the plural", distribution.name);
    }
    let scores = distributions.iter().filter(|distribution| distribution.sides().is_some());
    assert!(scores.count() <= 1, "reports draw one table of scores");
    unique("bot", Bot::<R>::names().into_iter());
    unique("feature", R::FEATURES.iter().map(|feature| feature.name));
    assert!(R::FEATURES.len() <= weights::MOST, "{} features", R::FEATURES.len());
    assert!(R::PROSPECTS <= R::FEATURES.len(), "{} of them look at a standing", R::PROSPECTS);
    for Feature { name, about, range: [least, most] } in R::FEATURES {
        assert!(least < most && !about.is_empty() && name.chars().all(plain), "{name} is explained");
    }
    assert!(!R::BOTS.is_empty() && R::BOTS.iter().all(|bot| !bot.idea.is_empty()));
    let known = |name: &&str| Bot::<R>::names().contains(name);
    assert!((2..=6).all(|seats| R::panel(seats).iter().all(known)), "a bot of the panel is unknown");
}

/// Rules of `R` with these switches and, as house rules, these paths into the
/// component data (`data.shots.goal`) changed.
///
/// # Errors
/// The faults of the first change that is not allowed, or of the combination.
pub fn rules<R: Ruleset>(changes: &[(&str, &str)]) -> Result<R::Rules, Vec<Fault>> {
    let (mut data, mut totals) = (R::FACTS.data.to_owned(), Totals::Stated);
    let mut switches = Vec::new();
    for &(key, value) in changes {
        if let Some(path) = edit::path(key) {
            data = edit::replaced(&data, path, value).map_err(|fault| vec![fault])?;
            totals = Totals::House;
        } else {
            switches.push((key, value));
        }
    }
    let settings = settings::<R>(&switches)?;
    R::build(&Build { settings: &settings, data: &data, squads: &vec![None; MAX_SEATS], totals })
}

/// Rules of `R` from this component data, with these switches changed and the
/// squads of the first entrants named (`""` leaves one open).
///
/// # Errors
/// The first switch that is not allowed, or all faults of the data and of the
/// combination.
pub fn build<R: Ruleset>(
    data: &str,
    changes: &[(&str, &str)],
    squads: &[&str],
) -> Result<R::Rules, Vec<Fault>> {
    let mut named = vec![None; MAX_SEATS];
    for (place, name) in squads.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        named[place] = Some((*name).to_owned());
    }
    let settings = settings::<R>(changes)?;
    R::build(&Build { settings: &settings, data, squads: &named, totals: Totals::Stated })
}

/// The printed settings with these changes.
fn settings<R: Ruleset>(changes: &[(&str, &str)]) -> Result<Settings, Vec<Fault>> {
    let mut settings = Settings::printed(R::FACTS.switches);
    for (key, value) in changes {
        settings.set(key, value).map_err(|fault| vec![fault])?;
    }
    Ok(settings)
}

/// The last state of a game of named bots: entrant `e` plays `bots[e]` (from the
/// first again where there are fewer) and sits `rotation` seats before its
/// number.
///
/// # Panics
/// When a bot is unknown.
pub fn played<R: Ruleset, C: Chance, W: Watch>(
    rules: &R::Rules,
    bots: &[&str],
    (luck, rotation): (Luck, u8),
    chance: &mut C,
    watch: &mut W,
) -> R::State {
    let seats = R::seats(rules) as u8;
    let seating: Vec<u8> = (0..seats).map(|seat| (seat + rotation) % seats).collect();
    let named = |&entrant: &u8| {
        let name = bots[usize::from(entrant) % bots.len()];
        Bot::<R>::named(name, rules).unwrap_or_else(|| panic!("no bot is called {name}"))
    };
    let seated: Vec<Bot<R>> = seating.iter().map(named).collect();
    let mut whims: Vec<Whim> = seating.iter().map(|&e| Whim::new(luck, e, rotation.into())).collect();
    play(rules, &seating, &seated, &mut whims, chance, watch, &mut Scratch::default())
}

/// Everything that `R` offers to do to single cards under these switches.
///
/// # Panics
/// When a switch is refused.
#[must_use]
pub fn interventions<R: Ruleset>(changes: &[(&str, &str)]) -> Vec<Intervention> {
    let settings = settings::<R>(changes).expect("legal changes");
    let squads = vec![None; MAX_SEATS];
    let totals = Totals::Stated;
    R::interventions(&Build { settings: &settings, data: R::FACTS.data, squads: &squads, totals })
}

/// Every switch of `R` at every value of its atlas, one at a time: the last of
/// its changes, after what must be set beside it ([`Switch::beside`](crate::settings::Switch::beside)).
#[must_use]
pub fn variants<R: Ruleset>() -> Vec<Vec<(&'static str, &'static str)>> {
    let values = R::FACTS.switches.iter().flat_map(|s| s.atlas.iter().map(move |&value| (s, value)));
    values.map(|(switch, value)| switch.beside(value).chain([(switch.key, value)]).collect()).collect()
}

/// Plays `games` games of a variant, bot against bot in every seat, and checks
/// that the luck of every seat is 0 on average, within four standard errors.
/// Returns the largest distance from 0 in standard errors.
///
/// # Panics
/// When a mean is further away: then some expectation isn't the exact one.
pub fn check_luck<R: Ruleset>(changes: &[(&str, &str)], bot: &str, games: u64) -> f64 {
    let rules = match rules::<R>(changes) {
        Ok(rules) => rules,
        Err(faults) => panic!("{changes:?} is refused: {faults:?}"),
    };
    let seats = R::seats(&rules);
    let mut sums = vec![BlockSums::EMPTY; seats];
    for block in 0..games {
        let luck = Luck::new(11, 5, block);
        let state = played::<R, _, _>(&rules, &[bot], (luck, 0), &mut Stream::new(luck), &mut Silent);
        for (sums, &value) in sums.iter_mut().zip(&R::luck(&rules, &state)) {
            sums.add(i64::from(value));
        }
    }
    let mut furthest = 0.0_f64;
    for (seat, sums) in sums.iter().enumerate() {
        let mean = sums.mean().unwrap_or(0.0);
        let error = (sums.variance().unwrap_or(0.0) / games as f64).sqrt();
        // Rounded chances leave a unit or so of luck in every event.
        let off = (mean.abs() - 64.0).max(0.0);
        assert!(off <= 4.0 * error, "{changes:?}, {bot}: luck of seat {seat} is {mean} ± {error} on average");
        furthest = furthest.max(if error > 0.0 { off / error } else { 0.0 });
    }
    furthest
}

/// Sums a game into a flat list, for comparing two plays of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Flat(pub Vec<(usize, i64)>);

impl Observe for Flat {
    fn add(&mut self, column: Column, amount: impl Into<i64>) {
        self.0.push((column.place(), amount.into()));
    }
    fn bins(&mut self, bin: Bin, value: i32, times: u32) {
        self.0.extend(std::iter::repeat_n((1000 + bin.place(), i64::from(value)), times as usize));
    }
}

/// Plays one random game step by step and checks every step.
///
/// `inspect` is called with every state (conservation, bounds).
///
/// # Panics
/// When a law is broken: that is what it is for.
pub fn check_game<R: Ruleset, C: Chance>(
    rules: &R::Rules,
    chance: &mut C,
    luck: Luck,
    inspect: impl FnMut(&R::Rules, &R::State),
) -> R::State {
    check_opened::<R, C>(rules, chance, luck, &mut Offer::of(None), inspect)
}

/// Plays random games of a variant, one for every good that a seat is handed,
/// one for every good that is taken from it, each seat in turn, and checks every
/// step. Returns how many could be.
///
/// # Panics
/// When a law is broken, or a name is listed twice.
pub fn check_handouts<R: Ruleset>(
    changes: &[(&str, &str)],
    mut inspect: impl FnMut(&R::Rules, &R::State),
) -> usize {
    let rules = rules::<R>(changes).unwrap_or_else(|faults| panic!("{changes:?} is refused: {faults:?}"));
    let (goods, items) = (R::goods(&rules), R::items(&rules).len());
    unique("good", goods.iter().map(|good| good.name.as_str()));
    let mut done = 0;
    for (good, of) in goods.iter().enumerate() {
        assert!(!of.class.is_empty() && of.items.iter().all(|&item| usize::from(item) < items));
        for (way, turn) in [(Way::More, 0), (Way::Less, 1), (Way::More, 2), (Way::Less, 3)] {
            let luck = Luck::new(17, turn, good as u64);
            let seat = ((good as u64 + turn) % R::seats(&rules) as u64) as u8;
            let lot = (luck.low() >> 32) as u32;
            let mut offer = Offer::of(Some(Handout { good, seat, way, lot }));
            check_opened::<R, _>(
                &rules,
                &mut Stream::paired(luck, R::card_ids(&rules)),
                luck,
                &mut offer,
                &mut inspect,
            );
            done += usize::from(offer.stands());
        }
    }
    done
}

/// [`check_game`] of a game with something done to it at its opening.
fn check_opened<R: Ruleset, C: Chance>(
    rules: &R::Rules,
    chance: &mut C,
    luck: Luck,
    offer: &mut Offer,
    mut inspect: impl FnMut(&R::Rules, &R::State),
) -> R::State {
    let seats = R::seats(rules);
    assert!((1..=MAX_SEATS).contains(&seats));
    let seating: Vec<u8> = (0..seats as u8).collect();
    let mut whims: Vec<Whim> = seating.iter().map(|&e| Whim::new(luck, e, 0)).collect();
    let mut moves = R::Moves::default();
    let mut state = R::setup(rules, &seating, chance, &mut Silent);
    let mut asked = 0_u64;
    loop {
        if !offer.open::<R, C>(rules, &mut state, chance) {
            // Not played on: there is no outcome.
            return state;
        }
        inspect(rules, &state);
        let score = R::standing(rules, &state);
        let Turn::Ask(seat) = R::turn(rules, &state) else {
            let end = R::outcome(rules, &state).score;
            assert!(
                score.is_none_or(|score| score == end),
                "{score:?} stood on the table, {end:?} at the end"
            );
            break;
        };
        asked += 1;
        assert!(asked < 50_000_000, "the game does not end");
        R::legal(rules, &state, &mut moves);
        if let Err(law) = one_game::asked::<R>(rules, &state, seat, &moves) {
            panic!("{law}");
        }
        if moves.len() <= 256 {
            for i in 0..moves.len() {
                assert!((0..i).all(|j| moves.nth(i) != moves.nth(j)), "{:?} is listed twice", moves.nth(i));
                assert!(moves.contains(moves.nth(i)));
            }
        }
        if let Some(item) = R::item(rules, &state, moves.nth(0)) {
            assert!(usize::from(item) < R::items(rules).len());
        }
        let view = R::view(rules, &state, seat);
        let whim = &mut whims[usize::from(seat)];
        let chosen = R::random(rules, view, &moves, whim);
        assert!(moves.contains(chosen));
        let before = state;
        R::apply(rules, &mut state, chosen, chance, &mut Silent);
        // Copies are independent: the old state still asks the same question.
        assert_eq!(R::turn(rules, &before), Turn::Ask(seat));
    }
    if let Err(law) = one_game::ended::<R>(rules, &state) {
        panic!("{law}");
    }
    let mut flat = Flat::default();
    R::observe(rules, &state, &mut flat);
    assert!(
        flat.0.iter().all(|&(i, _)| i < R::TABLES.metrics.len()
            || (1000..1000 + R::TABLES.distributions.len()).contains(&i))
    );
    state
}

/// Plays `games` random games of a variant, plain and paired, and checks each
/// step, that watched and unwatched play agree for every bot (bots that
/// search play the printed game only), and that a game whose chance was written
/// down is the same game when it is dictated.
///
/// # Panics
/// When a law is broken.
pub fn check_variant<R: Ruleset>(
    changes: &[(&str, &str)],
    games: u64,
    mut inspect: impl FnMut(&R::Rules, &R::State),
) {
    let rules = match rules::<R>(changes) {
        Ok(rules) => rules,
        Err(faults) => panic!("{changes:?} is refused: {faults:?}"),
    };
    for block in 0..games {
        let luck = Luck::new(2026, 1, block);
        check_game::<R, _>(&rules, &mut Stream::new(luck), luck, &mut inspect);
        check_game::<R, _>(&rules, &mut Stream::paired(luck, R::card_ids(&rules)), luck, &mut inspect);
    }
    for name in Bot::<R>::names() {
        if R::SEARCHERS.contains(&name) && !changes.is_empty() {
            continue;
        }
        let luck = Luck::new(7, 7, 7);
        let silent = played::<R, _, _>(&rules, &[name], (luck, 0), &mut Stream::new(luck), &mut Silent);
        let mut watch = Transcript::default();
        let mut chance = Dictated::Noted(Box::new(Recorder::new(Stream::new(luck))));
        let watched = played::<R, _, _>(&rules, &[name], (luck, 0), &mut chance, &mut watch);
        let (mut a, mut b) = (Flat::default(), Flat::default());
        R::observe(&rules, &silent, &mut a);
        R::observe(&rules, &watched, &mut b);
        assert_eq!(a, b, "{name}: a watched game differs");
        assert_eq!(R::outcome(&rules, &silent), R::outcome(&rules, &watched));
        assert!(!watch.lines.is_empty());
        assert_eq!(watch.law(), None, "{name}");
        // What a table has rolled and drawn, dictated, is the same game.
        let Dictated::Noted(noted) = chance else { return };
        let (mut again, mut script) = (Transcript::default(), Dictated::Read(Script::new(noted.rolls)));
        played::<R, _, _>(&rules, &[name], (luck, 0), &mut script, &mut again);
        let parted = watch.lines.iter().zip(&again.lines).find(|(noted, read)| noted != read);
        assert_eq!(parted, None, "{name}: a dictated game differs");
        assert_eq!(watch.lines.len(), again.lines.len(), "{name}: a dictated game differs");
        if let Dictated::Read(script) = script {
            script.done();
        }
    }
}

/// Chance of a game that is written down, or that is played from what was.
enum Dictated {
    Noted(Box<Recorder<Stream>>),
    Read(Script),
}

impl Chance for Dictated {
    fn below(&mut self, source: Source, n: u32) -> u32 {
        match self {
            Self::Noted(chance) => chance.below(source, n),
            Self::Read(chance) => chance.below(source, n),
        }
    }

    fn lottery(&mut self, source: Source, lottery: &Lottery) -> u16 {
        match self {
            Self::Noted(chance) => chance.lottery(source, lottery),
            Self::Read(chance) => chance.lottery(source, lottery),
        }
    }

    fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        match self {
            Self::Noted(chance) => chance.draw(draw, cards),
            Self::Read(chance) => chance.draw(draw, cards),
        }
    }

    fn section(&mut self, id: u32) {
        match self {
            Self::Noted(chance) => chance.section(id),
            Self::Read(chance) => chance.section(id),
        }
    }
}
