// Generated from the types of the server by `make protocol`; do not edit.
// What is a game's own is `unknown` here; its types are in `protocol/<game>.ts`.

export type Said = { "type": "hello", 
/**
 * The secret of the account.
 */
token: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "queue_join", 
/**
 * Which game.
 */
game: string, 
/**
 * Which setting of it.
 */
preset?: string, 
/**
 * With which class you play, in games that have classes; the config's if missing.
 */
class?: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "queue_leave", 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "table_open", 
/**
 * Which game.
 */
game: string, 
/**
 * Which setting of it.
 */
preset?: string, 
/**
 * Changes to the setting.
 */
config: unknown, 
/**
 * Who sits where.
 */
seats: Array<Place>, 
/**
 * Whether others may find the table and watch the match.
 */
public: boolean, 
/**
 * How long a computer player waits before each move, in milliseconds.
 */
bot_pace_ms: number, 
/**
 * The seed of the dice; only where nobody else plays or watches.
 */
seed?: string | number, 
/**
 * Whether who opens the table directs the match, from the host's seat.
 */
host?: boolean, 
/**
 * With which class you play, in games that have classes; the config's if missing.
 */
class?: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "table_look", 
/**
 * The code of the table.
 */
code: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "table_join", 
/**
 * The code of the table.
 */
code: string, 
/**
 * Which seat; any free one if missing.
 */
seat?: number, 
/**
 * With which class you play, in games that have classes; the config's if missing.
 */
class?: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "table_leave", 
/**
 * The code of the table.
 */
code: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "act", 
/**
 * In which match.
 */
match: string, 
/**
 * At which seat; may be left out by who holds one only.
 */
seat?: number | "host", 
/**
 * What.
 */
action: unknown, 
/**
 * The question that is answered: `asked` of the frame.
 */
asked?: number, 
/**
 * The client's own number, rising per seat; sent twice it acts once.
 */
id: number, } | { "type": "check", 
/**
 * In which match.
 */
match: string, 
/**
 * At which seat.
 */
seat?: number | "host", 
/**
 * What.
 */
action: unknown, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "preview", 
/**
 * In which match.
 */
match: string, 
/**
 * At which seat.
 */
seat?: number | "host", 
/**
 * What.
 */
action: unknown, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "options", 
/**
 * In which match.
 */
match: string, 
/**
 * At which seat.
 */
seat?: number | "host", 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "sync", 
/**
 * Of which match.
 */
match: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "concede", 
/**
 * In which match.
 */
match: string, 
/**
 * At which seat.
 */
seat?: number | "host", 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "screen", 
/**
 * In which match.
 */
match: string, 
/**
 * Whether nobody sees the match now.
 */
covered: boolean, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "watch", 
/**
 * Which.
 */
match: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "unwatch", 
/**
 * Which.
 */
match: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "rematch", 
/**
 * The ended match.
 */
match: string, 
/**
 * Echoed in the answer.
 */
id?: number, } | { "type": "ping", 
/**
 * Echoed in the answer.
 */
id?: number, };

export type Place = { "type": "me", } | { "type": "open", } | { "type": "bot", 
/**
 * Its name, as `/api/games` lists it; without parameters.
 */
bot: string, };

export type ServerMessage = { "type": "answer" } & Answered | { "type": "match" } & Introduced | { "type": "frame" } & Framed | { "type": "ended" } & Ended | { "type": "table", 
/**
 * The table.
 */
table: TableCard, } | { "type": "table_closed", 
/**
 * Its code.
 */
code: string, } | { "type": "queue_left", 
/**
 * Why: the stable code.
 */
code: string, 
/**
 * The same for people.
 */
text: string, } | { "type": "rematch", 
/**
 * Which match.
 */
match: string, 
/**
 * Who.
 */
seats: Array<number>, } | { "type": "presence", 
/**
 * Which match.
 */
match: string, 
/**
 * The players who are not connected.
 */
away: Array<Away>, } | { "type": "delayed", 
/**
 * Which match.
 */
match: string, 
/**
 * For people.
 */
text: string, } | { "type": "stopped", 
/**
 * Which match.
 */
match: string, 
/**
 * Why: the stable code.
 */
code: string, 
/**
 * The same for people.
 */
text: string, } | { "type": "bye", 
/**
 * Why: the stable code.
 */
code: string, 
/**
 * The same for people.
 */
text: string, };

