//! What each viewer has been shown: the numbers of frames, and whether there is a new one.

use std::cell::Cell;

use bout_core::{AnyMatch, Seat, Viewer};

/// One viewer's count.
#[derive(Clone, Copy, Debug, Default)]
struct Shown {
    frame: u64,
    /// The frame that last put a question to this seat.
    asked: u64,
    view: u64,
    to_act: bool,
    hops: u64,
}

/// The counts of the viewers of a match: its seats, the public, and the host's seat if somebody sits
/// there.
///
/// An entry makes a frame for a viewer if it changed his view or told him an event. A host that
/// folds the log counts the same. Computer players are shown no frames, and the public's are counted
/// only from the moment somebody watches.
#[derive(Clone, Debug)]
pub struct Frames {
    shown: Box<[Shown]>,
    counted: u32,
    seats: u8,
}

thread_local! {
    /// Where views are written before anybody knows whether they are news.
    static SCRATCH: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// What an entry was for one viewer.
pub struct News<'a> {
    /// For whom.
    pub viewer: Viewer,
    /// The JSON of the view.
    pub view: &'a [u8],
    /// The JSON of the events.
    pub events: &'a [u8],
}

impl Frames {
    /// The counts at the set-up, for these seats.
    pub fn new(table: &dyn AnyMatch, people: impl Iterator<Item = Seat>) -> Self {
        let seats = table.seats();
        let counted = people.fold(0, |all, seat| all | 1 << place(Viewer::Seat(seat), seats));
        Frames::counting(table, counted)
    }

    /// The counts at the set-up, for the public alone.
    pub fn of_public(table: &dyn AnyMatch) -> Self {
        Frames::counting(table, 1 << table.seats())
    }

    fn counting(table: &dyn AnyMatch, counted: u32) -> Self {
        let seats = table.seats();
        let hosted = counted & (1 << place(Viewer::Seat(Seat::HOST), seats)) != 0;
        let shown = vec![Shown::default(); usize::from(seats) + 1 + usize::from(hosted)].into();
        let mut frames = Frames { shown, counted, seats };
        frames.note(table, 0, &mut |_, _| {});
        frames
    }

    /// Whether the public's frames are counted.
    pub fn knows_public(&self) -> bool {
        self.counted & (1 << self.seats) != 0
    }

    /// Goes on with the public's count of another.
    pub fn take_public(&mut self, other: &Frames) {
        let at = usize::from(self.seats);
        if let (Some(own), Some(known)) = (self.shown.get_mut(at), other.shown.get(at)) {
            *own = *known;
        }
        self.counted |= 1 << at;
    }

