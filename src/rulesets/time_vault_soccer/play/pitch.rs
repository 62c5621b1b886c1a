//! One match: kick-off, turns, shots, full time.
//!
//! In: the rules, both squads, the match and a decision. Out: the match at its
//! next question, or over. Nothing here knows of drafts or competitions, so
//! that a bot can also play imagined matches with it.

use super::cards::{self, Card};
use crate::chance::{Chance, Draw, Source};
use crate::game::LUCK;
use crate::rulesets::time_vault_soccer::legal::Moves;
use crate::rulesets::time_vault_soccer::moves::Move;
use crate::rulesets::time_vault_soccer::rules::Rules;
use crate::rulesets::time_vault_soccer::sides::{Match, Open, Pillar, Step};
use crate::rulesets::time_vault_soccer::squads::{
    DOUBLE_TEAMING, KEEPER, LAMP, LAST_MAN, Origin, Squad, cards_of, each, players_of,
};
use crate::rulesets::time_vault_soccer::subs;
use crate::rulesets::time_vault_soccer::switches::{CatchUp, Clear, FullTime, KeeperDoubles, KickOff};
use crate::rulesets::time_vault_soccer::teams::TeamSpace;
use crate::rulesets::time_vault_soccer::words;
use crate::watch::{Topic, Watch};

/// What both sides play by and with.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Pitch<'a> {
    pub rules: &'a Rules,
    pub squads: [&'a Squad; 2],
}

/// Strength of an Attack pillar.
#[inline]
pub(in super::super) const fn attack(open: &Open) -> u16 {
    open.attack.sum
}

/// Strength of a Defence pillar (TVS-MATCH-09, -18).
#[inline]
pub(in super::super) fn defence(rules: &Rules, pillar: &Pillar) -> u16 {
    let twice = rules.keeper_doubles == KeeperDoubles::WholePillar && pillar.keepers > 0;
    pillar.sum + if twice { pillar.printed } else { 0 }
}

/// What starting counts for in luck, and not starting the other way round, in
/// the worth of a goal: where it matters it is a disadvantage. So small that
/// it hides no penalty kick; where there are none, the fitted slope makes up
/// for that.
pub(in super::super) const STARTING: i32 = LUCK / 32;

/// Cards of an extra hand, whatever the opening hand (switch `cup-draw`).
const EXTRA_HAND: u8 = 5;

/// Most rounds that a match can take (ledger, section 7); an extra hand adds
/// its cards.
const fn round_limit(rules: &Rules, extra: bool) -> u8 {
    22 + rules.subs + if extra { EXTRA_HAND + 1 } else { 0 }
}

/// The legal (team, bench) pairs of a side before kick-off.
pub(in super::super) fn team_space(rules: &Rules, squad: &Squad, open: &Open, cap: Option<u8>) -> TeamSpace {
    match squad.origin {
        Origin::Preset(preset) if open.suspended == 0 => rules.team_space(preset, cap),
        _ => TeamSpace::new(squad, !open.suspended, cap, rules.bench, rules.keepers),
    }
}

