//! Switches and data compiled into small integers and look-up tables.

use std::sync::Arc;

use super::bots::Look;
use super::data::{self, BRONZE, COLOURS, Components, GOLD, POSITIONS, SILVER};
use super::dice::DiceLaw;
use super::exact::{self, DiceBook};
use super::goods;
use super::house::{self, House};
use super::state::{MAX_TEAMS, State, class};
use super::switches::{
    CommitOrder, DeckOut, DicePerLevel, Downgrade, EventPrice, EventRecycle, HandKnowledge, HandLimit,
    KingMatch, KingStayLimit, LevelRule, LevelThresholds, LoserCube, PricePlayer, ReplaceRefund, SlotPrice,
    VarRefund, VarTieDie, Variant, WinnerCube,
};
use super::{KingOfThePitch, interventions, moves, odds, start, words};
use crate::game::{Build, Facts, Game, Good, Intervention, Stop, Weighed, Weights, weights};
use crate::moves::RankedMask;
use crate::odds::OddsTable;
use crate::settings::Fault;

/// What the trained policy plays by where data don't say.
const SHIPPED: &str = include_str!("trained.toml");

/// Kinds of player card: colour times position.
pub const KINDS: usize = 3 * POSITIONS;

/// The rules of one variant.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is one switch of the ledger")]
pub struct Rules {
    /// Teams at the table.
    pub players: u8,
    /// Captains are used (KOP-CAP-01).
    pub captains: bool,
    /// Victories that win (KOP-END-01).
    pub wins: u8,
    /// Level by column points (KOP-LEVEL-03).
    pub level_of: [u8; 128],
    /// Points that each level needs; white needs none.
    pub thresholds: [u8; 5],
    /// Which column counts.
    pub level_rule: LevelRule,
    /// The King's own matches.
    pub king_match: KingMatch,
    /// Order of KOP-D3 and KOP-D4.
    pub commit_order: CommitOrder,
    /// What becomes of a V.A.R. that never triggered.
    pub var_refund: VarRefund,
    /// Most player cards in hand: all that there are where nothing limits it.
    pub hand_limit: u8,
    /// Most MATCH cards held.
    pub match_limit: u8,
    /// Cards in the row.
    pub line: u8,
    /// The last slot is free.
    pub free_last: bool,
    /// The two slots next to the deck cost two cubes.
    pub stepped: bool,
    /// A dearer cube may pay.
    pub overpay: bool,
    /// Actions in a turn.
    pub actions: u8,
    /// PASS is always legal.
    pub always_pass: bool,
    /// Chips may be replaced by equal or lower ones.
    pub downgrade: bool,
    /// What the owner of a replaced chip gets.
    pub replace_refund: ReplaceRefund,
    /// Chips are limited.
    pub chip_limit: bool,
    /// Cubes are limited.
    pub cube_limit: bool,
    /// What happens when the deck is empty.
    pub deck_out: DeckOut,
    /// Whether used event cards are discarded or leave the game.
    pub event_recycle: EventRecycle,
    /// A forced pass discards the free card instead.
    pub flush: bool,
    /// Wins in a row after which the King leaves, if ever.
    pub king_stay: Option<u8>,
    /// Cube for the winner of a match.
    pub winner_cube: Option<u8>,
    /// Cube for its loser.
    pub loser_cube: Option<u8>,
    /// Hands are known to everybody.
    pub tracked: bool,
    /// Player cards dealt to each hand.
    pub opening: [u8; MAX_TEAMS],
    /// Player cards dealt to all hands of 2 to 5 players.
    pub dealt: [u8; 4],
    /// Player cards in the deck before hands are dealt: 66 unless a house rule
    /// says otherwise.
    pub player_cards: u8,
    /// Turns after which the game is stopped.
    pub max_turns: u16,
    /// House rules that the printed game lacks.
    pub house: House,
    /// What the trained policy plays by.
    pub weights: Weights,
    /// Class of each card id, see `class`.
    pub class_of: [u8; 128],
    /// Kind of each player card id.
    pub kind_of: [u8; 128],
    /// Bit of each player card's kind, 0 for event cards.
    pub kind_bit: [u64; 128],
    /// Where `Team::cards` counts each card.
    pub counted_at: [u8; 128],
    /// Ids of each kind of player card.
    pub kind_cards: [u128; KINDS],
    /// Colour of the cube that each class costs.
    pub price: [u8; class::COUNT],
    /// Classes that can be paid, by which colours are owned (bit set).
    pub payable: [u8; 8],
    /// Points of each chip at each position, packed like `Team::columns`.
    pub points: [[u16; POSITIONS]; 5],
    /// Cubes that each row place costs, counted from the last slot.
    pub cubes_at: [u8; 6],
    /// Row places that are free, cost one cube, cost two: a byte of 1 each.
    pub places_by_price: [u64; 3],
    /// Row place of each TAKE code, 0 for other codes.
    pub place_of_code: [u8; 128],
    /// TAKE codes of every set of row places.
    pub take_codes: [RankedMask; 64],
    /// Classes that may be taken from each row place, see
    /// `moves::takeable`.
    pub takeable: [u64; 64],
    /// Tallied item of each action code.
    pub items: [words::ItemOf; 128],
    /// Dice tables and exact chances.
    pub book: Arc<DiceBook>,
    /// What is printed on the components.
    pub components: Components,
    /// Event cards in the deck for 2 to 5 players under these switches.
    pub decks: [[u8; 4]; 4],
    /// The table before anything is dealt.
    pub start: State,
}

