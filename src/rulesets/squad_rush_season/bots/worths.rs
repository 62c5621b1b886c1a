//! What the own pitch is worth, remembered for as long as it lies as it does: a
//! hand is looked at in the turn, at its end and again in the next turn.

use super::super::cards::{Card, FIELD_END};
use super::super::ceilings::Ceilings;
use super::super::squad::{Appraiser, Worth};
use super::super::view::View;
use super::{appraiser, cap};

/// Place of the pitch as it is, after those of the field cards.
const NOW: usize = FIELD_END as usize;

/// Worths of one pitch, with each field card on top of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Worths {
    /// The pitch, its markers, and the most nations of a seven; 0 for no pitch.
    of: (u128, u128, u8),
    /// What is known, as bits: that with each card and, above them, that as it is.
    known: u128,
    /// Eight times the value, and the empty slots.
    worths: [i16; NOW + 1],
}

impl Default for Worths {
    fn default() -> Self {
        Self { of: (0, 0, 0), known: 0, worths: [0; NOW + 1] }
    }
}

/// The own pitch, taken apart once something is asked that isn't known.
pub(super) struct Own<'a, 'm> {
    view: View<'a>,
    worths: &'m mut Worths,
    apart: Option<(Appraiser<'a>, Ceilings<'a>)>,
}

impl<'a, 'm> Own<'a, 'm> {
    /// The pitch of the seat whose view it is.
    pub(super) fn new(view: View<'a>, worths: &'m mut Worths) -> Self {
        let pitch = view.pitch(view.seat());
        let of = (pitch.field(), pitch.booked(), cap(view));
        if worths.of != of {
            (worths.of, worths.known) = (of, 0);
        }
        Self { view, worths, apart: None }
    }

    fn known(&self, place: usize) -> Option<Worth> {
        let Worths { known, worths, .. } = &*self.worths;
        let worth = worths[place];
        (known >> place & 1 == 1).then(|| Worth { value: i32::from(worth >> 3), empty: (worth & 7) as u8 })
    }

    fn keep(&mut self, place: usize, worth: Worth) -> Worth {
        // Seven ratings and twelve points for each slot lie far within.
        self.worths.worths[place] = (8 * worth.value) as i16 + i16::from(worth.empty);
        self.worths.known |= 1 << place;
        worth
    }

    /// The pitch as it is.
    pub(super) fn now(&mut self) -> Worth {
        self.known(NOW).unwrap_or_else(|| self.take_apart())
    }

    fn take_apart(&mut self) -> Worth {
        let mut base = appraiser(self.view, self.view.seat());
        let (now, _) = base.measure();
        self.apart = Some((base, base.ceilings(now)));
        self.keep(NOW, now)
    }

    /// The pitch with one more card; nothing if it gains no more than so much and
    /// `wanted` says that this is too little.
    pub(super) fn with(&mut self, card: Card, wanted: impl FnOnce(i32) -> bool) -> Option<Worth> {
        let place = usize::from(card);
        if let Some(worth) = self.known(place) {
            return Some(worth);
        }
        if self.apart.is_none() {
            self.take_apart();
        }
        let (base, ceilings) = self.apart.as_ref()?;
        let ceiling = ceilings.of(card);
        let worth = if ceiling <= 0 || base.outclasses(card) {
            self.now()
        } else if wanted(ceiling) {
            base.worth_with(card, false)
        } else {
            return None;
        };
        Some(self.keep(place, worth))
    }
}
