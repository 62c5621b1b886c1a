//! Forfeits, reset, table and sudden death: SQR-FORF, -RESET, -TABLE, -SD.

use super::super::play::ending::ladder;
use super::super::state::{Finish, Row};
use super::*;
use crate::game::Ending;

const OFF: (&str, &str) = ("match-official", "off");

#[test]
fn sqr_forf_01_no_legal_seven_forfeits_the_matchday() {
    let mut desk = Desk::new(&[OFF]).lay(0, &best(0)).lay(1, &best(1)[1..]);
    desk.lock(0);
    assert_eq!((desk.s.to_name, desk.asked()), (1, (Phase::Name, 0)), "only a legal seven is named");
    desk.name_all();
    assert_eq!(desk.count(column::FORFEITS), 1);
    assert_eq!(desk.count(column::MATCHES), 0);
}

#[test]
fn sqr_forf_02_recorded_as_nil_two_without_points() {
    for (setting, goals) in [("1", 1), ("2", 2), ("3", 3)] {
        let mut desk = Desk::new(&[OFF, ("forfeit-score", setting)]).lay(0, &best(0));
        desk.lock(0).name_all();
        assert_eq!((desk.goals(1), desk.points()[1]), ((0, goals), 0));
    }
}

#[test]
fn sqr_forf_03_the_opponent_wins_two_nil() {
    let mut desk = Desk::new(&[OFF]).lay(1, &best(1));
    desk.lock(0).name_all();
    assert_eq!((desk.goals(1), desk.points()), ((2, 0), vec![0, 3]), "three points, no Golden Boot");
}

#[test]
fn sqr_forf_04_two_forfeits_are_two_losses() {
    let mut desk = Desk::new(&[OFF]);
    desk.lock_uncalled();
    assert_eq!((desk.goals(0), desk.goals(1), desk.points()), ((0, 2), (0, 2), vec![0, 0]));
    let mut desk = Desk::new(&[OFF, ("double-forfeit", "void")]);
    desk.lock_uncalled();
    assert_eq!((desk.goals(0), desk.goals(1)), ((0, 0), (0, 0)));
}

#[test]
fn sqr_forf_05_with_three_managers_both_matches_are_forfeited() {
    let mut desk = Desk::new(&[OFF, ("managers", "3")]).lay(0, &best(0)).lay(2, &best(2));
    desk.lock(0).name_all();
    assert_eq!((desk.goals(1), desk.count(column::FORFEITS)), ((0, 4), 2));
    assert_eq!(desk.points(), [3 + 1, 0, 3 + 1]);
}

#[test]
fn sqr_forf_06_no_official_and_no_instant_for_a_forfeit() {
    let mut desk =
        Desk::new(&[("matchday-drama", "on")]).lay(0, &best(0)).give(0, &[referee(Official::PlayOn)]);
    desk.lock(0).name_all();
    assert_eq!(desk.s.matchday, 1);
    assert!(desk.dealer.drawn.iter().all(|&(seat, _)| seat < 2), "only the next turn's draws");
    assert!(desk.holds(0, referee(Official::PlayOn)));
}

#[test]
fn sqr_forf_07_an_exchange_must_leave_a_legal_seven() {
    let mut desk = Desk::new(&[("match-official", "only:substitution")])
        .lay(0, &best(0))
        .lay(0, &[def(0, 2)])
        .lay(1, &best(1))
        .give(0, &[fwd(2, 0), gk(2), sub(0)]);
    desk.lock(0);
    desk.name(best(0)).name_all();
    let swaps: Vec<(u8, u8)> = desk
        .legal()
        .into_iter()
        .skip(1)
        .map(|m| (desk.s.pitches[0].order[usize::from(m.a())], desk.s.hands[0].at(m.b())))
        .collect();
    // The Super Sub may replace anybody; the goalkeeper only the goalkeeper
    // or the spare DEF; the forward a forward or the spare DEF.
    let allowed = |out: u8, into: u8| {
        let spare = (1..=4).contains(&out);
        into == sub(0)
            || spare
            || (into == gk(2) && out == gk(0))
            || (into == fwd(2, 0) && (8..=9).contains(&out))
    };
    assert!(swaps.iter().all(|&(out, into)| allowed(out, into)), "{swaps:?}");
    assert_eq!(swaps.len(), 8 + (3 + 1) + (3 + 2));
}

