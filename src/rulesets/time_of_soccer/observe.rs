//! What a finished season adds to a tally.

use super::moves::{self, kind};
use super::rules::Rules;
use super::state::{LEAGUE, Question, State};
use super::tiles::{KIND_NAMES, KINDS, Kind, NONE, SLOTS};
use crate::chance::MAX_SEATS;
use crate::game::{Bin, Column, Ending, Metric, Observe, Outcome, Over, Unit, WIN, distributions, scoreline};

/// Generates the table of metrics and one index per metric from one list, so
/// that name, definition and position can't part.
macro_rules! metrics {
    ($($index:ident $name:literal $over:expr, $unit:ident, $definition:literal;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "an index per line of the table")]
        enum Index { $($index),* }
        $(const $index: usize = Index::$index as usize;)*
        /// What every season adds to.
        pub const METRICS: &[Metric] = &[$(
            Metric { name: $name, definition: $definition, over: $over, unit: Unit::$unit }
        ),*];
    };
}

metrics! {
    TURNS "turns-per-game" Over::Games, Number, "market turns of all players per season";
    WINNING_VP "winning-vp" Over::Games, Number, "victory points of the winning club, a player's or a neutral one";
    VP "vp-per-player" Over::Seats, Number, "victory points per player";
    VP_LEAGUE "vp-league" Over::Seats, Number, "victory points from league points per player";
    VP_BONUS "vp-league-bonus" Over::Seats, Number, "victory points for champion and runner-up per player";
    VP_CUP "vp-cup" Over::Seats, Number, "victory points from the cup per player";
    VP_FANS "vp-fans" Over::Seats, Number, "victory points from fans per player";
    VP_LEVEL "vp-level" Over::Seats, Number, "victory points from the lower level per player";
    VP_EMPTY "vp-empty-slots" Over::Seats, Number, "victory points (negative) for uncovered slots per player";
    VP_PRESS "vp-press" Over::Seats, Number, "victory points from press releases per player";
    VP_MONEY "vp-money" Over::Seats, Number, "victory points from money per player";
    NEUTRALS "neutral-clubs" Over::Games, Number, "neutral clubs in the league";
    VP_NEUTRAL "vp-per-neutral" Over::Sum(Column::at(NEUTRALS)), Number, "victory points per neutral league club";
    POINTS "league-points-per-player" Over::Seats, Number, "league points per player club";
    POINTS_NEUTRAL "league-points-per-neutral" Over::Sum(Column::at(NEUTRALS)), Number, "league points per neutral club";
    TITLES "player-title-share" Over::Games, Share,
        "seasons in which a player club has the most league points, alone or shared";
    CUPS "player-cup-share" Over::Games, Share, "seasons in which a player club wins the cup";
    NEUTRAL_WINS "neutral-win-share" Over::Games, Share, "seasons that a neutral club wins on victory points";
    TIED "tied-share" Over::Games, Share, "seasons decided by lot after a full tie";
    FIRST_WINS "first-holder-win-share" Over::Games, Share,
        "seasons won by the player who placed a car first";
    LEADERS "week-5-leaders" Over::Games, Number, "clubs leading the league after week 5, shared leads included";
    LEADERS_WIN "week-5-leader-win-share" Over::Sum(Column::at(LEADERS)), Share,
        "clubs leading the league after week 5 that win the season";
    ATTACK "final-attack" Over::Seats, Number, "attack level at final scoring";
    DEFENCE "final-defence" Over::Seats, Number, "defence level at final scoring";
    CASH "final-cash" Over::Seats, Number, "$ at the end";
    BALANCE "final-balance" Over::Seats, Number, "true weekly balance at the end";
    BALANCE_5 "balance-after-week-5" Over::Seats, Number, "balance shown after week 5";
    DEBT "weeks-in-debt" Over::Seats, Number, "Collections after which a player's cash is negative";
    FANS "final-fans" Over::Seats, Number, "fans at the end";
    SQUAD "final-footballers" Over::Seats, Number, "footballers owned at the end";
    EMPTY "empty-slots" Over::Seats, Number, "uncovered slots of the final line-up";
    A0 "attack-after-week-0" Over::Seats, Number, "attack level that the best sum allows after the pre-season";
    D0 "defence-after-week-0" Over::Seats, Number, "defence level that the best sum allows after the pre-season";
    A2 "attack-after-week-2" Over::Seats, Number, "attack level of the last line-up of week 2, before fatigue";
    D2 "defence-after-week-2" Over::Seats, Number, "defence level of the last line-up of week 2, before fatigue";
    A5 "attack-after-week-5" Over::Seats, Number, "attack level of the last line-up of week 5, before fatigue";
    D5 "defence-after-week-5" Over::Seats, Number, "defence level of the last line-up of week 5, before fatigue";
    A8 "attack-after-week-8" Over::Seats, Number, "attack level of the last line-up of week 8, before fatigue";
    D8 "defence-after-week-8" Over::Seats, Number, "defence level of the last line-up of week 8, before fatigue";
    A10 "attack-after-week-10" Over::Seats, Number, "attack level of the last line-up of week 10, before fatigue";
    D10 "defence-after-week-10" Over::Seats, Number, "defence level of the last line-up of week 10, before fatigue";
    SIDES "sides-played" Over::Games, Number, "sides of the matches in which a player plays (two per match)";
    GOALS "goals-per-side" Over::Sum(Column::at(SIDES)), Number, "goals of a side in a match with a player";
    MATCHES "league-matches-with-players" Over::Games, Number, "league matches in which a player plays";
    HOME_WINS "home-win-share" Over::Sum(Column::at(MATCHES)), Share, "league matches with a player won by the home club";
    DRAWS "draw-share" Over::Sum(Column::at(MATCHES)), Share, "league matches with a player that are drawn";
    UNEVEN "uneven-matches" Over::Games, Number, "matches with a player in which one side has the higher sum of levels";
    UPSETS "upset-share" Over::Sum(Column::at(UNEVEN)), Share,
        "uneven matches won on goals by the side with the lower sum of levels; a shoot-out is a draw here";
    CLASHES "neutral-league-matches" Over::Games, Number, "league matches between two neutrals";
    STRONGER "stronger-neutral-win-share" Over::Sum(Column::at(CLASHES)), Share,
        "league matches between neutrals won by the one with more points, on equal points the home club";
    SHOOT_OUTS "shoot-outs" Over::Games, Number, "cup matches settled by penalties";
    ROUNDS "shoot-out-rounds" Over::Sum(Column::at(SHOOT_OUTS)), Number, "rounds of a shoot-out";
    REROLLS "re-rolls" Over::Seats, Number, "rolls that a player repeats";
    REPEATS "neutral-repeats" Over::Games, Number, "rolls without a hit that neutrals repeat";
    BOUGHT "tiles-acquired" Over::Games, Number, "tiles acquired from the market by all players";
    DISCARDED "tiles-discarded" Over::Games, Number, "tiles that leave the market with a cube, unsold";
    REMOVED "tiles-removed-by-absent-buyers" Over::Games, Number, "tiles removed by absent buyers";
    LEFT_MARKET "tiles-that-left-the-market" Over::Games, Number, "tiles acquired, discarded or removed";
    HEAT "market-heat" Over::Sum(Column::at(LEFT_MARKET)), Share, "tiles acquired among those that left the market";
    EXHAUSTED "supply-exhausted-week" Over::Games, Number,
        "week in which the last tile is laid out (11: never)";
    FOOTBALLERS "footballers-bought" Over::Seats, Number, "footballers acquired from the market";
    MANAGERS "managers-hired" Over::Seats, Number, "managers hired";
    STAFF "staff-hired" Over::Seats, Number, "scouts, secretaries and community managers hired";
    SCOUTS "scouts-hired" Over::Seats, Number, "talent scouts hired";
    SECRETARIES "secretaries-hired" Over::Seats, Number, "technical secretaries hired";
    COMMUNITY "community-managers-hired" Over::Seats, Number, "community managers hired";
    CONTRACTS "contracts-signed" Over::Seats, Number, "advertising and television contracts signed";
    ADVERTISING "advertising-signed" Over::Seats, Number, "advertising contracts signed";
    TELEVISION "television-signed" Over::Seats, Number, "television contracts signed";
    FRIENDLIES "friendlies-cashed" Over::Seats, Number, "friendlies cashed";
    PRESS "press-releases-settled" Over::Seats, Number, "press releases settled";
    KEPT "press-kept-share" Over::Sum(Column::at(PRESS)), Share, "settled press releases that were kept";
    SPENT_FOOTBALLERS "spent-on-footballers" Over::Seats, Number, "$ paid for footballers, without bills";
    SPENT_MANAGERS "spent-on-managers" Over::Seats, Number, "$ paid for managers, without bills";
    SPENT_BILLS "spent-on-bills" Over::Seats, Number, "$ paid for bills of forced acquisitions";
    COST_FOOTBALLERS "cost-of-footballers" Over::Seats, Number,
        "$ paid for footballers: prices, second-hand ones included, bills and weekly salaries, those of starting footballers too";
    COST_MANAGERS "cost-of-managers" Over::Seats, Number,
        "$ paid for managers: prices, bills and weekly salaries, the starting manager's too";
    COST_SCOUTS "cost-of-scouts" Over::Seats, Number,
        "$ paid for talent scouts: prices, bills and weekly salaries, the starting one's too";
    COST_SECRETARIES "cost-of-secretaries" Over::Seats, Number,
        "$ paid for technical secretaries: prices, bills and weekly salaries, the starting one's too";
    COST_COMMUNITY "cost-of-community-managers" Over::Seats, Number,
        "$ paid for community managers: prices, bills and weekly salaries, the starting one's too";
    COST_ADVERTISING "cost-of-advertising" Over::Seats, Number,
        "$ paid for advertising contracts: prices and bills";
    COST_TELEVISION "cost-of-television" Over::Seats, Number,
        "$ paid for television contracts: prices and bills";
    COST_FRIENDLIES "cost-of-friendlies" Over::Seats, Number, "$ paid for friendlies: prices and bills";
    COST_PRESS "cost-of-press-releases" Over::Seats, Number,
        "$ paid for press releases: prices, bills and penalties";
    COST_SALES "cost-of-sales" Over::Seats, Number, "$ paid as fees on Sales tiles";
    INCOME_FANS "income-from-fans" Over::Seats, Number, "$ from fans at the Collections";
    INCOME_ADVERTISING "income-from-advertising" Over::Seats, Number,
        "$ from advertising contracts: weekly, at home, for wins; the odd $ of a cup match too";
    INCOME_TELEVISION "income-from-television" Over::Seats, Number,
        "$ from television contracts: weekly, at home, for wins";
    INCOME_FRIENDLIES "income-from-friendlies" Over::Seats, Number, "$ from friendlies";
    INCOME_PRESS "income-from-press-releases" Over::Seats, Number, "$ from press releases that were kept";
    INCOME_SALES "income-from-sales" Over::Seats, Number,
        "$ for footballers sold, on Sales tiles or to pay a debt";
    BEYOND "lost-beyond-balance-track" Over::Seats, Number,
        "$ of the weekly balances that lie beyond the ends of the balance track and are not collected; less what is not paid";
    FORGIVEN "debts-forgiven" Over::Seats, Number, "$ of compulsory payments that a club without money is spared";
    LEVEL_SUM "final-level-sum" Over::Sum(Column::at(SPENT_FOOTBALLERS)), Number,
        "final attack plus defence level per $ paid for footballers";
    FORCED "forced-attempts" Over::Seats, Number, "forced attempts";
    FORCED_DONE "forced-success-share" Over::Sum(Column::at(FORCED)), Share, "forced attempts whose bill is paid";
    FORCED_BROKEN "forced-broken-share" Over::Sum(Column::at(FORCED)), Share, "forced attempts that break";
    SOLD "footballers-sold" Over::Seats, Number, "footballers sold on Sales tiles";
    SALE_INCOME "sale-income" Over::Seats, Number, "$ received for them";
    SECOND_HAND "second-hand-purchases" Over::Seats, Number, "footballers bought from the second market";
    UNSPENT "unspent-operation-points" Over::Sum(Column::at(TURNS)), Number, "operation points lost per market turn";
}

