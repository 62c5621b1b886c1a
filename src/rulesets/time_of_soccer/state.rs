//! A whole season in progress: plain data of fixed size, no pointers.
//!
//! Only rule code writes it; bots and reports read a [`View`](super::view::View).

use super::club::Club;
use super::generator::TileSet;
use super::map::SPACES;
use super::rules::Rules;
use super::tiles::{MARKET, NONE, TILES, Tile};

/// Most seats.
pub const SEATS: usize = 4;
/// Clubs: six of the league (the first four can be chosen) and two that only
/// play the cup.
pub const CLUBS: usize = 8;
/// Clubs of the league.
pub const LEAGUE: usize = 6;
/// Most footballers of one club.
pub const SQUAD: usize = 112;

/// The market board and the decks.
#[derive(Debug, Clone, Copy)]
pub struct Market {
    /// Tile on each space.
    pub(super) space: [u8; SPACES],
    /// Spaces whose tile carries a white cube, as bits.
    pub(super) cubes: u32,
    /// Tile ids of the four decks, each deck's undrawn ones first.
    pub(super) stack: [u8; MARKET],
    /// Undrawn tiles of each deck, the removed ones included: which those are
    /// is decided by never drawing them.
    pub(super) left: [u8; 4],
    /// Current deck; 4 when all are used up.
    pub(super) deck: u8,
    /// The open pile of sold footballers.
    pub(super) pile: [u8; SQUAD],
    /// How many.
    pub(super) pile_size: u8,
}

impl Market {
    /// Tiles on the board, [`NONE`] where empty.
    #[must_use]
    pub fn spaces(&self) -> &[u8; SPACES] {
        &self.space
    }

    /// Whether the tile of a space carries a cube.
    #[must_use]
    pub const fn cube(&self, space: u8) -> bool {
        self.cubes >> space & 1 == 1
    }

    /// Second market in order of sale.
    #[must_use]
    pub fn pile(&self) -> &[u8] {
        &self.pile[..usize::from(self.pile_size)]
    }

    /// Whether no tile is on the board.
    #[inline]
    #[must_use]
    pub fn bare(&self) -> bool {
        self.space.iter().all(|&tile| tile == NONE)
    }

    /// Current deck 0 to 3, 4 when all are used up.
    #[must_use]
    pub const fn deck(&self) -> u8 {
        self.deck
    }
}

/// What a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixture {
    /// League match 0 to 2 of the day.
    League(u8),
    /// Cup match of the day.
    Cup(u8),
}

/// The home club's place in pairs of a match.
pub const HOME: usize = 0;
/// The away club's place in pairs of a match.
pub const AWAY: usize = 1;

/// The match in progress. Pairs are home, away.
#[derive(Debug, Clone, Copy)]
pub struct Match {
    /// League or cup.
    pub(super) fixture: Fixture,
    /// Clubs.
    pub(super) clubs: [u8; 2],
    /// Attack and defence level of each.
    pub(super) levels: [[u8; 2]; 2],
    /// Whether the levels are known to everybody.
    pub(super) announced: [bool; 2],
    /// What the club announcing first has chosen face down, until the other
    /// has chosen too (`lineup-order` = simultaneous).
    pub(super) pending: u8,
    /// Team types.
    pub(super) team: [u8; 2],
    /// Re-rolls left.
    pub(super) rerolls: [u8; 2],
    /// Hits of the roll just made.
    pub(super) hits: u8,
    /// Shots of the attack in progress.
    pub(super) shots: u8,
    /// Goals.
    pub(super) goals: [u8; 2],
}

impl Match {
    pub(super) const NONE: Self = Self {
        fixture: Fixture::League(0),
        clubs: [0; 2],
        levels: [[0; 2]; 2],
        announced: [false; 2],
        pending: 0,
        team: [0; 2],
        rerolls: [0; 2],
        hits: 0,
        shots: 0,
        goals: [0; 2],
    };

    /// League or cup.
    #[must_use]
    pub const fn fixture(&self) -> Fixture {
        self.fixture
    }

    /// Home and away club.
    #[must_use]
    pub const fn clubs(&self) -> [u8; 2] {
        self.clubs
    }

    /// Announced attack and defence level of the home (0) or away (1) club.
    #[must_use]
    pub const fn levels(&self, side: usize) -> Option<[u8; 2]> {
        if self.announced[side] { Some(self.levels[side]) } else { None }
    }

    /// Team type of the home (0) or away (1) club, once announced.
    #[must_use]
    pub const fn team(&self, side: usize) -> u8 {
        self.team[side]
    }