fn one_matchday(changes: &[(&str, &str)], extra: &[u8]) -> Desk {
    let mut all = vec![OFF];
    all.extend(changes);
    let mut desk = Desk::new(&all)
        .lay(0, &best(0))
        .lay(0, extra)
        .lay(1, &best(1)[1..])
        .book(0, gk(0))
        .give(0, &[fwd(3, 0)])
        .give(1, &[fwd(4, 0)]);
    desk.lock(0).name(best(0));
    assert_eq!(desk.s.matchday, 1);
    desk
}

#[test]
fn sqr_reset_01_pitches_stay() {
    let desk = one_matchday(&[], &[gk(2)]);
    assert_eq!((desk.s.pitches[0].len, desk.s.pitches[1].len), (8, 6));
    let desk = one_matchday(&[("pitch-carry-over", "clear")], &[gk(2)]);
    assert_eq!((desk.s.pitches[0].len, desk.s.pitches[1].len), (0, 0));
    assert!(desk.binned(gk(2)) && desk.binned(gk(0)));
}

#[test]
fn sqr_reset_02_hands_stay() {
    let desk = one_matchday(&[], &[]);
    assert!(desk.holds(0, fwd(3, 0)) && desk.holds(1, fwd(4, 0)));
}

#[test]
fn sqr_reset_03_a_thin_deck_takes_the_discard_pile_in() {
    let layout = |left| {
        let mut desk = Desk::new(&[OFF]).lay(0, &best(0)).thin(left);
        desk.lock(0).name_all();
        desk
    };
    assert!(layout(20).s.discard.is_empty());
    assert_eq!(layout(20).count(column::THIN_RESETS), 1);
    assert_eq!(layout(21).count(column::THIN_RESETS), 0);
}

#[test]
fn sqr_reset_04_thin_is_a_number_and_parked_cards_are_cleared_first() {
    let mut desk = Desk::new(&[OFF, ("thin-threshold", "10")]).lay(0, &best(0)).thin(11);
    desk.lock(0).name_all();
    assert_eq!(desk.count(column::THIN_RESETS), 0);
    let desk = one_matchday(&[("pitch-carry-over", "seven-only")], &[gk(2)]);
    assert_eq!(desk.s.pitches[0].cards(), best(0), "parked cards go");
    assert!(desk.binned(gk(2)));
    assert_eq!(desk.s.pitches[1].len, 6, "who had no seven keeps the pitch");
    // What is cleared is shuffled in too.
    let mut desk = Desk::new(&[OFF, ("pitch-carry-over", "clear")]).lay(0, &best(0)).thin(5);
    desk.lock(0).name_all();
    assert!(desk.s.discard.is_empty() && desk.s.pitches[0].len == 0);
}

fn next_starter(changes: &[(&str, &str)], caller: Option<u8>) -> u8 {
    let mut all = vec![OFF, ("managers", "4")];
    all.extend(changes);
    let mut desk = Desk::new(&all).lay(2, &best(2));
    desk.s.starter = 1;
    match caller {
        Some(caller) => desk.lock(caller),
        None => desk.lock_uncalled(),
    };
    desk.name_all();
    assert_eq!(desk.asked(), (Phase::Act, desk.s.starter));
    desk.s.starter
}

#[test]
fn sqr_reset_05_the_caller_begins() {
    assert_eq!(next_starter(&[], Some(3)), 3);
    assert_eq!(next_starter(&[("next-starter", "rotate")], Some(3)), 2);
    // Seat 2 wins by forfeit, the others lose or both forfeit: seat 0, 1 and 3
    // share the last place; the first lot is seat 0.
    assert_eq!(next_starter(&[("next-starter", "last-in-table")], Some(2)), 0);
}

#[test]
fn sqr_reset_06_without_a_call_the_seat_after_the_last_beginner() {
    assert_eq!(next_starter(&[], None), 2);
}

#[test]
fn sqr_reset_07_markers_stay() {
    assert!(one_matchday(&[], &[]).marked(0, gk(0)));
    assert!(!one_matchday(&[("bookings-carry-over", "wipe")], &[]).marked(0, gk(0)));
}

#[test]
fn sqr_reset_08_no_reset_after_the_last_matchday() {
    let mut desk =
        Desk::new(&[OFF, ("matchdays", "1"), ("pitch-carry-over", "clear")]).lay(0, &best(0)).thin(3);
    desk.lock(0).name_all();
    assert_eq!(desk.s.phase, Phase::Over);
    assert_eq!((desk.s.pitches[0].len, desk.count(column::THIN_RESETS)), (7, 0));
}

fn row(points: u16, scored: u16, conceded: u16, sent_off: u16) -> Row {
    Row { points, scored, conceded, sent_off, boots: 0 }
}