export type Answered = { 
/**
 * The `id` of the message.
 */
re?: number, 
/**
 * Whether it was done.
 */
ok: boolean, 
/**
 * Why not: the stable code.
 */
code?: string, 
/**
 * The same for people.
 */
text?: string, 
/**
 * `act`: it was done before.
 */
repeat?: boolean, 
/**
 * A match that began.
 */
match?: string, 
/**
 * A table that waits.
 */
table?: TableCard, 
/**
 * `rematch`: the others have not asked yet.
 */
waiting?: boolean, 
/**
 * `hello`: the account.
 */
account?: string, 
/**
 * `hello`: what the person wants to be called.
 */
name?: string, 
/**
 * `hello`, `ping`: the server's clock.
 */
now?: number, 
/**
 * `hello`: the matches that go on.
 */
matches?: Array<string>, 
/**
 * `hello`: the place in a queue.
 */
queue?: QueueCard, 
/**
 * `options`: what a screen should offer.
 */
options?: Array<Offered>, 
/**
 * `preview`: what may come of it.
 */
results?: Array<Foreseen>, 
/**
 * `preview`: how many results are not told.
 */
left_out?: number, 
/**
 * `preview`: whether the odds are exact.
 */
exact?: boolean, };

export type Offered = { 
/**
 * What.
 */
action: unknown, 
/**
 * Why not: the stable code.
 */
code: string | null, 
/**
 * The same for people.
 */
text: string | null, };

export type Foreseen = { 
/**
 * How likely it is.
 */
odds: number, 
/**
 * What would be told.
 */
events: Array<unknown>, 
/**
 * What would be seen.
 */
view: unknown, };

export type QueueCard = { 
/**
 * Which game.
 */
game: string, 
/**
 * Which setting of it.
 */
preset: string | null, };

export type SeatCard = { 
/**
 * What whoever sits there is called.
 */
name: string, 
/**
 * Whether it is a computer player.
 */
bot: boolean, 
/**
 * The class that the player chose, at a table of a game with classes.
 */
class?: string, };

export type TableCard = { 
/**
 * What to tell whoever should come.
 */
code: string, 
/**
 * Which game.
 */
game: string, 
/**
 * Which setting of it.
 */
preset: string | null, 
/**
 * Everything in which the setting differs from the preset.
 */
config: unknown, 
/**
 * Whether it differs at all. Matches at tables never move ratings.
 */
custom: boolean, 
/**
 * Who sits where; null where a seat is free.
 */
seats: Array<SeatCard | null>, 
/**
 * Since when it waits.
 */
since: number, 
/**
 * Whether others may find it.
 */
public: boolean, 
/**
 * Who directs the match from the host's seat.
 */
host?: SeatCard, };

export type Introduced = { 
/**
 * Its id.
 */
match: string, 
/**
 * Which game.
 */
game: string, 
/**
 * By which version of its rules.
 */
rules_version: number, 
/**
 * The complete setting, without what players may not know.
 */
config: unknown, 
/**
 * The hash of the seed.
 */
seed_hash: string, 
/**
 * Who sits where.
 */
seats: Array<SeatCard>, 
/**
 * One's own seats.
 */
yours: Array<number | "host">, 
/**
 * Who directs the match from the host's seat.
 */
host?: SeatCard, 
/**
 * Whether it moves the ratings.
 */
rated: boolean, 
/**
 * Why it does not, although it is played in a rated queue: the stable code.
 */
unrated?: string, 
/**
 * Whether others may watch.
 */
public: boolean, 
/**
 * Whether it has ended.
 */
over: boolean, };

export type Framed = { 
/**
 * Which match.
 */
match: string, 
/**
 * Whose view; missing for spectators.
 */
seat?: number | "host", 
/**
 * Its number, per viewer.
 */
frame: number, 
/**
 * The question that is open.
 */
asked: number, 
/**
 * The match's time.
 */
now: number, 
/**
 * The state of the chart.
 */
phase: string, 
/**
 * The last accepted act of the seat, in a whole frame.
 */
last_id?: number, 
/**
 * Whether the clock stands because players are not back yet.
 */
held?: boolean, 
/**
 * What is seen.
 */
view: unknown, 
/**
 * What happened since the frame before.
 */
events: Array<unknown>, 
/**
 * Whether this seat is waited for.
 */
to_act: boolean, 
/**
 * What it may do.
 */
legal: Array<unknown>, 
/**
 * What will happen by itself, and when.
 */
deadlines: Array<Deadline>, 
/**
 * How it ended, or null.
 */
outcome: Ending | null, };

