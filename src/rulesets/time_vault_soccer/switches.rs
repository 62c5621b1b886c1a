//! Every switch and assumption: key, values, default, why it exists.

use super::squads::{Alpha, Tier};
use crate::chance::MAX_SEATS;
use crate::settings::{Allowed, Value};
use crate::switches;

/// Tier of each entrant's squad where none is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SquadTier(pub [Tier; MAX_SEATS]);

impl Value for SquadTier {
    const ALLOWED: Allowed =
        Allowed::list(MAX_SEATS, 0, 1).or(&["pro-v-pro", "elite-v-elite", "pro-v-elite"]);

    fn read(text: &str) -> Option<Self> {
        let elite = |is: &dyn Fn(usize) -> bool| {
            Self(std::array::from_fn(|entrant| if is(entrant) { Tier::Elite } else { Tier::Pro }))
        };
        Some(match text {
            "pro-v-pro" => elite(&|_| false),
            "elite-v-elite" => elite(&|_| true),
            "pro-v-elite" => elite(&|entrant| entrant % 2 == 1),
            list => elite(&|entrant| list.split('/').nth(entrant) == Some("1")),
        })
    }
}

/// How uneven generated squads are: a whole number or a fraction below one. In
/// the name of a squad any positive fraction or decimal is read: `1/5`, `0.2`,
/// `2.5`, `20`.
impl Value for Alpha {
    const ALLOWED: Allowed = Allowed { ints: Some((1, 100)), ..Allowed::RATIO };

    fn read(text: &str) -> Option<Self> {
        let (num, den): (u32, u32) = if let Some((num, den)) = text.split_once('/') {
            (num.parse().ok()?, den.parse().ok()?)
        } else if let Some((whole, decimals)) = text.split_once('.') {
            if decimals.len() > 3 || decimals.is_empty() {
                return None;
            }
            let den = 10_u32.pow(decimals.len() as u32);
            let whole: u32 = whole.parse().ok()?;
            (whole.checked_mul(den)?.checked_add(decimals.parse().ok()?)?, den)
        } else {
            (text.parse().ok()?, 1)
        };
        let fits = num > 0 && den > 0 && den <= 1_000_000 && num <= den.saturating_mul(100);
        fits.then_some(Alpha { num, den })
    }
}

