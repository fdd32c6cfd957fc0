//! Texts and their numbers.

use super::*;

#[test]
fn the_same_text_is_the_same_symbol() {
    let one = Symbol::intern("symbol-test-one").unwrap();
    assert_eq!(Symbol::intern("symbol-test-one"), Some(one));
    assert_eq!(one.text(), "symbol-test-one");
    assert_eq!(Symbol::find("symbol-test-none"), None);
    assert_eq!(Symbol::intern(""), None);
    assert_eq!(Symbol::intern(&"x".repeat(LENGTH_MAX + 1)), None);
}

#[test]
fn collected_names_go_with_their_table() {
    let shared = Symbol::intern("symbol-test-shared").unwrap();
    let (own, names) = Names::collect(|| {
        assert_eq!(Symbol::intern("symbol-test-shared"), Some(shared));
        Symbol::intern("symbol-test-own").unwrap()
    });
    assert_eq!(Symbol::find("symbol-test-own"), None, "nobody else knows it");
    assert_eq!((names.text(own), names.text(shared)), ("symbol-test-own", "symbol-test-shared"));
    let spell = names.speak();
    assert_eq!(serde_json::to_string(&own).unwrap(), "\"symbol-test-own\"");
    assert_eq!(serde_json::from_str::<Symbol>("\"symbol-test-own\"").unwrap(), own);
    drop(spell);
    let other = Names::collect(|| Symbol::intern("symbol-test-other").unwrap());
    assert_eq!(other.0, own, "every table counts from the start");
    assert_eq!(other.1.text(own), "symbol-test-other");
    assert!(Arc::<Names>::default().speak().is_none());
}

#[test]
fn a_table_of_names_is_limited() {
    let taken = |n: usize| Symbol::intern(&format!("symbol-test-many-{n}")).is_some();
    let (count, _) = Names::collect(|| (0..OWN_MAX + 10).filter(|n| taken(*n)).count());
    assert_eq!(count, OWN_MAX);
}

#[test]
fn a_label_is_cut_between_characters() {
    assert_eq!(Label::of("my deck").text(), "my deck");
    let long = "é".repeat(40);
    assert_eq!(Label::of(&long).text(), "é".repeat(31));
    assert!(Label::of("").is_none());
}

#[test]
fn reading_takes_nothing_in() {
    let read: Symbol = serde_json::from_str("\"symbol-test-unheard-of\"").unwrap();
    assert!(read.is_none());
    assert_eq!(Symbol::find("symbol-test-unheard-of"), None);
}
