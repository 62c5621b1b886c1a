//! Which numbers a block adds up, in which order, and which products of them
//! the estimates will need.

use std::sync::Arc;

use crate::game::{Metric, Over, Ruleset, Unit};

/// Columns that every ruleset has, before its own metrics.
pub mod column {
    /// Games of the block.
    pub const GAMES: usize = 0;
    /// Seats times games.
    pub const SEATS: usize = 1;
    /// Unfinished games.
    pub const UNFINISHED: usize = 2;
    /// Decided games without a sole winner.
    pub const DRAWN: usize = 3;
    /// Questions with more than one legal answer.
    pub const DECISIONS: usize = 4;
    /// Absolute difference between the best and the second-best score.
    pub const MARGIN: usize = 5;
    /// Sixtieths of wins of seat 0 times the number of seats, minus those of
    /// all seats: a whole number that is 0 on average when the first seat has
    /// its fair share.
    pub const ADVANTAGE: usize = 6;
    /// All questions, those with a single legal answer included.
    pub const QUESTIONS: usize = 7;
    /// First column of the ruleset's own metrics.
    pub const OWN: usize = 8;
}

/// The shape of an arm's tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Number of seats (and of entrants).
    pub seats: usize,
    /// Number of the ruleset's own metrics.
    pub own: usize,
    /// Number of reasons for unfinished games.
    pub reasons: usize,
    /// Number of distributions.
    pub distributions: usize,
    /// Number of items.
    pub items: usize,
    /// Whether the ruleset counts luck.
    pub luck: bool,
    /// Metrics that are a ratio of two sums, the ruleset's own first: column and
    /// denominator.
    pub ratios: Vec<(u16, u16)>,
    /// Columns with the luck column that explains part of them.
    pub controls: Vec<(u16, u16)>,
    /// Pairs of columns whose products are summed, `(low, high)`, sorted.
    pub products: Vec<(u16, u16)>,
    /// Three columns whose products are summed, rising, sorted: what the
    /// skewness of means, and of ratios that are no shares, is made of.
    pub triples: Vec<[u16; 3]>,
}

/// The layout of an arm and the names of its items, which arms of one shape share.
pub type Shape = (Arc<Layout>, Arc<[String]>);

/// The shape that this comes to; that of the arm before, where it is the same.
#[must_use]
pub fn shared((layout, items): (Layout, Vec<String>), before: Option<&Shape>) -> Shape {
    let same = before.filter(|before| *before.0 == layout && *before.1 == *items);
    same.cloned().unwrap_or_else(|| (layout.into(), items.into()))
}

impl Layout {
    /// The layout of an arm of `R` with this many seats and items.
    #[must_use]
    pub fn of<R: Ruleset>(seats: usize, items: usize) -> Self {
        let (reasons, distributions) = (R::FACTS.unfinished.len(), R::TABLES.distributions.len());
        let (own, luck) = (R::TABLES.metrics.len(), R::FACTS.luck.is_some());
        let (ratios, controls, products, triples) = (vec![], vec![], vec![], vec![]);
        Self { seats, own, reasons, distributions, items, luck, ratios, controls, products, triples }
            .filled(R::TABLES.metrics)
    }

    /// With the pairs of columns that estimates of these metrics need.
    fn filled(mut self, metrics: &[Metric]) -> Self {
        let layout = &mut self;
        let seats = layout.seats;
        let mut products: Vec<(usize, usize)> = (0..layout.columns()).map(|c| (c, c)).collect();
        for (index, metric) in metrics.iter().enumerate() {
            let (own, over) = (column::OWN + index, layout.denominator(metric.over));
            products.push((own, over));
            if matches!(metric.over, Over::Sum(_)) {
                layout.ratios.push((own as u16, over as u16));
            }
        }
        products.extend((column::UNFINISHED..column::OWN).map(|c| (c, column::GAMES)));
        products.push((column::DECISIONS, column::QUESTIONS));
        layout.ratios.push((column::DECISIONS as u16, column::QUESTIONS as u16));
        for group in [
            Self::seat_share,
            Self::seat_win,
            Self::entrant_share,
            Self::entrant_win,
            Self::seat_score,
            Self::entrant_score,
        ] {
            products.extend((0..seats).map(|a| (group(layout, a), column::GAMES)));
        }
        // Covariances between seats, for the test of equal shares.
        for a in 0..seats {
            products.extend((a + 1..seats).map(|b| (layout.seat_share(a), layout.seat_share(b))));
        }
        if layout.luck {
            let mut controls: Vec<(usize, usize)> =
                (0..seats).map(|a| (layout.edge(a), layout.edge_luck(a))).collect();
            controls.extend((0..seats).map(|a| (layout.seat_share(a), layout.seat_luck(a))));
            controls.extend((0..seats).map(|a| (layout.entrant_share(a), layout.entrant_luck(a))));
            products.extend(&controls);
            layout.controls = controls.into_iter().map(|(a, b)| (a as u16, b as u16)).collect();
        }
        let mut products: Vec<(u16, u16)> =
            products.into_iter().map(|(a, b)| (a.min(b) as u16, a.max(b) as u16)).collect();
        products.sort_unstable();
        products.dedup();
        layout.products = products;
        layout.triples = layout.skewed(metrics);
        self
    }

