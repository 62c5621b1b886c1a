//! What a field of strategies settles on.
//!
//! In: a pay-off matrix between strategies (expected points of the row against
//! the column), at a table of more than two what so many of the one take among
//! so many of the other. Out: the mix that cannot be exploited ([`nash`]), the
//! strategies that evolution keeps ([`alpha_rank`]) and the mixes of two and of
//! three that a larger table stays with ([`mixes`], [`threes`]).
//!
//! All are functions of estimates and can jump when an estimate moves a
//! little: never report them bare.

pub mod alpha_rank;
pub mod mixes;
pub mod nash;
pub mod threes;
