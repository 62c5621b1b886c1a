//! What a Boss can be handed: a star for a player of every line and rating, and
//! every skill for a player without one.
//!
//! A squad has sixteen players whatever happens, so one more is one in place of
//! the next worse of its line; every star costs as much under a star limit, so
//! all of them are compared. The squad's tier stays the printed one, and no
//! limit begins to bind for it.

use super::rules::Rules;
use super::squads::{FORWARD, KEEPER, NO_SKILL, Origin, Player, SQUAD};
use super::state::{Stage, State};
use super::words;
use crate::game::{Good, Handed, Handout, Way};

/// What is handed out.
#[derive(Clone, Copy)]
enum Kind {
    /// The last of so many stars for a player of a line.
    Star(u8, u8),
    Skill(u8),
}

impl Kind {
    /// Whether a player can be given it, or has it to lose.
    fn fits(self, player: Player, way: Way) -> bool {
        match (self, way) {
            (Self::Star(line, stars), Way::More) => player.line == line && player.stars + 1 == stars,
            (Self::Star(line, stars), Way::Less) => player.line == line && player.stars == stars,
            (Self::Skill(_), Way::More) => player.skill == NO_SKILL,
            (Self::Skill(skill), Way::Less) => player.skill == skill,
        }
    }

    const fn hand(self, player: &mut Player, way: Way) {
        match (self, way) {
            (Self::Star(..), Way::More) => player.stars += 1,
            (Self::Star(..), Way::Less) => player.stars -= 1,
            (Self::Skill(skill), Way::More) => player.skill = skill,
            (Self::Skill(_), Way::Less) => player.skill = NO_SKILL,
        }
    }
}

/// Everything that a player of some squad of the game can be given, with how
/// many have it.
fn kinds(rules: &Rules) -> impl Iterator<Item = (Kind, u32)> {
    let stars = (KEEPER..=FORWARD).flat_map(|line| (2..=5).map(move |stars| Kind::Star(line, stars)));
    let squads = || rules.squads.iter();
    let players = move || squads().flat_map(|squad| (0..SQUAD as u8).map(|player| squad.player(player)));
    let fit = move |kind: Kind, way| players().filter(|player| kind.fits(*player, way)).count() as u32;
    let skills = (1..4).map(Kind::Skill).filter(move |&kind| fit(kind, Way::Less) > 0);
    let stars = stars.filter(move |&kind| fit(kind, Way::More) > 0);
    stars.chain(skills).map(move |kind| (kind, fit(kind, Way::Less)))
}

/// What a Boss can be handed.
pub(super) fn goods(rules: &Rules) -> Vec<Good> {
    let good = |(kind, copies)| match kind {
        Kind::Star(line, stars) => {
            let fewer = match stars - 1 {
                1 => "1 star".to_owned(),
                n => format!("{n} stars"),
            };
            let name = format!("{} of {stars} for {fewer}", words::line(line));
            let first = 15 * usize::from(line) + 3 * (usize::from(stars) - 1);
            Good::new(name, "single stars", copies).used_by(first..first + 3)
        }
        Kind::Skill(skill) => {
            let item = words::SKILL_ITEMS + usize::from(skill) - 1;
            Good::new(words::skill(skill), "skills", copies).used_by([item])
        }
    };
    kinds(rules).map(good).collect()
}

/// As soon as the first match asks for teams.
pub(super) fn hand_out(rules: &Rules, state: &mut State, handout: Handout) -> Handed {
    match state.stage {
        Stage::Match => {}
        Stage::Over => return Handed::Never,
        _ => return Handed::NotYet,
    }
    let Some((kind, _)) = kinds(rules).nth(handout.good) else { return Handed::Never };
    let place = usize::from(handout.seat);
    let squad = &state.squads[place];
    let mut players: [Player; SQUAD] = std::array::from_fn(|player| squad.player(player as u8));
    let fits = |player: &&mut Player| kind.fits(**player, handout.way);
    let number = players.iter_mut().filter(fits).count();
    if number == 0 {
        return Handed::Never;
    }
    let Some(player) = players.iter_mut().filter(fits).nth(handout.pick(number)) else {
        return Handed::Never;
    };
    kind.hand(player, handout.way);
    let total = squad.total;
    state.squads[place] = rules.squad(&players, Origin::Own);
    state.squads[place].total = total;
    Handed::Done
}
