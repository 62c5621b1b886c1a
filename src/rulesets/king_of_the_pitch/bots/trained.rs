//! What the trained policy looks at: gains, prices and exact chances, each with
//! a weight of its own (`trained.toml`).

use super::super::moves::{COMMIT_BONUS, COMMIT_VAR, MATCH, PASS, PAY_CAPTAIN, PLAY, SELL_CARD, SELL_CHIP};
use super::super::state::{Phase, class};
use super::judge::{CERTAIN, Judge};
use super::{captain_position, commit, lowest_useful_die, weakest_rival};
use crate::chance::Whim;
use crate::chance::whim::Pick;
use crate::game::Weights;
use crate::moves::{MoveMask, MoveSet};

crate::features! {
    /// What the policy looks at. Gains are in twentieths of a point, chances in
    /// hundredths.
    pub enum Look {
        PlayGain = "play-gain": -400..=400, "gain of a card played",
        PlayLevel = "play-level": -4000..=4000, "levels that a card played lifts the team by",
        TakeGain = "take-gain": -400..=400, "gain of a player card taken, where it has one",
        TakeUseless = "take-useless": -4000..=4000, "colour (1 to 3) of a player card taken that gains nothing",
        CostBronze = "cost-bronze": -8000..=2000, "bronze cubes paid",
        CostSilver = "cost-silver": -8000..=0, "silver cubes paid",
        CostGold = "cost-gold": -8000..=0, "gold cubes paid",
        FirstMatch = "first-match": -8000..=16000, "the first MATCH card taken",
        MoreMatches = "more-matches": -8000..=16000, "a MATCH card taken beside others",
        MatchChance = "match-chance": -800..=800, "chance against the King, taking a MATCH card, above 50",
        Var = "var": -8000..=8000, "a V.A.R. card taken",
        Bonus = "bonus": -8000..=8000, "a BONUS card taken",
        BonusNeed = "bonus-need": -800..=800, "points between the columns, taking a BONUS card",
        Captain = "captain": -400..=400, "gain of the captain placed",
        PayCaptain = "pay-captain": -16000..=8000, "the captain placed for cubes",
        SellUseless = "sell-useless": -8000..=8000, "a card sold that gains nothing",
        SellUseful = "sell-useful": -8000..=8000, "a card sold that would gain",
        SellGain = "sell-gain": -400..=400, "gain of the card sold, where it has one",
        SellChip = "sell-chip": -16000..=8000, "a chip sold",
        ChipWorth = "chip-worth": -400..=400, "what the chip sold is worth",
        Challenge = "challenge": -16000..=16000, "a challenge as such",
        ChallengeChance = "challenge-chance": -800..=2000, "its chance, best cards committed, above 50",
        ChallengeLead = "challenge-lead": -8000..=8000, "victories that the opponent is ahead by",
        ChallengeLast = "challenge-last": -16000..=16000, "it would win the game",
        ChallengeStop = "challenge-stop": -16000..=16000, "the opponent needs one victory more",
        ChallengeSpare = "challenge-spare": -8000..=8000, "MATCH cards held beyond the first",
        Deny = "deny": -400..=400, "gain for the next player of the free card taken",
        CommitChance = "commit-chance": 1..=2000, "chance of a match, cards committed, against the best reply",
        CommitVar = "commit-var": -8000..=0, "a V.A.R. card committed",
        CommitBonus = "commit-bonus": -8000..=0, "a BONUS card committed",
        CommitLast = "commit-last": 0..=8000, "a card committed where either needs one victory more",
    }
}

/// Last SELL CHIP code.
const LAST_CHIP: u8 = MATCH - 1;

/// Hundredths of certainty.
const fn hundredths(chance: u32) -> i32 {
    (chance / (CERTAIN / 100)) as i32
}

/// The move worth most; questions with one good answer are answered as all
/// scripts do. What is seen is read where the caller has just put it together: a
/// copy would wait for that.
pub fn weigh(weights: &Weights, judge: &Judge<'_>, moves: MoveMask, whim: &mut Whim) -> u8 {
    let scale = Scale { weights, judge };
    match judge.view.phase() {
        Phase::Action => {
            let mut challenge = 0;
            if Judge::may_challenge(moves) {
                challenge = scale.challenge(judge.opponent(whim));
            }
            heaviest(moves, |code| if code == MATCH { challenge } else { scale.action(code) }, whim)
        }
        Phase::Challenger | Phase::King => heaviest(moves, |choice| scale.commitment(choice), whim),
        Phase::Position => captain_position(*judge, moves, whim),
        Phase::Opponent => weakest_rival(*judge, moves, whim),
        Phase::Die(side) => lowest_useful_die(*judge, usize::from(side)),
        Phase::Over => moves.sample(whim),
    }
}

fn heaviest(moves: MoveMask, worth: impl Fn(u8) -> i64, whim: &mut Whim) -> u8 {
    let mut pick = Pick::new();
    for code in moves.iter() {
        pick.offer(code, worth(code), whim);
    }
    pick.option().unwrap_or_else(|| moves.nth(0))
}

