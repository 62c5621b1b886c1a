//! The table-manager: rollouts for actions and calls, exact expectation over
//! the opponent's possible INSTANTs in matches.
//!
//! A rollout deals the hidden cards afresh, takes the action and lets magpies
//! play the matchday out. Its value is the league points won or, on the last
//! matchday, the share of the cup; both in sixtieths.

use super::super::SquadRushSeason;
use super::super::best_sevens::seven_value;
use super::super::cards::{INSTANTS, Official};
use super::super::moves::{Move, kind};
use super::super::options::Options;
use super::super::play::matches::{Shown, resolve};
use super::super::rules::Source as OfficialSource;
use super::super::score::{self, Conditions, Side};
use super::super::sevens::{NO_SEVEN, Seven, Sevens};
use super::super::state::{Finish, State};
use super::super::view::View;
use super::matchday::{after_exchange, sides};
use super::{Bot, Memory, appraise, appraiser};
use crate::chance::{Chance, Draw, Lottery, Source, Whim, whim::Pick};
use crate::game::{Bots, Play, Sight, Turn, WIN};
use crate::moves::MoveSet;
use crate::watch::Silent;

/// Candidate actions besides PASS.
const CANDIDATES: usize = 8;
/// Most sevens that are weighed against each other.
const LINE_UPS: usize = 48;

/// A bot's own dice for its rollouts.
struct Imagined<'a>(&'a mut Whim);

impl Chance for Imagined<'_> {
    fn below(&mut self, _source: Source, n: u32) -> u32 {
        self.0.below(n)
    }

    fn lottery(&mut self, _source: Source, lottery: &Lottery) -> u16 {
        lottery.outcome(self.0.below(lottery.tickets()))
    }

    fn draw(&mut self, _draw: Draw, cards: &[u8]) -> usize {
        self.0.below(cards.len() as u32) as usize
    }
}

/// D1: the best of the most promising actions and PASS.
pub fn act(view: View<'_>, moves: &Options, whim: &mut Whim) -> Move {
    let mut list = [(Move::plain(kind::PASS), i32::MIN, 0); CANDIDATES];
    let mut count = 0;
    let base = appraiser(view, view.seat()).worth().value;
    for index in 1..moves.len() {
        let chosen = moves.nth(index);
        // A random second key breaks ties.
        let entry = (chosen, promise(view, chosen, base), whim.below(u32::MAX));
        if count < CANDIDATES {
            list[count] = entry;
            count += 1;
            continue;
        }
        let mut worst = 0;
        for other in 1..CANDIDATES {
            if (list[other].1, list[other].2) < (list[worst].1, list[worst].2) {
                worst = other;
            }
        }
        if (entry.1, entry.2) > (list[worst].1, list[worst].2) {
            list[worst] = entry;
        }
    }
    let mut pick = Pick::new();
    pick.offer(Move::plain(kind::PASS), rollouts(view, Move::plain(kind::PASS), whim), whim);
    for &(chosen, ..) in &list[..count] {
        let value = rollouts(view, chosen, whim);
        pick.offer(chosen, value, whim);
    }
    pick.option().unwrap_or(Move::plain(kind::PASS))
}

/// D8: calling against playing on.
pub fn call(view: View<'_>, whim: &mut Whim) -> Move {
    let mut pick = Pick::new();
    for chosen in [Move::plain(kind::CALL), Move::plain(kind::NO_CALL)] {
        let value = rollouts(view, chosen, whim);
        pick.offer(chosen, value, whim);
    }
    pick.option().unwrap_or(Move::plain(kind::CALL))
}

/// What an action does to pitches at once: the own gain, or the victim's loss.
fn promise(view: View<'_>, chosen: Move, base: i32) -> i32 {
    let own = view.pitch(view.seat());
    match chosen.kind() {
        kind::PLAY => {
            let card = view.hand().at(chosen.a());
            appraiser(view, view.seat()).worth_with(card, false).value - base
        }
        kind::TACKLE | kind::YELLOW | kind::RED | kind::TACKLE2 => {
            let there = view.pitch(chosen.a());
            let first = there.cards()[usize::from(chosen.b())];
            let (mut field, mut booked) = (there.field(), there.booked());
            if chosen.kind() == kind::YELLOW && !there.is_booked(first) {
                booked |= 1 << first;
            } else if chosen.kind() != kind::YELLOW || view.rules().second_yellow_off {
                field &= !(1 << first);
            }
            if chosen.kind() == kind::TACKLE2 {
                field &= !(1 << there.cards()[usize::from(chosen.c())]);
            }
            booked &= field;
            appraiser(view, chosen.a()).worth().value - appraise(view, field, booked).worth().value
        }
        kind::SUBSTITUTION => {
            let outgoing = own.cards()[usize::from(chosen.a())];
            let (field, booked) = after_exchange(view, outgoing, view.hand().at(chosen.b()));
            appraise(view, field, booked).worth().value - base
        }
        kind::OVERTURNED => {
            let card = own.cards()[usize::from(chosen.a())];
            appraise(view, own.field(), own.booked() & !(1 << card)).worth().value - base
        }
        _ => 0,
    }
}

