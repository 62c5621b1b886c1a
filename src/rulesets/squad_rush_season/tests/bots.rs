//! Bots do what the ledger's section 6 says, from what a seat may see.

use super::super::bots::{Bot, Memory};
use super::*;

fn whim() -> Whim {
    Whim::new(Luck::new(1, 1, 1), 0, 0)
}

fn choice(bot: Bot, desk: &Desk) -> Move {
    let mut options = Options::default();
    options.fill(&desk.r, &desk.s);
    let view = SquadRushSeason::view(&desk.r, &desk.s, desk.s.asked);
    let chosen = SquadRushSeason::decide(bot, &desk.r, view, &options, &mut Memory::default(), &mut whim());
    assert!(options.contains(chosen), "{bot:?}: {:?}", chosen.bytes());
    chosen
}

fn played(bot: Bot, desk: &Desk) -> Option<u8> {
    let chosen = choice(bot, desk);
    (chosen.kind() == kind::PLAY).then(|| desk.s.hands[usize::from(desk.s.asked)].at(chosen.a()))
}

#[test]
fn loyalist_plays_its_nation_highest_gain_first_and_never_attacks() {
    let desk = Desk::new(&[]).lay(1, &best(5)).give(0, &[gk(0), mid(0, 0), fwd(1, 0), tackle(0)]);
    assert_eq!(played(Bot::Loyalist, &desk), Some(mid(0, 0)));
    // Also when the gain is nothing; PASS only without a candidate.
    let desk = Desk::new(&[])
        .lay(0, &[gk(0), def(0, 0), def(0, 1), def(0, 2)])
        .give(0, &[def(0, 3), fwd(1, 0), tackle(0)]);
    assert_eq!(played(Bot::Loyalist, &desk), Some(def(0, 3)));
    let desk = Desk::new(&[]).lay(1, &best(5)).lay(0, &[gk(0)]).give(0, &[fwd(1, 0), tackle(0)]);
    // One card each: the tie may fall either way, but a Tackle is never played.
    assert_ne!(choice(Bot::Loyalist, &desk).kind(), kind::TACKLE);
}

#[test]
fn loyalist_changes_nation_only_for_a_lead_of_three() {
    let view_choice = |desk: &Desk, memory: &mut Memory| {
        let mut options = Options::default();
        options.fill(&desk.r, &desk.s);
        let view = SquadRushSeason::view(&desk.r, &desk.s, 0);
        let chosen = SquadRushSeason::decide(Bot::Loyalist, &desk.r, view, &options, memory, &mut whim());
        desk.s.hands[0].at(chosen.a())
    };
    let mut memory = Memory::default();
    let desk = Desk::new(&[]).give(0, &[gk(0), def(0, 0), mid(1, 0)]);
    assert!(view_choice(&desk, &mut memory) < 11);
    // Nation 1 leads by two: it stays; by three: it changes.
    let desk = Desk::new(&[]).give(0, &[gk(0), mid(1, 0), mid(1, 1), fwd(1, 0)]);
    assert_eq!(view_choice(&desk, &mut memory), gk(0));
    let desk = Desk::new(&[]).give(0, &[gk(0), mid(1, 0), mid(1, 1), fwd(1, 0), fwd(1, 1)]);
    assert_eq!(view_choice(&desk, &mut memory), fwd(1, 0));
}

#[test]
fn magpie_plays_the_largest_increase_of_any_nation() {
    let desk = Desk::new(&[]).lay(0, &best(0)[..5]).give(0, &[fwd(0, 1), fwd(1, 0), gk(2)]);
    // 8 of the own nation against 10 less 2 of chemistry: level; a second
    // goalkeeper brings nothing.
    assert!([Some(fwd(0, 1)), Some(fwd(1, 0))].contains(&played(Bot::Magpie, &desk)));
    let desk = Desk::new(&[]).lay(0, &best(0)[..5]).give(0, &[fwd(0, 2), fwd(1, 0), gk(2)]);
    assert_eq!(played(Bot::Magpie, &desk), Some(fwd(1, 0)));
}

#[test]
fn purist_is_a_magpie_of_one_nation() {
    let desk = Desk::new(&[]).lay(0, &best(0)[..5]).give(0, &[fwd(0, 2), fwd(1, 0), gk(2)]);
    assert_eq!(played(Bot::Magpie, &desk), Some(fwd(1, 0)));
    assert_eq!(played(Bot::Purist, &desk), Some(fwd(0, 2)), "the best card of its own nation");
    // Nothing of its own raises the pitch: it attacks as the magpie does.
    let desk = Desk::new(&[]).lay(0, &best(0)).lay(1, &best(1)).give(0, &[tackle(0), gk(2)]);
    assert_eq!(choice(Bot::Purist, &desk), choice(Bot::Magpie, &desk));
}