/// Weights beside what they weigh.
struct Scale<'a> {
    weights: &'a Weights,
    judge: &'a Judge<'a>,
}

impl Scale<'_> {
    /// What an action other than MATCH is worth.
    fn action(&self, code: u8) -> i64 {
        let (w, judge) = (self.weights, self.judge);
        let seat = judge.view.seat();
        match code {
            PLAY..SELL_CARD => {
                let kind = code - PLAY;
                let gain = w.times(Look::PlayGain, judge.gain(seat, kind));
                gain + w.times(Look::PlayLevel, judge.lift(seat, kind))
            }
            SELL_CARD..SELL_CHIP => match judge.gain(seat, code - SELL_CARD) {
                gain if gain > 0 => w.get(Look::SellUseful) + w.times(Look::SellGain, gain),
                _ => w.get(Look::SellUseless),
            },
            SELL_CHIP..=LAST_CHIP => {
                let worth = judge.chip_worth(code - SELL_CHIP + 1);
                w.get(Look::SellChip) + w.times(Look::ChipWorth, worth)
            }
            PAY_CAPTAIN => w.get(Look::PayCaptain) + w.times(Look::Captain, judge.captain_gain(seat)),
            PASS => 0,
            take => self.take(take),
        }
    }

    /// What taking a card is worth, its price paid.
    fn take(&self, code: u8) -> i64 {
        let (w, judge) = (self.weights, self.judge);
        let (seat, king) = (judge.view.seat(), judge.view.king());
        let (card, cubes) = judge.view.offer(code);
        let class = judge.class_of(card);
        let cost = [Look::CostBronze, Look::CostSilver, Look::CostGold]
            [usize::from(judge.rules.price[usize::from(class)]).min(2)];
        let gain = |seat| judge.gain(seat, judge.rules.kind_of[usize::from(card) & 127]);
        let card_worth = match class {
            class::MATCH => {
                let [matches, ..] = judge.view.events(seat);
                let held = if matches == 0 { Look::FirstMatch } else { Look::MoreMatches };
                let rival = if seat == king { judge.view.next_seat() } else { king };
                let chance = hundredths(judge.chance(seat, rival, seat != king, 0, 0)) - 50;
                w.get(held) + w.times(Look::MatchChance, chance)
            }
            class::VAR => w.get(Look::Var),
            class::BONUS => {
                let (defence, attack) = judge.view.columns(seat);
                w.get(Look::Bonus) + w.times(Look::BonusNeed, i32::from(defence.abs_diff(attack)))
            }
            class::TRANSFER => w.times(Look::Captain, judge.captain_gain(seat)),
            colour => match gain(seat) {
                gain if gain > 0 => w.times(Look::TakeGain, gain),
                _ => w.times(Look::TakeUseless, 1 + i32::from(colour)),
            },
        };
        let denied = if cubes == 0 && class < class::MATCH { gain(judge.view.next_seat()).max(0) } else { 0 };
        card_worth + w.times(cost, cubes.into()) + w.times(Look::Deny, denied)
    }

    /// What a challenge of this opponent is worth.
    fn challenge(&self, opponent: u8) -> i64 {
        let (w, judge) = (self.weights, self.judge);
        let seat = judge.view.seat();
        let won = |seat| i32::from(judge.view.victories(seat));
        let needs_one = |seat| i64::from(won(seat) + 1 >= i32::from(judge.rules.wins));
        let [matches, ..] = judge.view.events(seat);
        w.get(Look::Challenge)
            + w.times(Look::ChallengeChance, hundredths(commit::best_chance(*judge, opponent)) - 50)
            + w.times(Look::ChallengeLead, won(opponent) - won(seat))
            + w.get(Look::ChallengeLast) * needs_one(seat)
            + w.get(Look::ChallengeStop) * needs_one(opponent)
            + w.times(Look::ChallengeSpare, i32::from(matches.saturating_sub(1)))
    }

    /// What committing these cards is worth.
    fn commitment(&self, choice: u8) -> i64 {
        let (w, judge) = (self.weights, self.judge);
        let seat = judge.view.seat();
        let sides = judge.view.sides();
        let side = usize::from(sides[0] != seat);
        let rival = sides[1 - side];
        let chance = commit::worst(*judge, rival, side == 0, choice, judge.view.committed(1 - side));
        let last = [seat, rival].iter().any(|&s| judge.view.victories(s) + 1 >= judge.rules.wins);
        let cards = [(COMMIT_VAR, Look::CommitVar), (COMMIT_BONUS, Look::CommitBonus)];
        let spent = cards.iter().filter(|(card, _)| choice & card != 0);
        let price = |card: Look| (w.get(card) + w.get(Look::CommitLast) * i64::from(last)).min(0);
        // Thousandths: a card that adds nothing is never worth it.
        let chance = w.times(Look::CommitChance, (chance / (CERTAIN / 1000)) as i32) / 10;
        chance + spent.map(|&(_, card)| price(card) - 1).sum::<i64>()
    }
}
