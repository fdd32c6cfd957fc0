/** Shows that what a player did is on its way, until the server has answered. */
import { SvelteSet } from 'svelte/reactivity';

/** An answer within this time needs no mark; a mark comes within a tenth of a second. */
const QUIET_MS = 50;

class Sent {
  #late = new SvelteSet<number>();
  #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #pressed: { control: Element | null; at: number } = { control: null, at: 0 };

  constructor() {
    const press = ({ target }: Event): void => {
      const control = target instanceof Element ? target.closest('button, a') : null;
      this.#pressed = { control, at: performance.now() };
    };
    for (const event of ['click', 'keydown']) document.addEventListener(event, press, true);
  }

  /** Whether something the player did is not answered yet. */
  get waits(): boolean {
    return this.#late.size > 0;
  }

  /** Message `id` goes out; the control that was just used shows it too. */
  begin(id: number): void {
    // What goes out long after a press does not come from it.
    const control = performance.now() - this.#pressed.at < 500 ? this.#pressed.control : null;
    const mark = (): void => {
      this.#late.add(id);
      control?.setAttribute('data-sent', String(id));
    };
    this.#timers.set(id, setTimeout(mark, QUIET_MS));
  }

  /** Message `id` is answered, or will never be. */
  end(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#late.delete(id);
    document.querySelector(`[data-sent="${id}"]`)?.removeAttribute('data-sent');
  }
}

export const sent = new Sent();