impl Rules {
    /// Row place (from the last slot) that a TAKE code means.
    #[inline]
    #[must_use]
    pub fn place_of(&self, code: u8) -> usize {
        usize::from(self.place_of_code[usize::from(code) & 127])
    }

    /// Cubes that a row place costs.
    #[inline]
    #[must_use]
    pub const fn cubes_for(&self, place: usize) -> u8 {
        self.cubes_at[place]
    }

    /// A card of the deck in words: `gold 5`, `MATCH`.
    #[must_use]
    pub fn card_name(&self, card: u8) -> String {
        match self.class_of[usize::from(card) & 127] {
            class::MATCH => "MATCH".into(),
            class::VAR => "V.A.R.".into(),
            class::BONUS => "BONUS".into(),
            class::TRANSFER => "CAPTAIN TRANSFER".into(),
            _ => kind_name(self.kind_of[usize::from(card) & 127]),
        }
    }
}

/// A kind of player card in words: `gold 5`.
#[must_use]
pub fn kind_name(kind: u8) -> String {
    format!("{} {}", COLOURS[usize::from(kind) / POSITIONS % 3], usize::from(kind) % POSITIONS + 1)
}

/// Points that each level needs.
fn thresholds(named: LevelThresholds, faults: &mut Vec<Fault>) -> [u8; 5] {
    match named {
        LevelThresholds::Even3 => [0, 3, 6, 9, 12],
        LevelThresholds::Even4 => [0, 4, 8, 12, 16],
        LevelThresholds::Even5 => [0, 5, 10, 15, 20],
        LevelThresholds::Steep => [0, 2, 5, 9, 14],
        LevelThresholds::Given(points) => {
            let [bronze, silver, gold, crown] = points;
            if !points.is_sorted_by(|a, b| a < b) {
                let found = format!("`{}`", points.map(|n| n.to_string()).join("/"));
                let fault = Fault::new("level-thresholds", found, "four strictly rising numbers");
                faults.push(fault.hint("bronze, silver, gold, crown: for example 3/6/9/12"));
            }
            [0, bronze, silver, gold, crown]
        }
    }
}

fn dice_law(variant: &Variant, components: &Components) -> DiceLaw {
    let [white, bronze, silver, gold, printed] = components.dice;
    let crown = match variant.dice_per_level {
        DicePerLevel::Printed => printed,
        DicePerLevel::Crown5d6 => [5, 0],
        DicePerLevel::Crown3d62d8 => [3, 2],
        DicePerLevel::NoCrown => gold,
    };
    DiceLaw {
        by_level: [white, bronze, silver, gold, crown],
        missing: variant.missing_die,
        d8_first: match variant.var_tie_die {
            VarTieDie::D8 => true,
            VarTieDie::D6 => false,
        },
        scope: variant.var_scope,
        tie: variant.tie_break,
    }
}

