//! Rules out of switches and component data.

use super::super::bots::Look;
use super::super::bots::forecast::Rolls;
use super::super::data::{CLUB_CODES, Data, parse, place, place_fault, position};
use super::super::generator::compile;
use super::super::house::House;
use super::super::luck::GoalValues;
use super::super::map::Map;
use super::super::switches::{
    AbsentBuyers, AutoTackleSlots, BoardDirections, BoardSpaces, BoardStart, CatchUpOrder, ClashDice,
    CupLegs, EnergyOverdraft, FirstAttack, FreeTraffic, GoalTable, LeagueBonus, LineBonus,
    PreseasonFriendlyDay, TilesetMode, Variant,
};
use super::super::tiles::{
    BASIC_NAMES, ICON_NAMES, MARKET, Print, SLOTS, START_COMMUNITY, START_SCOUT, TILES,
};
use crate::game::{Build, weights};
use crate::settings::{Fault, nearest};

use super::{LEVELS, LOWEST_VALUE, Link, MAX_DICE, Pitch, Rules, VALUES, best_of, successes};

/// What the trained policy plays by where data don't say.
const SHIPPED: &str = include_str!("../trained.toml");

fn pitch(data: &Data, variant: &Variant) -> Pitch {
    let mut pitch = Pitch::default();
    let skill = |name: &str| position(&BASIC_NAMES, name).unwrap_or(0);
    for (slot, printed) in data.pitch.slots.iter().enumerate() {
        pitch.skill[slot] = skill(&printed.skill);
        pitch.flipped[slot] = skill(printed.flipped.as_ref().unwrap_or(&printed.skill));
        pitch.attack |= u16::from(printed.role == "attack") << slot;
        pitch.around[slot] = 1 << slot;
    }
    let plain = variant.conn_plain;
    for line in &data.pitch.lines {
        let (Some(from), Some(to)) = (place(&line.from), place(&line.to)) else { continue };
        let mut gain = [plain; 8];
        gain[0] = 0;
        if let (Some(skill), Some(bonus)) = (&line.skill, line.bonus) {
            let bonus = (bonus as i8 + variant.conn_bonus_shift).max(0);
            let icon = 1 + position(&ICON_NAMES, skill).unwrap_or(0);
            gain[usize::from(icon)] = match variant.line_bonus {
                LineBonus::Replace => bonus,
                LineBonus::Add => plain + bonus,
            };
        }
        for ((slot, side), (other, other_side)) in [(from, to), (to, from)] {
            let at = usize::from(slot);
            pitch.links[at][usize::from(side)] = Link { other, other_shift: 3 * other_side, gain };
            pitch.around[at] |= 1 << other;
        }
    }
    let tackles = match variant.auto_tackle_slots {
        AutoTackleSlots::Backs => &data.pitch.auto_tackle_backs,
        AutoTackleSlots::Literal => &data.pitch.auto_tackle_literal,
    };
    pitch.auto = [[(0, 1); 2]; SLOTS];
    let sides = data.pitch.auto_shoot.iter().map(|s| (s, 1)).chain(tackles.iter().map(|s| (s, 2)));
    for (text, icon) in sides {
        let Some((slot, side)) = place(text) else { continue };
        let entry = (7 << (3 * side), icon << (3 * side));
        let free = pitch.auto[usize::from(slot)].iter_mut().find(|(mask, _)| *mask == 0);
        if let Some(free) = free {
            *free = entry;
        }
    }
    pitch
}

