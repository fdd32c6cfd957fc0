mod dark_moon;
mod eternal_night;
mod iron_guard;
mod styx;

use super::*;
