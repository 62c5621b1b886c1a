//! Which positions of the five games are looked at, and what is special in
//! working them out.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use levelpitch::chance::enumerate::Branches;
use levelpitch::chance::{Chance, Draw, Lottery, MAX_SEATS, Script, Source, Whim};
use levelpitch::conformance;
use levelpitch::game::{Bots, Outcome, Play, Seen, Sight, Turn};
use levelpitch::moves::MoveSet;
use levelpitch::rulesets::futbol_dash::FutbolDash;
use levelpitch::rulesets::king_of_the_pitch::KingOfThePitch;
use levelpitch::rulesets::squad_rush_season::SquadRushSeason;
use levelpitch::rulesets::squad_rush_season::state::Phase;
use levelpitch::rulesets::time_of_soccer::TimeOfSoccer;
use levelpitch::rulesets::time_of_soccer::state::Question;
use levelpitch::rulesets::time_vault_soccer::{Move, TimeVaultSoccer};
use levelpitch::seed::Luck;
use levelpitch::watch::{Line, Silent, Watch};

use super::solver::{Endings, Position, Shares, expected, legal, told};

/// A number that a seat is told.
fn number(seen: &Seen, name: &str) -> Option<u64> {
    seen.of(name)?.as_u64()
}

/// Whether the question asked is one of these.
fn asks(seen: &Seen, questions: &[&str]) -> bool {
    seen.of("question").and_then(|question| question.as_str()).is_some_and(|asked| questions.contains(&asked))
}

/// The level of each side with what it has committed, and who committed V.A.R.
type Bout = ([u8; 2], [bool; 2]);

thread_local! {
    /// The challenger's chances in matches that have been walked through.
    static BOUTS: RefCell<BTreeMap<Bout, f64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Both need one more victory and somebody has a card to commit: the match
/// decides. The King answers best.
impl Endings for KingOfThePitch {
    const SCRIPTS: [&'static str; 2] = ["balanced", "calculator"];

    fn is_wanted(position: &Position<'_, Self>) -> bool {
        let view = Self::view(position.rules, &position.state, position.seat);
        [0, 1].map(|seat| view.victories(seat)) == [4; 2] && asks(&position.seen(), &["challenger", "king"])
    }

    fn worth(rules: &Self::Rules, state: &Self::State, chosen: u8, left: &mut u32) -> Option<Shares> {
        let Turn::Ask(asked) = Self::turn(rules, state) else { return None };
        let view = Self::view(rules, state, asked);
        let sides = view.sides();
        let [_, vars, bonuses] = view.events(sides[1]);
        let mut choices = [view.committed(0).unwrap_or(0), 0];
        let side = usize::from(asked == sides[1]);
        choices[side] = chosen;
        if side == 0 && vars + bonuses > 0 {
            return expected::<Self>(rules, state, chosen, left);
        }
        let level = |side: usize| view.level(sides[side], choices[side] & 2 != 0);
        let bout = ([0, 1].map(level), choices.map(|choice| choice & 1 != 0));
        let known = BOUTS.with_borrow(|bouts| bouts.get(&bout).copied());
        let won = known.unwrap_or_else(|| {
            // A shoot-out has no end but is a fair coin (KOP-MATCH-12): the mean
            // of a tie that the King keeps and one that the challenger wins.
            let first = usize::from(sides[0]);
            let broken = |tie| {
                let rules = conformance::rules::<Self>(&[("tie-break", tie)]).expect("a value");
                expected::<Self>(&rules, state, chosen, &mut u32::MAX.clone()).expect("the game is over")
                    [first]
            };
            f64::midpoint(broken("king-keeps"), broken("challenger-wins"))
        });
        BOUTS.with_borrow_mut(|bouts| bouts.insert(bout, won));
        let mut shares = [0.0; MAX_SEATS];
        shares[usize::from(sides[0])] = won;
        shares[usize::from(sides[1])] = 1.0 - won;
        Some(shares)
    }
}

/// Hears of a shoot-out.
struct Whistle<'a>(&'a Cell<bool>);

impl Watch for Whistle<'_> {
    const ON: bool = true;

    fn write(&mut self, line: impl FnOnce() -> Line) {
        if line().text.starts_with("Penalty shoot-out") {
            self.0.set(true);
        }
    }
}

/// Chance up to a shoot-out, which seat 0 then wins at once.
struct Until<'a> {
    chance: &'a mut Branches,
    over: &'a Cell<bool>,
}

