//! What a finished game adds to a tally.

use super::moves::Move;
use super::rules::{Rules, has_table};
use super::state::{State, Stopped};
use super::{TimeVaultSoccer, words};
use crate::chance::MAX_SEATS;
use crate::columns;
use crate::competitions::{Format, NOBODY, TitleBy};
use crate::game::{Bin, Observe, Play, Record, Seen, Sight, Tables, WIN, scoreline};

columns! {
    // Players count from 1 where people read of them.
    spelled &[("0", "1")];
    metrics {
        TURNS "turns-per-game" Number per game, "turns of all Bosses in all matches of a game";
        MATCHES "matches-per-game" Number per game, "matches of a game, replays and title matches included";
        SIDES "sides-per-game" Number per game, "sides of all matches: two each";
        TURNS_PER_MATCH "turns-per-match" Number per MATCHES, "turns of both Bosses per match";
        GOALS "goals-per-match" Number per MATCHES, "goals of both sides per match, shoot-outs excluded";
        DRAWS "draw-share" Share per MATCHES, "matches level at full time, of all matches";
        SHOTS "shots-per-match" Number per MATCHES, "shots of both sides per match";
        SAVES "saves-per-match" Number per MATCHES, "shots that were no goals, per match";
        ANSWERS "answers-per-match" Number per MATCHES,
            "shots answered with a card, last men included, per match";
        YELLOWS "yellows-per-match" Number per MATCHES, "yellow cards of both sides per match";
        REDS "reds-per-match" Number per MATCHES,
            "players sent off, by two yellows or a straight red, per match";
        SUBSTITUTIONS "substitutions-per-match" Number per MATCHES, "substitutions of both sides per match";
        LAMPS "lamps-per-match" Number per MATCHES, "cards removed by lamping, per match";
        LAST_MEN "last-men-per-match" Number per MATCHES, "penalty kicks given away by a last man, per match";
        STARTER_WINS "starter-win-share" Share per MATCHES,
            "matches won by the Boss who started, of all matches";
        SECOND_WINS "second-win-share" Share per MATCHES,
            "matches won by the Boss who did not start, of all matches";
        TEAM_STARS "team-stars" Number per SIDES, "stars of a team at kick-off";
        HOME_MATCHES "home-matches-per-game" Number per game, "matches with a home Boss";
        HOME_WINS "home-win-share" Share per HOME_MATCHES, "matches won by the home Boss, of those with one",
            with_draws HOME_SHARE;
        AWAY_WINS "away-win-share" Share per HOME_MATCHES,
            "matches won by the away Boss, of those with a home Boss";
        HOME_GOALS "goals-home" Number per HOME_MATCHES, "goals of the home Boss per match with one";
        AWAY_GOALS "goals-away" Number per HOME_MATCHES, "goals of the away Boss per match with a home Boss";
        HOME_USED "home-points-used" Number per HOME_MATCHES,
            "home advantage points used per match with a home Boss";
        MIXED "pro-v-elite-matches" Number per game, "matches of a Pro squad against an Elite squad";
        PRO_WINS "pro-win-share" Share per MIXED, "of those, matches won by the Pro squad", with_draws PRO_POINTS;
        ELITE_WINS "elite-win-share" Share per MIXED, "of those, matches won by the Elite squad";
        PRO_GOALS "goals-pro" Number per MIXED, "goals of the Pro squad in those matches";
        ELITE_GOALS "goals-elite" Number per MIXED, "goals of the Elite squad in those matches";
        SHOOT_OUTS "shoot-outs-per-game" Number per game, "penalty shoot-outs";
        KICKS "kicks-per-shoot-out" Number per SHOOT_OUTS, "kicks of both sides per shoot-out";
        EXTRA_HANDS "extra-hands-per-game" Number per game, "drawn cup matches that went to an extra hand";
        REPLAYS "replays-per-game" Number per game, "drawn cup matches that were replayed";
        SUSPENDED "suspensions-per-game" Number per game, "players missing a match through suspension";
        SUSPENDED_STARS "stars-per-suspension" Number per SUSPENDED, "stars of a suspended player";
        SIDES_SHORT "sides-short" Number per game, "sides that played a match with a player suspended";
        POINTS_SHORT "points-short" Number per SIDES_SHORT,
            "points (win 3, draw 1) of a side with a player suspended";
        SIDES_FULL "sides-full" Number per game, "sides that played a match with nobody suspended";
        POINTS_FULL "points-full" Number per SIDES_FULL,
            "points (win 3, draw 1) of a side with nobody suspended";
        SQUAD_STARS "squad-stars" Number per seat, "stars of a squad";
        STARS_SPREAD "squad-stars-spread" Number per game,
            "most less fewest stars among the squads of a game";
        STRENGTH "squad-strength" Number per seat, "card value (B) of a squad, once per player";
        STRENGTH_SPREAD "squad-strength-spread" Number per game,
            "most less least card value among the squads of a game";
        TITLES "titles-per-game" Number per game, "league titles won";
        ON_POINTS "title-on-points-share" Share per TITLES, "titles decided by points";
        ON_DIFFERENCE "title-on-difference-share" Share per TITLES, "titles decided by goal difference";
        ON_TIE_BREAK "title-on-tie-break-share" Share per TITLES, "titles decided by a match for the title";
        CHAMPION_POINTS "champion-points" Number per TITLES, "league points of the Champion";
        POINTS "points-per-boss" Number per seat, "league points of a Boss";
        SEASONS "seasons-per-game" Number per game, "seasons with both trophies won";
        DOUBLES "double-share" Share per SEASONS, "seasons in which one Boss won both trophies";
        DRAFTS "drafts-per-game" Number per game, "drafts with an order (lots, picks or age)";
        STAKES "draft-stakes" Number per game, "sixtieths of a win at stake in games with a drafting order";
        FIRST_WINS "first-in-order-win-share" Share per STAKES,
            "wins of the Boss first in drafting order, drawn games as half";
        SECOND_IN_ORDER_WINS "second-in-order-win-share" Share per STAKES,
            "wins of the Boss second in drafting order";
        LAST_WINS "last-in-order-win-share" Share per STAKES, "wins of the Boss last in drafting order";
        FIRST_STRENGTH "first-in-order-strength" Number per DRAFTS,
            "card value of the squad of the Boss first in drafting order";
        LAST_STRENGTH "last-in-order-strength" Number per DRAFTS,
            "card value of the squad of the Boss last in drafting order";
        SIGNINGS "signings-per-game" Number per game, "players signed for money in the scramble";
        SPENT "price-per-signing" Number per SIGNINGS, "pounds paid per signing";
        DEAREST "dearest-signing" Number per game, "pounds paid for the dearest signing";
        FREED "free-transfers-per-game" Number per game, "players who went to the Free Transfers";
        MONEY_LEFT "money-left" Number per seat, "pounds a Boss did not spend in the scramble";
        GOALLESS "goalless-matches" Share per MATCHES, "matches that end 0-0, shoot-outs apart";
        SHOOT_OUT_SHARE "shoot-out-share" Share per MATCHES, "penalty shoot-outs, over matches";
        DECIDED "matches-won-per-game" Number per game, "matches with a winner at full time";
        RUN_AWAY "run-away-share" Share per DECIDED,
            "matches won at full time by a side that was ahead from before half of the turns on, over matches won";
        MIXED_POINTS "pro-v-elite-points" Number per game,
            "two for every match of a Pro squad against an Elite squad: a win is two of them, a draw one for either";
        PRO_POINTS "pro-points-share" Share per MIXED_POINTS,
            "share of points of the Pro squad against an Elite squad: wins and half of the draws";
        HOME_POINTS_WON "home-match-points" Number per game,
            "two for every match with a home Boss: a win is two of them, a draw one for either";
        HOME_SHARE "home-points-share" Share per HOME_POINTS_WON,
            "share of points of the home Boss: wins and half of the draws, of matches with one";
        HOME_EDGE "home-edge" Points per HOME_MATCHES,
            "matches won by the home Boss less those won by the away Boss, of those with a home Boss";
    }
    distributions {
        TURNS "turns-per-match" Length, "matches", "turns of both Bosses in a match";
        GOALS "goals-per-side" Number, "sides", "goals of one side in a match";
        MARGIN "match-margin" Number, "matches", "goals between the sides of a match";
        POINTS "points-per-boss" Number, "players", "league points of a Boss";
        CHAMPION_POINTS "champion-points" Number, "games", "league points of the Champion";
        STARS "squad-stars" Number, "squads", "stars of a squad";
        WINNER_ORDER "order-of-winner" Number, "winners",
            "place in drafting order of a Boss who won the game, from 1";
        FIRST_PLACE "place-of-first-in-order" Number, "games",
            "league place of the Boss first in drafting order";
        LAST_PLACE "place-of-last-in-order" Number, "games",
            "league place of the Boss last in drafting order";
        SCORELINES "scorelines" Scores(["seat 0", "seat 1"]), "matches",
            "goals of seat 0 (at home, where somebody is) and seat 1 in a single match, without the shoot-out";
        BOSS_0_PLACE "place-of-boss-0" Number, "games", "league place of seat 0";
        DIFFERENCE "goal-difference" Number, "players",
            "goals for less goals against of each Boss in a league; they add up to 0";
    }
    health {
        Goalless GOALLESS;
        TieBreak SHOOT_OUT_SHARE;
        RunAway RUN_AWAY;
    }
}

