//! Every switch and every assumption of the game, with the values it takes.

use crate::switches;

switches! {
    /// The variant in force: every switch, typed.
    pub struct Variant;

    "players" players: {u8 in 2..=5} = "2", Rulebook "KOP-SETUP-01, KOP-SETUP-05, KOP-SETUP-07 to -09",
        "how many teams play", try ["2", "3", "4", "5"];
    "captains" captains: {bool} = "off", Rulebook "KOP-SETUP-06, KOP-CAP-01 to -18, KOP-TURN-02",
        "captain and CAPTAIN TRANSFER cards; only with 4 or 5 players", beside { "on" => "players" = "4" };
    "var-cards" var_cards: {bool} = "on", House "KOP-SETUP-05, KOP-VAR-01 to -10",
        "V.A.R. cards in the deck, or none", try ["on", "off"];
    "bonus-cards" bonus_cards: {bool} = "on", House "KOP-SETUP-05, KOP-BONUS-01 to -07",
        "BONUS cards in the deck, or none", try ["on", "off"];
    "wins-to-win" wins_to_win: {u8 in 3..=7} = "5", House "KOP-END-01, KOP-END-03",
        "victories that win the game", try ["3", "4", "5", "6", "7"];
    "level-thresholds" level_thresholds: {enum LevelThresholds {
        Even3 "even-3", Even4 "even-4", Even5 "even-5", Steep "steep",
    } or [u8; 4] in 1..=22} = "even-3",
        Missing "KOP-LEVEL-03",
        "column points that bronze, silver, gold and crown need: a named scale or four rising numbers",
        try ["even-3", "even-4", "even-5", "steep", "2/4/7/10", "5/11/16/22"];
    "dice-per-level" dice_per_level: {enum DicePerLevel {
        Printed "printed", Crown5d6 "crown-5d6", Crown3d62d8 "crown-3d6-2d8", NoCrown "no-crown",
    }} = "printed",
        House "KOP-LEVEL-05", "dice of the crown level: 4d6 + 1d8 as printed, or another pool";
    "level-rule" level_rule: {enum LevelRule { Lower "lower", Average "average", Higher "higher" }} = "lower",
        House "KOP-LEVEL-04", "which column fixes the level: the lower, the mean of both, the higher";
    "king-match" king_match: {enum KingMatch {
        Forbidden "forbidden", ChooseOpponent "choose-opponent", LeftNeighbour "left-neighbour",
    }} = "forbidden",
        SecondReading "KOP-MATCH-03, KOP-MATCH-18", "whether the King may use a MATCH card, and against whom";
    "tie-break" tie_break: {enum TieBreak {
        ShootOut "shoot-out", KingKeeps "king-keeps", ChallengerWins "challenger-wins",
    }} = "shoot-out",
        House "KOP-MATCH-11, KOP-MATCH-12", "who wins when all dice cancel";
    "missing-die" missing_die: {enum MissingDie { Loses "loses", Ignored "ignored" }} = "loses",
        House "KOP-MATCH-10, KOP-MATCH-13", "whether a die without a partner beats nothing or does not count";
    "var-scope" var_scope: {enum VarScope { LowestDie "lowest-die", AnyOneDie "any-one-die", AllDice "all-dice" }} = "lowest-die",
        House "KOP-VAR-02, KOP-VAR-03", "which dice V.A.R. rolls again";
    "var-tie-die" var_tie_die: {enum VarTieDie { D8 "d8", D6 "d6" }} = "d8", SecondReading "KOP-VAR-08",
        "which die is re-rolled when d6 and d8 tie for lowest";
    "var-refund" var_refund: {enum VarRefund { Consumed "consumed", KeptIfUntriggered "kept-if-untriggered" }} = "consumed",
        SecondReading "KOP-VAR-10", "whether a V.A.R. that never triggered comes back";
    "commit-order" commit_order: {enum CommitOrder {
        ChallengerFirst "challenger-first", KingFirst "king-first", Blind "blind",
    }} = "challenger-first",
        House "KOP-BONUS-06, KOP-BONUS-07", "who announces V.A.R. and BONUS first, or both at once";
    "hand-limit" hand_limit: {enum HandLimit { None "none" } or u8 in 2..=4} = "3", House "KOP-TAKE-16",
        "most player cards in hand", try ["2", "3", "4", "none"];
    "match-limit" match_limit: {u8 in 1..=2} = "1", House "KOP-TAKE-15", "most MATCH cards a team may hold",
        try ["1", "2"];
    "line-size" line_size: {u8 in 3..=6} = "5", House "KOP-SETUP-16, KOP-TAKE-02", "cards in the open row",
        try ["3", "4", "5", "6"];
    "free-last" free_last: {bool} = "on", House "KOP-TAKE-01, KOP-TURN-03",
        "whether the last card of the row is free; off drains the game of silver cubes", try ["on", "off"];
    "slot-price" slot_price: {enum SlotPrice { Card "card", Stepped "stepped" }} = "card", House "KOP-TAKE-03",
        "price printed on the card, or two cubes in the two slots next to the deck";
    "overpay" overpay: {bool} = "off", SecondReading "KOP-TAKE-07",
        "whether a dearer cube may pay, without change";
    "start-cubes" start_cubes: {enum StartCubes { Printed "printed", None "none", Double "double" }} = "printed",
        House "KOP-SETUP-08, KOP-SETUP-09", "cubes dealt at the start";
    "start-players" start_players: {u8 in 0..=2} = "0", House "KOP-SETUP-17",
        "player cards dealt to each hand at the start", try ["0", "1", "2"];
    "actions-per-turn" actions_per_turn: {u8 in 1..=2} = "1", House "KOP-TURN-02", "actions in a turn",
        try ["1", "2"];
    "free-pass" free_pass: {bool} = "off", SecondReading "KOP-TURN-03", "whether a player may always pass";
    "downgrade" downgrade: {enum Downgrade { Allowed "allowed", Forbidden "forbidden" }} = "allowed",
        SecondReading "KOP-CHIP-05", "whether a chip may be replaced by one of equal or lower value";
    "replace-refund" replace_refund: {enum ReplaceRefund { None "none", Cube "cube" }} = "none",
        House "KOP-CHIP-04", "whether the owner of a replaced chip gets its cube";
    "chip-limit" chip_limit: {bool} = "on", SecondReading "KOP-COMP-13, KOP-CHIP-06",
        "chips limited to the printed counts, or unlimited", try ["on", "off"];
    "cube-limit" cube_limit: {bool} = "on", SecondReading "KOP-COMP-13, KOP-SELL-05",
        "cubes limited to the printed counts, or unlimited", try ["on", "off"];
    "deck-out" deck_out: {enum DeckOut { Reshuffle "reshuffle", NoRefill "no-refill" }} = "reshuffle",
        Missing "KOP-TAKE-11, KOP-TAKE-12", "what happens when the deck is empty";
    "event-recycle" event_recycle: {enum EventRecycle { Yes "yes", No "no" }} = "yes",
        SecondReading "KOP-MATCH-04, KOP-VAR-10, KOP-BONUS-04",
        "whether used MATCH, V.A.R. and BONUS cards come back with the discard pile";
    "flush-free" flush_free: {bool} = "off", House "KOP-TURN-03",
        "whether a player who would have to pass discards the free card instead";
    "first-king" first_king: {enum FirstKing {
        Roll "roll", KingHasOneWin "king-has-one-win", LastSeatKing "last-seat-king",
    }} = "roll",
        House "KOP-SETUP-12, KOP-SETUP-15", "who is the first King, and with how many victories";
    "king-stay-limit" king_stay_limit: {enum KingStayLimit { None "none" } or u8 in 2..=3} = "none",
        House "KOP-MATCH-15", "wins in a row after which the King leaves to the challenger",
        try ["none", "2", "3"];
    "winner-cube" winner_cube: {enum WinnerCube { None "none", Bronze "bronze", Silver "silver" }} = "none",
        House "KOP-MATCH-17", "cube for the winner of a match";
    "loser-cube" loser_cube: {enum LoserCube { None "none", Bronze "bronze" }} = "none", House "KOP-MATCH-17",
        "cube for the loser of a match";
    "hand-knowledge" hand_knowledge: {enum HandKnowledge { Tracked "tracked", Private "private" }} = "tracked",
        Modelling "KOP-INFO-04", "whether bots remember who took which card";
    "price-player" price_player: {enum PricePlayer { Own "own", OneLower "one-lower" }} = "own",
        Missing "KOP-TAKE-04",
        "cube that buys a player card: its own colour, or one colour lower (bronze stays bronze)";
    "price-match" price_match: {enum EventPrice { Bronze "bronze", Silver "silver", Gold "gold" }} = "silver",
        Missing "KOP-TAKE-05", "cube that buys a MATCH card";
    "price-var" price_var: {EventPrice} = "silver", Missing "KOP-TAKE-05", "cube that buys a V.A.R. card",
        try ["bronze", "silver", "gold"];
    "price-bonus" price_bonus: {EventPrice} = "silver", Missing "KOP-TAKE-05", "cube that buys a BONUS card",
        try ["bronze", "silver", "gold"];
    "max-rounds" max_rounds: {u16 in 1..=1000} = "300", Modelling "KOP-END-05",
        "turns per player after which an undecided game is stopped", try ["200", "300", "1000"];
    house "players" {
        bonus "KOP-HOUSE-01" {
            None "none", Bronze "bronze", Silver "silver", Gold "gold", PlayerCard "player-card",
            MatchCard "match-card", VarCard "var-card", LevelCard "bonus-card", Win "win",
        } for 5;
        first_turn "KOP-HOUSE-02" {Full "full", Short "short", Skipped "skipped"}
            "the first player's first turn: whole, only the card of the last slot, or left out";
        who_begins "KOP-HOUSE-03" {Printed "printed", Rotates "rotates", Loser "loser", Lowest "lowest"}
            "who begins each round: always the first, the next in turn, the loser of the last match, the fewest victories";
        extra_draw "KOP-HOUSE-04" {None "none", Last "last", NotFirst "not-first", Everyone "everyone"}
            "who is dealt a player card before the first turn: the last player, all but the first, everyone";
        turn_cap "KOP-HOUSE-05" {u16 in 1..=1000}
            "turns per player after which whoever has most victories wins", try ["none", "10", "25"];
        cap_tie_break "KOP-HOUSE-06" {King "king", Level "level", Latest "latest"}
            "who wins at the turn cap if several lead: the King, the highest level, the latest victory", cap "10";
        catch_up "KOP-HOUSE-07" {None "none", Bronze "bronze", Silver "silver", Gold "gold"}
            "cube that whoever alone has the fewest victories gets after each match";
        half_time_swap "KOP-HOUSE-08"
            "whether play goes the other way round once a team has half of the victories needed";
    }
}
