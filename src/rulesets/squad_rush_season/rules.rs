//! Switches and data compiled into small integers and look-up tables.

use super::cards::{self, ACTION, Card, MAX_DECK, Official, SQUAD, SUB};
use super::data::{self, Printed};
use super::tops::Tops;
use crate::chance::Lottery;
use crate::game::{Build, Totals};
use crate::settings::{Fault, Settings};

/// The most cards a hand may hold at the end of a turn (TURN-05).
pub const HAND_LIMIT: u32 = 9;
/// Lead of an Attack over a Defence that FULL-TIME WHISTLE asks for.
pub const WHISTLE_LEAD: i32 = 6;

/// How the chemistry penalty is taken (CHEM-02 and its house shapes).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Penalty × (k − 1) off both totals.
    Linear,
    /// Penalty × (k − 1)² off both totals.
    Squared,
    /// Off Attack alone.
    AttackOnly,
    /// Off Defence alone.
    DefenceOnly,
}

/// Where the official of a match comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// Nobody: matches are played without one.
    Nobody,
    /// Always this one; no card moves.
    Only(Official),
    /// A referee card of the deck (OFF-02).
    Deck,
    /// A weighted draw apart from the deck; no card moves.
    Weighted(Lottery),
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixtures {
    /// Everybody meets the left neighbour, beginning with the caller.
    Cycle,
    /// Three managers: one sits out, in turn.
    RotateBye,
    /// Four managers: the caller meets the left neighbour, the others meet.
    CallerAnchor,
    /// Four managers: 0–1 and 2–3.
    SeatFixed,
    /// Four managers: 01-23, 12-30, 02-13.
    RoundRobin,
}

/// Who begins the next matchday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Starter {
    /// Who called full time.
    Caller,
    /// The seat after the last beginner.
    Rotate,
    /// The last in the table, lots among equals.
    LastInTable,
}

/// What stays on a pitch between matchdays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CarryOver {
    /// Everything.
    Stay,
    /// The seven named last.
    SevenOnly,
    /// Nothing.
    Clear,
}

/// Where a tackled card goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TackleEffect {
    /// To the discard pile.
    Discard,
    /// To its owner's hand.
    Hand,
    /// To the tackler's hand.
    Steal,
}

/// How many Yellows a captain shrugs off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shrugs {
    /// One per matchday.
    Matchday,
    /// One per season.
    Season,
    /// Every one.
    Every,
}

/// The rules of one arm.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools)]
pub struct Rules {
    pub(super) printed: Printed,
    pub(super) managers: u8,
    pub(super) armband: bool,
    pub(super) derby: bool,
    pub(super) derby_one_card: bool,
    pub(super) drama: bool,
    pub(super) official: Source,
    pub(super) golden_boot: u8,
    pub(super) chemistry: u8,
    pub(super) shape: Shape,
    pub(super) divisor: u8,
    pub(super) build_referees: bool,
    pub(super) build_instants: bool,
    pub(super) min_turns: u16,
    pub(super) closing_turns: u8,
    pub(super) matchdays: u8,
    pub(super) next_starter: Starter,
    pub(super) carry_over: CarryOver,
    pub(super) wipe_bookings: bool,
    pub(super) win_points: u8,
    pub(super) forfeit_score: u8,
    pub(super) fixtures: Fixtures,
    pub(super) one_ten: bool,
    /// Most nations in a legal seven; [`cards::MAX_NATIONS`] for no cap.
    pub(super) nations_cap: u8,
    pub(super) home_bonus: u8,
    pub(super) leg_official: bool,
    pub(super) whistle_one_each: bool,
    pub(super) wall_bonus: u8,
    pub(super) nations: u8,
    pub(super) super_subs: u8,
    pub(super) hand_start: u8,
    pub(super) draw_per_turn: u8,
    pub(super) actions: u8,
    pub(super) pitch_limit: u8,
    pub(super) tackle_effect: TackleEffect,
    pub(super) second_yellow_off: bool,
    pub(super) sent_off_out: bool,
    pub(super) shrugs: Shrugs,
    pub(super) sub_clears: bool,
    pub(super) random_starter: bool,
    pub(super) name_after_official: bool,
    pub(super) var_gk_first: bool,
    pub(super) cross_swap: bool,
    pub(super) void_double_forfeit: bool,
    pub(super) boot_any_ten: bool,
    pub(super) boot_walkover: bool,
    pub(super) thin: u8,
    pub(super) sudden_season: bool,
    pub(super) turn_cap: u16,
    pub(super) rollouts: u32,
    /// The ids of the deck.
    pub(super) deck: [Card; MAX_DECK],
    pub(super) deck_len: u8,
    /// Sum and single values of the deck's cards in counting luck.
    pub(super) deck_value: i32,
    pub(super) draw_value: [i32; 256],
    /// The deck's field cards.
    pub(super) field: u128,
    /// Rating of every field card.
    pub(super) rating: [u8; 128],
    /// What chemistry takes off Attack + Defence by number of nations, the
    /// home bonus counted as a negative cost.
    pub(super) cost: [i32; 8],
    /// The most that one more nation costs, up to so many nations.
    pub(super) steps: [i32; 8],
    /// Best two per position of every subset of a squad, unbooked and booked.
    pub(super) tops: [Box<[Tops]>; 2],
    /// Value of a Super Sub in a slot, unbooked and booked.
    pub(super) sub_worth: [u16; 2],
    /// The least that one more empty slot costs a pitch.
    pub(super) least_worth: i32,
}

