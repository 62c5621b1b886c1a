//! Ledger 1.10: press releases.

use super::*;

#[test]
fn tos_press_01_two_unresolved_releases_at_most() {
    let mut b = Bench::new(&[]);
    let claims = [Claim::Score1, Claim::Win, Claim::Clean].map(|claim| b.release(claim));
    b.enter(claims[0]);
    b.enter(claims[1]);
    assert_eq!(b.s.clubs[0].press, [claims[0], claims[1]]);
    b.lay(0, claims[2]);
    b.turn(b.north(0), 4);
    assert!(!b.legal().contains(&code(moves::ENTER, 0)));
}

#[test]
fn tos_press_02_the_eight_claims() {
    let r = rules::<TimeOfSoccer>(&[]).unwrap();
    let on_tiles: Vec<Claim> =
        (0..MARKET).filter(|&t| r.prints[t].kind == Kind::Press).map(|t| r.prints[t].claim).collect();
    assert!(Claim::ALL.iter().all(|claim| on_tiles.contains(claim)));
    // Own goals, goals against: which weekend claims are kept.
    for (scored, conceded, kept) in [
        (0, 0, "WINDRAW CLEAN"),
        (1, 1, "SCORE1 WINDRAW"),
        (2, 0, "SCORE1 SCORE2 WINDRAW WIN CLEAN"),
        (1, 3, "SCORE1"),
    ] {
        for claim in Claim::ALL.into_iter().filter(|claim| claim.weekend()) {
            let mut b = Bench::new(&[]);
            b.s.clubs[0].press[0] = b.release(claim);
            b.ends(Fixture::League(0), [scored, conceded]);
            let is_kept = b.s.clubs[0].log.press_kept == 1;
            let expected = kept.split(' ').any(|code| code == CLAIM_NAMES[claim as usize]);
            assert_eq!(is_kept, expected, "{claim:?} at {scored}–{conceded}");
        }
    }
}

#[test]
fn tos_press_03_kept_pays_the_reward_missed_the_penalty() {
    for claim in Claim::ALL {
        let mut b = Bench::new(&[]);
        let tile = b.release(claim);
        let [reward, penalty] = b.r.press[claim as usize];
        for (kept, change) in [(true, reward), (false, -penalty)] {
            b.s.clubs[0].press[0] = tile;
            b.s.clubs[0].cash = 20;
            b.s.clubs[0].press_vp = 0;
            b.act(|play| play.settle_releases(0, |_| Some(kept)));
            let (cash, vp) = if claim.weekend() { (change, 0) } else { (0, change) };
            assert_eq!((b.cash(0) - 20, i16::from(b.s.clubs[0].press_vp)), (cash, vp), "{claim:?}");
        }
    }
    let data = parse(TimeOfSoccer::FACTS.data).unwrap();
    assert_eq!(data.press.amounts(), [[2, 2], [4, 2], [3, 2], [4, 2], [4, 2], [3, 2], [5, 2], [5, 2]]);
    let r = rules::<TimeOfSoccer>(&[("press-reward-shift", "-2"), ("press-penalty-shift", "2")]).unwrap();
    assert_eq!(r.press[0], [0, 4]);
}

#[test]
fn tos_press_04_this_weekend_is_the_next_league_match() {
    let mut b = Bench::new(&[]);
    let tile = b.release(Claim::Score1);
    b.s.clubs[0].press[0] = tile;
    (b.s.week, b.s.day) = (0, 6);
    b.act(|play| play.day());
    assert_eq!(b.s.clubs[0].press[0], tile, "it waits for week 1");
    b.ends(Fixture::Cup(0), [3, 0]);
    assert_eq!(b.s.clubs[0].press[0], tile, "a cup match is no weekend");
    b.s.game.fixture = Fixture::League(0);
    b.act(|play| play.full_time());
    assert_eq!(b.s.clubs[0].press[0], NONE);
}

#[test]
fn tos_press_05_money_is_paid_at_once_points_wait_for_the_end() {
    let mut b = Bench::new(&[]);
    b.s.clubs[0].press = [b.release(Claim::Win), b.release(Claim::Top2)];
    b.act(|play| play.settle_releases(0, |_| Some(true)));
    assert_eq!((b.cash(0), b.s.clubs[0].press_vp), (5 + 4, 3));
    b.s.clubs[0].cash = 0;
    b.luck(0, |play| play.score());
    assert_eq!((b.s.accounts[0].press, b.s.accounts[0].money), (3, 0));
}

