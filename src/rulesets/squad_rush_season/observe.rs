//! What a finished season adds to a tally: counters kept while it is played,
//! and histograms of its matches.
//!
//! A counter of the log is a metric at the same position; the effects of the
//! officials follow, six metrics per name.

use super::state::State;
use crate::chance::MAX_SEATS;
use crate::game::{Bin, Column, Metric, Observe, Over, Unit, distributions, scoreline};

macro_rules! counters {
    ($($name:ident = $text:literal, $over:expr, $unit:ident, $definition:literal;)*) => {
        /// What a season counts; each is the metric of the same position.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Count { $($name),* }

        /// How many counters there are.
        pub const COUNTS: usize = [$(Count::$name),*].len();

        const PLAIN: [Metric; COUNTS] = [$(
            Metric { name: $text, definition: $definition, over: $over, unit: Unit::$unit }
        ),*];
    };
}

const fn per(count: Count) -> Over {
    Over::Sum(Column::at(count as usize))
}

counters! {
    Turns = "turns-per-game", Over::Games, Number, "turns of all managers, sudden death included";
    Goals = "goals-per-match", per(Count::Matches), Number, "goals of both sides, forfeits apart";
    Draws = "drawn-matches", per(Count::Matches), Share, "matches that end level, forfeits apart";
    Goalless = "goalless-matches", per(Count::Matches), Share, "matches that end 0-0";
    Matches = "matches-per-game", Over::Games, Number, "fixtures that are played, forfeits apart";
    Fixtures = "fixtures-per-game", Over::Games, Number, "fixtures, forfeited ones included";
    Sides = "sides-per-game", Over::Games, Number, "manager-fixtures: two per fixture";
    Forfeits = "forfeits", per(Count::Sides), Share, "manager-fixtures that are forfeited";
    DoubleForfeits = "double-forfeits", per(Count::Fixtures), Share, "fixtures that both sides forfeit";
    Margin = "match-margin", per(Count::Matches), Number, "goals between the sides of a match";
    PlainGoals = "goals-without-officials", per(Count::Matches), Number, "goals that the same sevens would score with no official and no INSTANT";
    PlainDraws = "draws-without-officials", per(Count::Matches), Share, "matches that the same sevens would draw with no official and no INSTANT";
    Points = "league-points", Over::Seats, Number, "league points of a manager";
    BootPoints = "golden-boot-points", Over::Games, Number, "league points from the Golden Boot, all managers";
    Wins = "wins-on-the-pitch", Over::Games, Number, "matches with a winner, forfeits apart";
    BootWins = "golden-boot-wins", per(Count::Wins), Share, "wins on the pitch that earn the Golden Boot";
    Decided = "decided-seasons", Over::Games, Share, "seasons with a winner";
    BootDecides = "cups-changed-by-golden-boot", per(Count::Decided), Share, "cups for which other managers would have led the table without Golden Boot points";
    ChampionPoints = "points-of-the-champion", per(Count::Decided), Number, "league points of the cup winner";
    ChampionLead = "lead-of-the-champion", per(Count::Decided), Number, "league points of the cup winner above the best other manager";
    ByPoints = "cups-won-on-points", per(Count::Decided), Share, "cups decided by league points";
    ByDifference = "cups-won-on-goal-difference", per(Count::Decided), Share, "cups decided by tie-break 1";
    ByGoals = "cups-won-on-goals-scored", per(Count::Decided), Share, "cups decided by tie-break 2";
    BySentOff = "cups-won-on-cards-sent-off", per(Count::Decided), Share, "cups decided by tie-break 3";
    BySuddenDeath = "cups-won-in-sudden-death", per(Count::Decided), Share, "cups decided by tie-break 4";
    SuddenDeaths = "sudden-deaths", Over::Games, Share, "seasons that go to sudden death";
    SuddenTurns = "sudden-death-turns", per(Count::SuddenDeaths), Number, "turns of a sudden death, all managers";
    Matchdays = "matchdays-per-game", Over::Games, Number, "matchdays played";
    Capped = "capped-matchdays", per(Count::Matchdays), Share, "matchdays whose build phase hits the turn cap";
    Calls = "calls-per-matchday", per(Count::Matchdays), Share, "matchdays in which somebody calls full time";
    FirstDayTurns = "turns-of-matchday-1", Over::Games, Number, "turns of all managers in matchday 1";
    FirstCalls = "first-calls", Over::Games, Share, "seasons with a call in matchday 1";
    FirstCallTurn = "first-call-turn", per(Count::FirstCalls), Number, "own turns of the caller of matchday 1 up to the call";
    LaterCalls = "later-calls", Over::Games, Number, "calls in matchday 2 and later";
    LaterCallTurn = "later-call-turn", per(Count::LaterCalls), Number, "own turns of the caller in the matchday up to the call, matchday 2 and later";
    InstantCalls = "calls-in-the-first-turn", per(Count::LaterCalls), Share, "later calls made at the end of the matchday's very first turn";
    RepeatCalls = "repeat-callers", per(Count::LaterCalls), Share, "later calls by the manager who made the call before";
    CallerPoints = "points-of-callers", per(Count::Calls), Number, "league points of the caller in the matchday called";
    CallerForfeits = "forfeits-of-callers", per(Count::Calls), Share, "callers whose seven is broken before the matches";
    FirstCallerWins = "cups-of-the-first-caller", per(Count::Decided), Share, "cups won by the caller of matchday 1";
    StarterWins = "cups-of-the-first-starter", per(Count::Decided), Share, "cups won by the manager who began matchday 1";
    Sevens = "sevens-per-game", Over::Games, Number, "sevens that score a match, two per match";
    PureSevens = "pure-sevens", per(Count::Sevens), Share, "scoring sevens of at most one nation";
    SevenNations = "nations-per-seven", per(Count::Sevens), Number, "nations in a scoring seven";
    SevenSubs = "super-subs-per-seven", per(Count::Sevens), Number, "Super Subs in a scoring seven";
    SevenStars = "sevens-with-the-star", per(Count::Sevens), Share, "scoring sevens whose star may earn the Golden Boot";
    SevenDefence = "defence-per-seven", per(Count::Sevens), Number, "Defence after bookings and chemistry, with no official; a negative one counts 0";
    SevenAttack = "attack-per-seven", per(Count::Sevens), Number, "Attack after bookings and chemistry, with no official; a negative one counts 0";
    SevenBooked = "booked-cards-per-seven", per(Count::Sevens), Number, "booked cards in a scoring seven";
    PitchCards = "cards-on-a-pitch", per(Count::Sevens), Number, "cards on the pitch of a side when its match is scored";
    PureMixed = "pure-v-mixed-matches", Over::Games, Number, "matches of a seven of at most one nation against a seven of several";
    PureWins = "pure-wins-against-mixed", per(Count::PureMixed), Share, "of those, won by the one-nation side";
    PureDraws = "pure-draws-against-mixed", per(Count::PureMixed), Share, "of those, drawn";
    Favoured = "matches-with-a-favourite", per(Count::Matches), Share, "matches in which one side's Attack + Defence is higher";
    Upsets = "upsets", per(Count::Favoured), Share, "of those, won by the other side";
    FavouriteWins = "wins-of-the-favourite", per(Count::Favoured), Share, "of those, won by the favourite";
    Changed = "results-changed", per(Count::Matches), Share, "matches whose winner or draw differs from that of the same sevens with no official and no INSTANT";
    Tackles = "tackles-played", Over::Games, Number, "Tackles aimed at a card, a double-Tackle counting its targets";
    Tackled = "cards-tackled", Over::Games, Number, "cards that a Tackle takes off a pitch";
    Yellows = "yellows-played", Over::Games, Number, "Yellow cards played";
    Reds = "reds-played", Over::Games, Number, "Red cards played";
    Bookings = "bookings", Over::Games, Number, "booking markers placed";
    SentOff = "cards-sent-off", Over::Games, Number, "cards sent off in the season";
    Shrugs = "yellows-shrugged-off", Over::Games, Number, "Yellows that a captain shrugs off";
    PlayOnSaves = "tackles-cancelled", per(Count::Tackles), Share, "Tackles cancelled by PLAY ON";
    VarSaves = "cards-cancelled-by-var", Over::Games, Number, "Yellows and Reds cancelled by VAR REVIEW";
    OffsideSaves = "players-flagged-offside", Over::Games, Number, "forwards sent back to hand by OFFSIDE!";
    Counters = "instants-countered", Over::Games, Number, "INSTANTs cancelled by PLAY ON in the build phase";
    BuildReferees = "referees-played", Over::Games, Number, "referee cards played as an action";
    DramaCards = "instants-in-matches", per(Count::Matches), Number, "INSTANTs played by both sides of a match (drama)";
    DramaCancels = "officials-cancelled", per(Count::Matches), Share, "matches whose official is cancelled by PLAY ON (drama)";
    Swaps = "match-substitutions", Over::Games, Number, "cards exchanged under a SUBSTITUTION official";
    Restarts = "match-restart-plays", Over::Games, Number, "cards played under a QUICK RESTART official";
    Plays = "cards-played", Over::Games, Number, "players and Super Subs put on pitches";
    Passes = "passes", per(Count::Turns), Number, "actions passed, per turn";
    Discards = "hand-limit-discards", Over::Games, Number, "cards discarded down to the hand limit";
    Reshuffles = "reshuffles", Over::Games, Number, "times the discard pile becomes or joins the deck";
    DryDraws = "draws-skipped", Over::Games, Number, "draws skipped because deck and discard pile are empty";
    ThinResets = "thin-resets", Over::Games, Number, "matchday resets that shuffle the discard pile in";
    NoOfficial = "matches-short-of-an-official", per(Count::Matches), Share, "matches without an official because no referee card is left";
}