/// Fills in the legal moves of the side asked.
#[expect(clippy::inline_always, reason = "measured: the only questions of a match")]
#[inline(always)]
pub(in super::super) fn legal(pitch: &Pitch<'_>, game: &Match, moves: &mut Moves) {
    let Pitch { rules, squads } = *pitch;
    let asked = game.asked();
    let (side, squad) = (&game.sides[asked], squads[asked]);
    let open = &side.open;
    let homes = |allowed: bool| {
        1 + if allowed && open.home_left > 0 { open.home_left.min(rules.home_per_card) } else { 0 }
    };
    match game.step {
        Step::Team => moves.set_teams(team_space(rules, squad, open, game.cap)),
        Step::Substitute => {
            moves.start_swaps(subs::team_is_legal(rules, squad, open.team, game.cap));
            let exchanges = subs::Exchanges::new(rules, squad, side, game.cap);
            let offs = exchanges.offs;
            let keepers = offs & squad.lines[usize::from(KEEPER)];
            if game.cap.is_none() {
                // Without a limit on stars players of the field are alike.
                for off in [offs & !keepers, keepers].into_iter().filter(|&off| off != 0) {
                    moves.push_swaps(off, exchanges.may_come_on(off.trailing_zeros() as u8));
                }
            } else {
                // With one, those of the same stars.
                let mut known = [None; 12];
                for off in each(offs) {
                    let alike = 2 * squad.stars[usize::from(off)] + (keepers >> off & 1) as u8;
                    let on = *known[usize::from(alike)].get_or_insert_with(|| exchanges.may_come_on(off));
                    moves.push_swaps(1 << off, on);
                }
            }
        }
        Step::Play => {
            let players = players_of(side.hand) & !open.fresh;
            let doubles = players & squad.skills[usize::from(DOUBLE_TEAMING)];
            moves.set_plays(players, doubles, (homes(rules.home_in_attack), homes(rules.home_in_defence)));
            let lampers = players & squad.skills[usize::from(LAMP)];
            if lampers != 0 {
                let (other, theirs) = (squads[1 - asked], &game.sides[1 - asked].open);
                for player in each(lampers) {
                    moves.push_lamps(player, lamp_targets(squad, player, other, theirs));
                }
            }
        }
        Step::Shoot => moves.set_shot(),
        Step::Answer => {
            let players = players_of(side.hand);
            let doubles = players & squad.skills[usize::from(DOUBLE_TEAMING)];
            let last_men = players & squad.skills[usize::from(LAST_MAN)];
            moves.set_answers(players, doubles, last_men, homes(rules.home_in_defence));
        }
        Step::Over => {}
    }
}

/// Positions in the opposing Attack pillar whose player has more stars
/// (TVS-MATCH-21).
pub(in super::super) fn lamp_targets(squad: &Squad, player: u8, other: &Squad, open: &Open) -> u32 {
    let own = squad.stars[usize::from(player)];
    let cards = open.attack.cards().iter().enumerate();
    cards.filter(|&(_, &card)| other.stars[usize::from(card / 2)] > own).fold(0, |m, (at, _)| m | 1 << at)
}

/// Carries out a decision and all that follows until the next question.
///
/// The steps of a turn follow one another in straight code: a loop that asked
/// again and again where it stands would guess wrong at nearly every decision.
#[inline]
pub(in super::super) fn apply<C: Chance, W: Watch>(
    pitch: &Pitch<'_>,
    game: &mut Match,
    chosen: Move,
    chance: &mut C,
    watch: &mut W,
) {
    let asked = game.asked();
    let squad = pitch.squads[asked];
    let waits = match chosen {
        Move::Team { team, bench } => {
            game.sides[asked].chosen = (team, bench);
            if asked == 0 {
                game.active = 1;
                return;
            }
            kick_off(pitch, game, chance, watch);
            false
        }
        Move::Substitute { off, on } => {
            subs::make(squad, &mut game.sides[asked], off, on, watch);
            false
        }
        Move::Stop => ask_card(pitch, game, chance, watch),
        Move::Play { player, defence, home, skill } => {
            let card = Card { player, defence, home, skill, answer: false };
            cards::play(pitch, game, asked, card, watch);
            game.plays += 1;
            if game.plays >= pitch.rules.plays {
                ask_shot(pitch, game, chance, watch)
            } else {
                ask_card(pitch, game, chance, watch)
            }
        }
        Move::Shoot(true) => {
            game.sides[asked].open.shots += 1;
            game.answers = 0;
            watch.say(Topic::Effect, Some(game.sides[asked].open.boss), || {
                let (a, d) = strengths(pitch, game);
                format!("Shot: Attack {a} against Defence {d}")
            });
            ask_answer(pitch, game, chance, watch)
        }
        Move::Shoot(false) => end_turn(pitch, game, chance, watch),
        Move::NoAnswer => resolve(pitch, game, None, chance, watch),
        Move::Answer { player, home, double } => {
            game.sides[asked].open.answers += 1;
            game.answers += 1;
            let card = Card { player, defence: true, home, skill: u8::from(double), answer: true };
            cards::play(pitch, game, asked, card, watch);
            let (a, d) = strengths(pitch, game);
            if a <= d {
                resolve(pitch, game, None, chance, watch)
            } else {
                ask_answer(pitch, game, chance, watch)
            }
        }
        Move::LastMan { player } => {
            let open = &mut game.sides[asked].open;
            open.answers += 1;
            open.last_men += 1;
            let boss = open.boss;
            watch.say(Topic::Effect, Some(boss), || {
                format!("{} brings the shooter down: penalty kick", words::player(squad, player))
            });
            if pitch.rules.bookings {
                cards::send_off(squad, &mut game.sides[asked], player, watch);
            } else {
                cards::discard_from_hand(&mut game.sides[asked], player);
            }
            let shooter = game.sides[usize::from(game.active)].open.boss;
            let scored = chance.lottery(Source::seat(shooter), &pitch.rules.kick) == 1;
            watch.say(Topic::Dice, Some(shooter), || {
                format!("The penalty kick is {}", if scored { "scored" } else { "missed" })
            });
            let luck = if scored { LUCK } else { 0 } - pitch.rules.kick_luck;
            game.lucky(usize::from(game.active), luck);
            resolve(pitch, game, Some(scored), chance, watch)
        }
        _ => {
            debug_assert!(false, "{chosen:?} in a match");
            true
        }
    };
    if !waits {
        open_turn(pitch, game, chance, watch);
    }
}

