//! A laid-out plot: shapes and texts at fixed places, before any format. Comes
//! in from the plot kinds; goes out to `vector` (SVG) and `raster` (PNG), so that
//! both show the same drawing and tests can look at every text's place.

use super::letters::{self, Weight};
use super::theme::Ink;

/// A place in CSS pixels from the top left.
pub(super) type Place = (f64, f64);

/// Which part of a text lies at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The shape of a data point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    /// A circle that is not filled.
    Ring,
}

impl Shape {
    /// The shape of the n-th series.
    pub(super) fn of_series(index: usize) -> Self {
        [Self::Circle, Self::Diamond, Self::Square, Self::Up, Self::Down, Self::Ring][index % 6]
    }

    /// The corners of the angular shapes around the origin, for radius one;
    /// sized so that all shapes look equally large.
    pub(super) fn corners(self) -> &'static [Place] {
        match self {
            Self::Circle | Self::Ring => &[],
            Self::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Diamond => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            Self::Up => &[(0.0, -1.2), (1.2, 0.9), (-1.2, 0.9)],
            Self::Down => &[(0.0, 1.2), (1.2, -0.9), (-1.2, -0.9)],
        }
    }
}

/// A text at its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    /// The place of its anchor on its baseline.
    pub at: Place,
    pub text: String,
    pub size: f64,
    pub weight: Weight,
    pub ink: Ink,
    pub anchor: Anchor,
    /// Whether it runs from bottom to top.
    pub turned: bool,
}

impl Label {
    /// A regular text.
    pub(super) fn new(at: Place, text: &str, size: f64, ink: Ink) -> Self {
        Self {
            at,
            text: text.to_owned(),
            size,
            weight: Weight::Regular,
            ink,
            anchor: Anchor::Start,
            turned: false,
        }
    }

    pub(super) fn strong(mut self) -> Self {
        self.weight = Weight::Strong;
        self
    }

    pub(super) fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    pub(super) fn turned(mut self) -> Self {
        self.turned = true;
        self
    }

    /// The width it may take in any of its fonts.
    pub(super) fn width(&self) -> f64 {
        letters::width(&self.text, self.size, self.weight)
    }

    /// Its left, top, right and bottom.
    pub(super) fn bounds(&self) -> [f64; 4] {
        let width = self.width();
        let before = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (x, y) = self.at;
        let (rise, fall) = (0.76 * self.size, 0.22 * self.size);
        if self.turned {
            [x - rise, y + before - width, x + fall, y + before]
        } else {
            [x - before, y - rise, x - before + width, y + fall]
        }
    }
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    /// A filled rectangle: left, top, right, bottom.
    Box { corners: [f64; 4], ink: Ink, round: f64 },
    /// A line through places.
    Line { places: Vec<Place>, ink: Ink, width: f64, dashed: bool },
    /// The area between two lines over the same `x`.
    Band { upper: Vec<Place>, lower: Vec<Place>, ink: Ink },
    /// A data point.
    Dot { at: Place, radius: f64, shape: Shape, ink: Ink },
    /// A text.
    Text(Label),
    /// From here to the next `Close`, the words shown on pointing at it.
    Open(String),
    /// Ends `Open`.
    Close,
}

/// A laid-out plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scene {
    pub width: f64,
    pub height: f64,
    /// What it shows, for those who can't see it.
    pub alt: String,
    pub title: String,
    pub id: String,
    pub marks: Vec<Mark>,
}

impl Scene {
    pub(super) fn text(&mut self, label: Label) {
        if !label.text.is_empty() {
            self.marks.push(Mark::Text(label));
        }
    }

    pub(super) fn line(&mut self, places: &[Place], ink: Ink, width: f64) {
        self.marks.push(Mark::Line { places: places.to_vec(), ink, width, dashed: false });
    }

    pub(super) fn dashed(&mut self, places: &[Place], ink: Ink, width: f64) {
        self.marks.push(Mark::Line { places: places.to_vec(), ink, width, dashed: true });
    }

    /// The head of an arrow that ends at a place; `back` is 1 where it points to
    /// the left and -1 where it points to the right.
    pub(super) fn arrow(&mut self, (x, y): Place, back: f64, ink: Ink) {
        self.line(&[(x + 5.0 * back, y - 4.0), (x, y), (x + 5.0 * back, y + 4.0)], ink, 2.0);
    }

    pub(super) fn fill(&mut self, corners: [f64; 4], ink: Ink) {
        self.marks.push(Mark::Box { corners, ink, round: 0.0 });
    }

    pub(super) fn rounded(&mut self, corners: [f64; 4], ink: Ink, round: f64) {
        self.marks.push(Mark::Box { corners, ink, round });
    }

    pub(super) fn dot(&mut self, at: Place, radius: f64, shape: Shape, ink: Ink) {
        self.marks.push(Mark::Dot { at, radius, shape, ink });
    }

    /// Draws with words that appear on pointing at what is drawn.
    pub(super) fn told(&mut self, words: String, draw: impl FnOnce(&mut Self)) {
        self.marks.push(Mark::Open(words));
        draw(self);
        self.marks.push(Mark::Close);
    }

    /// All texts, in drawing order.
    #[cfg(test)]
    pub(super) fn labels(&self) -> impl Iterator<Item = &Label> {
        self.marks.iter().filter_map(|mark| match mark {
            Mark::Text(label) => Some(label),
            _ => None,
        })
    }
}
