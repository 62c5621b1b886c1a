//! Scene → PNG bytes, drawn by plotters with the embedded font, twice as dense
//! as CSS pixels, on a light ground. No system library or font is used.
//!
//! Letters are placed here rather than by plotters, whose text drawing loses
//! each letter's left side bearing.

use std::io::Write;
use std::ops::Range;

use ab_glyph::{Font, PxScale, point};
use plotters::backend::BitMapBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::{Color, RGBAColor, RGBColor, ShapeStyle};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, DrawingBackend, DrawingErrorKind, rasterizer,
};

use super::letters;
use super::scene::{Anchor, Label, Mark, Place, Scene, Shape};
use super::theme::Ink;

/// Image pixels per CSS pixel.
const DENSITY: usize = 2;
/// Each image pixel is averaged over this many drawn ones each way, which gives
/// smooth edges and evenly spaced letters.
const FINE: usize = 2;
/// Drawings larger than this many drawn pixels do without the averaging, to
/// bound the time.
const MOST: usize = 64 << 20;
/// Image lines that are drawn at a time: no more of them are ever in memory.
const LINES: usize = 256;
/// Bytes of a picture up to which it has one block of image data; what is taller has
/// several.
const DATA: usize = 1 << 20;
/// Image pixels side by side that are averaged at a time.
const BLOCK: usize = 32;
/// Drawn pixels that smooth edges and rounding reach beyond a shape.
const EDGE: f64 = 3.0;

type Fault = <BitMapBackend<'static> as DrawingBackend>::ErrorType;
type Drawn = Result<(), DrawingAreaErrorKind<Fault>>;

/// Some lines of a drawing: places are those of the whole, what lies above or
/// below these lines is left out.
struct Strip<'a> {
    lines: BitMapBackend<'a>,
    /// The first of the lines.
    top: i32,
    /// Size of the whole.
    size: (u32, u32),
}

impl Strip<'_> {
    /// A place as these lines count it.
    fn within(&self, (x, y): BackendCoord) -> BackendCoord {
        (x, y - self.top)
    }
}

