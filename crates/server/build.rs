//! The page is part of the program: what is newly built there is newly taken in.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
