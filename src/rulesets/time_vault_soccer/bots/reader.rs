//! `reader`: counts the cards it cannot see. It shoots when the exact chance
//! that a random opposing hand has no save is at least 0.6, or when waiting
//! cannot raise it, and chooses cards by playing on for two rounds against
//! imagined hands.

use super::ahead::{self, Outlook};
use super::{Bot, on_the_pitch};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::rulesets::time_vault_soccer::legal::{Asked, Lamp, Moves};
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::play::pitch;
use crate::rulesets::time_vault_soccer::sides::{Match, Step};
use crate::rulesets::time_vault_soccer::squads::{DOUBLE_TEAMING, LAST_MAN, each, players_of};
use crate::rulesets::time_vault_soccer::view::{Half, Imagination, View};
use crate::watch::Silent;

/// Imagined matches per candidate of the final: in heats, the better ones go
/// on. (samples, candidates kept afterwards)
const HEATS: [(u32, usize); 3] = [(8, 5), (24, 2), (32, 1)];
/// Most candidates considered.
const MOST: usize = 48;
/// A goal, in the units of the evaluation.
const GOAL: i32 = 1000;
/// A point of pillar strength.
const POINT: i32 = 20;
/// What a suspension of a 4- or 5-star player costs.
const SUSPENSION: i32 = 300;
/// Turns played on: two rounds.
const TURNS: u8 = 4;

pub(super) fn play(view: &View<'_>, moves: &Moves, whim: &mut Whim) -> Move {
    let half = view.half();
    match moves.asked {
        Asked::Shoot => Move::Shoot(shoots(&half)),
        Asked::Play => {
            let mut options = [Move::Stop; MOST];
            let count = plays(&half, moves, &mut options);
            best(view, &half, &options[..count], whim)
        }
        Asked::Answer => {
            let mut options = [Move::NoAnswer; 5];
            let mut count = 1;
            for option in [
                ahead::cheapest_save(&half, moves, false, whim),
                ahead::cheapest_save(&half, moves, true, whim),
                ahead::save_with_points(&half, moves, whim),
                ahead::last_man(&half, moves, whim),
            ]
            .into_iter()
            .flatten()
            {
                options[count] = option;
                count += 1;
            }
            best(view, &half, &options[..count], whim)
        }
        _ => on_the_pitch(Bot::Counter, &half, moves, whim),
    }
}

/// Cards worth a thought: every card to either pillar, one of equal ones, with
/// no home points or all; skills where there is one.
fn plays(half: &Half<'_>, moves: &Moves, options: &mut [Move; MOST]) -> usize {
    let squad = half.squad();
    let mut count = 0;
    let mut add = |option: Move| {
        if count < MOST {
            options[count] = option;
            count += 1;
        }
    };
    let in_play = ahead::in_play(half.own());
    let mut seen = [(0, 0, 0, 0, false); 8];
    for (place, player) in each(moves.players()).enumerate() {
        let at = usize::from(player);
        let skill = squad.skills[1..].iter().any(|players| players >> player & 1 == 1);
        let key = (
            squad.attack[at],
            squad.defence[at],
            squad.icon[at],
            u8::from(skill) * (player + 1),
            in_play >> player & 1 == 1,
        );
        seen[place] = key;
        if seen[..place].contains(&key) {
            continue;
        }
        let to = |defence, home, skill| Move::Play { player, defence, home, skill };
        add(to(false, 0, 0));
        add(to(true, 0, 0));
        if moves.most_home_in_attack() > 0 {
            add(to(false, moves.most_home_in_attack(), 0));
        }
        if moves.doubles() >> player & 1 == 1 {
            add(to(true, 0, 1));
        }
        let lamp = moves.lamps().iter().find(|lamp| lamp.player == player);
        if let Some(&Lamp { targets, .. }) = lamp {
            let values = &half.other().attack.values;
            let targets = (0..24_u8).filter(|at| targets >> at & 1 == 1);
            if let Some(target) = targets.max_by_key(|&at| values[usize::from(at)]) {
                add(to(true, 0, 2 + target));
            }
        }
    }
    count
}

/// The option with the best mean over imagined matches.
fn best(view: &View<'_>, half: &Half<'_>, options: &[Move], whim: &mut Whim) -> Move {
    let mut sums = [0_i32; MOST];
    let mut alive = [0_usize; MOST];
    for (place, entry) in alive.iter_mut().enumerate().take(options.len()) {
        *entry = place;
    }
    let mut left = options.len();
    let mut moves = Moves::default();
    for (samples, kept) in HEATS {
        if left == 1 {
            break;
        }
        for _ in 0..samples {
            // One hand for all candidates: they differ by the card alone.
            let imagined = half.imagine(whim);
            for &option in &alive[..left] {
                sums[option] += play_on(view, half, &imagined, options[option], &mut moves, whim);
            }
        }
        let mut next = [0_usize; MOST];
        let keep = kept.min(left);
        for place in 0..keep {
            let mut pick = Pick::new();
            for &option in alive[..left].iter().filter(|option| !next[..place].contains(option)) {
                pick.offer(option, sums[option], whim);
            }
            next[place] = pick.option().unwrap_or(0);
        }
        (alive, left) = (next, keep);
    }
    options[alive[0]]
}

