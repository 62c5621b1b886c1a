//! A weighted draw as a table look-up: sorted dice pools, odds with integer
//! weights. In: weights. Out: an outcome per ticket.

/// A lottery of `tickets` equally likely tickets, each naming one outcome.
///
/// Built once per arm; drawing is one bounded integer and one look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lottery {
    outcome_of_ticket: Box<[u16]>,
    weights: Box<[u32]>,
}

impl Lottery {
    /// A lottery in which outcome `i` has probability `weights[i] / sum`.
    ///
    /// # Panics
    /// When there are no tickets, more than 2^16 outcomes or more than 2^24
    /// tickets: tables are built by rule code, so that is a bug.
    #[must_use]
    pub fn new(weights: &[u32]) -> Self {
        let tickets: u64 = weights.iter().map(|&w| u64::from(w)).sum();
        assert!(tickets > 0, "a lottery needs a ticket");
        assert!(tickets <= 1 << 24, "a lottery of {tickets} tickets is too large for a table");
        let outcomes = u16::try_from(weights.len()).expect("at most 65535 outcomes");
        let mut outcome_of_ticket = Vec::with_capacity(tickets as usize);
        for (outcome, &weight) in (0..outcomes).zip(weights) {
            outcome_of_ticket.extend(std::iter::repeat_n(outcome, weight as usize));
        }
        Self { outcome_of_ticket: outcome_of_ticket.into(), weights: weights.into() }
    }

    /// Number of equally likely tickets.
    #[inline]
    #[must_use]
    pub fn tickets(&self) -> u32 {
        self.outcome_of_ticket.len() as u32
    }

    /// The outcome printed on a ticket, `ticket < tickets()`.
    #[inline]
    #[must_use]
    pub fn outcome(&self, ticket: u32) -> u16 {
        self.outcome_of_ticket[ticket as usize]
    }

    /// Weight of each outcome.
    #[must_use]
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }
}
