//! What the trained policy looks at: what a tile adds, costs and brings in, and
//! what is within reach tomorrow, each with a weight of its own (`trained.toml`).
//!
//! A market turn is planned once, with the next one in mind: a tile now and the
//! best one from there tomorrow, or a drive to where tomorrow's is better. Matches
//! are decided by the exact chances that the planner has too.

use super::super::map::SPACES;
use super::super::moves::{DISMISS, ENTER, FORCE, MOVE, Moves, NO, SELL, code, may_force, price};
use super::super::play::week::SATURDAY;
use super::super::rules::Rules;
use super::super::state::Question;
use super::super::tiles::{Kind, NONE};
use super::super::view::View;
use super::utility::weeks;
use super::{Memory, best_corner, best_hand, pays_fee, planner, worth, yes};
use crate::game::{Planning, Weights};
use crate::moves::MoveSet;

/// Most market turns that a search tries beside none at all.
const PLANS: usize = 10;

crate::features! {
    /// What the policy looks at. A tile is worth the sum, in ten-thousandths of a
    /// victory point at first; what a club's standing comes to, which searches judge
    /// by, is in thousandths of a doubling of its odds to win.
    pub enum Look {
        Gain = "gain": -4000..=4000, "half a point of line-up value that a footballer or manager adds",
        GainWeek = "gain-week": -1000..=1000, "the same, for each week left",
        GainStrong = "gain-strong": -1000..=1000, "the same, for each level of the lower side of the line-up",
        Fill = "fill": -30000..=30000, "an empty slot filled",
        FillWeek = "fill-week": -3000..=3000, "the same, for each week left",
        Manager = "manager": -30000..=30000, "a manager hired",
        Money = "money": -1000..=1000, "a tenth of a dollar gained, a price or salary saved",
        MoneyWeek = "money-week": -200..=200, "the same, for each week left",
        MoneyRich = "money-rich": -200..=200, "the same, for each ten dollars owned (at most fifty)",
        Debt = "debt": -3000..=3000, "a dollar that would be owed at the end, at the balance then in force",
        Victory = "victory": -1000..=1000, "a tenth of a dollar for a victory, in each match left",
        Scout = "scout": -6000..=6000, "an operation point more, for each week left",
        Secretary = "secretary": -6000..=6000, "a broken face less, for each week left",
        Fan = "fan": -1000..=1000, "hundredths of a fan that a community manager brings",
        Friendly = "friendly": -30000..=30000, "a friendly, its money apart",
        Press = "press": -1000..=1000, "hundredths of a point that a release brings on average",
        Release = "release": -30000..=30000, "a release, whatever it brings",
        Sale = "sale": -30000..=30000, "a footballer sold, the money apart",
        Leaving = "leaving": -1000..=1000, "thousandths of its worth more for a tile that leaves on Saturday",
        Wanted = "wanted": -1000..=1000, "thousandths of its worth more for a tile a rival's car can reach",
        Tomorrow = "tomorrow": 0..=1000, "thousandths of its worth that the best tile within reach tomorrow counts",
        Forced = "forced": -30000..=30000, "a forced attempt, its chance and bill apart",
        StandsLeague = "stands-league": -4000..=4000, "standing: a league point won",
        StandsLeagueWeek = "stands-league-week": -1000..=1000, "standing: the same, for each week left",
        StandsCup = "stands-cup": -4000..=4000, "standing: a victory point for the cup as it stands",
        StandsCupWeek = "stands-cup-week": -1000..=1000, "standing: the same, for each week left",
        StandsFans = "stands-fans": -4000..=4000, "standing: a victory point for fans as they are",
        StandsFansWeek = "stands-fans-week": -1000..=1000, "standing: the same, for each week left",
        StandsPressPoints = "stands-press-points": -4000..=4000, "standing: a victory point for releases",
        StandsPressPointsWeek = "stands-press-points-week": -1000..=1000, "standing: the same, for each week left",
        StandsPressOpen = "stands-press-open": -4000..=4000, "standing: a release that is still open",
        StandsPressOpenWeek = "stands-press-open-week": -1000..=1000, "standing: the same, for each week left",
        StandsCash = "stands-cash": -4000..=4000, "standing: a dollar owned",
        StandsCashWeek = "stands-cash-week": -1000..=1000, "standing: the same, for each week left",
        StandsBalance = "stands-balance": -4000..=4000, "standing: a dollar of the balance",
        StandsBalanceWeek = "stands-balance-week": -1000..=1000, "standing: the same, for each week left",
        StandsAttack = "stands-attack": -4000..=4000, "standing: an attack level of the last line-up",
        StandsAttackWeek = "stands-attack-week": -1000..=1000, "standing: the same, for each week left",
        StandsDefence = "stands-defence": -4000..=4000, "standing: a defence level of the last line-up",
        StandsDefenceWeek = "stands-defence-week": -1000..=1000, "standing: the same, for each week left",
        StandsSquad = "stands-squad": -4000..=4000, "standing: a footballer held",
        StandsSquadWeek = "stands-squad-week": -1000..=1000, "standing: the same, for each week left",
        StandsManagers = "stands-managers": -4000..=4000, "standing: a manager employed",
        StandsManagersWeek = "stands-managers-week": -1000..=1000, "standing: the same, for each week left",
        StandsSatisfaction = "stands-satisfaction": -4000..=4000, "standing: a step of satisfaction",
        StandsSatisfactionWeek = "stands-satisfaction-week": -1000..=1000, "standing: the same, for each week left",
        StandsOperation = "stands-operation": -4000..=4000, "standing: an operation point of the talent scout",
        StandsOperationWeek = "stands-operation-week": -1000..=1000, "standing: the same, for each week left",
    }
}

