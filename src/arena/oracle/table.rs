//! The table at which games are told and played on.

use super::choose::{Choice, choose};
use super::story::{Look, Moment, Story};
use super::{Effort, class};
use crate::arena::batch::{self, Arm};
use crate::arena::schedule::place;
use crate::bots::{Bot, Desk};
use crate::chance::{Chance, MAX_SEATS, Stream, Whim};
use crate::game::called;
use crate::game::{Ending, Outcome, Ruleset, Turn};
use crate::halt;
use crate::moves::MoveSet;
use crate::seed::{Luck, mix};
use crate::watch::Silent;

/// The first of the numbers of continuations that measure; those that choose
/// count from 0.
const MEASURING: u64 = 1 << 40;
/// What sets the luck of continuations apart from that of bots' imagination.
const ORACLE: u64 = crate::seed::of_text("what a decision was worth");

/// A decision of a game as it was played.
struct Asked<R: Ruleset> {
    state: R::State,
    seat: u8,
    chosen: R::Move,
    /// What everybody remembers behind it.
    memory: [R::Memory; MAX_SEATS],
}

/// All that games are told with: made once for many.
pub(super) struct Table<'a, R: Ruleset> {
    arm: &'a Arm<R>,
    pub effort: Effort,
    /// Who plays on, where it isn't the game's own bots.
    named: Option<Bot<R>>,
    sat: batch::Table<R>,
    /// Who plays on at each seat.
    playing: Vec<Bot<R>>,
    pub moves: R::Moves,
    memory: [R::Memory; MAX_SEATS],
    chance: Stream,
    whims: Vec<Whim>,
    desk: Option<Box<Desk<R>>>,
}

impl<'a, R: Ruleset> Table<'a, R> {
    pub fn new(arm: &'a Arm<R>, named: Option<Bot<R>>, effort: Effort) -> Self {
        let luck = arm.luck(0);
        Self {
            arm,
            effort,
            named,
            sat: arm.table(luck),
            playing: arm.bots.clone(),
            moves: R::Moves::default(),
            memory: [R::Memory::default(); MAX_SEATS],
            chance: Stream::new(luck),
            whims: (0..arm.seats()).map(|_| Whim::new(luck, 0, 0)).collect(),
            desk: arm.desk(),
        }
    }

    pub fn seats(&self) -> usize {
        self.arm.seats()
    }