fn rollouts(view: View<'_>, chosen: Move, whim: &mut Whim) -> i64 {
    (0..view.rules().rollouts).map(|_| rollout(view, chosen, whim)).sum()
}

/// One matchday played out by magpies.
fn rollout(view: View<'_>, chosen: Move, whim: &mut Whim) -> i64 {
    let (rules, me) = (view.rules(), usize::from(view.seat()));
    let mut state = SquadRushSeason::determinize(rules, view, whim);
    let (matchday, before) = (state.matchday, i64::from(state.table[me].points));
    let sudden = state.sudden_death;
    let mut options = Options::default();
    let mut memory = Memory::default();
    SquadRushSeason::apply(rules, &mut state, chosen, &mut Imagined(whim), &mut Silent);
    while let Turn::Ask(seat) = SquadRushSeason::turn(rules, &state) {
        if state.matchday != matchday || state.sudden_death != sudden {
            break;
        }
        options.fill(rules, &state);
        let next = if options.len() == 1 {
            options.nth(0)
        } else {
            let view = SquadRushSeason::view(rules, &state, seat);
            SquadRushSeason::decide(Bot::Magpie, rules, view, &options, &mut memory, whim)
        };
        SquadRushSeason::apply(rules, &mut state, next, &mut Imagined(whim), &mut Silent);
    }
    let points = 60 * (i64::from(state.table[me].points) - before);
    if matchday + 1 < rules.matchdays || state.capped {
        return points;
    }
    cup_share(&state, me)
}

/// Sixtieths of the cup: whole for a win, shared before a sudden death.
fn cup_share(state: &State, me: usize) -> i64 {
    match state.finish {
        Finish::Won(winner) => i64::from(WIN) * i64::from(usize::from(winner) == me),
        Finish::Playing if state.playing >> me & 1 == 1 => {
            i64::from(WIN) / i64::from(state.playing.count_ones())
        }
        _ => 0,
    }
}

/// League points of `side`, Golden Boot included.
fn points(view: View<'_>, sides: &[Side; 2], conditions: Conditions, side: usize) -> i64 {
    let goals = score::goals(view.rules(), sides, conditions);
    let rules = view.rules();
    match goals[side].cmp(&goals[1 - side]) {
        std::cmp::Ordering::Greater => {
            i64::from(rules.win_points) + i64::from(rules.golden_boot) * i64::from(sides[side].star)
        }
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 0,
    }
}

/// Officials that may be flipped, each with its weight.
fn officials(view: View<'_>) -> [(Option<Official>, i64); Official::COUNT + 1] {
    let mut list = [(None, 0); Official::COUNT + 1];
    let unseen = view.unseen();
    for (entry, official) in list.iter_mut().zip(Official::ALL) {
        let weight = match &view.rules().official {
            OfficialSource::Nobody => 0,
            OfficialSource::Only(only) => i64::from(*only == official),
            OfficialSource::Weighted(lottery) => i64::from(lottery.weights()[official as usize]),
            OfficialSource::Deck => i64::from((unseen.action & official.mask()).count_ones()),
        };
        *entry = (Some(official), weight);
    }
    if list.iter().all(|&(_, weight)| weight == 0) {
        list[Official::COUNT] = (None, 1);
    }
    list
}

/// D9: of the line-ups near the best total, the one that expects most points
/// against the opponent's best (or named) seven over the officials to come.
pub fn name(view: View<'_>, whim: &mut Whim) -> Move {
    let pitch = view.pitch(view.seat());
    let (field, booked) = (pitch.field(), pitch.booked());
    let best = appraiser(view, view.seat()).worth().value;
    let mut sevens = [NO_SEVEN; LINE_UPS];
    let mut count = 0;
    let all = Sevens::new(view.rules(), field, booked);
    if all.len() <= 2000 {
        for index in 0..all.len() {
            let seven = all.unrank(index);
            if count < LINE_UPS && seven_value(view.rules(), &seven, booked) + 2 >= best {
                sevens[count] = seven;
                count += 1;
            }
        }
    } else {
        appraiser(view, view.seat()).best_sevens(field, booked, |seven| {
            if count < LINE_UPS {
                sevens[count] = seven;
                count += 1;
            }
        });
    }
    let rival = view.next_opponent().and_then(|seat| rival_side(view, seat, whim));
    let mut known = officials(view);
    if let Some(official) = view.official() {
        known = [(None, 0); Official::COUNT + 1];
        known[0] = (Some(official), 1);
    }
    let mut pick = Pick::new();
    for seven in &sevens[..count] {
        let own = Side::new(view.rules(), seven, booked);
        let expected: i64 = rival.map_or(0, |rival| {
            let one = |&(official, weight): &(Option<Official>, i64)| {
                weight * points(view, &[own, rival], Conditions::under(official), 0)
            };
            known.iter().map(one).sum()
        });
        pick.offer(*seven, (expected, seven_value(view.rules(), seven, booked), own.star), whim);
    }
    Move::seven(pick.option().unwrap_or(NO_SEVEN))
}

