//! Games and decisions per second on one core, beside the floor: drawing the
//! same random numbers, of the same kinds from the same streams, and nothing
//! else; and what a game costs where two arms share luck, as in `compare` and
//! `explain`, over what a plain one costs. All are measured in the same run on
//! the same core.
//!
//! `cargo bench --bench games` measures everything, with `-- futbol-dash random`
//! only rows that contain all the words.

use std::hint::black_box;
use std::time::{Duration, Instant};

use levelpitch::arena::batch::Arm;
use levelpitch::arena::group::{Group, Member};
use levelpitch::arena::one_game::{Scratch, play};
use levelpitch::arena::pool::Work;
use levelpitch::arena::runner::boxed;
use levelpitch::bots::Bot;
use levelpitch::chance::{Chance, Draw, Lottery, MAX_SEATS, Source, Stream, Whim};
use levelpitch::game::{Build, Ruleset, Totals};
use levelpitch::rulesets::futbol_dash::FutbolDash;
use levelpitch::rulesets::king_of_the_pitch;
use levelpitch::rulesets::squad_rush_season::SquadRushSeason;
use levelpitch::rulesets::time_of_soccer::TimeOfSoccer;
use levelpitch::rulesets::time_vault_soccer::TimeVaultSoccer;
use levelpitch::seed::Luck;
use levelpitch::settings::Settings;
use levelpitch::tally::layout::column;
use levelpitch::watch::Silent;

/// What one measurement lasts.
const TIME: Duration = Duration::from_millis(700);
/// What one batch lasts, as in a run.
const BATCH_TIME: Duration = Duration::from_millis(40);
/// Games whose random numbers make the floor.
const SAMPLE: u64 = 200;
/// Measurements of which the median counts.
const REPEATS: usize = 5;

/// One random number that a game asked for.
#[derive(Clone, Copy)]
enum Ask {
    Below(Source, u32),
    Section(u32),
}

/// Passes chance through and notes what was asked.
struct Noting<'a> {
    inner: &'a mut Stream,
    asked: Vec<Ask>,
}

impl Chance for Noting<'_> {
    fn below(&mut self, source: Source, n: u32) -> u32 {
        self.asked.push(Ask::Below(source, n));
        self.inner.below(source, n)
    }
    fn lottery(&mut self, source: Source, lottery: &Lottery) -> u16 {
        self.asked.push(Ask::Below(source, lottery.tickets()));
        self.inner.lottery(source, lottery)
    }
    fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        self.asked.push(Ask::Below(Source::DEAL, cards.len() as u32));
        self.inner.draw(draw, cards)
    }
    fn section(&mut self, id: u32) {
        self.asked.push(Ask::Section(id));
        self.inner.section(id);
    }
}

