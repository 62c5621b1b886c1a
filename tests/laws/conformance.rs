//! What every ruleset must satisfy in every switch value: random games end,
//! legal lists are never empty or repeated, copies are independent, watching
//! changes nothing. Laws of a single game live in its own folder.

use levelpitch::conformance;
use levelpitch::game::Ruleset;
use levelpitch::metric::Common;
use levelpitch::rulesets::{self, Visitor};

struct EveryValue;

impl Visitor for EveryValue {
    type Out = usize;

    fn visit<R: Ruleset>(self) -> usize {
        conformance::check_variant::<R>(&[], 2, |_, _| {});
        let mut checked = 0;
        for changes in conformance::variants::<R>() {
            conformance::check_variant::<R>(&changes, 1, |_, _| {});
            checked += 1;
        }
        checked
    }
}

#[test]
fn random_games_of_every_switch_value_obey_the_contract() {
    for id in rulesets::IDS {
        let checked = rulesets::visit(id, EveryValue).expect("listed rulesets exist");
        assert!(checked > 20, "{id}: only {checked} switch values");
    }
}

struct EveryCard;

impl Visitor for EveryCard {
    type Out = usize;

    fn visit<R: Ruleset>(self) -> usize {
        let all = conformance::interventions::<R>(&[]);
        for (index, card) in all.iter().enumerate() {
            let edits: Vec<(&str, &str)> =
                card.edits.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
            conformance::check_variant::<R>(&edits, 1, |_, _| {});
            assert!(
                all[..index].iter().all(|other| other.item != card.item || other.change != card.change),
                "{}: {} {} is listed twice",
                R::FACTS.id,
                card.item,
                card.change
            );
        }
        all.len()
    }
}

#[test]
fn random_games_of_every_card_intervention_obey_the_contract() {
    for id in rulesets::IDS {
        let checked = rulesets::visit(id, EveryCard).expect("listed rulesets exist");
        assert!(checked > 10, "{id}: only {checked} interventions");
    }
}

struct Tables;

impl Visitor for Tables {
    type Out = ();

    fn visit<R: Ruleset>(self) {
        let mut keys: Vec<&str> = R::FACTS.switches.iter().map(|s| s.key).collect();
        keys.sort_unstable();
        let all = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), all, "{}: a switch is listed twice", R::FACTS.id);
        for switch in R::FACTS.switches {
            assert!(
                switch.atlas.contains(&switch.default),
                "{}: {} tries its default",
                R::FACTS.id,
                switch.key
            );
            assert!(
                !switch.help.is_empty() && !switch.rules.is_empty(),
                "{}: {} is explained",
                R::FACTS.id,
                switch.key
            );
            for word in switch.allowed.words {
                assert!(
                    switch.atlas.contains(word),
                    "{}: {} = {word} is in the atlas",
                    R::FACTS.id,
                    switch.key
                );
            }
        }
        assert_eq!(R::TABLES.metrics[0].name, "turns-per-game", "{}", R::FACTS.id);
        let mut names: Vec<&str> = R::TABLES.metrics.iter().map(|m| m.name).collect();
        names.extend(Common::ALL.iter().map(|common| common.name()));
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{}: two metrics share a name", R::FACTS.id);
        assert!(R::TABLES.metrics.iter().all(|m| !m.definition.is_empty()));
        let mut names: Vec<&str> = R::TABLES.distributions.iter().map(|d| d.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(
            names.len(),
            R::TABLES.distributions.len(),
            "{}: two distributions share a name",
            R::FACTS.id
        );
        for distribution in R::TABLES.distributions {
            let told = !distribution.definition.is_empty() && distribution.of.ends_with('s');
            assert!(told, "{}: {} says of what it counts, in the plural", R::FACTS.id, distribution.name);
        }
        let scores = R::TABLES.distributions.iter().filter(|distribution| distribution.sides().is_some());
        assert_eq!(scores.count(), 1, "{}: reports draw one table of scores", R::FACTS.id);
        assert!(!R::BOTS.is_empty() && R::BOTS.iter().all(|b| b.name != "random" && !b.idea.is_empty()));
        for name in R::PANEL {
            assert!(*name == "random" || R::BOTS.iter().any(|b| b.name == *name), "{}: {name}", R::FACTS.id);
        }
    }
}

#[test]
fn tables_of_switches_metrics_and_bots_are_complete() {
    for id in rulesets::IDS {
        rulesets::visit(id, Tables).expect("listed rulesets exist");
    }
}

struct LuckOf;

impl Visitor for LuckOf {
    type Out = usize;

    /// The printed game with every bot that doesn't search, and every switch
    /// value with the quickest.
    fn visit<R: Ruleset>(self) -> usize {
        if R::FACTS.luck.is_none() {
            return 0;
        }
        let bots = R::BOTS.iter().map(|bot| bot.name).filter(|name| !R::SEARCHERS.contains(name));
        for bot in std::iter::once("random").chain(bots) {
            conformance::check_luck::<R>(&[], bot, 60);
        }
        let mut checked = 0;
        for changes in conformance::variants::<R>() {
            conformance::check_luck::<R>(&changes, "random", 60);
            checked += 1;
        }
        checked
    }
}

#[test]
fn luck_is_nothing_on_average_whoever_plays() {
    let checked: usize =
        rulesets::IDS.iter().map(|id| rulesets::visit(id, LuckOf).expect("listed rulesets exist")).sum();
    assert!(checked > 50, "only {checked} switch values count luck");
}
