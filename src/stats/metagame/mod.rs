//! What a field of strategies settles on.
//!
//! In: a pay-off matrix between strategies (expected points of the row against
//! the column). Out: the mix that cannot be exploited ([`nash`]) and the
//! strategies that evolution keeps ([`alpha_rank`]).
//!
//! Both are functions of estimates and can jump when an estimate moves a
//! little: never report them bare.

pub mod alpha_rank;
pub mod mixes;
pub mod nash;