/// Ends a season of one matchday with these rows already in the table.
fn ended(rows: &[Row]) -> Desk {
    let managers = rows.len().to_string();
    let mut desk = Desk::new(&[OFF, ("matchdays", "1"), ("managers", &managers)]);
    desk.s.table[..rows.len()].copy_from_slice(rows);
    desk.s.log.counts[column::POINTS.place()] = rows.iter().map(|r| r.points).sum();
    desk.game(|game| {
        game.season_over();
    });
    desk
}

#[test]
fn sqr_table_01_most_points_win_the_cup() {
    let desk = ended(&[row(3, 9, 0, 0), row(4, 1, 9, 5)]);
    assert_eq!(desk.s.finish, Finish::Won(1));
    let outcome = SquadRushSeason::outcome(&desk.r, &desk.s);
    assert_eq!(
        (outcome.ending, outcome.share[1], outcome.score[..2].to_vec()),
        (Ending::Decided, 60, vec![3, 4])
    );
    assert_eq!((desk.count(column::BY_POINTS), desk.count(column::CHAMPION_LEAD)), (1, 1));
}

#[test]
fn sqr_table_02_the_ladder_of_ties() {
    // Goal difference; S15: goals scored; S16: fewest sent off; sudden death.
    assert_eq!(ended(&[row(7, 9, 5, 0), row(7, 9, 6, 0)]).s.finish, Finish::Won(0));
    let desk = ended(&[row(7, 9, 5, 0), row(7, 11, 7, 3)]);
    assert_eq!((desk.s.finish, desk.count(column::BY_GOALS)), (Finish::Won(1), 1));
    let desk = ended(&[row(7, 9, 5, 1), row(7, 9, 5, 2)]);
    assert_eq!((desk.s.finish, desk.count(column::BY_SENT_OFF)), (Finish::Won(0), 1));
    let desk = ended(&[row(7, 9, 5, 1), row(7, 9, 5, 1)]);
    assert!(desk.s.sudden_death && desk.s.finish == Finish::Playing);
    // Only the tied go on down the ladder: seat 2's goals don't matter.
    let rows = [row(7, 9, 5, 0), row(7, 9, 5, 1), row(6, 20, 0, 0), Row::default()];
    assert_eq!(ladder(0b111, &rows), [0b011, 0b011, 0b011, 0b001]);
    // Unfinished: a capped matchday leaves no winner, and no sudden death.
    let mut desk = Desk::new(&[OFF, ("matchdays", "1"), ("build-turn-cap", "10")]).lay(0, &best(0));
    desk.s.turns = [10; 4];
    desk.s.actions_left = 1;
    desk.pass().say(kind::NO_CALL);
    desk.name_all();
    assert_eq!(desk.s.finish, Finish::BuildCap);
    let outcome = SquadRushSeason::outcome(&desk.r, &desk.s);
    assert_eq!((outcome.ending, outcome.share[0]), (Ending::Unfinished(0), 0));
    assert_eq!(desk.count(column::CAPPED), 1);
}

#[test]
fn sqr_table_03_forfeit_and_doubled_goals_count_the_boot_does_not_break_ties() {
    let mut desk = Desk::new(&[("match-official", "only:added-time")]).lay(0, &best(0)).lay(1, &weakest(1));
    desk.lock(0).name_all();
    assert_eq!((desk.s.table[0].difference(), desk.s.table[0].scored), (6, 10));
    let mut desk = Desk::new(&[OFF]).lay(0, &best(0));
    desk.lock(0).name_all();
    assert_eq!((desk.s.table[0].difference(), desk.s.table[0].scored), (2, 2));
    // Equal points, one of them with Golden Boot points: step 1 decides.
    let mut booted = row(7, 5, 5, 0);
    booted.boots = 3;
    let desk = ended(&[booted, row(7, 6, 5, 0)]);
    assert_eq!(desk.s.finish, Finish::Won(1));
    // Without them the table would have had another leader.
    let mut close = row(8, 5, 5, 0);
    close.boots = 2;
    let desk = ended(&[close, row(7, 6, 5, 0)]);
    assert_eq!((desk.s.finish, desk.count(column::BOOT_DECIDES)), (Finish::Won(0), 1));
}

#[test]
fn sqr_table_04_lower_places_by_the_first_three_steps_equals_share() {
    let mut desk = Desk::new(&[("managers", "4")]);
    desk.s.table = [row(3, 4, 4, 0), row(9, 4, 4, 0), row(3, 4, 4, 0), row(3, 4, 4, 1)];
    let places: Vec<u8> = (0..4).map(|seat| desk.s.place(seat, 4)).collect();
    assert_eq!(places, [2, 1, 2, 4]);
}

