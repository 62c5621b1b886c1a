//! How squads come about: named, chosen, picked, bid for, built, generated
//! (E1 to E5; TVS-DRAFT, -PLAY, -SCR, -ELITE, -TRANS).

use std::sync::Arc;

use super::matches;
use crate::chance::{Chance, MAX_SEATS, Source};
use crate::competitions::NOBODY;
use crate::rulesets::time_vault_soccer::builds::{Builds, Objective};
use crate::rulesets::time_vault_soccer::moves::{Move, Pool};
use crate::rulesets::time_vault_soccer::rules::{Named, Rules};
use crate::rulesets::time_vault_soccer::squads::{ELITE, Origin, PRO, Player, SQUAD, Tier, generate};
use crate::rulesets::time_vault_soccer::state::{Drafting, Stage, State};
use crate::rulesets::time_vault_soccer::switches::{Draft, FreeOrder, PickOrder, ScramblePrice, ScrambleTie};
use crate::rulesets::time_vault_soccer::words;
use crate::watch::{Topic, Watch};

/// Most players a Boss may sign (TVS-SCR-09).
const FULL: u8 = SQUAD as u8;

/// Hands out named and generated squads, draws lots, and goes on to the first
/// question.
pub(in super::super) fn begin<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    chance: &mut C,
    watch: &mut W,
) {
    let bosses = rules.bosses;
    for seat in 0..bosses {
        let entrant = usize::from(state.entrant[usize::from(seat)]) % MAX_SEATS;
        let named = match (rules.named[entrant], rules.draft) {
            (Named::Nothing, Draft::Generated) => {
                let total = if rules.tiers[entrant] == Tier::Elite { ELITE } else { PRO };
                Named::Generated(total, rules.alpha)
            }
            (named, _) => named,
        };
        let place = usize::from(seat);
        match named {
            Named::Nothing => continue,
            Named::Preset(preset) => {
                state.squads[place] = rules.squads[usize::from(preset)];
                state.draft.preset[place] = preset;
            }
            Named::Generated(total, alpha) => {
                // The squad belongs to the entrant: it follows it from seat to
                // seat in mirrored games.
                let source = Source::seat(entrant as u8);
                let players = generate(&rules.shape, total, alpha, source, chance);
                state.squads[place] = rules.squad(&players, Origin::Generated);
            }
            Named::Own(stars) => {
                let mut players = rules.shape;
                for (player, stars) in players.iter_mut().zip(stars) {
                    player.stars = stars;
                }
                state.squads[place] = rules.squad(&players, Origin::Own);
            }
        }
        state.draft.named |= 1 << seat;
    }
    let everybody = ((1_u32 << bosses) - 1) as u16;
    let brings = !matches!(rules.draft, Draft::EliteBuild | Draft::Generated);
    if brings && state.draft.named != everybody {
        lots(rules, state, chance);
        state.stage = Stage::Preset;
        state.draft.asked = state.draft.order[0];
        watch.say(Topic::Phase, None, || {
            format!("Bosses choose their squads in lot order: {}", words::order(&state.draft, bosses))
        });
        ask_preset(rules, state, chance, watch);
    } else {
        squads_brought(rules, state, chance, watch);
    }
}

/// Puts the Bosses into random order.
fn lots<C: Chance>(rules: &Rules, state: &mut State, chance: &mut C) {
    state.draft.order = std::array::from_fn(|seat| seat as u8);
    chance.shuffle(Source::TABLE, &mut state.draft.order[..usize::from(rules.bosses)]);
    state.draft.ordered = true;
}

/// Carries out a decision of the draft.
pub(in super::super) fn apply<C: Chance, W: Watch>(
    rules: &Rules,
    state: &mut State,
    chosen: Move,
    chance: &mut C,
    watch: &mut W,
) {
    let boss = state.draft.asked;
    let place = usize::from(boss);
    match chosen {
        Move::Preset(preset) => {
            state.draft.preset[place] = preset;
            state.squads[place] = rules.squads[usize::from(preset)];
            state.draft.turn += 1;
            ask_preset(rules, state, chance, watch);
        }
        Move::Squad(ids) => {
            state.draft.built[place] = ids;
            state.draft.done |= 1 << boss;
            ask_build(rules, state, chance, watch);
        }
        Move::Pick(index) => {
            sign(state, boss, index);
            state.draft.turn += 1;
            if state.stage == Stage::Pick {
                ask_pick(rules, state, chance, watch);
            } else {
                state.draft.queued += 1;
                ask_free(rules, state, chance, watch);
            }
        }
        Move::Nominate(index) => {
            state.draft.pool.remove(index);
            state.draft.nominated = index;
            state.draft.done = 0;
            state.draft.bids = [0; MAX_SEATS];
            state.stage = Stage::Bid;
            ask_bid(rules, state, chance, watch);
        }
        Move::Bid(pounds) => {
            state.draft.bids[place] = pounds;
            state.draft.done |= 1 << boss;
            ask_bid(rules, state, chance, watch);
        }
        _ => debug_assert!(false, "{chosen:?} in a draft"),
    }
}