impl Chance for Until<'_> {
    fn below(&mut self, source: Source, n: u32) -> u32 {
        match self.over.get() {
            true if source == Source::seat(0) => 0,
            true => n - 1,
            false => self.chance.below(source, n),
        }
    }

    fn lottery(&mut self, source: Source, lottery: &Lottery) -> u16 {
        self.chance.lottery(source, lottery)
    }

    fn draw(&mut self, draw: Draw, cards: &[u8]) -> usize {
        self.chance.draw(draw, cards)
    }
}

/// The deck has run out: between two nothing is hidden any more, and the match
/// ends with this turn.
impl Endings for FutbolDash {
    const CHANGES: &'static [(&'static str, &'static str)] = &[("match", "express")];
    const SCRIPTS: [&'static str; 2] = ["rusher", "counter"];

    fn is_wanted(position: &Position<'_, Self>) -> bool {
        let seen = position.seen();
        number(&seen, "deck-size") == Some(0) && asks(&seen, &["play", "foul", "var"])
    }

    fn carry_out(
        rules: &Self::Rules,
        state: &mut Self::State,
        chosen: u32,
        chance: &mut Branches,
    ) -> Option<Outcome> {
        let over = Cell::new(false);
        Self::apply(rules, state, chosen, &mut Until { chance, over: &over }, &mut Whistle(&over));
        let outcome = (Self::turn(rules, state) == Turn::Over).then(|| Self::outcome(rules, state))?;
        // FD-SO-08: by exchangeability as good for either.
        Some(if over.get() { Outcome::shared(0..2, outcome.score) } else { outcome })
    }
}

/// The last match of the season, under a known official that opens no pitch: the
/// other side has named its seven, any legal one as likely as another.
impl Endings for SquadRushSeason {
    const CHANGES: &'static [(&'static str, &'static str)] = &[("seven-declared", "after-official")];
    const SCRIPTS: [&'static str; 2] = ["magpie", "spoiler"];
    const LAST: bool = true;

    fn is_wanted(position: &Position<'_, Self>) -> bool {
        let view = Self::view(position.rules, &position.state, position.seat);
        view.matchday() == 2 && view.phase() == Phase::Name && position.moves.len() <= 64
    }

    fn deals(position: &Position<'_, Self>) -> Option<Vec<(f64, Self::State)>> {
        let &Position { rules, ref before, seat, .. } = position;
        let before = before.as_ref()?;
        let Turn::Ask(other) = Self::turn(rules, before) else { return None };
        if other == seat || Self::view(rules, before, other).phase() != Phase::Name {
            return None;
        }
        let sevens = legal::<Self>(rules, before);
        let alike = |index: u64| {
            let mut alike = *before;
            Self::apply(rules, &mut alike, sevens.nth(index), &mut Script::default(), &mut Silent);
            assert_eq!(told::<Self>(rules, &alike, seat), position.seen(), "a hidden seven is told");
            (1.0 / sevens.len() as f64, alike)
        };
        Some((0..sevens.len()).map(alike).collect())
    }
}

/// A roll of the last attack of a match on the last Sunday that may be repeated.
/// Final line-ups are those of `trained`.
impl Endings for TimeOfSoccer {
    const CHANGES: &'static [(&'static str, &'static str)] = &[("players", "2")];
    const SCRIPTS: [&'static str; 2] = ["youth", "star"];

    fn is_wanted(position: &Position<'_, Self>) -> bool {
        let view = Self::view(position.rules, &position.state, position.seat);
        let at_home = view.game().clubs()[0] == view.own().number();
        let last = if at_home { Question::AttackAgain } else { Question::DefenceAgain };
        view.week() == 10 && view.day() == 6 && view.question() == last
    }

    fn answer(rules: &Self::Rules, state: &Self::State, seat: u8, moves: &Self::Moves) -> Option<u16> {
        let view = Self::view(rules, state, seat);
        let whim = &mut Whim::new(Luck::new(7, 7, 7), 0, 0);
        let memory = &mut <Self as Bots>::Memory::default();
        (view.question() == Question::LineUp)
            .then(|| Self::weigh(&Self::weights(rules), rules, view, moves, memory, whim))
    }
}

/// A shot that a last man may turn into a penalty, once both decks are drawn:
/// both know all cards that are left.
impl Endings for TimeVaultSoccer {
    const MOST: u32 = 20_000;
    const CHANGES: &'static [(&'static str, &'static str)] = &[("last-man", "3")];
    const SCRIPTS: [&'static str; 2] = ["trained", "trained"];

    fn is_wanted(position: &Position<'_, Self>) -> bool {
        let moves = position.moves;
        // Last men are listed last.
        if !matches!(moves.nth(moves.len() - 1), Move::LastMan { .. }) {
            return false;
        }
        let seen = position.seen();
        ["own", "other"].into_iter().all(|side| seen.of(side).is_some_and(|side| side["deck-size"] == 0))
    }
}
