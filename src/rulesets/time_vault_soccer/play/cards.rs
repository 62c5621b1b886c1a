//! What one card does: its value, its skill, its bookings
//! (TVS-MATCH-24 gives the order).

use super::pitch::Pitch;
use crate::rulesets::time_vault_soccer::rules::Rules;
use crate::rulesets::time_vault_soccer::sides::{Match, Side};
use crate::rulesets::time_vault_soccer::squads::{KEEPER, SQUAD, Squad, cards_of};
use crate::rulesets::time_vault_soccer::switches::KeeperDoubles;
use crate::rulesets::time_vault_soccer::words;
use crate::watch::{Topic, Watch};

/// A card about to be played.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Card {
    pub player: u8,
    pub defence: bool,
    pub home: u8,
    /// 0 none, 1 double-teaming, 2 + i lamp.
    pub skill: u8,
    pub answer: bool,
}

/// What a card adds to a pillar that holds the cards `there`
/// (TVS-MATCH-09, -18, -19, -22; TVS-HOME-04).
#[inline]
pub(in super::super) fn worth(rules: &Rules, squad: &Squad, there: u32, card: Card) -> u8 {
    let player = usize::from(card.player);
    let combo = squad.icon_cards[usize::from(squad.icon[player])] & there != 0;
    let bonus = card.home + u8::from(combo) * rules.combo;
    let keeper = squad.line[player] == KEEPER && doubles(rules, card.answer);
    let twice = card.defence && (keeper || card.skill == 1);
    let printed = if card.defence { squad.defence[player] } else { squad.attack[player] };
    (printed << u8::from(twice)) + bonus
}

/// What a card of each player adds to a pillar that holds the cards `there`,
/// without home points and skill: [`worth`] of a whole squad, all at once.
#[inline]
pub(in super::super) fn worths(
    rules: &Rules,
    squad: &Squad,
    there: u32,
    (defence, answer): (bool, bool),
) -> [u8; SQUAD] {
    let printed = if defence { &squad.defence } else { &squad.attack };
    let mut worths = *printed;
    // Plain loops over bytes: each is a few vector instructions.
    if defence && doubles(rules, answer) {
        for (at, worth) in worths.iter_mut().enumerate() {
            *worth += if squad.line[at] == KEEPER { printed[at] } else { 0 };
        }
    }
    for icon in 1..=3 {
        if squad.icon_cards[usize::from(icon)] & there != 0 {
            for (worth, &of) in worths.iter_mut().zip(&squad.icon) {
                *worth += if of == icon { rules.combo } else { 0 };
            }
        }
    }
    worths
}

/// Whether a goalkeeper's own card counts twice in Defence (TVS-MATCH-09).
#[inline]
pub(in super::super) const fn doubles(rules: &Rules, answer: bool) -> bool {
    match rules.keeper_doubles {
        KeeperDoubles::OwnPrinted => true,
        KeeperDoubles::AnswerOnly => answer,
        KeeperDoubles::WholePillar => false,
    }
}

/// Plays a card from the hand of `side`.
pub(in super::super) fn play<W: Watch>(
    pitch: &Pitch<'_>,
    game: &mut Match,
    side: usize,
    card: Card,
    watch: &mut W,
) {
    let Pitch { rules, squads } = *pitch;
    let squad = squads[side];
    let Card { player, defence, home, skill, answer } = card;
    let own = &mut game.sides[side];
    let id = 2 * player + u8::from(own.hand >> (2 * player) & 1 == 0);
    own.hand &= !(1 << id);
    let open = &mut own.open;
    if defence && !answer {
        while open.defence.len >= rules.pillar_max {
            let oldest = open.defence.remove(0, squad);
            open.discards |= 1 << oldest;
        }
    }
    let other_in_play = (open.attack.mask | open.defence.mask) >> (id ^ 1) & 1 == 1;
    let pillar = if defence { &mut open.defence } else { &mut open.attack };
    let value = worth(rules, squad, pillar.mask, card);
    pillar.push(id, value, squad);
    open.home_left -= home;
    open.home_used += home;
    let boss = open.boss;
    watch.say(Topic::Card, Some(boss), || {
        let pillar = if defence { "Defence" } else { "Attack" };
        let points = if home > 0 { format!(", {home} home points included") } else { String::new() };
        format!("{pillar} +{value}{points}")
    });
    if skill >= 2 {
        let victims = &mut game.sides[1 - side].open;
        let gone = victims.attack.remove(usize::from(skill - 2), squads[1 - side]);
        victims.discards |= 1 << gone;
        game.sides[side].open.lamps += 1;
        watch.say(Topic::Effect, Some(boss), || {
            format!("{} lamps {}", words::player(squad, player), words::player(squads[1 - side], gone / 2))
        });
    }
    if rules.bookings {
        let mut off = false;
        if other_in_play && rules.second_copy_yellow {
            off = book(squad, &mut game.sides[side], player, "second copy", watch);
        }
        // Sent off already: no further card (TVS-MATCH-24).
        if skill >= 1 && !off {
            let why = if skill == 1 { "double-teaming" } else { "lamping" };
            book(squad, &mut game.sides[side], player, why, watch);
        }
    }
}

/// Shows a yellow card; true if it was the second (TVS-CARD-02 to -04).
fn book<W: Watch>(squad: &Squad, side: &mut Side, player: u8, why: &str, watch: &mut W) -> bool {
    let bit = 1_u16 << player;
    side.open.yellows += 1;
    watch.say(Topic::Effect, Some(side.open.boss), || {
        format!("Yellow card for {} ({why})", words::player(squad, player))
    });
    let again = side.open.yellow & bit != 0;
    side.open.yellow |= bit;
    if again {
        side.open.second |= bit;
        send_off(squad, side, player, watch);
    }
    again
}

/// Every copy of a player sent off leaves the match at once (TVS-CARD-05).
pub(in super::super) fn send_off<W: Watch>(squad: &Squad, side: &mut Side, player: u8, watch: &mut W) {
    let bit = 1_u16 << player;
    let cards = cards_of(bit);
    side.open.reds += 1;
    side.open.sent_off |= bit;
    side.open.team &= !bit;
    side.hand &= !cards;
    side.open.discards &= !cards;
    side.aside &= !cards;
    side.strip_deck(cards);
    for card in [2 * player, 2 * player + 1] {
        side.open.attack.take(card, squad);
        side.open.defence.take(card, squad);
    }
    watch
        .say(Topic::Effect, Some(side.open.boss), || format!("{} is sent off", words::player(squad, player)));
}

/// A last man where nobody is booked: the card goes to the discards
/// (TVS-MATCH-23).
pub(in super::super) fn discard_from_hand(side: &mut Side, player: u8) {
    let id = 2 * player + u8::from(side.hand >> (2 * player) & 1 == 0);
    side.hand &= !(1 << id);
    side.open.discards |= 1 << id;
}
