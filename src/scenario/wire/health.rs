//! The `[health]` of a scenario: what is healthy enough to print.

use toml::de::DeTable;

use super::{At, Reader, WireHealth, WireLimit};
use crate::scenario::health::Aspect;
use crate::settings::{Fault, written};

impl WireHealth {
    /// What it says of an aspect.
    #[must_use]
    pub const fn limit(&self, aspect: Aspect) -> Option<&WireLimit> {
        match aspect {
            Aspect::Unfinished => self.unfinished.as_ref(),
            Aspect::Draws => self.draws.as_ref(),
            Aspect::Goalless => self.goalless.as_ref(),
            Aspect::TieBreaks => self.tie_breaks.as_ref(),
            Aspect::Minutes => self.minutes.as_ref(),
            Aspect::DeadTurns => self.dead_turns.as_ref(),
            Aspect::RunAway => self.run_away.as_ref(),
            Aspect::Unused => self.unused.as_ref(),
            Aspect::Limits => self.limits.as_ref(),
        }
    }

    /// Tells numbers out of their range.
    pub(super) fn bounded(&self, reader: &mut Reader<'_>, _: &DeTable<'_>) {
        if let Some(At { value, offset }) = self.minutes_per_turn.as_ref().filter(|at| at.value <= 0.0) {
            reader.fault(*offset, Fault::new("minutes-per-turn", written(*value), "a number above 0"));
        }
        for aspect in Aspect::ALL {
            let Some(limit) = self.limit(aspect) else { continue };
            let (most, allowed) = if aspect.is_minutes() {
                (f64::INFINITY, "a number of minutes from 0 up")
            } else {
                (1.0, "a share from 0 to 1")
            };
            for At { value, offset } in limit.look.iter().chain(&limit.ill) {
                if !(0.0..=most).contains(value) {
                    reader.fault(*offset, Fault::new(aspect.key(), written(*value), allowed));
                }
            }
            if let (Some(look), Some(ill)) = (&limit.look, &limit.ill)
                && look.value > ill.value
            {
                let found = format!("look {} above ill {}", look.value, ill.value);
                reader.fault(limit.offset, Fault::new(aspect.key(), found, "look <= ill"));
            }
        }
    }
}
