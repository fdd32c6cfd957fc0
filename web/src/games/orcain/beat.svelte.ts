/** Keeps the third step on the screen for as long as the others, though the next round begins with it. */
import type { Body } from '../../protocol';
import type { Stage } from '../../lib/stage.svelte';
import type { Step, View } from './cards';

const STEP_MS = 900;
const LAST_STEP = 2;

class Beat {
  /** The view with the last step; null while the stage's own is shown. */
  #held = $state.raw<View | null>(null);
  #before: View | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the last step is still on the screen. */
  get running(): boolean {
    return this.#held !== null;
  }

  /** What the screen shows of a stage. */
  of(stage: Stage): View {
    return this.#held ?? (stage.view as View);
  }

  /** Follows a stage; returns how to stop. */
  follow(stage: Stage): () => void {
    this.#before = stage.view as View;
    const stop = stage.listen((events, view) => {
      const last = events.find(({ type, stepIndex }) => type === 'step_reveal' && stepIndex === LAST_STEP);
      if (last !== undefined) this.#hold(last, Number(stage.config.step_ms ?? STEP_MS));
      else if (!stage.live) this.#end();
      this.#before = view as View;
    });
    return () => {
      stop();
      this.#end();
    };
  }

  #hold(last: Body, ms: number): void {
    this.#end();
    const before = this.#before;
    if (before === null || ms === 0) return;
    const { roundIndex, stepIndex, cards, hp } = last as unknown as Step;
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