/// The code of the move worth most.
pub fn weigh(weights: &Weights, rules: &Rules, view: View<'_>, moves: &Moves, memory: &mut Memory) -> u16 {
    let mut scale = Scale { weights, view, memory };
    match view.question() {
        Question::Unique => best_hand(view, moves),
        Question::Corner => best_corner(rules, view),
        Question::Recovery => moves.nth(moves.len() - 1),
        Question::Step => scale.step(moves),
        Question::Bill => {
            let tile = view.market().spaces()[usize::from(view.at())];
            yes(scale.worth(tile) + scale.money(-10 * i64::from(view.bill())) > 0)
        }
        Question::Sale => planner::for_sale(view, scale.memory).map_or(NO, |(index, _)| code(SELL, index)),
        Question::Fee => yes(pays_fee(view)),
        Question::Dismiss => code(DISMISS, worth::least_trained(view)),
        Question::LineUp => planner::line_up(rules, view),
        Question::Team => planner::team(rules, view, moves),
        Question::AttackAgain | Question::DefenceAgain => yes(planner::again(rules, view)),
        Question::Over => NO,
    }
}

/// Whether a market turn is to be planned, or has been.
pub fn planning(view: View<'_>, memory: &Memory) -> Planning {
    match view.question() {
        Question::Step if memory.turn == turn(view) => Planning::Underway,
        Question::Step => Planning::Plans,
        _ => Planning::Moves,
    }
}

/// Market turns that a search tries: no turn at all and those of which the
/// policy thinks most.
pub fn plans(weights: &Weights, view: View<'_>, memory: &Memory, plan: &mut dyn FnMut(Memory)) {
    let mut own = *memory;
    let mut ways = Vec::new();
    Scale { weights, view, memory: &mut own }.ways(&mut |worth, way| ways.push((worth, way)));
    ways.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    let stay = (NONE, NONE);
    let best = ways.into_iter().map(|(_, way)| way).filter(|&way| way != stay).take(PLANS);
    best.chain([stay]).for_each(|way| plan(own.bent_on(turn(view), way)));
}

/// Number of a market turn, from 1.
fn turn(view: View<'_>) -> u16 {
    u16::from(view.week()) * 8 + u16::from(view.day()) + 1
}

/// A market space worth driving to.
#[derive(Debug, Clone, Copy, Default)]
struct Goal {
    space: u8,
    tile: u8,
    parking: u8,
    /// What its tile costs.
    price: i64,
    worth: i64,
    /// What it counts today if it is within reach tomorrow, and if it isn't.
    tomorrow: [i64; 2],
}

/// Weights beside what they weigh.
struct Scale<'a, 'v> {
    weights: &'a Weights,
    view: View<'v>,
    memory: &'a mut Memory,
}

impl Scale<'_, '_> {
    /// What so many tenths of a dollar are worth now.
    fn money(&self, tenths: i64) -> i64 {
        let rich = i64::from(self.view.own().cash()).clamp(0, 50) / 10;
        let w = self.weights;
        tenths
            * (w.get(Look::Money) + w.get(Look::MoneyWeek) * weeks(self.view) + w.get(Look::MoneyRich) * rich)
    }

    /// What a deal of this price and this change of the balance is worth, to
    /// the end of the season.
    fn deal(&self, price: i64, change: i64) -> i64 {
        let view = self.view;
        let own = view.own();
        let (low, high) = view.rules().balance;
        let shown = |balance: i64| balance.clamp(i64::from(low), i64::from(high));
        let collections = weeks(view) - 1;
        let balance = i64::from(view.balance());
        let (before, after) = (shown(balance), shown(balance + change));
        let left = i64::from(own.cash()) - price + after * collections;
        let owed = if price > 0 || change < 0 { (-left).max(0) } else { 0 };
        self.money(10 * ((after - before) * collections - price)) + self.weights.get(Look::Debt) * owed
    }

