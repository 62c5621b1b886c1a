//! What a finished season adds to a tally: counters kept while it is played,
//! one per metric, and histograms of its matches.

use super::moves::Move;
use super::rules::Rules;
use super::state::State;
use super::{SquadRushSeason, words};
use crate::chance::MAX_SEATS;
use crate::columns;
use crate::game::{Column, Observe, Play, Record, Seen, Sight, Tables, scoreline};

columns! {
    spelled &[("var", "VAR")];
    metrics {
        TURNS "turns-per-game" Number per game, "turns of all managers, sudden death included";
        GOALS "goals-per-match" Number per MATCHES, "goals of both sides, forfeits apart";
        DRAWS "drawn-matches" Share per MATCHES, "matches that end level, forfeits apart";
        GOALLESS "goalless-matches" Share per MATCHES, "matches that end 0-0";
        MATCHES "matches-per-game" Number per game, "fixtures that are played, forfeits apart";
        FIXTURES "fixtures-per-game" Number per game, "fixtures, forfeited ones included";
        SIDES "sides-per-game" Number per game, "manager-fixtures: two per fixture";
        FORFEITS "forfeits" Share per SIDES, "manager-fixtures that are forfeited";
        DOUBLE_FORFEITS "double-forfeits" Share per FIXTURES, "fixtures that both sides forfeit";
        MARGIN "match-margin" Number per MATCHES, "goals between the sides of a match";
        PLAIN_GOALS "goals-without-officials" Number per MATCHES,
            "goals that the same sevens would score with no official and no INSTANT";
        PLAIN_DRAWS "draws-without-officials" Share per MATCHES,
            "matches that the same sevens would draw with no official and no INSTANT";
        POINTS "league-points" Number per seat, "league points of a manager";
        BOOT_POINTS "golden-boot-points" Number per game, "league points from the Golden Boot, all managers";
        WINS "wins-on-the-pitch" Number per game, "matches with a winner, forfeits apart";
        BOOT_WINS "golden-boot-wins" Share per WINS, "wins on the pitch that earn the Golden Boot";
        DECIDED "decided-seasons" Share per game, "seasons with a winner";
        BOOT_DECIDES "cups-changed-by-golden-boot" Share per DECIDED,
            "cups for which other managers would have led the table without Golden Boot points";
        CHAMPION_POINTS "points-of-the-champion" Number per DECIDED, "league points of the cup winner";
        CHAMPION_LEAD "lead-of-the-champion" Number per DECIDED,
            "league points of the cup winner above the best other manager";
        BY_POINTS "cups-won-on-points" Share per DECIDED, "cups decided by league points";
        BY_DIFFERENCE "cups-won-on-goal-difference" Share per DECIDED, "cups decided by tie-break 1";
        BY_GOALS "cups-won-on-goals-scored" Share per DECIDED, "cups decided by tie-break 2";
        BY_SENT_OFF "cups-won-on-cards-sent-off" Share per DECIDED, "cups decided by tie-break 3";
        BY_SUDDEN_DEATH "cups-won-in-sudden-death" Share per DECIDED, "cups decided by tie-break 4";
        SUDDEN_DEATHS "sudden-deaths" Share per game, "seasons that go to sudden death";
        SUDDEN_TURNS "sudden-death-turns" Number per SUDDEN_DEATHS, "turns of a sudden death, all managers";
        MATCHDAYS "matchdays-per-game" Number per game, "matchdays played";
        CAPPED "capped-matchdays" Share per MATCHDAYS, "matchdays whose build phase hits the turn cap";
        CALLS "calls-per-matchday" Share per MATCHDAYS, "matchdays in which somebody calls full time";
        FIRST_DAY_TURNS "turns-of-matchday-1" Number per game, "turns of all managers in matchday 1";
        FIRST_CALLS "first-calls" Share per game, "seasons with a call in matchday 1";
        FIRST_CALL_TURN "first-call-turn" Number per FIRST_CALLS,
            "own turns of the caller of matchday 1 up to the call";
        LATER_CALLS "later-calls" Number per game, "calls in matchday 2 and later";
        LATER_CALL_TURN "later-call-turn" Number per LATER_CALLS,
            "own turns of the caller in the matchday up to the call, matchday 2 and later";
        INSTANT_CALLS "calls-in-the-first-turn" Share per LATER_CALLS,
            "later calls made at the end of the matchday's very first turn";
        REPEAT_CALLS "repeat-callers" Share per LATER_CALLS,
            "later calls by the manager who made the call before";
        CALLER_POINTS "points-of-callers" Number per CALLS,
            "league points of the caller in the matchday called";
        CALLER_FORFEITS "forfeits-of-callers" Share per CALLS,
            "callers whose seven is broken before the matches";
        FIRST_CALLER_WINS "cups-of-the-first-caller" Share per DECIDED, "cups won by the caller of matchday 1";
        STARTER_WINS "cups-of-the-first-starter" Share per DECIDED,
            "cups won by the manager who began matchday 1";
        SEVENS "sevens-per-game" Number per game, "sevens that score a match, two per match";
        PURE_SEVENS "pure-sevens" Share per SEVENS, "scoring sevens of at most one nation";
        SEVEN_NATIONS "nations-per-seven" Number per SEVENS, "nations in a scoring seven";
        SEVEN_SUBS "super-subs-per-seven" Number per SEVENS, "Super Subs in a scoring seven";
        SEVEN_STARS "sevens-with-the-star" Share per SEVENS,
            "scoring sevens whose star may earn the Golden Boot";
        SEVEN_DEFENCE "defence-per-seven" Number per SEVENS,
            "Defence after bookings and chemistry, with no official; a negative one counts 0";
        SEVEN_ATTACK "attack-per-seven" Number per SEVENS,
            "Attack after bookings and chemistry, with no official; a negative one counts 0";
        SEVEN_BOOKED "booked-cards-per-seven" Number per SEVENS, "booked cards in a scoring seven";
        PITCH_CARDS "cards-on-a-pitch" Number per SEVENS,
            "cards on the pitch of a side when its match is scored";
        PURE_MIXED "pure-v-mixed-matches" Number per game,
            "matches of a seven of at most one nation against a seven of several";
        PURE_WINS "pure-wins-against-mixed" Share per PURE_MIXED, "of those, won by the one-nation side";
        PURE_DRAWS "pure-draws-against-mixed" Share per PURE_MIXED, "of those, drawn";
        FAVOURED "matches-with-a-favourite" Share per MATCHES,
            "matches in which one side's Attack + Defence is higher";
        UPSETS "upsets" Share per FAVOURED, "of those, won by the other side";
        FAVOURITE_WINS "wins-of-the-favourite" Share per FAVOURED, "of those, won by the favourite";
        CHANGED "results-changed" Share per MATCHES,
            "matches whose winner or draw differs from that of the same sevens with no official and no INSTANT";
        TACKLES "tackles-played" Number per game,
            "Tackles aimed at a card, a double-Tackle counting its targets";
        TACKLED "cards-tackled" Number per game, "cards that a Tackle takes off a pitch";
        YELLOWS "yellows-played" Number per game, "Yellow cards played";
        REDS "reds-played" Number per game, "Red cards played";
        BOOKINGS "bookings" Number per game, "booking markers placed";
        SENT_OFF "cards-sent-off" Number per game, "cards sent off in the season";
        SHRUGS "yellows-shrugged-off" Number per game, "Yellows that a captain shrugs off";
        PLAY_ON_SAVES "tackles-cancelled" Share per TACKLES, "Tackles cancelled by PLAY ON";
        VAR_SAVES "cards-cancelled-by-var" Number per game, "Yellows and Reds cancelled by VAR REVIEW";
        OFFSIDE_SAVES "players-flagged-offside" Number per game, "forwards sent back to hand by OFFSIDE!";
        COUNTERS "instants-countered" Number per game, "INSTANTs cancelled by PLAY ON in the build phase";
        BUILD_REFEREES "referees-played" Number per game, "referee cards played as an action";
        DRAMA_CARDS "instants-in-matches" Number per MATCHES,
            "INSTANTs played by both sides of a match (drama)";
        DRAMA_CANCELS "officials-cancelled" Share per MATCHES,
            "matches whose official is cancelled by PLAY ON (drama)";
        SWAPS "match-substitutions" Number per game, "cards exchanged under a SUBSTITUTION official";
        RESTARTS "match-restart-plays" Number per game, "cards played under a QUICK RESTART official";
        PLAYS "cards-played" Number per game, "players and Super Subs put on pitches";
        PASSES "passes" Number per TURNS, "actions passed, per turn";
        DISCARDS "hand-limit-discards" Number per game, "cards discarded down to the hand limit";
        RESHUFFLES "reshuffles" Number per game, "times the discard pile becomes or joins the deck";
        DRY_DRAWS "draws-skipped" Number per game, "draws skipped because deck and discard pile are empty";
        THIN_RESETS "thin-resets" Number per game, "matchday resets that shuffle the discard pile in";
        NO_OFFICIAL "matches-short-of-an-official" Share per MATCHES,
            "matches without an official because no referee card is left";
        // Per official, in the order of `Official`, and without one: six each, in
        // the order of `Effects`.
        MATCHES_UNDER_ADDED_TIME "matches-under-added-time" Number per game,
            "matches under-added-time, per game";
        GOALS_UNDER_ADDED_TIME "goals-under-added-time" Number per MATCHES_UNDER_ADDED_TIME,
            "goals of both sides per match under-added-time";
        DRAWS_UNDER_ADDED_TIME "draws-under-added-time" Share per MATCHES_UNDER_ADDED_TIME,
            "share of the matches under-added-time that are drawn";
        UPSETS_UNDER_ADDED_TIME "upsets-under-added-time" Share per MATCHES_UNDER_ADDED_TIME,
            "share of the matches under-added-time won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_ADDED_TIME "favourite-wins-under-added-time" Share per MATCHES_UNDER_ADDED_TIME,
            "share of the matches under-added-time won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_ADDED_TIME "results-changed-under-added-time" Share per MATCHES_UNDER_ADDED_TIME,
            "share of the matches under-added-time with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_VAR_REVIEW "matches-under-var-review" Number per game,
            "matches under-var-review, per game";
        GOALS_UNDER_VAR_REVIEW "goals-under-var-review" Number per MATCHES_UNDER_VAR_REVIEW,
            "goals of both sides per match under-var-review";
        DRAWS_UNDER_VAR_REVIEW "draws-under-var-review" Share per MATCHES_UNDER_VAR_REVIEW,
            "share of the matches under-var-review that are drawn";
        UPSETS_UNDER_VAR_REVIEW "upsets-under-var-review" Share per MATCHES_UNDER_VAR_REVIEW,
            "share of the matches under-var-review won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_VAR_REVIEW "favourite-wins-under-var-review" Share per MATCHES_UNDER_VAR_REVIEW,
            "share of the matches under-var-review won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_VAR_REVIEW "results-changed-under-var-review" Share per MATCHES_UNDER_VAR_REVIEW,
            "share of the matches under-var-review with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_OFFSIDE "matches-under-offside" Number per game, "matches under-offside, per game";
        GOALS_UNDER_OFFSIDE "goals-under-offside" Number per MATCHES_UNDER_OFFSIDE,
            "goals of both sides per match under-offside";
        DRAWS_UNDER_OFFSIDE "draws-under-offside" Share per MATCHES_UNDER_OFFSIDE,
            "share of the matches under-offside that are drawn";
        UPSETS_UNDER_OFFSIDE "upsets-under-offside" Share per MATCHES_UNDER_OFFSIDE,
            "share of the matches under-offside won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_OFFSIDE "favourite-wins-under-offside" Share per MATCHES_UNDER_OFFSIDE,
            "share of the matches under-offside won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_OFFSIDE "results-changed-under-offside" Share per MATCHES_UNDER_OFFSIDE,
            "share of the matches under-offside with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_PLAY_ON "matches-under-play-on" Number per game, "matches under-play-on, per game";
        GOALS_UNDER_PLAY_ON "goals-under-play-on" Number per MATCHES_UNDER_PLAY_ON,
            "goals of both sides per match under-play-on";
        DRAWS_UNDER_PLAY_ON "draws-under-play-on" Share per MATCHES_UNDER_PLAY_ON,
            "share of the matches under-play-on that are drawn";
        UPSETS_UNDER_PLAY_ON "upsets-under-play-on" Share per MATCHES_UNDER_PLAY_ON,
            "share of the matches under-play-on won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_PLAY_ON "favourite-wins-under-play-on" Share per MATCHES_UNDER_PLAY_ON,
            "share of the matches under-play-on won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_PLAY_ON "results-changed-under-play-on" Share per MATCHES_UNDER_PLAY_ON,
            "share of the matches under-play-on with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_SUBSTITUTION "matches-under-substitution" Number per game,
            "matches under-substitution, per game";
        GOALS_UNDER_SUBSTITUTION "goals-under-substitution" Number per MATCHES_UNDER_SUBSTITUTION,
            "goals of both sides per match under-substitution";
        DRAWS_UNDER_SUBSTITUTION "draws-under-substitution" Share per MATCHES_UNDER_SUBSTITUTION,
            "share of the matches under-substitution that are drawn";
        UPSETS_UNDER_SUBSTITUTION "upsets-under-substitution" Share per MATCHES_UNDER_SUBSTITUTION,
            "share of the matches under-substitution won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_SUBSTITUTION "favourite-wins-under-substitution" Share per MATCHES_UNDER_SUBSTITUTION,
            "share of the matches under-substitution won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_SUBSTITUTION "results-changed-under-substitution" Share per MATCHES_UNDER_SUBSTITUTION,
            "share of the matches under-substitution with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_QUICK_RESTART "matches-under-quick-restart" Number per game,
            "matches under-quick-restart, per game";
        GOALS_UNDER_QUICK_RESTART "goals-under-quick-restart" Number per MATCHES_UNDER_QUICK_RESTART,
            "goals of both sides per match under-quick-restart";
        DRAWS_UNDER_QUICK_RESTART "draws-under-quick-restart" Share per MATCHES_UNDER_QUICK_RESTART,
            "share of the matches under-quick-restart that are drawn";
        UPSETS_UNDER_QUICK_RESTART "upsets-under-quick-restart" Share per MATCHES_UNDER_QUICK_RESTART,
            "share of the matches under-quick-restart won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_QUICK_RESTART "favourite-wins-under-quick-restart" Share per MATCHES_UNDER_QUICK_RESTART,
            "share of the matches under-quick-restart won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_QUICK_RESTART "results-changed-under-quick-restart" Share per MATCHES_UNDER_QUICK_RESTART,
            "share of the matches under-quick-restart with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_SET_PIECE "matches-under-set-piece" Number per game, "matches under-set-piece, per game";
        GOALS_UNDER_SET_PIECE "goals-under-set-piece" Number per MATCHES_UNDER_SET_PIECE,
            "goals of both sides per match under-set-piece";
        DRAWS_UNDER_SET_PIECE "draws-under-set-piece" Share per MATCHES_UNDER_SET_PIECE,
            "share of the matches under-set-piece that are drawn";
        UPSETS_UNDER_SET_PIECE "upsets-under-set-piece" Share per MATCHES_UNDER_SET_PIECE,
            "share of the matches under-set-piece won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_SET_PIECE "favourite-wins-under-set-piece" Share per MATCHES_UNDER_SET_PIECE,
            "share of the matches under-set-piece won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_SET_PIECE "results-changed-under-set-piece" Share per MATCHES_UNDER_SET_PIECE,
            "share of the matches under-set-piece with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_THE_WALL "matches-under-the-wall" Number per game, "matches under-the-wall, per game";
        GOALS_UNDER_THE_WALL "goals-under-the-wall" Number per MATCHES_UNDER_THE_WALL,
            "goals of both sides per match under-the-wall";
        DRAWS_UNDER_THE_WALL "draws-under-the-wall" Share per MATCHES_UNDER_THE_WALL,
            "share of the matches under-the-wall that are drawn";
        UPSETS_UNDER_THE_WALL "upsets-under-the-wall" Share per MATCHES_UNDER_THE_WALL,
            "share of the matches under-the-wall won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_THE_WALL "favourite-wins-under-the-wall" Share per MATCHES_UNDER_THE_WALL,
            "share of the matches under-the-wall won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_THE_WALL "results-changed-under-the-wall" Share per MATCHES_UNDER_THE_WALL,
            "share of the matches under-the-wall with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_REVERSE "matches-under-reverse" Number per game, "matches under-reverse, per game";
        GOALS_UNDER_REVERSE "goals-under-reverse" Number per MATCHES_UNDER_REVERSE,
            "goals of both sides per match under-reverse";
        DRAWS_UNDER_REVERSE "draws-under-reverse" Share per MATCHES_UNDER_REVERSE,
            "share of the matches under-reverse that are drawn";
        UPSETS_UNDER_REVERSE "upsets-under-reverse" Share per MATCHES_UNDER_REVERSE,
            "share of the matches under-reverse won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_REVERSE "favourite-wins-under-reverse" Share per MATCHES_UNDER_REVERSE,
            "share of the matches under-reverse won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_REVERSE "results-changed-under-reverse" Share per MATCHES_UNDER_REVERSE,
            "share of the matches under-reverse with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_FULL_TIME_WHISTLE "matches-under-full-time-whistle" Number per game,
            "matches under-full-time-whistle, per game";
        GOALS_UNDER_FULL_TIME_WHISTLE "goals-under-full-time-whistle" Number per MATCHES_UNDER_FULL_TIME_WHISTLE,
            "goals of both sides per match under-full-time-whistle";
        DRAWS_UNDER_FULL_TIME_WHISTLE "draws-under-full-time-whistle" Share per MATCHES_UNDER_FULL_TIME_WHISTLE,
            "share of the matches under-full-time-whistle that are drawn";
        UPSETS_UNDER_FULL_TIME_WHISTLE "upsets-under-full-time-whistle" Share per MATCHES_UNDER_FULL_TIME_WHISTLE,
            "share of the matches under-full-time-whistle won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_FULL_TIME_WHISTLE "favourite-wins-under-full-time-whistle" Share per MATCHES_UNDER_FULL_TIME_WHISTLE,
            "share of the matches under-full-time-whistle won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_FULL_TIME_WHISTLE "results-changed-under-full-time-whistle" Share per MATCHES_UNDER_FULL_TIME_WHISTLE,
            "share of the matches under-full-time-whistle with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_UNDER_OVERTURNED "matches-under-overturned" Number per game,
            "matches under-overturned, per game";
        GOALS_UNDER_OVERTURNED "goals-under-overturned" Number per MATCHES_UNDER_OVERTURNED,
            "goals of both sides per match under-overturned";
        DRAWS_UNDER_OVERTURNED "draws-under-overturned" Share per MATCHES_UNDER_OVERTURNED,
            "share of the matches under-overturned that are drawn";
        UPSETS_UNDER_OVERTURNED "upsets-under-overturned" Share per MATCHES_UNDER_OVERTURNED,
            "share of the matches under-overturned won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_UNDER_OVERTURNED "favourite-wins-under-overturned" Share per MATCHES_UNDER_OVERTURNED,
            "share of the matches under-overturned won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_UNDER_OVERTURNED "results-changed-under-overturned" Share per MATCHES_UNDER_OVERTURNED,
            "share of the matches under-overturned with another winner or draw than the same sevens without official and INSTANTs";
        MATCHES_WITHOUT_OFFICIAL "matches-without-official" Number per game,
            "matches without-official, per game";
        GOALS_WITHOUT_OFFICIAL "goals-without-official" Number per MATCHES_WITHOUT_OFFICIAL,
            "goals of both sides per match without-official";
        DRAWS_WITHOUT_OFFICIAL "draws-without-official" Share per MATCHES_WITHOUT_OFFICIAL,
            "share of the matches without-official that are drawn";
        UPSETS_WITHOUT_OFFICIAL "upsets-without-official" Share per MATCHES_WITHOUT_OFFICIAL,
            "share of the matches without-official won by the side with the lower Attack + Defence";
        FAVOURITE_WINS_WITHOUT_OFFICIAL "favourite-wins-without-official" Share per MATCHES_WITHOUT_OFFICIAL,
            "share of the matches without-official won by the side with the higher Attack + Defence";
        RESULTS_CHANGED_WITHOUT_OFFICIAL "results-changed-without-official" Share per MATCHES_WITHOUT_OFFICIAL,
            "share of the matches without-official with another winner or draw than the same sevens without official and INSTANTs";
        RUN_AWAY "run-away-share" Share per DECIDED,
            "seasons with a winner that led the table alone from a matchday before half of the turns on";
    }
    distributions {
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
    health {
        Goalless GOALLESS;
        TieBreak SUDDEN_DEATHS;
        RunAway RUN_AWAY;
        Struck CAPPED;
    }
}

/// What a season counts: each metric in its place.
pub type Counts = [u16; TABLES.metrics.len()];

/// What one match adds to the metrics of its official.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a metric of its own")]
pub struct Effects {
    /// Goals of both sides.
    pub goals: u16,
    /// Whether it is drawn.
    pub drawn: bool,
    /// Whether the side with the lower Attack + Defence wins.
    pub upset: bool,
    /// Whether the side with the higher Attack + Defence wins.
    pub favourite: bool,
    /// Whether the same sevens without official and INSTANTs end otherwise.
    pub changed: bool,
}

impl Effects {
    /// Adds a match under the official at this place of [`Official::ALL`], or
    /// without one at [`Official::COUNT`].
    ///
    /// [`Official::ALL`]: super::cards::Official::ALL
    /// [`Official::COUNT`]: super::cards::Official::COUNT
    pub fn count(self, official: usize, counts: &mut Counts) {
        let Self { goals, drawn, upset, favourite, changed } = self;
        let amounts = [1, goals, drawn.into(), upset.into(), favourite.into(), changed.into()];
        let first = column::MATCHES_UNDER_ADDED_TIME.place() + official * amounts.len();
        for (count, amount) in counts[first..].iter_mut().zip(amounts) {
            *count += amount;
        }
    }
}

impl Record for SquadRushSeason {
    const TABLES: Tables = TABLES;

    fn observe<O: Observe>(rules: &Rules, state: &State, out: &mut O) {
        let (log, seats) = (&state.log, usize::from(rules.managers));
        for (place, &count) in log.counts.iter().enumerate().filter(|(_, count)| **count != 0) {
            out.add(Column::at(place), count);
        }
        out.bin(bin::TURNS, i32::from(log.counts[column::TURNS.place()]));
        for result in &log.results[..usize::from(log.result_count)] {
            out.bin(bin::GOALS, i32::from(result[0]));
            out.bin(bin::GOALS, i32::from(result[1]));
            out.bin(bin::MARGIN, i32::from(result[0].abs_diff(result[1])));
            out.bin(bin::SCORELINES, scoreline(i32::from(result[0]), i32::from(result[1])));
        }
        for row in &state.table[..seats] {
            out.bin(bin::POINTS, i32::from(row.points));
        }
        for (nations, &count) in log.nations.iter().enumerate() {
            out.bins(bin::NATIONS, nations as i32, count.into());
        }
        if log.counts[column::FIRST_CALLS.place()] > 0 {
            out.bin(bin::FIRST_CALL, i32::from(log.counts[column::FIRST_CALL_TURN.place()]));
        }
        if log.counts[column::DECIDED.place()] > 0 {
            out.bin(bin::CHAMPION_LEAD, i32::from(log.counts[column::CHAMPION_LEAD.place()] as i16));
        }
    }

    // What each seat drew better than average, less the mean of its rivals.
    fn luck(rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        let seats = usize::from(rules.managers);
        let own = &state.luck[..seats];
        let (all, rivals) = (own.iter().sum::<i32>(), seats as i32 - 1);
        let mut luck = [0; MAX_SEATS];
        for (luck, &own) in luck.iter_mut().zip(own) {
            *luck = own - (all - own) / rivals;
        }
        luck
    }

    fn items(rules: &Rules) -> Vec<String> {
        words::items(rules)
    }

    fn has_item(rules: &Rules, item: usize) -> bool {
        rules.derby || item != words::DOUBLE_TACKLE
    }

    #[inline]
    fn item(_rules: &Rules, state: &State, chosen: Move) -> Option<u8> {
        words::item(state, chosen)
    }

    fn acts(_rules: &Rules) -> Vec<String> {
        words::ACTS.map(|(_, name)| name.to_owned()).to_vec()
    }

    fn act(_rules: &Rules, _state: &State, chosen: Move) -> Option<u8> {
        words::ACTS.iter().position(|&(kind, _)| kind == chosen.kind()).map(|at| at as u8)
    }

    fn standing(rules: &Rules, state: &State) -> Option<[i32; MAX_SEATS]> {
        Some(Self::outcome(rules, state).score)
    }

    fn tell(_rules: &Rules, view: <Self as Sight>::View<'_>, seen: &mut Seen) {
        view.tell(seen);
    }

    fn describe(rules: &Rules, state: &State, chosen: Move) -> String {
        words::describe(rules, state, chosen)
    }
}
