//! Which switch, assumption or card a result hangs on.
//!
//! In: a model evaluated at the points of a design. Out: effects with their
//! standard errors. Everything here is a pure function of evaluated designs;
//! the runs behind them should share luck, and what simulation noise is left
//! is subtracted, because otherwise noise shows up as "total effect".

pub mod morris;
pub mod sobol;
