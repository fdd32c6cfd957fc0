//! The set `firstlight`.

mod colorless;
mod electric;
mod energies;
mod fighting;
mod fire;
mod grass;
mod items;
mod others;
mod psychic;
mod stadiums;
mod supporters;
mod tools;
mod water;