/// Fills the goal table (ledger 4.6).
fn goal_table(data: &Data, variant: &Variant, faults: &mut Vec<Fault>) -> [[[u8; MAX_DICE + 1]; LEVELS]; 2] {
    let mut tables = [[[0; MAX_DICE + 1]; LEVELS]; 2];
    let file = [&data.goal_table.shots, &data.goal_table.saves];
    let dice = [variant.match_attack_dice, variant.match_defence_dice].map(usize::from);
    for (which, table) in tables.iter_mut().enumerate() {
        if variant.goal_table == GoalTable::File
            && let Some(row) = file[which].iter().find(|row| row.len() != dice[which] + 1)
        {
            let key = ["goal_table.shots", "goal_table.saves"][which];
            let allowed = format!("{} columns, one per number of hits", dice[which] + 1);
            faults.push(Fault::new(key, format!("a row of {} columns", row.len()), allowed));
            continue;
        }
        for (level, row) in table.iter_mut().enumerate() {
            for (hits, cell) in row.iter_mut().enumerate() {
                let (l, h) = (level as i64, hits as i64);
                *cell = match variant.goal_table {
                    GoalTable::Proportional => ((h * (l + 2) + 2) / 4).min(variant.table_cap) as u8,
                    GoalTable::Additive => (l + h - 2).max(0) as u8,
                    GoalTable::File => file[which][level.min(10)].get(hits).copied().unwrap_or(0),
                };
            }
        }
    }
    tables
}

/// The printed track (ledger 4.6): 0 up to the offset, then one level per step.
fn levels(variant: &Variant) -> [u8; VALUES] {
    let (step, offset, max) = (variant.level_step, variant.level_offset, i32::from(variant.level_max));
    std::array::from_fn(|index| {
        let above = index as i32 + LOWEST_VALUE - offset;
        if above <= 0 { 0 } else { ((above + step - 1) / step).min(max) as u8 }
    })
}

fn streets(data: &Data, variant: &Variant) -> Result<Map, Fault> {
    let reversed = match variant.board_directions {
        BoardDirections::Clockwise => false,
        BoardDirections::CounterClockwise => true,
    };
    let columns = match variant.board_spaces {
        BoardSpaces::Twelve => 4,
        BoardSpaces::Sixteen => data.map.used_columns,
        BoardSpaces::Twenty => 6,
    };
    let required = format!("at least {columns} columns of streets in the data");
    if data.map.columns.len() < columns {
        return Err(Fault::new("board-spaces", format!("{} columns", data.map.columns.len()), required));
    }
    let rows: Vec<bool> = data.map.rows.iter().map(|d| (d == "east") != reversed).collect();
    let columns: Vec<bool> = data.map.columns[..columns].iter().map(|d| (d == "south") != reversed).collect();
    let allowed = "directions by which every street leads to every other, over all columns used";
    Map::new(&rows, &columns).map_err(|found| Fault::new("map", found, allowed))
}

fn wishes(build: &Build<'_>, players: u8, faults: &mut Vec<Fault>) -> [Option<u8>; 16] {
    let mut wish = [None; 16];
    let choosable = &CLUB_CODES[..4];
    for (entrant, name) in build.squads.iter().enumerate().take(16) {
        let Some(name) = name else { continue };
        let code = name.to_uppercase();
        let Some(club) = choosable.iter().position(|&c| c == code) else {
            let fault = Fault::new("squads", format!("`{name}`"), "MOL, MOJ, PAL or LAG");
            faults.push(match nearest(&code, choosable.iter().copied()) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault,
            });
            continue;
        };
        if wish.contains(&Some(club as u8)) && entrant < usize::from(players) {
            faults.push(Fault::new("squads", format!("{code} twice"), "a club of its own for each entrant"));
        }
        wish[entrant] = Some(club as u8);
    }
    wish
}

fn league_tiles(data: &Data) -> [[[u8; 2]; 3]; 5] {
    let club = |code: &String| position(&CLUB_CODES, code).unwrap_or(0);
    data.league.fixture.each_ref().map(|tile| tile.each_ref().map(|pair| pair.each_ref().map(club)))
}