fn count(settings: &Settings, key: &str) -> u8 {
    settings.int(key).unwrap_or(0) as u8
}

fn official(settings: &Settings) -> Result<Source, Fault> {
    let value = settings.text("match-official");
    let weights = settings.list("official-weights").unwrap_or_default();
    if value == "off" {
        return Ok(Source::Nobody);
    }
    if let Some(name) = value.strip_prefix("only:") {
        let named = Official::ALL.into_iter().find(|o| o.key() == name);
        return Ok(named.map_or(Source::Nobody, Source::Only));
    }
    if weights.iter().all(|&w| w == 0) {
        let allowed = "at least one positive weight";
        return Err(Fault::new("official-weights", "no weight above 0", allowed)
            .hint("set `match-official` to `off` to play without officials"));
    }
    let uniform = settings.is("official-source", "uniform-11");
    if weights.iter().any(|&w| w != 1) || uniform {
        let weights: Vec<u32> = weights.iter().map(|&w| w as u32).collect();
        return Ok(Source::Weighted(Lottery::new(&weights)));
    }
    Ok(Source::Deck)
}

impl Rules {
    /// Compiles switches and data.
    ///
    /// # Errors
    /// Every fault found.
    pub fn build(build: &Build<'_>) -> Result<Self, Vec<Fault>> {
        let s = build.settings;
        let printed = data::read(build.data, build.totals == Totals::House);
        let source = official(s);
        let (printed, source) = match (printed, source) {
            (Ok(printed), Ok(source)) => (printed, source),
            (Err(mut faults), Err(fault)) => {
                faults.push(fault);
                return Err(faults);
            }
            (Err(faults), Ok(_)) => return Err(faults),
            (Ok(_), Err(fault)) => return Err(vec![fault]),
        };
        let managers = count(s, "managers");
        let fixtures = match managers {
            2 => Fixtures::Cycle,
            3 => [Fixtures::Cycle, Fixtures::RotateBye][s.word("fixtures-3p")],
            _ => [Fixtures::CallerAnchor, Fixtures::SeatFixed, Fixtures::Cycle, Fixtures::RoundRobin]
                [s.word("fixtures-4p")],
        };
        let mut rules = Self {
            managers,
            armband: s.on("captains-armband"),
            derby: s.on("derby-night"),
            derby_one_card: s.is("derby-mode", "one-card-two-targets"),
            drama: s.on("matchday-drama"),
            official: source,
            golden_boot: count(s, "golden-boot"),
            chemistry: count(s, "chemistry-penalty"),
            shape: [Shape::Linear, Shape::Squared, Shape::AttackOnly, Shape::DefenceOnly]
                [s.word("chemistry-shape")],
            divisor: count(s, "goal-divisor"),
            build_referees: s.is("build-referees", "minimal"),
            build_instants: s.on("build-instants"),
            min_turns: u16::from(count(s, "min-turns-before-call")),
            closing_turns: count(s, "closing-turns"),
            matchdays: count(s, "matchdays"),
            next_starter: [Starter::Caller, Starter::Rotate, Starter::LastInTable][s.word("next-starter")],
            carry_over: [CarryOver::Stay, CarryOver::SevenOnly, CarryOver::Clear][s.word("pitch-carry-over")],
            wipe_bookings: s.is("bookings-carry-over", "wipe"),
            win_points: count(s, "win-points"),
            forfeit_score: count(s, "forfeit-score"),
            fixtures,
            one_ten: s.int("max-tens").is_some(),
            nations_cap: s.int("nations-cap").unwrap_or(cards::MAX_NATIONS as i64) as u8,
            home_bonus: count(s, "home-nation-bonus"),
            leg_official: s.is("added-time-leg", "new-official"),
            whistle_one_each: s.is("whistle-both", "one-each"),
            wall_bonus: count(s, "wall-bonus"),
            nations: count(s, "nations"),
            super_subs: count(s, "super-subs"),
            hand_start: count(s, "hand-start"),
            draw_per_turn: count(s, "draw-per-turn"),
            actions: count(s, "actions-per-turn"),
            pitch_limit: s.int("pitch-limit").unwrap_or(i64::from(cards::FIELD_END)) as u8,
            tackle_effect: [TackleEffect::Discard, TackleEffect::Hand, TackleEffect::Steal]
                [s.word("tackle-effect")],
            second_yellow_off: s.is("second-yellow", "sent-off"),
            sent_off_out: s.is("sent-off-to", "out-of-game"),
            shrugs: [Shrugs::Matchday, Shrugs::Season, Shrugs::Every][s.word("captain-shrugs")],
            sub_clears: s.on("sub-clears-booking"),
            random_starter: s.is("first-starter", "random"),
            name_after_official: s.is("seven-declared", "after-official"),
            var_gk_first: s.is("var-tie", "gk-first"),
            cross_swap: s.is("reverse-mode", "cross-swap"),
            void_double_forfeit: s.is("double-forfeit", "void"),
            boot_any_ten: s.is("golden-boot-nation", "any-ten"),
            boot_walkover: s.on("golden-boot-walkover"),
            thin: count(s, "thin-threshold"),
            sudden_season: s.is("sudden-death-legality", "season"),
            turn_cap: s.int("build-turn-cap").unwrap_or(100) as u16,
            rollouts: s.int("rollouts").unwrap_or(32) as u32,
            deck: [0; MAX_DECK],
            deck_len: 0,
            deck_value: 0,
            draw_value: super::luck::values(&printed.ratings),
            field: 0,
            rating: [0; 128],
            cost: [0; 8],
            steps: [0; 8],
            tops: [false, true].map(|booked| Tops::table(&printed.ratings, booked)),
            sub_worth: [0, 1].map(|booked| Tops::sub(printed.super_sub - booked)),
            least_worth: 0,
            printed,
        };
        let counts = [count(s, "tackle-cards"), count(s, "yellow-cards"), count(s, "red-cards")];
        rules.lay_out_deck(counts, count(s, "referee-copies"));
        rules.tabulate();
        Ok(rules)
    }

