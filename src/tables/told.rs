//! A slice as an answer: which group has most and which least, where they differ;
//! then the table and what no slice can say.

use super::slice::{Group, Slice};
use crate::report::figure::Standing;
use crate::report::page::{Page, Rows, Section, Show, Table, Verdict};
use crate::report::{Answer, document, escape, tell};
use crate::stats::Estimate;
use crate::verdict::{self, count};

/// Groups that the first screen shows.
const GROUPS: usize = 20;

impl Slice {
    fn told(&self, group: &Group) -> Option<String> {
        Some(tell::cell(group.estimate.as_ref()?, self.unit).brief().to_owned())
    }

    fn name(&self, group: &Group) -> String {
        let named = self.by.iter().zip(&group.of).map(|(by, of)| format!("{by} {of}"));
        named.collect::<Vec<_>>().join(", ")
    }

    fn sentence(&self) -> String {
        let value = |group: &&Group| group.estimate.as_ref().map_or(f64::NAN, |estimate| estimate.value);
        let counted = || self.groups.iter().filter(|group| !value(group).is_nan());
        let ends = [
            counted().max_by(|a, b| value(a).total_cmp(&value(b))),
            counted().min_by(|a, b| value(a).total_cmp(&value(b))),
        ];
        let metric = &self.metric;
        let [Some(most), Some(least)] = ends else { return format!("No row counts `{metric}`.") };
        let told = |group: &Group| self.told(group).unwrap_or_default();
        if std::ptr::eq(most, least) {
            let of = if self.by.is_empty() { String::new() } else { format!(" ({})", self.name(most)) };
            return format!("`{metric}` is {}{of}.", told(most));
        }
        if value(&most) == value(&least) {
            return format!("`{metric}` is {} in every group.", told(most));
        }
        let all = counted().count();
        let wide = |group: &Group| group.estimate.map(|estimate| estimate.together(all));
        let differ = wide(least).zip(wide(most)).is_some_and(|(least, most)| least.is_below(&most));
        if !differ {
            let bare =
                |group: &Group| group.estimate.map_or(String::new(), |e| verdict::value(&e, self.unit));
            let ends = format!("{} to {}", bare(least), bare(most));
            return format!(
                "`{metric}` is not shown to differ between these {all} groups, which lie at {ends}."
            );
        }
        let of = |group: &Group| format!("{} ({})", told(group), self.name(group));
        format!("`{metric}` is highest with {} and lowest with {}.", of(most), of(least))
    }

    fn table(&self) -> Table {
        let mut table = Rows::of(&self.groups);
        for (place, name) in self.by.iter().enumerate() {
            table = table.words(name, |group| group.of[place].clone());
        }
        let table = table
            .numbers(&self.metric, |group| {
                group.estimate.as_ref().map_or("–".into(), |estimate| tell::cell(estimate, self.unit))
            })
            .numbers(self.table, |group| count(group.rows))
            .numbers("blocks", |group| count(group.blocks));
        let only =
            if self.only.is_empty() { String::new() } else { format!(", where {}", self.only.join(" and ")) };
        table.table(format!("{} in {}{only}", self.metric, self.file.display())).show(Show::First(GROUPS))
    }
}

impl Answer for Slice {
    const NAME: &'static str = "slice";

    fn page(&self) -> Page {
        let verdict = Verdict::new(Standing::Plain, self.sentence());
        Page {
            title: format!("{} of some games", self.metric),
            verdicts: vec![Verdict { details: vec![self.warning.to_owned()], ..verdict }],
            sections: vec![Section::new(self.metric.clone(), vec![self.table().into()])],
            ..Page::default()
        }
    }

    fn json(&self) -> String {
        document::text(self)
    }

    fn csv(&self) -> Vec<u8> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let own = ["metric", "rows", "blocks", "value", "low", "high", "method"];
        // Writing to a Vec can't fail.
        let _ = writer.write_record(self.by.iter().map(String::as_str).chain(own));
        for group in &self.groups {
            let told = |of: fn(&Estimate) -> f64| {
                let value = group.estimate.as_ref().map(of).filter(|value| value.is_finite());
                value.map_or(String::new(), |value| value.to_string())
            };
            let method =
                group.estimate.as_ref().map_or(String::new(), |estimate| estimate.method.to_string());
            let cells = [
                self.metric.clone(),
                group.rows.to_string(),
                group.blocks.to_string(),
                told(|e| e.value),
                told(|e| e.low),
                told(|e| e.high),
                method,
            ];
            let of = group.of.iter().cloned().map(escape::cell);
            let _ = writer.write_record(of.chain(cells));
        }
        writer.into_inner().unwrap_or_default()
    }

    fn exit(&self) -> u8 {
        0
    }
}