    /// The products of three columns that estimates of these metrics need.
    fn skewed(&self, metrics: &[Metric]) -> Vec<[u16; 3]> {
        let alone = [column::DECISIONS, column::MARGIN, column::QUESTIONS].into_iter();
        let scores = (0..self.seats).flat_map(|a| [self.seat_score(a), self.entrant_score(a)]);
        let mut triples: Vec<[usize; 3]> = alone.chain(scores).map(|c| [c; 3]).collect();
        for (index, metric) in metrics.iter().enumerate().filter(|(_, m)| m.unit != Unit::Share) {
            let own = column::OWN + index;
            triples.push([own; 3]);
            if matches!(metric.over, Over::Sum(_)) {
                let over = self.denominator(metric.over);
                triples.extend([[own, own, over], [own, over, over], [over; 3]]);
            }
        }
        let narrow = |mut triple: [usize; 3]| {
            triple.sort_unstable();
            triple.map(|column| column as u16)
        };
        let mut triples: Vec<[u16; 3]> = triples.into_iter().map(narrow).collect();
        triples.sort_unstable();
        triples.dedup();
        triples
    }

    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        let luck = if self.luck { 3 * self.seats } else { 0 };
        self.later_edges() + self.seats - 1 + luck
    }

    /// The column a metric is divided by.
    #[must_use]
    pub const fn denominator(&self, over: Over) -> usize {
        match over {
            Over::Games => column::GAMES,
            Over::Seats => column::SEATS,
            Over::Sum(metric) => column::OWN + metric.place(),
        }
    }

    const fn group(&self, group: usize, index: usize) -> usize {
        column::OWN + self.own + group * self.seats + index
    }

    /// Sixtieths of wins of a seat.
    #[must_use]
    pub const fn seat_share(&self, seat: usize) -> usize {
        self.group(0, seat)
    }

    /// Games won alone by a seat.
    #[must_use]
    pub const fn seat_win(&self, seat: usize) -> usize {
        self.group(1, seat)
    }

    /// Score of a seat.
    #[must_use]
    pub const fn seat_score(&self, seat: usize) -> usize {
        self.group(2, seat)
    }

    /// Sixtieths of wins of an entrant.
    #[must_use]
    pub const fn entrant_share(&self, entrant: usize) -> usize {
        self.group(3, entrant)
    }

    /// Games won alone by an entrant.
    #[must_use]
    pub const fn entrant_win(&self, entrant: usize) -> usize {
        self.group(4, entrant)
    }

    /// Score of an entrant.
    #[must_use]
    pub const fn entrant_score(&self, entrant: usize) -> usize {
        self.group(5, entrant)
    }

    /// First column of the edges of all seats but the first.
    const fn later_edges(&self) -> usize {
        self.group(6, 0)
    }

    /// A seat's edge: what [`column::ADVANTAGE`] is to the first one.
    #[must_use]
    pub const fn edge(&self, seat: usize) -> usize {
        if seat == 0 { column::ADVANTAGE } else { self.later_edges() + seat - 1 }
    }

    const fn luck(&self, group: usize, index: usize) -> usize {
        self.later_edges() + self.seats - 1 + group * self.seats + index
    }

    /// Luck of a seat (only where the ruleset counts luck, like the next two).
    #[must_use]
    pub const fn seat_luck(&self, seat: usize) -> usize {
        self.luck(0, seat)
    }

    /// Luck of an entrant.
    #[must_use]
    pub const fn entrant_luck(&self, entrant: usize) -> usize {
        self.luck(1, entrant)
    }

    /// Luck of a seat times the number of seats, minus that of all seats: what
    /// its edge owes to luck.
    #[must_use]
    pub const fn edge_luck(&self, seat: usize) -> usize {
        self.luck(2, seat)
    }
}
