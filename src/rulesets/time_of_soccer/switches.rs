//! The table of switches: every option of the rulebook, every second reading,
//! every house rule and every missing number, with its default.

use super::tiles::Kind;
use crate::settings::{Allowed, Value};
use crate::switches;

/// Fans fewer at the start, by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handicap(pub [u8; 4]);

impl Value for Handicap {
    const ALLOWED: Allowed = Allowed { ints: Some((0, 3)), ..Allowed::list(4, 0, 3) };

    fn read(text: &str) -> Option<Self> {
        let numbers: Vec<u8> = text.split('/').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        Some(Self(match numbers[..] {
            [each] => [each; 4],
            _ => numbers.try_into().ok()?,
        }))
    }
}

switches! {
    /// The variant in force: every switch, typed.
    pub struct Variant;

    "players" players: {u8 in 1..=4} = "4",
        Rulebook "SETUP-03 SETUP-04 SETUP-07 USFP-01 USFP-02 USFP-03 USFP-04 SOLO-01 SOLO-03",
        "Number of players; the other choosable clubs are neutral", try ["1", "2", "3", "4"];
    "neutral-level" neutral_level: {u8 in 1..=6} = "2", Rulebook "LGE-04 LVL-02 VP-07",
        "Neutral-level tile: how strong the neutral clubs are", try ["1", "2", "3", "4", "5", "6"];
    "neutral-clash" neutral_clash: {u8 in 1..=5} = "2", Rulebook "NVN-02 NVN-03",
        "Neutral-clash tile: white dice of the stronger neutral", try ["1", "2", "3", "4", "5"];
    "fatigue" fatigue: {bool} = "off", Rulebook "FAT-01 to FAT-13 DAY-04 MATCH-06 MATCH-07",
        "Fatigue variant (the rulebook recommends it)";
    "absent-buyers" absent_buyers: {enum AbsentBuyers { Auto "auto" } or u8 in 0..=3} = "auto",
        Rulebook "SOLO-01 to SOLO-04",
        "Rolls per Market Day that remove tiles; auto = 3 with one player, else 0",
        try ["auto", "0", "1", "2", "3"];
    "no-random" no_random: {bool} = "off", Rulebook "NR-01 NR-02 NR-03 MATCH-08 to MATCH-15",
        "Matches of players without dice: shots and saves equal the levels";
    "free-traffic" free_traffic: {enum FreeTraffic { None "none" } or u8 in 0..=15} = "none",
        Rulebook "FREE-01 FREE-02 MKT-03",
        "Seats with Free Traffic as a sum: 1 for seat 0, 2 for seat 1, 4 for seat 2, 8 for seat 3",
        try ["none", "1", "3", "5", "15"];
    "secondary-market" secondary_market: {bool} = "off", Rulebook "SEC-01 SEC-02 SEC-03 SALE-06",
        "Sold footballers can be bought on Sales tiles";
    "handicap" handicap: {Handicap} = "0", Rulebook "HCP-01 HCP-03 SETUP-18",
        "Fans fewer at the start: one number for all seats or four", try ["0", "1", "2", "3", "3/0/0/0"];
    "unique-start" unique_start: {bool} = "off", Rulebook "USFP-01 to USFP-05 SETUP-07",
        "Start with unique footballers";
    "goal-table" goal_table: {enum GoalTable { Proportional "proportional", Additive "additive", File "file" }} = "proportional",
        Missing "MATCH-08 MATCH-09", "Goals and saves by level and hits; the printed table is missing";
    "clash-dice" clash_dice: {enum ClashDice { One "k-v-1", AsMany "k-v-k" }} = "k-v-1", SecondReading "NVN-03",
        "Dice of the weaker neutral: one, or as many as the stronger";
    "insolvency" insolvency: {enum Insolvency { Debt "debt", Forgive "forgive", ForcedSale "forced-sale" }} = "debt",
        Missing "COLL-03 VP-11 VP-14 PRESS-06", "What happens when a club cannot pay";
    "preseason-friendly-day" preseason_friendly_day: {enum PreseasonFriendlyDay { Sunday "sunday", NextWednesday "next-wednesday" }} = "sunday",
        SecondReading "FRI-03 DAY-07", "When a friendly of week P is cashed";
    "reroll-requires-principal" reroll_requires_principal: {bool} = "off", SecondReading "MATCH-21",
        "The re-roll needs the starting manager as principal";
    "line-bonus" line_bonus: {enum LineBonus { Replace "replace", Add "add" }} = "replace",
        SecondReading "LVL-12", "A line bonus replaces the plain gain of 1 or adds to it";
    "auto-tackle-slots" auto_tackle_slots: {enum AutoTackleSlots { Backs "backs", Literal "literal" }} = "backs",
        SecondReading "LVL-14 LVL-21", "Slots with an automatic tackle";
    "energy-overdraft" energy_overdraft: {enum EnergyOverdraft { Forbid "forbid", Allow "allow" }} = "forbid",
        SecondReading "FAT-06", "Whether a team type may cost more Energy than there is",
        beside { _ => "fatigue" = "on" };
    "no-random-cup-tie" no_random_cup_tie: {enum CupTie { Penalties "penalties", HomeWins "home-wins", HigherDefence "higher-defence" }} = "penalties",
        Missing "NR-03", "How a drawn cup match of a player ends without dice",
        beside { _ => "no-random" = "on" };
    "pass-marker-first-monday" pass_marker_first_monday: {bool} = "on", SecondReading "DAY-02",
        "The first-player marker passes on the first Monday too", try ["on", "off"];
    "first-attack" first_attack: {enum FirstAttack { Away "away", Home "home" }} = "away",
        House "MATCH-03 MATCH-08 MATCH-11", "Who attacks first";
    "lineup-order" lineup_order: {enum LineupOrder { AwayFirst "away-first", HomeFirst "home-first", Simultaneous "simultaneous" }} = "away-first",
        House "MATCH-06 MATCH-07 MATCH-19", "Who announces first";
    "home-income" home_income: {enum HomeIncome { Off "off", On "on", Both "both" }} = "on", House "MATCH-04",
        "Who gets the home-match income of contracts in the league", try ["on", "off", "both"];
    "home-reroll" home_reroll: {bool} = "off", House "MATCH-13", "The home club gets one re-roll more";
    "manager-reroll" manager_reroll: {bool} = "on", House "MATCH-13", "The starting manager's re-roll exists",
        try ["on", "off"];
    "neutral-reroll" neutral_reroll: {bool} = "on", House "MATCH-15", "Neutrals repeat a roll without a hit",
        try ["on", "off"];
    "home-level-bonus" home_level_bonus: {u8 in 0..=1} = "0", House "MATCH-08",
        "Added to the attack level of the home club", try ["0", "1"];
    "win-points" win_points: {u8 in 2..=3} = "3", House "LGE-07", "League points for a win", try ["3", "2"];
    "hit-min" hit_min: {u8 in 4..=6} = "5", House "MATCH-08 MATCH-09", "Lowest die face that is a hit",
        try ["5", "4", "6"];
    "forced-purchase" forced_purchase: {bool} = "on", House "FORCE-01 to FORCE-07",
        "Forced acquisitions exist", try ["on", "off"];
    "vp-neutral-eligible" vp_neutral_eligible: {bool} = "on", House "TIE-01",
        "A neutral club may win the game", try ["on", "off"];
    "cup-legs" cup_legs: {enum CupLegs { None "none", One "one" }} = "one", House "CUP-01 to CUP-06",
        "The cup, or no cup", try ["one", "none"];
    "league-bonus" league_bonus: {enum LeagueBonus { ThreeOne "3-1", FiveTwo "5-2", Nothing "0-0" }} = "3-1", House "VP-04",
        "Bonus for champion and runner-up";
    "money-vp" money_vp: {bool} = "on", House "VP-11", "Money counts at the end", try ["on", "off"];
    "catch-up-order" catch_up_order: {enum CatchUpOrder { Rotate "rotate", FewestPointsFirst "fewest-points-first" }} = "rotate",
        House "DAY-01", "Order of the market turns of a week";
    "tileset-mode" tileset_mode: {enum TilesetMode { Fixed "fixed", Resample "resample" }} = "fixed",
        Modelling "4.3", "One tile set for all games or a new one for each";
    "board-spaces" board_spaces: {enum BoardSpaces { Twelve "12", Sixteen "16", Twenty "20" }} = "16",
        Missing "4.1 SETUP-16", "Market spaces: four rows of three, four or five blocks",
        try ["16", "12", "20"];
    "board-start" board_start: {enum BoardStart { Corners "corners" } or [u8; 4] in 0..=48} = "corners",
        Missing "4.1 SETUP-17", "Street spaces of the four start boxes", try ["corners", "3/39/16/20"];
    "board-directions" board_directions: {enum BoardDirections { Clockwise "clockwise", CounterClockwise "counter-clockwise" }} = "clockwise",
        Missing "4.1 MKT-03", "Street directions as in the data, or all reversed";
    "gap-colours" gap_colours: {i16 in 2..=4} = "4", Missing "4.1 SETUP-16",
        "Number of gap colours of the tiles", try ["4", "3", "2"];
    "deck-removed" deck_removed: {u8 in 0..=20} = "7", House "SETUP-01", "Tiles removed unseen from each deck",
        try ["7", "0", "14"];
    "gen-seed" gen_seed: {u64 in 0..=4_294_967_295} = "2014", Modelling "4.3",
        "Seed of the generated tile set", try ["2014", "1", "2"];
    "gen-main-shift" gen_main_shift: {i16 in -1..=1} = "0", Missing "4.3",
        "Shift of every footballer's main skill", try ["0", "-1", "1"];
    "gen-icon-shift" gen_icon_shift: {i16 in -15..=15} = "0", Missing "4.3",
        "Shift of the icon chances in percentage points", try ["0", "-15", "15"];
    "start-scout-points" start_scout_points: {u8 in 3..=5} = "4", Missing "4.4",
        "Operation points of the starting scout", try ["4", "3", "5"];
    "start-community-win" start_community_win: {u8 in 1..=3} = "2", Missing "4.4",
        "Satisfaction for a win with the starting community manager", try ["2", "1", "3"];
    "start-footballers" start_footballers: {[u8; 4] in 0..=6} = "1/2/3/4", House "SETUP-07",
        "Starting footballers with one, two, three, four players", try ["1/2/3/4", "0/0/0/0", "6/6/6/6"];
    "conn-plain" conn_plain: {i8 in 0..=2} = "1", House "LVL-11", "Gain of each footballer in a connection",
        try ["1", "0", "2"];
    "conn-auto" conn_auto: {i8 in 0..=4} = "2", House "LVL-13 LVL-14", "Gain of an automatic connection",
        try ["2", "0", "4"];
    "conn-bonus-shift" conn_bonus_shift: {i8 in -1..=1} = "0", Missing "4.5 LVL-12",
        "Shift of the printed line bonuses", try ["0", "-1", "1"];
    "level-step" level_step: {i32 in 5..=7} = "6", Missing "4.6 LVL-18", "Value per level", try ["6", "5", "7"];
    "level-offset" level_offset: {i32 in 0..=6} = "0", Missing "4.6 LVL-19", "Value up to which the level is 0",
        try ["0", "3", "6"];
    "level-max" level_max: {u8 in 6..=10} = "10", Missing "4.6 LVL-19", "Highest level of the track",
        try ["10", "8", "6"];
    "level-empty" level_empty: {i8 in -4..=0} = "-2", House "LVL-09", "Value of an uncovered slot",
        try ["-2", "-4", "0"];
    "table-cap" table_cap: {i64 in 6..=20} = "12", Missing "4.6", "Cap of the proportional goal table",
        try ["12", "6", "20"];
    "neutral-level-shift" neutral_level_shift: {i16 in -1..=1} = "0", Missing "4.7 LVL-02",
        "Shift of every number of the neutral-level tiles", try ["0", "-1", "1"];
    "satisfaction-length" satisfaction_length: {u8 in 3..=8} = "5", Missing "FANS-06",
        "Satisfaction steps per new fan", try ["5", "3", "8"];
    "fans-max" fans_max: {u8 in 20..=30} = "25", Missing "FANS-07", "End of the fans track",
        try ["25", "20", "30"];
    "fans-start" fans_start: {u8 in 10..=13} = "13", House "SETUP-18", "Fans at the start", try ["13", "10"];
    "vp-fans" vp_fans: {enum FansVp { Beyond13 "beyond-13", HalfBeyond10 "half-beyond-10", SignedBeyond13 "signed-beyond-13" }} = "beyond-13",
        Missing "4.8 VP-06", "Victory points for fans";
    "vp-level" vp_level: {[i16; 11] in 0..=20} = "0/1/2/3/4/5/6/7/8/9/10", Missing "4.8 VP-07",
        "Victory points for the lower level, by level 0 to 10",
        try ["0/1/2/3/4/5/6/7/8/9/10", "0/0/0/0/0/0/0/0/0/0/0", "0/2/3/5/6/8/9/11/12/14/15"];
    "vp-cup" vp_cup: {[i16; 4] in 0..=20} = "0/2/4/7", House "VP-05",
        "Victory points for going out in quarter-final, semi-final, final, and for the cup",
        try ["0/2/4/7", "0/0/0/0"];
    "vp-empty-slot" vp_empty_slot: {i16 in -3..=0} = "-1", House "VP-09", "Victory points per uncovered slot",
        try ["-1", "-3", "0"];
    "vp-money-per" vp_money_per: {i16 in 5..=20} = "10", House "VP-11", "$ per victory point",
        try ["10", "5", "20"];
    "press-reward-shift" press_reward_shift: {i16 in -2..=2} = "0", Missing "4.9 PRESS-03",
        "Shift of every reward of a press release", try ["0", "-2", "2"];
    "press-penalty-shift" press_penalty_shift: {i16 in -2..=2} = "0", Missing "4.9 PRESS-03",
        "Shift of every penalty of a press release", try ["0", "-2", "2"];
    "econ-start-money" econ_start_money: {i16 in 0..=20} = "5", House "SETUP-11", "$ at the start",
        try ["5", "0", "20"];
    "econ-balance-min" econ_balance_min: {i16 in -15..=0} = "-5", House "ECO-04",
        "Lower end of the balance track", try ["-5", "-15", "0"];
    "econ-balance-max" econ_balance_max: {i16 in 0..=30} = "10", House "ECO-04",
        "Upper end of the balance track", try ["10", "5", "30"];
    "match-attack-dice" match_attack_dice: {u8 in 4..=8} = "6", House "MATCH-08", "Dice of an attack",
        try ["6", "4", "8"];
    "match-defence-dice" match_defence_dice: {u8 in 4..=7} = "5", House "MATCH-09", "Dice of a defence",
        try ["5", "4", "7"];
    "penalty-dice" penalty_dice: {u8 in 1..=7} = "5", House "PEN-01", "Kicks of a shoot-out round",
        try ["5", "1", "7"];
    "penalty-score-min" penalty_score_min: {u8 in 2..=6} = "3", House "PEN-01", "Lowest die face that scores",
        try ["3", "2", "6"];
    "penalty-max-rounds" penalty_max_rounds: {u16 in 1..=10000} = "1000", Modelling "PEN-02",
        "Rounds of a shoot-out before a coin decides", try ["1000", "1"];
    "fatigue-energy-min" fatigue_energy_min: {i8 in -10..=-2} = "-6", Missing "FAT-10",
        "Lower end of the Energy track", try ["-6", "-10", "-2"];
    "fatigue-energy-max" fatigue_energy_max: {i8 in 4..=8} = "6", Missing "FAT-10",
        "Upper end of the Energy track", try ["6", "4", "8"];
    "fatigue-min" fatigue_min: {i8 in -6..=-1} = "-4", House "FAT-09", "Lower end of the Fatigue track",
        try ["-4", "-6", "-1"];
    "fatigue-recovery" fatigue_recovery: {i8 in 0..=4} = "2", House "FAT-07", "Recovery points on Monday",
        try ["2", "0", "4"];
    "fatigue-cost" fatigue_cost: {[i8; 3] in 0..=4} = "2/1/0", House "FAT-05",
        "Energy that a Starting, Mixed, Substitute team costs", try ["2/1/0", "1/1/0"];
    "fatigue-loss" fatigue_loss: {[i8; 3] in 0..=4} = "0/1/2", House "FAT-05",
        "Levels that a Starting, Mixed, Substitute team loses", try ["0/1/2", "0/1/3"];
    "blank-tiles" blank_tiles: {enum BlankTiles { None "none", Footballer "footballer", Manager "manager", Scout "scout", Secretary "secretary", Community "community", Advertising "advertising", Television "television", Friendly "friendly", Press "press", Sales "sales" }} = "none",
        House "MKT-10 FORCE-06",
        "Kind of market tiles of which some are blank: they lie in the market, nobody may take them";
    "blank-every" blank_every: {usize in 1..=4} = "2", House "MKT-10 FORCE-06",
        "Which of them are blank: all (1), every second (2), third or fourth", try ["2", "1", "4"],
        beside { _ => "blank-tiles" = "footballer" };
    "tile-other-price" tile_other_price: {i16 in 0..=3} = "0", Missing "MKT-09",
        "Price of staff, contracts, friendlies and press releases", try ["0", "3"];
    house "players" {
        bonus "TOS-HOUSE-01" {
            None "none", Money2 "money-2", Money5 "money-5", Money10 "money-10", Fan "fan", Point "point",
        } for 4;
        first_turn "TOS-HOUSE-02" {Full "full", Short "short", Skipped "skipped"}
            "The first market turn of the season: whole, with one operation point fewer, or left out";
        who_begins "TOS-HOUSE-03" {Printed "printed", Lowest "lowest"}
            "Who gets the first-player marker on Monday: the left neighbour, the fewest league points";
        extra_draw "TOS-HOUSE-04" {None "none", Last "last", NotFirst "not-first", Everyone "everyone"}
            "Who draws a starting footballer more: the last player, all but the first, everyone";
        turn_cap "TOS-HOUSE-05" {u8 in 1..=10}
            "Weeks after which the season ends", try ["none", "5", "8"];
        catch_up "TOS-HOUSE-06" {None "none", Op1 "op-1"}
            "Whether the player who alone has the fewest league points has an operation point more";
        half_time_swap "TOS-HOUSE-07"
            "Whether the marker and the turns go the other way round in the return legs";
    }
}

impl BlankTiles {
    /// The kind of tiles, if any are blank.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        Some(match self {
            Self::None => return None,
            Self::Footballer => Kind::Footballer,
            Self::Manager => Kind::Manager,
            Self::Scout => Kind::Scout,
            Self::Secretary => Kind::Secretary,
            Self::Community => Kind::Community,
            Self::Advertising => Kind::Advertising,
            Self::Television => Kind::Television,
            Self::Friendly => Kind::Friendly,
            Self::Press => Kind::Press,
            Self::Sales => Kind::Sales,
        })
    }
}