/// Colour of the cube that buys an event card.
const fn event_price(price: EventPrice) -> u8 {
    match price {
        EventPrice::Bronze => BRONZE,
        EventPrice::Silver => SILVER,
        EventPrice::Gold => GOLD,
    }
}

/// Colour of the cube that buys each class.
fn prices(variant: &Variant, components: &Components) -> [u8; class::COUNT] {
    let [bronze, silver, gold] = match variant.price_player {
        PricePlayer::Own => [BRONZE, SILVER, GOLD],
        PricePlayer::OneLower => [BRONZE, BRONZE, SILVER],
    };
    let [matches, var, bonus] =
        [variant.price_match, variant.price_var, variant.price_bonus].map(event_price);
    [bronze, silver, gold, matches, var, bonus, components.transfer_price]
}

/// Cubes that each row place costs, counted from the last slot.
fn cubes_at(variant: &Variant) -> [u8; 6] {
    std::array::from_fn(|place| {
        // Slots 1 and 2 lie next to the deck.
        let next_to_deck = usize::from(variant.line_size) <= place + 2;
        match variant.slot_price {
            _ if place == 0 && variant.free_last => 0,
            SlotPrice::Stepped if next_to_deck => 2,
            SlotPrice::Card | SlotPrice::Stepped => 1,
        }
    })
}

impl Rules {
    /// Level of a team with these columns, defence and attack (KOP-LEVEL-03),
    /// with BONUS or without.
    #[inline]
    #[must_use]
    pub fn level(&self, [defence, attack]: [u8; 2], bonus: bool) -> u8 {
        let points = match self.level_rule {
            _ if bonus => defence.max(attack),
            LevelRule::Lower => defence.min(attack),
            LevelRule::Average => u8::midpoint(defence, attack),
            LevelRule::Higher => defence.max(attack),
        };
        self.level_of[usize::from(points) & 127]
    }
}

impl Game for KingOfThePitch {
    const FACTS: Facts = Facts {
        switches: Variant::SWITCHES,
        data: concat!(include_str!("data.toml"), "\n", include_str!("trained.toml")),
        ledger: include_str!("ledger.md"),
        unfinished: &[Stop::STALEMATE, Stop::TURN_LIMIT],
        item: "action",
        score: |_| "victories",
        luck: Some("matches won minus their exact chances"),
        weighed: &[Weighed {
            key: "captains",
            called: "captains",
            tells: &["turns-per-game", "stronger-win-rate", "first-seat-advantage"],
        }],
        seconds_per_turn: 20,
        ..Facts::new(
            "king-of-the-pitch",
            "King of the Pitch",
            "Team-building dice duel for 2 to 5: build a team, challenge the King of the pitch, win five matches",
        )
    };

    type Rules = Rules;