/// The active side's Attack and the other's Defence.
#[inline]
pub(in super::super) fn strengths(pitch: &Pitch<'_>, game: &Match) -> (u16, u16) {
    let active = usize::from(game.active);
    (attack(&game.sides[active].open), defence(pitch.rules, &game.sides[1 - active].open.defence))
}

/// Asks the first question of a turn; turns without a question pass.
#[inline]
fn open_turn<C: Chance, W: Watch>(pitch: &Pitch<'_>, game: &mut Match, chance: &mut C, watch: &mut W) {
    while !(ask_substitution(pitch, game) || ask_card(pitch, game, chance, watch)) {}
}

// Each of the following asks its question, or goes on to the next if there is
// no choice, and returns whether the match now waits for an answer or is over;
// if not, a new turn has begun.

#[inline]
fn ask_substitution(pitch: &Pitch<'_>, game: &mut Match) -> bool {
    let active = usize::from(game.active);
    let possible = !game.extra && subs::any(pitch.rules, pitch.squads[active], &game.sides[active], game.cap);
    if possible {
        game.step = Step::Substitute;
    }
    possible
}

#[inline]
fn ask_card<C: Chance, W: Watch>(pitch: &Pitch<'_>, game: &mut Match, chance: &mut C, watch: &mut W) -> bool {
    let side = &game.sides[usize::from(game.active)];
    if side.hand & !cards_of(side.open.fresh) != 0 {
        game.step = Step::Play;
        return true;
    }
    ask_shot(pitch, game, chance, watch)
}

#[inline]
fn ask_shot<C: Chance, W: Watch>(pitch: &Pitch<'_>, game: &mut Match, chance: &mut C, watch: &mut W) -> bool {
    let (a, d) = strengths(pitch, game);
    if a > d && !(pitch.rules.house.no_first_shot && game.turns == 1) {
        game.step = Step::Shoot;
        return true;
    }
    end_turn(pitch, game, chance, watch)
}

#[inline]
fn ask_answer<C: Chance, W: Watch>(
    pitch: &Pitch<'_>,
    game: &mut Match,
    chance: &mut C,
    watch: &mut W,
) -> bool {
    let keeper = 1 - usize::from(game.active);
    if game.answers < pitch.rules.responses && game.sides[keeper].hand != 0 {
        game.step = Step::Answer;
        return true;
    }
    resolve(pitch, game, None, chance, watch)
}

/// Teams are shown, decks shuffled, a starter chosen, hands drawn
/// (TVS-MATCH-02, -03).
fn kick_off<C: Chance, W: Watch>(pitch: &Pitch<'_>, game: &mut Match, chance: &mut C, watch: &mut W) {
    for (side, squad) in game.sides.iter_mut().zip(pitch.squads) {
        let (team, bench) = side.chosen;
        side.open.team = team;
        side.open.bench = bench;
        side.open.stars = squad.stars_of(team);
        for player in each(team) {
            let at = usize::from(side.open.deck);
            side.deck[at] = 2 * player;
            side.deck[at + 1] = 2 * player + 1;
            side.open.deck += 2;
        }
        watch.say(Topic::Card, Some(side.open.boss), || words::line_up(squad, team, bench));
    }
    game.starter = match (game.has_home, pitch.rules.kickoff) {
        (true, KickOff::Home) => 0,
        (true, KickOff::Away) => 1,
        (true, KickOff::Random) | (false, _) => {
            let starter = u8::from(chance.coin(Source::TABLE));
            game.lucky(usize::from(starter), -STARTING);
            starter
        }
    };
    let starter = game.sides[usize::from(game.starter)].open.boss;
    watch.say(Topic::Dice, Some(starter), || format!("{} starts", words::seat(starter)));
    for side in 0..2 {
        let cards = pitch.rules.hand + pitch.rules.house.opening(side, game.starter);
        draw(pitch, game, side, cards, chance, watch);
    }
    game.active = game.starter ^ u8::from(pitch.rules.house.skips_first);
    begin_turn(game, watch);
}