#[test]
fn tos_press_06_a_penalty_may_create_debt() {
    for (mode, cash) in [("debt", -2), ("forgive", 0)] {
        let mut b = Bench::new(&[("insolvency", mode)]);
        b.s.clubs[0].cash = 0;
        b.s.clubs[0].press[0] = b.release(Claim::Win);
        b.act(|play| play.settle_releases(0, |_| Some(false)));
        assert_eq!(b.cash(0), cash);
    }
}

#[test]
fn tos_press_07_cup_releases_need_a_club_in_the_cup_and_ties_count_in_favour() {
    let mut b = Bench::new(&[]);
    let cup = b.release(Claim::Cup);
    b.lay(0, cup);
    let offered = |b: &mut Bench| {
        b.turn(b.north(0), 4);
        b.legal().contains(&code(moves::ENTER, 0))
    };
    assert!(offered(&mut b));
    b.s.out = 1;
    assert!(!offered(&mut b), "out of the cup");
    b.s.out = 0;
    b.s.cup_round[0] = 3;
    assert!(!offered(&mut b), "the final is over");
    b.s.cup_round[0] = 0;
    b.s.clubs[0].press[0] = cup;
    b.act(|play| play.advance(0, [4, 0], 0));
    assert_eq!((b.s.clubs[0].press[0], b.s.clubs[0].press_vp), (NONE, -2), "fails at elimination");
    for (points, first, second) in [
        ([9, 9, 2, 0, 1, 1], true, true),
        ([8, 9, 2, 0, 1, 1], false, true),
        ([8, 9, 9, 0, 1, 1], false, false),
    ] {
        b.s.points[..6].copy_from_slice(&points);
        for (claim, kept) in [(Claim::League, first), (Claim::Top2, second)] {
            b.s.clubs[0].press = [b.release(claim), NONE];
            b.s.clubs[0].press_vp = 0;
            b.act(|play| play.settle_league_releases());
            assert_eq!(b.s.clubs[0].press_vp > 0, kept, "{claim:?} with {points:?}");
        }
    }
    let mut b = Bench::new(&[("cup-legs", "none")]);
    let cup = b.release(Claim::Cup);
    b.lay(0, cup);
    assert!(!offered(&mut b), "no cup");
}

#[test]
fn tos_press_08_a_resolved_release_frees_its_place() {
    let mut b = Bench::new(&[]);
    let (win, top) = (b.release(Claim::Win), b.release(Claim::Top2));
    b.s.clubs[0].press = [win, top];
    b.act(|play| play.settle_releases(0, |claim| claim.weekend().then_some(true)));
    assert_eq!(b.s.clubs[0].press, [top, NONE]);
    let third = b.release(Claim::Clean);
    b.enter(third);
    assert_eq!(b.s.clubs[0].press, [top, third]);
}

#[test]
fn tos_press_09_releases_are_settled_after_the_match_in_the_order_taken() {
    // With `forgive` the order shows: a penalty from 0 $ first costs nothing.
    for (order, cash) in [([Claim::Win, Claim::Score1], 2), ([Claim::Score1, Claim::Win], 0)] {
        let mut b = Bench::new(&[("insolvency", "forgive")]);
        b.s.clubs[0].cash = 0;
        b.s.clubs[0].press = order.map(|claim| b.release(claim));
        b.ends(Fixture::League(0), [1, 2]);
        assert_eq!((b.cash(0), b.s.clubs[0].press), (cash, [NONE; 2]));
    }
    // The victory bonus (step 7) comes before the release.
    let mut b = Bench::new(&[("insolvency", "forgive")]);
    b.s.clubs[0].cash = -2;
    b.s.clubs[0].contracts[0] = b.tile(Kind::Advertising, 5);
    b.s.clubs[0].press[0] = b.release(Claim::Score2);
    b.ends(Fixture::League(0), [1, 0]);
    assert_eq!(b.cash(0), 0, "−2 + 2 bonus − 2 penalty, forgiven; not −2 − 2 forgiven + 2");
    // The same claim may be held twice.
    let mut b = Bench::new(&[]);
    b.s.clubs[0].press = [b.release(Claim::WinDraw); 2];
    b.act(|play| play.settle_releases(0, |_| Some(true)));
    assert_eq!(b.cash(0), 5 + 6);
    // Cup releases right after the match that decides them.
    b.s.clubs[0].press = [b.release(Claim::Cup), NONE];
    b.act(|play| play.advance(6, [0, 1], 0));
    assert_eq!(b.s.clubs[0].press_vp, 5);
}