/// What each kind of tile costs, in the order of [`Kind::ALL`].
const COSTS: [usize; KINDS] = [
    COST_FOOTBALLERS,
    COST_MANAGERS,
    COST_SCOUTS,
    COST_SECRETARIES,
    COST_COMMUNITY,
    COST_ADVERTISING,
    COST_TELEVISION,
    COST_FRIENDLIES,
    COST_PRESS,
    COST_SALES,
];

/// What the kinds that bring money bring.
const INCOMES: [(usize, Kind); 5] = [
    (INCOME_ADVERTISING, Kind::Advertising),
    (INCOME_TELEVISION, Kind::Television),
    (INCOME_FRIENDLIES, Kind::Friendly),
    (INCOME_PRESS, Kind::Press),
    (INCOME_SALES, Kind::Sales),
];

distributions! {
    TURNS "turns" Length, "games", "market turns of a season";
    VP "vp-per-seat" Number, "players", "victory points of each player";
    VP_NEUTRAL "vp-per-neutral" Number, "neutral clubs", "victory points of each neutral league club";
    MARGIN "title-margin" Number, "games",
        "victory points of the winning club less those of the next league club that can win, neutral clubs included";
    GOALS "goals-per-side" Number, "sides", "goals of a side in a match with a player";
    ATTACK "final-attack" Number, "players", "attack level of each player at final scoring";
    DEFENCE "final-defence" Number, "players", "defence level of each player at final scoring";
    POINTS "league-points" Number, "players", "league points of each player";
    CASH "final-cash" Number, "players", "$ of each player at the end";
    POSITION "league-position" Number, "players",
        "place of each player in the league: 1 more than the clubs with more points";
    FROM_SPACE "acquired-from-space" Number, "tiles",
        "market heat: tiles acquired from each space, numbered from 0 along the map";
    IN_WEEK "acquired-in-week" Number, "tiles",
        "tiles acquired from the market in each week, 0 for the pre-season";
    SCORELINES "scorelines" Scores(["the home club", "the away club"]), "matches",
        "goals of the home and of the away club in matches with a player, cup matches included, shoot-outs not";
}

