//! Switches and data compiled into small integers and look-up tables.

use super::bots::Look;
use super::cards::{self, ACTION, Card, MAX_DECK, Official, SQUAD, SUB};
use super::data::{self, Printed};
use super::house::{self, House};
use super::switches::{
    AddedTimeLeg, BookingsCarryOver, BuildReferees, CarryOver, DerbyMode, DoubleForfeit, FirstStarter,
    Fixtures3p, Fixtures4p, GoldenBootNation, MatchOfficial, MaxTens, NationsCap, OfficialSource, PitchLimit,
    ReverseMode, SecondYellow, SentOffTo, SevenDeclared, Shape, Shrugs, Starter, SuddenDeathLegality,
    TackleEffect, VarTie, Variant, WhistleBoth,
};
use super::tops::Tops;
use crate::chance::Lottery;
use crate::game::{Build, Totals, Weights, weights};
use crate::settings::Fault;

/// The most cards a hand may hold at the end of a turn (TURN-05).
pub const HAND_LIMIT: u32 = 9;
/// Lead of an Attack over a Defence that FULL-TIME WHISTLE asks for.
pub const WHISTLE_LEAD: i32 = 6;

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

/// The rules of one arm.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools)]
pub struct Rules {
    /// What the trained policy plays by.
    pub(super) weights: Weights,
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
    /// House rules that the printed game lacks.
    pub(super) house: House,
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

/// The official that is always flipped, if one is.
const fn only(official: MatchOfficial) -> Option<Official> {
    Some(match official {
        MatchOfficial::On | MatchOfficial::Off => return None,
        MatchOfficial::OnlyAddedTime => Official::AddedTime,
        MatchOfficial::OnlyVarReview => Official::VarReview,
        MatchOfficial::OnlyOffside => Official::Offside,
        MatchOfficial::OnlyPlayOn => Official::PlayOn,
        MatchOfficial::OnlySubstitution => Official::Substitution,
        MatchOfficial::OnlyQuickRestart => Official::QuickRestart,
        MatchOfficial::OnlySetPiece => Official::SetPiece,
        MatchOfficial::OnlyTheWall => Official::TheWall,
        MatchOfficial::OnlyReverse => Official::Reverse,
        MatchOfficial::OnlyFullTimeWhistle => Official::Whistle,
        MatchOfficial::OnlyOverturned => Official::Overturned,
    })
}

fn source(variant: &Variant) -> Result<Source, Fault> {
    if let Some(official) = only(variant.match_official) {
        return Ok(Source::Only(official));
    }
    if variant.match_official == MatchOfficial::Off {
        return Ok(Source::Nobody);
    }
    let weights = variant.official_weights;
    if weights == [0; 11] {
        let allowed = "at least one positive weight";
        return Err(Fault::new("official-weights", "no weight above 0", allowed)
            .hint("set `match-official` to `off` to play without officials"));
    }
    Ok(match variant.official_source {
        OfficialSource::Deck if weights == [1; 11] => Source::Deck,
        OfficialSource::Deck | OfficialSource::Uniform11 => {
            Source::Weighted(Lottery::new(&weights.map(u32::from)))
        }
    })
}

impl Rules {
    /// Compiles switches and data.
    ///
    /// # Errors
    /// Every fault found.
    pub fn build(build: &Build<'_>) -> Result<Self, Vec<Fault>> {
        let v = Variant::of(build.settings);
        let printed = data::read(build.data, build.totals == Totals::House);
        let source = source(&v);
        let (printed, source) = match (printed, source) {
            (Ok(printed), Ok(source)) => (printed, source),
            (Err(mut faults), Err(fault)) => {
                faults.push(fault);
                return Err(faults);
            }
            (Err(faults), Ok(_)) => return Err(faults),
            (Ok(_), Err(fault)) => return Err(vec![fault]),
        };
        let absent = build.settings.absent_seats(usize::from(v.managers));
        if !absent.is_empty() {
            return Err(absent);
        }
        let next_starter = house::next_starter(&v).map_err(|fault| vec![fault])?;
        let weights = weights::read(build.data, data::TEXT, Look::FEATURES, usize::from(v.managers))?;
        let fixtures = match v.managers {
            2 => Fixtures::Cycle,
            3 => match v.fixtures_3p {
                Fixtures3p::Cycle => Fixtures::Cycle,
                Fixtures3p::RotateBye => Fixtures::RotateBye,
            },
            _ => match v.fixtures_4p {
                Fixtures4p::CallerAnchor => Fixtures::CallerAnchor,
                Fixtures4p::SeatFixed => Fixtures::SeatFixed,
                Fixtures4p::FullCycle => Fixtures::Cycle,
                Fixtures4p::RoundRobin => Fixtures::RoundRobin,
            },
        };
        let mut rules = Self {
            weights,
            managers: v.managers,
            armband: v.captains_armband,
            derby: v.derby_night,
            derby_one_card: match v.derby_mode {
                DerbyMode::TwoCards => false,
                DerbyMode::OneCardTwoTargets => true,
            },
            drama: v.matchday_drama,
            official: source,
            golden_boot: v.golden_boot,
            chemistry: v.chemistry_penalty,
            shape: v.chemistry_shape,
            divisor: v.goal_divisor,
            build_referees: match v.build_referees {
                BuildReferees::Minimal => true,
                BuildReferees::Off => false,
            },
            build_instants: v.build_instants,
            min_turns: v.min_turns_before_call.into(),
            closing_turns: v.closing_turns,
            matchdays: v.matchdays,
            next_starter,
            carry_over: v.pitch_carry_over,
            wipe_bookings: match v.bookings_carry_over {
                BookingsCarryOver::Keep => false,
                BookingsCarryOver::Wipe => true,
            },
            win_points: v.win_points,
            forfeit_score: v.forfeit_score,
            fixtures,
            one_ten: match v.max_tens {
                MaxTens::None => false,
                MaxTens::Given(_) => true,
            },
            nations_cap: match v.nations_cap {
                NationsCap::None => cards::MAX_NATIONS as u8,
                NationsCap::Given(cap) => cap,
            },
            home_bonus: v.home_nation_bonus,
            leg_official: match v.added_time_leg {
                AddedTimeLeg::Same => false,
                AddedTimeLeg::NewOfficial => true,
            },
            whistle_one_each: match v.whistle_both {
                WhistleBoth::LargerLead => false,
                WhistleBoth::OneEach => true,
            },
            wall_bonus: v.wall_bonus,
            nations: v.nations,
            super_subs: v.super_subs,
            hand_start: v.hand_start,
            draw_per_turn: v.draw_per_turn,
            actions: v.actions_per_turn,
            pitch_limit: match v.pitch_limit {
                PitchLimit::None => cards::FIELD_END,
                PitchLimit::Given(limit) => limit,
            },
            tackle_effect: v.tackle_effect,
            second_yellow_off: match v.second_yellow {
                SecondYellow::SentOff => true,
                SecondYellow::NoEffect => false,
            },
            sent_off_out: match v.sent_off_to {
                SentOffTo::Discard => false,
                SentOffTo::OutOfGame => true,
            },
            shrugs: v.captain_shrugs,
            sub_clears: v.sub_clears_booking,
            random_starter: match v.first_starter {
                FirstStarter::Random => true,
                FirstStarter::Seat0 => false,
            },
            name_after_official: match v.seven_declared {
                SevenDeclared::AtLock => false,
                SevenDeclared::AfterOfficial => true,
            },
            var_gk_first: match v.var_tie {
                VarTie::FwdFirst => false,
                VarTie::GkFirst => true,
            },
            cross_swap: match v.reverse_mode {
                ReverseMode::SelfSwap => false,
                ReverseMode::CrossSwap => true,
            },
            void_double_forfeit: match v.double_forfeit {
                DoubleForfeit::BothLose => false,
                DoubleForfeit::Void => true,
            },
            boot_any_ten: match v.golden_boot_nation {
                GoldenBootNation::MainNation => false,
                GoldenBootNation::AnyTen => true,
            },
            boot_walkover: v.golden_boot_walkover,
            thin: v.thin_threshold,
            sudden_season: match v.sudden_death_legality {
                SuddenDeathLegality::Pure => false,
                SuddenDeathLegality::Season => true,
            },
            turn_cap: v.build_turn_cap,
            house: House::of(&v),
            rollouts: v.rollouts.into(),
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
        let counts = [v.tackle_cards, v.yellow_cards, v.red_cards];
        rules.lay_out_deck(counts, v.referee_copies);
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
