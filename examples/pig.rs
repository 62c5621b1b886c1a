//! Pig, the oldest push-your-luck dice race: a game of your own in one file.
//!
//! Roll a die and add it up as often as you dare; a 1 loses what the turn has
//! brought. Nothing is hidden, so the game is [`Open`]; the odds of a turn are
//! exact, because [`roll`] is enumerated by the same code that plays.
//!
//! ```sh
//! cargo run --release --example pig -- run
//! cargo run --release --example pig -- odds pig
//! ```

use std::collections::BTreeMap;

use levelpitch::App;
use levelpitch::chance::{Chance, Fraction, Source, Whim, enumerate};
use levelpitch::game::{
    BotInfo, Bots, Build, Facts, Game, Observe, Open, Outcome, Play, Record, Tables, Turn,
};
use levelpitch::law;
use levelpitch::moves::MoveList;
use levelpitch::odds::{Cell, OddsTable};
use levelpitch::settings::Fault;
use levelpitch::watch::{Topic, Watch};

/// The rules by number: what the command `rules` shows and switches refer to.
const LEDGER: &str = "\
| id | rule | status |
|---|---|---|
| PIG-01 | Two or more players take turns; this program seats up to four. | given |
| PIG-02 | Whoever's turn it is rolls one die and adds it to the total of the turn. | given |
| PIG-03 | A 1 ends the turn, and its total is lost. | given |
| PIG-04 | Instead of rolling again a player may hold: the turn's total is banked and the next player's turn begins. The first roll of a turn is not optional. | given |
| PIG-05 | Whoever banks 100 points or more wins at once. | given |
| PIG-06 | House rule: the round is finished, so that all have had the same number of turns; the highest total wins, equal totals share. | given |
";

levelpitch::switches! {
    /// What can be set; it is all that the rules need.
    struct Rules;
    "players" players: {u8 in 2..=4} = "2", Rulebook "PIG-01", "how many play", try ["2", "3", "4"];
    "target" target: {u16 in 20..=500} = "100", House "PIG-05", "points that win", try ["100", "50", "200"];
    "sides" sides: {u8 in 4..=8} = "6", House "PIG-02", "sides of the die", try ["6", "4", "8"];
    "last-turns" last_turns: {bool} = "off", House "PIG-06", "the round is finished when somebody has reached the target";
}

levelpitch::columns! {
    metrics {
        TURNS "turns-per-game" Number per game, "turns of all players, per game";
        ROLLS "rolls-per-turn" Number per TURNS, "rolls, over turns";
        BUSTS "bust-share" Share per TURNS, "turns that a 1 ended, over turns";
        BANKED "points-per-turn" Number per TURNS, "points banked, over turns";
    }
    distributions {
        LENGTH "turns" Length, "games", "turns of all players in a game";
        POINTS "points" Number, "players", "points of a seat at the end";
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Choice {
    #[default]
    Roll,
    Hold,
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// Points banked.
    banked: [u16; 4],
    /// Whose turn it is, and what it has brought so far.
    seat: u8,
    turn: u16,
    over: bool,
    turns: u16,
    rolls: u16,
    busts: u16,
}

/// The total of a turn after one more roll; 0 after a 1.
fn roll(rules: &Rules, turn: u16, chance: &mut impl Chance, source: Source) -> u16 {
    match chance.die(source, u32::from(rules.sides)) {
        1 => 0,
        face => turn + u16::from(face),
    }
}

/// Where the turns that stop at `hold` points or more end, with exact chances.
fn ends(rules: &Rules, hold: u16) -> BTreeMap<u16, Fraction> {
    let (mut open, mut ends) = (BTreeMap::from([(0, Fraction::ONE)]), BTreeMap::new());
    // Totals only rise: when the lowest is looked at, all ways to it are known.
    while let Some((turn, chance)) = open.pop_first() {
        for (after, of_it) in enumerate(|dice| roll(rules, turn, dice, Source::TABLE)) {
            let to = if after == 0 || after >= hold { &mut ends } else { &mut open };
            let sum = to.entry(after).or_insert(Fraction::ZERO);
            *sum = *sum + chance * of_it;
        }
    }
    ends
}

/// What a turn that stops at `hold` points or more brings on average.
fn expected(ends: &BTreeMap<u16, Fraction>) -> Fraction {
    ends.iter().map(|(&points, &chance)| chance * Fraction::new(u128::from(points), 1)).sum()
}

#[derive(Debug)]
struct Pig;

impl Game for Pig {
    const FACTS: Facts = Facts {
        switches: Rules::SWITCHES,
        ledger: LEDGER,
        ..Facts::new("pig", "Pig", "dice race: add up as often as you dare, a 1 loses the turn")
    };

    type Rules = Rules;

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        Ok(Rules::of(build.settings))
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.players)
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        let row = |hold| {
            let ends = ends(rules, hold);
            let scores = ends.get(&0).copied().unwrap_or(Fraction::ZERO).complement();
            vec![i64::from(hold).into(), scores.into(), Cell::Mean(expected(&ends))]
        };
        let caption = "A turn that stops at so many points or more";
        let columns = ["hold_at", "scores", "expected_points"];
        vec![OddsTable::new("hold", caption, &columns, (2..=40).map(row).collect())]
    }
}

