//! Component data: what a file must keep to.

use super::super::data::Data;
use super::*;

fn broken(from: &str, to: &str) -> Vec<Fault> {
    assert!(TimeVaultSoccer::FACTS.data.contains(from), "{from}");
    Data::parse(&TimeVaultSoccer::FACTS.data.replacen(from, to, 1), false)
        .expect_err("a broken file is refused")
}

#[test]
fn a_broken_total_says_what_was_found_and_where() {
    let faults = broken("forwards = [4, 3, 1, 1]", "forwards = [4, 4, 1, 1]");
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].key, "preset.debut-50s.total");
    assert!(faults[0].found.contains("27") && faults[0].allowed.contains("26"));
    let offset = faults[0].offset.expect("a place in the file");
    assert!(TimeVaultSoccer::FACTS.data[..offset].ends_with("total = "));
}

#[test]
fn a_tier_is_bound_to_its_stars() {
    assert!(broken("tier = \"pro\"", "tier = \"elite\"")[0].found.contains("26 stars called Elite"));
    assert!(broken("tier = \"pro\"", "tier = \"amateur\"")[0].allowed.contains("pro, elite"));
}

#[test]
fn unknown_keys_shirts_and_names_are_refused() {
    assert!(broken("[icons]\n", "[icons]\nG = [1]\n")[0].found.contains("unknown field"));
    assert!(broken("D = [3, 4, 5]", "D = [3, 4, 17]")[0].found.contains("17"));
    assert!(broken("keepers = [1, 2]", "keepers = [1, 1]").iter().any(|f| f.found.contains("twice")));
    let faults = broken("preset = \"debut-70s\", shirt", "preset = \"debut-71s\", shirt");
    assert_eq!(faults[0].hint.as_deref(), Some("did you mean `debut-70s`?"));
    assert!(broken("M = [8, 9, 10]", "M = [5, 9, 10]")[0].found.contains("second icon for shirt 5"));
    assert!(broken("lamp = [6, 3, 10]", "lamp = [4, 3, 10]")[0].found.contains("second skill"));
}

#[test]
fn values_follow_the_table_of_section_4() {
    let linear = rules(&[]).values;
    let table: [[(u8, u8); 4]; 5] = [
        [(3, 1), (2, 2), (1, 3), (0, 2)],
        [(4, 2), (3, 3), (2, 4), (0, 3)],
        [(6, 2), (4, 4), (2, 6), (0, 4)],
        [(7, 3), (5, 5), (3, 7), (0, 5)],
        [(8, 4), (6, 6), (4, 8), (0, 6)],
    ];
    for (stars, row) in (1..).zip(table) {
        for (line, (attack, defence)) in [3, 2, 1, 0].into_iter().zip(row) {
            assert_eq!((linear.attack[line][stars], linear.defence[line][stars]), (attack, defence));
        }
    }
    assert_eq!(rules(&[("squad-values", "concave")]).values.total[1..], [4, 7, 9, 10, 11]);
    assert_eq!(rules(&[("squad-values", "convex")]).values.total[1..], [4, 5, 7, 10, 14]);
    // Odd B: the midfielder attacks with the greater half.
    let concave = rules(&[("squad-values", "concave")]).values;
    assert_eq!((concave.attack[2][2], concave.defence[2][2], concave.defence[0][2]), (4, 3, 3));
}

#[test]
fn settings_that_need_others_are_refused_without_them() {
    assert!(try_rules(&[], &[]).is_ok());
    for (changes, key) in [
        (vec![("competition", "league")], "bosses"),
        (vec![("bosses", "4")], "bosses"),
        (vec![("away-starts", "on"), ("kickoff", "home")], "kickoff"),
    ] {
        let faults = try_rules(&changes, &[]).unwrap_err();
        assert_eq!(faults[0].key, key);
    }
}
