//! Set-up: clubs, starting tiles, cup draw, league tiles, market, cars.

use super::super::club::Club;
use super::super::generator::TileSet;
use super::super::house::More;
use super::super::map::SPACES;
use super::super::moves::{team_legal, unique_counts};
use super::super::rules::Rules;
use super::super::state::{
    AWAY, Account, CLUBS, HOME, LEAGUE, Log, MOST_MATCHES, Market, Match, Next, Question, SEATS, SQUAD,
    State, WEEKS,
};
use super::super::switches::LineupOrder;
use super::super::tiles::{FIRST_STARTER, FIRST_UNIQUE, MARKET, NONE, STARTERS, TILES, Tile, UNIQUES};
use super::super::words;
use super::{CUP_DRAW, LEAGUE_ORDER, Play, SEATING, TILE_SET};
use crate::chance::{Chance, Draw, Whim};
use crate::watch::{Topic, Watch};

/// Draws from the market decks count as this seat's: the market is nobody's.
const BANK: u8 = 0;
/// The stack of unique tiles among the decks; the market's four come first.
const UNIQUE_STACK: u8 = 4;
/// The starters of the first seat, those of the others follow.
const STARTERS_OF: u8 = 5;

/// A state in which nothing has been handed out.
#[must_use]
pub fn blank(rules: &Rules) -> State {
    let mut stack = [0; MARKET];
    for (id, place) in (0..).zip(&mut stack) {
        *place = id;
    }
    let tiles: TileSet = [Tile::default(); TILES];
    State {
        tiles,
        clubs: [Club::EMPTY; SEATS],
        market: Market {
            space: [NONE; super::super::map::SPACES],
            cubes: 0,
            stack,
            left: [0, 1, 2, 3].map(|deck| rules.deck_size(deck)),
            deck: 0,
            pile: [NONE; SQUAD],
            pile_size: 0,
        },
        seat_of: [NONE; CLUBS],
        points: [0; CLUBS],
        calendar: [0, 1, 2, 3, 4],
        bracket: [NONE; 15],
        cup_round: [0; CLUBS],
        out: 0,
        first: 0,
        order: [0, 1, 2, 3],
        week: 0,
        day: 0,
        next: Next::Unique(0),
        question: Question::Over,
        asked: 0,
        place: 0,
        points_left: 0,
        at: 0,
        tile: NONE,
        bill: 0,
        buying: false,
        hand: [NONE; 3],
        unique: [NONE; UNIQUES],
        unique_left: 0,
        game: Match::NONE,
        accounts: [Account::default(); LEAGUE],
        final_levels: [[0; 2]; LEAGUE],
        winner: NONE,
        log: Log {
            discarded: 0,
            absent: 0,
            taken: 0,
            exhausted: 11,
            matches: 0,
            home_wins: 0,
            draws: 0,
            uneven: 0,
            upsets: 0,
            goals: [0; 24],
            scores: [[0; 2]; MOST_MATCHES],
            played: 0,
            shoot_outs: 0,
            shoot_out_rounds: 0,
            repeats: 0,
            clashes: 0,
            stronger_wins: 0,
            leaders_week_5: 0,
            tied: false,
            first_holder: 0,
            from_space: [0; SPACES],
            in_week: [0; WEEKS],
        },
    }
}

/// The eight cup clubs in random order.
pub fn cup_boxes<C: Chance>(chance: &mut C) -> [u8; CLUBS] {
    let mut boxes = [0, 1, 2, 3, 4, 5, 6, 7];
    chance.shuffle(CUP_DRAW, &mut boxes);
    boxes
}

/// Sets up a season up to its first question.
pub fn setup<C: Chance, W: Watch>(rules: &Rules, seating: &[u8], chance: &mut C, watch: &mut W) -> State {
    let mut state = blank(rules);
    let mut play = Play { rules, s: &mut state, chance, watch };
    play.watch.say(Topic::Phase, None, || "Set-up of the season".to_owned());
    for line in words::KEY {
        play.watch.say(Topic::Card, None, || line.to_owned());
    }
    if rules.resample {
        let seed = u64::from(play.chance.below(TILE_SET, u32::MAX)) << 32
            | u64::from(play.chance.below(TILE_SET, u32::MAX));
        play.s.tiles = rules.recipe.draw(seed, rules.start_salaries);
        play.watch.say(Topic::Card, None, || "A new set of tiles is drawn for this season".to_owned());
    }
    play.hand_out_clubs(seating);
    play.s.first = play.chance.below(SEATING, u32::from(rules.players)) as u8;
    play.s.log.first_holder = play.s.first;
    let first = play.s.first;
    play.watch.say(Topic::Effect, Some(first), || {
        format!("{} takes the first-player marker", words::who(play.s, first))
    });
    play.draw_cup();
    play.s.calendar = [0, 1, 2, 3, 4];
    play.chance.shuffle(LEAGUE_ORDER, &mut play.s.calendar);
    play.run();
    state
}

