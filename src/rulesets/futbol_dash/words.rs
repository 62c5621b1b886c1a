//! Codes in the words of the game, for transcripts.

use super::moves::{Code, DISCARD, NONE, exchanged, played};
use super::play::seat_name;
use super::rules::Rules;
use super::state::{Phase, State};

/// A legal code in words.
pub(super) fn describe(rules: &Rules, state: &State, code: Code) -> String {
    let who = seat_name(state.asked);
    let name = |kind: u8| rules.names[usize::from(kind)].as_str();
    match state.phase {
        Phase::Play if code < DISCARD => {
            let (kind, target) = played(code);
            if target < rules.players {
                format!("{who} plays {} on {}", name(kind), seat_name(target))
            } else {
                format!("{who} plays {}", name(kind))
            }
        }
        Phase::Play | Phase::Discard => format!("{who} discards {}", name((code - DISCARD) as u8)),
        Phase::Substitute => {
            let kinds = exchanged(code);
            let names: Vec<_> = kinds.iter().filter(|&&kind| kind != NONE).map(|&kind| name(kind)).collect();
            match names.as_slice() {
                [] => format!("{who} exchanges no card"),
                names => format!("{who} exchanges {}", names.join(", ")),
            }
        }
        Phase::Foul if code == 0 => format!("{who} does not foul {}", name(state.laid.kind)),
        Phase::Foul => format!("{who} plays Foul on {}", name(state.laid.kind)),
        Phase::Var if code == 0 => format!("{who} leaves it at that"),
        Phase::Var => {
            let newest = match state.chain_len {
                0 => name(state.laid.kind),
                1 => "Foul",
                _ => "V.A.R.",
            };
            format!("{who} plays V.A.R. on {newest} of {}", seat_name(state.newest_by))
        }
        Phase::Over => "nothing".to_owned(),
    }
}