    pub fn rules(&self) -> &'a R::Rules {
        &self.arm.rules
    }

    /// Continuations are played by these bots from here on, or by the one that
    /// is named.
    pub fn seat_as(&mut self, bots: &[Bot<R>]) {
        let (named, rules) = (self.named, self.rules());
        self.playing.clear();
        self.playing.extend(bots.iter().map(|bot| named.unwrap_or(bot.plays_on(rules))));
    }

    /// Begins a continuation on this luck.
    fn begin(&mut self, luck: Luck) {
        self.chance.restart(luck);
        for (seat, whim) in (0..).zip(&mut self.whims) {
            *whim = Whim::new(luck, seat, 0);
        }
    }

    /// Begins one from what `seat` knows: nobody else's memory is known to it.
    pub fn begin_guessing(&mut self, luck: Luck, seat: u8, memory: R::Memory) {
        self.begin(luck);
        self.memory = [R::Memory::default(); MAX_SEATS];
        self.memory[usize::from(seat)] = memory;
    }

    /// Carries out a move and plays the game to its end.
    pub fn play_on(&mut self, mut state: R::State, chosen: R::Move) -> Outcome {
        halt::look_up();
        let rules = self.rules();
        R::apply(rules, &mut state, chosen, &mut self.chance, &mut Silent);
        while let Turn::Ask(seat) = R::turn(rules, &state) {
            R::legal(rules, &state, &mut self.moves);
            let place = usize::from(seat);
            let chosen = if self.moves.len() == 1 {
                self.moves.nth(0)
            } else {
                let (memory, whim) = (&mut self.memory[place], &mut self.whims[place]);
                self.playing[place].decide(rules, &state, seat, &self.moves, memory, whim, &mut self.desk)
            };
            R::apply(rules, &mut state, chosen, &mut self.chance, &mut Silent);
        }
        R::outcome(rules, &state)
    }

    /// Plays a game as [`play`](crate::arena::one_game::play) does and keeps
    /// every decision.
    fn walk<C: Chance>(&mut self, chance: &mut C) -> (Outcome, u32, Vec<Asked<R>>) {
        let (rules, seats) = (self.rules(), self.seats());
        let mut memory = [R::Memory::default(); MAX_SEATS];
        let (mut questions, mut asked) = (0, Vec::new());
        let mut state = R::setup(rules, &self.sat.seating[..seats], chance, &mut Silent);
        while let Turn::Ask(seat) = R::turn(rules, &state) {
            R::legal(rules, &state, &mut self.moves);
            questions += 1;
            let mut chosen = self.moves.nth(0);
            if self.moves.len() > 1 {
                let place = usize::from(seat);
                let (mind, whim) = (&mut memory[place], &mut self.sat.whims[place]);
                let bot = self.sat.bots[place];
                chosen = bot.decide(rules, &state, seat, &self.moves, mind, whim, &mut self.desk);
                asked.push(Asked { state, seat, chosen, memory });
            }
            R::apply(rules, &mut state, chosen, chance, &mut Silent);
        }
        if let Some(desk) = &mut self.desk {
            desk.stand_up(rules, &state);
        }
        (R::outcome(rules, &state), questions, asked)
    }

    /// Plays a game and looks at some of its decisions.
    pub fn story(&mut self, game: u64, of: &[u8]) -> Story {
        let (arm, seats) = (self.arm, self.seats());
        let (block, rotation) = place(game, arm.rotations, seats);
        let luck = arm.luck(block);
        arm.sit(&mut self.sat, luck, rotation);
        if let Some(desk) = &mut self.desk {
            desk.sit_down(game);
        }
        let bots = self.sat.bots.clone();
        self.seat_as(&bots);
        let (outcome, questions, asked) = self.walk(&mut arm.chance(luck));
        let key = mix(luck.low() ^ mix(ORACLE ^ u64::from(rotation)));
        let mut whim = Whim::new(Luck::imagined(key, 0), 0, 0);
        let entrant = |asked: &Asked<R>| self.sat.seating[usize::from(asked.seat)];
        let own: Vec<usize> =
            (0..asked.len()).filter(|&at| of.is_empty() || of.contains(&entrant(&asked[at]))).collect();
        let moments = sample(own.len(), self.effort.moments, &mut whim);
        let moments: Vec<usize> = moments.into_iter().map(|at| own[at]).collect();
        let looked = sample(moments.len(), self.effort.looks, &mut whim);
        let finished = outcome.ending == Ending::Decided;
        let mut story = Story {
            game,
            seating: self.sat.seating[..seats].to_vec(),
            share: finished.then(|| outcome.share[..seats].to_vec()),
            decisions: asked.len() as u32,
            own: own.len() as u32,
            questions,
            waits: 0,
            turns_waited: 0,
            decisions_waited: 0,
            longest: 0,
            moments: Vec::with_capacity(moments.len()),
            looks: Vec::with_capacity(looked.len()),
            last: None,
        };
        wait(&mut story, asked.iter().map(|asked| asked.seat), seats);
        for (place, &at) in moments.iter().enumerate() {
            let (asked, key) = (&asked[at], mix(key ^ mix(at as u64 + 1)));
            let look = looked.binary_search(&place).is_ok().then(|| self.look(asked, key));
            let (moment, look) = self.measure(asked, look, key);
            story.moments.push(Moment { at: at as u32, ..moment });
            story.looks.extend(look.map(|look| Look { at: at as u32, ..look }));
        }
        // A game that is decided by one question at its end has it once: among so
        // many decisions of every game a sample would hardly ever meet it.
        if let Some(at) =
            asked.len().checked_sub(1).filter(|_| seats > 2 && of.is_empty() && self.effort.looks > 0)
        {
            let known = story.looks.last().filter(|look| look.at as usize == at).map(|look| look.swing);
            story.last = known.unwrap_or_else(|| {
                let key = mix(key ^ mix(at as u64 + 1));
                let look = self.look(&asked[at], key);
                self.measure(&asked[at], Some(look), key).1.and_then(|look| look.swing)
            });
        }
        story
    }

    fn look(&mut self, asked: &Asked<R>, key: u64) -> (u64, Choice<R::Move>) {
        R::legal(self.rules(), &asked.state, &mut self.moves);
        let (legal, seat) = (self.moves.len(), asked.seat);
        let memory = self.known(asked)[usize::from(seat)];
        (legal, choose(self, &asked.state, seat, asked.chosen, memory, key))
    }

    /// What those who play on remember of the game: what its bots do, where they
    /// are the same.
    fn known(&self, asked: &Asked<R>) -> [R::Memory; MAX_SEATS] {
        let mut memory = [R::Memory::default(); MAX_SEATS];
        let who = self.playing.iter().zip(&self.sat.bots);
        for ((known, &kept), (playing, &bot)) in memory.iter_mut().zip(&asked.memory).zip(who) {
            if playing.remembers_as(bot) {
                *known = kept;
            }
        }
        memory
    }

    /// Measures the chosen move, and those that a look has named.
    fn measure(
        &mut self,
        asked: &Asked<R>,
        look: Option<(u64, Choice<R::Move>)>,
        key: u64,
    ) -> (Moment, Option<Look>) {
        let (rules, seats, seat) = (self.rules(), self.seats(), usize::from(asked.seat));
        let mut moves = vec![asked.chosen];
        let mut place = |wanted: R::Move| {
            let known = moves.iter().position(|&known| known == wanted);
            known.unwrap_or_else(|| {
                moves.push(wanted);
                moves.len() - 1
            })
        };
        let places = look.as_ref().map(|(_, choice)| {
            let swing = choice.swing.map(|(rival, most, least)| (rival, place(most), place(least)));
            ([choice.best, choice.first, choice.second, choice.last].map(&mut place), swing)
        });
        let memory = self.known(asked);
        let standing = R::standing(rules, &asked.state);
        let mut moment = Moment {
            at: 0,
            seat: asked.seat,
            shares: [vec![0; seats], vec![0; seats]],
            scores: vec![0; seats],
            standing: standing.map(|scores| scores[..seats].to_vec()).unwrap_or_default(),
        };
        let (mut regret, mut squares, mut gap, mut spread, mut swung) = (0, 0, 0, 0, 0);
        let mut shares = vec![[0_u8; MAX_SEATS]; moves.len()];
        for row in 0..self.effort.measuring {
            let luck = Luck::imagined(key, MEASURING + row);
            for (share, &tried) in shares.iter_mut().zip(&moves) {
                self.begin(luck);
                self.memory = memory;
                let outcome = self.play_on(asked.state, tried);
                if tried == asked.chosen {
                    let half = &mut moment.shares[usize::from(row >= self.effort.measuring / 2)];
                    for (sum, share) in half.iter_mut().zip(outcome.share) {
                        *sum += u64::from(share);
                    }
                    for (sum, score) in moment.scores.iter_mut().zip(outcome.score) {
                        *sum += i64::from(score);
                    }
                }
                *share = outcome.share;
            }
            if let Some(([best, first, second, last], swing)) = places {
                let of = |place: usize, seat: usize| i64::from(shares[place][seat]);
                let above = of(best, seat) - of(0, seat);
                regret += above;
                squares += above * above;
                gap += of(first, seat) - of(second, seat);
                spread += of(first, seat) - of(last, seat);
                swung += swing.map_or(0, |(rival, most, least)| of(most, rival) - of(least, rival));
            }
        }
        let look = look.map(|(legal, choice)| Look {
            at: 0,
            seat: asked.seat,
            moves: legal,
            tried: choice.tried,
            chosen: class::<R>(rules, &asked.state, asked.chosen) as u16,
            best: class::<R>(rules, &asked.state, choice.best) as u16,
            regret,
            regret_squares: squares,
            gap,
            spread,
            hint: (1000.0 * choice.hint) as i64,
            swing: choice.swing.map(|_| swung),
            said: called::told(&R::describe(rules, &asked.state, asked.chosen)),
            rather: called::told(&R::describe(rules, &asked.state, choice.best)),
        });
        (moment, look)
    }
}