impl<C: Chance, W: Watch> Play<'_, C, W> {
    /// Clubs to seats at random, wishes first (TOS-SETUP-02, TOS-SETUP-19).
    pub(in super::super) fn hand_out_clubs(&mut self, seating: &[u8]) {
        let rules = self.rules;
        let mut free = [0, 1, 2, 3];
        let mut left = 4;
        let mut given = [NONE; SEATS];
        for (seat, given) in given.iter_mut().enumerate().take(usize::from(rules.players)) {
            let entrant = usize::from(seating.get(seat).copied().unwrap_or(seat as u8));
            if let Some(club) = rules.wish[entrant % 16] {
                *given = club;
                if let Some(place) = free[..left].iter().position(|&c| c == club) {
                    left -= 1;
                    free.swap(place, left);
                }
            }
        }
        self.chance.shuffle(SEATING, &mut free[..left]);
        for seat in 0..rules.players {
            let place = usize::from(seat);
            if given[place] == NONE {
                left -= 1;
                given[place] = free[left];
            }
            let club = &mut self.s.clubs[place];
            club.number = given[place];
            let more = rules.house.more[place];
            club.cash = rules.money + more.money;
            club.fans = rules.fans[place] + more.fans;
            club.salaries = rules.start_salaries.iter().map(|&s| i16::from(s)).sum();
            self.s.points[usize::from(given[place])] = more.points;
            self.s.seat_of[usize::from(given[place])] = seat;
            self.watch.say(Topic::Effect, Some(seat), || {
                format!("Seat {} runs {}", seat, words::CLUB_NAMES[usize::from(given[place])])
            });
            if more != More::default() {
                self.watch.say(Topic::Effect, Some(seat), || {
                    let More { money, fans, points } = more;
                    let what = [(money, "$"), (fans.into(), "fan"), (points.into(), "league point")];
                    let given = what.iter().find(|(number, _)| *number > 0);
                    let (number, thing) = given.copied().unwrap_or_default();
                    format!("Seat {seat} starts with {number} {thing} more, by house rule")
                });
            }
        }
    }

    /// The cup draw (TOS-SETUP-13).
    fn draw_cup(&mut self) {
        let boxes = cup_boxes(self.chance);
        self.s.bracket[..8].copy_from_slice(&boxes);
        if self.rules.cup {
            self.watch.say(Topic::Effect, None, || {
                let name = |club: u8| words::CLUB_NAMES[usize::from(club)];
                let pairs: Vec<String> =
                    boxes.chunks(2).map(|pair| format!("{} v {}", name(pair[0]), name(pair[1]))).collect();
                format!("Cup draw: {}", pairs.join(", "))
            });
        }
    }

    /// D2: the player in this place draws unique footballers; after the last
    /// one starters are drawn and the market is laid.
    pub(in super::super) fn draw_unique(&mut self, place: u8) {
        let rules = self.rules;
        if place == 0 && rules.unique {
            for (id, unique) in (FIRST_UNIQUE as u8..).zip(&mut self.s.unique) {
                *unique = id;
            }
            self.s.unique_left = UNIQUES as u8;
        }
        if place == rules.players || !rules.unique {
            self.draw_starters();
            self.refill();
            self.s.next = Next::Corner(0);
            return;
        }
        let seat = self.s.seat_at(rules, place);
        self.s.hand = [NONE; 3];
        for k in 0..usize::from(unique_counts(rules.players).0) {
            let left = usize::from(self.s.unique_left);
            // All seats draw from one stack; the drawer's place in the paired
            // deal is its own.
            let draw = Draw { deck: Some(UNIQUE_STACK), seat, epoch: 0 };
            let at = self.chance.draw(draw, &self.s.unique[..left]);
            self.s.hand[k] = self.s.unique[at];
            self.s.unique[at] = self.s.unique[left - 1];
            self.s.unique_left -= 1;
        }
        let (state, rules) = (&*self.s, self.rules);
        self.watch.say(Topic::Card, Some(seat), || {
            let drawn: Vec<String> =
                state.hand.iter().filter(|&&t| t != NONE).map(|&t| words::tile(rules, state, t)).collect();
            format!("{} draws {}", words::who(state, seat), drawn.join("; "))
        });
        self.s.place = place;
        self.ask(Question::Unique, seat);
    }

    pub(in super::super) fn keep_unique(&mut self, mask: u8) {
        let seat = self.s.asked;
        for k in 0..3 {
            if mask >> k & 1 == 1 {
                let tile = self.s.hand[k];
                self.join(seat, tile);
            }
        }
        self.s.hand = [NONE; 3];
        self.s.next = Next::Unique(self.s.place + 1);
    }

    /// Random starters of each club (TOS-SETUP-07), kept in printed order.
    fn draw_starters(&mut self) {
        for seat in 0..self.rules.players {
            let first = FIRST_STARTER as u8 + STARTERS as u8 * self.s.clubs[usize::from(seat)].number;
            let mut left: [u8; STARTERS] = std::array::from_fn(|k| first + k as u8);
            let mut drawn = 0_u8;
            let place = (seat + self.rules.players - self.s.first) % self.rules.players;
            let more = self.rules.house.starters_more(place, self.rules.players);
            for k in 0..(usize::from(self.rules.starters) + more).min(STARTERS) {
                let size = STARTERS - k;
                let at =
                    self.chance.draw(Draw { deck: Some(STARTERS_OF + seat), seat, epoch: 0 }, &left[..size]);
                drawn |= 1 << (left[at] - first);
                left[at] = left[size - 1];
            }
            for k in (0..STARTERS as u8).filter(|k| drawn >> k & 1 == 1) {
                self.join(seat, first + k);
                let (state, rules) = (&*self.s, self.rules);
                self.watch.say(Topic::Card, Some(seat), || {
                    let who = words::who(state, seat);
                    format!("{who} starts with the {}", words::tile(rules, state, first + k))
                });
            }
        }
    }

    /// D1: the player in this place puts the car on a corner.
    pub(in super::super) fn ask_corner(&mut self, place: u8) {
        if place == self.rules.players {
            self.s.next = Next::Monday;
            return;
        }
        self.s.place = place;
        let seat = self.s.seat_at(self.rules, place);
        self.ask(Question::Corner, seat);
    }

    pub(in super::super) fn choose_corner(&mut self, corner: u8) {
        let seat = usize::from(self.s.asked);
        self.s.clubs[seat].car = self.rules.corners[usize::from(corner)];
        self.s.next = Next::Corner(self.s.place + 1);
    }

    /// Fills empty market spaces in order, deck after deck (TOS-SETUP-16,
    /// TOS-MOVE-03 to 06). A deck's removed tiles are those never drawn.
    pub(in super::super) fn refill(&mut self) {
        let rules = self.rules;
        for space in 0..rules.map.spaces {
            if self.s.market.space[space] != NONE {
                continue;
            }
            let market = &mut self.s.market;
            while market.deck < 4 && market.left[usize::from(market.deck)] <= rules.removed {
                market.deck += 1;
            }
            if market.deck == 4 {
                break;
            }
            let deck = usize::from(market.deck);
            let (start, left) = (usize::from(rules.deck_start[deck]), usize::from(market.left[deck]));
            let draw = Draw { deck: Some(market.deck), seat: BANK, epoch: 0 };
            let at = self.chance.draw(draw, &market.stack[start..start + left]);
            let tile = market.stack[start + at];
            market.stack.swap(start + at, start + left - 1);
            market.left[deck] -= 1;
            market.space[space] = tile;
            let (state, rules) = (&*self.s, self.rules);
            self.watch.say(Topic::Card, None, || {
                format!(
                    "Market space {}: {}",
                    words::space(rules, space as u8),
                    words::tile(rules, state, tile)
                )
            });
        }
        if self.s.log.exhausted == 11 && self.supply() == 0 {
            self.s.log.exhausted = self.s.week;
        }
    }

    /// Undrawn tiles that can still come.
    pub(in super::super) fn supply(&self) -> u8 {
        self.s.market.left.iter().map(|&left| left.saturating_sub(self.rules.removed)).sum()
    }
}

/// Replaces another seat's face-down choice by a uniformly random legal one.
pub(in super::super) fn guess_face_down(rules: &Rules, state: &mut State, viewer: u8, whim: &mut Whim) {
    let order = if rules.lineup_order == LineupOrder::HomeFirst { HOME } else { AWAY };
    let first = state.seat_of[usize::from(state.game.clubs[order])];
    let waiting = matches!(state.question, Question::LineUp | Question::Team) && state.place == 1;
    if rules.lineup_order != LineupOrder::Simultaneous || !waiting || first == viewer || first == NONE {
        return;
    }
    let club = &state.clubs[usize::from(first)];
    state.game.pending = if state.question == Question::LineUp {
        whim.below(4 * u32::from(club.employed)) as u8
    } else {
        let legal = [0, 1, 2].map(|team| team_legal(rules, club, team));
        let rank = whim.below(legal.iter().filter(|&&legal| legal).count() as u32) as usize;
        (0..3).filter(|&team| legal[usize::from(team)]).nth(rank).unwrap_or(2)
    };
}
