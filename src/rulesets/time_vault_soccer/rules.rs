//! Switches and data compiled into small integers and look-up tables.

use std::sync::{Arc, OnceLock};

use super::bots::Look;
use super::builds::{Builds, Objective};
use super::data::{Data, Preset};
use super::goods;
use super::house::House;
use super::sides::PILLAR;
use super::squads::{Alpha, DOUBLE_TEAMING, LAMP, LAST_MAN, Origin, Player, SQUAD, Squad, Tier, Values};
use super::switches::{
    Clear, Competition, CupByes, CupDraw, Draft, DraftCap, FreeOrder, FullTime, GoProCap, HomePerCard,
    HomeScope, HomeUse, KeeperDoubles, Keepers, KickOff, PickOrder, PillarMax, ScramblePrice, ScrambleTie,
    SquadTier, SquadValues, SuddenDeath, SuspConcurrent, Variant,
};
use super::teams::{TeamSpace, Wish};
use super::{TimeVaultSoccer, interventions, odds, styles};
use crate::chance::{Lottery, MAX_SEATS};
use crate::competitions::{Byes, Format, Plan};
use crate::game::{
    Build, Facts, Game, Good, Intervention, LUCK, SquadMap, Stop, Totals, Weighed, Weights, weights,
};
use crate::odds::OddsTable;
use crate::settings::{Fault, Value};

/// What the trained policy plays by where data don't say.
const SHIPPED: &str = include_str!("trained.toml");

/// Most home points of a match, see the switch `home-advantage`.
const MOST_HOME: u8 = 10;

/// A squad named for an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Nothing,
    Preset(u8),
    Generated(u8, Alpha),
    /// Stars of every player.
    Own([u8; SQUAD]),
}

/// The game as it is to be played.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own, named after it")]
pub struct Rules {
    pub(super) plan: Plan,
    pub(super) bosses: u8,
    /// Tier admitted to each entrant.
    pub(super) tiers: [Tier; MAX_SEATS],
    pub(super) go_pro_cap: GoProCap,
    pub(super) team_cap: u8,
    pub(super) draft: Draft,
    pub(super) pick_order: PickOrder,
    pub(super) budget: u16,
    pub(super) scramble_price: ScramblePrice,
    /// Star limit of drafted squads.
    pub(super) draft_cap: Option<u8>,
    pub(super) elite_cap: u8,
    pub(super) home_points: u8,
    pub(super) home_scope: HomeScope,
    pub(super) home_per_card: u8,
    pub(super) home_in_attack: bool,
    pub(super) home_in_defence: bool,
    pub(super) subs: u8,
    pub(super) bench: u8,
    pub(super) bookings: bool,
    pub(super) suspensions: bool,
    pub(super) threshold: u8,
    pub(super) concurrent: bool,
    pub(super) second_copy_yellow: bool,
    pub(super) golden_goal: bool,
    pub(super) cup_draw: CupDraw,
    pub(super) combo: u8,
    pub(super) kickoff: KickOff,
    pub(super) values: Values,
    pub(super) keeper_doubles: KeeperDoubles,
    pub(super) keepers: Keepers,
    pub(super) hand: u8,
    pub(super) draw_to: u8,
    pub(super) plays: u8,
    /// Most cards in a Defence pillar: all that fit where nothing limits it.
    pub(super) pillar_max: u8,
    pub(super) responses: u8,
    pub(super) clear_on_goal: Clear,
    pub(super) clear_on_save: Clear,
    pub(super) full_time: FullTime,
    /// House rules that the printed game lacks.
    pub(super) house: House,
    /// What the trained policy plays by.
    pub(super) weights: Weights,
    /// A penalty kick: outcome 1 scores.
    pub(super) kick: Lottery,
    /// Its goals on average, in units of 1 / [`LUCK`].
    pub(super) kick_luck: i32,
    pub(super) scramble_tie: ScrambleTie,
    pub(super) free_order: FreeOrder,
    pub(super) max_transfers: u8,
    pub(super) alpha: Alpha,
    /// Lines, icons and skills of a generated squad.
    pub(super) shape: [Player; SQUAD],
    pub(super) presets: Vec<Preset>,
    /// The presets as squads, skills in place.
    pub(super) squads: Vec<Squad>,
    pub(super) collection: Vec<Player>,
    pub(super) collection_presets: Vec<u8>,
    pub(super) persons: Vec<Vec<u8>>,
    pub(super) named: [Named; MAX_SEATS],
    /// Legal own squads, by preset (or without one) and objective; counted
    /// when first asked for, because most arms never do.
    builds: Vec<OnceLock<Arc<Builds>>>,
    /// Legal teams of each preset, without and with the star limit.
    spaces: Vec<[OnceLock<TeamSpace>; 2]>,
    /// Best teams of each preset under the star limit, by wish.
    teams: Vec<OnceLock<Box<[u16]>>>,
}

