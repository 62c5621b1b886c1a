//! Rules out of switches and component data.

use std::sync::OnceLock;

use super::super::bots::Look;
use super::super::builds::Objective;
use super::super::data::Data;
use super::super::house::House;
use super::super::sides::PILLAR;
use super::super::squads::{
    Alpha, DOUBLE_TEAMING, LAMP, LAST_MAN, Origin, Player, SQUAD, Squad, Tier, Values,
};
use super::super::styles;
use super::super::switches::{
    CupByes, Draft, DraftCap, HomePerCard, HomeUse, KickOff, PillarMax, SquadTier, SquadValues, SuddenDeath,
    SuspConcurrent, Variant,
};
use super::super::teams::Wish;
use super::{Named, Rules, format};
use crate::chance::{Lottery, MAX_SEATS};
use crate::competitions::{Byes, Format, Plan};
use crate::game::{Build, LUCK, Totals, weights};
use crate::settings::{Fault, Value};

/// What the trained policy plays by where data don't say.
const SHIPPED: &str = include_str!("../trained.toml");

/// Most home points of a match, see the switch `home-advantage`.
const MOST_HOME: u8 = 10;

/// The rules of these settings and data.
///
/// # Errors
/// Every fault found.
pub(super) fn compiled(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
    let variant = Variant::of(build.settings);
    let mut data = Data::parse(build.data, build.totals == Totals::House)?;
    let weights = weights::read(build.data, SHIPPED, Look::FEATURES, usize::from(variant.bosses))?;
    let mut faults = Vec::new();
    let plan = plan(&variant, &mut faults);
    let SquadTier(tiers) = variant.squad_tier;
    let draft = variant.draft;
    for (tier, used) in
        [Tier::Pro, Tier::Elite].map(|t| (t, tiers[..usize::from(variant.bosses)].contains(&t)))
    {
        let needed = used && matches!(draft, Draft::Preset | Draft::Transfer);
        if needed && !data.presets.iter().any(|p| p.tier == tier) {
            faults.push(Fault::new(
                "preset",
                format!("no {} preset", tier.name()),
                "at least one in the data",
            ));
        }
    }
    let kickoff = match (variant.away_starts, variant.kickoff) {
        (false, kickoff) => kickoff,
        (true, KickOff::Home) => {
            faults.push(Fault::new(
                "kickoff",
                "`home` with away-starts on",
                "random or away with away-starts on",
            ));
            KickOff::Away
        }
        (true, KickOff::Random | KickOff::Away) => KickOff::Away,
    };
    let total = match variant.squad_values {
        SquadValues::Linear => std::array::from_fn(|stars| match stars {
            0 => 0,
            _ => variant.stat_base + variant.stat_per_star * stars as u8,
        }),
        SquadValues::Concave => data.concave,
        SquadValues::Convex => data.convex,
    };
    let values = Values::new(total, variant.major_share);
    if variant.skills {
        hand_out_skills(&variant, &mut data, &mut faults);
    }
    let named = names(build.squads, &data, &mut faults);
    let (num, den) = variant.penalty_conversion;
    let (home_in_attack, home_in_defence) = match variant.home_points_use {
        HomeUse::Both => (true, true),
        HomeUse::AttackOnly => (true, false),
        HomeUse::DefenceOnly => (false, true),
    };
    let collection: Vec<Player> =
        data.collection.iter().flat_map(|&preset| data.presets[usize::from(preset)].players).collect();
    let builds = matches!(draft, Draft::EliteBuild | Draft::Transfer);
    if builds && collection.len() < SQUAD {
        faults.push(Fault::new("collection.presets", "no players", "at least one preset"));
    }
    let squads =
        (0..).zip(&data.presets).map(|(i, p)| Squad::new(&p.players, &values, Origin::Preset(i))).collect();
    let presets = data.presets.len();

    let rules = Rules {
        plan,
        bosses: variant.bosses,
        tiers,
        go_pro_cap: variant.go_pro_cap,
        team_cap: variant.team_star_cap,
        draft,
        pick_order: variant.playground_order,
        budget: variant.scramble_budget,
        scramble_price: variant.scramble_price,
        draft_cap: match variant.squad_star_cap_drafts {
            DraftCap::None => None,
            DraftCap::Given(stars) => Some(stars),
        },
        elite_cap: variant.elite_star_cap,
        home_points: variant.home_advantage,
        home_scope: variant.home_advantage_scope,
        home_per_card: match variant.home_points_max_per_card {
            HomePerCard::NoLimit => MOST_HOME,
            HomePerCard::Given(points) => points,
        },
        home_in_attack,
        home_in_defence,
        subs: variant.subs,
        bench: variant.bench,
        bookings: variant.bookings,
        suspensions: variant.suspensions && variant.bookings && plan.format != Format::Single,
        threshold: variant.yellow_threshold,
        concurrent: match variant.susp_concurrent {
            SuspConcurrent::True => true,
            SuspConcurrent::False => false,
        },
        second_copy_yellow: variant.second_copy_yellow,
        golden_goal: match variant.sudden_death {
            SuddenDeath::FullMatch => false,
            SuddenDeath::GoldenGoal => true,
        },
        cup_draw: variant.cup_draw,
        combo: if variant.combos { variant.combo_bonus } else { 0 },
        kickoff,
        values,
        keeper_doubles: variant.gk_double,
        keepers: variant.gk_per_team,
        hand: variant.hand_size,
        draw_to: variant.draw_to,
        plays: variant.plays_per_turn,
        pillar_max: match variant.defence_pillar_max {
            PillarMax::None => PILLAR as u8,
            PillarMax::Given(cards) => cards,
        },
        responses: variant.responses_per_shot,
        clear_on_goal: variant.clear_on_goal,
        clear_on_save: variant.clear_on_save,
        full_time: variant.full_time,
        house: House::of(&variant),
        weights,
        kick: Lottery::new(&[(den - num) as u32, num as u32]),
        kick_luck: (i64::from(LUCK) * num as i64 / den as i64) as i32,
        scramble_tie: variant.scramble_tie,
        free_order: variant.free_transfer_order,
        max_transfers: variant.max_transfers,
        alpha: variant.generator_alpha,
        shape: data.shape,
        presets: data.presets,
        squads,
        collection,
        collection_presets: data.collection,
        persons: data.persons,
        named,
        spaces: (0..presets).map(|_| Default::default()).collect(),
        teams: (0..presets * Wish::ALL.len()).map(|_| OnceLock::new()).collect(),
        builds: (0..(presets + 1) * Objective::ALL.len()).map(|_| OnceLock::new()).collect(),
    };
    if faults.is_empty() && builds {
        unbuildable(&rules, &mut faults);
    }
    if faults.is_empty() { Ok(rules) } else { Err(faults) }
}

