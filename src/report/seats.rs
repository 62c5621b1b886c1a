//! Are the seats equal? One line beside the table of seats.

use super::page::Method;
use crate::estimates::ArmResult;
use crate::game::called::player;
use crate::stats::seats::{EqualShares, Test};
use crate::verdict::{count, p_value, points};

/// p value from which no inequality is claimed.
const CLEAR: f64 = 0.05;

fn sentence(test: &EqualShares) -> String {
    let over = match test.test {
        Test::G => format!("G test over {} games", count(test.n)),
        Test::Hotelling => format!("T² test over {} blocks", count(test.n)),
    };
    let farthest = format!(
        "the {} is farthest from an equal share, by {}",
        player(test.seat),
        points((1e4 * test.effect).round() / 1e4)
    );
    let p = p_value(test.p_value);
    if test.p_value < CLEAR {
        format!("Are the seats equal? No ({p}, {over}): {farthest}.")
    } else {
        format!(
            "Are the seats equal? No inequality is shown ({p}, {over}), which does not prove that there is none; \
             {farthest}."
        )
    }
}

/// The line of an arm; `None` at a table of one and where the run could stop on
/// what it saw.
#[must_use]
pub fn line(result: &ArmResult) -> Option<String> {
    result.equal_seats.as_ref().map(sentence)
}

/// How the table of seats gets its intervals.
#[must_use]
pub fn method(always: bool) -> Method {
    let test = "whether the seats are equal is tested on all of them together, where every block is one game with one \
                winner by the G test (Wilks 1938), elsewhere by Hotelling's T² over blocks (Hotelling 1931): games of \
                a block share their deal.";
    let together =
        "in the table of seats the shares' intervals hold all at once (each at level 1 - α / seats)";
    Method {
        name: "Seats together (Bonferroni; Goodman 1965)".to_owned(),
        text: if always { format!("{together}.") } else { format!("{together}; {test}") },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_p_value_says_no_and_a_large_one_proves_nothing() {
        let test = |p_value: f64, method: Test| EqualShares {
            statistic: 1.0,
            df: 3,
            p_value,
            effect: 0.021_26,
            seat: 2,
            test: method,
            n: 5_000,
        };
        assert_eq!(
            sentence(&test(1e-9, Test::G)),
            "Are the seats equal? No (p < 0.001, G test over 5\u{202f}000 games): the 3rd player is farthest from an equal share, by \
             2.13 percentage points."
        );
        let open = sentence(&test(0.4321, Test::Hotelling));
        assert!(
            open.contains("p = 0.432, T² test over 5\u{202f}000 blocks") && open.contains("does not prove")
        );
    }
}
