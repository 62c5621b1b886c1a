//! What a finished game adds to a tally, and who won it.

use super::rules::Rules;
use super::state::{State, Stopped};
use crate::chance::MAX_SEATS;
use crate::competitions::{Format, NOBODY, TitleBy};
use crate::game::{Bin, Column, Metric, Observe, Outcome, Over, Unit, WIN, distributions, scoreline};

const fn number(name: &'static str, over: Over, definition: &'static str) -> Metric {
    Metric { name, definition, over, unit: Unit::Number }
}

const fn share(name: &'static str, over: Over, definition: &'static str) -> Metric {
    Metric { name, definition, over, unit: Unit::Share }
}

const MATCHES: Over = Over::Sum(Column::at(1));
const SIDES: Over = Over::Sum(Column::at(2));
const HOME: Over = Over::Sum(Column::at(17));
const MIXED: Over = Over::Sum(Column::at(23));
const SHOOT_OUTS: Over = Over::Sum(Column::at(28));
const SUSPENDED: Over = Over::Sum(Column::at(32));
const SHORT: Over = Over::Sum(Column::at(34));
const FULL: Over = Over::Sum(Column::at(36));
const TITLES: Over = Over::Sum(Column::at(42));
const SEASONS: Over = Over::Sum(Column::at(48));
const DRAFTED: Over = Over::Sum(Column::at(50));
const STAKES: Over = Over::Sum(Column::at(51));
const SIGNINGS: Over = Over::Sum(Column::at(57));

pub(super) const METRICS: &[Metric] = &[
    number("turns-per-game", Over::Games, "turns of all Bosses in all matches of a game"),
    number("matches-per-game", Over::Games, "matches of a game, replays and title matches included"),
    number("sides-per-game", Over::Games, "sides of all matches: two each"),
    number("turns-per-match", MATCHES, "turns of both Bosses per match"),
    number("goals-per-match", MATCHES, "goals of both sides per match, shoot-outs excluded"),
    share("draw-share", MATCHES, "matches level at full time, of all matches"),
    number("shots-per-match", MATCHES, "shots of both sides per match"),
    number("saves-per-match", MATCHES, "shots that were no goals, per match"),
    number("answers-per-match", MATCHES, "shots answered with a card, last men included, per match"),
    number("yellows-per-match", MATCHES, "yellow cards of both sides per match"),
    number("reds-per-match", MATCHES, "players sent off, by two yellows or a straight red, per match"),
    number("substitutions-per-match", MATCHES, "substitutions of both sides per match"),
    number("lamps-per-match", MATCHES, "cards removed by lamping, per match"),
    number("last-men-per-match", MATCHES, "penalty kicks given away by a last man, per match"),
    share("starter-win-share", MATCHES, "matches won by the Boss who started, of all matches"),
    share("second-win-share", MATCHES, "matches won by the Boss who did not start, of all matches"),
    number("team-stars", SIDES, "stars of a team at kick-off"),
    number("home-matches-per-game", Over::Games, "matches with a home Boss"),
    share("home-win-share", HOME, "matches won by the home Boss, of those with one"),
    share("away-win-share", HOME, "matches won by the away Boss, of those with a home Boss"),
    number("goals-home", HOME, "goals of the home Boss per match with one"),
    number("goals-away", HOME, "goals of the away Boss per match with a home Boss"),
    number("home-points-used", HOME, "home advantage points used per match with a home Boss"),
    number("pro-v-elite-matches", Over::Games, "matches of a Pro squad against an Elite squad"),
    share("pro-win-share", MIXED, "of those, matches won by the Pro squad"),
    share("elite-win-share", MIXED, "of those, matches won by the Elite squad"),
    number("goals-pro", MIXED, "goals of the Pro squad in those matches"),
    number("goals-elite", MIXED, "goals of the Elite squad in those matches"),
    number("shoot-outs-per-game", Over::Games, "penalty shoot-outs"),
    number("kicks-per-shoot-out", SHOOT_OUTS, "kicks of both sides per shoot-out"),
    number("extra-hands-per-game", Over::Games, "drawn cup matches that went to an extra hand"),
    number("replays-per-game", Over::Games, "drawn cup matches that were replayed"),
    number("suspensions-per-game", Over::Games, "players missing a match through suspension"),
    number("stars-per-suspension", SUSPENDED, "stars of a suspended player"),
    number("sides-short", Over::Games, "sides that played a match with a player suspended"),
    number("points-short", SHORT, "points (win 3, draw 1) of a side with a player suspended"),
    number("sides-full", Over::Games, "sides that played a match with nobody suspended"),
    number("points-full", FULL, "points (win 3, draw 1) of a side with nobody suspended"),
    number("squad-stars", Over::Seats, "stars of a squad"),
    number("squad-stars-spread", Over::Games, "most less fewest stars among the squads of a game"),
    number("squad-strength", Over::Seats, "card value (B) of a squad, once per player"),
    number("squad-strength-spread", Over::Games, "most less least card value among the squads of a game"),
    number("titles-per-game", Over::Games, "league titles won"),
    share("title-on-points-share", TITLES, "titles decided by points"),
    share("title-on-difference-share", TITLES, "titles decided by goal difference"),
    share("title-on-tie-break-share", TITLES, "titles decided by a match for the title"),
    number("champion-points", TITLES, "league points of the Champion"),
    number("points-per-boss", Over::Seats, "league points of a Boss"),
    number("seasons-per-game", Over::Games, "seasons with both trophies won"),
    share("double-share", SEASONS, "seasons in which one Boss won both trophies"),
    number("drafts-per-game", Over::Games, "drafts with an order (lots, picks or age)"),
    number("draft-stakes", Over::Games, "sixtieths of a win at stake in games with a drafting order"),
    share(
        "first-in-order-win-share",
        STAKES,
        "wins of the Boss first in drafting order, drawn games as half",
    ),
    share("second-in-order-win-share", STAKES, "wins of the Boss second in drafting order"),
    share("last-in-order-win-share", STAKES, "wins of the Boss last in drafting order"),
    number("first-in-order-strength", DRAFTED, "card value of the squad of the Boss first in drafting order"),
    number("last-in-order-strength", DRAFTED, "card value of the squad of the Boss last in drafting order"),
    number("signings-per-game", Over::Games, "players signed for money in the scramble"),
    number("price-per-signing", SIGNINGS, "pounds paid per signing"),
    number("dearest-signing", Over::Games, "pounds paid for the dearest signing"),
    number("free-transfers-per-game", Over::Games, "players who went to the Free Transfers"),
    number("money-left", Over::Seats, "pounds a Boss did not spend in the scramble"),
];