    fn lay_out_deck(&mut self, [tackles, yellows, reds]: [u8; 3], copies: u8) {
        let groups = [
            (0, self.nations * SQUAD),
            (SUB, self.super_subs),
            (cards::TACKLE, tackles),
            (cards::YELLOW, yellows),
            (cards::RED, reds),
        ];
        let referees = Official::ALL.map(|official| (official.card(), copies));
        for (first, count) in groups.into_iter().chain(referees) {
            for card in first..first + count {
                self.deck[usize::from(self.deck_len)] = card;
                self.deck_len += 1;
                self.deck_value += self.draw_value[usize::from(card)];
                self.field |= if cards::is_field(card) { 1 << card } else { 0 };
            }
        }
    }

    fn tabulate(&mut self) {
        for card in 0..ACTION {
            self.rating[usize::from(card)] = match card {
                0..SUB => self.printed.ratings[cards::squad_place(card)],
                _ => self.printed.super_sub,
            };
        }
        for nations in 0..8 {
            let (defence, attack) = self.chemistry(nations);
            self.cost[nations as usize] = -(defence + attack);
        }
        for nations in 1..8 {
            let step = self.cost[nations] - self.cost[nations - 1];
            self.steps[nations] = step.max(self.steps[nations - 1]);
        }
        let least = self.printed.ratings.iter().min().copied().unwrap_or(0).min(self.printed.super_sub);
        self.least_worth = i32::from(least) - 1 + super::squad::EMPTY_SLOT;
    }

    /// What step (6) of the evaluation adds to Defence and Attack of a seven
    /// of `nations` nations: the penalty (CHEM-01, CHEM-02) and the home bonus.
    #[must_use]
    pub fn chemistry(&self, nations: u32) -> (i32, i32) {
        let extra = nations.saturating_sub(1) as i32;
        let penalty = i32::from(self.chemistry);
        let off = if self.shape == Shape::Squared { penalty * extra * extra } else { penalty * extra };
        let home = if nations == 1 { i32::from(self.home_bonus) } else { 0 };
        let defence = if self.shape == Shape::AttackOnly { 0 } else { off };
        let attack = if self.shape == Shape::DefenceOnly { 0 } else { off };
        (home - defence, home - attack)
    }

    /// The same rules with another chemistry penalty, for tables over it.
    pub(super) fn set_chemistry(&mut self, penalty: u8) {
        self.chemistry = penalty;
        self.tabulate();
    }

    /// The ids of the deck, rising.
    #[must_use]
    pub fn deck(&self) -> &[Card] {
        &self.deck[..usize::from(self.deck_len)]
    }

    /// Number of managers.
    #[must_use]
    pub fn managers(&self) -> u8 {
        self.managers
    }

    /// Whether sevens are capped in nations.
    #[inline]
    #[must_use]
    pub fn capped_nations(&self) -> bool {
        usize::from(self.nations_cap) < cards::MAX_NATIONS
    }

    /// Rating of a field card that may be booked (BOOK-01, BOOK-03).
    #[inline]
    #[must_use]
    pub fn current(&self, card: Card, booked: bool) -> i32 {
        i32::from(self.rating[usize::from(card & 127)]) - i32::from(booked)
    }
}