/// Metrics per official.
pub const EFFECTS: usize = 6;
/// Officials, and "none" at the end.
pub const OFFICIALS: usize = 12;
const METRIC_COUNT: usize = COUNTS + EFFECTS * OFFICIALS;

macro_rules! effects {
    ($($name:literal),*) => {{
        let mut index = COUNTS;
        [$({
            let matches = index;
            index += EFFECTS;
            let _ = index;
            [
                Metric {
                    name: concat!("matches-", $name),
                    definition: concat!("matches ", $name, ", per game"),
                    over: Over::Games,
                    unit: Unit::Number,
                },
                Metric {
                    name: concat!("goals-", $name),
                    definition: concat!("goals of both sides per match ", $name),
                    over: Over::Sum(Column::at(matches)),
                    unit: Unit::Number,
                },
                Metric {
                    name: concat!("draws-", $name),
                    definition: concat!("share of the matches ", $name, " that are drawn"),
                    over: Over::Sum(Column::at(matches)),
                    unit: Unit::Share,
                },
                Metric {
                    name: concat!("upsets-", $name),
                    definition: concat!("share of the matches ", $name, " won by the side with the lower Attack + Defence"),
                    over: Over::Sum(Column::at(matches)),
                    unit: Unit::Share,
                },
                Metric {
                    name: concat!("favourite-wins-", $name),
                    definition: concat!("share of the matches ", $name, " won by the side with the higher Attack + Defence"),
                    over: Over::Sum(Column::at(matches)),
                    unit: Unit::Share,
                },
                Metric {
                    name: concat!("results-changed-", $name),
                    definition: concat!("share of the matches ", $name, " with another winner or draw than the same sevens without official and INSTANTs"),
                    over: Over::Sum(Column::at(matches)),
                    unit: Unit::Share,
                },
            ]
        }),*]
    }};
}