distributions! {
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
    SCORELINES "scorelines" Scores(["Boss 0", "Boss 1"]), "matches",
        "goals of Boss 0 (at home, where somebody is) and Boss 1 in a single match, without the shoot-out";
    BOSS_0_PLACE "place-of-boss-0" Number, "games", "league place of Boss 0";
    DIFFERENCE "goal-difference" Number, "players",
        "goals for less goals against of each Boss in a league; they add up to 0";
}

pub(super) const UNFINISHED: &[&str] = &["round-limit", "shootout-cap"];

/// Whether a league table is kept, which then is the score.
const fn has_table(format: Format) -> bool {
    matches!(format, Format::League | Format::Season)
}

/// What the score counts.
pub(super) const fn score(format: Format) -> &'static str {
    if has_table(format) { "league points" } else { "goals" }
}

/// The result of a game.
///
/// A drawn single match is shared. In a season the two trophies count half a
/// win each.
pub(super) fn outcome(rules: &Rules, state: &State) -> Outcome {
    let season = &state.season;
    let league = has_table(rules.plan.format);
    let mut score = [0; MAX_SEATS];
    for (boss, score) in score.iter_mut().enumerate().take(usize::from(rules.bosses)) {
        *score = if league {
            i32::from(season.table.rows[boss].points)
        } else {
            i32::from(state.counts.scored[boss])
        };
    }
    if let Some(stopped) = state.stopped {
        return Outcome::unfinished(stopped as u8, score);
    }
    match rules.plan.format {
        Format::Single if state.winner == NOBODY => Outcome::shared(0..2, score),
        Format::Single => Outcome::won(state.winner, score),
        Format::Cup => Outcome::won(season.cup_winner, score),
        Format::League => Outcome::won(season.champion, score),
        Format::Season if season.champion == season.cup_winner => Outcome::won(season.champion, score),
        Format::Season => Outcome::shared([season.champion, season.cup_winner].into_iter(), score),
    }
}

