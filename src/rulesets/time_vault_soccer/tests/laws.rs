//! What holds in every state of every variant: cards are conserved, sums are
//! sums, limits are kept, games end.

use super::super::squads::players_of;
use super::super::subs;
use super::*;
use crate::conformance::{check_handouts, check_variant, variants};

/// Conservation and limits (called with every state of every game).
fn inspect(rules: &Rules, state: &State) {
    draft_laws(rules, state);
    if state.stage != Stage::Match {
        return;
    }
    let game = &state.game;
    for (side, squad) in game.sides.iter().zip(state.pair()) {
        let open = &side.open;
        if game.step == Step::Team {
            assert_eq!((open.team, side.hand, open.deck), (0, 0, 0), "nothing is shown before both chose");
            continue;
        }
        // Every card is in at most one place, and places hold known cards.
        let places =
            [side.hand, side.deck_cards(), side.aside, open.discards, open.attack.mask, open.defence.mask];
        let all = places.iter().fold(0, |all, place| {
            assert_eq!(all & place, 0, "a card in two places");
            all | place
        });
        assert_eq!(side.deck_cards().count_ones(), u32::from(open.deck), "a deck of distinct cards");
        let ever = side.chosen.0 | side.chosen.1;
        assert_eq!(players_of(all) & !ever, 0, "cards of team and bench only");
        assert!(all.count_ones() <= 2 * side.chosen.0.count_ones(), "cards never appear");
        assert_eq!(players_of(side.hand | side.deck_cards()) & !open.team, 0, "hand and deck are the team's");
        assert_eq!(open.sent_off & open.team, 0);
        assert_eq!(all & cards_of(open.sent_off), 0, "all copies of a sent-off player are gone");
        assert_eq!((open.team | open.bench) & open.suspended, 0, "suspended players don't play");
        assert_eq!(open.second & !open.yellow, 0);
        assert_eq!(open.second & !open.sent_off, 0, "two yellows send off");
        if open.substitutions == 0 && open.sent_off == 0 && !game.extra {
            assert_eq!(all.count_ones(), 22.min(2 * open.team.count_ones()), "no card is lost");
        }
        // Sums are sums.
        for pillar in [&open.attack, &open.defence] {
            let len = usize::from(pillar.len);
            let mask = pillar.cards().iter().fold(0_u32, |mask, card| mask | 1 << card);
            assert_eq!(mask, pillar.mask);
            assert_eq!(mask.count_ones(), u32::from(pillar.len));
            assert_eq!(pillar.sum, pillar.values[..len].iter().map(|&v| u16::from(v)).sum::<u16>());
            let printed = pillar.cards().iter().map(|c| u16::from(squad.defence[usize::from(c / 2)]));
            assert_eq!(pillar.printed, printed.sum::<u16>());
            let keepers = pillar.cards().iter().filter(|c| squad.line[usize::from(**c / 2)] == KEEPER);
            assert_eq!(usize::from(pillar.keepers), keepers.count());
        }
        assert!(u16::from(open.defence.len) <= u16::from(rules.pillar_max) + u16::from(rules.responses));
        assert!(open.substitutions + open.subs_left == rules.subs && open.subs_left <= rules.subs);
        assert_eq!(open.yellows, (open.yellow.count_ones() + open.second.count_ones()) as u8);
        assert_eq!(u32::from(open.reds), open.sent_off.count_ones());
        // A goal against it may bring the side that is behind a point.
        let given = rules.home_points + 3 + game.sides[0].open.goals + game.sides[1].open.goals;
        assert!(open.home_used + open.home_left <= given);
        if game.step != Step::Substitute {
            assert!(subs::team_is_legal(rules, squad, open.team, game.cap), "the team keeps its limits");
        }
        if rules.keepers == Keepers::One {
            assert!((open.team & squad.lines[usize::from(KEEPER)]).count_ones() <= 2);
        }
    }
    let [a, b] = [&game.sides[0].open, &game.sides[1].open];
    assert!(a.shots <= game.turns && b.shots <= game.turns);
    assert!(a.goals + b.saves <= a.shots && b.goals + a.saves <= b.shots, "shots are goals or saves");
    let pending = u8::from(game.step == Step::Answer);
    assert_eq!(a.goals + b.saves + b.goals + a.saves + pending, a.shots + b.shots);
    assert!(u32::from(game.rounds) <= 22 + u32::from(rules.subs) + 5 + 1);
}

fn draft_laws(rules: &Rules, state: &State) {
    let draft = &state.draft;
    let bosses = usize::from(rules.bosses);
    match state.stage {
        Stage::Pick | Stage::Nominate | Stage::Bid | Stage::Free => {
            let owned: usize = draft.count[..bosses].iter().map(|&c| usize::from(c)).sum();
            let up = usize::from(state.stage == Stage::Bid);
            let free = if state.stage == Stage::Free { 0 } else { draft.free.len() as usize };
            assert_eq!(owned + draft.pool.len() as usize + free + up, 16 * bosses, "players are conserved");
            assert!(draft.count[..bosses].iter().all(|&count| count <= 16));
            if state.stage != Stage::Pick {
                let left: u32 = draft.money[..bosses].iter().map(|&m| u32::from(m)).sum();
                assert_eq!(left + draft.spent, u32::from(rules.budget) * bosses as u32, "money is conserved");
            }
        }
        Stage::Match | Stage::Over => {
            for squad in &state.squads[..bosses] {
                let players: u32 = squad.lines.iter().map(|line| line.count_ones()).sum();
                assert_eq!(players, 16);
                assert_eq!(squad.total, squad.stars.iter().sum::<u8>());
                assert!(squad.stars.iter().all(|s| (1..=5).contains(s)));
            }
        }
        Stage::Preset | Stage::Build => {}
    }
    // League results: points between two and three per match.
    let table = &state.season.table;
    let played: u32 = table.rows.iter().map(|row| u32::from(row.played())).sum::<u32>() / 2;
    let points: u32 = table.rows.iter().map(|row| u32::from(row.points)).sum();
    assert!(2 * played <= points && points <= u32::from(rules.plan.win_points) * played);
    let balance: i32 = table.rows.iter().map(crate::competitions::Row::difference).sum();
    assert_eq!(balance, 0, "every goal scored is conceded");
}