    /// Re-rolls left.
    #[must_use]
    pub const fn rerolls(&self) -> [u8; 2] {
        self.rerolls
    }

    /// Hits of the roll just made.
    #[must_use]
    pub const fn hits(&self) -> u8 {
        self.hits
    }

    /// Shots of the attack in progress.
    #[must_use]
    pub const fn shots(&self) -> u8 {
        self.shots
    }

    /// Goals so far.
    #[must_use]
    pub const fn goals(&self) -> [u8; 2] {
        self.goals
    }
}

/// The question that the state waits with (ledger section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// D2: which unique footballers to keep.
    Unique,
    /// D1: the start corner.
    Corner,
    /// D12: recovery points.
    Recovery,
    /// D3: a market step.
    Step,
    /// D4: pay the bill of a forced acquisition.
    Bill,
    /// D5: what to sell or buy on a Sales tile.
    Sale,
    /// D6: pay the fee for a broken face.
    Fee,
    /// D7: whom to dismiss.
    Dismiss,
    /// D8: the line-up of a match or of the final scoring.
    LineUp,
    /// D9: the team type.
    Team,
    /// D10: repeat the attack roll.
    AttackAgain,
    /// D11: repeat the defence roll.
    DefenceAgain,
    /// The season is over.
    Over,
}

/// What happens next once the question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The question stands.
    Ask,
    /// The player in this place draws unique footballers.
    Unique(u8),
    /// The player in this place chooses a corner.
    Corner(u8),
    /// A week begins.
    Monday,
    /// The player in this place recovers.
    Recover(u8),
    /// A day begins.
    Day,
    /// This cup match.
    Cup(u8),
    /// The market turn of this place.
    Market(u8),
    /// The day ends.
    DayEnd,
    /// This league match.
    League(u8),
    /// The club announcing first (0) or second (1) lines up.
    LineUp(u8),
    /// It names its team type.
    Team(u8),
    /// First (0) or second (1) attack of the match.
    Attack(u8),
    /// The roll stands or has been repeated: the defence rolls.
    Defend(u8),
    /// Goals are counted.
    Goals(u8),
    /// The match ends.
    FullTime,
    /// The player in this place fixes the final line-up.
    Final(u8),
    /// Final scoring.
    Score,
}

/// One club's final account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Account {
    /// League points.
    pub league: i16,
    /// Champion and runner-up bonus.
    pub bonus: i16,
    /// Cup.
    pub cup: i16,
    /// Fans.
    pub fans: i16,
    /// Lower level.
    pub level: i16,
    /// Uncovered slots (negative).
    pub empty: i16,
    /// Press releases.
    pub press: i16,
    /// Money.
    pub money: i16,
}

impl Account {
    /// Victory points in all.
    #[must_use]
    pub const fn total(&self) -> i16 {
        self.league + self.bonus + self.cup + self.fans + self.level + self.empty + self.press + self.money
    }
}

/// Weeks of a season with the pre-season.
pub(super) const WEEKS: usize = 11;

/// Most matches of a season: ten Sundays of three, seven cup matches.
pub(super) const MOST_MATCHES: usize = 37;

/// Counters of the whole season, for tallies only.
#[derive(Debug, Clone, Copy)]
pub struct Log {
    pub(super) discarded: u8,
    pub(super) absent: u8,
    pub(super) taken: u8,
    pub(super) exhausted: u8,
    pub(super) matches: u8,
    pub(super) home_wins: u8,
    pub(super) draws: u8,
    pub(super) uneven: u8,
    pub(super) upsets: u8,
    pub(super) goals: [u8; 24],
    /// Goals of the home and the away club in each match with a player.
    pub(super) scores: [[u8; 2]; MOST_MATCHES],
    /// How many such matches.
    pub(super) played: u8,
    pub(super) shoot_outs: u8,
    pub(super) shoot_out_rounds: u16,
    pub(super) repeats: u8,
    pub(super) clashes: u8,
    pub(super) stronger_wins: u8,
    pub(super) leaders_week_5: u8,
    pub(super) tied: bool,
    pub(super) first_holder: u8,
    /// Tiles acquired from each market space.
    pub(super) from_space: [u8; SPACES],
    /// Tiles acquired in each week, 0 for the pre-season.
    pub(super) in_week: [u8; WEEKS],
}

