//! Colours, sizes and the style sheet of all plots. Series take colours that no
//! judgement has, blue before ochre and pink, which stay apart for colour-blind
//! readers; each also has a shape. What a judgement looks like is said here
//! once, for every plot ([`mark`]): green is level, orange not level, violet a
//! clear effect, hollow grey what is undecided or not clear, blue what nobody
//! judges.

use std::fmt::Write as _;

use super::scene::Shape;
use crate::report::figure::Standing;

/// A colour by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Titles, values, names.
    Text,
    /// Subtitles, units, intervals in words.
    Muted,
    /// Lines behind the data.
    Grid,
    /// The zero line and axes.
    Axis,
    /// Every other row's ground.
    Stripe,
    /// The page.
    Paper,
    /// What counts as fair.
    Fair,
    /// Holds.
    Good,
    /// Breaks.
    Bad,
    /// Undecided, or not told apart from nothing.
    Open,
    /// An effect that is clear.
    Clear,
    /// The n-th series.
    Series(usize),
    /// A cell of a heatmap: the same on light and dark pages.
    Cell(u8, u8, u8),
}

/// The shape and the colour of every judgement, in every plot.
pub(super) const fn mark(standing: Standing) -> (Shape, Ink) {
    match standing {
        Standing::Plain => (Shape::Circle, Ink::Series(0)),
        Standing::Baseline => (Shape::Square, Ink::Text),
        Standing::Good => (Shape::Circle, Ink::Good),
        Standing::Bad => (Shape::Diamond, Ink::Bad),
        Standing::Clear => (Shape::Circle, Ink::Clear),
        Standing::Undecided | Standing::Unclear => (Shape::Ring, Ink::Open),
    }
}

/// How many series have a colour and shape of their own.
pub(super) const SERIES: usize = 7;

/// The roles with a class of their own: class, colour on light, colour on dark.
const ROLES: [(&str, &str, &str); 18] = [
    ("text", "#1b1f24", "#e8eaed"),
    ("muted", "#57606a", "#a9b2bc"),
    ("grid", "#e1e4e8", "#323941"),
    ("axis", "#8c959f", "#707a85"),
    ("stripe", "#f4f5f7", "#1d2228"),
    ("paper", "#ffffff", "#14171b"),
    ("fair", "#d3ecdf", "#17382c"),
    ("good", "#008761", "#34c896"),
    ("bad", "#d55e00", "#ff8c42"),
    ("open", "#6e7781", "#98a2ad"),
    ("clear", "#7b4fa3", "#bb94e0"),
    ("s0", "#0072b2", "#56b4e9"),
    ("s1", "#9a6a00", "#f0c040"),
    ("s2", "#b8487f", "#ea94c0"),
    ("s3", "#3d444d", "#d0d5db"),
    ("s4", "#56b4e9", "#3d8fd1"),
    ("s5", "#8a5a44", "#c79b83"),
    ("s6", "#8f9900", "#c3cf3a"),
];

impl Ink {
    fn role(self) -> Option<usize> {
        Some(match self {
            Self::Text => 0,
            Self::Muted => 1,
            Self::Grid => 2,
            Self::Axis => 3,
            Self::Stripe => 4,
            Self::Paper => 5,
            Self::Fair => 6,
            Self::Good => 7,
            Self::Bad => 8,
            Self::Open => 9,
            Self::Clear => 10,
            Self::Series(index) => 11 + index % SERIES,
            Self::Cell(..) => return None,
        })
    }

    /// The class that carries the colour, if it changes with the page.
    pub(super) fn class(self) -> Option<&'static str> {
        self.role().map(|role| ROLES[role].0)
    }

    /// The colour on a light page.
    pub(super) fn hex(self) -> String {
        let (red, green, blue) = self.rgb();
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// The colour on a light page, by its parts.
    pub(super) fn rgb(self) -> (u8, u8, u8) {
        if let Self::Cell(red, green, blue) = self {
            return (red, green, blue);
        }
        let hex = ROLES[self.role().unwrap_or(0)].1;
        let part = |from: usize| u8::from_str_radix(&hex[from..from + 2], 16).unwrap_or(0);
        (part(1), part(3), part(5))
    }
}

/// The fonts of SVG text and of the page: system fonts, no download.
pub(crate) const FONTS: &str =
    "\"Open Sans\",\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,\"Noto Sans\",\"Liberation Sans\",sans-serif";

/// The style sheet of the plots, for a page that carries them inline. Plots are
/// readable without it: every shape also has its light colour as an attribute.
#[must_use]
pub fn css() -> String {
    let mut text = String::from(".lp{");
    for (name, light, _) in ROLES {
        let _ = write!(text, "--lp-{name}:{light};");
    }
    text.push_str("}@media (prefers-color-scheme:dark){.lp{");
    for (name, _, dark) in ROLES {
        let _ = write!(text, "--lp-{name}:{dark};");
    }
    text.push_str("}}@media print{.lp{");
    for (name, light, _) in ROLES {
        let _ = write!(text, "--lp-{name}:{light};");
    }
    text.push_str("}}");
    for (name, _, _) in ROLES {
        let _ =
            write!(text, ".lp .f-{name}{{fill:var(--lp-{name})}}.lp .l-{name}{{stroke:var(--lp-{name})}}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as the accessibility guidelines define it.
    fn luminance(hex: &str) -> f64 {
        let part = |from: usize| {
            let value = f64::from(u8::from_str_radix(&hex[from..from + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn text_is_readable_on_light_and_dark() {
        let paper = ROLES[Ink::Paper.role().unwrap()];
        for ink in [Ink::Text, Ink::Muted] {
            let role = ROLES[ink.role().unwrap()];
            assert!(contrast(role.1, paper.1) > 4.5 && contrast(role.2, paper.2) > 4.5, "{}", role.0);
        }
        for ink in
            [Ink::Good, Ink::Bad, Ink::Open, Ink::Clear, Ink::Series(0), Ink::Series(1), Ink::Series(2)]
        {
            let role = ROLES[ink.role().unwrap()];
            assert!(contrast(role.1, paper.1) > 3.0 && contrast(role.2, paper.2) > 3.0, "{}", role.0);
        }
    }

    /// Two judgements that differ are told apart by colour.
    #[test]
    fn a_colour_means_one_thing() {
        use Standing::{Bad, Baseline, Clear, Good, Plain, Unclear, Undecided};
        let all = [Plain, Baseline, Good, Bad, Undecided, Clear];
        for (i, one) in all.into_iter().enumerate() {
            assert!(all[..i].iter().all(|other| mark(*other).1.rgb() != mark(one).1.rgb()), "{one:?}");
        }
        assert_eq!(mark(Unclear), mark(Undecided), "neither is told apart from something else");
        for series in (0..SERIES).map(|index| Ink::Series(index).rgb()) {
            assert!([Good, Bad, Undecided, Clear].iter().all(|judged| mark(*judged).1.rgb() != series));
        }
    }

    #[test]
    fn every_role_has_a_class_and_a_colour() {
        let css = css();
        for (name, ..) in ROLES {
            assert!(css.contains(&format!(".f-{name}{{")) && css.contains(&format!("--lp-{name}:")));
        }
        assert_eq!(Ink::Series(0).rgb(), (0x00, 0x72, 0xb2));
        assert_eq!(Ink::Series(SERIES), Ink::Series(SERIES));
        assert_eq!(Ink::Cell(1, 2, 255).hex(), "#0102ff");
    }
}
