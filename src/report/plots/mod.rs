//! Plots: a [`Figure`] comes in, SVG text or PNG
//! bytes go out; the same figure always gives the same bytes.
//!
//! Each kind of plot has a file that lays it out as a `scene` of shapes and texts
//! at fixed places, measured with the embedded font. `vector` writes a scene as
//! SVG, `raster` draws it into a PNG image. No file is read or written here and
//! nothing is estimated: points come with their intervals.
//!
//! plotters draws: every path, polygon, circle and box of a PNG is its. Its
//! charts, axes and SVG are left alone, for three reasons. One scene is drawn
//! three times, for a file, a page and a phone, and a label must never be cut or
//! lie on another, so all text is measured before anything is placed; plotters
//! places text by estimates of its own. The SVG of a page takes its colours from
//! the page's style, light or dark, and says to a screen reader what it shows;
//! plotters writes fixed colours and bare shapes. And it has no forest and no
//! tornado, which most figures here are.

mod axis;
mod bars;
mod curve;
mod forest;
mod heatmap;
mod histogram;
mod letters;
mod raster;
mod scene;
mod sheet;
mod theme;
mod tornado;
mod vector;

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;

use crate::report::figure::Figure;
use scene::Scene;
use sheet::Look;
pub(crate) use theme::FONTS;
pub use theme::css;
use vector::Host;

fn scene(figure: &Figure, look: Look) -> Scene {
    match figure {
        Figure::Forest(plot) => forest::lay_out(figure, plot, look),
        Figure::Histogram(plot) => histogram::lay_out(figure, plot, look),
        Figure::SeatBars(plot) => bars::lay_out(figure, plot, look),
        Figure::Tornado(plot) => tornado::lay_out(figure, plot, look),
        Figure::Heatmap(plot) => heatmap::lay_out(figure, plot, look),
        Figure::Curve(plot) => curve::lay_out(figure, plot, look),
        Figure::Convergence(plot) => curve::lay_out_running(figure, plot, look),
    }
}

/// The figure as an SVG file with its title, subtitle and note. It carries its
/// own ground and colours for light and dark surroundings.
#[must_use]
pub fn svg(figure: &Figure) -> String {
    vector::svg(&scene(figure, Look::FILE), Host::File)
}

/// The figure as an SVG element for a page that carries [`css`] and writes
/// title, subtitle and note itself. The page shows through.
#[must_use]
pub fn svg_inline(figure: &Figure) -> String {
    vector::svg(&scene(figure, Look::PAGE), Host::Page)
}

/// The same, laid out for the width of a phone.
#[must_use]
pub fn svg_inline_narrow(figure: &Figure) -> String {
    vector::svg(&scene(figure, Look::PHONE), Host::Page)
}

/// The height of [`svg_inline`] in CSS pixels, by which a page may break.
#[must_use]
pub fn height_inline(figure: &Figure) -> f64 {
    scene(figure, Look::PAGE).height
}

/// The figure as a PNG image with its title, subtitle and note, on a light
/// ground, at two image pixels per CSS pixel.
#[must_use]
pub fn png(figure: &Figure) -> Vec<u8> {
    raster::png(&scene(figure, Look::FILE))
}
