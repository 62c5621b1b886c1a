//! Every switch of the game: the sheet's own options, house rules, second
//! readings, and the numbers that the Season's text leaves to the base game.

use crate::switches;

switches! {
    /// The variant in force: every switch, typed.
    pub struct Variant;

    "managers" managers: {u8 in 2..=4} = "2",
        Rulebook "SQR-GEN-02 SQR-MATCH-05 SQR-MATCH-06 SQR-MATCH-07 SQR-MATCH-08", "managers at the table",
        try ["2", "3", "4"];
    "captains-armband" captains_armband: {bool} = "off", Rulebook "SQR-CAPT-01 SQR-CAPT-02 SQR-CAPT-03",
        "the captain (the longest-standing 10) shrugs off a Yellow";
    "derby-night" derby_night: {bool} = "off", Rulebook "SQR-DERBY-01 SQR-DERBY-02",
        "double-Tackles: one action aimed at two cards of one opponent";
    "matchday-drama" matchday_drama: {bool} = "off", Rulebook "SQR-MATCH-02 SQR-DRAMA-01 SQR-DRAMA-02",
        "each side may play one INSTANT after the official is flipped";
    "match-official" match_official: {enum MatchOfficial { On "on", Off "off", OnlyAddedTime "only:added-time", OnlyVarReview "only:var-review", OnlyOffside "only:offside", OnlyPlayOn "only:play-on", OnlySubstitution "only:substitution", OnlyQuickRestart "only:quick-restart", OnlySetPiece "only:set-piece", OnlyTheWall "only:the-wall", OnlyReverse "only:reverse", OnlyFullTimeWhistle "only:full-time-whistle", OnlyOverturned "only:overturned" }} = "on",
        Modelling "SQR-OFF-01 SQR-OFF-02", "flip an official before each match, never, or always the same one";
    "official-weights" official_weights: {[u16; 11] in 0..=1000} = "1/1/1/1/1/1/1/1/1/1/1", House "SQR-OFF-02",
        "weights of added-time/var-review/offside/play-on/substitution/quick-restart/set-piece/the-wall/reverse/full-time-whistle/overturned; anything but all 1 replaces the flip from the deck",
        try ["1/1/1/1/1/1/1/1/1/1/1", "1/0/0/1/1/1/1/0/0/0/1", "4/1/1/4/4/4/2/1/1/1/4"];
    "golden-boot" golden_boot: {u8 in 0..=2} = "1", House "SQR-BOOT-01 SQR-BOOT-04",
        "league points for winning with the star in the scoring seven", try ["0", "1", "2"];
    "chemistry-penalty" chemistry_penalty: {u8 in 0..=5} = "1", House "SQR-CHEM-01 SQR-CHEM-02",
        "what every nation beyond the first costs", try ["0", "1", "2", "3", "4", "5"];
    "chemistry-shape" chemistry_shape: {enum Shape { Linear "linear", Squared "squared", AttackOnly "attack-only", DefenceOnly "defence-only" }} = "linear",
        House "SQR-CHEM-02", "how the penalty grows with the nations, and what it is taken off";
    "goal-divisor" goal_divisor: {u8 in 1..=5} = "3", House "SQR-GOAL-01",
        "points of Attack over Defence per goal", try ["1", "2", "3", "4", "5"];
    "build-referees" build_referees: {enum BuildReferees { Minimal "minimal", Off "off" }} = "minimal",
        Missing "SQR-REF-02 SQR-REF-03 SQR-REF-04 SQR-REF-05 SQR-REF-06 SQR-REF-07",
        "what referee cards do during the build phase";
    "build-instants" build_instants: {bool} = "on", Missing "SQR-INST-01 SQR-INST-06",
        "INSTANT cards may answer actions during the build phase";
    "min-turns-before-call" min_turns_before_call: {u8 in 0..=8} = "0", House "SQR-CALL-03 SQR-CALL-08",
        "own turns in the matchday before a manager may call", try ["0", "1", "2", "3", "4", "6", "8"];
    "closing-turns" closing_turns: {u8 in 0..=4} = "2", House "SQR-CALL-05 SQR-CALL-06",
        "turns of every other manager after the call", try ["0", "1", "2", "3", "4"];
    "matchdays" matchdays: {u8 in 1..=10} = "3", House "SQR-GEN-07", "matchdays of a season",
        try ["1", "2", "3", "4", "5", "6", "10"];
    "next-starter" next_starter: {enum Starter { Caller "caller", Rotate "rotate", LastInTable "last-in-table" }} = "caller",
        House "SQR-RESET-05 SQR-RESET-06", "who begins the next matchday";
    "pitch-carry-over" pitch_carry_over: {enum CarryOver { Stay "stay", SevenOnly "seven-only", Clear "clear" }} = "stay",
        House "SQR-RESET-01 SQR-RESET-04", "what stays on a pitch between matchdays";
    "bookings-carry-over" bookings_carry_over: {enum BookingsCarryOver { Keep "keep", Wipe "wipe" }} = "keep",
        House "SQR-RESET-07", "whether booking markers stay between matchdays";
    "win-points" win_points: {u8 in 2..=3} = "3", House "SQR-LEAG-01", "league points for a win",
        try ["2", "3"];
    "forfeit-score" forfeit_score: {u8 in 1..=3} = "2", House "SQR-FORF-02 SQR-FORF-03",
        "goals by which a forfeit is recorded", try ["1", "2", "3"];
    "fixtures-4p" fixtures_4p: {enum Fixtures4p { CallerAnchor "caller-anchor", SeatFixed "seat-fixed", FullCycle "full-cycle", RoundRobin "round-robin" }} = "caller-anchor",
        SecondReading "SQR-MATCH-07 SQR-MATCH-09", "who meets whom with four managers",
        beside { _ => "managers" = "4" };
    "fixtures-3p" fixtures_3p: {enum Fixtures3p { Cycle "cycle", RotateBye "rotate-bye" }} = "cycle",
        SecondReading "SQR-MATCH-08 SQR-MATCH-09", "who meets whom with three managers",
        beside { _ => "managers" = "3" };
    "max-tens" max_tens: {enum MaxTens { None "none" } or u8 in 1..=1} = "none", House "SQR-SQUAD-01",
        "most stars in a seven", try ["none", "1"];
    "nations-cap" nations_cap: {enum NationsCap { None "none" } or u8 in 2..=3} = "none", House "SQR-SQUAD-01",
        "most nations in a legal seven", try ["none", "2", "3"];
    "home-nation-bonus" home_nation_bonus: {u8 in 0..=3} = "0", House "SQR-EVAL-01",
        "added to Attack and Defence of a seven of exactly one nation", try ["0", "1", "2", "3"];
    "added-time-leg" added_time_leg: {enum AddedTimeLeg { Same "same", NewOfficial "new-official" }} = "same",
        SecondReading "SQR-OFF-ADDED-TIME-2", "whether the second leg has an official of its own";
    "whistle-both" whistle_both: {enum WhistleBoth { LargerLead "larger-lead", OneEach "one-each" }} = "larger-lead",
        SecondReading "SQR-OFF-WHISTLE-2", "FULL-TIME WHISTLE when both Attacks lead by 6 or more";
    "wall-bonus" wall_bonus: {u8 in 0..=10} = "3", House "SQR-OFF-THE-WALL",
        "what THE WALL adds to both Defences", try ["0", "1", "3", "5", "7", "10"];
    "nations" nations: {u8 in 4..=10} = "6", Missing "SQR-GEN-01", "nations in the deck, eleven players each",
        try ["4", "6", "8", "10"];
    "super-subs" super_subs: {u8 in 0..=8} = "4", Missing "SQR-SUB-01", "Super Subs in the deck",
        try ["0", "4", "8"];
    "tackle-cards" tackle_cards: {u8 in 4..=12} = "6", Missing "SQR-ACT-02", "Tackle cards in the deck",
        try ["4", "6", "12"];
    "yellow-cards" yellow_cards: {u8 in 4..=10} = "6", Missing "SQR-ACT-03", "Yellow cards in the deck",
        try ["4", "6", "10"];
    "red-cards" red_cards: {u8 in 0..=4} = "2", Missing "SQR-ACT-04", "Red cards in the deck",
        try ["0", "2", "4"];
    "referee-copies" referee_copies: {u8 in 1..=3} = "1", Missing "SQR-REF-01 SQR-OFF-02",
        "copies of each of the eleven referee cards", try ["1", "2", "3"];
    "hand-start" hand_start: {u8 in 4..=7} = "5", Missing "SQR-GEN-10", "cards dealt to each manager",
        try ["4", "5", "7"];
    "draw-per-turn" draw_per_turn: {u8 in 1..=3} = "2", Missing "SQR-TURN-02",
        "cards drawn at the start of a turn", try ["1", "2", "3"];
    "actions-per-turn" actions_per_turn: {u8 in 1..=2} = "1", Missing "SQR-TURN-04", "actions of a turn",
        try ["1", "2"];
    "pitch-limit" pitch_limit: {enum PitchLimit { None "none" } or u8 in 11..=11} = "none",
        Missing "SQR-ACT-01", "most cards on a pitch", try ["none", "11"];
    "tackle-effect" tackle_effect: {enum TackleEffect { Discard "discard", Hand "hand", Steal "steal" }} = "discard",
        Missing "SQR-ACT-02", "where a tackled card goes: discard pile, its owner's hand, the tackler's hand";
    "second-yellow" second_yellow: {enum SecondYellow { SentOff "sent-off", NoEffect "no-effect" }} = "sent-off",
        Missing "SQR-BOOK-04", "what a Yellow does to a booked card";
    "sent-off-to" sent_off_to: {enum SentOffTo { Discard "discard", OutOfGame "out-of-game" }} = "discard",
        Missing "SQR-BOOK-06", "where a card that is sent off goes";
    "captain-shrugs" captain_shrugs: {enum Shrugs { Matchday "matchday", Season "season", Every "every" }} = "matchday",
        Missing "SQR-CAPT-03",
        "Yellows that a captain shrugs off: one per matchday, one per season, every one",
        beside { _ => "captains-armband" = "on" };
    "derby-mode" derby_mode: {enum DerbyMode { TwoCards "two-cards", OneCardTwoTargets "one-card-two-targets" }} = "two-cards",
        Missing "SQR-DERBY-02", "Tackle cards that a double-Tackle takes; needs `derby-night`",
        beside { _ => "derby-night" = "on" };
    "sub-clears-booking" sub_clears_booking: {bool} = "on", Missing "SQR-REF-03",
        "a SUBSTITUTION drops the marker; off: it passes to the card that comes in";
    "first-starter" first_starter: {enum FirstStarter { Random "random", Seat0 "seat-0" }} = "random",
        Missing "SQR-GEN-10", "who begins matchday 1";
    "seven-declared" seven_declared: {enum SevenDeclared { AtLock "at-lock", AfterOfficial "after-official" }} = "at-lock",
        Missing "SQR-MATCH-11", "when the scoring seven is named";
    "official-source" official_source: {enum OfficialSource { Deck "deck", Uniform11 "uniform-11" }} = "deck",
        Missing "SQR-OFF-02", "the official comes from the deck, or from eleven equally likely names";
    "var-tie" var_tie: {enum VarTie { FwdFirst "fwd-first", GkFirst "gk-first" }} = "fwd-first",
        Missing "SQR-OFF-VAR-REVIEW-2", "which of several equally rated cards VAR REVIEW zeroes";
    "reverse-mode" reverse_mode: {enum ReverseMode { SelfSwap "self-swap", CrossSwap "cross-swap" }} = "self-swap",
        SecondReading "SQR-OFF-REVERSE", "REVERSE swaps a side's own totals, or the sides exchange theirs";
    "double-forfeit" double_forfeit: {enum DoubleForfeit { BothLose "both-lose", Void "void" }} = "both-lose",
        Missing "SQR-FORF-04", "a fixture that both sides forfeit: lost by both, or not recorded";
    "golden-boot-nation" golden_boot_nation: {enum GoldenBootNation { MainNation "main-nation", AnyTen "any-ten" }} = "main-nation",
        Missing "SQR-BOOT-03", "whose star earns the Golden Boot point";
    "golden-boot-walkover" golden_boot_walkover: {bool} = "off", Missing "SQR-BOOT-04",
        "a win by forfeit may earn the Golden Boot point";
    "thin-threshold" thin_threshold: {u8 in 0..=60} = "20", Missing "SQR-RESET-03 SQR-RESET-04",
        "cards in the deck at or below which the discard pile is shuffled in", try ["10", "20", "40"];
    "sudden-death-legality" sudden_death_legality: {enum SuddenDeathLegality { Pure "pure", Season "season" }} = "pure",
        Missing "SQR-SD-03", "a sudden-death seven is of one nation, or as in the season";
    "build-turn-cap" build_turn_cap: {u16 in 10..=400} = "100", Modelling "SQR-TURN-07",
        "turns per manager after which an open build phase is stopped", try ["50", "100", "400"];
    "rollouts" rollouts: {u16 in 1..=1024} = "32", Modelling "section 6",
        "playouts per candidate action of the table-manager bot";
    house "managers" {
        bonus "SQR-HOUSE-01" {None "none", Card "card", Point "point"} for 4;
        first_turn "SQR-HOUSE-02" {Full "full", Short "short", Skipped "skipped"}
            "the first turn of the season: whole, without the draw, or left out";
        who_begins "SQR-HOUSE-03" {Printed "printed", Rotates "rotates", Lowest "lowest"}
            "who begins the next matchday: as `next-starter` says, the next in turn, the last in the table";
        extra_draw "SQR-HOUSE-04" {None "none", Last "last", NotFirst "not-first", Everyone "everyone"}
            "whose opening hand has a card more: the last in the order of play, all but the first, everyone's";
        turn_cap "SQR-HOUSE-05" {u16 in 1..=400}
            "turns per manager after which a build phase is full-time without a call", try ["none", "4", "12"];
        catch_up "SQR-HOUSE-06" {None "none", Card "card"}
            "whether whoever alone is last in the table draws a card more each turn";
        half_time_swap "SQR-HOUSE-07"
            "whether play goes the other way round after half of the matchdays";
    }
}