/// How matches are tied together, if so many Bosses can play it.
fn plan(variant: &Variant, faults: &mut Vec<Fault>) -> Plan {
    let (competition, bosses) = (variant.competition, variant.bosses);
    let format = format(competition);
    let (low, high) = match format {
        Format::Single => (2, 2),
        Format::League => (3, 10),
        Format::Cup | Format::Season => (4, 16),
    };
    if !(low..=high).contains(&bosses) {
        let range = if low == high { low.to_string() } else { format!("{low} to {high}") };
        let allowed = format!("{range} for competition = {}", competition.word());
        faults.push(
            Fault::new("bosses", bosses.to_string(), allowed)
                .hint("`bosses` and `competition` go together, e.g. league with 6"),
        );
    }
    Plan {
        format,
        sides: bosses,
        legs: variant.league_legs,
        win_points: variant.win_points,
        byes: match variant.cup_byes {
            CupByes::FirstRound => Byes::FirstRound,
            CupByes::OddOneRedraw => Byes::Redraw,
        },
    }
}

/// Gives the wanted numbers of players their skills, in every squad alike.
fn hand_out_skills(variant: &Variant, data: &mut Data, faults: &mut Vec<Fault>) {
    for (skill, key, wanted) in [
        (DOUBLE_TEAMING, "double-teaming", variant.double_teaming),
        (LAMP, "lamp", variant.lamp),
        (LAST_MAN, "last-man", variant.last_man),
    ] {
        let (list, wanted) = (&data.skills[usize::from(skill)], usize::from(wanted));
        if list.len() < wanted {
            let found = format!("{} shirts in the data", list.len());
            faults.push(Fault::new(format!("skills.{key}"), found, format!("at least {wanted}")));
        }
        for &player in list.iter().take(wanted) {
            let player = usize::from(player);
            data.shape[player].skill = skill;
            for preset in &mut data.presets {
                preset.players[player].skill = skill;
            }
        }
    }
}