const BY_OFFICIAL: [[Metric; EFFECTS]; OFFICIALS] = effects!(
    "under-added-time",
    "under-var-review",
    "under-offside",
    "under-play-on",
    "under-substitution",
    "under-quick-restart",
    "under-set-piece",
    "under-the-wall",
    "under-reverse",
    "under-full-time-whistle",
    "under-overturned",
    "without-official"
);

/// All metrics: the counters, then six per official.
pub const METRICS: [Metric; METRIC_COUNT] = {
    let mut all = [PLAIN[0]; METRIC_COUNT];
    let mut index = 0;
    while index < COUNTS {
        all[index] = PLAIN[index];
        index += 1;
    }
    while index < METRIC_COUNT {
        all[index] = BY_OFFICIAL[(index - COUNTS) / EFFECTS][(index - COUNTS) % EFFECTS];
        index += 1;
    }
    all
};

distributions! {
    TURNS "turns" Length, "games", "turns of a season, all managers";
    GOALS "goals-per-side" Number, "sides", "goals of one side in one match, forfeits apart";
    POINTS "points-per-seat" Number, "players", "league points of one manager";
    MARGIN "match-margin" Number, "matches", "goals between the sides of a match, forfeits apart";
    NATIONS "nations-per-seven" Number, "sevens", "nations in a scoring seven";
    FIRST_CALL "first-call-turn" Number, "games", "own turns of the caller of matchday 1 up to the call";
    CHAMPION_LEAD "champion-lead" Number, "games",
        "league points between the cup winner and the best other manager";
    SCORELINES "scorelines" Scores(["the side named first", "the other side"]), "matches",
        "goals of the manager named first in a fixture and of the other, forfeits apart";
}

