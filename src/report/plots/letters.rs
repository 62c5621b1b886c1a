//! The embedded font: how wide a text is, how it wraps, how it is shortened.
//! Every width of a plot comes from here, so that a layout is the same on every
//! machine.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, GlyphId};

/// Room left for system fonts that run wider than the embedded one; SVG text is
/// set in those. `DejaVu Sans` is the widest common one, its bold most of all.
const fn room(weight: Weight) -> f64 {
    match weight {
        Weight::Regular => 1.1,
        Weight::Strong => 1.2,
    }
}

static REGULAR: &[u8] = include_bytes!("../font/OpenSans-Regular-subset.ttf");
static STRONG: &[u8] = include_bytes!("../font/OpenSans-Semibold-subset.ttf");

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Running text.
    Regular,
    /// Titles and values.
    Strong,
}

/// The embedded font in a weight.
pub(super) fn font(weight: Weight) -> &'static FontRef<'static> {
    static FONTS: OnceLock<[FontRef<'static>; 2]> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        [REGULAR, STRONG].map(|bytes| FontRef::try_from_slice(bytes).expect("the embedded font is readable"))
    });
    match weight {
        Weight::Regular => &fonts[0],
        Weight::Strong => &fonts[1],
    }
}

/// The font's units in one em.
pub(super) fn em(font: &impl Font) -> f64 {
    f64::from(font.units_per_em().unwrap_or(2048.0))
}

/// Calls `each` with every glyph of a text and its place along the line, in
/// units of the font; answers the length of the line.
pub(super) fn along(text: &str, font: &impl Font, mut each: impl FnMut(GlyphId, f64)) -> f64 {
    let mut place = 0.0;
    let mut last = None;
    for letter in text.chars() {
        let glyph = font.glyph_id(letter);
        if let Some(last) = last {
            place += f64::from(font.kern_unscaled(last, glyph));
        }
        each(glyph, place);
        place += f64::from(font.h_advance_unscaled(glyph));
        last = Some(glyph);
    }
    place
}

/// The width of a text in the embedded font.
pub(super) fn exact_width(text: &str, size: f64, weight: Weight) -> f64 {
    let font = font(weight);
    along(text, font, |_, _| {}) / em(font) * size
}

/// The width that a text may take: the embedded font's, and some room.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    exact_width(text, size, weight) * room(weight)
}

/// The widest of some texts.
pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: f64, weight: Weight) -> f64 {
    texts.into_iter().map(|text| width(text, size, weight)).fold(0.0, f64::max)
}

/// Shortens a text with an ellipsis until it fits.
pub(super) fn shorten(text: &str, size: f64, weight: Weight, room: f64) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let fits = |count: usize| {
        let mut short: String = letters[..count].iter().collect();
        short.truncate(short.trim_end().len());
        short.push('…');
        (width(&short, size, weight) <= room).then_some(short)
    };
    let (mut fitting, mut beyond) = (0, letters.len());
    while beyond - fitting > 1 {
        let middle = usize::midpoint(fitting, beyond);
        if fits(middle).is_some() { fitting = middle } else { beyond = middle }
    }
    fits(fitting).unwrap_or_else(|| "…".to_owned())
}

/// Breaks a text into at most `most` lines; what doesn't fit is shortened. A
/// word longer than a line breaks after a hyphen, slash, comma or equals sign
/// where it has one.
pub(super) fn wrap(text: &str, size: f64, weight: Weight, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut rest = String::new();
    // A number stays with its unit.
    let text = text.replace(" %", "\u{a0}%").replace("± ", "±\u{a0}");
    for piece in pieces(&text, |word| width(word, size, weight) > room) {
        if !rest.is_empty() {
            rest.push_str(&piece);
            continue;
        }
        let longer = format!("{line}{piece}");
        if line.is_empty() || width(longer.trim_end(), size, weight) <= room {
            line = longer;
        } else if lines.len() + 1 >= most {
            rest = longer;
        } else {
            lines.push(std::mem::replace(&mut line, piece));
        }
    }
    lines.push(if rest.is_empty() { line } else { rest });
    lines.iter().map(|line| shorten(line.trim_end(), size, weight, room)).collect()
}