/// The opponent as it will line up, as far as can be told.
fn rival_side(view: View<'_>, seat: u8, whim: &mut Whim) -> Option<Side> {
    let pitch = view.pitch(seat);
    let named = *view.seven(seat);
    if named != NO_SEVEN {
        return Some(Side::new(view.rules(), &named, pitch.booked()));
    }
    let mut pick: Pick<Seven, i32> = Pick::new();
    appraiser(view, seat).best_sevens(pitch.field(), pitch.booked(), |seven| pick.offer(seven, 0, whim));
    pick.option().map(|seven| Side::new(view.rules(), &seven, pitch.booked()))
}

/// D10: the INSTANT with the most expected points over what the opponent may
/// hold, each of whose options is held equally likely.
pub fn instant(view: View<'_>, moves: &Options, whim: &mut Whim) -> Move {
    let sides = sides(view);
    let side = usize::from(view.sides()[1] == view.seat());
    let holdings = holdings(view, view.sides()[1 - side]);
    let flipped = view.official();
    let mut pick = Pick::new();
    for index in 0..moves.len() {
        let own = moves.nth(index);
        let mut expected = 0.0;
        for (held, probability) in holdings.iter().enumerate() {
            let replies = replies(held, flipped.is_some());
            let count = replies.iter().flatten().count() as f64;
            for reply in replies.into_iter().flatten() {
                let chosen = if side == 0 { [own, reply] } else { [reply, own] };
                let Shown { var_on, offside_on, cancelled } = resolve(chosen);
                let official = if cancelled { None } else { flipped };
                let conditions = Conditions { official, var_on, offside_on };
                expected += probability / count * points(view, &sides, conditions, side) as f64;
            }
        }
        // Ties are real ties only up to rounding.
        pick.offer(own, (expected * 1e6) as i64, whim);
    }
    pick.option().unwrap_or(Move::plain(kind::NO_INSTANT))
}

const KINDS: [Official; 3] = [Official::VarReview, Official::Offside, Official::PlayOn];

/// What a manager holding these kinds (a bit each) may play.
fn replies(held: usize, official: bool) -> [Option<Move>; 5] {
    let has = |kind: usize| held >> kind & 1 == 1;
    [
        Some(Move::plain(kind::NO_INSTANT)),
        has(0).then_some(Move::plain(kind::VAR)),
        has(1).then_some(Move::plain(kind::OFFSIDE)),
        has(2).then_some(Move::plain(kind::PLAY_ON)),
        (has(2) && official).then_some(Move::new(kind::PLAY_ON, 1, 0, 0)),
    ]
}

/// Probability of each set of INSTANT kinds in a hidden hand, by inclusion and
/// exclusion over the kinds that are missing.
fn holdings(view: View<'_>, seat: u8) -> [f64; 8] {
    let unseen = view.unseen();
    let (hidden, size) = (unseen.len(), view.hand_size(seat));
    let copies = KINDS.map(|kind| (unseen.action & kind.mask() & INSTANTS).count_ones());
    let missing = |kinds: usize| {
        let absent: u32 = (0..3).filter(|k| kinds >> k & 1 == 1).map(|k| copies[k]).sum();
        (0..size)
            .map(|i| f64::from(hidden.saturating_sub(absent + i)) / f64::from((hidden - i).max(1)))
            .product()
    };
    let none: [f64; 8] = std::array::from_fn(missing);
    std::array::from_fn(|held| {
        let others = 7 & !held;
        let mut sum = 0.0;
        for also in 0..8_usize {
            if also & !held == 0 {
                let sign = if also.count_ones() % 2 == 0 { 1.0 } else { -1.0 };
                sum += sign * none[others | also];
            }
        }
        sum.max(0.0)
    })
}

/// D11 under SUBSTITUTION: most points against the opponent's seven, then the
/// higher pitch value.
pub fn exchange(view: View<'_>, moves: &Options, whim: &mut Whim) -> Move {
    let me = view.seat();
    let rival =
        view.sides().into_iter().find(|&seat| seat != me).and_then(|seat| rival_side(view, seat, whim));
    let pitch = view.pitch(me);
    let conditions = Conditions::under(view.official());
    let mut pick = Pick::new();
    for index in 0..moves.len() {
        let chosen = moves.nth(index);
        let (field, booked) = if chosen.kind() == kind::SWAP {
            let outgoing = pitch.cards()[usize::from(chosen.a())];
            after_exchange(view, outgoing, view.hand().at(chosen.b()))
        } else {
            (pitch.field(), pitch.booked())
        };
        let pitch = appraise(view, field, booked);
        let mut expected = 0;
        pitch.best_sevens(field, booked, |seven| {
            if let Some(rival) = rival {
                let own = Side::new(view.rules(), &seven, booked);
                expected = expected.max(points(view, &[own, rival], conditions, 0));
            }
        });
        pick.offer(chosen, (expected, pitch.worth().value), whim);
    }
    pick.option().unwrap_or(Move::plain(kind::NO_CHANGE))
}
