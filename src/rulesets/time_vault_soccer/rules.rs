//! Switches and data compiled into small integers and look-up tables.

mod build;

use std::sync::{Arc, OnceLock};

use super::builds::{Builds, Objective};
use super::data::Preset;
use super::goods;
use super::house::House;
use super::squads::{Alpha, Origin, Player, SQUAD, Squad, Tier, Values};
use super::switches::{
    Clear, Competition, CupDraw, Draft, FreeOrder, FullTime, GoProCap, HomeScope, KeeperDoubles, Keepers,
    KickOff, PickOrder, ScramblePrice, ScrambleTie, SquadTier, Variant,
};
use super::teams::{TeamSpace, Wish};
use super::{TimeVaultSoccer, interventions, odds, styles};
use crate::chance::{Lottery, MAX_SEATS};
use crate::competitions::{Format, Plan};
use crate::game::{Build, Facts, Game, Good, Intervention, SquadMap, Stop, Weighed, Weights};
use crate::odds::OddsTable;
use crate::settings::{Fault, Settings};

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
        build::compiled(build)
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

    fn tier(settings: &Settings, entrant: usize) -> Option<&'static str> {
        let Variant { squad_tier: SquadTier(tiers), bosses, .. } = Variant::of(settings);
        let tiers = &tiers[..usize::from(bosses)];
        let alike = tiers.windows(2).all(|pair| pair[0] == pair[1]);
        tiers.get(entrant).filter(|_| !alike).map(|tier| tier.name())
    }

    fn squads(build: &Build<'_>) -> Option<SquadMap> {
        styles::map(&Self::build(build).ok()?)
    }

    fn odds(rules: &Rules) -> Vec<OddsTable> {
        odds::tables(rules)
    }
}
