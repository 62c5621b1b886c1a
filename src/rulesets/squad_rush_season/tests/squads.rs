//! Squad arithmetic and the score: SQR-SQUAD, -SUB, -CHEM, -BOOK-01, -BOOK-03,
//! -EVAL, -GOAL, -LEAG, -BOOT, -EX.

use super::super::score::Totals;
use super::*;

fn side(changes: &[(&str, &str)], seven: &Seven, booked: &[u8]) -> Side {
    let marks = booked.iter().fold(0, |m, &c| m | 1 << c);
    Side::new(&rules(changes), seven, marks)
}

/// Defence and Attack with no official.
fn plain(changes: &[(&str, &str)], seven: &Seven, booked: &[u8]) -> (i32, i32) {
    let Totals { defence, attack, .. } = score::plain_totals(&rules(changes), &side(changes, seven, booked));
    (defence, attack)
}

/// Two nations: the last `k - 1` forwards and midfielders of other nations.
fn mixed(k: u8) -> Seven {
    let mut seven = best(0);
    for other in 1..k {
        let slot = usize::from(7 - other);
        seven[slot] = seven[slot] % 11 + other * 11;
    }
    seven
}

#[test]
fn sqr_squad_01_one_two_two_two_by_position_or_super_sub() {
    let complete = |seven: &[u8]| {
        let desk = Desk::new(&[]).lay(0, seven);
        desk.s.pitches[0].complete(&desk.r)
    };
    assert!(complete(&best(0)));
    for missing in 0..7 {
        let mut six = best(0).to_vec();
        let gone = six.remove(missing);
        assert!(!complete(&six));
        // A surplus card of another position does not help, a Super Sub does.
        let other = if cards::position(gone) == cards::GK { def(1, 0) } else { gk(1) };
        six.push(other);
        assert!(!complete(&six));
        six[6] = sub(0);
        assert!(complete(&six));
    }
    let two_tens = [gk(0), def(0, 0), def(0, 1), mid(0, 0), mid(0, 1), fwd(0, 0), fwd(1, 0)];
    let legal = |changes: &[(&str, &str)], seven: &[u8]| {
        let desk = Desk::new(changes).lay(0, seven);
        desk.s.pitches[0].complete(&desk.r)
    };
    assert!(!legal(&[("max-tens", "1")], &two_tens));
    assert!(legal(&[("nations-cap", "3")], &mixed(3)) && !legal(&[("nations-cap", "2")], &mixed(3)));
}

#[test]
fn sqr_squad_02_defence_is_gk_and_both_def() {
    let r = rules(&[]);
    let seven = [gk(0), def(0, 0), def(0, 3), mid(0, 2), mid(0, 1), fwd(0, 2), fwd(0, 1)];
    assert_eq!(score::plain_totals(&r, &Side::new(&r, &seven, 0)).defence, 7 + 8 + 5);
}

#[test]
fn sqr_squad_03_attack_is_both_mid_and_both_fwd() {
    assert_eq!(plain(&[], &best(0), &[]).1, 9 + 7 + 10 + 8);
}

#[test]
fn sqr_squad_04_parked_cards_are_worth_nothing() {
    let layout = |extra: &[u8]| {
        let mut desk =
            Desk::new(&[("match-official", "off")]).lay(0, &weakest(0)).lay(0, extra).lay(1, &best(1));
        desk.lock(0).name(weakest(0)).name(best(1));
        (desk.goals(0), desk.points())
    };
    assert_eq!(layout(&[]), layout(&[fwd(0, 0), mid(0, 0), def(0, 0), gk(2)]));
}

#[test]
fn sqr_squad_05_all_nations_have_the_same_eleven_ratings() {
    let r = rules(&[("nations", "10")]);
    for nation in 0..10 {
        let ratings: Vec<i32> = (0..11).map(|p| r.current(nation * 11 + p, false)).collect();
        assert_eq!(ratings, [7, 8, 6, 6, 5, 9, 7, 6, 10, 8, 6]);
    }
}

#[test]
fn sqr_squad_06_the_best_pure_seven_is_21_and_34() {
    assert_eq!(plain(&[], &best(3), &[]), (21, 34));
}

