/** A reading of the clock that screens may depend on: it changes ten times a second. */
let reading = $state(performance.now());
setInterval(() => (reading = performance.now()), 100);

export const tick = (): number => reading;
