/** Notices a connection that is open but dead: after a silence it sends a ping and waits a limited time for an
 *  answer. */

/** How long nothing may be heard before a ping is sent. */
const SILENCE_MS = 4000;
/** How long the answer may take before the player is told. */
const PATIENCE_MS = 1500;
/** How long after that the connection is given up. */
const LAST_MS = 5000;

export class Heartbeat {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly does: {
      ping: () => void;
      stall: () => void;
      giveUp: () => void;
    },
  ) {}

  /** Something was heard: the connection is alive. */
  beat(): void {
    this.#next(SILENCE_MS, () => this.probe());
  }

  /** Asks at once whether the connection is alive. */
  probe(): void {
    this.does.ping();
    this.#next(PATIENCE_MS, () => {
      this.does.stall();
      this.#next(LAST_MS, this.does.giveUp);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }
}