/// Who won: a seat, or nobody when a neutral club has won.
#[must_use]
pub fn outcome(rules: &Rules, state: &State) -> Outcome {
    let mut share = [0; MAX_SEATS];
    let mut score = [0; MAX_SEATS];
    for seat in 0..usize::from(rules.players) {
        let club = usize::from(state.clubs[seat].number);
        score[seat] = i32::from(state.accounts[club].total());
        if usize::from(state.winner) == club {
            share[seat] = WIN;
        }
    }
    Outcome { ending: Ending::Decided, share, score }
}

/// Goals of each seat's attacks minus their exact expectation, less those of
/// its opponents', less the mean of its rivals'.
#[must_use]
pub fn luck(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
    let seats = usize::from(rules.players);
    let own = |seat: usize| state.clubs[seat].log.luck;
    let all: i32 = (0..seats).map(own).sum();
    let less_rivals = |seat: usize| own(seat) - (all - own(seat)) / (seats as i32 - 1).max(1);
    std::array::from_fn(|seat| if seat < seats { less_rivals(seat) } else { 0 })
}

/// Writes a finished season into the tally.
pub fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
    let players = usize::from(rules.players);
    for seat in 0..players {
        observe_club(rules, state, seat, out);
    }
    let turns: i64 = state.clubs[..players].iter().map(|club| i64::from(club.log.turns)).sum();
    out.add(Column::at(TURNS), turns);
    out.bin(Bin::at(bin::TURNS), turns as i32);
    out.add(Column::at(NEUTRALS), (LEAGUE - players) as i64);
    let top = state.points[..LEAGUE].iter().copied().max().unwrap_or(0);
    let mut title = false;
    let mut best = [i16::MIN; 2];
    for club in 0..LEAGUE {
        let total = state.accounts[club].total();
        if state.seat_of[club] == NONE {
            out.add(Column::at(VP_NEUTRAL), i64::from(total));
            out.bin(Bin::at(bin::VP_NEUTRAL), i32::from(total));
            out.add(Column::at(POINTS_NEUTRAL), i64::from(state.points[club]));
        } else {
            title |= state.points[club] == top;
        }
        if club == usize::from(state.winner) {
            best[0] = total;
        } else if rules.neutral_eligible || state.seat_of[club] != NONE {
            best[1] = best[1].max(total);
        }
        if state.log.leaders_week_5 >> club & 1 == 1 {
            out.add(Column::at(LEADERS), 1);
            out.add(Column::at(LEADERS_WIN), i64::from(club == usize::from(state.winner)));
        }
    }
    out.add(Column::at(WINNING_VP), i64::from(best[0]));
    // A lone player among neutrals that cannot win has nobody to be ahead of.
    if best[1] > i16::MIN {
        out.bin(Bin::at(bin::MARGIN), i32::from(best[0] - best[1]));
    }
    out.add(Column::at(TITLES), i64::from(title));
    let seat_of = |club: u8| state.seat_of.get(usize::from(club)).copied().unwrap_or(NONE);
    out.add(Column::at(CUPS), i64::from(seat_of(state.bracket[14]) != NONE));
    let winner = seat_of(state.winner);
    out.add(Column::at(NEUTRAL_WINS), i64::from(winner == NONE));
    out.add(Column::at(FIRST_WINS), i64::from(winner == state.log.first_holder));
    let log = &state.log;
    out.add(Column::at(TIED), i64::from(log.tied));
    for (goals, &sides) in (0_i32..).zip(&log.goals) {
        out.add(Column::at(SIDES), i64::from(sides));
        out.add(Column::at(GOALS), i64::from(goals) * i64::from(sides));
        for _ in 0..sides {
            out.bin(Bin::at(bin::GOALS), goals);
        }
    }
    for &[home, away] in &log.scores[..usize::from(log.played)] {
        out.bin(Bin::at(bin::SCORELINES), scoreline(i32::from(home), i32::from(away)));
    }
    for (distribution, counts) in [(bin::FROM_SPACE, &log.from_space[..]), (bin::IN_WEEK, &log.in_week[..])] {
        for (value, &times) in (0_i32..).zip(counts) {
            for _ in 0..times {
                out.bin(Bin::at(distribution), value);
            }
        }
    }
    for (metric, amount) in [
        (MATCHES, log.matches),
        (HOME_WINS, log.home_wins),
        (DRAWS, log.draws),
        (UNEVEN, log.uneven),
        (UPSETS, log.upsets),
        (CLASHES, log.clashes),
        (STRONGER, log.stronger_wins),
        (SHOOT_OUTS, log.shoot_outs),
        (REPEATS, log.repeats),
        (BOUGHT, log.taken),
        (DISCARDED, log.discarded),
        (REMOVED, log.absent),
        (HEAT, log.taken),
        (EXHAUSTED, log.exhausted),
    ] {
        out.add(Column::at(metric), i64::from(amount));
    }
    out.add(Column::at(ROUNDS), i64::from(log.shoot_out_rounds));
    out.add(Column::at(LEFT_MARKET), i64::from(log.taken) + i64::from(log.discarded) + i64::from(log.absent));
}