impl Play for Pig {
    type State = State;
    type Move = Choice;
    type Moves = MoveList<Choice, 2>;

    fn setup<C: Chance, W: Watch>(_rules: &Rules, _seating: &[u8], _chance: &mut C, _watch: &mut W) -> State {
        State::default()
    }

    fn turn(_rules: &Rules, state: &State) -> Turn {
        if state.over { Turn::Over } else { Turn::Ask(state.seat) }
    }

    fn legal(_rules: &Rules, state: &State, moves: &mut Self::Moves) {
        moves.clear();
        moves.push(Choice::Roll);
        if state.turn > 0 {
            moves.push(Choice::Hold);
        }
    }

    fn apply<C: Chance, W: Watch>(
        rules: &Rules,
        state: &mut State,
        chosen: Choice,
        chance: &mut C,
        watch: &mut W,
    ) {
        let (seat, before) = (state.seat, state.turn);
        if chosen == Choice::Roll {
            state.turn = roll(rules, before, chance, Source::seat(seat));
            state.rolls += 1;
            watch.say(Topic::Dice, Some(seat), || match state.turn {
                0 => format!("Seat {seat} rolls a 1 and loses {before} points"),
                turn => format!("Seat {seat} rolls a {}: {turn} points in this turn", turn - before),
            });
            if state.turn > 0 {
                return;
            }
            state.busts += 1;
        }
        state.banked[usize::from(seat)] += state.turn;
        state.turn = 0;
        state.turns += 1;
        state.seat = (seat + 1) % rules.players;
        state.over = state.banked.iter().any(|&points| points >= rules.target)
            && (!rules.last_turns || state.seat == 0);
    }

    /// Points are banked by rolls, and a turn at risk is not banked yet.
    fn verify(rules: &Rules, state: &State) -> Result<(), String> {
        let banked: u32 = state.banked.iter().map(|&points| u32::from(points)).sum();
        let most = (u32::from(state.rolls) - u32::from(state.busts)) * u32::from(rules.sides);
        law!(banked + u32::from(state.turn) <= most, "{banked} points banked of {} rolls", state.rolls);
        Ok(())
    }

    fn outcome(rules: &Rules, state: &State) -> Outcome {
        Outcome::highest(&state.banked[..usize::from(rules.players)])
    }
}

impl Open for Pig {}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Holds at so many points.
    Hold(u16),
    /// Holds at 21 and an eighth of the arrears; goes for the win as soon as
    /// anybody is within 29 points of it (Neller and Presser 2010).
    Pace,
}

impl Bots for Pig {
    type Bot = Script;
    type Memory = ();

