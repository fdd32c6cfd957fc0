/** Tells every battle of one's own whether it is looked at: its clock waits while it is not. */
import type { Match } from '../../lib/match.svelte';
import { router } from '../../lib/router.svelte';
import { session } from '../../lib/session.svelte';
import type { Action, View, Why } from '../../protocol/judo';

/** Whether a dialog that stops the clock is open over the battle. */
export const presence = $state({ dialog: false });

/** The view of one's own battle that goes on, on whatever page one is. */
export function ownBattle(): View | null {
  for (const match of session.matches.values()) {
    const frame = match.info.game === 'judo' && !match.over && !match.gone && match.frames.get(match.yours[0] ?? -1);
    if (frame && frame.outcome === null) return frame.view as View;
  }
  return null;
}

/** What was said to each seat and has not come back as a frame yet. */
const said = new Map<string, boolean>();

/** Says to a seat that its player is here or away, unless the match knows it or was just told. */
function tell(match: Match, seat: number, here: boolean, why: Why): void {
  const view = match.frames.get(seat)?.view as View | undefined;
  if (view === undefined || view.side === null) return;
  const key = `${match.id}/${seat}`;
  if (view.active[view.side] === here) return void said.delete(key);
  if (said.get(key) === here) return;
  said.set(key, here);
  // It holds whatever the match has asked in the meantime.
  const action: Action = { type: 'set_active', active: here, why };
  session.ask({ type: 'act', match: match.id, seat, action }).catch(() => said.delete(key));
}

/** Keeps all battles informed, on whatever page one is; for the outermost component. */
export function keepPresence(): void {
  let visible = $state(document.visibilityState === 'visible');
  $effect(() => {
    const look = (event: Event): void =>
      void (visible = event.type !== 'freeze' && document.visibilityState === 'visible');
    const events = ['visibilitychange', 'freeze', 'resume'];
    for (const event of events) document.addEventListener(event, look);
    return () => events.forEach((event) => document.removeEventListener(event, look));
  });
  $effect(() => {
    if (session.status !== 'online') return;
    for (const match of session.matches.values()) {
      if (match.info.game !== 'judo' || match.over || match.gone) continue;
      const seen = visible && !match.covered && router.path[0] === 'match' && router.path[1] === match.id;
      const why = seen && presence.dialog ? 'dialog' : 'visibility';
      for (const seat of match.yours) tell(match, seat, seen && !presence.dialog, why);
    }
  });
  // Away from its screen, the hooks still tell the state of a battle that goes on.
  $effect(() => {
    const battle = router.path[0] === 'match' ? null : ownBattle();
    if (battle === null) return;
    void import('./hooks.svelte').then(({ hooks }) => hooks.arrive(battle, battle.settings.test_mode));
  });
}