/// Draws until a side holds `up_to` cards or its deck is empty.
#[inline]
fn draw<C: Chance, W: Watch>(
    pitch: &Pitch<'_>,
    game: &mut Match,
    side: usize,
    up_to: u8,
    chance: &mut C,
    watch: &mut W,
) {
    // Substitutes bring cards of their own into the deck.
    let from = Draw { deck: None, seat: game.sides[side].open.boss, epoch: u8::from(game.extra) };
    let side_ = &mut game.sides[side];
    let before = side_.hand;
    let mut held = side_.hand.count_ones();
    while held < u32::from(up_to) && side_.open.deck > 0 {
        let at = chance.draw(from, side_.deck());
        let card = side_.deck[at];
        side_.open.deck -= 1;
        side_.deck[at] = side_.deck[usize::from(side_.open.deck)];
        side_.hand |= 1 << card;
        held += 1;
    }
    if W::ON && side_.hand != before {
        let (drawn, left) = (side_.hand & !before, side_.open.deck);
        watch.say(Topic::Card, Some(from.seat), || {
            format!("Draws {}; {left} cards left in the deck", words::cards(pitch.squads[side], drawn))
        });
    }
}

fn begin_turn<W: Watch>(game: &mut Match, watch: &mut W) {
    game.turns += 1;
    game.plays = 0;
    game.step = Step::Substitute;
    let active = &game.sides[usize::from(game.active)].open;
    watch.say(Topic::Phase, Some(active.boss), || {
        let other = &game.sides[1 - usize::from(game.active)].open;
        let mut sides = [(active.boss, active.goals), (other.boss, other.goals)];
        // The score reads the same way whoever moves.
        sides.sort_unstable();
        let score = words::score(sides.map(|(boss, _)| boss), sides.map(|(_, goals)| goals));
        format!("Turn {}: {} ({score})", game.turns, words::seat(active.boss))
    });
}

/// The active side draws; at the end of a round it may be full time
/// (TVS-MATCH-15, -16). Returns whether the match is over.
fn end_turn<C: Chance, W: Watch>(pitch: &Pitch<'_>, game: &mut Match, chance: &mut C, watch: &mut W) -> bool {
    let active = usize::from(game.active);
    game.sides[active].open.fresh = 0;
    if !game.extra {
        draw(pitch, game, active, pitch.rules.draw_to, chance, watch);
    }
    let house = &pitch.rules.house;
    let round_ends = if house.plain { game.active != game.starter } else { house.round_ends(game) };
    if round_ends {
        game.rounds += 1;
        if full_time(pitch.rules, game) {
            game.step = Step::Over;
            return true;
        }
        if game.rounds >= round_limit(pitch.rules, game.extra) {
            debug_assert!(false, "a match took {} rounds", game.rounds);
            (game.step, game.endless) = (Step::Over, true);
            return true;
        }
    }
    game.active = if round_ends && !house.plain { house.next_round(game) } else { 1 - game.active };
    begin_turn(game, watch);
    false
}

fn full_time(rules: &Rules, game: &Match) -> bool {
    if rules.house.capped(game).is_some() {
        return true;
    }
    let [first, second] = [0, 1].map(|s: usize| game.sides[s].hand == 0 && game.sides[s].open.deck == 0);
    match rules.full_time {
        FullTime::Either => first || second,
        FullTime::Both => first && second,
        FullTime::Given(rounds) => (first && second) || (!game.extra && game.rounds >= rounds),
    }
}