    const BOTS: &'static [BotInfo<Script>] = &[
        BotInfo::new("hold-10", "holds at 10 points: a beginner", Script::Hold(10)),
        BotInfo::new("hold-15", "holds at 15 points", Script::Hold(15)),
        BotInfo::new("hold-20", "holds at 20 points: most points per turn", Script::Hold(20)),
        BotInfo::new("hold-25", "holds at 25 points: the target in four turns", Script::Hold(25)),
        BotInfo::new("pace", "keeps pace, then races: looks at both totals", Script::Pace),
    ];
    fn panel(_seats: usize) -> &'static [&'static str] {
        &["random", "hold-20", "pace"]
    }
    const POLICY: &'static str = "hold-20";

    fn decide(
        bot: Script,
        rules: &Rules,
        state: &State,
        _moves: &Self::Moves,
        _memory: &mut (),
        _whim: &mut Whim,
    ) -> Choice {
        let own = state.banked[usize::from(state.seat)];
        let others = (0..rules.players).filter(|&seat| seat != state.seat);
        let rival = others.map(|seat| state.banked[usize::from(seat)]).max().unwrap_or(0);
        // In the last turns of a round that is finished a rival must be passed.
        let chased = rival >= rules.target;
        let missing = if chased { rival + 1 } else { rules.target }.saturating_sub(own);
        let hold = match bot {
            _ if chased => missing,
            Script::Hold(points) => missing.min(points),
            Script::Pace if own.max(rival) + 29 >= rules.target => missing,
            Script::Pace => {
                missing.min((21 + (i32::from(rival) - i32::from(own) + 4).div_euclid(8)).max(2) as u16)
            }
        };
        if state.turn >= hold { Choice::Hold } else { Choice::Roll }
    }
}

impl Record for Pig {
    const TABLES: Tables = TABLES;

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        let seats = usize::from(rules.players);
        out.add(column::TURNS, state.turns);
        out.add(column::ROLLS, state.rolls);
        out.add(column::BUSTS, state.busts);
        out.add(column::BANKED, state.banked.iter().sum::<u16>());
        out.bin(bin::LENGTH, i32::from(state.turns));
        for &points in &state.banked[..seats] {
            out.bin(bin::POINTS, i32::from(points));
        }
    }

    fn describe(_rules: &Rules, state: &State, chosen: Choice) -> String {
        match chosen {
            Choice::Roll => format!("Seat {} rolls", state.seat),
            Choice::Hold => format!("Seat {} banks {} points", state.seat, state.turn),
        }
    }
}

/// What `run` plays when nothing is said.
const FIRST_ROLL: &str = r#"
question = "Is it worth rolling first?"
ruleset = "pig"
games = 100000
seed = 2026
bots = ["hold-20"]

[[arm]]
name = "as printed"

[[arm]]
name = "the round is finished"
set = { last-turns = "on" }

[verdict]
metric = "first-seat-advantage"
margin = 0.02
"#;

fn app() -> App {
    App::new("pig", "How far should you push your luck in Pig, and is it worth rolling first?")
        .ruleset::<Pig>()
        .scenario("first-roll", FIRST_ROLL)
}

fn main() -> std::process::ExitCode {
    app().main()
}

#[cfg(test)]
mod tests {
    use levelpitch::conformance;

    use super::*;

    /// Truths about Pig, which `check` proves on every run of the tests.
    const TRUTHS: &str = r#"
ruleset = "pig"
games = 100000
seed = 2026
bots = ["hold-20"]

[[budget]]
name = "whoever rolls first wins 53 % of the games"
metric = "seat-0-share"
equal = 0.5347
margin = 0.01

[[budget]]
name = "a 1 ends five turns in eight"
metric = "bust-share"
equal = 0.6245
margin = 0.02
"#;

    /// Looking at both totals beats a fixed habit.
    const HABITS: &str = r#"
ruleset = "pig"
games = 40000
seed = 2026
bots = ["pace", "hold-20"]

[[budget]]
name = "pace beats hold-20"
metric = "entrant-0-share"
min = 0.51
max = 0.58
"#;

