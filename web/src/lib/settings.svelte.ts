/** What a person has chosen on this device. */

export type Theme = 'light' | 'dark';

function read<T>(key: string, fallback: T): T {
  try {
    const kept = localStorage.getItem(`bout.${key}`);
    return kept === null ? fallback : (JSON.parse(kept) as T);
  } catch {
    return fallback;
  }
}

function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`bout.${key}`, JSON.stringify(value));
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');

class Settings {
  #theme = $state<Theme | null>(read('theme', null));
  #system = $state<Theme>(dark.matches ? 'dark' : 'light');
  #fast = $state<boolean>(read('fast', false));
  #textLog = $state<boolean>(read('textLog', false));
  token: string | null = read('token', null);

  constructor() {
    dark.addEventListener('change', () => (this.#system = dark.matches ? 'dark' : 'light'));
  }

  get theme(): Theme {
    return this.#theme ?? this.#system;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    keep('theme', theme);
  }

  /** Computer players move without a pause. */
  get fast(): boolean {
    return this.#fast;
  }
  set fast(fast: boolean) {
    this.#fast = fast;
    keep('fast', fast);
  }

  /** The log alone, large, for those who read a match. */
  get textLog(): boolean {
    return this.#textLog;
  }
  set textLog(on: boolean) {
    this.#textLog = on;
    keep('textLog', on);
  }

  /** How long a computer player waits before it moves. */
  get botPace(): number {
    return this.#fast ? 60 : 500;
  }

  keepToken(token: string): void {
    this.token = token;
    keep('token', token);
  }

  /** A choice of a game's own, such as its options. */
  choice<T>(key: string, fallback: T): T {
    return read(key, fallback);
  }
  choose(key: string, value: unknown): void {
    keep(key, value);
  }
}

export const settings = new Settings();
export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const query = new URLSearchParams(location.search);
export const debug = query.get('debug') === '1';
