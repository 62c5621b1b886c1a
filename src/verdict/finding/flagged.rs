//! Settings that move a metric by more than a bound, of all bots together.

use super::super::words::{bound, capital, digits, enumerated, listed_difference, points};
use super::{Bench, Finding, NAMED};
use crate::game::Unit;
use crate::game::called::signed;
use crate::stats::Estimate;
use crate::stats::equivalence::{Bounds, Verdict};
use crate::verdict::show_difference;

/// What is asked, before the answer.
pub(super) fn subject(what: &str, about: &str, least: f64, metric: Unit) -> String {
    let size = match metric {
        Unit::Number => bound(least, metric),
        _ => points(least),
    };
    format!("{} that move {about} by more than {size}: ", capital(what))
}

/// The answer of all bots.
pub(super) struct Told {
    pub(super) text: String,
    /// Each bot's largest effect.
    pub(super) by_bot: Vec<(Option<String>, Estimate)>,
}

/// One bot's settings, largest effect first, and how many of them are surely
/// beyond the bound.
struct Rows {
    bot: Option<String>,
    rows: Vec<(String, Estimate)>,
    clear: usize,
}

fn rows(bench: &Bench<'_>, finding: &Finding, key: &str, least: f64) -> Option<Rows> {
    let mut rows: Vec<(String, Estimate)> = bench
        .arms()
        .filter_map(|(arm, result)| {
            let effect = arm.effect.as_ref().filter(|effect| key.is_empty() || effect.key == key)?;
            let difference = result.metric(finding.metric)?.difference.as_ref()?;
            let value = effect.value.clone();
            let named = if key.is_empty() { format!("{} = {value}", effect.key) } else { value };
            Some((named, difference.estimate))
        })
        .filter(|(_, e)| e.value.is_finite())
        .collect();
    rows.first()?;
    // Which rows are flagged is chosen by looking at all of them.
    let all = rows.len();
    for (_, e) in &mut rows {
        *e = e.together(all);
    }
    let beyond = |e: &Estimate| Bounds::around(0.0, least).judge(e) == Verdict::Fail;
    rows.sort_by(|a, b| {
        let order = (beyond(&b.1), b.1.value.abs());
        beyond(&a.1).cmp(&order.0).reverse().then(order.1.total_cmp(&a.1.value.abs()))
    });
    let clear = rows.iter().filter(|(_, e)| beyond(e)).count();
    Some(Rows { bot: bench.bot.clone(), rows, clear })
}

/// The settings that are clear with every bot, then those of single bots.
pub(super) fn told(benches: &[Bench<'_>], finding: &Finding, key: &str, least: f64) -> Option<Told> {
    let bots: Vec<Rows> = benches.iter().filter_map(|bench| rows(bench, finding, key, least)).collect();
    let unit = finding.metric.unit();
    let by_bot: Vec<(Option<String>, Estimate)> =
        bots.iter().filter_map(|b| Some((b.bot.clone(), b.rows.first()?.1))).collect();
    let all = bots.first()?.rows.len();
    let clear = |b: &Rows, name: &str| b.rows[..b.clear].iter().find(|(n, _)| n == name).map(|(_, e)| *e);
    let everywhere: Vec<&String> = (bots[0].rows[..bots[0].clear].iter())
        .map(|(name, _)| name)
        .filter(|name| bots.iter().all(|b| clear(b, name).is_some()))
        .collect();
    let mut parts: Vec<String> = Vec::new();
    if !everywhere.is_empty() {
        let named: Vec<String> = everywhere
            .iter()
            .map(|name| {
                let found: Vec<f64> = bots.iter().filter_map(|b| Some(clear(b, name)?.value)).collect();
                let low = found.iter().copied().fold(f64::INFINITY, f64::min);
                let high = found.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                match clear(&bots[0], name) {
                    Some(e) if bots.len() == 1 => format!("`{name}` ({})", listed_difference(&e, unit)),
                    _ if unit == Unit::Number => {
                        let places = digits((high - low).abs());
                        format!("`{name}` ({} to {})", signed(low, places), signed(high, places))
                    }
                    _ => {
                        let told = |x: f64| signed(100.0 * x, 1);
                        format!("`{name}` ({} to {})", told(low), told(high))
                    }
                }
            })
            .collect();
        parts.push(enumerated(&named, NAMED));
    }
    for b in &bots {
        let own: Vec<String> = b.rows[..b.clear]
            .iter()
            .filter(|(name, _)| !everywhere.contains(&name))
            .map(|(name, e)| format!("`{name}` ({})", listed_difference(e, unit)))
            .collect();
        if let (false, Some(bot)) = (own.is_empty(), &b.bot) {
            parts.push(format!("between `{bot}` bots also {}", enumerated(&own, NAMED)));
        }
    }
    let text = if parts.is_empty() {
        let largest = bots.iter().filter_map(|b| Some((&b.bot, b.rows.first()?)));
        let (bot, (name, e)) = largest.max_by(|a, b| a.1.1.value.abs().total_cmp(&b.1.1.value.abs()))?;
        let between = bot.as_ref().map_or(String::new(), |bot| format!(" between `{bot}` bots"));
        format!("none of {all}; the largest is `{name}` with {}{between}", show_difference(e, unit))
    } else {
        parts.join("; ")
    };
    Some(Told { text, by_bot })
}
