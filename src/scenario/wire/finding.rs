//! One `[[finding]]`: which keys belong to which kind.

use toml::de::DeTable;

use super::At;
use super::reader::{self, Reader, Table};
use crate::scenario::judged::{Finding, FindingKind};
use crate::settings::{Fault, nearest};

reader::tables! {
    /// One `[[finding]]`.
    FindingKeys as FindingTable {
        /// `difference`, `worth`, `gap-closed`, `per-step`, `reaches`, `worst`,
        /// `range`, `gap` or `flagged`.
        "kind" kind: Option<At<String>> as String,
        /// Metric concerned; a quantile (`median-turns`) in a `difference` or a
        /// `range`.
        "metric" metric: Option<At<String>> as String,
        /// The metric in the words of the sentence.
        "about" about: Option<String>,
        /// What is changed, in the words of the sentence.
        "what" what: Option<String>,
        /// Arm compared with (`difference`, `worth`, `gap-closed`), or varied from
        /// (`per-step`, `reaches`).
        "from" from: Option<String>,
        /// Arm compared (`difference`, `worth`, `gap-closed`).
        "to" to: Option<String>,
        /// The metric that the change is counted per unit of (`worth`).
        "per" per: Option<String>,
        /// Fair value (`gap-closed`, `worst`).
        "fair" fair: Option<f64>,
        /// Switch (`per-step`, `reaches`, `flagged`, which takes all without it).
        "key" key: Option<String>,
        /// Value to be reached (`reaches`).
        "target" target: Option<f64>,
        /// Group of match-ups (`worst`), or how the arms' names begin (`range`).
        "among" among: Option<String>,
        /// Arm looked at (`gap`).
        "arm" arm: Option<String>,
        /// The metric subtracted (`gap`).
        "minus" minus: Option<String>,
        /// Change that is called decisive (`flagged`).
        "bound" bound: Option<f64>,
    }
}

/// Declares the kinds of findings: the word, the variant and its keys, with
/// what is meant where a key is left out; those without a meaning are needed.
macro_rules! kinds {
    ($($word:literal $kind:ident { $($key:ident $(= $default:expr)?),+ })+) => {
        /// What a finding can compute, and the keys of each.
        const KINDS: &[(&str, &[(&str, bool)])] =
            &[$(($word, &[$((stringify!($key), kinds!(@needed $($default)?))),+])),+];

        fn made(kind: &str, keys: &FindingKeys) -> Option<FindingKind<String>> {
            Some(match kind {
                $($word => FindingKind::$kind {
                    $($key: kinds!(@value (keys.$key.clone()) $($default)?)),+
                },)+
                _ => return None,
            })
        }
    };
    (@needed) => { true };
    (@needed $default:expr) => { false };
    (@value ($given:expr)) => { $given? };
    (@value ($given:expr) $default:expr) => { $given.map_or($default, Into::into) };
}

kinds! {
    "difference" Difference { from, to }
    "worth" Worth { per, from, to }
    "gap-closed" GapClosed { from, to, fair = 0.5 }
    "per-step" PerStep { key, from = None }
    "reaches" Reaches { key, from = None, target }
    "worst" Worst { among, fair = 0.5 }
    "range" Range { among = String::new() }
    "gap" Gap { arm, minus }
    "flagged" Flagged { key = String::new(), bound }
}

/// One `[[finding]]`, of a kind that exists.
#[derive(Debug, Clone)]
pub struct WireFinding {
    /// Where the table starts.
    pub offset: usize,
    /// `metric`.
    pub metric: At<String>,
    /// What it computes and says.
    pub finding: Finding<String>,
}

impl Table for WireFinding {
    type Shape = FindingTable;

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>, offset: usize) -> Option<Self> {
        let keys = FindingKeys::read(reader, table, offset)?;
        for key in ["metric", "kind"].into_iter().filter(|key| !table.contains_key(*key)) {
            reader.missing(key, keys.offset);
        }
        let At { value: word, offset: place } = keys.kind.as_ref()?;
        let known = |word: &str| KINDS.iter().find(|(kind, _)| *kind == word);
        let meant = known(word).or_else(|| {
            // An unknown kind is read as the nearest one, so that its other
            // mistakes are told with it; one without a near one as the kind
            // that its key belongs to.
            let words = || KINDS.iter().map(|(kind, _)| *kind);
            let near = nearest(word, words());
            let fault = Fault::new("kind", format!("`{word}`"), words().collect::<Vec<_>>().join(", "));
            reader.fault(*place, near.map_or(fault.clone(), |near| fault.meant(near)));
            known(near.or_else(|| table.contains_key("key").then_some("per-step"))?)
        });
        let (kind, used) = meant?;
        for (key, _) in used.iter().filter(|(key, needed)| *needed && !table.contains_key(*key)) {
            reader.missing(key, keys.offset);
        }
        let has = |keys: &[(&str, bool)], key: &str| keys.iter().any(|(own, _)| *own == key);
        let of_others = |key: &str| !has(used, key) && KINDS.iter().any(|(_, keys)| has(keys, key));
        for (key, _) in table.iter().filter(|(key, _)| kind == word && of_others(key.get_ref())) {
            let allowed: Vec<&str> = used.iter().map(|(key, _)| *key).collect();
            let name = key.get_ref().as_ref();
            let fault = Fault::new(name, "a key of another kind of finding", allowed.join(", "));
            reader.fault(key.span().start, fault);
        }
        let metric = keys.metric.clone()?;
        let finding = Finding {
            kind: made(kind, &keys)?,
            metric: metric.value.clone(),
            about: keys.about.clone().unwrap_or_default(),
            what: keys.what.clone().unwrap_or_default(),
        };
        Some(Self { offset, metric, finding })
    }
}