/// So many of `all` places, spread evenly behind a random start (systematic
/// sampling: each place is as likely; Cochran 1977, chapter 8); all where they
/// are fewer.
fn sample(all: usize, wanted: u32, whim: &mut Whim) -> Vec<usize> {
    let (all, wanted) = (all as u64, u64::from(wanted));
    if all <= wanted {
        return (0..all as usize).collect();
    }
    let start = whim.below_u64(all);
    let place = |k: u64| ((start + k * all) / wanted) as usize;
    (0..wanted).map(place).collect()
}

/// How long seats wait between two turns of their own.
fn wait(story: &mut Story, seats: impl Iterator<Item = u8>, count: usize) {
    // Turns and decisions of everybody up to each seat's last.
    let mut since: Vec<Option<(u32, u32)>> = vec![None; count];
    let (mut last, mut turns, mut decisions) = (None, 0, 0);
    for seat in seats {
        if last != Some(seat) {
            turns += 1;
            if let Some((turns_then, decisions_then)) = since[usize::from(seat)] {
                let waited = decisions - decisions_then;
                story.waits += 1;
                story.turns_waited += turns - turns_then - 1;
                story.decisions_waited += waited;
                story.longest = story.longest.max(waited);
            }
        }
        decisions += 1;
        since[usize::from(seat)] = Some((turns, decisions));
        last = Some(seat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_spreads_evenly_and_takes_every_place_as_often() {
        let mut whim = Whim::new(Luck::imagined(1, 2), 0, 0);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            let places = sample(7, 3, &mut whim);
            assert!(
                places.len() == 3 && places.windows(2).all(|pair| (2..=3).contains(&(pair[1] - pair[0])))
            );
            for place in places {
                seen[place] += 1;
            }
        }
        assert!(seen.iter().all(|n| (2850..3150).contains(n)), "{seen:?}");
        assert_eq!(sample(2, 3, &mut whim), [0, 1]);
    }
}