    /// What a tile is worth, wherever it lies.
    fn worth(&mut self, tile: u8) -> i64 {
        let (w, view) = (self.weights, self.view);
        let own = view.own();
        let (word, print) = (view.word(tile), view.print(tile));
        let weeks = weeks(view);
        let matches = (weeks).min(10);
        let staff = own.staff();
        let pay = |tile: u8| i64::from(view.word(tile).salary());
        let cost = i64::from(price(view.rules(), view.table(), tile));
        match print.kind {
            Kind::Footballer | Kind::Manager => {
                let gain = self.memory.gain(view, tile);
                let [attack, defence] = self.memory.levels(view);
                let each = w.get(Look::Gain)
                    + w.get(Look::GainWeek) * weeks
                    + w.get(Look::GainStrong) * i64::from(attack.min(defence));
                let fills = i64::from(gain.fills) * (w.get(Look::Fill) + w.get(Look::FillWeek) * weeks);
                let manager = if print.kind == Kind::Manager { w.get(Look::Manager) } else { 0 };
                i64::from(gain.twice) * each + fills + manager + self.deal(cost, -pay(tile))
            }
            Kind::Advertising | Kind::Television => {
                let old = own.contracts()[usize::from(print.kind == Kind::Television)];
                let amounts = if old == NONE { [0; 3] } else { view.print(old).amounts };
                let more = |k: usize| i64::from(print.amounts[k]) - i64::from(amounts[k]);
                // Half the matches are at home.
                self.deal(cost, more(0))
                    + self.money(5 * matches * more(1))
                    + w.get(Look::Victory) * 10 * matches * more(2)
            }
            Kind::Scout => {
                let more = i64::from(print.points) - i64::from(view.print(staff[0]).points);
                w.get(Look::Scout) * more * weeks + self.deal(cost, pay(staff[0]) - pay(tile))
            }
            Kind::Secretary => {
                let fewer = i64::from(view.print(staff[1]).broken()) - i64::from(print.broken());
                w.get(Look::Secretary) * fewer * weeks + self.deal(cost, pay(staff[1]) - pay(tile))
            }
            Kind::Community => {
                let old = view.print(staff[2]).steps;
                let more = |k: usize| i64::from(print.steps[k]) - i64::from(old[k]);
                let fans = (40 * more(0) + 27 * more(1) + 33 * more(2)) * matches
                    / i64::from(view.rules().satisfaction);
                // A fan pays a dollar a week, on average for half of them.
                w.get(Look::Fan) * fans
                    + self.money(fans * matches / 20)
                    + self.deal(cost, pay(staff[2]) - pay(tile))
            }
            Kind::Friendly => {
                let tired = if view.rules().fatigue { i64::from(word.energy()) } else { 0 };
                w.get(Look::Friendly) * (1 + tired) + self.money(10 * i64::from(word.cash()) - 10 * cost)
            }
            Kind::Press => {
                let hundredths = planner::press(view, self.memory, print.claim) / 10_000;
                w.get(Look::Press) * hundredths + w.get(Look::Release) + self.deal(cost, 0)
            }
            Kind::Sales => match planner::for_sale(view, self.memory) {
                Some((index, _)) => {
                    let sold = view.word(own.squad()[usize::from(index)]);
                    let bonus = i64::from(print.bonus);
                    w.get(Look::Sale) + self.deal(-i64::from(sold.price()) - bonus, i64::from(sold.salary()))
                }
                None => 0,
            },
        }
    }

    /// The next step of the turn's plan.
    fn step(&mut self, moves: &Moves) -> u16 {
        let view = self.view;
        if self.memory.turn != turn(view) {
            self.memory.turn = turn(view);
            (self.memory.target, self.memory.street) = self.plan();
        }
        let (target, street) = (self.memory.target, self.memory.street);
        let car = view.own().car();
        if target == NONE {
            return NO;
        }
        if car == street {
            let done = [code(ENTER, target), code(FORCE, target)];
            return done.into_iter().find(|&option| moves.contains(option)).unwrap_or(NO);
        }
        let next = view.next_streets(car).iter().min_by_key(|&&next| (view.distance(next, street), next));
        next.map_or(NO, |&next| code(MOVE, next))
    }

    /// The market space to drive to and the street from which to take its tile,
    /// today or later: the best tile now with the best one after it tomorrow, or
    /// tomorrow's alone.
    fn plan(&mut self) -> (u8, u8) {
        let mut best: Option<(i64, (u8, u8))> = None;
        self.ways(&mut |worth, way| {
            if best.is_none_or(|(top, _)| worth > top) {
                best = Some((worth, way));
            }
        });
        best.map_or((NONE, NONE), |(_, way)| way)
    }