impl DrawingBackend for Strip<'_> {
    type ErrorType = Fault;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<Fault>> {
        self.lines.ensure_prepared()
    }

    fn present(&mut self) -> Result<(), DrawingErrorKind<Fault>> {
        self.lines.present()
    }

    fn draw_pixel(
        &mut self,
        point: BackendCoord,
        color: BackendColor,
    ) -> Result<(), DrawingErrorKind<Fault>> {
        self.lines.draw_pixel(self.within(point), color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Result<(), DrawingErrorKind<Fault>> {
        if from.0 == to.0 || from.1 == to.1 {
            return self.lines.draw_line(self.within(from), self.within(to), style);
        }
        // A slope is rounded as it lies in the whole.
        rasterizer::draw_line(self, from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Result<(), DrawingErrorKind<Fault>> {
        self.lines.draw_rect(self.within(upper_left), self.within(bottom_right), style, fill)
    }
}

/// What is drawn on, and the heights of it that show.
struct Sheet<'a> {
    area: DrawingArea<Strip<'a>, Shift>,
    shown: Range<f64>,
}

impl Sheet<'_> {
    /// Whether anything shows of what reaches so far up and down from a height.
    fn shows(&self, height: f64, reach: f64) -> bool {
        height + reach >= self.shown.start && height - reach <= self.shown.end
    }
}

/// Encodes the scene as a PNG image.
pub(super) fn png(scene: &Scene) -> Vec<u8> {
    let [wide, high] = size(scene);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, wide as u32, high as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Flat colours compress best without prediction.
    encoder.set_filter(png::FilterType::NoFilter);
    encoder.set_compression(png::Compression::Default);
    let mut writer = encoder.write_header().expect("memory can be written");
    let mut image = writer.stream_writer_with_size(DATA).expect("memory can be written");
    drawn(scene, LINES, |lines| image.write_all(lines).expect("memory can be written"));
    image.finish().expect("the lines are those of the image");
    writer.finish().expect("memory can be written");
    bytes
}

/// The width and height of the image in pixels.
fn size(scene: &Scene) -> [usize; 2] {
    [scene.width, scene.height].map(|side| (side.ceil() as usize).max(1) * DENSITY)
}

/// The pixels of the image, so many lines at a time.
fn drawn(scene: &Scene, at_a_time: usize, mut done: impl FnMut(&[u8])) {
    let [wide, high] = size(scene);
    let fine = if wide * high * FINE * FINE > MOST { 1 } else { FINE };
    let (row, size) = (wide * fine * 3, ((wide * fine) as u32, (high * fine) as u32));
    let mut image = vec![0; at_a_time.min(high) * wide * 3];
    let mut drawn = vec![0; at_a_time.min(high) * fine * row];
    for top in (0..high).step_by(at_a_time) {
        let lines = at_a_time.min(high - top);
        let image = &mut image[..lines * wide * 3];
        let (top, lines) = (top * fine, lines * fine);
        let drawn = &mut drawn[..lines * row];
        drawn.fill(255);
        let shown = top as f64..(top + lines) as f64;
        let lines = BitMapBackend::with_buffer(drawn, (size.0, lines as u32));
        let area = Strip { lines, top: top as i32, size }.into_drawing_area();
        // The only errors are those of files and fonts; neither is in play.
        paint(scene, &Sheet { area, shown }, (DENSITY * fine) as f64)
            .expect("a bitmap in memory with a registered font can be drawn");
        if fine == 1 {
            done(drawn);
        } else {
            average(drawn, wide, image);
            done(image);
        }
    }
}

/// Averages squares of drawn pixels into those of an image as wide as that.
fn average(drawn: &[u8], wide: usize, pixels: &mut [u8]) {
    const AREA: u16 = (FINE * FINE) as u16;
    let line = wide * FINE * 3;
    let mut sums = [0_u16; BLOCK * FINE * 3];
    for (lines, row) in drawn.chunks_exact(line * FINE).zip(pixels.chunks_exact_mut(wide * 3)) {
        for (at, pixels) in row.chunks_mut(BLOCK * 3).enumerate() {
            let drawn = lines.chunks_exact(line);
            let mut blocks = drawn.map(|line| &line[at * BLOCK * FINE * 3..][..pixels.len() * FINE]);
            let first = &lines[at * BLOCK * FINE * 3..][..pixels.len() * FINE];
            // Most of a picture is of one colour far around, which is the mean.
            if first[3..] == first[..first.len() - 3] && blocks.clone().all(|block| block == first) {
                pixels.copy_from_slice(&first[..pixels.len()]);
                continue;
            }
            // Line by line: what is added up lies side by side.
            sums.fill(0);
            blocks.by_ref().for_each(|block| {
                sums.iter_mut().zip(block).for_each(|(sum, &value)| *sum += u16::from(value));
            });
            let squares = sums.as_chunks::<{ FINE * 3 }>().0;
            for (pixel, square) in pixels.as_chunks_mut::<3>().0.iter_mut().zip(squares) {
                for (colour, value) in pixel.iter_mut().enumerate() {
                    let sum: u16 = square[colour..].iter().step_by(3).sum();
                    *value = ((sum + AREA / 2) / AREA) as u8;
                }
            }
        }
    }
}

/// Draws what of the scene shows on the sheet, `scale` drawn pixels per CSS pixel.
fn paint(scene: &Scene, sheet: &Sheet<'_>, scale: f64) -> Drawn {
    for mark in &scene.marks {
        match mark {
            Mark::Open(_) | Mark::Close => {}
            Mark::Box { corners, ink, .. } => {
                let [left, top, right, bottom] = corners.map(|value| value * scale);
                rectangle(sheet, [left, top, right, bottom], *ink)?;
            }
            Mark::Line { places, ink, width, dashed } => {
                let places: Vec<Place> = places.iter().map(|&(x, y)| (x * scale, y * scale)).collect();
                let pieces =
                    if *dashed { dashes(&places, 5.0 * scale, 4.0 * scale) } else { vec![places.clone()] };
                for piece in pieces {
                    stroke(sheet, &piece, width * scale, *ink)?;
                }
            }
            Mark::Band { upper, lower, ink } => band(sheet, upper, lower, *ink, scale)?,
            Mark::Dot { at, radius, shape, ink } => {
                dot(sheet, (at.0 * scale, at.1 * scale), radius * scale, *shape, *ink, scale)?;
            }
            Mark::Text(label) => text(sheet, label, scale)?,
        }
    }
    sheet.area.present()
}

fn solid(ink: Ink) -> ShapeStyle {
    let (red, green, blue) = ink.rgb();
    ShapeStyle { color: RGBAColor(red, green, blue, 1.0), filled: true, stroke_width: 1 }
}

fn rectangle(sheet: &Sheet<'_>, corners: [f64; 4], ink: Ink) -> Drawn {
    let [left, top, right, bottom] = corners.map(|value| value.round() as i32);
    if right <= left || bottom <= top {
        return Ok(());
    }
    sheet.area.draw(&Rectangle::new([(left, top), (right, bottom)], solid(ink)))
}

fn polygon(sheet: &Sheet<'_>, places: &[Place], ink: Ink) -> Drawn {
    let heights = || places.iter().map(|place| place.1);
    let (top, bottom) = (heights().fold(f64::MAX, f64::min), heights().fold(f64::MIN, f64::max));
    if !sheet.shows(top.midpoint(bottom), (bottom - top) / 2.0 + EDGE) {
        return Ok(());
    }
    let corners: Vec<(i32, i32)> =
        places.iter().map(|&(x, y)| (x.round() as i32, y.round() as i32)).collect();
    sheet.area.draw(&Polygon::new(corners, solid(ink)))
}

fn disc(sheet: &Sheet<'_>, (x, y): Place, radius: f64, ink: Ink) -> Drawn {
    let radius = radius.round().max(1.0) as i32;
    if !sheet.shows(y, f64::from(radius) + EDGE) {
        return Ok(());
    }
    sheet.area.draw(&Circle::new((x.round() as i32, y.round() as i32), radius, solid(ink)))
}

/// A line of some width with round corners.
fn stroke(sheet: &Sheet<'_>, places: &[Place], width: f64, ink: Ink) -> Drawn {
    let half = width / 2.0;
    for pair in places.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        if ax == bx {
            rectangle(sheet, [ax - half, ay.min(by), ax + half, ay.max(by)], ink)?;
        } else if ay == by {
            rectangle(sheet, [ax.min(bx), ay - half, ax.max(bx), ay + half], ink)?;
        } else {
            let length = (bx - ax).hypot(by - ay);
            let (dx, dy) = ((ay - by) / length * half, (bx - ax) / length * half);
            let corners = [(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)];
            polygon(sheet, &corners, ink)?;
        }
    }
    if places.len() > 2 && half >= 2.0 {
        for &place in &places[1..places.len() - 1] {
            disc(sheet, place, half, ink)?;
        }
    }
    Ok(())
}

