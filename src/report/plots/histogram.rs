//! Distributions: bars side by side where they are few, one panel below the
//! other on a shared scale where they are many.

use super::axis::{Scale, TICK};
use super::letters::{self, Weight};
use super::scene::{Anchor, Label, Scene};
use super::sheet::{Entry, Look, ROW, Sheet, Swatch};
use super::theme::Ink;
use crate::report::figure::{Bins, Figure, Format, Histogram, Reference, Spread};

/// Lays the plot out.
pub(super) fn lay_out(source: &Figure, figure: &Histogram, look: Look) -> Scene {
    let mut sheet = Sheet::new(source, look);
    let together = figure.series.len() <= 3
        && figure.bins.width == 1
        && figure.apart.is_empty()
        && figure.bins.count * figure.series.len() <= if look.narrow() { 24 } else { 48 }
        && (figure.series.len() <= 1 || figure.series.iter().all(|series| series.marks.is_empty()));
    let panels: Vec<&[Spread]> =
        if together { vec![&figure.series[..]] } else { figure.series.chunks(1).collect() };
    if together && figure.series.len() > 1 {
        let entries: Vec<Entry> = figure
            .series
            .iter()
            .enumerate()
            .map(|(index, series)| Entry {
                swatch: Swatch::Box(Ink::Series(index)),
                text: series.name.clone(),
            })
            .collect();
        sheet.legend(&entries);
    }
    sheet.upright_label(&figure.y.label);
    if panels.len() > 1 {
        sheet.y += 8.0;
    }

    let most = figure
        .series
        .iter()
        .flat_map(|series| &series.shares)
        .copied()
        .filter(|share| share.is_finite())
        .fold(0.0, f64::max);
    let most = if most > 0.0 { most * 1.06 } else { 1.0 };
    let height = match (panels.len(), look.narrow()) {
        (0 | 1, false) => 280.0,
        (0 | 1, true) => 200.0,
        (2 | 3, false) => 150.0,
        _ => 100.0,
    };
    let format = &figure.y.format;
    let ticks = Scale::linear((0.0, most), (height, 0.0)).ticks(if height > 150.0 { 6 } else { 4 }, format);
    let tick_width = letters::widest(ticks.iter().map(|(_, text)| text.as_str()), TICK, Weight::Regular);
    let (left, right) = (sheet.left + tick_width + 10.0, sheet.right - 14.0);
    // What stands apart gets a strip of its own right of the scale.
    let strip = if figure.apart.is_empty() { 0.0 } else { ((right - left) * 0.12).max(44.0) };
    let (low, high) = edges(scaled(figure));
    let across = Scale::linear((low, high), (left, right - strip));

    let names = letters::labels(
        panels.iter().map(|panel| panel.first().map_or("", |spread| spread.name.as_str())),
        |name| vec![letters::shorten(name, ROW, Weight::Strong, right - sheet.left)],
    );
    for (index, panel) in panels.iter().enumerate() {
        if panels.len() > 1 {
            let name = names[index].concat();
            sheet.scene.text(Label::new((sheet.left, sheet.y + 13.0), &name, ROW, Ink::Text).strong());
            sheet.y += 22.0;
        }
        let marks: &[Reference] = if panel.len() == 1 { &panel[0].marks } else { &[] };
        let wanted: Vec<(f64, String)> = marks.iter().map(|mark| (mark.value, mark.label.clone())).collect();
        let labels = sheet.lanes_above(&across, &wanted);
        let (top, bottom) = (sheet.y + 4.0, sheet.y + 4.0 + height);
        let up = Scale::linear((0.0, most), (bottom, top));
        let ticks = up.ticks(if height > 150.0 { 6 } else { 4 }, format);
        sheet.grid_up(&up, &ticks, (left, right));
        draw(&mut sheet.scene, figure, panel, (&across, &up), if panels.len() > 1 { index } else { 0 });
        if strip > 0.0 {
            draw_apart(&mut sheet.scene, figure, panel, &up, (right - strip + 14.0, right));
        }
        sheet.upright_lines(&across, marks, &labels, (top - 6.0, bottom));
        sheet.scene.line(&[(left, bottom), (right, bottom)], Ink::Axis, 1.5);
        sheet.y = bottom + if index + 1 < panels.len() { 22.0 } else { 0.0 };
    }
    let below = sheet.y;
    let end = if strip > 0.0 { right - strip } else { sheet.right };
    bin_labels(&mut sheet, figure, &across, end);
    sheet.y = below + 24.0;
    if strip > 0.0 {
        let middle = right - strip / 2.0 + 7.0;
        for (line, text) in
            letters::wrap(&figure.apart, TICK, Weight::Regular, strip + 6.0, 3).iter().enumerate()
        {
            let y = below + 18.0 + line as f64 * 15.0;
            let label = Label::new((middle, y), text, TICK, Ink::Muted);
            sheet.scene.text(label.anchored(Anchor::Middle));
            sheet.y = sheet.y.max(y + 6.0);
        }
    }
    sheet.axis_label(&figure.x.label, (left, right));
    sheet.finish()
}

/// The bins that lie on the scale.
fn scaled(figure: &Histogram) -> Bins {
    if figure.apart.is_empty() {
        figure.bins
    } else {
        Bins { count: figure.bins.count.saturating_sub(1), open: false, ..figure.bins }
    }
}