#[test]
fn sqr_squad_07_the_stated_weakest_is_a_description() {
    assert_eq!(plain(&[], &weakest(0), &[]), (18, 27));
    // Weaker ones are legal all the same.
    let two = [gk(0), def(0, 3), def(1, 3), mid(0, 2), mid(1, 2), fwd(0, 2), fwd(1, 2)];
    assert_eq!(plain(&[], &two, &[]), (16, 23));
    let desk = Desk::new(&[]).lay(0, &two);
    assert!(desk.s.pitches[0].complete(&desk.r));
    // The data file states both totals and is refused if they are wrong.
    let broken = include_str!("../data.toml").replace("attack = 27", "attack = 28");
    let faults = super::super::data::read(&broken, false).unwrap_err();
    assert_eq!(faults.len(), 1);
    assert_eq!((faults[0].found.as_str(), faults[0].allowed.as_str()), ("a total of 27", "a total of 28"));
    assert!(faults[0].offset.is_some());
}

#[test]
fn sqr_sub_01_a_super_sub_is_rated_6_in_any_slot() {
    for slot in 0..7 {
        let mut seven = best(0);
        let replaced = [7, 8, 6, 9, 7, 10, 8][slot];
        seven[slot] = sub(0);
        let (defence, attack) = plain(&[], &seven, &[]);
        assert_eq!(defence + attack, 55 - replaced + 6, "slot {slot}");
    }
}

#[test]
fn sqr_sub_02_a_super_sub_adds_no_nation() {
    let mut seven = best(0);
    seven[0] = sub(0);
    assert_eq!(side(&[], &seven, &[]).nations, 1);
    assert_eq!(plain(&[], &seven, &[]), (20, 34), "no chemistry");
}

#[test]
fn sqr_sub_03_any_number_of_super_subs() {
    let changes = [("super-subs", "8")];
    let desk = Desk::new(&changes).lay(0, &[110, 111, 112, 113, 114, 115, 116]);
    assert!(desk.s.pitches[0].complete(&desk.r));
    let seven = [110, 111, 112, 113, 114, 115, 116];
    assert_eq!(side(&changes, &seven, &[]).nations, 0);
    assert_eq!(plain(&changes, &seven, &[]), (18, 24), "nothing beyond the first");
}

#[test]
fn sqr_chem_01_every_further_nation_costs_one_and_one() {
    let (defence, attack) = plain(&[], &mixed(2), &[]);
    assert_eq!((defence, attack), (20, 33));
    for penalty in 0..=5 {
        let setting = penalty.to_string();
        assert_eq!(plain(&[("chemistry-penalty", &setting)], &mixed(2), &[]), (21 - penalty, 34 - penalty));
    }
}

#[test]
fn sqr_chem_02_k_nations_cost_k_minus_one() {
    for k in 1..=6_u8 {
        let extra = i32::from(k) - 1;
        assert_eq!(plain(&[], &mixed(k), &[]), (21 - extra, 34 - extra));
        assert_eq!(
            plain(&[("chemistry-shape", "squared")], &mixed(k), &[]),
            (21 - extra * extra, 34 - extra * extra)
        );
        assert_eq!(plain(&[("chemistry-shape", "attack-only")], &mixed(k), &[]), (21, 34 - extra));
        assert_eq!(plain(&[("chemistry-shape", "defence-only")], &mixed(k), &[]), (21 - extra, 34));
    }
}

#[test]
fn sqr_chem_03_nations_count_in_the_seven_alone() {
    let layout = |extra: &[u8]| {
        let mut desk =
            Desk::new(&[("match-official", "off")]).lay(0, &best(0)).lay(0, extra).lay(1, &best(1));
        desk.lock(0).name(best(0)).name(best(1));
        desk.goals(0)
    };
    assert_eq!(layout(&[]), layout(&[def(2, 0), mid(3, 0)]));
    // A card whose rating was zeroed still counts.
    let r = rules(&[]);
    let mut seven = best(0);
    seven[5] = fwd(1, 0);
    let totals = Side::new(&r, &seven, 0).totals(&r, Some(Official::VarReview), false, false);
    assert_eq!((totals.defence, totals.attack), (20, 23));
}

#[test]
fn sqr_book_01_a_booked_player_is_rated_one_lower() {
    assert_eq!(plain(&[], &best(0), &[fwd(0, 0)]), (21, 33));
    assert_eq!(plain(&[], &best(0), &[gk(0), def(0, 0)]), (19, 34));
}