/// Plays an option and two rounds of `counter` on both sides; returns the
/// gain in goals and strength.
fn play_on(
    view: &View<'_>,
    half: &Half<'_>,
    imagined: &Match,
    option: Move,
    moves: &mut Moves,
    whim: &mut Whim,
) -> i32 {
    let pitch = half.pitch();
    let side = half.side();
    let mut game = *imagined;
    let until = game.turns + TURNS;
    pitch::apply(&pitch, &mut game, option, &mut Imagination(whim), &mut Silent);
    let booked = bookings(view, half, &game);
    while game.step != Step::Over && game.turns < until {
        pitch::legal(&pitch, &game, moves);
        let seen = Half::of(&pitch, &game, game.asked());
        let chosen = on_the_pitch(Bot::Counter, &seen, moves, whim);
        pitch::apply(&pitch, &mut game, chosen, &mut Imagination(whim), &mut Silent);
    }
    let goals = |open: usize| i32::from(game.sides[open].open.goals);
    let [attack, defence, their_attack, their_defence] =
        Half::of(&pitch, &game, side).strengths().map(i32::from);
    let lead = if game.step == Step::Over { 0 } else { attack - their_defence - their_attack + defence };
    GOAL * (goals(side) - goals(1 - side)) + POINT * lead - booked
}

/// What the cards that an option brings cost in later matches.
fn bookings(view: &View<'_>, half: &Half<'_>, game: &Match) -> i32 {
    let (before, after) = (half.own(), &game.sides[half.side()].open);
    let fresh = (after.yellow ^ before.yellow) | (after.second ^ before.second);
    let off = after.sent_off & !before.sent_off;
    let cost = |player: u8| {
        let Some(record) = view.yellows(player) else { return 0 };
        let today = (after.yellow >> player & 1) + (after.second >> player & 1);
        let reached = record + today as u8 >= half.rules.threshold && fresh >> player & 1 == 1;
        let dear = half.squad().stars[usize::from(player)] >= 4;
        if dear && (reached || off >> player & 1 == 1) { SUSPENSION } else { 0 }
    };
    (0..16).filter(|player| (fresh | off) >> player & 1 == 1).map(cost).sum()
}

fn choose(n: u32, k: u32) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |ways, i| ways * u64::from(n - i) / u64::from(i + 1)) }
}

/// The exact chance of a goal is at least 0.6, or no later shot can be better.
pub(super) fn shoots(half: &Half<'_>) -> bool {
    let out_of_cards = half.cards_left() == 0 || half.other_hand_size() == 0;
    if out_of_cards {
        return true;
    }
    let (goal, all) = chance_of_goal(half);
    10 * goal >= 6 * all
}

/// Chance of a goal from a shot now as a fraction: the other hand is a random
/// part of the unseen cards, and answers if any of them saves.
pub(in super::super) fn chance_of_goal(half: &Half<'_>) -> (u64, u64) {
    let rules = half.rules;
    if rules.responses == 0 {
        return (1, 1);
    }
    let attack = half.strengths()[0];
    let (unseen, hand) = (half.unseen(), half.other_hand_size());
    let (mut saves, mut last_men) = (0, 0);
    let home = if rules.home_in_defence { half.other().home_left.min(rules.home_per_card) } else { 0 };
    let outlook = Outlook::new(rules, half.other_squad(), half.other(), (true, true));
    for player in 0..16_u8 {
        if players_of(unseen) >> player & 1 == 0 {
            continue;
        }
        let copies = (unseen >> (2 * player) & 3).count_ones();
        let squad = half.other_squad();
        let plain = outlook.with(player, home, 0).0 >= attack;
        let double = squad.has(DOUBLE_TEAMING, player) && outlook.with(player, home, 1).0 >= attack;
        if plain || double {
            saves += copies;
        } else if squad.has(LAST_MAN, player) {
            last_men += copies;
        }
    }
    let cards = unseen.count_ones();
    let all = choose(cards, hand);
    let nothing = choose(cards - saves - last_men, hand);
    let fouls = choose(cards - saves, hand) - nothing;
    let (scored, kicks) = (u64::from(rules.kick.weights()[1]), u64::from(rules.kick.tickets()));
    (nothing * kicks + fouls * scored, all * kicks)
}