/// What each seat drew better than average, less the mean of its rivals.
#[must_use]
pub fn luck(state: &State, seats: usize) -> [i32; MAX_SEATS] {
    let own = &state.luck[..seats];
    let (all, rivals) = (own.iter().sum::<i32>(), seats as i32 - 1);
    let mut luck = [0; MAX_SEATS];
    for (luck, &own) in luck.iter_mut().zip(own) {
        *luck = own - (all - own) / rivals;
    }
    luck
}

/// Writes a finished season into a tally.
pub fn observe<O: Observe>(state: &State, seats: usize, out: &mut O) {
    let log = &state.log;
    for (metric, &count) in log.counts.iter().enumerate() {
        if count != 0 {
            out.add(Column::at(metric), i64::from(count));
        }
    }
    for (metric, &count) in log.officials.as_flattened().iter().enumerate() {
        if count != 0 {
            out.add(Column::at(COUNTS + metric), i64::from(count));
        }
    }
    out.bin(Bin::at(bin::TURNS), i32::from(log.counts[Count::Turns as usize]));
    for result in &log.results[..usize::from(log.result_count)] {
        out.bin(Bin::at(bin::GOALS), i32::from(result[0]));
        out.bin(Bin::at(bin::GOALS), i32::from(result[1]));
        out.bin(Bin::at(bin::MARGIN), i32::from(result[0].abs_diff(result[1])));
        out.bin(Bin::at(bin::SCORELINES), scoreline(i32::from(result[0]), i32::from(result[1])));
    }
    for row in &state.table[..seats] {
        out.bin(Bin::at(bin::POINTS), i32::from(row.points));
    }
    for (nations, &count) in log.nations.iter().enumerate() {
        for _ in 0..count {
            out.bin(Bin::at(bin::NATIONS), nations as i32);
        }
    }
    if log.counts[Count::FirstCalls as usize] > 0 {
        out.bin(Bin::at(bin::FIRST_CALL), i32::from(log.counts[Count::FirstCallTurn as usize]));
    }
    if log.counts[Count::Decided as usize] > 0 {
        out.bin(Bin::at(bin::CHAMPION_LEAD), i32::from(log.counts[Count::ChampionLead as usize] as i16));
    }
}