    /// All that could be driven to, each with what it is worth.
    fn ways(&mut self, way: &mut dyn FnMut(i64, (u8, u8))) {
        let view = self.view;
        let (own, left) = (view.own(), view.points_left());
        let (car, cash) = (own.car(), i64::from(own.cash()));
        let scout = view.print(own.staff()[0]).points;
        // Nothing is bought with more than what there is now or will be tomorrow.
        let most = cash.max(self.tomorrows(cash)).max(0);
        let spaces = view.market().spaces();
        let mut open = [(0, NONE); SPACES];
        let mut count = 0;
        for (space, &tile) in (0..).zip(spaces) {
            if tile != NONE && allowed(view, tile, most) {
                open[count] = (space, tile);
                count += 1;
            }
        }
        let open = &open[..count];
        self.memory.look_over(view, open.iter().map(|&(_, tile)| tile));
        let share = |worth: i64| worth * self.weights.get(Look::Tomorrow) / 1000;
        let mut goals = [Goal::default(); SPACES];
        let mut count = 0;
        for &(space, tile) in open {
            let parking = view.parking(space);
            let worth = self.in_demand(space, tile, parking);
            if worth > 0 {
                let price = i64::from(price(view.rules(), view.table(), tile));
                let tomorrow = [share(worth), share(share(worth))];
                goals[count] = Goal { space, tile, parking, price, worth, tomorrow };
                count += 1;
            }
        }
        let goals = &goals[..count];
        let (alone, there) = self.tomorrow(goals, NONE, car, cash, left + scout);
        way(alone, there);
        for goal in goals {
            let cost = view.distance(car, goal.parking) + 1;
            let rest = cash - goal.price;
            if cost <= left && view.may_enter(goal.tile) {
                let (then, _) = self.tomorrow(goals, goal.space, goal.parking, rest, scout);
                way(goal.worth + then, (goal.space, goal.parking));
            }
            if !may_force(view.rules(), view.table(), view.seat(), goal.tile) {
                continue;
            }
            let worth = self.by_force(goal.worth);
            if worth <= 0 {
                continue;
            }
            let sides = view.rules().map.sides[usize::from(goal.space)];
            let near = sides.into_iter().filter(|&street| street != goal.parking);
            let Some(street) = near.min_by_key(|&street| view.distance(car, street)) else { continue };
            if view.distance(car, street) < left {
                let (then, _) = self.tomorrow(goals, goal.space, street, rest, scout);
                way(worth + then, (goal.space, street));
            }
        }
    }

    /// What a tile is worth with the eyes of the market on it.
    fn in_demand(&mut self, space: u8, tile: u8, parking: u8) -> i64 {
        let (w, view) = (self.weights, self.view);
        let worth = self.worth(tile);
        let leaves = i64::from(view.market().cube(space));
        let mut rivals = (0..view.rules().players).filter(|&seat| seat != view.seat());
        let wanted = i64::from(rivals.any(|seat| {
            let club = view.club(seat);
            view.distance(club.car(), parking) < view.print(club.staff()[0]).points
        }));
        worth * (1000 + w.get(Look::Leaving) * leaves + w.get(Look::Wanted) * wanted) / 1000
    }

    /// What a tile is worth that has to be fought for.
    fn by_force(&self, worth: i64) -> i64 {
        let view = self.view;
        let faces = view.print(view.own().staff()[1]).faces;
        let met = faces.iter().filter(|&&bill| bill > 0);
        let won: i64 = met.map(|&bill| (worth + self.money(-10 * i64::from(bill))).max(0)).sum();
        won / 6 + self.weights.get(Look::Forced)
    }

    /// What is owned tomorrow of so much today.
    fn tomorrows(&self, cash: i64) -> i64 {
        if self.view.day() == SATURDAY { cash + i64::from(self.view.balance()) } else { cash }
    }

    /// The best tile for tomorrow from a street, when one tile is gone and so
    /// much is owned: what it counts today, its space and street.
    fn tomorrow(&self, goals: &[Goal], gone: u8, from: u8, cash: i64, points: u8) -> (i64, (u8, u8)) {
        let view = self.view;
        let ends = view.day() == SATURDAY;
        let cash = self.tomorrows(cash);
        let mut best = (0, (NONE, NONE));
        for goal in goals {
            if goal.space == gone || ends && view.market().cube(goal.space) {
                continue;
            }
            let late = view.distance(from, goal.parking) >= points;
            let worth = goal.tomorrow[usize::from(late)];
            if worth > best.0 && allowed(view, goal.tile, cash) {
                best = (worth, (goal.space, goal.parking));
            }
        }
        best
    }
}

/// Whether the club could hold a tile, were it to own so much.
fn allowed(view: View<'_>, tile: u8, cash: i64) -> bool {
    match view.kind(tile) {
        Kind::Footballer | Kind::Manager => {
            !view.print(tile).blank && cash >= i64::from(view.word(tile).price())
        }
        _ => view.may_enter(tile),
    }
}