/// E1: presets that this Boss may choose, different from those taken until
/// each admitted one is taken equally often.
pub(in super::super) fn admitted(rules: &Rules, state: &State, boss: u8) -> u16 {
    let tier = rules.tiers[usize::from(state.entrant[usize::from(boss)]) % MAX_SEATS];
    let all = matches!(rules.draft, Draft::Playground | Draft::Scramble);
    let mut taken = [0_u8; MAX_SEATS];
    for &preset in state.draft.preset.iter().filter(|&&preset| preset != NOBODY) {
        taken[usize::from(preset)] += 1;
    }
    let (mut least, mut open) = (u8::MAX, 0);
    for (place, preset) in rules.presets.iter().enumerate() {
        if (all || preset.tier == tier) && taken[place] <= least {
            open = if taken[place] < least { 0 } else { open } | 1 << place;
            least = taken[place];
        }
    }
    open
}

fn ask_preset<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    while state.draft.turn < u16::from(rules.bosses) {
        let boss = state.draft.order[usize::from(state.draft.turn)];
        if state.draft.named >> boss & 1 == 0 {
            state.draft.asked = boss;
            return;
        }
        state.draft.turn += 1;
    }
    squads_brought(rules, state, chance, watch);
}

/// Every Boss has brought what the draft starts from.
fn squads_brought<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    state.draft.turn = 0;
    match rules.draft {
        Draft::Preset | Draft::Generated => squads_ready(rules, state, chance, watch),
        Draft::EliteBuild | Draft::Transfer => {
            state.stage = Stage::Build;
            // A named squad is what the Boss plays with; in the Transfer
            // Centre a named preset is where the exchanges start.
            state.draft.done = (0..rules.bosses)
                .filter(|&boss| match rules.draft {
                    Draft::Transfer => state.draft.preset[usize::from(boss)] == NOBODY,
                    _ => state.draft.named >> boss & 1 == 1,
                })
                .fold(0, |mask, boss| mask | 1 << boss);
            ask_build(rules, state, chance, watch);
        }
        Draft::Playground => {
            match rules.pick_order {
                PickOrder::ReverseStandings => {
                    state.draft.order = std::array::from_fn(|seat| seat as u8);
                    state.draft.ordered = true;
                }
                PickOrder::Random | PickOrder::Snake => lots(rules, state, chance),
            }
            fill_pool(rules, state, 0);
            watch.say(Topic::Phase, None, || {
                format!("Playground pick in this order: {}", words::order(&state.draft, rules.bosses))
            });
            state.stage = Stage::Pick;
            ask_pick(rules, state, chance, watch);
        }
        Draft::Scramble => {
            lots(rules, state, chance);
            fill_pool(rules, state, rules.budget);
            watch.say(Topic::Phase, None, || {
                format!(
                    "Scramble with £{} each; from the eldest: {}",
                    rules.budget,
                    words::order(&state.draft, rules.bosses)
                )
            });
            ask_nomination(rules, state, chance, watch);
        }
    }
}

/// All squads brought lie face up in one pool: player p of the Boss in seat s
/// is index 16 s + p (TVS-DRAFT-01).
fn fill_pool(rules: &Rules, state: &mut State, money: u16) {
    for index in 0..16 * u16::from(rules.bosses) {
        state.draft.pool.insert(index as u8);
    }
    state.draft.money = [money; MAX_SEATS];
}

/// A player of the pool. Squads stay as brought until the draft is over.
pub(in super::super) fn pool_player(state: &State, index: u8) -> Player {
    state.squads[usize::from(index / 16)].player(index % 16)
}

fn pool_stars(state: &State, index: u8) -> u8 {
    state.squads[usize::from(index / 16)].stars[usize::from(index % 16)]
}

fn sign(state: &mut State, boss: u8, index: u8) {
    let stars = pool_stars(state, index);
    let draft = &mut state.draft;
    draft.pool.remove(index);
    draft.owner[usize::from(index)] = boss;
    draft.count[usize::from(boss)] += 1;
    draft.stars[usize::from(boss)] += stars;
}

/// Whether the star limit of drafts lets a Boss take a player.
fn fits(rules: &Rules, draft: &Drafting, boss: u8, stars: u8) -> bool {
    rules.draft_cap.is_none_or(|cap| {
        let place = usize::from(boss);
        let still_open = FULL - draft.count[place] - 1;
        draft.stars[place] + stars + still_open <= cap
    })
}

