//! Which arms are compared with which, and what an arm is called.

use super::resolve::{Origin, Overrides, concerned, opponent, understood};
use super::{Budget, sample};

fn bases(text: &str) -> Vec<(String, Option<usize>)> {
    sample(text).arms.into_iter().map(|arm| (arm.name.to_string(), arm.base)).collect()
}

#[test]
fn a_setting_that_changes_the_number_of_seats_is_compared_with_nothing() {
    let text = "ruleset = \"futbol-dash\"\nbots = \"random\"\n[vary]\nplayers = [3]\nhalftimes = [0]\n";
    let found = bases(text);
    let of = |name: &str| found.iter().find(|(other, _)| other == name).unwrap().1;
    assert_eq!((of("as printed"), of("players = 3"), of("halftimes = 0")), (None, None, Some(0)));
}

#[test]
fn within_a_panel_only_tables_of_the_same_bots_are_compared() {
    let arms = "[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nset = { halftimes = 0 }\n";
    let panel = format!("ruleset = \"futbol-dash\"\npanel = [\"random\", \"rusher\"]\n{arms}");
    let found: Vec<Option<usize>> = bases(&panel).into_iter().map(|(_, base)| base).collect();
    assert_eq!(found, [None, Some(0), None, Some(2)]);
}

#[test]
fn arms_on_the_same_luck_all_rotate_when_one_of_them_must() {
    let text = "ruleset = \"futbol-dash\"\n[[arm]]\nname = \"alike\"\nbots = \"rusher\"\n\
                [[arm]]\nname = \"mixed\"\nbots = [\"rusher\", \"random\"]\nagainst = \"alike\"\n\
                [[arm]]\nname = \"apart\"\nset = { players = 3 }\nbots = \"rusher\"\n";
    let plan = sample(text);
    let rotations: Vec<u32> = plan.arms.iter().map(super::PlanArm::rotations).collect();
    assert_eq!(plan.arms[1].base, Some(0));
    assert_eq!(rotations, [2, 2, 1], "blocks of one length on shared luck");
}

#[test]
fn a_change_of_squads_beside_a_switch_is_no_change_of_that_switch() {
    let arm = |squads: &str| {
        let text = format!(
            "ruleset = \"time-vault-soccer\"\nbots = \"hoofer\"\n[[arm]]\nname = \"a\"\nsquads = [\"debut-50s\", \"debut-60s\"]\n\
             [[arm]]\nname = \"b\"\nagainst = \"a\"\nsquads = [{squads}]\nset = {{ team-star-cap = 22 }}\n"
        );
        sample(&text).arms.remove(1)
    };
    let (same, other) = (arm("\"debut-50s\", \"debut-60s\""), arm("\"debut-50s\", \"debut-70s\""));
    assert_eq!(same.effect.map(|effect| (effect.base, effect.key)), Some((0, "team-star-cap".to_owned())));
    assert_eq!((other.base, other.effect), (Some(0), None));
}

#[test]
fn squads_of_the_command_line_are_those_of_every_arm() {
    let text = "ruleset = \"time-vault-soccer\"\nbots = \"hoofer\"\n[[arm]]\nname = \"a\"\n\
                [[arm]]\nname = \"b\"\nsquads = [\"debut-50s\", \"debut-70s\"]\n";
    let app = crate::rulesets::app();
    let origin = Origin { app: &app, name: "x", file: "x", text, read: &|_| Err(String::new()) };
    let overrides = Overrides { squads: Some(vec!["debut-60s".to_owned()]), ..Overrides::default() };
    let plan = understood(&origin, &overrides).unwrap_or_else(|problems| panic!("{problems:?}"));
    for arm in &plan.arms {
        assert_eq!(arm.squads, vec![Some("debut-60s".to_owned()); 2], "{}", arm.name);
    }
}

#[test]
fn no_arm_is_its_own_opponent() {
    let text = "ruleset = \"futbol-dash\"\nbots = \"random\"\n[vary]\nhalftimes = [0]\n\
                [[budget]]\nmetric = \"turns-per-game\"\nagainst = \"as printed\"\nmin = -5\n";
    let plan = sample(text);
    assert_eq!(
        (opponent(&plan.arms, 1, "as printed"), opponent(&plan.arms, 0, "as printed")),
        (Some(0), None)
    );
    assert_eq!(concerned(&plan.arms, &plan.budgets[0]), [1]);
    let named = Budget { arm: Some("as printed".to_owned()), ..plan.budgets[0].clone() };
    assert!(concerned(&plan.arms, &named).is_empty());
}