switches! {
    /// The variant in force: every switch, typed.
    pub(super) struct Variant;

    "competition" competition: {enum Competition {
        Single "single", KillerCup "killer-cup", League "league", Season "season",
    }} = "single",
        Rulebook "TVS-CUP, TVS-LEAGUE, TVS-SEAS",
        "What is played: one match, a knock-out cup (4 to 16 Bosses), a home-and-away league (3 to 10) or a season of both (4 to 16)",
        beside { "league" => "bosses" = "4"; "killer-cup" => "bosses" = "5"; "season" => "bosses" = "5" };
    "bosses" bosses: {u8 in 2..=16} = "2", Rulebook "TVS-CUP-01, TVS-LEAGUE-01, TVS-SEAS-01",
        "Number of Bosses: 2 in a single match, more in a competition", try ["2", "3", "4", "6", "10", "16"],
        beside {
            "3" => "competition" = "league"; "10" => "competition" = "league";
            "4" => "competition" = "season"; "6" => "competition" = "season";
            "16" => "competition" = "killer-cup"
        };
    "squad-tier" squad_tier: {SquadTier} = "pro-v-pro", Rulebook "TVS-TIER, TVS-PRO-02",
        "Tier of each entrant's squad where none is named; pro-v-elite makes the first, third, fifth ... entrant Pro; a list has 0 for Pro and 1 for Elite per entrant",
        try ["pro-v-pro", "elite-v-elite", "pro-v-elite", "0/1/0/1/0/1/0/1/0/1/0/1/0/1/0/1"];
    "go-pro-cap" go_pro_cap: {enum GoProCap { Auto "auto", On "on", Off "off" }} = "auto",
        Rulebook "TVS-PRO-02, TVS-PRO-05",
        "Whether teams are limited in stars: auto only when a Pro squad meets an Elite one";
    "team-star-cap" team_star_cap: {u8 in 15..=33} = "21", House "TVS-PRO-02",
        "Most stars of a team where the limit applies", try ["15", "18", "20", "21", "22", "24", "27", "33"],
        beside { _ => "squad-tier" = "pro-v-elite" };
    "draft" draft: {enum Draft {
        Preset "preset", Playground "playground", Scramble "scramble", EliteBuild "elite-build",
        Transfer "transfer", Generated "generated",
    }} = "preset",
        Rulebook "TVS-DRAFT, TVS-PLAY, TVS-SCR, TVS-ELITE, TVS-TRANS", "How squads come about";
    "playground-order" playground_order: {enum PickOrder {
        Random "random", ReverseStandings "reverse-standings", Snake "snake",
    }} = "random",
        Rulebook "TVS-PLAY-01, TVS-PLAY-02",
        "Order of the playground pick; reverse-standings takes seat 0 as the poorest, snake reverses every second lap",
        beside { _ => "draft" = "playground" };
    "scramble-budget" scramble_budget: {u16 in 20..=400} = "100", House "TVS-SCR-01",
        "Pounds each Boss has in the scramble", try ["20", "50", "100", "200", "400"],
        beside { _ => "draft" = "scramble" };
    "scramble-price" scramble_price: {enum ScramblePrice { OwnBid "own-bid", SecondBid "second-bid" }} = "own-bid",
        House "TVS-SCR-04", "What the highest bidder pays: the own bid, or the highest bid of the others",
        beside { _ => "draft" = "scramble" };
    "squad-star-cap-drafts" squad_star_cap_drafts: {enum DraftCap { None "none" } or u8 in 26..=32} = "none",
        House "TVS-DRAFT-02", "Most stars of a squad drafted from the pool, as far as the pool allows",
        try ["none", "26", "32"], beside { _ => "draft" = "scramble" };
    "elite-star-cap" elite_star_cap: {u8 in 26..=40} = "32", House "TVS-ELITE-04",
        "Most stars of a squad built from the collection", try ["26", "29", "32", "36", "40"],
        beside { _ => "draft" = "elite-build" };
    "home-advantage" home_advantage: {u8 in 0..=10} = "5", House "TVS-HOME-01",
        "Home advantage points per match", try ["0", "1", "3", "5", "7", "10"],
        beside { _ => "home-advantage-scope" = "always" };
    "home-advantage-scope" home_advantage_scope: {enum HomeScope {
        League "league", LeagueAndCup "league-and-cup", Always "always", Never "never",
    }} = "league",
        House "TVS-HOME-01, TVS-CUP-05, TVS-LEAGUE-07",
        "Which matches pay home points; always includes single and title matches, where the first side is at home",
        beside { _ => "competition" = "season"; _ => "bosses" = "4" };
    "home-points-max-per-card" home_points_max_per_card: {enum HomePerCard { NoLimit "no-limit" } or u8 in 1..=10} = "no-limit",
        House "TVS-HOME-02", "Most home points on one card", try ["no-limit", "1", "2", "5", "10"],
        beside { _ => "home-advantage-scope" = "always" };
    "home-points-use" home_points_use: {enum HomeUse {
        Both "both", AttackOnly "attack-only", DefenceOnly "defence-only",
    }} = "both",
        House "TVS-HOME-02", "Pillars in which home points may be used",
        beside { _ => "home-advantage-scope" = "always" };
    "subs" subs: {u8 in 0..=5} = "3", Rulebook "TVS-SUBS-01", "Most substitutions per Boss and match",
        try ["0", "1", "2", "3", "4", "5"];
    "bench" bench: {u8 in 0..=5} = "5", Rulebook "TVS-SUBS-02", "Most players on the bench",
        try ["0", "1", "2", "3", "4", "5"];
    "bookings" bookings: {bool} = "on", Rulebook "TVS-CARD-01 to -05",
        "Whether players are booked and sent off";
    "suspensions" suspensions: {bool} = "on", Rulebook "TVS-CARD-06, TVS-CARD-07",
        "Whether bookings cost later matches of a competition",
        beside { _ => "competition" = "league"; _ => "bosses" = "3" };
    "yellow-threshold" yellow_threshold: {u8 in 2..=5} = "3", House "TVS-CARD-07",
        "Yellow cards over several matches that cost a match", try ["2", "3", "4", "5"],
        beside { _ => "competition" = "league"; _ => "bosses" = "3" };
    "second-copy-yellow" second_copy_yellow: {bool} = "on", House "TVS-CARD-02",
        "Whether using a player's second copy while the first is in play is booked";
    "league-legs" league_legs: {u8 in 1..=2} = "2", House "TVS-LEAGUE-02",
        "League matches per pair of Bosses; with 1 the home side is drawn by lot", try ["1", "2"],
        beside { _ => "competition" = "league"; _ => "bosses" = "3" };
    "win-points" win_points: {u8 in 2..=3} = "3", House "TVS-LEAGUE-04", "League points for a win",
        try ["2", "3"], beside { _ => "competition" = "league"; _ => "bosses" = "3" };
    "sudden-death" sudden_death: {enum SuddenDeath { FullMatch "full-match", GoldenGoal "golden-goal" }} = "full-match",
        SecondReading "TVS-LEAGUE-07", "How a match for a shared league title is played",
        beside { _ => "competition" = "league"; _ => "bosses" = "3" };
    "cup-byes" cup_byes: {enum CupByes { FirstRound "first-round", OddOneRedraw "odd-one-redraw" }} = "first-round",
        Missing "TVS-CUP-04", "How a cup deals with numbers that are not 4, 8 or 16",
        beside { _ => "competition" = "killer-cup"; _ => "bosses" = "5" };
    "cup-draw" cup_draw: {enum CupDraw { Penalties "penalties", ExtraHand "extra-hand", Replay "replay" }} = "penalties",
        House "TVS-CUP-03", "What follows a drawn cup match; the house rules end in penalties too",
        beside { _ => "competition" = "killer-cup"; _ => "bosses" = "5" };
    "combos" combos: {bool} = "on", Missing "TVS-MATCH-19", "Whether cards of one icon strengthen each other";
    "skills" skills: {bool} = "on", Missing "TVS-MATCH-20 to -23", "Whether players have special skills";
    "away-starts" away_starts: {bool} = "off", House "TVS-MATCH-03",
        "Whether the away Boss starts, as compensation; off starts at random",
        beside { _ => "home-advantage-scope" = "always" };
    "squad-values" squad_values: {enum SquadValues { Linear "linear", Concave "concave", Convex "convex" }} = "linear",
        Missing "TVS-MATCH-09", "What a star is worth on the cards: the same, less and less, more and more";
    "stat-base" stat_base: {u8 in 0..=6} = "2", Missing "TVS-MATCH-09",
        "Card value before stars, on the linear curve", try ["0", "2", "4", "6"];
    "stat-per-star" stat_per_star: {u8 in 1..=4} = "2", Missing "TVS-MATCH-09",
        "Card value per star, on the linear curve", try ["1", "2", "3", "4"];
    "major-share" major_share: {ratio} = "7/10", Missing "TVS-MATCH-09",
        "Share of a specialist's value on their own side of the pitch", try ["3/5", "7/10", "9/10"];
    "gk-double" gk_double: {enum KeeperDoubles {
        OwnPrinted "own-printed", AnswerOnly "answer-only", WholePillar "whole-pillar",
    }} = "own-printed",
        SecondReading "TVS-MATCH-18",
        "What a goalkeeper doubles: the own printed defence, only so as an answer, or every printed defence in the pillar";
    "gk-per-team" gk_per_team: {enum Keepers { One "exactly-1", UpToTwo "up-to-2", Free "free" }} = "exactly-1",
        Missing "TVS-PRO-06", "Goalkeepers in a team";
    "hand-size" hand_size: {u8 in 4..=6} = "5", Missing "TVS-MATCH-03", "Cards in the opening hand",
        try ["4", "5", "6"];
    "draw-to" draw_to: {u8 in 4..=6} = "5", Missing "TVS-MATCH-15", "Cards in hand up to which a Boss draws",
        try ["4", "5", "6"];
    "plays-per-turn" plays_per_turn: {u8 in 1..=2} = "1", Missing "TVS-MATCH-08", "Cards played per turn",
        try ["1", "2"];
    "defence-pillar-max" defence_pillar_max: {enum PillarMax { None "none" } or u8 in 3..=6} = "4",
        Missing "TVS-MATCH-10", "Most cards in a Defence pillar", try ["3", "4", "5", "6", "none"];
    "responses-per-shot" responses_per_shot: {u8 in 0..=2} = "1", Missing "TVS-MATCH-12",
        "Most cards in answer to a shot", try ["0", "1", "2"];
    "clear-on-goal" clear_on_goal: {enum Clear { Both "both", AttackOnly "attack-only", None "none" }} = "both",
        Missing "TVS-MATCH-14", "Pillars discarded after a goal: the shooter's Attack and the beaten Defence";
    "clear-on-save" clear_on_save: {Clear} = "attack-only", Missing "TVS-MATCH-14", "Pillars discarded after a save",
        try ["both", "attack-only", "none"];
    "kickoff" kickoff: {enum KickOff { Random "random", Home "home", Away "away" }} = "random",
        Missing "TVS-MATCH-03", "Who starts a match with a home Boss; without one always by lot",
        beside { _ => "home-advantage-scope" = "always" };
    "full-time" full_time: {enum FullTime { Either "either", Both "both" } or u8 in 10..=22} = "either",
        Missing "TVS-MATCH-16",
        "When a match ends: a Boss is out of cards, both are, or after this many rounds",
        try ["either", "both", "10", "16", "22"];
    "combo-bonus" combo_bonus: {u8 in 0..=4} = "2", Missing "TVS-MATCH-19", "What a combo adds",
        try ["0", "2", "4"];
    "double-teaming" double_teaming: {u8 in 0..=3} = "1", Missing "TVS-MATCH-22",
        "Players per squad who can double-team", try ["0", "1", "3"];
    "lamp" lamp: {u8 in 0..=3} = "1", Missing "TVS-MATCH-21", "Players per squad who can lamp",
        try ["0", "1", "3"];
    "last-man" last_man: {u8 in 0..=3} = "1", Missing "TVS-MATCH-23",
        "Players per squad who can be the last man", try ["0", "1", "3"];
    "penalty-conversion" penalty_conversion: {ratio} = "3/4", Missing "TVS-PEN-01",
        "Chance that a penalty kick scores", try ["13/20", "3/4", "17/20"];
    "scramble-tie" scramble_tie: {enum ScrambleTie { FewestPlayers "fewest-players", Random "random" }} = "fewest-players",
        Missing "TVS-SCR-05", "Who signs when the highest bids are equal",
        beside { _ => "draft" = "scramble" };
    "free-transfer-order" free_transfer_order: {enum FreeOrder { Fixed "fixed", Recomputed "recomputed" }} = "fixed",
        Missing "TVS-SCR-13", "Whether the order of free transfers is set once or anew each lap",
        beside { _ => "draft" = "scramble" };
    "max-transfers" max_transfers: {u8 in 0..=16} = "16", Missing "TVS-TRANS-02",
        "Most players exchanged in the Transfer Centre", try ["0", "4", "8", "16"],
        beside { _ => "draft" = "transfer" };
    "susp-concurrent" susp_concurrent: {enum SuspConcurrent { True "true", False "false" }} = "true",
        Missing "TVS-CARD-08",
        "Whether a sending-off and a full count of yellows in one match cost one match or two",
        beside { _ => "competition" = "league"; _ => "bosses" = "3" };
    "generator-alpha" generator_alpha: {Alpha} = "1", Modelling "TVS-TIER-03",
        "How even generated squads are: 1/5 makes superstars, 20 even squads", try ["1/5", "1", "20"],
        beside { _ => "draft" = "generated"; _ => "squad-tier" = "pro-v-elite" };
    house "bosses" {
        bonus "TVS-HOUSE-01" {None "none", Home1 "home-1", Home2 "home-2", Home3 "home-3", Card "card"} for 2;
        first_turn "TVS-HOUSE-02" {Full "full", Short "short", Skipped "skipped"}
            "the first turn of a match: whole, without a shot, or left out";
        who_begins "TVS-HOUSE-03" {Printed "printed", Rotates "rotates", Loser "loser", Lowest "lowest"}
            "who begins each round: always the Boss who started, in turn, who conceded the latest goal, fewer goals";
        extra_draw "TVS-HOUSE-04" {None "none", Last "last", Everyone "everyone"}
            "whose opening hand has a card more: the Boss who doesn't start, or both";
        turn_cap "TVS-HOUSE-05" {u8 in 1..=22}
            "turns per Boss after which it is full time at the latest", try ["none", "8", "12"];
        cap_tie_break "TVS-HOUSE-06" {Shared "shared", Penalties "penalties", Attack "attack"}
            "how a single match that is level at the cap ends: drawn, by penalties, for the stronger Attack pillar",
            cap "8";
        catch_up "TVS-HOUSE-07" {None "none", Home1 "home-1", Card "card"}
            "what the Boss who is behind gets after each goal: a home point, a card";
        half_time_swap "TVS-HOUSE-08"
            "whether the other Boss begins the rounds once half of a Match Deck is used up";
    }
}
