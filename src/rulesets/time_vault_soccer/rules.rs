//! Switches and data compiled into small integers and look-up tables.

use std::sync::{Arc, OnceLock};

use super::builds::{Builds, Objective};
use super::data::{Data, Preset};
use super::squads::{Alpha, DOUBLE_TEAMING, LAMP, LAST_MAN, Origin, Player, SQUAD, Squad, Tier, Values};
use super::teams::{TeamSpace, Wish};
use crate::chance::{Lottery, MAX_SEATS};
use crate::competitions::{Byes, Format, Plan};
use crate::game::{Build, LUCK, Totals};
use crate::settings::{Fault, Settings};

/// How squads come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Draft {
    Preset,
    Playground,
    Scramble,
    EliteBuild,
    Transfer,
    Generated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PickOrder {
    Random,
    Seats,
    Snake,
}

/// When a limit on team stars applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CapScope {
    ProAgainstElite,
    Always,
    Never,
}

/// Which matches pay home points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HomeScope {
    League,
    LeagueAndCup,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CupDraw {
    Penalties,
    ExtraHand,
    Replay,
}

/// What a goalkeeper doubles (TVS-MATCH-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeeperDoubles {
    OwnPrinted,
    AnswerOnly,
    WholePillar,
}

/// Goalkeepers in a team (TVS-PRO-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keepers {
    One,
    UpToTwo,
    Free,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clear {
    Both,
    AttackOnly,
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KickOff {
    Random,
    Home,
    Away,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FullTime {
    Either,
    Both,
    Rounds(u8),
}

/// A squad named for an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Nothing,
    Preset(u8),
    Generated(u8, Alpha),
}

/// The game as it is to be played.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own, named after it")]
pub struct Rules {
    pub(super) plan: Plan,
    pub(super) bosses: u8,
    /// Tier admitted to each entrant.
    pub(super) tiers: [Tier; MAX_SEATS],
    pub(super) cap_scope: CapScope,
    pub(super) team_cap: u8,
    pub(super) draft: Draft,
    pub(super) pick_order: PickOrder,
    pub(super) budget: u16,
    pub(super) second_price: bool,
    /// Star limit of drafted squads, 255 for none.
    pub(super) draft_cap: u8,
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
    /// 255 for no limit.
    pub(super) pillar_max: u8,
    pub(super) responses: u8,
    pub(super) clear_on_goal: Clear,
    pub(super) clear_on_save: Clear,
    pub(super) full_time: FullTime,
    /// A penalty kick: outcome 1 scores.
    pub(super) kick: Lottery,
    /// Its goals on average, in units of 1 / [`LUCK`].
    pub(super) kick_luck: i32,
    pub(super) tie_random: bool,
    pub(super) recompute_free: bool,
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
    pub(super) fn team_space(&self, preset: u8, cap: u8) -> TeamSpace {
        let cell = &self.spaces[usize::from(preset)][usize::from(cap != u8::MAX)];
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

    /// Limit on the stars of each team of a match, 255 for none (TVS-PRO-02, -05).
    pub(super) fn cap(&self, tiers: [Tier; 2]) -> u8 {
        let applies = match self.cap_scope {
            CapScope::Always => true,
            CapScope::Never => false,
            CapScope::ProAgainstElite => {
                matches!(tiers, [Tier::Pro, Tier::Elite] | [Tier::Elite, Tier::Pro])
            }
        };
        if applies { self.team_cap } else { u8::MAX }
    }

    /// B of a player with these stars.
    #[inline]
    pub(super) fn strength(&self, stars: u8) -> u8 {
        self.values.total[usize::from(stars)]
    }
}

fn small(settings: &Settings, key: &str) -> u8 {
    settings.int(key).unwrap_or(0) as u8
}

/// How the matches of a game are tied together.
pub(super) fn format(settings: &Settings) -> Format {
    [Format::Single, Format::Cup, Format::League, Format::Season][settings.word("competition") % 4]
}

/// Compiles an arm.
pub(super) fn build(build: &Build<'_>) -> Result<Rules, Vec<Fault>> {
    let settings = build.settings;
    let mut data = Data::parse(build.data, build.totals == Totals::House)?;
    let mut faults = Vec::new();

    let format = format(settings);
    let bosses = small(settings, "bosses");
    let (low, high) = match format {
        Format::Single => (2, 2),
        Format::League => (3, 10),
        Format::Cup | Format::Season => (4, 16),
    };
    if !(low..=high).contains(&bosses) {
        let competition = settings.text("competition");
        let allowed = if low == high {
            format!("{low} for competition = {competition}")
        } else {
            format!("{low} to {high} for competition = {competition}")
        };
        faults.push(
            Fault::new("bosses", bosses.to_string(), allowed)
                .hint("`bosses` and `competition` go together, e.g. league with 6"),
        );
    }
    let byes = [Byes::FirstRound, Byes::Redraw][settings.word("cup-byes") % 2];
    let plan = Plan {
        format,
        sides: bosses,
        legs: small(settings, "league-legs"),
        win_points: small(settings, "win-points"),
        byes,
    };

    let tiers = match settings.text("squad-tier") {
        "pro-v-pro" => [Tier::Pro; MAX_SEATS],
        "elite-v-elite" => [Tier::Elite; MAX_SEATS],
        "pro-v-elite" => std::array::from_fn(|e| if e % 2 == 0 { Tier::Pro } else { Tier::Elite }),
        _ => {
            let list = settings.list("squad-tier").unwrap_or_default();
            std::array::from_fn(|e| if list.get(e) == Some(&1) { Tier::Elite } else { Tier::Pro })
        }
    };

    let draft = [
        Draft::Preset,
        Draft::Playground,
        Draft::Scramble,
        Draft::EliteBuild,
        Draft::Transfer,
        Draft::Generated,
    ][settings.word("draft") % 6];
    for (tier, used) in [Tier::Pro, Tier::Elite].map(|t| (t, tiers[..usize::from(bosses)].contains(&t))) {
        let needed = used && matches!(draft, Draft::Preset | Draft::Transfer);
        if needed && !data.presets.iter().any(|p| p.tier == tier) {
            faults.push(Fault::new(
                "preset",
                format!("no {} preset", tier.name()),
                "at least one in the data",
            ));
        }
    }

    let away_starts = settings.on("away-starts");
    let mut kickoff = [KickOff::Random, KickOff::Home, KickOff::Away][settings.word("kickoff") % 3];
    if away_starts {
        if kickoff == KickOff::Home {
            faults.push(Fault::new(
                "kickoff",
                "`home` with away-starts on",
                "random or away with away-starts on",
            ));
        }
        kickoff = KickOff::Away;
    }

    let total = match settings.text("squad-values") {
        "concave" => data.concave,
        "convex" => data.convex,
        _ => {
            let (base, per_star) = (small(settings, "stat-base"), small(settings, "stat-per-star"));
            std::array::from_fn(|stars| if stars == 0 { 0 } else { base + per_star * stars as u8 })
        }
    };
    let values = Values::new(total, settings.ratio("major-share").unwrap_or((7, 10)));

    let skills_on = settings.on("skills");
    for (skill, key) in [(DOUBLE_TEAMING, "double-teaming"), (LAMP, "lamp"), (LAST_MAN, "last-man")] {
        let wanted = if skills_on { usize::from(small(settings, key)) } else { 0 };
        let list = &data.skills[usize::from(skill)];
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

    let named = names(build.squads, &data.presets, &mut faults);
    let (num, den) = settings.ratio("penalty-conversion").unwrap_or((3, 4));
    let home_use = settings.word("home-points-use");
    let clear = |key| match settings.text(key) {
        "both" => Clear::Both,
        "attack-only" => Clear::AttackOnly,
        _ => Clear::Nothing,
    };
    let collection: Vec<Player> =
        data.collection.iter().flat_map(|&preset| data.presets[usize::from(preset)].players).collect();
    if matches!(draft, Draft::EliteBuild | Draft::Transfer) && collection.len() < SQUAD {
        faults.push(Fault::new("collection.presets", "no players", "at least one preset"));
    }
    let alpha = alpha_of(settings.text("generator-alpha")).unwrap_or(Alpha { num: 1, den: 1 });
    let squads =
        (0..).zip(&data.presets).map(|(i, p)| Squad::new(&p.players, &values, Origin::Preset(i))).collect();
    let data_presets = data.presets.len();
    let cells = (data.presets.len() + 1) * Objective::ALL.len();

    let rules = Rules {
        plan,
        bosses,
        tiers,
        cap_scope: [CapScope::ProAgainstElite, CapScope::Always, CapScope::Never]
            [settings.word("go-pro-cap") % 3],
        team_cap: small(settings, "team-star-cap"),
        draft,
        pick_order: [PickOrder::Random, PickOrder::Seats, PickOrder::Snake]
            [settings.word("playground-order") % 3],
        budget: settings.int("scramble-budget").unwrap_or(100) as u16,
        second_price: settings.is("scramble-price", "second-bid"),
        draft_cap: settings.int("squad-star-cap-drafts").map_or(u8::MAX, |cap| cap as u8),
        elite_cap: small(settings, "elite-star-cap"),
        home_points: small(settings, "home-advantage"),
        home_scope: [HomeScope::League, HomeScope::LeagueAndCup, HomeScope::Always, HomeScope::Never]
            [settings.word("home-advantage-scope") % 4],
        home_per_card: settings.int("home-points-max-per-card").map_or(u8::MAX, |most| most as u8),
        home_in_attack: home_use != 2,
        home_in_defence: home_use != 1,
        subs: small(settings, "subs"),
        bench: small(settings, "bench"),
        bookings: settings.on("bookings"),
        suspensions: settings.on("suspensions") && settings.on("bookings") && format != Format::Single,
        threshold: small(settings, "yellow-threshold"),
        concurrent: settings.is("susp-concurrent", "true"),
        second_copy_yellow: settings.on("second-copy-yellow"),
        golden_goal: settings.is("sudden-death", "golden-goal"),
        cup_draw: [CupDraw::Penalties, CupDraw::ExtraHand, CupDraw::Replay][settings.word("cup-draw") % 3],
        combo: if settings.on("combos") { small(settings, "combo-bonus") } else { 0 },
        kickoff,
        values,
        keeper_doubles: [KeeperDoubles::OwnPrinted, KeeperDoubles::AnswerOnly, KeeperDoubles::WholePillar]
            [settings.word("gk-double") % 3],
        keepers: [Keepers::One, Keepers::UpToTwo, Keepers::Free][settings.word("gk-per-team") % 3],
        hand: small(settings, "hand-size"),
        draw_to: small(settings, "draw-to"),
        plays: small(settings, "plays-per-turn"),
        pillar_max: settings.int("defence-pillar-max").map_or(u8::MAX, |most| most as u8),
        responses: small(settings, "responses-per-shot"),
        clear_on_goal: clear("clear-on-goal"),
        clear_on_save: clear("clear-on-save"),
        full_time: match settings.text("full-time") {
            "either" => FullTime::Either,
            "both" => FullTime::Both,
            _ => FullTime::Rounds(small(settings, "full-time")),
        },
        kick: Lottery::new(&[(den - num) as u32, num as u32]),
        kick_luck: (i64::from(LUCK) * num as i64 / den as i64) as i32,
        tie_random: settings.is("scramble-tie", "random"),
        recompute_free: settings.is("free-transfer-order", "recomputed"),
        max_transfers: small(settings, "max-transfers"),
        alpha,
        shape: data.shape,
        presets: data.presets,
        squads,
        collection,
        collection_presets: data.collection,
        persons: data.persons,
        named,
        spaces: (0..data_presets).map(|_| Default::default()).collect(),
        teams: (0..data_presets * Wish::ALL.len()).map(|_| OnceLock::new()).collect(),
        builds: (0..cells).map(|_| OnceLock::new()).collect(),
    };
    if faults.is_empty() && matches!(draft, Draft::EliteBuild | Draft::Transfer) {
        unbuildable(&rules, &mut faults);
    }
    if faults.is_empty() { Ok(rules) } else { Err(faults) }
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

fn names(squads: &[Option<String>], presets: &[Preset], faults: &mut Vec<Fault>) -> [Named; MAX_SEATS] {
    let mut named = [Named::Nothing; MAX_SEATS];
    for (entrant, name) in squads.iter().enumerate().take(MAX_SEATS) {
        let Some(name) = name else { continue };
        if let Some(place) = presets.iter().position(|preset| preset.name == *name) {
            named[entrant] = Named::Preset(place as u8);
        } else if let Some((total, alpha)) = generated(name) {
            named[entrant] = Named::Generated(total, alpha);
        } else {
            let known = || presets.iter().map(|preset| preset.name.as_str());
            let list: Vec<&str> = known().collect();
            let allowed = format!(
                "{}, generated:TOTAL or generated:TOTAL:ALPHA (16 to 80 stars, alpha e.g. 0.2, 1, 20)",
                list.join(", ")
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
        Some((total, alpha)) => (total, alpha_of(alpha)?),
        None => (rest, Alpha { num: 1, den: 1 }),
    };
    let total: u8 = total.parse().ok()?;
    (16..=80).contains(&total).then_some((total, alpha))
}

/// A positive fraction or decimal such as `1/5`, `0.2`, `2.5`, `20`.
pub(super) fn alpha_of(text: &str) -> Option<Alpha> {
    let (num, den): (u32, u32) = if let Some((num, den)) = text.split_once('/') {
        (num.parse().ok()?, den.parse().ok()?)
    } else if let Some((whole, decimals)) = text.split_once('.') {
        if decimals.len() > 3 || decimals.is_empty() {
            return None;
        }
        let den = 10_u32.pow(decimals.len() as u32);
        let whole: u32 = whole.parse().ok()?;
        (whole.checked_mul(den)?.checked_add(decimals.parse().ok()?)?, den)
    } else {
        (text.parse().ok()?, 1)
    };
    let fits = num > 0 && den > 0 && den <= 1_000_000 && num <= den.saturating_mul(100);
    fits.then_some(Alpha { num, den })
}