    /// Takes note of what happened from entry `from` on; `tell` hears of every new frame.
    pub fn note(
        &mut self,
        table: &dyn AnyMatch,
        from: u64,
        tell: &mut dyn FnMut(&Frames, &News<'_>),
    ) {
        let mut buffer = SCRATCH.take();
        let counted = self.counted;
        for at in (0..self.shown.len()).filter(|at| counted & (1 << at) != 0) {
            buffer.clear();
            let viewer = self.viewer(at);
            table.write_view(viewer, &mut buffer);
            let split = buffer.len();
            let told = table.write_events(viewer, from, &mut buffer);
            let view = fingerprint(&buffer[..split]);
            let changed = view != self.shown[at].view;
            if self.count(table, at, view, changed || told) {
                let (view, events) = buffer.split_at(split);
                tell(self, &News { viewer, view, events });
            }
        }
        SCRATCH.set(buffer);
    }

    fn count(&mut self, table: &dyn AnyMatch, at: usize, view: u64, news: bool) -> bool {
        let seat = u8::try_from(at).map_or(Seat::HOST, Seat);
        let plays = seat.sits_among(self.seats);
        let (to_act, hops) = (plays && table.to_act().contains(seat), table.hops());
        let shown = &mut self.shown[at];
        shown.view = view;
        shown.frame += u64::from(news);
        if to_act && (!shown.to_act || hops != shown.hops) {
            shown.asked = shown.frame;
        }
        (shown.to_act, shown.hops) = (to_act, hops);
        news
    }

    fn viewer(&self, at: usize) -> Viewer {
        match u8::try_from(at) {
            Ok(seat) if seat < self.seats => Viewer::Seat(Seat(seat)),
            Ok(seat) if seat > self.seats => Viewer::Seat(Seat::HOST),
            _ => Viewer::Public,
        }
    }

    fn of(&self, viewer: Viewer) -> Shown {
        self.shown.get(place(viewer, self.seats)).copied().unwrap_or_default()
    }

    /// The seat answers its question: if it is still to act afterwards, that is a new one. Gives the
    /// question, if there was one.
    pub fn close_question(&mut self, seat: Seat) -> Option<u64> {
        let shown = self.shown.get_mut(place(Viewer::Seat(seat), self.seats))?;
        std::mem::take(&mut shown.to_act).then_some(shown.asked)
    }

    /// The answer was refused: the question stands.
    pub fn reopen_question(&mut self, seat: Seat, asked: u64) {
        if let Some(shown) = self.shown.get_mut(place(Viewer::Seat(seat), self.seats)) {
            (shown.to_act, shown.asked) = (true, asked);
        }
    }

    /// The number of a viewer's last frame.
    pub fn frame(&self, viewer: Viewer) -> u64 {
        self.of(viewer).frame
    }

    /// The frame that last put a question to this viewer.
    pub fn asked(&self, viewer: Viewer) -> u64 {
        self.of(viewer).asked
    }
}

/// Where a viewer's count stands in a match of so many seats.
fn place(viewer: Viewer, seats: u8) -> usize {
    match viewer {
        Viewer::Seat(Seat::HOST) => usize::from(seats) + 1,
        Viewer::Seat(seat) => usize::from(seat.0),
        Viewer::Public | Viewer::Referee => usize::from(seats),
    }
}

/// A fingerprint of bytes for one process: views are compared with the ones before them.
fn fingerprint(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    const LANES: usize = 4;
    let mix = |hash: u64, words: u128| {
        let product = u128::from(hash ^ words as u64 ^ FACTOR)
            * u128::from((words >> 64) as u64 ^ FACTOR.rotate_left(32));
        (product >> 64) as u64 ^ product as u64
    };
    let read = |chunk: &[u8]| u128::from_le_bytes(chunk.try_into().unwrap_or_default());
    // Several multiplications go on at once: none waits for the one beside it.
    let mut lanes: [u64; LANES] = std::array::from_fn(|lane| (bytes.len() + lane) as u64);
    let mut blocks = bytes.chunks_exact(16 * LANES);
    for block in blocks.by_ref() {
        for (lane, chunk) in lanes.iter_mut().zip(block.chunks_exact(16)) {
            *lane = mix(*lane, read(chunk));
        }
    }
    let mut chunks = blocks.remainder().chunks_exact(16);
    let whole = lanes.iter().fold(0, |hash, lane| mix(hash, u128::from(*lane)));
    let whole = chunks.by_ref().fold(whole, |hash, chunk| mix(hash, read(chunk)));
    chunks.remainder().iter().fold(mix(whole, 1), |hash, byte| mix(hash, u128::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn fingerprints_tell_bytes_apart() {
        // Every length up to beyond a block, and one other byte at every place of the longest.
        let long = [b'a'; 150];
        let mut texts: Vec<Vec<u8>> = (0..=long.len()).map(|n| long[..n].to_vec()).collect();
        for place in 0..long.len() {
            let mut text = long.to_vec();
            text[place] = b'b';
            texts.push(text);
        }
        let mut prints: Vec<_> = texts.iter().map(|text| fingerprint(text)).collect();
        prints.sort_unstable();
        prints.dedup();
        assert_eq!(prints.len(), texts.len());
    }
}