#[test]
fn sqr_book_03_a_booked_super_sub_is_rated_5() {
    let mut seven = best(0);
    seven[0] = sub(0);
    assert_eq!(plain(&[], &seven, &[sub(0)]), (19, 34));
}

#[test]
fn sqr_eval_01_the_order_of_evaluation() {
    let r = rules(&[]);
    // Bookings before VAR: with the 10 booked to 9, FWD comes before MID.
    let booked = Side::new(&r, &best(0), 1 << fwd(0, 0));
    let totals = booked.totals(&r, Some(Official::VarReview), false, false);
    assert_eq!((totals.attack, totals.mid), (24, 16));
    // VAR by the official, then by INSTANT, then OFFSIDE by both.
    let side = Side::new(&r, &best(0), 0);
    let totals = side.totals(&r, Some(Official::VarReview), true, false);
    assert_eq!(totals.attack, 15, "10, then 9");
    let totals = side.totals(&r, Some(Official::VarReview), false, true);
    assert_eq!(totals.attack, 16, "VAR takes the 10, OFFSIDE then the 8");
    let totals = side.totals(&r, Some(Official::Offside), true, true);
    assert_eq!((totals.attack, totals.mid), (16, 16), "VAR first: 10; then 8 and nothing more");
    // Chemistry before REVERSE, WALL before goals, SET PIECE after them.
    let mut seven = best(0);
    seven[6] = fwd(1, 1);
    let two = Side::new(&r, &seven, 0);
    assert_eq!(score::goals(&r, &[two, side], Conditions::under(Some(Official::SetPiece))), [4, 4]);
    // PLAY ON waives the penalty, not the house bonus.
    let home = rules(&[("home-nation-bonus", "2")]);
    let totals = Side::new(&home, &best(0), 0).totals(&home, None, false, false);
    assert_eq!((totals.defence, totals.attack), (23, 36));
    let totals = Side::new(&home, &seven, 0).totals(&home, None, false, false);
    assert_eq!((totals.defence, totals.attack), (20, 33), "no bonus for two nations");
    let totals = Side::new(&home, &best(0), 0).totals(&home, Some(Official::PlayOn), false, false);
    assert_eq!((totals.defence, totals.attack), (23, 36));
}

#[test]
fn sqr_goal_01_the_difference_over_three_rounded_down_never_below_zero() {
    for (attack, defence, divisor, goals) in [
        (34, 20, 3, 4),
        (30, 21, 3, 3),
        (20, 22, 3, 0),
        (23, 21, 3, 0),
        (24, 21, 3, 1),
        (34, 20, 1, 14),
        (34, 20, 5, 2),
    ] {
        assert_eq!(score::formula(attack, defence, divisor), goals);
    }
}

#[test]
fn sqr_goal_02_both_sides_compute_and_equal_goals_are_a_draw() {
    let mut desk = Desk::sevens(&[("match-official", "off")]);
    desk.lock(0).name_all();
    assert_eq!((desk.goals(0), desk.goals(1), desk.points()), ((4, 4), (4, 4), vec![1, 1]));
    assert_eq!(desk.count(column::DRAWS), 1);
}

#[test]
fn sqr_leag_01_three_one_nothing() {
    let of = |win: &str, other: &[u8]| {
        let changes = [("match-official", "off"), ("golden-boot", "0"), ("win-points", win)];
        let mut desk = Desk::new(&changes).lay(0, &best(0)).lay(1, other);
        desk.lock(0).name_all();
        (desk.goals(0), desk.points())
    };
    assert_eq!(of("3", &weakest(1)), ((5, 2), vec![3, 0]));
    assert_eq!(of("3", &best(1)), ((4, 4), vec![1, 1]));
    assert_eq!(of("3", &[]), ((2, 0), vec![3, 0]), "a forfeit");
    assert_eq!(of("2", &weakest(1)).1, [2, 0]);
}

fn win_of(changes: &[(&str, &str)], seven: &Seven) -> Vec<u16> {
    let mut all = vec![("match-official", "off")];
    all.extend(changes);
    let mut desk = Desk::new(&all).lay(0, seven).lay(1, &weakest(5));
    desk.lock(0).name(*seven).name(weakest(5));
    desk.points()
}

