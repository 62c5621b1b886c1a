//! Every switch and assumption: its values, its default, why it exists.

use crate::switches;

switches! {
    /// The variant in force: every switch, typed.
    pub(super) struct Variant;

    "match" match_kind: {enum MatchKind { Regular "regular", Express "express" }} = "regular",
        Rulebook "FD-END-01, FD-END-02, FD-END-03, FD-END-04, FD-END-05, FD-DECK-01, FD-DECK-02",
        "regular: first to the goals wins; express: most goals when the deck runs out";
    "players" players: {u8 in 2..=6} = "2", Missing "FD-SETUP-08", "number of players",
        try ["2", "3", "4", "5", "6"];
    "deck-preset" deck_preset: {enum DeckPreset { Gallery "gallery", Spread "spread", Soft "soft" }} = "gallery",
        Missing "FD-COMP-05, FD-COMP-06",
        "which values the cards have: 2/3/5 only, 1 to 5, or 2/3/5 with defence 1/2/3";
    "halftimes" halftimes: {u8 in 0..=2} = "1", House "FD-COMP-08",
        "number of Halftime cards, taken from or given to Substitution", try ["1", "0", "2"];
    "goals-to-win" goals_to_win: {u8 in 1..=5} = "3", House "FD-END-01", "goals that win a regular match",
        try ["3", "1", "2", "4", "5"];
    "hand-size" hand_size: {u8 in 4..=7} = "6", House "FD-SETUP-04, FD-GC-16, FD-GC-21",
        "cards of the starting hand and of the hand after Halftime", try ["6", "4", "5", "7"];
    "ap-target" ap_target: {u8 in 9..=12} = "11", House "FD-AP-03, FD-SHOT-01",
        "attack points that force a shot, and their upper limit", try ["11", "9", "10", "12"];
    "penalty-min" penalty_min: {u8 in 5..=9} = "7", House "FD-GC-08", "attack points needed to play Penalty",
        try ["7", "5", "6", "8", "9"];
    "overshoot" overshoot: {enum Overshoot { Illegal "illegal", Clamp "clamp" }} = "illegal",
        SecondReading "FD-AP-04, FD-AP-05, FD-AP-08",
        "a card that would leave 0 to 11 attack points may not be played, or stops at the limit";
    "no-legal-play" no_legal_play: {enum NoLegalPlay { DiscardOne "discard-one", Keep "keep", Redraw "redraw" }} = "discard-one",
        Missing "FD-TURN-08",
        "without a legal card: discard one, keep all and play nothing, or discard all and draw anew";
    "free-discard" free_discard: {bool} = "off", House "FD-TURN-07",
        "any player may discard one card instead of playing";
    "offside-min" offside_min: {u8 in 0..=1} = "0", SecondReading "FD-GC-10",
        "attack points that the target of Offside must have", try ["0", "1"];
    "yellow-stack" yellow_stack: {enum YellowStack { Stack "stack", NoSecond "no-second", SecondIsRed "second-is-red" }} = "stack",
        SecondReading "FD-GC-14",
        "several Yellow Cards: one skipped turn each, not on a pending one, or the second acts as Red",
        beside { "no-second" => "players" = "4" };
    "yellow-halftime" yellow_halftime: {enum YellowHalftime { Cleared "cleared", Kept "kept" }} = "cleared",
        SecondReading "FD-GC-06", "whether Halftime clears pending Yellow Cards";
    "red-stack" red_stack: {enum RedStack { Stack "stack", NoSecond "no-second" }} = "stack",
        SecondReading "FD-GC-18", "whether a player may receive a second Red Card";
    "red-off" red_off: {bool} = "off", House "FD-GC-16", "Red Card also removes the target's attack points";
    "foul-scope" foul_scope: {enum FoulScope { OffDef "off-def", PlusPenalty "plus-penalty", PlusAllChangers "plus-all-changers" }} = "off-def",
        House "FD-REF-03, FD-REF-06", "cards that a Foul may cancel";
    "var-scope" var_scope: {enum VarScope { Referee "referee", PlusCards "plus-cards", FoulOnly "foul-only" }} = "referee",
        SecondReading "FD-REF-04, FD-REF-06, FD-REF-10",
        "cards that V.A.R. may cancel: Referee cards, also Yellow, Red and Offside, or Fouls only";
    "foul-timing" foul_timing: {enum FoulTiming { BeforeEffect "before-effect", AfterShot "after-shot" }} = "before-effect",
        SecondReading "FD-REF-07", "whether a card that makes 11 attack points can be fouled before its shot";
    "refoul" refoul: {enum Refoul { Yes "yes", No "no" }} = "yes", SecondReading "FD-REF-11",
        "whether a card that survived a Foul may be fouled again";
    "fouled-turn" fouled_turn: {enum FouledTurn { Used "used", Again "again" }} = "used", House "FD-REF-08",
        "whether the player of a cancelled card plays another one";
    "response-order" response_order: {enum ResponseOrder { Clockwise "clockwise", Random "random" }} = "clockwise",
        Modelling "FD-REF-09", "order in which the others are asked for Foul or V.A.R.",
        beside { _ => "players" = "4" };
    "shot-replacement" shot_replacement: {enum ShotReplacement { Without "without", With "with" }} = "without",
        House "FD-SHOT-09", "whether the shot cards are shuffled anew after each shot";
    "grid-empty" grid_empty: {enum GridEmpty { Reshuffle "reshuffle", NoGoal "no-goal" }} = "reshuffle",
        Missing "FD-SHOT-11", "a shot card is needed and none is left: lay all anew, or the shot fails",
        beside { _ => "match" = "express" };
    "own-goal" own_goal: {enum OwnGoal { AllOpponents "all-opponents", LeaderOnly "leader-only", MinusOne "minus-one" }} = "all-opponents",
        House "FD-SHOT-08",
        "an Own Goal scores for all opponents, for the leading one, or costs the shooter a goal",
        beside { "leader-only" => "players" = "4" };
    "miss-keeps" miss_keeps: {bool} = "off", House "FD-SHOT-10",
        "after Save or Miss the shooter keeps 5 attack points";
    "simultaneous-win" simultaneous: {enum Simultaneous { ShootOut "shoot-out", Shared "shared", TurnOrder "turn-order" }} = "shoot-out",
        Missing "FD-END-02", "several players reach the goals at once", beside { _ => "players" = "4" };
    "regular-deck-out" regular_deck_out: {enum RegularDeckOut { Reshuffle "reshuffle", End "end" }} = "reshuffle",
        Missing "FD-DECK-01",
        "the Action Deck of a regular match runs out: shuffle the discards, or end as in express";
    "express-end" deck_out: {enum DeckOut { DeckEmpty "deck-empty", HandsOut "hands-out", FullRound "full-round" }} = "deck-empty",
        SecondReading "FD-END-04", "when a match ends after its deck has run out",
        beside { _ => "match" = "express" };
    "shootout-grid" shootout_grid: {enum ShootoutGrid { GoalsSaves "goals-saves", WithMisses "with-misses", Full20 "full-20" }} = "goals-saves",
        SecondReading "FD-SO-01, FD-SO-02", "shot cards of the penalty shoot-out: 13, 16 or all 20",
        beside { _ => "match" = "express" };
    "last-seat-bonus" last_seat_bonus: {enum LastSeatBonus { None "none", OneAp "one-ap", ExtraCard "extra-card" }} = "none",
        House "FD-SETUP-04, FD-SETUP-05",
        "later seats start with attack points (seat i with i), or the last with one card more";
    "play-two" play_two: {bool} = "off", House "FD-TURN-01, FD-TURN-02", "two draws and two plays per turn";
    "max-turns" max_turns: {u16 in 2_000..=50_000} = "10000", Modelling "FD-END-06",
        "turns of all players together after which a match is stopped as unfinished",
        try ["10000", "2000", "50000"];
    house "players" {
        bonus "FD-HOUSE-01" {
            None "none", Ap1 "ap-1", Ap2 "ap-2", Ap3 "ap-3", Card "card", Goal "goal",
        } for 6;
        first_turn "FD-HOUSE-02" {Full "full", Short "short", Skipped "skipped"}
            "the first player's first turn: whole, without the draw, or left out";
        who_begins "FD-HOUSE-03" {Printed "printed", Rotates "rotates", Lowest "lowest"}
            "who begins each round: always the first, the next in turn, the fewest goals";
        extra_draw "FD-HOUSE-04" {None "none", Last "last", NotFirst "not-first", Everyone "everyone"}
            "whose starting hand has a card more: the last player's, all but the first, everyone's";
        turn_cap "FD-HOUSE-05" {u16 in 1..=5000}
            "turns per player after which whoever has most goals wins", try ["none", "10", "25"];
        cap_tie_break "FD-HOUSE-06" {ShootOut "shoot-out", AttackPoints "attack-points", Shared "shared"}
            "who wins at the turn cap if several lead: a shoot-out, most attack points, all of them", cap "10";
        catch_up "FD-HOUSE-07" {None "none", Ap1 "ap-1", Card "card"}
            "what whoever alone has the fewest goals gets in each own turn: an attack point, a card";
        half_time_swap "FD-HOUSE-08"
            "whether play goes the other way round after the first Halftime card";
    }
}
