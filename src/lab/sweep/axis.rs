//! What is swept: a key with its values, and the grid of one or two of them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::lab::range;
use crate::settings::{Fault, amount};

/// Most points of a sweep.
pub const MOST_POINTS: usize = 2_000;

/// A key with the values it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Axis {
    /// Switch, assumption, or `data.PATH`.
    pub key: String,
    /// Values in the order of the sweep, as given.
    pub values: Vec<String>,
}

impl Axis {
    /// Every value as a number (fractions as `3/4` included), if all are.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.values.iter().map(|value| amount(value)).collect()
    }
}

/// Ranged and plain settings.
pub type Parted = (Vec<Axis>, Vec<(String, String)>);

/// Parts `--set` pairs into axes and plain settings. A value stands for
/// several when it is a range (`0..10`, `0..1/0.25`), a list with `|`, or a
/// comma list of words (`off,on`; numbers with commas are one value of a
/// switch that takes a list).
///
/// # Errors
/// A range that names nothing, no axis or more than two, or too many points.
pub fn parted(set: &[(String, String)]) -> Result<Parted, Fault> {
    let mut axes: Vec<Axis> = Vec::new();
    let mut plain = Vec::new();
    for (key, text) in set {
        let words = text.contains(',') && text.split(',').all(|part| is_word(part.trim()));
        let text = if words { text.replace(',', "|") } else { text.clone() };
        if !range::is_range(&text) {
            plain.push((key.clone(), text));
            continue;
        }
        if axes.iter().any(|axis| axis.key == *key) {
            return Err(Fault::new(key, "the key twice", "each key once"));
        }
        axes.push(Axis { key: key.clone(), values: range::values(key, &text)? });
    }
    let allowed = "one or two keys with several values, such as wins-to-win=3..7, goals-to-win=1|3|5 or captains=off|on";
    if axes.is_empty() || axes.len() > 2 {
        let fault = Fault::new("--set", format!("{} keys with several values", axes.len()), allowed);
        // With commas numbers are one value: that of a switch that takes a list.
        let commas = plain.iter().find(|(_, text)| axes.is_empty() && text.contains(','));
        return Err(match commas {
            Some((key, text)) => fault.hint(format!("did you mean '{key}={}'?", text.replace(',', "|"))),
            None => fault,
        });
    }
    if let Some(single) = axes.iter().find(|axis| axis.values.len() < 2) {
        return Err(Fault::new(
            &single.key,
            format!("the single value `{}`", single.values[0]),
            "two or more",
        ));
    }
    let points: usize = axes.iter().map(|axis| axis.values.len()).product();
    if points > MOST_POINTS {
        let fault = Fault::new("--set", format!("{points} points"), format!("at most {MOST_POINTS}"));
        return Err(fault.hint("a larger step helps: 0..100/5"));
    }
    Ok((axes, plain))
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The settings of every point: the first axis moves slowest.
#[must_use]
pub fn grid(axes: &[Axis]) -> Vec<Vec<(String, String)>> {
    let mut points: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for axis in axes {
        let with = |point: &Vec<(String, String)>, value: &String| {
            let mut point = point.clone();
            point.push((axis.key.clone(), value.clone()));
            point
        };
        points = points
            .iter()
            .flat_map(|point| axis.values.iter().map(|v| with(point, v)).collect::<Vec<_>>())
            .collect();
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn ranges_become_axes_and_the_rest_stays() {
        let (axes, plain) =
            parted(&set(&[("a", "0..2"), ("b", "5"), ("c", "off,on"), ("d", "3,6,9")])).unwrap();
        assert_eq!(axes.len(), 2);
        assert_eq!((axes[0].key.as_str(), axes[0].numbers()), ("a", Some(vec![0.0, 1.0, 2.0])));
        assert_eq!((axes[1].values.join(" "), axes[1].numbers()), ("off on".to_owned(), None));
        assert_eq!(plain, set(&[("b", "5"), ("d", "3,6,9")]));
        let points = grid(&axes);
        assert_eq!(points.len(), 6);
        assert_eq!(points[1], set(&[("a", "0"), ("c", "on")]));
        assert_eq!(points[2], set(&[("a", "1"), ("c", "off")]));
    }

    #[test]
    fn what_is_no_sweep_is_refused() {
        for wrong in [
            &[("a", "1")][..],
            &[],
            &[("a", "0..1"), ("b", "0..1"), ("c", "0..1")],
            &[("a", "0..1"), ("a", "2..3")],
            &[("a", "3..1")],
            &[("a", "5..5")],
            &[("a", "0..100"), ("b", "0..100")],
        ] {
            assert!(parted(&set(wrong)).is_err(), "{wrong:?}");
        }
        let commas = parted(&set(&[("a", "1/2,3/4")])).unwrap_err();
        assert_eq!(commas.hint.as_deref(), Some("did you mean 'a=1/2|3/4'?"));
    }
}