#[test]
fn squads_that_a_star_is_handed_to_keep_the_laws_and_their_tier() {
    for changes in [&[][..], &[("draft", "playground")], &[("competition", "season"), ("bosses", "5")]] {
        let done = check_handouts::<TimeVaultSoccer>(changes, |rules, state| {
            let mut counted = *state;
            for squad in &mut counted.squads {
                squad.total = squad.stars.iter().sum();
            }
            inspect(rules, &counted);
        });
        assert!(done > 20, "{done} with {changes:?}");
    }
}

#[test]
fn every_value_of_every_switch_keeps_the_laws() {
    for changes in variants::<TimeVaultSoccer>() {
        check_variant::<TimeVaultSoccer>(&changes, 2, inspect);
    }
}

#[test]
fn random_play_keeps_the_laws_over_many_games() {
    let house: [&[(&str, &str)]; 8] = [
        &[
            ("who-begins", "rotates"),
            ("half-time-swap", "on"),
            ("first-turn", "skipped"),
            ("catch-up", "home-1"),
            ("bonus-2", "home-3"),
            ("home-advantage-scope", "always"),
            ("home-advantage", "10"),
        ],
        &[
            ("competition", "season"),
            ("bosses", "4"),
            ("cup-draw", "extra-hand"),
            ("who-begins", "lowest"),
            ("first-turn", "skipped"),
            ("turn-cap", "6"),
            ("cap-tie-break", "penalties"),
            ("catch-up", "card"),
            ("extra-draw", "everyone"),
        ],
        &[],
        &[("squad-tier", "pro-v-elite"), ("team-star-cap", "18")],
        &[("draft", "scramble"), ("squad-tier", "pro-v-elite"), ("go-pro-cap", "on")],
        &[("draft", "elite-build"), ("go-pro-cap", "on"), ("gk-per-team", "up-to-2")],
        &[("subs", "5"), ("plays-per-turn", "2"), ("responses-per-shot", "2"), ("gk-per-team", "free")],
        &[("home-advantage-scope", "always"), ("lamp", "3"), ("last-man", "3"), ("double-teaming", "3")],
    ];
    for changes in house {
        let rules = crate::conformance::rules::<TimeVaultSoccer>(changes).expect("legal");
        for block in 0..60 {
            let luck = Luck::new(3, 4, block);
            let mut chance = Stream::paired(luck);
            crate::conformance::check_game::<TimeVaultSoccer, _>(&rules, &mut chance, luck, inspect);
        }
    }
}

#[test]
fn the_state_stays_small() {
    assert_eq!(std::mem::size_of::<Match>(), 408);
    assert_eq!(std::mem::size_of::<Squad>(), 128);
    assert_eq!(std::mem::size_of::<<TimeVaultSoccer as Play>::State>(), 4352);
    assert!(std::mem::size_of::<super::super::Move>() <= 24);
}

/// What a seat imagines looks the same to it, keeps the laws, and can be
/// played on to the end.
#[test]
fn imagined_states_look_the_same_and_are_playable() {
    let variants: [&[(&str, &str)]; 6] = [
        &[],
        &[("squad-tier", "pro-v-elite"), ("last-man", "3")],
        &[("draft", "scramble")],
        &[("draft", "elite-build")],
        &[("competition", "killer-cup"), ("bosses", "4"), ("cup-draw", "extra-hand")],
        &[("competition", "league"), ("bosses", "3"), ("draft", "playground")],
    ];
    for changes in variants {
        let rules = super::rules(changes);
        let mut whim = super::whim(5);
        let mut table = super::Table::new(super::rules(changes), super::stream(6));
        let mut asked = 0;
        while let Turn::Ask(seat) = table.turn() {
            asked += 1;
            let view = TimeVaultSoccer::view(&table.rules, &table.state, seat);
            if asked % 7 == 0 {
                let mut imagined = TimeVaultSoccer::determinize(&table.rules, view, &mut whim);
                inspect(&rules, &imagined);
                let mut moves = super::Moves::default();
                TimeVaultSoccer::legal(&rules, &imagined, &mut moves);
                assert_eq!(MoveSet::len(&moves), MoveSet::len(&table.legal()));
                let mut chance = super::stream(asked);
                for _ in 0..40 {
                    let Turn::Ask(next) = TimeVaultSoccer::turn(&rules, &imagined) else {
                        break;
                    };
                    TimeVaultSoccer::legal(&rules, &imagined, &mut moves);
                    let seen = TimeVaultSoccer::view(&rules, &imagined, next);
                    let chosen = TimeVaultSoccer::random(&rules, seen, &moves, &mut whim);
                    let silent = &mut Silent;
                    TimeVaultSoccer::apply(&rules, &mut imagined, chosen, &mut chance, silent);
                    inspect(&rules, &imagined);
                }
            }
            let moves = table.legal();
            let view = TimeVaultSoccer::view(&table.rules, &table.state, seat);
            let chosen = TimeVaultSoccer::random(&table.rules, view, &moves, &mut whim);
            table.then(seat, chosen);
        }
        assert!(asked > 20);
    }
}