/// Median seconds per unit of `work`, which does `units` at a time.
fn measure(units: f64, mut work: impl FnMut(u64)) -> f64 {
    let mut number = 0;
    let mut samples: Vec<f64> = (0..REPEATS)
        .map(|_| {
            let begun = Instant::now();
            let mut done = 0.0;
            while begun.elapsed() < TIME {
                work(number);
                number += 1;
                done += units;
            }
            begun.elapsed().as_secs_f64() / done
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    samples[REPEATS / 2]
}

/// One row of the table: a bot against itself under some settings.
fn row<R: Ruleset>(bot: &str, set: &[(&str, &str)]) {
    let mut settings = Settings::printed(R::FACTS.switches);
    for (key, value) in set {
        settings.set(key, value).expect("a switch of the bench");
    }
    let squads = vec![None; MAX_SEATS];
    let build = Build { settings: &settings, data: R::FACTS.data, squads: &squads, totals: Totals::Stated };
    let built = || R::build(&build).expect("rules of the bench");
    let rules = built();
    let seats = R::seats(&rules);
    let bots = vec![Bot::<R>::named(bot, &rules).expect("a bot of the bench"); seats];

    // What a sample of games asks of chance, for the floor.
    let seating: Vec<u8> = (0..seats as u8).collect();
    let mut scratch = Scratch::<R>::default();
    let mut stream = Stream::new(Luck::new(1, 1, 0));
    let mut asked = Vec::new();
    let mut decisions = 0_u64;
    for block in 0..SAMPLE {
        let luck = Luck::new(1, 1, block);
        stream.restart(luck);
        let mut whims: Vec<Whim> = seating.iter().map(|&e| Whim::new(luck, e, 0)).collect();
        let mut chance = Noting { inner: &mut stream, asked: Vec::new() };
        let _ = play(&rules, &seating, &bots, &mut whims, &mut chance, &mut Silent, &mut scratch);
        decisions += u64::from(scratch.tape.decisions);
        // A random bot draws one number per decision; a script's ties are
        // its own business and not part of the floor.
        asked.push((chance.asked, if bot == "random" { scratch.tape.decisions } else { 0 }));
    }
    let per_game = decisions as f64 / SAMPLE as f64;
    let floor = measure(SAMPLE as f64, |round| {
        for (block, (asks, whims)) in (0..).zip(&asked) {
            let luck = Luck::new(1, 1, block ^ (round << 32));
            stream.restart(luck);
            let mut sum = 0;
            for ask in asks {
                match *ask {
                    Ask::Below(source, n) => sum ^= stream.below(source, n),
                    Ask::Section(id) => stream.section(id),
                }
            }
            let mut whim = Whim::new(luck, 0, 0);
            for _ in 0..*whims {
                sum ^= whim.below(7);
            }
            black_box(sum);
        }
    });

    let arm = |paired: bool| Arm {
        rules: built(),
        bots: bots.clone(),
        programs: [].into(),
        seed: 1,
        pairing: 1,
        paired,
        rotations: 1,
        verified: None,
    };
    let member = |number: usize| {
        let base = (number > 0).then_some(0);
        Member { arm: number, runner: boxed(arm(true)), base, pairs: Vec::new() }
    };
    let both = Group { members: vec![member(0), member(1)] };
    let arm = arm(false);
    // Batches as long as those of a run, or setting up each would show.
    let blocks = (2000.0 / per_game).ceil().max(1.0) as u64;
    let begun = Instant::now();
    black_box(arm.batch(0..blocks, None));
    let longer = BATCH_TIME.as_secs_f64() / begun.elapsed().as_secs_f64();
    let blocks = (blocks as f64 * longer).ceil() as u64;
    let games = blocks as f64;
    let mut counted = 0_i128;
    let game = measure(games, |number| {
        let tally = arm.batch(number * blocks..(number + 1) * blocks, None);
        counted += tally.moments.sum(column::DECISIONS);
    });
    assert!(counted > 0, "games were played");
    // One after the other: what the machine does beside it strikes both.
    let paired = measure(2.0 * games, |number| {
        black_box(both.batch(number * blocks..(number + 1) * blocks));
    });
    println!(
        "{:<20} {:<16} {:<14} {:>12.0} games/s {:>8.1} M decisions/s {:>7.1} per game {:>10.0} ns/game {:>9.0} ns floor {:>6.1} x floor {:>5.2} x when luck is shared",
        R::FACTS.id,
        bot,
        set.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>().join(" "),
        1.0 / game,
        per_game / game / 1e6,
        per_game,
        game * 1e9,
        floor * 1e9,
        game / floor,
        paired / game,
    );
}

/// A King of the Pitch match alone, levels chosen at run time: by real dice
/// (one look-up per pool) and by the exact odds (one look-up per match). The
/// floor draws one number per match.
fn matches() {
    const ROUND: u64 = 1 << 16;
    let rules =
        levelpitch::conformance::rules::<king_of_the_pitch::KingOfThePitch>(&[]).expect("the printed game");
    let pairs: Vec<[u8; 2]> = (0..ROUND).map(|i| [(i * 7 / 3 % 5) as u8, (i % 5) as u8]).collect();
    let mut chance = Stream::new(Luck::new(1, 1, 1));
    let floor = measure(ROUND as f64, |_| {
        black_box((0..ROUND).map(|_| chance.below(Source::TABLE, 1 << 30)).fold(0, |a, b| a ^ b));
    });
    let report = |label: &str, seconds: f64| {
        println!(
            "{label:<52} {:>7.0} M matches/s {:>6.2} ns {:>6.2} ns floor {:>5.1} x floor",
            1e-6 / seconds,
            seconds * 1e9,
            floor * 1e9,
            seconds / floor
        );
    };
    let mut chance = Stream::new(Luck::new(1, 1, 2));
    let by_dice = measure(ROUND as f64, |_| {
        let wins: usize = pairs.iter().map(|&pair| rules.book.dice.play_match(pair, &mut chance)).sum();
        assert!(wins > 0);
    });
    report("king-of-the-pitch match, real dice", by_dice);
    let by_odds = measure(ROUND as f64, |_| {
        let wins: usize = pairs.iter().map(|&pair| rules.book.chances.play_match(pair, &mut chance)).sum();
        assert!(wins > 0);
    });
    report("king-of-the-pitch match, exact odds", by_odds);
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let wanted = |row: &str| words.iter().all(|word| row.contains(word.as_str()));
    if wanted("match") {
        matches();
    }
    rows::<king_of_the_pitch::KingOfThePitch>(wanted);
    rows::<FutbolDash>(wanted);
    rows::<SquadRushSeason>(wanted);
    rows::<TimeOfSoccer>(wanted);
    rows::<TimeVaultSoccer>(wanted);
}

/// Every listed bot of a game, and random ones at a table of four.
fn rows<R: Ruleset>(wanted: impl Fn(&str) -> bool) {
    let id = R::FACTS.id;
    for bot in Bot::<R>::names() {
        if wanted(&format!("{id} {bot}")) {
            row::<R>(bot, &[]);
        }
    }
    let players = R::FACTS.switches.iter().any(|switch| switch.key == "players");
    if players && wanted(&format!("{id} random 4")) {
        row::<R>("random", &[("players", "4")]);
    }
}