fn observe_club<O: Observe>(rules: &Rules, state: &State, seat: usize, out: &mut O) {
    let own = &state.clubs[seat];
    let club = usize::from(own.number);
    let account = &state.accounts[club];
    for (metric, amount) in [
        (VP, account.total()),
        (VP_LEAGUE, account.league),
        (VP_BONUS, account.bonus),
        (VP_CUP, account.cup),
        (VP_FANS, account.fans),
        (VP_LEVEL, account.level),
        (VP_EMPTY, account.empty),
        (VP_PRESS, account.press),
        (VP_MONEY, account.money),
        (CASH, own.cash),
        (BALANCE, state.balance(rules, seat as u8)),
        (BALANCE_5, i16::from(own.log.balance_week_5)),
    ] {
        out.add(Column::at(metric), i64::from(amount));
    }
    let log = &own.log;
    let bought = |kinds: &[Kind]| kinds.iter().map(|&kind| i64::from(log.bought[kind as usize])).sum::<i64>();
    let holes = (0..SLOTS).filter(|&slot| own.eleven[slot] == NONE).count() as i64;
    let [attack, defence] = own.levels.map(i64::from);
    for (metric, amount) in [
        (POINTS, i64::from(state.points[club])),
        (ATTACK, attack),
        (DEFENCE, defence),
        (LEVEL_SUM, attack + defence),
        (DEBT, i64::from(log.debt_weeks)),
        (FANS, i64::from(own.fans)),
        (SQUAD, i64::from(own.size)),
        (EMPTY, holes),
        (REROLLS, i64::from(log.rerolls)),
        (FOOTBALLERS, bought(&[Kind::Footballer])),
        (MANAGERS, bought(&[Kind::Manager])),
        (STAFF, bought(&[Kind::Scout, Kind::Secretary, Kind::Community])),
        (SCOUTS, bought(&[Kind::Scout])),
        (SECRETARIES, bought(&[Kind::Secretary])),
        (COMMUNITY, bought(&[Kind::Community])),
        (ADVERTISING, bought(&[Kind::Advertising])),
        (TELEVISION, bought(&[Kind::Television])),
        (CONTRACTS, bought(&[Kind::Advertising, Kind::Television])),
        (FRIENDLIES, i64::from(log.friendlies)),
        (PRESS, i64::from(log.press_kept) + i64::from(log.press_missed)),
        (KEPT, i64::from(log.press_kept)),
        (SPENT_FOOTBALLERS, i64::from(log.spent[0])),
        (SPENT_MANAGERS, i64::from(log.spent[1])),
        (SPENT_BILLS, i64::from(log.bills)),
        (FORCED, i64::from(log.forced)),
        (FORCED_DONE, i64::from(log.forced_done)),
        (FORCED_BROKEN, i64::from(log.forced_broken)),
        (SOLD, i64::from(log.sold)),
        (SALE_INCOME, i64::from(log.sale_income)),
        (SECOND_HAND, i64::from(log.second_hand)),
        (UNSPENT, i64::from(log.unspent)),
    ] {
        out.add(Column::at(metric), amount);
    }
    let books = &log.books;
    for (metric, &amount) in COSTS.into_iter().zip(&books.cost) {
        out.add(Column::at(metric), i64::from(amount));
    }
    for (metric, kind) in INCOMES {
        out.add(Column::at(metric), i64::from(books.income[kind as usize]));
    }
    for (metric, amount) in [(INCOME_FANS, books.fans), (BEYOND, books.beyond), (FORGIVEN, books.forgiven)] {
        out.add(Column::at(metric), i64::from(amount));
    }
    for (place, levels) in log.week_levels.iter().enumerate() {
        let (attack, defence) = [(A0, D0), (A2, D2), (A5, D5), (A8, D8), (A10, D10)][place];
        out.add(Column::at(attack), i64::from(levels[0]));
        out.add(Column::at(defence), i64::from(levels[1]));
    }
    out.bin(Bin::at(bin::VP), i32::from(account.total()));
    out.bin(Bin::at(bin::ATTACK), attack as i32);
    out.bin(Bin::at(bin::DEFENCE), defence as i32);
    out.bin(Bin::at(bin::POINTS), i32::from(state.points[club]));
    out.bin(Bin::at(bin::CASH), i32::from(own.cash));
    let ahead = state.points[..LEAGUE].iter().filter(|&&points| points > state.points[club]).count();
    out.bin(Bin::at(bin::POSITION), 1 + ahead as i32);
}

const DECK_NAMES: [&str; 4] = ["I", "II", "III", "IV"];

/// Kinds of tiles by deck, whose acquisition is tallied.
#[must_use]
pub fn items() -> Vec<String> {
    (0..KINDS * 4).map(|k| format!("{} {}", KIND_NAMES[k / 4], DECK_NAMES[k % 4])).collect()
}

/// The tile that a move acquires or uses: entering a parking, or paying the
/// bill of a forced acquisition.
#[must_use]
pub fn item(rules: &Rules, state: &State, chosen: u16) -> Option<u8> {
    let space = match state.question {
        Question::Step if kind(chosen) == moves::ENTER => chosen as u8,
        Question::Bill if chosen == moves::YES => state.at,
        _ => return None,
    };
    let print = &rules.prints[usize::from(state.market.space[usize::from(space)])];
    Some(print.kind as u8 * 4 + print.deck.min(3))
}
