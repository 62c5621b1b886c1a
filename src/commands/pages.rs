//! Sums that are known, by their work and the blocks that they are of.
//!
//! In: sums as text. Out: those that follow one another from a block on, or all of
//! them as entries of a part. Those that grow no more are put away on the disk,
//! however many there are.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;

use super::drawer::{Drawer, Place};
use crate::report::part::Entry;

/// A sum as text: at hand, or put away.
enum Sum {
    Here(String),
    Away(Place),
}

/// A sum that is known.
pub struct Page {
    sum: Sum,
    /// Whether it grows no more.
    pub whole: bool,
    /// Whether it was played here.
    pub own: bool,
}

/// All that is known.
#[derive(Default)]
pub struct Pages {
    /// By work; by first block and the block behind the last.
    known: BTreeMap<String, BTreeMap<(u64, u64), Page>>,
    /// Where sums are put away, if anywhere.
    drawer: Option<Drawer>,
    /// Why one could not be read again.
    failed: Option<io::Error>,
}

impl Pages {
    /// From here on sums go into this drawer.
    pub fn put_away_in(&mut self, drawer: Option<Drawer>) {
        self.drawer = drawer;
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Whether something was played here.
    pub fn has_own(&self) -> bool {
        self.known.values().flatten().any(|(_, page)| page.own)
    }

    /// Why a sum could not be read again, if one could not.
    pub fn failure(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    /// Takes in a sum of somebody else's.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn take(&mut self, entry: Entry, own: bool) -> io::Result<()> {
        let Entry { work, from, to, whole, sum } = entry;
        let sum = match &mut self.drawer {
            Some(drawer) => Sum::Away(drawer.put(&sum)?),
            None => Sum::Here(sum),
        };
        self.put(&work, &(from..to), Page { sum, whole, own });
        Ok(())
    }

    /// Takes note of what was played here, now or at an earlier start.
    pub fn keep(&mut self, work: &str, range: &Range<u64>, whole: bool, sum: String) {
        // One that grows is soon replaced by another.
        let sum = if whole { self.put_away(sum) } else { Sum::Here(sum) };
        self.put(work, range, Page { sum, whole, own: true });
    }

    /// What the disk has no room for stays at hand.
    fn put_away(&mut self, sum: String) -> Sum {
        let away = self.drawer.as_mut().and_then(|drawer| drawer.put(&sum).ok());
        away.map_or(Sum::Here(sum), Sum::Away)
    }

    fn put(&mut self, work: &str, range: &Range<u64>, page: Page) {
        let range = (range.start, range.end);
        match self.known.get_mut(work) {
            Some(pages) => drop(pages.insert(range, page)),
            None => drop(self.known.insert(work.to_owned(), BTreeMap::from([(range, page)]))),
        }
    }

    /// Hands out sums of pages of a kind that follow one another from the start of a
    /// range, as long as they are taken.
    pub fn hand_out(
        &mut self,
        work: &str,
        range: &Range<u64>,
        wanted: impl Fn(&Page) -> bool,
        take: &mut dyn FnMut(u64, &str) -> bool,
    ) {
        let Self { known, drawer, failed } = self;
        let Some(pages) = known.get(work) else { return };
        let mut at = range.start;
        while at < range.end {
            let from_here = pages.range((at, at + 1)..=(at, range.end));
            let Some(((_, to), page)) = from_here.rev().find(|(_, page)| wanted(page)) else { break };
            match text(drawer, &page.sum) {
                Ok(text) if take(*to, &text) => at = *to,
                Ok(_) => break,
                Err(error) => {
                    *failed = Some(error);
                    break;
                }
            }
        }
    }

    /// Puts one sum in the place of all within its range.
    pub fn join(&mut self, work: &str, range: &Range<u64>, sum: String) {
        let Some(pages) = self.known.get_mut(work) else { return };
        let inside: Vec<(u64, u64)> = (pages.range((range.start, 0)..(range.end, 0)))
            .filter_map(|(&key, _)| (key.1 <= range.end).then_some(key))
            .collect();
        let (mut whole, mut own) = (true, false);
        for page in inside.iter().filter_map(|key| pages.remove(key)) {
            (whole, own) = (whole && page.whole, own || page.own);
        }
        let sum = self.put_away(sum);
        self.put(work, range, Page { sum, whole, own });
    }

    /// Forgets shorter pages of a kind that begin where this range does.
    pub fn outgrow(&mut self, work: &str, range: &Range<u64>, outgrown: impl Fn(&Page) -> bool) {
        let Some(pages) = self.known.get_mut(work) else { return };
        let earlier = pages.range((range.start, range.start)..(range.start, range.end));
        let grown: Vec<_> = earlier.filter(|(_, page)| outgrown(page)).map(|(key, _)| *key).collect();
        for key in grown {
            pages.remove(&key);
        }
    }

    /// What is known, or was played here only.
    ///
    /// # Errors
    /// When one of them cannot be read again.
    pub fn entries(&mut self, own: bool) -> io::Result<Vec<Entry>> {
        let Self { known, drawer, .. } = self;
        let mut entries = Vec::new();
        for (work, pages) in &*known {
            for (&(from, to), page) in pages.iter().filter(|(_, page)| page.own || !own) {
                let (work, sum) = (work.clone(), text(drawer, &page.sum)?);
                entries.push(Entry { work, from, to, whole: page.whole, sum });
            }
        }
        Ok(entries)
    }
}

/// The text of a sum.
fn text(drawer: &mut Option<Drawer>, sum: &Sum) -> io::Result<String> {
    match (sum, drawer) {
        (Sum::Here(text), _) => Ok(text.clone()),
        (Sum::Away(place), Some(drawer)) => drawer.get(*place),
        (Sum::Away(_), None) => Err(io::ErrorKind::NotFound.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_that_cannot_be_read_again_is_told_and_not_left_out() {
        let mut pages = Pages::default();
        pages.put_away_in(Drawer::beside(None).ok());
        pages.keep("work", &(0..4), true, "whole".to_owned());
        pages.keep("work", &(4..6), false, "growing".to_owned());
        let sums = pages.entries(true).unwrap().into_iter().map(|entry| entry.sum);
        assert_eq!(sums.collect::<Vec<_>>(), ["whole", "growing"]);
        // As if the disk had lost what was put there.
        pages.put_away_in(Drawer::beside(None).ok());
        assert!(pages.entries(true).is_err());
        let mut told = 0;
        pages.hand_out("work", &(0..6), |_| true, &mut |_, _| {
            told += 1;
            true
        });
        assert!(told == 0 && pages.failure().is_some());
    }
}