/// A whole season in progress.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// The tile set of this game (`tileset-mode` = resample), else unused.
    pub(super) tiles: TileSet,
    pub(super) clubs: [Club; SEATS],
    pub(super) market: Market,
    /// Seat of each club, [`NONE`] for neutrals.
    pub(super) seat_of: [u8; CLUBS],
    /// League points; MIN and VET stay at 0.
    pub(super) points: [u8; CLUBS],
    /// Order of the five league tiles.
    pub(super) calendar: [u8; 5],
    /// Clubs in the eight boxes of the cup, then the semi-finalists, the
    /// finalists and the winner.
    pub(super) bracket: [u8; 15],
    /// Cup round reached: 0 out in (or before) the quarter-final … 3 winner.
    pub(super) cup_round: [u8; CLUBS],
    /// Clubs that are out of the cup, as bits.
    pub(super) out: u8,
    /// Seat with the first-player marker.
    pub(super) first: u8,
    /// Order of this week's market turns.
    pub(super) order: [u8; SEATS],
    /// 0 = pre-season.
    pub(super) week: u8,
    /// 0 = Monday … 6 = Sunday.
    pub(super) day: u8,
    pub(super) next: Next,
    pub(super) question: Question,
    /// Seat asked.
    pub(super) asked: u8,
    /// Place in turn order of the player asked.
    pub(super) place: u8,
    /// Operation points left.
    pub(super) points_left: u8,
    /// Market space dealt with.
    pub(super) at: u8,
    /// Tile dealt with (sold or bought footballer, new manager).
    pub(super) tile: u8,
    /// Bill or fee in question.
    pub(super) bill: u8,
    /// Whether the Sales tile in use serves a purchase.
    pub(super) buying: bool,
    /// Unique footballers drawn and not yet chosen from.
    pub(super) hand: [u8; 3],
    /// Unique footballers not yet drawn, and how many.
    pub(super) unique: [u8; 15],
    pub(super) unique_left: u8,
    pub(super) game: Match,
    pub(super) accounts: [Account; LEAGUE],
    /// Levels used at final scoring: lower, higher.
    pub(super) final_levels: [[u8; 2]; LEAGUE],
    /// Winning club at the end, else [`NONE`].
    pub(super) winner: u8,
    pub(super) log: Log,
}

impl State {
    /// The tile words in force.
    #[inline]
    pub(super) fn tiles<'a>(&'a self, rules: &'a Rules) -> &'a TileSet {
        if rules.resample { &self.tiles } else { &rules.tiles }
    }

    /// The word of a tile.
    #[inline]
    pub(super) fn word(&self, rules: &Rules, tile: u8) -> Tile {
        self.tiles(rules)[usize::from(tile)]
    }

    /// Whether a club is in the cup and its final is not over.
    pub(super) fn in_cup(&self, rules: &Rules, club: u8) -> bool {
        rules.cup && self.out >> club & 1 == 0 && self.cup_round[usize::from(club)] < 3
    }

    /// Seat that acts in a place of the fixed clockwise order.
    #[inline]
    pub(super) fn seat_at(&self, rules: &Rules, place: u8) -> u8 {
        let place = if rules.house.swapped(self.week) && place > 0 { rules.players - place } else { place };
        let seat = self.first + place;
        if seat >= rules.players { seat - rules.players } else { seat }
    }

    /// True balance of a seat (TOS-ECO-03), unclamped (TOS-ECO-05).
    #[inline]
    pub(super) fn balance(&self, rules: &Rules, seat: u8) -> i16 {
        let club = &self.clubs[usize::from(seat)];
        i16::from(club.fans) + contract_sum(rules, club, 0) - club.salaries
    }

    /// What the balance marker shows (TOS-ECO-04).
    #[inline]
    pub(super) fn shown_balance(&self, rules: &Rules, seat: u8) -> i16 {
        self.balance(rules, seat).clamp(rules.balance.0, rules.balance.1)
    }
}

/// Sum of one amount (weekly, home, victory) over both contracts.
#[inline]
pub(super) fn contract_sum(rules: &Rules, club: &Club, amount: usize) -> i16 {
    let [advertising, television] = contract_amounts(rules, club, amount);
    advertising + television
}

/// One amount (weekly, home, victory) of the advertising and of the television
/// contract.
#[inline]
pub(super) fn contract_amounts(rules: &Rules, club: &Club, amount: usize) -> [i16; 2] {
    let of = |tile| if tile == NONE { 0 } else { i16::from(rules.prints[usize::from(tile)].amounts[amount]) };
    let [advertising, television] = club.contracts;
    [of(advertising), of(television)]
}

/// What a season's state may weigh at most.
pub const STATE_SIZE: usize = 4096;
const _: () = assert!(size_of::<State>() <= STATE_SIZE);
const _: () = assert!(TILES < NONE as usize);