impl Rules {
    /// Legal squads of 16 from the collection, starting from `preset` in the
    /// Transfer Centre.
    pub(super) fn builds(&self, preset: Option<u8>, objective: Objective) -> &Arc<Builds> {
        let row = preset.map_or(self.presets.len(), usize::from);
        let cell = &self.builds[row * Objective::ALL.len() + objective as usize];
        cell.get_or_init(|| Arc::new(Builds::count(self, preset, objective)))
    }

    /// The legal teams of a whole preset squad under `cap`: counted once, for
    /// every match asks.
    #[inline]
    pub(super) fn team_space(&self, preset: u8, cap: Option<u8>) -> TeamSpace {
        let cell = &self.spaces[usize::from(preset)][usize::from(cap.is_some())];
        let squad = &self.squads[usize::from(preset)];
        *cell.get_or_init(|| TeamSpace::new(squad, u16::MAX, cap, self.bench, self.keepers))
    }

    /// The best teams of a whole preset squad under the star limit: the search
    /// is worth remembering where every game asks the same question.
    pub(super) fn best_teams(&self, preset: u8, wish: Wish, space: &TeamSpace) -> &[u16] {
        let cell = &self.teams[usize::from(preset) * Wish::ALL.len() + wish as usize];
        cell.get_or_init(|| space.all_best(&self.squads[usize::from(preset)], self.values.total, wish))
    }

    /// A squad of these players under the card values in force.
    pub(super) fn squad(&self, players: &[Player; SQUAD], origin: Origin) -> Squad {
        Squad::new(players, &self.values, origin)
    }

    /// Limit on the stars of each team of a match (TVS-PRO-02, -05).
    pub(super) fn cap(&self, tiers: [Tier; 2]) -> Option<u8> {
        let applies = match self.go_pro_cap {
            GoProCap::On => true,
            GoProCap::Off => false,
            GoProCap::Auto => matches!(tiers, [Tier::Pro, Tier::Elite] | [Tier::Elite, Tier::Pro]),
        };
        applies.then_some(self.team_cap)
    }

    /// B of a player with these stars.
    #[inline]
    pub(super) fn strength(&self, stars: u8) -> u8 {
        self.values.total[usize::from(stars)]
    }
}

/// Whether a league table is kept, which then is the score.
pub(super) const fn has_table(format: Format) -> bool {
    matches!(format, Format::League | Format::Season)
}

/// How the matches of a game are tied together.
const fn format(competition: Competition) -> Format {
    match competition {
        Competition::Single => Format::Single,
        Competition::KillerCup => Format::Cup,
        Competition::League => Format::League,
        Competition::Season => Format::Season,
    }
}

impl Game for TimeVaultSoccer {
    const FACTS: Facts = Facts {
        switches: Variant::SWITCHES,
        data: concat!(include_str!("data.toml"), "\n", include_str!("trained.toml")),
        derived: &["preset.*.total", "preset.*.tier"],
        ledger: include_str!("ledger.md"),
        // In the order of `Stopped`.
        unfinished: &[Stop::new("round-limit", "round limit"), Stop::new("shootout-cap", "shoot-out limit")],
        item: "card",
        squad: Some("squad"),
        score: |settings| {
            let table = has_table(format(Variant::of(settings).competition));
            if table { "league points" } else { "goals" }
        },
        luck: Some(
            "goals from penalty kicks, shoot-outs won and, as a thirty-second of a goal, the lot of who starts, \
             minus their exact chances",
        ),
        // Who starts is drawn by lot or by `kickoff`.
        numbered: "with the home side of a match first",
        weighed: &[
            // In single matches the first player is at home; of a league's matches
            // every Boss has as many there.
            Weighed {
                key: "home-advantage",
                called: "home points",
                tells: &["home-edge", "first-seat-advantage", "goals-per-match", "draw-share"],
            },
            Weighed {
                key: "bookings",
                called: "bookings",
                tells: &["draw-share", "goals-per-match", "turns-per-match"],
            },
        ],
        seconds_per_turn: 60,
        ..Facts::new(
            "time-vault-soccer",
            "Time Vault Soccer",
            "football card game of star-rated squads: attack and defence pillars, drafts, cups, leagues",
        )
    };

    type Rules = Rules;

    fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
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
        let squads = (0..)
            .zip(&data.presets)
            .map(|(i, p)| Squad::new(&p.players, &values, Origin::Preset(i)))
            .collect();
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

    fn seats(rules: &Rules) -> usize {
        usize::from(rules.bosses)
    }

    fn interventions(build: &Build<'_>) -> Vec<Intervention> {
        interventions::all(build)
    }

    fn goods(rules: &Rules) -> Vec<Good> {
        goods::goods(rules)
    }

    fn squads(build: &Build<'_>) -> Option<SquadMap> {
        styles::map(&Self::build(build).ok()?)
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
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
            faults.push(fault.nearest(name, known().chain(["generated:26", "generated:32"])));
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