    /// Refuses faulty data, captains with fewer than four players, thresholds
    /// that do not rise, and starting bonuses that nobody can be given.
    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
        let variant = Variant::of(build.settings);
        let components = data::read(build.data, build.totals)?;
        let mut faults = Vec::new();
        let (players, line, captains) = (variant.players, variant.line_size, variant.captains);
        if captains && players < 4 {
            let fault =
                Fault::new("captains", format!("`on` with {players} players"), "`off`, or 4 or 5 players");
            faults.push(fault.hint("captains are an option for 4 or 5 players: set `players` too"));
        }
        let thresholds = thresholds(variant.level_thresholds, &mut faults);
        faults.extend(build.settings.absent_seats(usize::from(players)));
        if !faults.is_empty() {
            return Err(faults);
        }
        let weights = weights::read(build.data, SHIPPED, Look::FEATURES, usize::from(players))?;
        let price = prices(&variant, &components);
        let cubes_at = cubes_at(&variant);
        let decks = components.tables.map(|table| {
            let [matches, vars, bonuses, transfers] = table.events;
            [
                matches,
                if variant.var_cards { vars } else { 0 },
                if variant.bonus_cards { bonuses } else { 0 },
                if captains { transfers } else { 0 },
            ]
        });
        let mut rules = Rules {
            players,
            captains,
            wins: variant.wins_to_win,
            level_of: std::array::from_fn(|points| {
                let reached = thresholds.iter().rposition(|&t| usize::from(t) <= points);
                reached.unwrap_or(0) as u8
            }),
            thresholds,
            level_rule: variant.level_rule,
            king_match: variant.king_match,
            commit_order: variant.commit_order,
            var_refund: variant.var_refund,
            hand_limit: match variant.hand_limit {
                HandLimit::None => components.player_cards(),
                HandLimit::Given(cards) => cards,
            },
            match_limit: variant.match_limit,
            line,
            free_last: variant.free_last,
            stepped: cubes_at.contains(&2),
            overpay: variant.overpay,
            actions: variant.actions_per_turn,
            always_pass: variant.free_pass || !variant.free_last,
            downgrade: match variant.downgrade {
                Downgrade::Allowed => true,
                Downgrade::Forbidden => false,
            },
            replace_refund: variant.replace_refund,
            chip_limit: variant.chip_limit,
            cube_limit: variant.cube_limit,
            deck_out: variant.deck_out,
            event_recycle: variant.event_recycle,
            flush: variant.flush_free,
            king_stay: match variant.king_stay_limit {
                KingStayLimit::None => None,
                KingStayLimit::Given(wins) => Some(wins),
            },
            winner_cube: match variant.winner_cube {
                WinnerCube::None => None,
                WinnerCube::Bronze => Some(BRONZE),
                WinnerCube::Silver => Some(SILVER),
            },
            loser_cube: match variant.loser_cube {
                LoserCube::None => None,
                LoserCube::Bronze => Some(BRONZE),
            },
            tracked: match variant.hand_knowledge {
                HandKnowledge::Tracked => true,
                HandKnowledge::Private => false,
            },
            opening: house::opening_hands(&variant, players),
            dealt: [2, 3, 4, 5].map(|players| house::opening_hands(&variant, players).iter().sum()),
            player_cards: components.player_cards(),
            max_turns: house::most_turns(&variant),
            house: House::of(&variant),
            weights,
            class_of: [0; 128],
            kind_of: [0; 128],
            kind_bit: [0; 128],
            counted_at: [0; 128],
            kind_cards: [0; KINDS],
            price,
            payable: std::array::from_fn(|owned| payable(owned as u8, price, variant.overpay)),
            points: components.points,
            cubes_at,
            places_by_price: [0, 1, 2].map(|price| {
                let places = (0..6).filter(|&place| cubes_at[place] == price);
                places.fold(0, |mask, place| mask | 1 << (8 * place))
            }),
            place_of_code: std::array::from_fn(|code| moves::place_of(code as u8, line)),
            take_codes: moves::take_codes(line),
            takeable: [0; 64],
            items: words::items_of_actions(line, cubes_at),
            book: exact::book(dice_law(&variant, &components)),
            decks,
            start: start::empty_table(&components),
            components,
        };
        start::name_cards(&mut rules);
        rules.takeable = moves::takeable(&rules);
        rules.start = start::table(&rules, &variant)?;
        Ok(rules)
    }

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.players)
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn goods(rules: &Rules) -> Vec<Good> {
        goods::goods(rules)
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        vec![odds::matches(rules), odds::set_up(rules), odds::first_king(), odds::fewest_chips(rules)]
    }
}

/// Classes whose price is among the owned colours (KOP-TAKE-07), or below a
/// dearer owned one with `overpay`.
fn payable(owned: u8, price: [u8; class::COUNT], overpay: bool) -> u8 {
    let can = |colour: u8| if overpay { owned >> colour != 0 } else { owned >> colour & 1 == 1 };
    (0..class::COUNT).filter(|&c| can(price[c])).fold(0, |mask, c| mask | 1 << c)
}