/// Goal or save, and what leaves the pitch (TVS-MATCH-13, -14). `penalty` is
/// the kick that replaces the comparison of strengths. Returns whether the
/// match is over.
fn resolve<C: Chance, W: Watch>(
    pitch: &Pitch<'_>,
    game: &mut Match,
    penalty: Option<bool>,
    chance: &mut C,
    watch: &mut W,
) -> bool {
    let rules = pitch.rules;
    let active = usize::from(game.active);
    let (a, d) = strengths(pitch, game);
    let goal = penalty.unwrap_or(a > d);
    let clear = if goal { rules.clear_on_goal } else { rules.clear_on_save };
    let [shooter, keeper] = if active == 0 { [0, 1] } else { [1, 0] };
    if goal {
        game.sides[shooter].open.goals += 1;
        let goals = [0, 1].map(|side: usize| game.sides[side].open.goals);
        game.lead.note(u32::from(game.turns), goals);
        game.conceded = 1 + keeper as u8;
    } else {
        game.sides[keeper].open.saves += 1;
    }
    watch.say(Topic::Effect, Some(game.sides[shooter].open.boss), || {
        if goal { format!("GOAL, {a} against {d}") } else { format!("Saved, {a} against {d}") }
    });
    let (attack_goes, defence_goes) = match clear {
        Clear::Both => (true, true),
        Clear::AttackOnly => (true, false),
        Clear::None => (false, false),
    };
    if attack_goes {
        let gone = game.sides[shooter].open.attack.clear();
        game.sides[shooter].open.discards |= gone;
    }
    let defender = &mut game.sides[keeper].open;
    if defence_goes {
        defender.discards |= defender.defence.clear();
    }
    while defender.defence.len > rules.pillar_max {
        let card = defender.defence.remove(0, pitch.squads[keeper]);
        defender.discards |= 1 << card;
    }
    if goal && game.golden {
        game.step = Step::Over;
        return true;
    }
    if goal && rules.house.catch_up != CatchUp::None {
        help_behind(pitch, game, chance, watch);
    }
    end_turn(pitch, game, chance, watch)
}

/// After a goal, help for the side that is behind (TVS-HOUSE-07).
#[cold]
fn help_behind<C: Chance, W: Watch>(pitch: &Pitch<'_>, game: &mut Match, chance: &mut C, watch: &mut W) {
    let [one, other] = [0, 1].map(|side: usize| game.sides[side].open.goals);
    if one == other {
        return;
    }
    let side = usize::from(other < one);
    match pitch.rules.house.catch_up {
        CatchUp::None => {}
        CatchUp::Home1 => {
            let open = &mut game.sides[side].open;
            open.home_left += 1;
            watch.say(Topic::Effect, Some(open.boss), || {
                format!("{} is behind and gets a home point", words::seat(open.boss))
            });
        }
        CatchUp::Card => {
            let cards = game.sides[side].hand.count_ones() as u8 + 1;
            draw(pitch, game, side, cards, chance, watch);
        }
    }
}

/// The extra hand of a drawn cup match: both draw from their own shuffled
/// discards, players who left the team excepted, and play on.
pub(in super::super) fn extra_hand<C: Chance, W: Watch>(
    pitch: &Pitch<'_>,
    game: &mut Match,
    chance: &mut C,
    watch: &mut W,
) {
    watch.say(Topic::Phase, None, || "Level at full time: an extra hand from the discards".to_owned());
    game.extra = true;
    for side in 0..2 {
        let side_ = &mut game.sides[side];
        let mut cards = side_.open.discards & cards_of(side_.open.team);
        side_.open.discards &= !cards;
        (side_.hand, side_.open.deck) = (0, 0);
        while cards != 0 {
            let card = cards.trailing_zeros();
            cards &= cards - 1;
            // Discards of a team of eleven with its substitutes never exceed
            // its 22 places.
            side_.deck[usize::from(side_.open.deck)] = card as u8;
            side_.open.deck += 1;
        }
        draw(pitch, game, side, EXTRA_HAND, chance, watch);
        let side_ = &mut game.sides[side];
        // Who sees only the rest knows no more of the hand.
        side_.aside = side_.deck_cards();
        side_.open.deck = 0;
    }
    game.active = game.starter;
    begin_turn(game, watch);
    open_turn(pitch, game, chance, watch);
}