#[test]
fn sqr_boot_01_a_win_with_the_star_gives_one_more_point() {
    assert_eq!(win_of(&[], &best(0)), [4, 0]);
    assert_eq!(win_of(&[("golden-boot", "2")], &best(0)), [5, 0]);
    let starless = [gk(0), def(0, 0), def(0, 1), mid(0, 0), mid(0, 1), fwd(0, 1), fwd(0, 2)];
    assert_eq!(win_of(&[], &starless), [3, 0]);
    // A draw gives none.
    let mut desk = Desk::sevens(&[("match-official", "off")]);
    desk.lock(0).name_all();
    assert_eq!(desk.points(), [1, 1]);
}

#[test]
fn sqr_boot_02_the_star_must_be_in_the_seven_that_scores() {
    let mut desk = Desk::new(&[("match-official", "only:substitution")])
        .lay(0, &best(0))
        .lay(1, &weakest(1))
        .give(0, &[fwd(0, 2)]);
    desk.lock(0).name_all();
    desk.swap(kind::SWAP, fwd(0, 0), fwd(0, 2));
    desk.say(kind::NO_CHANGE).name_all();
    assert_eq!((desk.points(), desk.goals(0)), (vec![3, 0], (4, 2)), "the star left before the score");
}

#[test]
fn sqr_boot_03_your_nation_is_the_one_with_most_cards() {
    // Six of nation 0 with its star parked; the only 10 is nation 1's.
    let guest = [gk(0), def(0, 0), def(0, 1), mid(0, 0), mid(0, 1), fwd(0, 1), fwd(1, 0)];
    assert_eq!(win_of(&[], &guest), [3, 0]);
    assert_eq!(win_of(&[("golden-boot-nation", "any-ten")], &guest), [4, 0]);
    // Three each and a Super Sub: the 10 of any nation that ties serves.
    let tied = [sub(0), def(0, 0), def(0, 1), mid(0, 0), mid(1, 0), fwd(1, 0), fwd(1, 1)];
    assert_eq!(win_of(&[], &tied), [4, 0]);
}

#[test]
fn sqr_boot_04_one_point_at_most_zeroed_stars_count_walkovers_do_not() {
    let two_tens = [gk(0), def(0, 0), def(0, 1), mid(0, 0), mid(1, 0), fwd(0, 0), fwd(1, 0)];
    assert_eq!(win_of(&[("golden-boot-nation", "any-ten")], &two_tens), [4, 0]);
    let mut desk = Desk::new(&[("match-official", "only:var-review")]).lay(0, &best(0)).lay(1, &weakest(1));
    desk.lock(0).name_all();
    assert_eq!((desk.goals(0), desk.points()), ((2, 0), vec![4, 0]));
    for (setting, points) in [("off", 3), ("on", 4)] {
        let mut desk = Desk::new(&[("golden-boot-walkover", setting)]).lay(0, &best(0));
        desk.lock(0).name_all();
        assert_eq!(desk.points(), [points, 0]);
    }
}

#[test]
fn sqr_ex_01_the_worked_example() {
    // The rival: Argentina with one Brazilian DEF and a Super Sub.
    let rival = [gk(1), def(1, 0), def(2, 1), mid(1, 0), mid(1, 2), fwd(1, 0), sub(0)];
    let changes = [("match-official", "off")];
    let mut desk = Desk::new(&changes).lay(0, &best(0)).lay(1, &rival);
    assert_eq!(plain(&[], &best(0), &[]), (21, 34));
    assert_eq!(plain(&[("chemistry-penalty", "0")], &rival, &[]), (21, 31));
    assert_eq!(plain(&[], &rival, &[]), (20, 30));
    desk.lock(0).name(best(0)).name(rival);
    assert_eq!((desk.goals(0), desk.points()), ((4, 3), vec![4, 0]));
    assert_eq!(desk.s.table[0].difference(), 1);
    // A third nation at the same raw ratings.
    let third = [gk(1), def(1, 0), def(2, 1), mid(1, 0), mid(3, 2), fwd(1, 0), sub(0)];
    assert_eq!(plain(&[], &third, &[]), (19, 29));
    let r = rules(&[]);
    let sides = [Side::new(&r, &best(0), 0), Side::new(&r, &third, 0)];
    assert_eq!(score::goals(&r, &sides, Conditions::default()), [5, 2]);
}