#[test]
fn sqr_sd_01_the_first_legal_seven_wins_without_a_call() {
    let mut desk = ended(&[row(7, 9, 5, 1), row(7, 9, 5, 1)]);
    assert_eq!(desk.asked(), (Phase::Act, 0));
    desk.s.hands[0] = super::super::cards::Cards::EMPTY;
    desk.s.hands[1] = super::super::cards::Cards::EMPTY;
    let mut desk = Desk { dealer: Dealer::default(), ..relay(desk) }.lay(0, &best(0)[1..]).give(0, &[gk(0)]);
    desk.play(gk(0));
    assert_eq!((desk.s.phase, desk.s.finish), (Phase::Over, Finish::Won(0)));
    assert_eq!(desk.count(column::BY_SUDDEN_DEATH), 1);
}

/// The same desk with all cards back in the deck.
fn relay(mut desk: Desk) -> Desk {
    let deck = desk.r.deck().to_vec();
    desk.s.deck[..deck.len()].copy_from_slice(&deck);
    desk.s.deck_len = deck.len() as u8;
    desk.s.hands = [super::super::cards::Cards::EMPTY; 4];
    desk
}

#[test]
fn sqr_sd_02_only_the_tied_with_a_fresh_deal() {
    let rows = [row(7, 9, 5, 1), row(2, 9, 5, 1), row(7, 9, 5, 1), row(7, 9, 5, 1)];
    let mut desk = Desk::new(&[OFF, ("matchdays", "1"), ("managers", "4"), ("build-turn-cap", "10")])
        .lay(0, &best(0))
        .book(0, gk(0))
        .lay(1, &best(1))
        .give(3, &[gk(3)]);
    desk.s.table = rows;
    desk.s.walls = 0b1111;
    desk.s.shrugged = 0b1111;
    desk.dealer.lots.push_back(1);
    desk.game(|game| {
        game.season_over();
    });
    assert_eq!(desk.dealer.asked, [3], "a random starter among the tied");
    assert_eq!(desk.asked(), (Phase::Act, 2));
    assert!(desk.s.pitches.iter().all(|p| p.len == 0 && p.booked == 0));
    assert_eq!([0, 1, 2, 3].map(|i| desk.s.hands[i].len()), [5, 0, 7, 5]);
    assert_eq!((desk.s.walls, desk.s.shrugged), (0, 0));
    // Turns and targets skip the others; sendings-off are not counted.
    let mut desk = Desk { dealer: Dealer::default(), ..relay(desk) }
        .lay(3, &[gk(3)])
        .lay(0, &[gk(0)])
        .give(2, &[red(0)]);
    let seats: Vec<u8> = desk.legal().iter().filter(|m| m.kind() == kind::RED).map(|m| m.a()).collect();
    assert_eq!(seats, [0, 3]);
    desk.aim(kind::RED, 3, gk(3));
    assert_eq!(desk.s.table[3].sent_off, 1);
    assert_eq!(desk.asked(), (Phase::Act, 3));
    desk.pass();
    assert_eq!(desk.asked(), (Phase::Act, 0));
    // The same cap of turns, then unfinished.
    while desk.s.phase != Phase::Over {
        let first = desk.legal()[0];
        desk.go(first);
    }
    assert_eq!(desk.s.finish, Finish::SuddenDeathCap);
    assert_eq!(SquadRushSeason::outcome(&desk.r, &desk.s).ending, Ending::Unfinished(1));
    assert!(desk.s.turns.iter().all(|&turns| turns <= 10));
}

#[test]
fn sqr_sd_03_a_sudden_death_seven_is_of_one_nation() {
    for (setting, over) in [("pure", false), ("season", true)] {
        let mut desk =
            Desk::new(&[("sudden-death-legality", setting)]).lay(0, &best(0)[1..]).give(0, &[gk(1)]);
        desk.s.sudden_death = true;
        desk.play(gk(1));
        assert_eq!(desk.s.phase == Phase::Over, over, "{setting}");
    }
    let mut desk = Desk::new(&[]).lay(0, &best(0)[1..]).give(0, &[sub(0)]);
    desk.s.sudden_death = true;
    desk.go(Move::new(kind::PLAY, 0, 0, 0));
    assert_eq!(desk.s.phase, Phase::Over, "with Super Subs allowed");
}