/// The players of `among` that a Boss may pick: those within the star limit;
/// where none is, those with fewest stars.
fn takeable(rules: &Rules, state: &State, boss: u8, among: Pool) -> Pool {
    if rules.draft_cap.is_none() {
        return among;
    }
    let mut fitting = Pool::default();
    for index in among.iter().filter(|&i| fits(rules, &state.draft, boss, pool_stars(state, i))) {
        fitting.insert(index);
    }
    if fitting.is_empty() {
        let least = among.iter().map(|index| pool_stars(state, index)).min();
        for index in among.iter().filter(|&index| Some(pool_stars(state, index)) == least) {
            fitting.insert(index);
        }
    }
    fitting
}

/// E3: what the Boss asked may pick.
pub(in super::super) fn pickable(rules: &Rules, state: &State) -> Pool {
    takeable(rules, state, state.draft.asked, state.draft.pool)
}

fn ask_pick<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let bosses = u16::from(rules.bosses);
    if state.draft.pool.is_empty() {
        pool_drafted(rules, state, chance, watch);
        return;
    }
    let (lap, place) = (state.draft.turn / bosses, state.draft.turn % bosses);
    let back = rules.pick_order == PickOrder::Snake && lap % 2 == 1;
    let place = if back { bosses - 1 - place } else { place };
    state.draft.asked = state.draft.order[usize::from(place)];
}

/// Whether a Boss can still bid for anybody (TVS-SCR-08, -09, -11).
fn solvent(draft: &Drafting, boss: u8) -> bool {
    draft.count[usize::from(boss)] < FULL && draft.money[usize::from(boss)] > 0
}

fn ask_nomination<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let bosses = u16::from(rules.bosses);
    if !state.draft.pool.is_empty() {
        for step in 0..bosses {
            let place = (state.draft.turn + step) % bosses;
            let boss = state.draft.order[usize::from(place)];
            if solvent(&state.draft, boss) {
                state.draft.turn = place;
                state.draft.asked = boss;
                state.stage = Stage::Nominate;
                return;
            }
        }
    }
    // Bidding is over: whoever is left joins the Free Transfers (TVS-SCR-11).
    for index in state.draft.free.iter() {
        state.draft.pool.insert(index);
    }
    state.draft.freed = state.draft.pool.len() as u16;
    state.stage = Stage::Free;
    queue(rules, &mut state.draft);
    let (freed, draft) = (state.draft.freed, &state.draft);
    if freed > 0 {
        watch.say(Topic::Phase, None, || {
            let bosses: Vec<String> =
                draft.queue[..usize::from(rules.bosses)].iter().map(|&boss| words::seat(boss)).collect();
            format!("{freed} free transfers; fewest stars first: {}", bosses.join(", "))
        });
    }
    ask_free(rules, state, chance, watch);
}

/// E5: asks the next Boss able to bid, from the nominator in age order, or
/// settles the bidding.
fn ask_bid<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let bosses = u16::from(rules.bosses);
    // A bid is never forced, so no limit has to break for it (TVS-DRAFT-02).
    let stars = pool_stars(state, state.draft.nominated);
    for step in 0..bosses {
        let boss = state.draft.order[usize::from((state.draft.turn + step) % bosses)];
        let asked = state.draft.done >> boss & 1 == 1;
        if !asked && solvent(&state.draft, boss) && fits(rules, &state.draft, boss, stars) {
            state.draft.asked = boss;
            return;
        }
    }
    settle(rules, state, chance, watch);
    state.draft.turn = (state.draft.turn + 1) % bosses;
    ask_nomination(rules, state, chance, watch);
}

