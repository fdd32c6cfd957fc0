/** Keeps the third step on the screen for as long as the others, though the next round begins with it. */
import type { Event, Reveal } from '../../protocol/orcain';
import type { OrcainStage, Shown } from './cards';

const STEP_MS = 900;
const LAST_STEP = 2;
const isLast = (event: Event): event is Event & { type: 'step_reveal' } =>
  event.type === 'step_reveal' && event.stepIndex === LAST_STEP;

class Beat {
  /** The view with the last step; null while the stage's own is shown. */
  #held = $state.raw<Shown | null>(null);
  #before: Shown | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the last step is still on the screen. */
  get running(): boolean {
    return this.#held !== null;
  }

  /** What the screen shows of a stage. */
  of(stage: OrcainStage): Shown {
    return this.#held ?? stage.view;
  }

  /** Follows a stage; returns how to stop. */
  follow(stage: OrcainStage): () => void {
    this.#before = stage.view;
    const stop = stage.listen((events, view) => {
      const last = events.find(isLast);
      if (last !== undefined) this.#hold(last, stage.config.step_ms ?? STEP_MS);
      else if (!stage.live) this.#end();
      this.#before = view;
    });
    return () => {
      stop();
      this.#end();
    };
  }

  #hold(last: Reveal, ms: number): void {
    this.#end();
    const before = this.#before;
    if (before === null || ms === 0) return;
    const { roundIndex, stepIndex, cards, hp } = last;
    const earlier = before.revealed.filter((step) => step.stepIndex < stepIndex);
    this.#held = {
      ...before,
      phase: 'playing',
      deadline: null,
      hp,
      revealed: [...earlier, { roundIndex, stepIndex, cards, hp }],
    };
    this.#timer = setTimeout(() => (this.#held = null), ms);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#held = null;
  }
}

export const beat = new Beat();