/// Boss by Boss, whether any legal squad can be built at all.
fn unbuildable(rules: &Rules, faults: &mut Vec<Fault>) {
    let starts: Vec<Option<u8>> = match rules.draft {
        Draft::Transfer => (0..rules.presets.len() as u8)
            .filter(|&p| {
                let tier = rules.presets[usize::from(p)].tier;
                rules.tiers[..usize::from(rules.bosses)].contains(&tier)
                    || rules.named.contains(&Named::Preset(p))
            })
            .map(Some)
            .collect(),
        _ => vec![None],
    };
    for start in starts {
        if rules.builds(start, Objective::Any).total() == 0 {
            let from = start.map_or("the collection", |p| &rules.presets[usize::from(p)].name);
            faults.push(
                Fault::new(
                    "elite-star-cap",
                    format!("no legal squad from {from}"),
                    "at least one legal squad",
                )
                .hint("raise `elite-star-cap` or `max-transfers`"),
            );
        }
    }
}

fn names(squads: &[Option<String>], data: &Data, faults: &mut Vec<Fault>) -> [Named; MAX_SEATS] {
    let presets = &data.presets;
    let mut named = [Named::Nothing; MAX_SEATS];
    for (entrant, name) in squads.iter().enumerate().take(MAX_SEATS) {
        let Some(name) = name else { continue };
        if let Some(place) = presets.iter().position(|preset| preset.name == *name) {
            named[entrant] = Named::Preset(place as u8);
        } else if let Some((total, alpha)) = generated(name) {
            named[entrant] = Named::Generated(total, alpha);
        } else if let Some(stars) = styles::read(name, &data.shape) {
            named[entrant] = Named::Own(stars);
        } else {
            let known = || presets.iter().map(|preset| preset.name.as_str());
            let list: Vec<&str> = known().collect();
            let allowed = format!(
                "{}, generated:TOTAL or generated:TOTAL:ALPHA (16 to 80 stars, alpha e.g. 0.2, 1, 20), {} (the stars of every \
                 goalkeeper, defender, midfielder and forward)",
                list.join(", "),
                styles::example(&data.shape)
            );
            let fault = Fault::new(format!("squads.{entrant}"), format!("`{name}`"), allowed);
            let tier = ["pro", "elite"].iter().any(|tier| name.eq_ignore_ascii_case(tier));
            faults.push(if tier {
                fault.hint("tiers are a setting: squad-tier = pro-v-elite, or a list of both")
            } else {
                fault.nearest(name, known().chain(["generated:26", "generated:32"]))
            });
        }
    }
    named
}

/// `generated:TOTAL[:ALPHA]`.
fn generated(name: &str) -> Option<(u8, Alpha)> {
    let rest = name.strip_prefix("generated:")?;
    let (total, alpha) = match rest.split_once(':') {
        Some((total, alpha)) => (total, Alpha::read(alpha)?),
        None => (rest, Alpha { num: 1, den: 1 }),
    };
    let total: u8 = total.parse().ok()?;
    (16..=80).contains(&total).then_some((total, alpha))
}
