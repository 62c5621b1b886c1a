//! Scene → PNG bytes, drawn by plotters with the embedded font, twice as dense
//! as CSS pixels, on a light ground. No system library or font is used.
//!
//! Letters are placed here rather than by plotters, whose text drawing loses
//! each letter's left side bearing.

use ab_glyph::{Font, PxScale, point};
use plotters::backend::{BitMapBackend, DrawingBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::{Color, RGBAColor, RGBColor, ShapeStyle};

use super::letters;
use super::scene::{Anchor, Label, Mark, Place, Scene, Shape};
use super::theme::Ink;

/// Image pixels per CSS pixel.
const DENSITY: usize = 2;
/// Each image pixel is averaged over this many drawn ones each way, which gives
/// smooth edges and evenly spaced letters.
const FINE: usize = 2;
/// Drawings larger than this many drawn pixels do without the averaging, to
/// bound the memory.
const MOST: usize = 64 << 20;

type Sheet<B> = DrawingArea<B, Shift>;
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Encodes the scene as a PNG image.
pub(super) fn png(scene: &Scene) -> Vec<u8> {
    let wide = (scene.width.ceil() as usize).max(1) * DENSITY;
    let high = (scene.height.ceil() as usize).max(1) * DENSITY;
    let fine = if wide * high * FINE * FINE > MOST { 1 } else { FINE };
    let mut drawn = vec![255_u8; wide * high * fine * fine * 3];
    {
        let size = ((wide * fine) as u32, (high * fine) as u32);
        let sheet = BitMapBackend::with_buffer(&mut drawn, size).into_drawing_area();
        let scale = (DENSITY * fine) as f64;
        // The only errors are those of files and fonts; neither is in play.
        paint(scene, &sheet, scale).expect("a bitmap in memory with a registered font can be drawn");
    }
    let pixels = if fine == 1 { drawn } else { average(drawn, wide, high) };
    encode(&pixels, wide, high)
}

/// Averages squares of drawn pixels, in their own place: a large picture is not
/// held twice.
fn average(mut drawn: Vec<u8>, wide: usize, high: usize) -> Vec<u8> {
    const AREA: u16 = (FINE * FINE) as u16;
    let (row, line) = (wide * 3, wide * FINE * 3);
    let mut sums = vec![0_u16; line];
    for at in 0..high {
        // Line by line first: what is added up lies side by side.
        sums.fill(0);
        for drawn in drawn[at * line * FINE..][..line * FINE].chunks_exact(line) {
            for (sum, &value) in sums.iter_mut().zip(drawn) {
                *sum += u16::from(value);
            }
        }
        let pixels = drawn[at * row..][..row].as_chunks_mut::<3>().0;
        for (pixel, square) in pixels.iter_mut().zip(sums.as_chunks::<{ FINE * 3 }>().0) {
            for (colour, value) in pixel.iter_mut().enumerate() {
                let sum: u16 = square[colour..].iter().step_by(3).sum();
                *value = ((sum + AREA / 2) / AREA) as u8;
            }
        }
    }
    drawn.truncate(row * high);
    drawn.shrink_to_fit();
    drawn
}

fn encode(pixels: &[u8], wide: usize, high: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, wide as u32, high as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Flat colours compress best without prediction.
    encoder.set_filter(png::FilterType::NoFilter);
    encoder.set_compression(png::Compression::Default);
    let mut writer = encoder.write_header().expect("memory can be written");
    writer.write_image_data(pixels).expect("the buffer has the image's size");
    writer.finish().expect("memory can be written");
    bytes
}

/// Draws the scene on any backend, `scale` backend pixels per CSS pixel.
fn paint<B: DrawingBackend>(scene: &Scene, sheet: &Sheet<B>, scale: f64) -> Drawn<B> {
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
    sheet.present()
}

fn solid(ink: Ink) -> ShapeStyle {
    let (red, green, blue) = ink.rgb();
    ShapeStyle { color: RGBAColor(red, green, blue, 1.0), filled: true, stroke_width: 1 }
}

fn rectangle<B: DrawingBackend>(sheet: &Sheet<B>, corners: [f64; 4], ink: Ink) -> Drawn<B> {
    let [left, top, right, bottom] = corners.map(|value| value.round() as i32);
    if right <= left || bottom <= top {
        return Ok(());
    }
    sheet.draw(&Rectangle::new([(left, top), (right, bottom)], solid(ink)))
}

fn polygon<B: DrawingBackend>(sheet: &Sheet<B>, places: &[Place], ink: Ink) -> Drawn<B> {
    let corners: Vec<(i32, i32)> =
        places.iter().map(|&(x, y)| (x.round() as i32, y.round() as i32)).collect();
    sheet.draw(&Polygon::new(corners, solid(ink)))
}

fn disc<B: DrawingBackend>(sheet: &Sheet<B>, (x, y): Place, radius: f64, ink: Ink) -> Drawn<B> {
    let radius = radius.round().max(1.0) as i32;
    sheet.draw(&Circle::new((x.round() as i32, y.round() as i32), radius, solid(ink)))
}

/// A line of some width with round corners.
fn stroke<B: DrawingBackend>(sheet: &Sheet<B>, places: &[Place], width: f64, ink: Ink) -> Drawn<B> {
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
fn band<B: DrawingBackend>(
    sheet: &Sheet<B>,
    upper: &[Place],
    lower: &[Place],
    ink: Ink,
    scale: f64,
) -> Drawn<B> {
    let (red, green, blue) = ink.rgb();
    let tint = ShapeStyle { color: RGBAColor(red, green, blue, 0.2), filled: true, stroke_width: 1 };
    let (Some(first), Some(last)) = (upper.first(), upper.last()) else { return Ok(()) };
    let (from, to) = ((first.0 * scale).round() as i32, (last.0 * scale).round() as i32);
    for column in from..to {
        let x = (f64::from(column) + 0.5) / scale;
        let top = (height_at(upper, x) * scale).round() as i32;
        let bottom = (height_at(lower, x) * scale).round() as i32;
        if bottom > top {
            sheet.draw(&PathElement::new(vec![(column, top), (column, bottom - 1)], tint))?;
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

fn dot<B: DrawingBackend>(
    sheet: &Sheet<B>,
    (x, y): Place,
    radius: f64,
    shape: Shape,
    ink: Ink,
    scale: f64,
) -> Drawn<B> {
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

fn text<B: DrawingBackend>(sheet: &Sheet<B>, label: &Label, scale: f64) -> Drawn<B> {
    let font = letters::font(label.weight);
    let size = label.size * scale;
    // The font library measures sizes by line height, not by em.
    let height = PxScale::from((size * f64::from(font.height_unscaled()) / letters::em(font)) as f32);
    let before = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => letters::exact_width(&label.text, size, label.weight) / 2.0,
        Anchor::End => letters::exact_width(&label.text, size, label.weight),
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
            sheet.draw_pixel(place, &RGBColor(red, green, blue).mix(f64::from(cover.min(1.0))))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn averaging_keeps_flat_colours() {
        assert_eq!(average(vec![7; 4 * 4 * 3], 2, 2), vec![7; 2 * 2 * 3]);
    }

    #[test]
    fn a_square_becomes_the_rounded_mean_of_its_pixels() {
        let first = [[0, 0, 0], [1, 10, 100], [9; 3], [9; 3]];
        let second = [[2, 20, 200], [3, 30, 7], [9; 3], [9; 3]];
        let drawn = [first, second].concat().concat();
        assert_eq!(average(drawn, 2, 1), [2, 15, 77, 9, 9, 9]);
    }
}