/// Writes a finished game into the tally.
pub(super) fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
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
    let on = |by: TitleBy| i64::from(title && season.title_by == by);
    let both = rules.plan.format == Format::Season && state.stopped.is_none();
    let result = outcome(rules, state);
    let stakes = if draft.ordered && state.stopped.is_none() { i64::from(WIN) } else { 0 };
    let in_order = |place: usize| usize::from(draft.order[place]);
    let won_by = |place: usize| if stakes > 0 { i64::from(result.share[in_order(place)]) } else { 0 };
    let strength_of = |place: usize| if draft.ordered { strength(in_order(place)) } else { 0 };
    let scramble = draft.signed > 0 || draft.freed > 0;
    let money: i64 =
        if scramble { draft.money[..bosses].iter().map(|&pounds| i64::from(pounds)).sum() } else { 0 };
    let values: [i64; METRICS.len()] = [
        i64::from(counts.turns),
        i64::from(counts.matches),
        2 * i64::from(counts.matches),
        i64::from(counts.turns),
        i64::from(counts.goals),
        i64::from(counts.draws),
        i64::from(counts.shots),
        i64::from(counts.saves),
        i64::from(counts.answers),
        i64::from(counts.yellows),
        i64::from(counts.reds),
        i64::from(counts.substitutions),
        i64::from(counts.lamps),
        i64::from(counts.last_men),
        i64::from(counts.starter_wins),
        i64::from(counts.second_wins),
        i64::from(counts.team_stars),
        i64::from(counts.home_matches),
        i64::from(counts.home_wins),
        i64::from(counts.away_wins),
        i64::from(counts.home_goals),
        i64::from(counts.away_goals),
        i64::from(counts.home_used),
        i64::from(counts.mixed),
        i64::from(counts.pro_wins),
        i64::from(counts.elite_wins),
        i64::from(counts.pro_goals),
        i64::from(counts.elite_goals),
        i64::from(counts.shoot_outs),
        i64::from(counts.kicks),
        i64::from(counts.extra_hands),
        i64::from(counts.replays),
        i64::from(counts.suspended),
        i64::from(counts.suspended_stars),
        i64::from(counts.sides_short),
        i64::from(counts.points_short),
        i64::from(counts.sides_full),
        i64::from(counts.points_full),
        squads.iter().map(|squad| i64::from(squad.total)).sum(),
        spread(&|boss| i64::from(squads[boss].total)),
        (0..bosses).map(strength).sum(),
        spread(&strength),
        i64::from(title),
        on(TitleBy::Points),
        on(TitleBy::Difference),
        on(TitleBy::TieBreak),
        if title { all_points(usize::from(season.champion)) } else { 0 },
        (0..bosses).map(all_points).sum(),
        i64::from(both),
        i64::from(both && season.champion == season.cup_winner),
        i64::from(draft.ordered),
        stakes,
        won_by(0),
        won_by(1),
        won_by(bosses - 1),
        strength_of(0),
        strength_of(bosses - 1),
        i64::from(draft.signed),
        i64::from(draft.spent),
        i64::from(draft.dearest),
        i64::from(draft.freed),
        money,
    ];
    for (metric, value) in values.into_iter().enumerate() {
        if value != 0 {
            out.add(Column::at(metric), value);
        }
    }
    let histograms: [(usize, &[u16]); 3] = [
        (bin::TURNS, &counts.turns_per_match),
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
                for _ in 0..times {
                    out.bin(Bin::at(distribution), value);
                }
            }
        }
    }
    if has_table(rules.plan.format) {
        for boss in 0..bosses {
            out.bin(Bin::at(bin::POINTS), all_points(boss) as i32);
            let row = &season.table.rows[boss];
            out.bin(Bin::at(bin::DIFFERENCE), i32::from(row.scored) - i32::from(row.conceded));
        }
        if title {
            out.bin(Bin::at(bin::BOSS_0_PLACE), i32::from(season.places()[0]));
        }
        if title {
            out.bin(Bin::at(bin::CHAMPION_POINTS), all_points(usize::from(season.champion)) as i32);
        }
        if draft.ordered && title {
            let places = season.places();
            out.bin(Bin::at(bin::FIRST_PLACE), i32::from(places[in_order(0)]));
            out.bin(Bin::at(bin::LAST_PLACE), i32::from(places[in_order(bosses - 1)]));
        }
    }
    if rules.plan.format == Format::Single && counts.matches == 1 {
        out.bin(Bin::at(bin::SCORELINES), scoreline(i32::from(counts.scored[0]), i32::from(counts.scored[1])));
    }
    for squad in squads {
        out.bin(Bin::at(bin::STARS), i32::from(squad.total));
    }
    if draft.ordered && state.stopped != Some(Stopped::RoundLimit) {
        for boss in (0..bosses).filter(|&boss| result.share[boss] > 0) {
            out.bin(Bin::at(bin::WINNER_ORDER), 1 + i32::from(draft.place(boss as u8, rules.bosses)));
        }
    }
}