export type Away = { 
/**
 * The seat.
 */
seat: number, 
/**
 * Until when the match waits, in its own time; missing where the wait has no limit.
 */
until?: number, };

export type Deadline = { 
/**
 * Which timer, in the game's words.
 */
timer: unknown, 
/**
 * When, in the match's time.
 */
at: number, };

export type Ending = { 
/**
 * The seats that won.
 */
won: Array<number>, 
/**
 * The seats that drew.
 */
drew: Array<number>, 
/**
 * How, in the game's words.
 */
ending: string, };

export type Ended = { 
/**
 * Which match.
 */
match: string, 
/**
 * Why the host had to end it.
 */
code?: string, 
/**
 * The same for people.
 */
text?: string, 
/**
 * How it ended.
 */
outcome: Ending, 
/**
 * The seed, no secret any more.
 */
seed?: string, 
/**
 * The digest of the last state.
 */
digest?: string, 
/**
 * Where the replay is.
 */
replay?: string, 
/**
 * The match that decides it, if it ended without a winner and the game wants one.
 */
next?: string, 
/**
 * How ratings moved.
 */
ratings: Array<Moved>, 
/**
 * Why a match that was to be rated moved no rating: the stable code.
 */
unrated?: string, };

export type Moved = { 
/**
 * Of who sat there.
 */
seats: Array<number>, 
/**
 * Before the match.
 */
before: number, 
/**
 * After it.
 */
after: number, };

export type MatchCard = { 
/**
 * Its id.
 */
match: string, 
/**
 * Which game.
 */
game: string, 
/**
 * When it began, in Unix milliseconds.
 */
created: number, 
/**
 * When it ended; null while it runs.
 */
finished: number | null, 
/**
 * How it ended; null while it runs.
 */
outcome: Ending | null, 
/**
 * Why it ended without a result.
 */
code?: string, 
/**
 * Who sits where.
 */
seats: Array<SeatCard>, 
/**
 * One's own seats, in the list of one's own matches.
 */
yours?: Array<number>, };

export type Standing = { 
/**
 * 1 is the best.
 */
place: number, 
/**
 * What the person wants to be called.
 */
name: string | null, 
/**
 * The rating.
 */
rating: number, 
/**
 * How sure it is.
 */
deviation: number, 
/**
 * How many rated matches it is made of.
 */
matches: number, };

export type Judged = { 
/**
 * The deck as a document; null if it cannot be read.
 */
deck: unknown, 
/**
 * What is wrong with it, by the usual rules for decks.
 */
faults: Array<DeckFault>, };

export type DeckFault = { 
/**
 * Where: a line of the text, or a place in the document.
 */
place: string, 
/**
 * The stable code.
 */
code: string, 
/**
 * The same for people.
 */
text: string, };

export type Film = { 
/**
 * Which game.
 */
game: string, 
/**
 * The complete setting.
 */
config: unknown, 
/**
 * Who sat where.
 */
names: Array<string>, 
/**
 * How many entries the match has.
 */
entries: number, 
/**
 * How it ended, or null.
 */
outcome: Ending | null, 
/**
 * The views from the wanted entry on, as many as are shown at once: at least one, and where
 * there are more, the rest is asked for with `from`.
 */
stills: Array<Still>, };

export type Still = { 
/**
 * The number of the entry; 0 is the set-up.
 */
seq: number, 
/**
 * The match's time.
 */
at: number, 
/**
 * What entered; null at the set-up.
 */
input: unknown, 
/**
 * The state of the chart.
 */
phase: string, 
/**
 * What was seen.
 */
view: unknown, 
/**
 * What was told.
 */
events: Array<unknown>, 
/**
 * What would have happened by itself, and when.
 */
deadlines: Array<Deadline>, 
/**
 * The digest of the state.
 */
digest: string, };

export type Run = { 
/**
 * Its number.
 */
id: number, 
/**
 * Matches played so far.
 */
done: number, 
/**
 * Of so many.
 */
of: number, 
/**
 * The report, once it is there.
 */
report: unknown, 
/**
 * Why there will be none.
 */
error: string | null, };