/// What lies beyond the scale: bars in a strip of their own, with their values.
fn draw_apart(scene: &mut Scene, figure: &Histogram, panel: &[Spread], up: &Scale, (from, to): (f64, f64)) {
    let zero = up.at(0.0);
    let width = (to - from) / panel.len() as f64;
    for (index, series) in panel.iter().enumerate() {
        let share = series.shares.last().copied().filter(|share| share.is_finite()).unwrap_or(0.0);
        let left = from + index as f64 * width;
        let decimals = u8::from(share > 0.0);
        let value = Format { decimals, ..figure.y.format.clone() }.value(share);
        scene.told(format!("{}: {value}", figure.apart), |scene| {
            scene.fill([left + 4.0, up.at(share), left + width - 4.0, zero], Ink::Open);
            let place = (left + width / 2.0, up.at(share) - 5.0);
            scene.text(Label::new(place, &value, TICK, Ink::Text).anchored(Anchor::Middle));
        });
    }
}

/// Where the first bin begins and the last one ends. Bins of one number are
/// centred on it.
fn edges(bins: Bins) -> (f64, f64) {
    let shift = if bins.width == 1 { 0.5 } else { 0.0 };
    let low = bins.start as f64 - shift;
    (low, low + (bins.count.max(1) as i64 * bins.width) as f64)
}

fn draw(
    scene: &mut Scene,
    figure: &Histogram,
    panel: &[Spread],
    (across, up): (&Scale, &Scale),
    shade: usize,
) {
    let (low, _) = edges(figure.bins);
    let zero = up.at(0.0);
    for bin in 0..scaled(figure).count {
        let from = across.at(low + (bin as i64 * figure.bins.width) as f64);
        let to = across.at(low + ((bin as i64 + 1) * figure.bins.width) as f64);
        let gap = if figure.bins.width == 1 { (to - from) * 0.1 } else { 0.5_f64.min((to - from) * 0.1) };
        let width = (to - from - 2.0 * gap) / panel.len() as f64;
        for (index, series) in panel.iter().enumerate() {
            let Some(&share) = series.shares.get(bin).filter(|share| share.is_finite() && **share > 0.0)
            else {
                continue;
            };
            let left = from + gap + index as f64 * width;
            let name = if series.name.is_empty() { String::new() } else { format!("{}, ", series.name) };
            let words = format!("{name}{}: {}", figure.bins.name(bin), figure.y.format.value(share));
            scene.told(words, |scene| {
                let inset = if panel.len() > 1 { 0.5 } else { 0.0 };
                let corners = [left + inset, up.at(share), left + width - inset, zero];
                scene.fill(corners, Ink::Series(if panel.len() > 1 { index } else { shade }));
            });
        }
    }
}

/// Labels below the last panel: every bin's number, or round numbers at the
/// edges of wide bins.
fn bin_labels(sheet: &mut Sheet, figure: &Histogram, across: &Scale, end: f64) {
    let bins = scaled(figure);
    let bottom = sheet.y;
    let (low, high) = edges(bins);
    if bins.width > 1 {
        let open = (high - bins.width as f64, high - bins.width as f64 / 2.0);
        let mut free = end;
        if bins.open {
            let text = format!("≥\u{a0}{}", figure.x.format.tick(open.0, 1.0));
            let half = letters::width(&text, TICK, Weight::Regular) / 2.0;
            let x = across.at(open.1).min(sheet.right - half);
            tick_label(sheet, x, bottom, &text);
            free = (x - half - 10.0).min(across.at(open.0));
        }
        for (value, text) in across.ticks_across(&figure.x.format) {
            let x = across.at(value);
            let half = letters::width(&text, TICK, Weight::Regular) / 2.0;
            let middle = x.max(sheet.left + half).min(sheet.right - half);
            if middle + half <= free {
                sheet.scene.line(&[(x, bottom), (x, bottom + 4.0)], Ink::Axis, 1.0);
                tick_label(sheet, middle, bottom, &text);
            }
        }
        return;
    }
    let texts: Vec<String> = (0..bins.count)
        .map(|bin| {
            let text = figure.x.format.tick((bins.start + bin as i64) as f64, 1.0);
            if bins.open && bin + 1 == bins.count { format!("≥\u{a0}{text}") } else { text }
        })
        .collect();
    let widest = letters::widest(texts.iter().map(String::as_str), TICK, Weight::Regular) + 8.0;
    let slot = across.at(low + 1.0) - across.at(low);
    let needed = (widest / slot).ceil().max(1.0) as i64;
    let every = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|&step| step >= needed).unwrap_or(needed);
    for (bin, text) in texts.iter().enumerate() {
        let last_open = bins.open && bin + 1 == bins.count;
        let near_last = bins.open && ((bins.count - 1 - bin) as i64) < needed;
        if last_open || (!near_last && (bins.start + bin as i64).rem_euclid(every) == 0) {
            let half = letters::width(text, TICK, Weight::Regular) / 2.0;
            let x =
                across.at((bins.start + bin as i64) as f64).max(sheet.left + half).min(sheet.right - half);
            tick_label(sheet, x, bottom, text);
        }
    }
}

fn tick_label(sheet: &mut Sheet, x: f64, bottom: f64, text: &str) {
    let label = Label::new((x, bottom + 18.0), text, TICK, Ink::Muted);
    sheet.scene.text(label.anchored(Anchor::Middle));
}