/// Names of one plot, each laid out by `lay`. Two that differ only in what
/// falls off lose what they begin with in common instead: no two read alike.
pub(super) fn labels<'a>(
    names: impl IntoIterator<Item = &'a str>,
    lay: impl Fn(&str) -> Vec<String>,
) -> Vec<Vec<String>> {
    let names: Vec<&str> = names.into_iter().collect();
    let first: Vec<Vec<String>> = names.iter().map(|name| lay(name)).collect();
    let apart = |at: usize| {
        let alike = (0..names.len()).filter(|&other| names[other] != names[at] && first[other] == first[at]);
        let begin = alike.map(|other| shared(names[at], names[other])).min()?;
        Some(lay(&format!("…{}", &names[at][begin..])))
    };
    (0..names.len()).map(|at| apart(at).unwrap_or_else(|| first[at].clone())).collect()
}

/// Where the word begins in which two names part.
fn shared(one: &str, other: &str) -> usize {
    let same = one.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
    let parted = same.map_or(one.len().min(other.len()), |((at, _), _)| at);
    // The key belongs to its value.
    let word = one[..parted].rfind(", ").map(|at| at + 2);
    word.or_else(|| one[..parted].rfind(' ').map(|at| at + 1)).unwrap_or(0)
}

/// The pieces between which a line may break, each with what follows it.
fn pieces(text: &str, too_long: impl Fn(&str) -> bool) -> Vec<String> {
    let mut pieces = Vec::new();
    for word in text.split_inclusive(' ') {
        if too_long(word.trim_end()) {
            pieces.extend(word.split_inclusive(['-', '/', ',', '=', '_']).map(str::to_owned));
        } else {
            pieces.push(word.to_owned());
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // A digit of Open Sans is 1171/2048 em wide; `width` adds its room.
        let digit = 1171.0 / 2048.0 * 10.0 * room(Weight::Regular);
        assert!((width("4", 10.0, Weight::Regular) - digit).abs() < 0.02);
        assert!((width("1111", 10.0, Weight::Regular) - 4.0 * digit).abs() < 0.05, "digits line up");
        assert!(width("Win", 10.0, Weight::Strong) > width("Win", 10.0, Weight::Regular));
        assert_eq!(width("", 10.0, Weight::Regular), 0.0);
        for sign in ["−", "→", "←", "↑", "↓", "±", "≤", "≥", "…", "–", "×", "\u{202f}", "\u{a0}", "ğ"]
        {
            assert!(width(sign, 10.0, Weight::Regular) > 0.5, "{sign} has a glyph");
        }
    }

    #[test]
    fn no_two_names_read_alike_when_they_are_cut() {
        let names = [
            "home-advantage-points = 5, challenger-first = on, wins-to-win = 3",
            "home-advantage-points = 5, challenger-first = on, wins-to-win = 4",
            "as printed",
        ];
        let lay = |text: &str| wrap(text, 12.0, Weight::Regular, 150.0, 1);
        let told = labels(names, lay);
        assert_eq!(told, [["…wins-to-win = 3"], ["…wins-to-win = 4"], ["as printed"]]);
        assert_eq!(labels(["a b", "a b"], lay), [["a b"], ["a b"]], "the same name is the same");
    }

    #[test]
    fn long_texts_wrap_and_shorten_within_their_room() {
        let text = "Home side wins with five points and home-advantage-points-per-match=12 on top";
        for room in [40.0, 90.0, 200.0, 2000.0] {
            for most in [1, 2, 5] {
                let lines = wrap(text, 12.0, Weight::Regular, room, most);
                assert!(lines.len() <= most && !lines.is_empty());
                for line in &lines {
                    assert!(width(line, 12.0, Weight::Regular) <= room, "{line} in {room}");
                }
            }
        }
        assert_eq!(wrap(text, 12.0, Weight::Regular, 2000.0, 3), [text]);
        assert!(wrap(text, 12.0, Weight::Regular, 200.0, 2)[1].ends_with('…'));
        assert_eq!(wrap("", 12.0, Weight::Regular, 200.0, 2), [""]);
        let room = width("bars are 95", 12.0, Weight::Regular) + 1.0;
        let lines = wrap("bars are 95 % intervals", 12.0, Weight::Regular, room, 3);
        assert_eq!(lines, ["bars are", "95\u{a0}%", "intervals"], "no break before the sign");
        assert_eq!(shorten("abc", 12.0, Weight::Regular, 1.0), "…");
    }
}