    fn printed() -> Rules {
        conformance::rules::<Pig>(&[]).expect("the printed game")
    }

    #[test]
    fn pig_obeys_the_contract() {
        conformance::check::<Pig>();
    }

    #[test]
    fn twenty_and_twenty_one_bring_most_points() {
        let brings = |hold| expected(&ends(&printed(), hold));
        let best = brings(20);
        assert_eq!(best, brings(21));
        assert!((2..=40).all(|hold| hold == 20 || hold == 21 || brings(hold).value() < best.value()));
        assert!((best.value() - 8.14).abs() < 0.005, "{best}");
        let busts = ends(&printed(), 20)[&0];
        assert!((busts.value() - 0.6245).abs() < 0.0001, "{busts}");
    }

    /// Both hold at 20. A turn that a 1 ends leaves both totals as they are, so
    /// that the chances at (i, j) and (j, i) are two equations.
    #[test]
    fn whoever_rolls_first_wins_53_47_per_cent() {
        const TARGET: usize = 100;
        let turns: Vec<_> = (0..=20).map(|hold| ends(&printed(), hold)).collect();
        let mut wins = vec![[0.0; TARGET]; TARGET];
        for both in (0..2 * TARGET - 1).rev() {
            for own in both.saturating_sub(TARGET - 1)..=both / 2 {
                let scored = |wins: &[[f64; TARGET]], own: usize, rival: usize| -> f64 {
                    let turn = turns[20.min(TARGET - own)].iter().filter(|&(&points, _)| points > 0);
                    turn.map(|(&points, chance)| {
                        let banked = own + usize::from(points);
                        chance.value() * if banked < TARGET { 1.0 - wins[rival][banked] } else { 1.0 }
                    })
                    .sum()
                };
                let rival = both - own;
                let bust = |own: usize| turns[20.min(TARGET - own)][&0].value();
                let (ours, theirs) = (scored(&wins, own, rival), scored(&wins, rival, own));
                let solve = |ours: f64, bust: f64, theirs: f64, their_bust: f64| {
                    (ours + bust * (1.0 - theirs - their_bust)) / (1.0 - bust * their_bust)
                };
                wins[own][rival] = solve(ours, bust(own), theirs, bust(rival));
                wins[rival][own] = solve(theirs, bust(rival), ours, bust(own));
            }
        }
        assert!((wins[0][0] - 0.5347).abs() < 0.000_05, "{}", wins[0][0]);
    }

    #[test]
    fn budgets_that_are_truths_hold() {
        let app = app().scenario("truths", TRUTHS).scenario("habits", HABITS);
        assert_eq!(app.run(["pig", "check", "truths", "habits"]), 0);
    }

    /// What every program has without a line of its own: a scenario drawn up from
    /// answers, its report listed, compared with the game as it stands, and the
    /// atlas of one table.
    #[test]
    fn a_scenario_is_drawn_up_listed_compared_and_varied() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name).display().to_string();
        let (file, report) = (at("mine.toml"), at("reports/mine"));
        let run = |words: &[&str]| app().run(std::iter::once("pig").chain(words.iter().copied()));
        let answers =
            ["--game", "pig", "--players", "3", "--question", "fair", "--bots", "random", "--margin", "40%"];
        assert_eq!(run(&[&["new", &file], &answers[..]].concat()), 0);
        assert_eq!(run(&["run", &file, "--games", "300", "--out", &report, "-q"]), 0);
        assert_eq!(run(&["open", &at("reports"), "--no-browser", "-q"]), 0);
        assert!(folder.path().join("reports/index.html").is_file());
        let diff = ["diff", &report, &file, "--no-files", "-q"];
        assert_eq!(run(&diff), 0);
        assert_eq!(run(&[&diff[..], &["--set", "sides=8", "--margin", "0.4"]].concat()), 0);
        assert_eq!(
            run(&["run", "pig", "--all", "--set", "players=3", "--games", "3", "--no-files", "-q"]),
            0
        );
    }
}
