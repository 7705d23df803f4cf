//! The runtime of generated crates, as a crate of its own for its tests. Generated crates hold a copy of `wire`.

#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod wire;

#[cfg(test)]
#[allow(
    clippy::expect_used,
    clippy::redundant_closure_for_method_calls,
    reason = "a test may panic, and a method is not general enough where a function is wanted"
)]
mod tests;