#[test]
fn magpie_attacks_when_nothing_raises_its_pitch() {
    let layout = |held: &[u8]| Desk::sevens(&[]).give(0, held).give(0, &[gk(2)]);
    for (held, attack) in [
        (&[yellow(0)][..], kind::YELLOW),
        (&[yellow(0), tackle(0)][..], kind::TACKLE),
        (&[yellow(0), tackle(0), red(0)][..], kind::RED),
    ] {
        let desk = layout(held);
        let chosen = choice(Bot::Magpie, &desk);
        assert_eq!(chosen.kind(), attack);
        assert_eq!(desk.s.pitches[1].order[usize::from(chosen.b())], fwd(1, 0), "the highest-rated card");
    }
    assert_eq!(choice(Bot::Magpie, &layout(&[])), Move::plain(kind::PASS));
}

#[test]
fn magpie_aims_at_the_manager_it_will_meet_or_the_leader() {
    let mut desk = Desk::new(&[("managers", "4")]).give(0, &[red(0)]);
    for seat in 1..4 {
        desk = desk.lay(seat, &[gk(seat)]);
    }
    desk.s.table[2].points = 5;
    assert_eq!(choice(Bot::Magpie, &desk).a(), 2, "who meets whom is open: the leader");
    desk.s.caller = 3;
    desk.s.closing = 2;
    assert_eq!(choice(Bot::Magpie, &desk).a(), 3, "the caller meets its left neighbour");
}

#[test]
fn spoiler_attacks_first_when_an_opponent_is_near() {
    let layout = |theirs: &[u8]| Desk::new(&[]).lay(1, theirs).give(0, &[tackle(0), fwd(0, 0)]);
    let far = layout(&best(1)[..4]);
    assert_eq!(choice(Bot::Spoiler, &far).kind(), kind::PLAY);
    let near = layout(&best(1)[..5]);
    let chosen = choice(Bot::Spoiler, &near);
    assert_eq!(chosen, Move::new(kind::TACKLE, 1, 0, 0), "the only goalkeeper first");
    let two = layout(&[gk(2), gk(1), def(1, 0), def(1, 1), mid(1, 0), fwd(1, 1), fwd(1, 0)]);
    assert_eq!(choice(Bot::Spoiler, &two).b(), 6, "then the 10");
}

#[test]
fn windows_calls_and_discards() {
    for bot in [Bot::Loyalist, Bot::Magpie, Bot::Spoiler] {
        let mut desk =
            Desk::new(&[]).lay(1, &[gk(1)]).give(0, &[tackle(0)]).give(1, &[referee(Official::PlayOn)]);
        desk.aim(kind::TACKLE, 1, gk(1));
        assert_eq!(choice(bot, &desk).kind(), kind::ANSWER_PLAY_ON);
        let mut desk = Desk::new(&[])
            .give(0, &[fwd(0, 0), referee(Official::PlayOn)])
            .give(1, &[referee(Official::Offside)]);
        desk.play(fwd(0, 0));
        assert_eq!(choice(bot, &desk).kind(), kind::DECLINE);
        desk.say(kind::ANSWER_OFFSIDE);
        let answer = if bot == Bot::Spoiler { kind::ANSWER_PLAY_ON } else { kind::DECLINE };
        assert_eq!(choice(bot, &desk).kind(), answer);
        let mut desk = Desk::new(&[]).lay(0, &best(0));
        desk.pass();
        assert_eq!(choice(bot, &desk).kind(), kind::CALL);
    }
    // Never-played cards go first, then the lowest rating.
    for bot in [Bot::Magpie, Bot::Spoiler, Bot::TableManager] {
        let whistle = referee(Official::Whistle);
        let mut desk = Desk::new(&[]).give(0, &[whistle]).give(0, &(0..10).collect::<Vec<_>>());
        desk.pass();
        let gone = choice(bot, &desk);
        assert_eq!(desk.s.hands[0].at(gone.a()), whistle);
        desk.go(gone);
        let gone = choice(bot, &desk);
        assert_eq!(desk.s.hands[0].at(gone.a()), def(0, 3), "the 5");
    }
    // The loyalist sheds other nations before it sheds a weak card of its own.
    let mut desk = Desk::new(&[]).give(0, &(0..9).collect::<Vec<_>>()).give(0, &[fwd(1, 0)]);
    let mut memory = Memory::default();
    let mut options = Options::default();
    options.fill(&desk.r, &desk.s);
    SquadRushSeason::decide(
        Bot::Loyalist,
        &desk.r,
        SquadRushSeason::view(&desk.r, &desk.s, 0),
        &options,
        &mut memory,
        &mut whim(),
    );
    desk.pass();
    options.fill(&desk.r, &desk.s);
    let view = SquadRushSeason::view(&desk.r, &desk.s, 0);
    let gone = SquadRushSeason::decide(Bot::Loyalist, &desk.r, view, &options, &mut memory, &mut whim());
    assert_eq!(desk.s.hands[0].at(gone.a()), fwd(1, 0));
}

