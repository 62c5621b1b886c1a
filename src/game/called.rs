//! What readers call seats and entrants, and how numbers are written. Files keep their
//! numbers and codes; whatever a designer reads says it as said here.

use super::Facts;

/// The place in a row of a number that counts from 0: `1st`, `2nd`, `11th`.
#[must_use]
pub fn ordinal(index: usize) -> String {
    let number = index + 1;
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// A number with so many digits behind its point, without a sign where nothing
/// is left of it: `-0.5`, `0.0`.
#[must_use]
pub fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if is_zero(&text) { text.trim_start_matches('-').to_owned() } else { text }
}

/// A difference: as [`fixed`], gains with a plus sign.
#[must_use]
pub fn signed(value: f64, digits: usize) -> String {
    let text = fixed(value, digits);
    if value > 0.0 && !is_zero(&text) { format!("+{text}") } else { text }
}

fn is_zero(text: &str) -> bool {
    text.bytes().all(|c| matches!(c, b'-' | b'0' | b'.'))
}

/// A number with at most so many digits behind its point, without idle zeros:
/// `0.25`, `3`.
#[must_use]
pub fn rounded(value: f64, digits: usize) -> String {
    let text = fixed(value, digits);
    if digits > 0 { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Who sits on a seat: `1st player`.
#[must_use]
pub fn player(seat: usize) -> String {
    format!("{} player", ordinal(seat))
}

/// Who plays, wherever they sit: `Pro squad (counter)`, or the bot alone.
#[must_use]
pub fn entrant(bot: &str, squad: Option<&str>) -> String {
    match squad {
        Some(squad) if squad.contains("squad") => format!("{squad} ({bot})"),
        Some(squad) => format!("{squad} squad ({bot})"),
        None => bot.to_owned(),
    }
}

/// How the players of these games are numbered, as read after "players are
/// numbered".
#[must_use]
pub fn numbered<'a>(games: impl IntoIterator<Item = &'a Facts>) -> String {
    let games: Vec<&Facts> = games.into_iter().collect();
    let first = games.first().map_or(Facts::IN_TURN_ORDER, |game| game.numbered);
    if games.iter().all(|game| game.numbered == first) {
        return first.to_owned();
    }
    let mut each: Vec<String> =
        games.iter().map(|game| format!("in {} {}", game.title, game.numbered)).collect();
    each.sort_unstable();
    each.dedup();
    each.join(", ")
}

/// A text of a game in which seats and entrants stand by their numbers, as
/// readers are told it: `seat 0` becomes `1st player`.
#[must_use]
pub fn told(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, word, called)) = next(rest) {
        let digits = rest[at + word.len()..].bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[at + word.len()..at + word.len() + digits].parse::<usize>();
        out.push_str(&rest[..at]);
        match number {
            Ok(number) => out += &format!("{} {called}", ordinal(number)),
            Err(_) => out.push_str(&rest[at..at + word.len() + digits]),
        }
        rest = &rest[at + word.len() + digits..];
    }
    out + rest
}

/// The first place of a text that may number a seat or an entrant: where, which
/// word, and what its owner is called.
fn next(text: &str) -> Option<(usize, &'static str, &'static str)> {
    const WORDS: [(&str, &str); 4] =
        [("seat ", "player"), ("Seat ", "player"), ("entrant ", "entrant"), ("Entrant ", "entrant")];
    let begins = |at: &usize| !text[..*at].ends_with(char::is_alphanumeric);
    let places = WORDS.iter().filter_map(|&(word, called)| {
        Some((text.match_indices(word).map(|(at, _)| at).find(begins)?, word, called))
    });
    places.min_by_key(|&(at, ..)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_players_in_their_order() {
        let all: Vec<String> = [0, 1, 2, 3, 10, 11, 12, 20, 101].map(ordinal).into();
        assert_eq!(all, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd"]);
        assert_eq!(
            told("Mojea (seat 1) passes to seat 10; Seat 0: draws"),
            "Mojea (2nd player) passes to 11th player; 1st player: draws"
        );
        assert_eq!(told("no seat free, reseat 3, seat x, seat "), "no seat free, reseat 3, seat x, seat ");
    }

    #[test]
    fn players_of_several_games_are_numbered_as_each_numbers_them() {
        let game = |title, numbered| Facts { numbered, ..Facts::new("", title, "") };
        let (dash, vault) = (game("Dash", Facts::IN_TURN_ORDER), game("Vault", "with the home side first"));
        assert_eq!(numbered([]), "in turn order");
        assert_eq!(numbered([&vault, &vault]), "with the home side first");
        let both = numbered([&vault, &dash, &vault]);
        assert_eq!(both, "in Dash in turn order, in Vault with the home side first");
    }

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        let all = [(-0.04, 1), (0.04, 1), (-0.06, 1), (0.06, 1), (-0.0, 0), (7.0, 0)];
        assert_eq!(all.map(|(x, digits)| fixed(x, digits)), ["0.0", "0.0", "-0.1", "0.1", "0", "7"]);
        assert_eq!(all.map(|(x, digits)| signed(x, digits)), ["0.0", "0.0", "-0.1", "+0.1", "0", "+7"]);
        assert_eq!([signed(f64::INFINITY, 1), signed(f64::NEG_INFINITY, 1)], ["+inf", "-inf"]);
    }

    #[test]
    fn numbers_have_no_idle_zeros() {
        let all = [(0.25, 3), (3.0, 3), (-0.0001, 2), (120.0, 0), (-1.50, 1)];
        assert_eq!(all.map(|(value, digits)| rounded(value, digits)), ["0.25", "3", "0", "120", "-1.5"]);
    }

    #[test]
    fn entrants_have_words() {
        assert_eq!(entrant("counter", Some("Pro")), "Pro squad (counter)");
        assert_eq!(entrant("counter", None), "counter");
    }
}