/// The highest bid signs the player (TVS-SCR-04, -05, -10).
fn settle<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let bosses = u16::from(rules.bosses);
    let index = state.draft.nominated;
    let draft = &state.draft;
    let highest = draft.bids[..usize::from(bosses)].iter().copied().max().unwrap_or(0);
    if highest == 0 {
        state.draft.free.insert(index);
        watch.say(Topic::Effect, None, || {
            format!("Nobody bids for {}", words::card_of(pool_player(state, index)))
        });
        return;
    }
    let in_order = |step: u16| draft.order[usize::from((draft.turn + step) % bosses)];
    let tied = (0..bosses).map(in_order).filter(|&boss| draft.bids[usize::from(boss)] == highest);
    let winner = match rules.scramble_tie {
        // `min_by_key` keeps the first of equals: age order from the nominator.
        ScrambleTie::FewestPlayers => tied.clone().min_by_key(|&boss| draft.count[usize::from(boss)]),
        ScrambleTie::Random => {
            let count = tied.clone().count() as u32;
            let chosen = if count > 1 { chance.below(Source::TABLE, count) } else { 0 };
            tied.clone().nth(chosen as usize)
        }
    }
    .unwrap_or(0);
    let others = (0..rules.bosses).filter(|&boss| boss != winner);
    let second = others.map(|boss| draft.bids[usize::from(boss)]).max().unwrap_or(0).max(1);
    let price = match rules.scramble_price {
        ScramblePrice::OwnBid => highest,
        ScramblePrice::SecondBid => second,
    };
    watch.say(Topic::Effect, Some(winner), || {
        let bids: Vec<String> = (0..rules.bosses)
            .filter(|&boss| draft.done >> boss & 1 == 1)
            .map(|boss| format!("{} £{}", words::seat(boss), draft.bids[usize::from(boss)]))
            .collect();
        let player = words::card_of(pool_player(state, index));
        format!("{} signs {player} for £{price} ({})", words::seat(winner), bids.join(", "))
    });
    state.draft.money[usize::from(winner)] -= price;
    state.draft.spent += u32::from(price);
    state.draft.signed += 1;
    state.draft.dearest = state.draft.dearest.max(price);
    sign(state, winner, index);
}

/// Bosses by stars, fewest first, equals in age order (TVS-SCR-12, -13).
fn queue(rules: &Rules, draft: &mut Drafting) {
    let bosses = usize::from(rules.bosses);
    draft.queue[..bosses].copy_from_slice(&draft.order[..bosses]);
    let stars = draft.stars;
    // Insertion sort: stable, and a dozen Bosses need no more.
    for at in 1..bosses {
        let mut place = at;
        while place > 0 && stars[usize::from(draft.queue[place])] < stars[usize::from(draft.queue[place - 1])]
        {
            draft.queue.swap(place, place - 1);
            place -= 1;
        }
    }
    draft.queued = 0;
}

fn ask_free<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    if state.draft.pool.is_empty() {
        pool_drafted(rules, state, chance, watch);
        return;
    }
    loop {
        if state.draft.queued >= rules.bosses {
            state.draft.queued = 0;
            match rules.free_order {
                FreeOrder::Fixed => {}
                FreeOrder::Recomputed => queue(rules, &mut state.draft),
            }
        }
        let boss = state.draft.queue[usize::from(state.draft.queued)];
        if state.draft.count[usize::from(boss)] < FULL {
            state.draft.asked = boss;
            return;
        }
        state.draft.queued += 1;
    }
}

/// The pool is empty: squads are numbered in rising pool index (TVS-DRAFT-01).
fn pool_drafted<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    let mut players = [[Player::default(); SQUAD]; MAX_SEATS];
    let mut counts = [0_usize; MAX_SEATS];
    for index in 0..16 * u16::from(rules.bosses) {
        let owner = usize::from(state.draft.owner[usize::from(index)]) % MAX_SEATS;
        players[owner][counts[owner] % SQUAD] = pool_player(state, index as u8);
        counts[owner] += 1;
    }
    for boss in 0..usize::from(rules.bosses) {
        debug_assert_eq!(counts[boss], SQUAD, "a drafted squad has sixteen players");
        state.squads[boss] = rules.squad(&players[boss], Origin::Own);
    }
    squads_ready(rules, state, chance, watch);
}

/// E2: the squads a Boss may build.
pub(in super::super) fn builds<'a>(rules: &'a Rules, state: &State, boss: u8) -> &'a Arc<Builds> {
    rules.builds(start_of(rules, state, boss), Objective::Any)
}

/// The preset that a Boss's exchanges start from.
pub(in super::super) fn start_of(rules: &Rules, state: &State, boss: u8) -> Option<u8> {
    let preset = state.draft.preset[usize::from(boss)];
    (rules.draft == Draft::Transfer && preset != NOBODY).then_some(preset)
}

fn ask_build<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    if let Some(boss) = (0..rules.bosses).find(|boss| state.draft.done >> boss & 1 == 0) {
        state.draft.asked = boss;
        return;
    }
    // All are built: they are shown together.
    for boss in 0..usize::from(rules.bosses) {
        let ids = state.draft.built[boss];
        if ids != [0; SQUAD] {
            let players = ids.map(|id| rules.collection[usize::from(id)]);
            state.squads[boss] = rules.squad(&players, Origin::Own);
        }
    }
    squads_ready(rules, state, chance, watch);
}

fn squads_ready<C: Chance, W: Watch>(rules: &Rules, state: &mut State, chance: &mut C, watch: &mut W) {
    for boss in 0..rules.bosses {
        watch.say(Topic::Phase, Some(boss), || words::squad(rules, &state.squads[usize::from(boss)], boss));
    }
    matches::next(rules, state, chance, watch);
}