impl Record for TimeVaultSoccer {
    const TABLES: Tables = TABLES;

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        let bosses = usize::from(rules.bosses);
        let (counts, draft, season) = (&state.counts, &state.draft, &state.season);
        let squads = &state.squads[..bosses];
        let mut strengths = [0_i64; MAX_SEATS];
        for (strength, squad) in strengths.iter_mut().zip(squads) {
            *strength = squad.stars.iter().map(|&stars| i64::from(rules.strength(stars))).sum();
        }
        let strength = |boss: usize| strengths[boss];
        let spread = |value: &dyn Fn(usize) -> i64| {
            let all = (0..bosses).map(value);
            all.clone().max().unwrap_or(0) - all.min().unwrap_or(0)
        };
        let all_points = |boss: usize| i64::from(season.table.rows[boss].points);
        let title = season.champion != NOBODY && state.stopped.is_none();
        let on = |by: TitleBy| title && season.title_by == by;
        let both = rules.plan.format == Format::Season && state.stopped.is_none();
        let result = Self::outcome(rules, state);
        let stakes = if draft.ordered && state.stopped.is_none() { i64::from(WIN) } else { 0 };
        let in_order = |place: usize| usize::from(draft.order[place]);
        let won_by = |place: usize| if stakes > 0 { i64::from(result.share[in_order(place)]) } else { 0 };
        let strength_of = |place: usize| if draft.ordered { strength(in_order(place)) } else { 0 };
        let scramble = draft.signed > 0 || draft.freed > 0;
        let money: i64 =
            if scramble { draft.money[..bosses].iter().map(|&pounds| i64::from(pounds)).sum() } else { 0 };
        out.add(column::TURNS, counts.turns);
        out.add(column::MATCHES, counts.matches);
        out.add(column::SIDES, 2 * i64::from(counts.matches));
        out.add(column::TURNS_PER_MATCH, counts.turns);
        out.add(column::GOALS, counts.goals);
        out.add(column::DRAWS, counts.draws);
        out.add(column::SHOTS, counts.shots);
        out.add(column::SAVES, counts.saves);
        out.add(column::ANSWERS, counts.answers);
        out.add(column::YELLOWS, counts.yellows);
        out.add(column::REDS, counts.reds);
        out.add(column::SUBSTITUTIONS, counts.substitutions);
        out.add(column::LAMPS, counts.lamps);
        out.add(column::LAST_MEN, counts.last_men);
        out.add(column::STARTER_WINS, counts.starter_wins);
        out.add(column::SECOND_WINS, counts.second_wins);
        out.add(column::TEAM_STARS, counts.team_stars);
        out.add(column::HOME_MATCHES, counts.home_matches);
        out.add(column::HOME_WINS, counts.home_wins);
        out.add(column::AWAY_WINS, counts.away_wins);
        out.add(column::HOME_GOALS, counts.home_goals);
        out.add(column::AWAY_GOALS, counts.away_goals);
        out.add(column::HOME_USED, counts.home_used);
        out.add(column::MIXED, counts.mixed);
        out.add(column::PRO_WINS, counts.pro_wins);
        out.add(column::ELITE_WINS, counts.elite_wins);
        // A match that neither wins is drawn: half a win for either.
        out.add(column::MIXED_POINTS, 2 * counts.mixed);
        out.add(column::PRO_POINTS, counts.mixed + counts.pro_wins - counts.elite_wins);
        out.add(column::HOME_POINTS_WON, 2 * counts.home_matches);
        out.add(column::HOME_SHARE, counts.home_matches + counts.home_wins - counts.away_wins);
        out.add(column::HOME_EDGE, i64::from(counts.home_wins) - i64::from(counts.away_wins));
        out.add(column::PRO_GOALS, counts.pro_goals);
        out.add(column::ELITE_GOALS, counts.elite_goals);
        out.add(column::SHOOT_OUTS, counts.shoot_outs);
        out.add(column::KICKS, counts.kicks);
        out.add(column::EXTRA_HANDS, counts.extra_hands);
        out.add(column::REPLAYS, counts.replays);
        out.add(column::SUSPENDED, counts.suspended);
        out.add(column::SUSPENDED_STARS, counts.suspended_stars);
        out.add(column::SIDES_SHORT, counts.sides_short);
        out.add(column::POINTS_SHORT, counts.points_short);
        out.add(column::SIDES_FULL, counts.sides_full);
        out.add(column::POINTS_FULL, counts.points_full);
        out.add(column::SQUAD_STARS, squads.iter().map(|squad| i64::from(squad.total)).sum::<i64>());
        out.add(column::STARS_SPREAD, spread(&|boss| i64::from(squads[boss].total)));
        out.add(column::STRENGTH, (0..bosses).map(strength).sum::<i64>());
        out.add(column::STRENGTH_SPREAD, spread(&strength));
        out.add(column::TITLES, title);
        out.add(column::ON_POINTS, on(TitleBy::Points));
        out.add(column::ON_DIFFERENCE, on(TitleBy::Difference));
        out.add(column::ON_TIE_BREAK, on(TitleBy::TieBreak));
        out.add(column::CHAMPION_POINTS, if title { all_points(usize::from(season.champion)) } else { 0 });
        out.add(column::POINTS, (0..bosses).map(all_points).sum::<i64>());
        out.add(column::SEASONS, both);
        out.add(column::DOUBLES, both && season.champion == season.cup_winner);
        out.add(column::DRAFTS, draft.ordered);
        out.add(column::STAKES, stakes);
        out.add(column::FIRST_WINS, won_by(0));
        out.add(column::SECOND_IN_ORDER_WINS, won_by(1));
        out.add(column::LAST_WINS, won_by(bosses - 1));
        out.add(column::FIRST_STRENGTH, strength_of(0));
        out.add(column::LAST_STRENGTH, strength_of(bosses - 1));
        out.add(column::SIGNINGS, draft.signed);
        out.add(column::SPENT, draft.spent);
        out.add(column::DEAREST, draft.dearest);
        out.add(column::FREED, draft.freed);
        out.add(column::MONEY_LEFT, money);
        out.add(column::GOALLESS, counts.goalless);
        out.add(column::SHOOT_OUT_SHARE, counts.shoot_outs);
        out.add(column::DECIDED, counts.matches - counts.draws);
        out.add(column::RUN_AWAY, counts.run_away);
        let histograms: [(Bin, &[u16]); 3] = [
            (bin::TURNS, &counts.turns_per_match.0),
            (bin::GOALS, &counts.goals_per_side),
            (bin::MARGIN, &counts.margins),
        ];
        for (distribution, histogram) in histograms {
            // After one match nearly all counts are zero: they are passed over
            // eight at a time.
            for (first, counts) in (0..).step_by(8).zip(histogram.chunks(8)) {
                if counts.iter().all(|&times| times == 0) {
                    continue;
                }
                for (value, &times) in (first..).zip(counts) {
                    out.bins(distribution, value, times.into());
                }
            }
        }
        if has_table(rules.plan.format) {
            for boss in 0..bosses {
                out.bin(bin::POINTS, all_points(boss) as i32);
                let row = &season.table.rows[boss];
                out.bin(bin::DIFFERENCE, i32::from(row.scored) - i32::from(row.conceded));
            }
            if title {
                out.bin(bin::BOSS_0_PLACE, i32::from(season.places()[0]));
                out.bin(bin::CHAMPION_POINTS, all_points(usize::from(season.champion)) as i32);
            }
            if draft.ordered && title {
                let places = season.places();
                out.bin(bin::FIRST_PLACE, i32::from(places[in_order(0)]));
                out.bin(bin::LAST_PLACE, i32::from(places[in_order(bosses - 1)]));
            }
        }
        if rules.plan.format == Format::Single && counts.matches == 1 {
            out.bin(bin::SCORELINES, scoreline(i32::from(counts.scored[0]), i32::from(counts.scored[1])));
        }
        for squad in squads {
            out.bin(bin::STARS, i32::from(squad.total));
        }
        if draft.ordered && state.stopped != Some(Stopped::RoundLimit) {
            for boss in (0..bosses).filter(|&boss| result.share[boss] > 0) {
                out.bin(bin::WINNER_ORDER, 1 + i32::from(draft.place(boss as u8, rules.bosses)));
            }
        }
    }

    fn luck(_rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        state.counts.luck
    }

    fn items(_rules: &Rules) -> Vec<String> {
        words::items()
    }

    fn has_item(rules: &Rules, item: usize) -> bool {
        words::has_item(rules, item)
    }

    #[inline]
    fn item(_rules: &Rules, state: &State, chosen: Move) -> Option<u8> {
        words::item(state, chosen)
    }

    fn acts(_rules: &Rules) -> Vec<String> {
        words::ACTS.map(str::to_owned).to_vec()
    }

    fn act(_rules: &Rules, _state: &State, chosen: Move) -> Option<u8> {
        words::act(chosen)
    }

    fn standing(rules: &Rules, state: &State) -> Option<[i32; MAX_SEATS]> {
        Some(super::play::standing(rules, state))
    }

    fn tell(_rules: &Rules, view: <Self as Sight>::View<'_>, seen: &mut Seen) {
        view.tell(seen);
    }

    fn describe(rules: &Rules, state: &State, chosen: Move) -> String {
        words::describe(rules, state, chosen)
    }

    fn option(rules: &Rules, state: &State, chosen: Move) -> String {
        words::option(rules, state, chosen)
    }
}
