//! Squads and teams of the scripted Bosses (E2 to E6).
//!
//! Where the ledger leaves a bot's draft open, it drafts in the spirit of its
//! play: `bus-parker` for defence, with the bids of `counter`.

use super::Bot;
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::moves::MoveSet;
use crate::rulesets::time_vault_soccer::builds::Objective;
use crate::rulesets::time_vault_soccer::legal::{Asked, Moves};
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::rules::Rules;
use crate::rulesets::time_vault_soccer::squads::{FORWARD, KEEPER, Origin, Player, each};
use crate::rulesets::time_vault_soccer::teams::Wish;
use crate::rulesets::time_vault_soccer::view::{Half, View};

/// What `hoofer` bids for a forward.
const FORWARD_BID: u16 = 12;

/// E6: the best team in the bot's sense; those who substitute fill the bench
/// with the strongest of the rest.
pub(super) fn team(bot: Bot, half: &Half<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let (rules, squad) = (half.rules, half.squad());
    let wish = match bot {
        Bot::Hoofer => Wish::Attack,
        Bot::BusParker => Wish::Defence,
        Bot::Counter | Bot::Reader => Wish::Strength,
    };
    let known = match squad.origin {
        Origin::Preset(preset) if half.cap().is_some() && half.own().suspended == 0 => Some(preset),
        _ => None,
    };
    let team = match known {
        Some(preset) => {
            let best = rules.best_teams(preset, wish, &moves.teams);
            best[whim.below(best.len() as u32) as usize]
        }
        None => moves.teams.best(squad, rules.values.total, wish, whim),
    };
    let mut bench = 0_u16;
    if matches!(bot, Bot::Counter | Bot::Reader) {
        let rest = !team & !half.own().suspended;
        for _ in 0..rules.bench {
            let mut pick = Pick::new();
            for player in each(rest & !bench) {
                pick.offer(player, squad.stars[usize::from(player)], whim);
            }
            let Some(player) = pick.option() else { break };
            bench |= 1 << player;
        }
    }
    Move::Team { team, bench }
}

/// E2: a legal squad with most attack, defence or strength; the latter two in
/// the lines of a preset.
pub(super) fn squad(bot: Bot, rules: &Rules, view: &View<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let objective = match bot {
        Bot::Hoofer => Objective::Attack,
        Bot::BusParker => Objective::Defence,
        Bot::Counter | Bot::Reader => Objective::Strength,
    };
    let builds = rules.builds(view.start(), objective);
    if builds.total() == 0 {
        return moves.sample(whim);
    }
    Move::Squad(builds.sample(whim))
}

/// E3 and E4: whom to pick or nominate.
pub(super) fn player(bot: Bot, rules: &Rules, view: &View<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let lines = view.signed_lines();
    let quota = |line: u8| rules.shape.iter().filter(|player| player.line == line).count() as i32;
    let mut pick = Pick::new();
    for index in moves.pool.iter() {
        let Player { line, stars, .. } = view.pool_player(index);
        let (at, rating) = (usize::from(line), usize::from(stars));
        let score = match bot {
            Bot::Hoofer => (i32::from(line == FORWARD), i32::from(rules.values.attack[at][rating])),
            Bot::BusParker if line == KEEPER => {
                (i32::from(lines[at] == 0), i32::from(rules.values.defence[at][rating]))
            }
            Bot::BusParker => (0, i32::from(rules.values.defence[at][rating])),
            Bot::Counter | Bot::Reader => {
                let full = 960 * i32::from(lines[at]) / quota(line).max(1);
                (-full, i32::from(rules.strength(stars)))
            }
        };
        pick.offer(index, score, whim);
    }
    let index = pick.option().unwrap_or(0);
    if moves.asked == Asked::Pick { Move::Pick(index) } else { Move::Nominate(index) }
}

/// E5: what to bid for the nominee.
pub(super) fn bid(bot: Bot, rules: &Rules, view: &View<'_>, moves: &Moves) -> Move {
    let nominee = view.nominee();
    let bid = match bot {
        Bot::Hoofer if nominee.line == FORWARD => FORWARD_BID,
        Bot::Hoofer => 0,
        _ => {
            // The nominee's share of an average squad, in the budget's pounds.
            let value = u32::from(rules.strength(nominee.stars));
            let squads = view.pool_strength();
            (value * u32::from(rules.budget) * u32::from(rules.bosses) / squads.max(1)) as u16
        }
    };
    Move::Bid(bid.min(moves.money))
}