/// Marks every `blank-every`-th market tile of the kind that `blank-tiles`
/// names, counted through decks I to IV. Everything else about tiles, decks
/// and luck stays as it is, so that arms with and without them differ in
/// nothing but what may be taken.
fn blanks(prints: &mut [Print], variant: &Variant) {
    let every = variant.blank_every;
    let Some(kind) = variant.blank_tiles.kind() else { return };
    let copies = prints[..MARKET].iter_mut().filter(|print| print.kind == kind);
    for print in copies.skip(every - 1).step_by(every) {
        print.blank = true;
    }
}

/// Compiles switches and data.
///
/// # Errors
/// Every fault found.
pub fn compiled(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
    let variant = &Variant::of(build.settings);
    let data = parse(build.data)?;
    let mut faults = Vec::new();
    let players = variant.players;
    faults.extend(build.settings.absent_seats(usize::from(players)));
    let map = match streets(&data, variant) {
        Ok(map) => map,
        Err(mut fault) => {
            place_fault(&mut fault, build.data);
            return Err(vec![fault]);
        }
    };
    let corners = match variant.board_start {
        BoardStart::Corners => map.corners,
        BoardStart::Given(streets) => {
            if let Some(bad) = streets.iter().find(|&&street| usize::from(street) >= map.streets) {
                let allowed = format!("street spaces 0 to {}", map.streets - 1);
                faults.push(Fault::new("board-start", bad.to_string(), allowed));
            }
            streets
        }
    };
    let tables = goal_table(&data, variant, &mut faults);
    let (mut prints, recipe, names) =
        compile(&data, variant.gen_main_shift, variant.gen_icon_shift, variant.gap_colours);
    prints[usize::from(START_SCOUT)].points = variant.start_scout_points;
    let [draw, loss] = data.start.community_draw_loss;
    prints[usize::from(START_COMMUNITY)].steps = [variant.start_community_win, draw, loss];
    let start = &data.start;
    let start_salaries =
        [start.manager_salary, start.scout_salary, start.secretary_salary, start.community_salary];
    let tiles = Box::new(recipe.draw(variant.gen_seed, start_salaries));
    let resample = match variant.tileset_mode {
        TilesetMode::Fixed => false,
        TilesetMode::Resample => true,
    };
    if resample && !data.tile.is_empty() {
        let hint = "leave `tileset-mode` at fixed with real tiles";
        faults.push(Fault::new("tileset-mode", "resample with real tiles", "generated tiles").hint(hint));
    }
    let mut deck_start = [0; 5];
    for deck in 0..4 {
        deck_start[deck + 1] = deck_start[deck] + data.decks.totals[deck];
    }
    debug_assert_eq!(prints.len(), TILES);
    blanks(&mut prints, variant);
    let white_dice = data.neutral.clash_white[usize::from(variant.neutral_clash) - 1];
    let blue_dice = match variant.clash_dice {
        ClashDice::One => 1,
        ClashDice::AsMany => white_dice,
    };
    let shift = variant.neutral_level_shift;
    let neutral = data.neutral.level[usize::from(variant.neutral_level) - 1]
        .map(|level| (i16::from(level) + shift).clamp(0, 10) as u8);
    let (reward, penalty) = (variant.press_reward_shift, variant.press_penalty_shift);
    let press = data.press.amounts().map(|[r, p]| [(r + reward).max(0), (p + penalty).max(0)]);
    let unique = variant.unique_start;
    let starters = if unique {
        [0, 1, 1, 2][usize::from(players) - 1]
    } else {
        variant.start_footballers[usize::from(players) - 1]
    };
    let wish = wishes(build, players, &mut faults);
    let [attack_roll, defence_roll] =
        [variant.match_attack_dice, variant.match_defence_dice].map(|dice| successes(dice, variant.hit_min));
    let weights = weights::read(build.data, SHIPPED, Look::FEATURES, usize::from(players))?;
    let rules = Rules {
        players,
        wish,
        corners,
        map,
        prints,
        tiles,
        names,
        templates: data.footballer.iter().map(|t| t.name.clone()).collect(),
        resample,
        recipe,
        start_salaries,
        deck_start,
        removed: variant.deck_removed,
        pitch: pitch(&data, variant),
        auto: variant.conn_auto,
        empty: variant.level_empty,
        level_of: Box::new(levels(variant)),
        level_max: variant.level_max,
        shots: tables[0],
        saves: tables[1],
        goal_values: Box::new(GoalValues::new(tables, &attack_roll, &defence_roll)),
        rolls: Rolls::of(&attack_roll, &defence_roll, variant.neutral_reroll),
        attack_roll,
        defence_roll,
        penalty_roll: successes(variant.penalty_dice, variant.penalty_score_min),
        white_roll: best_of(white_dice),
        blue_roll: best_of(blue_dice),
        attack_dice: variant.match_attack_dice,
        defence_dice: variant.match_defence_dice,
        penalty_rounds: variant.penalty_max_rounds,
        penalty_dice: variant.penalty_dice,
        white_dice,
        blue_dice,
        neutral,
        fixture: league_tiles(&data),
        press,
        fans: variant.handicap.0.map(|fewer| variant.fans_start - fewer),
        fans_max: variant.fans_max,
        satisfaction: variant.satisfaction_length,
        money: variant.econ_start_money,
        starters,
        balance: (variant.econ_balance_min, variant.econ_balance_max),
        other_price: variant.tile_other_price,
        fatigue: variant.fatigue,
        energy: (variant.fatigue_energy_min, variant.fatigue_energy_max),
        fatigue_min: variant.fatigue_min,
        recovery: variant.fatigue_recovery,
        team_cost: variant.fatigue_cost,
        team_loss: variant.fatigue_loss,
        overdraft: match variant.energy_overdraft {
            EnergyOverdraft::Forbid => false,
            EnergyOverdraft::Allow => true,
        },
        absent: match variant.absent_buyers {
            AbsentBuyers::Given(rolls) => rolls,
            AbsentBuyers::Auto if players == 1 => 3,
            AbsentBuyers::Auto => 0,
        },
        no_random: variant.no_random,
        cup_tie: variant.no_random_cup_tie,
        free: match variant.free_traffic {
            FreeTraffic::None => 0,
            FreeTraffic::Given(seats) => seats,
        },
        second_market: variant.secondary_market,
        unique,
        insolvency: variant.insolvency,
        friendly_sunday: match variant.preseason_friendly_day {
            PreseasonFriendlyDay::Sunday => true,
            PreseasonFriendlyDay::NextWednesday => false,
        },
        reroll_principal: variant.reroll_requires_principal,
        reroll: variant.manager_reroll,
        home_reroll: variant.home_reroll,
        neutral_reroll: variant.neutral_reroll,
        pass_first: variant.pass_marker_first_monday,
        home_first: match variant.first_attack {
            FirstAttack::Away => false,
            FirstAttack::Home => true,
        },
        lineup_order: variant.lineup_order,
        home_income: variant.home_income,
        home_bonus: variant.home_level_bonus,
        win_points: variant.win_points,
        forced: variant.forced_purchase,
        neutral_eligible: variant.vp_neutral_eligible,
        cup: match variant.cup_legs {
            CupLegs::None => false,
            CupLegs::One => true,
        },
        league_bonus: match variant.league_bonus {
            LeagueBonus::ThreeOne => [3, 1],
            LeagueBonus::FiveTwo => [5, 2],
            LeagueBonus::Nothing => [0, 0],
        },
        money_vp: variant.money_vp,
        money_per: variant.vp_money_per,
        fewest_first: match variant.catch_up_order {
            CatchUpOrder::Rotate => false,
            CatchUpOrder::FewestPointsFirst => true,
        },
        vp_fans: variant.vp_fans,
        vp_level: variant.vp_level,
        vp_cup: variant.vp_cup,
        vp_empty: variant.vp_empty_slot,
        house: House::of(variant),
        weights,
    };
    if faults.is_empty() { Ok(rules) } else { Err(faults) }
}
