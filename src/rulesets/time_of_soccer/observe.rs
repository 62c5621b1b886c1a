//! What a finished season adds to a tally.

use super::moves::{self, kind};
use super::play::scoring::accounts;
use super::rules::Rules;
use super::state::{LEAGUE, Question, State};
use super::tiles::{KIND_NAMES, KINDS, Kind, MARKET, NONE, Print, SLOTS};
use super::{TimeOfSoccer, words};
use crate::chance::MAX_SEATS;
use crate::columns;
use crate::game::{Column, Observe, Record, Seen, Sight, Tables, scoreline};

columns! {
    spelled &[("vp", "VP")];
    metrics {
        TURNS "turns-per-game" Number per game, "market turns of all players per season";
        WINNING_VP "winning-vp" Number per game, "victory points of the winning club, a player's or a neutral one";
        VP "vp-per-player" Number per seat, "victory points per player";
        VP_LEAGUE "vp-league" Number per seat, "victory points from league points per player";
        VP_BONUS "vp-league-bonus" Number per seat, "victory points for champion and runner-up per player";
        VP_CUP "vp-cup" Number per seat, "victory points from the cup per player";
        VP_FANS "vp-fans" Number per seat, "victory points from fans per player";
        VP_LEVEL "vp-level" Number per seat, "victory points from the lower level per player";
        VP_EMPTY "vp-empty-slots" Number per seat, "victory points (negative) for uncovered slots per player";
        VP_PRESS "vp-press" Number per seat, "victory points from press releases per player";
        VP_MONEY "vp-money" Number per seat, "victory points from money per player";
        NEUTRALS "neutral-clubs" Number per game, "neutral clubs in the league";
        VP_NEUTRAL "vp-per-neutral" Number per NEUTRALS, "victory points per neutral league club";
        POINTS "league-points-per-player" Number per seat, "league points per player club";
        POINTS_NEUTRAL "league-points-per-neutral" Number per NEUTRALS, "league points per neutral club";
        TITLES "player-title-share" Share per game,
            "seasons in which a player club has the most league points, alone or shared";
        CUPS "player-cup-share" Share per game, "seasons in which a player club wins the cup";
        NEUTRAL_WINS "neutral-win-share" Share per game, "seasons that a neutral club wins on victory points";
        TIED "tied-share" Share per game, "seasons decided by lot after a full tie";
        FIRST_WINS "first-holder-win-share" Share per game,
            "seasons won by the player who placed a car first";
        LEADERS "week-5-leaders" Number per game, "clubs leading the league after week 5, shared leads included";
        LEADERS_WIN "week-5-leader-win-share" Share per LEADERS,
            "clubs leading the league after week 5 that win the season";
        ATTACK "final-attack" Number per seat, "attack level at final scoring";
        DEFENCE "final-defence" Number per seat, "defence level at final scoring";
        CASH "final-cash" Number per seat, "$ at the end";
        BALANCE "final-balance" Number per seat, "true weekly balance at the end";
        BALANCE_5 "balance-after-week-5" Number per seat, "balance shown after week 5";
        DEBT "weeks-in-debt" Number per seat, "Collections after which a player's cash is negative";
        FANS "final-fans" Number per seat, "fans at the end";
        SQUAD "final-footballers" Number per seat, "footballers owned at the end";
        EMPTY "empty-slots" Number per seat, "uncovered slots of the final line-up";
        A0 "attack-after-week-0" Number per seat, "attack level that the best sum allows after the pre-season";
        D0 "defence-after-week-0" Number per seat, "defence level that the best sum allows after the pre-season";
        A2 "attack-after-week-2" Number per seat, "attack level of the last line-up of week 2, before fatigue";
        D2 "defence-after-week-2" Number per seat, "defence level of the last line-up of week 2, before fatigue";
        A5 "attack-after-week-5" Number per seat, "attack level of the last line-up of week 5, before fatigue";
        D5 "defence-after-week-5" Number per seat, "defence level of the last line-up of week 5, before fatigue";
        A8 "attack-after-week-8" Number per seat, "attack level of the last line-up of week 8, before fatigue";
        D8 "defence-after-week-8" Number per seat, "defence level of the last line-up of week 8, before fatigue";
        A10 "attack-after-week-10" Number per seat, "attack level of the last line-up of week 10, before fatigue";
        D10 "defence-after-week-10" Number per seat, "defence level of the last line-up of week 10, before fatigue";
        SIDES "sides-played" Number per game, "sides of the matches in which a player plays (two per match)";
        GOALS "goals-per-side" Number per SIDES, "goals of a side in a match with a player";
        MATCHES "league-matches-with-players" Number per game, "league matches in which a player plays";
        HOME_WINS "home-win-share" Share per MATCHES, "league matches with a player won by the home club",
            with_draws HOME_POINTS;
        DRAWS "draw-share" Share per MATCHES, "league matches with a player that are drawn";
        UNEVEN "uneven-matches" Number per game, "matches with a player in which one side has the higher sum of levels";
        UPSETS "upset-share" Share per UNEVEN,
            "uneven matches won on goals by the side with the lower sum of levels; a shoot-out is a draw here";
        CLASHES "neutral-league-matches" Number per game, "league matches between two neutrals";
        STRONGER "stronger-neutral-win-share" Share per CLASHES,
            "league matches between neutrals won by the one with more points, on equal points the home club";
        SHOOT_OUTS "shoot-outs" Number per game, "cup matches settled by penalties";
        ROUNDS "shoot-out-rounds" Number per SHOOT_OUTS, "rounds of a shoot-out";
        REROLLS "re-rolls" Number per seat, "rolls that a player repeats";
        REPEATS "neutral-repeats" Number per game, "rolls without a hit that neutrals repeat";
        BOUGHT "tiles-acquired" Number per game, "tiles acquired from the market by all players";
        DISCARDED "tiles-discarded" Number per game, "tiles that leave the market with a cube, unsold";
        REMOVED "tiles-removed-by-absent-buyers" Number per game, "tiles removed by absent buyers";
        LEFT_MARKET "tiles-that-left-the-market" Number per game, "tiles acquired, discarded or removed";
        HEAT "market-heat" Share per LEFT_MARKET, "tiles acquired among those that left the market";
        EXHAUSTED "supply-exhausted-week" Number per game,
            "week in which the last tile is laid out (11: never)";
        FOOTBALLERS "footballers-bought" Number per seat, "footballers acquired from the market";
        MANAGERS "managers-hired" Number per seat, "managers hired";
        STAFF "staff-hired" Number per seat, "scouts, secretaries and community managers hired";
        SCOUTS "scouts-hired" Number per seat, "talent scouts hired";
        SECRETARIES "secretaries-hired" Number per seat, "technical secretaries hired";
        COMMUNITY "community-managers-hired" Number per seat, "community managers hired";
        CONTRACTS "contracts-signed" Number per seat, "advertising and television contracts signed";
        ADVERTISING "advertising-signed" Number per seat, "advertising contracts signed";
        TELEVISION "television-signed" Number per seat, "television contracts signed";
        FRIENDLIES "friendlies-cashed" Number per seat, "friendlies cashed";
        PRESS "press-releases-settled" Number per seat, "press releases settled";
        KEPT "press-kept-share" Share per PRESS, "settled press releases that were kept";
        SPENT_FOOTBALLERS "spent-on-footballers" Number per seat, "$ paid for footballers, without bills";
        SPENT_MANAGERS "spent-on-managers" Number per seat, "$ paid for managers, without bills";
        SPENT_BILLS "spent-on-bills" Number per seat, "$ paid for bills of forced acquisitions";
        COST_FOOTBALLERS "cost-of-footballers" Number per seat,
            "$ paid for footballers: prices, second-hand ones included, bills and weekly salaries, those of starting footballers too";
        COST_MANAGERS "cost-of-managers" Number per seat,
            "$ paid for managers: prices, bills and weekly salaries, the starting manager's too";
        COST_SCOUTS "cost-of-scouts" Number per seat,
            "$ paid for talent scouts: prices, bills and weekly salaries, the starting one's too";
        COST_SECRETARIES "cost-of-secretaries" Number per seat,
            "$ paid for technical secretaries: prices, bills and weekly salaries, the starting one's too";
        COST_COMMUNITY "cost-of-community-managers" Number per seat,
            "$ paid for community managers: prices, bills and weekly salaries, the starting one's too";
        COST_ADVERTISING "cost-of-advertising" Number per seat,
            "$ paid for advertising contracts: prices and bills";
        COST_TELEVISION "cost-of-television" Number per seat,
            "$ paid for television contracts: prices and bills";
        COST_FRIENDLIES "cost-of-friendlies" Number per seat, "$ paid for friendlies: prices and bills";
        COST_PRESS "cost-of-press-releases" Number per seat,
            "$ paid for press releases: prices, bills and penalties";
        COST_SALES "cost-of-sales" Number per seat, "$ paid as fees on Sales tiles";
        INCOME_FANS "income-from-fans" Number per seat, "$ from fans at the Collections";
        INCOME_ADVERTISING "income-from-advertising" Number per seat,
            "$ from advertising contracts: weekly, at home, for wins; the odd $ of a cup match too";
        INCOME_TELEVISION "income-from-television" Number per seat,
            "$ from television contracts: weekly, at home, for wins";
        INCOME_FRIENDLIES "income-from-friendlies" Number per seat, "$ from friendlies";
        INCOME_PRESS "income-from-press-releases" Number per seat, "$ from press releases that were kept";
        INCOME_SALES "income-from-sales" Number per seat,
            "$ for footballers sold, on Sales tiles or to pay a debt";
        BEYOND "lost-beyond-balance-track" Number per seat,
            "$ of the weekly balances that lie beyond the ends of the balance track and are not collected; less what is not paid";
        FORGIVEN "debts-forgiven" Number per seat, "$ of compulsory payments that a club without money is spared";
        LEVEL_SUM "final-level-sum" Number per SPENT_FOOTBALLERS,
            "final attack plus defence level per $ paid for footballers";
        FORCED "forced-attempts" Number per seat, "forced attempts";
        FORCED_DONE "forced-success-share" Share per FORCED, "forced attempts whose bill is paid";
        FORCED_BROKEN "forced-broken-share" Share per FORCED, "forced attempts that break";
        SOLD "footballers-sold" Number per seat, "footballers sold on Sales tiles";
        SALE_INCOME "sale-income" Number per seat, "$ received for them";
        SECOND_HAND "second-hand-purchases" Number per seat, "footballers bought from the second market";
        UNSPENT "unspent-operation-points" Number per TURNS, "operation points lost per market turn";
        WITH_SCORE "matches-with-a-score" Number per game,
            "matches with a player, cup matches included, whose score is kept";
        GOALLESS "goalless-matches" Share per WITH_SCORE, "of those, matches that end 0-0, shoot-outs apart";
        AWAY_WINS "away-win-share" Share per MATCHES, "league matches with a player won by the visiting club";
        HOME_EDGE "home-edge" Points per MATCHES,
            "league matches with a player won by the home club, less those won by the visiting club";
        MATCH_POINTS "league-match-points" Number per game,
            "two for every league match in which a player plays: a win is two of them, a draw one for either side";
        HOME_POINTS "home-points-share" Share per MATCH_POINTS,
            "share of points of the home club in league matches with a player: wins and half of the draws";
    }
    distributions {
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
    health {
        Goalless GOALLESS;
        RunAway LEADERS_WIN;
    }
}

/// What each kind of tile costs, in the order of [`Kind::ALL`].
const COSTS: [Column; KINDS] = [
    column::COST_FOOTBALLERS,
    column::COST_MANAGERS,
    column::COST_SCOUTS,
    column::COST_SECRETARIES,
    column::COST_COMMUNITY,
    column::COST_ADVERTISING,
    column::COST_TELEVISION,
    column::COST_FRIENDLIES,
    column::COST_PRESS,
    column::COST_SALES,
];

/// Attack and defence after the weeks in which levels are noted.
const AFTER_WEEKS: [(Column, Column); 5] = [
    (column::A0, column::D0),
    (column::A2, column::D2),
    (column::A5, column::D5),
    (column::A8, column::D8),
    (column::A10, column::D10),
];

/// What the kinds that bring money bring.
const INCOMES: [(Column, Kind); 5] = [
    (column::INCOME_ADVERTISING, Kind::Advertising),
    (column::INCOME_TELEVISION, Kind::Television),
    (column::INCOME_FRIENDLIES, Kind::Friendly),
    (column::INCOME_PRESS, Kind::Press),
    (column::INCOME_SALES, Kind::Sales),
];

impl Record for TimeOfSoccer {
    const TABLES: Tables = TABLES;

    // Goals of each seat's attacks minus their exact expectation, less those of
    // its opponents', less the mean of its rivals'.
    fn luck(rules: &Self::Rules, state: &Self::State) -> [i32; MAX_SEATS] {
        let seats = usize::from(rules.players);
        let own = |seat: usize| state.clubs[seat].log.luck;
        let all: i32 = (0..seats).map(own).sum();
        let less_rivals = |seat: usize| own(seat) - (all - own(seat)) / (seats as i32 - 1).max(1);
        std::array::from_fn(|seat| if seat < seats { less_rivals(seat) } else { 0 })
    }

    // Writes a finished season into the tally.
    fn observe<O: Observe>(rules: &Self::Rules, state: &Self::State, out: &mut O) {
        let players = usize::from(rules.players);
        for seat in 0..players {
            observe_club(rules, state, seat, out);
        }
        let turns: i64 = state.clubs[..players].iter().map(|club| i64::from(club.log.turns)).sum();
        out.add(column::TURNS, turns);
        out.bin(bin::TURNS, turns as i32);
        out.add(column::NEUTRALS, (LEAGUE - players) as i64);
        let top = state.points[..LEAGUE].iter().copied().max().unwrap_or(0);
        let mut title = false;
        let mut best = [i16::MIN; 2];
        for club in 0..LEAGUE {
            let total = state.accounts[club].total();
            if state.seat_of[club] == NONE {
                out.add(column::VP_NEUTRAL, total);
                out.bin(bin::VP_NEUTRAL, i32::from(total));
                out.add(column::POINTS_NEUTRAL, state.points[club]);
            } else {
                title |= state.points[club] == top;
            }
            if club == usize::from(state.winner) {
                best[0] = total;
            } else if rules.neutral_eligible || state.seat_of[club] != NONE {
                best[1] = best[1].max(total);
            }
            if state.log.leaders_week_5 >> club & 1 == 1 {
                out.add(column::LEADERS, 1);
                out.add(column::LEADERS_WIN, club == usize::from(state.winner));
            }
        }
        out.add(column::WINNING_VP, best[0]);
        // A lone player among neutrals that cannot win has nobody to be ahead of.
        if best[1] > i16::MIN {
            out.bin(bin::MARGIN, i32::from(best[0] - best[1]));
        }
        out.add(column::TITLES, title);
        let seat_of = |club: u8| state.seat_of.get(usize::from(club)).copied().unwrap_or(NONE);
        out.add(column::CUPS, seat_of(state.bracket[14]) != NONE);
        let winner = seat_of(state.winner);
        out.add(column::NEUTRAL_WINS, winner == NONE);
        out.add(column::FIRST_WINS, winner == state.log.first_holder);
        let log = &state.log;
        out.add(column::TIED, log.tied);
        for (goals, &sides) in (0_i32..).zip(&log.goals) {
            out.add(column::SIDES, sides);
            out.add(column::GOALS, i64::from(goals) * i64::from(sides));
            out.bins(bin::GOALS, goals, sides.into());
        }
        for &[home, away] in &log.scores[..usize::from(log.played)] {
            out.add(column::WITH_SCORE, 1);
            out.add(column::GOALLESS, home == 0 && away == 0);
            out.bin(bin::SCORELINES, scoreline(i32::from(home), i32::from(away)));
        }
        for (distribution, counts) in
            [(bin::FROM_SPACE, &log.from_space[..]), (bin::IN_WEEK, &log.in_week[..])]
        {
            for (value, &times) in (0_i32..).zip(counts) {
                out.bins(distribution, value, times.into());
            }
        }
        for (metric, amount) in [
            (column::MATCHES, log.matches),
            (column::HOME_WINS, log.home_wins),
            (column::DRAWS, log.draws),
            (column::UNEVEN, log.uneven),
            (column::UPSETS, log.upsets),
            (column::CLASHES, log.clashes),
            (column::STRONGER, log.stronger_wins),
            (column::SHOOT_OUTS, log.shoot_outs),
            (column::REPEATS, log.repeats),
            (column::BOUGHT, log.taken),
            (column::DISCARDED, log.discarded),
            (column::REMOVED, log.absent),
            (column::HEAT, log.taken),
            (column::EXHAUSTED, log.exhausted),
        ] {
            out.add(metric, amount);
        }
        let away = i64::from(log.matches) - i64::from(log.home_wins) - i64::from(log.draws);
        out.add(column::AWAY_WINS, away);
        out.add(column::MATCH_POINTS, 2 * i64::from(log.matches));
        out.add(column::HOME_POINTS, 2 * i64::from(log.home_wins) + i64::from(log.draws));
        out.add(column::HOME_EDGE, i64::from(log.home_wins) - away);
        out.add(column::ROUNDS, log.shoot_out_rounds);
        out.add(column::LEFT_MARKET, i64::from(log.taken) + i64::from(log.discarded) + i64::from(log.absent));
    }

    // Kinds of tiles by deck, whose acquisition is tallied.
    fn items(_rules: &Self::Rules) -> Vec<String> {
        (0..KINDS * 4).map(|k| format!("{} {}", KIND_NAMES[k / 4], DECK_NAMES[k % 4])).collect()
    }

    fn has_item(rules: &Self::Rules, item: usize) -> bool {
        let of = |print: &Print| print.kind as usize * 4 + usize::from(print.deck.min(3));
        rules.prints[..MARKET].iter().any(|print| of(print) == item)
    }

    // The tile that a move acquires or uses: entering a parking, or paying the
    // bill of a forced acquisition.
    #[inline]
    fn item(rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> Option<u8> {
        let space = match state.question {
            Question::Step if kind(chosen) == moves::ENTER => chosen as u8,
            Question::Bill if chosen == moves::YES => state.at,
            _ => return None,
        };
        let print = &rules.prints[usize::from(state.market.space[usize::from(space)])];
        Some(print.kind as u8 * 4 + print.deck.min(3))
    }

    fn acts(_rules: &Self::Rules) -> Vec<String> {
        words::ACTS.map(str::to_owned).to_vec()
    }

    fn act(_rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> Option<u8> {
        words::act(state, chosen)
    }

    fn standing(rules: &Self::Rules, state: &Self::State) -> Option<[i32; MAX_SEATS]> {
        let accounts = accounts(rules, state);
        let of = |seat: usize| i32::from(accounts[usize::from(state.clubs[seat].number)].total());
        Some(std::array::from_fn(|seat| if seat < usize::from(rules.players) { of(seat) } else { 0 }))
    }

    fn tell(_rules: &Self::Rules, view: <Self as Sight>::View<'_>, seen: &mut Seen) {
        view.tell(seen);
    }

    fn describe(rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> String {
        words::describe(rules, state, chosen)
    }

    fn step(rules: &Self::Rules, state: &Self::State, chosen: Self::Move) -> Option<String> {
        words::step(rules, state, chosen)
    }
}

fn observe_club<O: Observe>(rules: &Rules, state: &State, seat: usize, out: &mut O) {
    let own = &state.clubs[seat];
    let club = usize::from(own.number);
    let account = &state.accounts[club];
    for (metric, amount) in [
        (column::VP, account.total()),
        (column::VP_LEAGUE, account.league),
        (column::VP_BONUS, account.bonus),
        (column::VP_CUP, account.cup),
        (column::VP_FANS, account.fans),
        (column::VP_LEVEL, account.level),
        (column::VP_EMPTY, account.empty),
        (column::VP_PRESS, account.press),
        (column::VP_MONEY, account.money),
        (column::CASH, own.cash),
        (column::BALANCE, state.balance(rules, seat as u8)),
        (column::BALANCE_5, i16::from(own.log.balance_week_5)),
    ] {
        out.add(metric, amount);
    }
    let log = &own.log;
    let bought = |kinds: &[Kind]| kinds.iter().map(|&kind| i64::from(log.bought[kind as usize])).sum::<i64>();
    let holes = (0..SLOTS).filter(|&slot| own.eleven[slot] == NONE).count() as i64;
    let [attack, defence] = own.levels.map(i64::from);
    for (metric, amount) in [
        (column::POINTS, i64::from(state.points[club])),
        (column::ATTACK, attack),
        (column::DEFENCE, defence),
        (column::LEVEL_SUM, attack + defence),
        (column::DEBT, i64::from(log.debt_weeks)),
        (column::FANS, i64::from(own.fans)),
        (column::SQUAD, i64::from(own.size)),
        (column::EMPTY, holes),
        (column::REROLLS, i64::from(log.rerolls)),
        (column::FOOTBALLERS, bought(&[Kind::Footballer])),
        (column::MANAGERS, bought(&[Kind::Manager])),
        (column::STAFF, bought(&[Kind::Scout, Kind::Secretary, Kind::Community])),
        (column::SCOUTS, bought(&[Kind::Scout])),
        (column::SECRETARIES, bought(&[Kind::Secretary])),
        (column::COMMUNITY, bought(&[Kind::Community])),
        (column::ADVERTISING, bought(&[Kind::Advertising])),
        (column::TELEVISION, bought(&[Kind::Television])),
        (column::CONTRACTS, bought(&[Kind::Advertising, Kind::Television])),
        (column::FRIENDLIES, i64::from(log.friendlies)),
        (column::PRESS, i64::from(log.press_kept) + i64::from(log.press_missed)),
        (column::KEPT, i64::from(log.press_kept)),
        (column::SPENT_FOOTBALLERS, i64::from(log.spent[0])),
        (column::SPENT_MANAGERS, i64::from(log.spent[1])),
        (column::SPENT_BILLS, i64::from(log.bills)),
        (column::FORCED, i64::from(log.forced)),
        (column::FORCED_DONE, i64::from(log.forced_done)),
        (column::FORCED_BROKEN, i64::from(log.forced_broken)),
        (column::SOLD, i64::from(log.sold)),
        (column::SALE_INCOME, i64::from(log.sale_income)),
        (column::SECOND_HAND, i64::from(log.second_hand)),
        (column::UNSPENT, i64::from(log.unspent)),
    ] {
        out.add(metric, amount);
    }
    let books = &log.books;
    for (metric, &amount) in COSTS.into_iter().zip(&books.cost) {
        out.add(metric, amount);
    }
    for (metric, kind) in INCOMES {
        out.add(metric, books.income[kind as usize]);
    }
    for (metric, amount) in [
        (column::INCOME_FANS, books.fans),
        (column::BEYOND, books.beyond),
        (column::FORGIVEN, books.forgiven),
    ] {
        out.add(metric, amount);
    }
    for ((attack, defence), levels) in AFTER_WEEKS.into_iter().zip(&log.week_levels) {
        out.add(attack, levels[0]);
        out.add(defence, levels[1]);
    }
    out.bin(bin::VP, i32::from(account.total()));
    out.bin(bin::ATTACK, attack as i32);
    out.bin(bin::DEFENCE, defence as i32);
    out.bin(bin::POINTS, i32::from(state.points[club]));
    out.bin(bin::CASH, i32::from(own.cash));
    let ahead = state.points[..LEAGUE].iter().filter(|&&points| points > state.points[club]).count();
    out.bin(bin::POSITION, 1 + ahead as i32);
}

const DECK_NAMES: [&str; 4] = ["I", "II", "III", "IV"];