/// Cuts a line into dashes.
fn dashes(places: &[Place], dash: f64, gap: f64) -> Vec<Vec<Place>> {
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    // How far the current dash (or gap) still goes.
    let (mut left, mut drawing) = (dash, true);
    for pair in places.windows(2) {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        let length = (bx - ax).hypot(by - ay);
        let mut done = 0.0;
        if drawing && piece.is_empty() {
            piece.push(pair[0]);
        }
        while length - done > left {
            done += left;
            let part = done / length;
            let place = (ax + (bx - ax) * part, ay + (by - ay) * part);
            piece.push(place);
            if drawing {
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![place];
            }
            drawing = !drawing;
            left = if drawing { dash } else { gap };
        }
        left -= length - done;
        if drawing {
            piece.push(pair[1]);
        }
    }
    if drawing && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

/// Fills between two lines column by column, so that no column is tinted twice.
fn band(sheet: &Sheet<'_>, upper: &[Place], lower: &[Place], ink: Ink, scale: f64) -> Drawn {
    let (red, green, blue) = ink.rgb();
    let tint = ShapeStyle { color: RGBAColor(red, green, blue, 0.2), filled: true, stroke_width: 1 };
    let (Some(first), Some(last)) = (upper.first(), upper.last()) else { return Ok(()) };
    let (from, to) = ((first.0 * scale).round() as i32, (last.0 * scale).round() as i32);
    for column in from..to {
        let x = (f64::from(column) + 0.5) / scale;
        let top = (height_at(upper, x) * scale).round() as i32;
        let bottom = (height_at(lower, x) * scale).round() as i32;
        if bottom > top {
            sheet.area.draw(&PathElement::new(vec![(column, top), (column, bottom - 1)], tint))?;
        }
    }
    Ok(())
}

/// The height of a line over `x`.
fn height_at(places: &[Place], x: f64) -> f64 {
    let after = places.partition_point(|place| place.0 < x).clamp(1, places.len().max(2) - 1);
    match (places.get(after - 1), places.get(after)) {
        (Some(&(ax, ay)), Some(&(bx, by))) if bx > ax => {
            ay + (by - ay) * ((x - ax) / (bx - ax)).clamp(0.0, 1.0)
        }
        (Some(&(_, y)), _) | (None, Some(&(_, y))) => y,
        (None, None) => 0.0,
    }
}

fn dot(sheet: &Sheet<'_>, (x, y): Place, radius: f64, shape: Shape, ink: Ink, scale: f64) -> Drawn {
    match shape {
        Shape::Circle => disc(sheet, (x, y), radius, ink),
        Shape::Ring => {
            disc(sheet, (x, y), radius + 0.3 * scale, ink)?;
            disc(sheet, (x, y), radius - 1.5 * scale, Ink::Paper)
        }
        Shape::Square => {
            let [left, top, right, bottom] =
                [x - 0.9 * radius, y - 0.9 * radius, x + 0.9 * radius, y + 0.9 * radius];
            rectangle(sheet, [left, top, right, bottom], ink)
        }
        Shape::Diamond | Shape::Up | Shape::Down => {
            let corners: Vec<Place> =
                shape.corners().iter().map(|&(dx, dy)| (x + dx * radius, y + dy * radius)).collect();
            polygon(sheet, &corners, ink)
        }
    }
}

fn text(sheet: &Sheet<'_>, label: &Label, scale: f64) -> Drawn {
    let font = letters::font(label.weight);
    let size = label.size * scale;
    let width = || letters::exact_width(&label.text, size, label.weight);
    // Letters reach less far above and below their line than its size.
    let reach = 1.25 * size + if label.turned { width() } else { 0.0 };
    if !sheet.shows(label.at.1 * scale, reach) {
        return Ok(());
    }
    // The font library measures sizes by line height, not by em.
    let height = PxScale::from((size * f64::from(font.height_unscaled()) / letters::em(font)) as f32);
    let before = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width() / 2.0,
        Anchor::End => width(),
    };
    let (left, base) = ((label.at.0 * scale).round() as i32, (label.at.1 * scale).round() as i32);
    let (red, green, blue) = label.ink.rgb();
    let mut pixels = Vec::new();
    letters::along(&label.text, font, |glyph, place| {
        let along = (place / letters::em(font) * size - before) as f32;
        let glyph = glyph.with_scale_and_position(height, point(along, 0.0));
        if let Some(outline) = font.outline_glyph(glyph) {
            let corner = outline.px_bounds().min;
            outline.draw(|x, y, cover| {
                let (x, y) = (x as i32 + corner.x as i32, y as i32 + corner.y as i32);
                let place = if label.turned { (left + y, base - x) } else { (left + x, base + y) };
                pixels.push((place, cover));
            });
        }
    });
    for (place, cover) in pixels {
        if cover > 0.0 {
            sheet.area.draw_pixel(place, &RGBColor(red, green, blue).mix(f64::from(cover.min(1.0))))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Look;
    use super::super::{samples, scene};
    use super::*;

    #[test]
    fn dashes_cover_a_line_by_their_share() {
        let pieces = dashes(&[(0.0, 0.0), (30.0, 0.0), (30.0, 60.0)], 5.0, 4.0);
        let length: f64 = pieces
            .iter()
            .flat_map(|piece| piece.windows(2))
            .map(|pair| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1))
            .sum();
        assert!((length - 50.0).abs() < 1e-9, "{length}");
        assert!(pieces.iter().all(|piece| piece.len() >= 2));
    }

    #[test]
    fn a_band_follows_its_lines() {
        let line = [(0.0, 0.0), (10.0, 20.0), (20.0, 0.0)];
        assert_eq!(height_at(&line, 5.0), 10.0);
        assert_eq!(height_at(&line, 15.0), 10.0);
        assert_eq!(height_at(&line, 99.0), 0.0);
        assert_eq!(height_at(&line[..1], 99.0), 0.0);
    }

    /// Text, turned text, slopes, dots, dashes and tints over the edges of strips.
    #[test]
    fn strips_are_the_drawing_in_pieces() {
        for (name, figure) in samples::all() {
            let scene = scene(&figure, Look::FILE);
            let pixels = |at_a_time| {
                let mut pixels = Vec::new();
                drawn(&scene, at_a_time, |lines| pixels.extend_from_slice(lines));
                pixels
            };
            let whole = pixels(size(&scene)[1]);
            for at_a_time in [LINES, 61] {
                assert!(pixels(at_a_time) == whole, "{name}: {at_a_time} lines at a time");
            }
        }
    }

    #[test]
    fn averaging_keeps_flat_colours() {
        let mut pixels = [0; 2 * 2 * 3];
        average(&[7; 4 * 4 * 3], 2, &mut pixels);
        assert_eq!(pixels, [7; 2 * 2 * 3]);
    }

    #[test]
    fn a_square_becomes_the_rounded_mean_of_its_pixels() {
        let first = [[0, 0, 0], [1, 10, 100], [9; 3], [9; 3]];
        let second = [[2, 20, 200], [3, 30, 7], [9; 3], [9; 3]];
        let drawn = [first, second].concat().concat();
        let mut pixels = [0; 2 * 3];
        average(&drawn, 2, &mut pixels);
        assert_eq!(pixels, [2, 15, 77, 9, 9, 9]);
    }
}