#[test]
fn the_best_total_is_named_with_the_star_on_ties() {
    // 10 + 6 with the star or 8 + 8 without it: equal totals.
    let mut desk = Desk::new(&[("chemistry-penalty", "0")])
        .lay(0, &[gk(0), def(0, 0), def(0, 1), mid(0, 0), mid(0, 1)])
        .lay(0, &[fwd(0, 0), fwd(1, 1), fwd(2, 1), fwd(0, 2)])
        .lay(1, &best(3));
    desk.lock(0);
    let named = choice(Bot::Magpie, &desk).named();
    assert!(named.contains(&fwd(0, 0)), "10 + 8 is best");
    let mut desk = Desk::new(&[("golden-boot-nation", "main-nation"), ("chemistry-penalty", "0")])
        .lay(0, &[gk(0), def(0, 0), def(0, 1), mid(0, 0), mid(0, 1)])
        .lay(0, &[fwd(1, 0), fwd(0, 0), fwd(2, 0)])
        .lay(1, &best(3));
    desk.lock(0);
    for _ in 0..8 {
        assert!(choice(Bot::Magpie, &desk).named().contains(&fwd(0, 0)), "the star of the main nation");
    }
}

#[test]
fn instants_are_played_in_a_match_only_to_turn_it() {
    let layout = |first: [u8; 7], held: Official, official: &str| {
        let mut desk = Desk::new(&[("matchday-drama", "on"), ("match-official", official)])
            .lay(0, &first)
            .lay(1, &best(1))
            .give(0, &[referee(held)]);
        desk.lock(0).name(first).name(best(1));
        assert_eq!(desk.s.phase, Phase::Drama);
        desk
    };
    // Level at 4-4: VAR REVIEW or OFFSIDE! wins it.
    assert_eq!(choice(Bot::Magpie, &layout(best(0), Official::VarReview, "off")).kind(), kind::VAR);
    assert_eq!(choice(Bot::Magpie, &layout(best(0), Official::Offside, "off")).kind(), kind::OFFSIDE);
    assert_eq!(choice(Bot::Loyalist, &layout(best(0), Official::Offside, "off")).kind(), kind::NO_INSTANT);
    // REVERSE makes every pure match 0-0; a weak side would lose without it.
    let desk = layout(weakest(0), Official::PlayOn, "only:reverse");
    assert_eq!(choice(Bot::Magpie, &desk).kind(), kind::NO_INSTANT);
}

#[test]
fn table_manager_takes_a_won_cup() {
    // Last matchday, a sure win by calling at once against an empty pitch.
    let mut desk = Desk::new(&[("matchdays", "1"), ("rollouts", "8")]).lay(0, &best(0)).give(0, &[gk(2)]);
    desk.pass();
    assert_eq!(desk.s.phase, Phase::Call);
    assert_eq!(choice(Bot::TableManager, &desk).kind(), kind::CALL);
    // In its last closing turn it completes its seven or forfeits.
    let mut desk = Desk::new(&[("matchdays", "1"), ("rollouts", "16"), ("match-official", "off")])
        .lay(0, &best(0)[1..])
        .lay(1, &weakest(1))
        .give(0, &[gk(0), fwd(2, 0), referee(Official::QuickRestart)]);
    desk.s.caller = 1;
    assert_eq!(played(Bot::TableManager, &desk), Some(gk(0)));
}

#[test]
fn a_redeal_keeps_all_that_is_seen_and_nothing_more() {
    let mut desk =
        Desk::sevens(&[("managers", "3"), ("matchday-drama", "on"), ("match-official", "only:the-wall")])
            .give(0, &[referee(Official::VarReview), gk(3)])
            .give(1, &[referee(Official::Offside), gk(4), tackle(0)])
            .give(2, &[red(0)])
            .bin(&[yellow(0)]);
    desk.lock(0).name_all();
    desk.go(Move::plain(kind::VAR));
    assert_eq!(desk.asked(), (Phase::Drama, 1));
    let mut differs = false;
    let mut whim = whim();
    for _ in 0..40 {
        let view = SquadRushSeason::view(&desk.r, &desk.s, 1);
        let other = SquadRushSeason::determinize(&desk.r, view, &mut whim);
        assert_eq!(census(&desk.r, &other), desk.r.deck());
        assert_eq!(other.hands[1], desk.s.hands[1]);
        assert_eq!((other.hands[0].len(), other.hands[2].len()), (2, 1));
        assert_eq!((other.discard, other.table), (desk.s.discard, desk.s.table));
        // The secret choice is one that the hand dealt allows.
        let secret = other.hidden[0];
        assert!(secret.kind() != kind::VAR || other.hands[0].has(Official::VarReview.mask()));
        differs |= other.hands[0] != desk.s.hands[0];
    }
    assert!(differs);
}

/// Stronger bots win more cups.
#[test]
fn magpie_beats_loyalist() {
    let r = rules(&[]);
    let (mut wins, games) = ([0_u32; 2], 300);
    for block in 0..games {
        let luck = Luck::new(9, 9, block);
        let (bots, chance) = (["loyalist", "magpie"], &mut Stream::new(luck));
        let state = conformance::played::<SquadRushSeason, _, _>(&r, &bots, (luck, 0), chance, &mut Silent);
        let share = SquadRushSeason::outcome(&r, &state).share;
        wins[0] += u32::from(share[0] > 0);
        wins[1] += u32::from(share[1] > 0);
    }
    assert!(wins[1] > 2 * wins[0], "{wins:?}");
}
