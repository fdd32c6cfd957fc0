/** What happened at the tanks, in sentences. */
import { called, type Stage } from '../../lib/stage.svelte';
import { listed, plain, possessive, upper } from '../../lib/words';
import type { Body } from '../../protocol';
import { cardOf, hasTeams, PRESETS, teamOf, type View } from './cards';

const list = (cards: string[]): string => cards.map((card) => cardOf(card).name).join(', ') || 'nothing';

export function endWords(view: View, who: (seat: number) => string): string {
  const { end_reason: reason, winner, players } = view;
  const won = winner === null ? 'Nobody' : listed(teamOf(view, winner).map(({ id }) => who(id)));
  const others = players.filter(({ id }) => id !== winner).map(({ id }) => possessive(who(id)));
  switch (reason) {
    case 'destroyed':
      return `${won} destroyed ${listed(others)} tank.`;
    case 'kill_marks':
      return `${won} reached ${teamOf(view, winner ?? 0).reduce((sum, { killMarks }) => sum + killMarks, 0)} kills first.`;
    case 'concede':
      return `${listed(players.filter(({ conceded }) => conceded).map(({ id }) => who(id)))} gave up.`;
    case 'deck_exhausted':
      return 'No card was left to draw.';
    case 'aborted':
      return 'The match was aborted.';
    default:
      return '';
  }
}

/** Who wins: a tank, or a whole team. */
export function winners(stage: Stage, winner: number): string {
  const view = stage.view as View;
  if (!hasTeams(view)) return called(stage, winner);
  const seats = teamOf(view, winner).map(({ id }) => id);
  const yours = seats.toSorted((a, b) => Number(b === stage.seat) - Number(a === stage.seat));
  return listed(yours.map((seat) => called(stage, seat)));
}

/** What each tank did, as far as it was told here. */
export function damageBy(stage: Stage, seat: number): number {
  return stage.lines
    .filter(({ event }) => event.action === 'damage' && event.actor === seat)
    .reduce((sum, { event }) => sum + Number(event.result.final), 0);
}

export function words(event: Body, stage: Stage): string | null {
  const { actor, target, action } = event;
  const result = (event.result ?? {}) as Body;
  const who = actor === null ? '' : called(stage, actor);
  const verb = (you: string, other: string): string => `${who} ${actor === stage.seat ? you : other}`;
  const whom = (seat: number): string => (seat === stage.seat ? 'you' : stage.name(seat));
  switch (action) {
    case 'game_start':
      return `The match begins. Rules: ${PRESETS.find(({ value }) => value === result.preset)?.label ?? result.preset}.`;
    case 'turn_start':
      return `${verb('begin', 'begins')} turn ${event.turn}${result.bonus ? ', a bonus turn' : ''}.`;
    case 'draw':
      return result.cards
        ? `${verb('draw', 'draws')} ${list(result.cards)}.`
        : `${verb('draw', 'draws')} ${result.count} ${result.count === 1 ? 'card' : 'cards'}.`;
    case 'reshuffle':
      return 'The discard pile becomes the new deck.';
    case 'medium_passive':
      return `${verb('swap', 'swaps')} ${list(result.discarded)}.`;
    case 'load':
      return `${verb('load', 'loads')} ${cardOf(result.card).name}${result.replaced ? ` and ${actor === stage.seat ? 'throw' : 'throws'} ${cardOf(result.replaced).name} away` : ''}.`;
    case 'ghost_discard':
      return `${verb('pay', 'pays')} ${cardOf(result.card).name} to find the ghost.`;
    case 'fire':
    case 'quick_fire':
      return `${verb('fire', 'fires')} ${cardOf(result.munition).name} at ${whom(target)}.`;
    case 'sabotage':
      return `${verb('play', 'plays')} ${cardOf(result.hazard).name} on ${whom(target)}.`;
    case 'repair':
      return `${verb('repair', 'repairs')} ${cardOf(result.hazard).name}${target === null || target === actor ? '' : ` of ${whom(target)}`}.`;
    case 'equip':
      return `${verb('equip', 'equips')} ${cardOf(result.card).name}.`;
    case 'discard':
      return `${verb('discard', 'discards')} ${cardOf(result.card).name}.`;
    case 'skip_action':
      return `${verb('have', 'has')} no card to play.`;
    case 'bunker_buster':
      return 'Bunker Buster: nobody can answer with smoke.';
    case 'smoke_launchers':
      return `${verb('answer', 'answers')} with smoke.`;
    case 'attack_negated':
      return `The attack on ${whom(target)} is wasted.`;
    case 'coup_fourre':
      return `Coup fourré! ${verb('show', 'shows')} ${cardOf(result.safety).name} and ${actor === stage.seat ? 'take' : 'takes'} the next turn.`;
    case 'coup_discard':
      return result.card === null ? null : `${verb('lose', 'loses')} ${cardOf(result.card).name} for it.`;
    case 'hazard_applied':
      return `${called(stage, target)} ${target === stage.seat ? 'are' : 'is'} hindered: ${cardOf(result.hazard).name}.`;
    case 'damage':
      return `${called(stage, target)} ${target === stage.seat ? 'take' : 'takes'} ${result.final} damage (${result.base} − ${result.ablative_reduction} armor − ${result.class_reduction} heavy): ${result.hp_after} HP left.`;
    case 'adrenaline':
      return `${verb('run', 'runs')} on adrenaline${result.cleared?.length > 0 ? `, and ${list(result.cleared)} is gone` : ''}.`;
    case 'kill':
      return `${verb('destroy', 'destroys')} ${whom(target)}.`;
    case 'respawn':
      return `${verb('come', 'comes')} back with ${result.hp} HP and a shield.`;
    case 'discard_excess':
      return `${verb('throw', 'throws')} away ${list(result.cards)}: the hand was too large.`;
    case 'bonus_turn':
      return `${verb('get', 'gets')} a bonus turn.`;
    case 'deck_exhausted':
      return 'No card is left to draw.';
    case 'concede':
      return `${verb('give', 'gives')} up.`;
    case 'timeout':
      return 'Time is up.';
    case 'game_over':
      return result.winner === null
        ? 'The match ends without a winner.'
        : `${winners(stage, result.winner)} ${result.winner === stage.seat || hasTeams(stage.view as View) ? 'win' : 'wins'} the match.`;
    default:
      return null;
  }
}

const PHASES: Record<string, string> = {
  setup: 'Set-up',
  start_of_turn: 'Draw',
  action: 'Action',
  autoload: 'Autoloader',
  interrupt_smoke: 'Smoke?',
  interrupt_coup: 'Coup fourré?',
  resolution: 'Resolution',
  discard_excess: 'Discard',
  end_of_turn: 'End of turn',
  game_over: 'Over',
};
export const phaseName = (phase: string): string => PHASES[phase] ?? upper(plain(phase));

/** For whom an open window waits, from the eyes of the viewer. */
export function waitsFor(stage: Stage, asked: boolean, able: boolean): string {
  const { pending } = stage.view as View;
  const others = listed(
    (pending?.responders ?? []).filter((seat) => seat !== stage.seat).map((seat) => stage.name(seat)),
  );
  const waiting = others === '' ? '' : `Waiting for the answer of ${others}.`;
  if (!asked) return waiting || 'Waiting for the others.';
  return [able ? '' : 'You hold nothing to answer with: pass.', waiting].filter(Boolean).join(' ');
}

/** What the screen asks for, in one sentence. */
export function ask(stage: Stage): string {
  const view = stage.view as View;
  if (view.gameOver) return 'The match is over.';
  if (!stage.toAct || stage.seat === null) {
    const pending = view.pending;
    if (pending !== null) return waitsFor(stage, false, false);
    if (view.turnIndex === stage.seat && !stage.live) return 'You move.';
    return view.turnIndex === stage.seat ? 'One moment…' : `${stage.name(view.turnIndex)} moves.`;
  }
  switch (view.phase) {
    case 'action':
      return stage.legal.every(({ type }) => type === 'discard' || type === 'medium_passive')
        ? 'Your move: no card helps now, so choose one to discard.'
        : 'Your move: choose a card.';
    case 'autoload':
      return 'Autoloader: do the other half too, or pass.';
    case 'discard_excess':
      return 'Your hand is too large: choose what goes.';
    default:
      return 'You are asked: answer, or let it happen.';
  }
}

/** A refusal in two or three words, for the foot of a card. */
const SHORT: Record<string, string> = {
  no_matching_hazard: 'nothing to repair',
  target_has_hazard: 'has it already',
  target_immune: 'immune to it',
  target_shielded: 'shielded',
  target_is_ally: 'on your team',
  ghost_discard_unavailable: 'no card to pay',
  already_equipped: 'equipped already',
};
export const short = (code: string | null, text: string): string => SHORT[code ?? ''] ?? text.replace(/\.$/, '');

/** What somebody should know who plays for the first time. */
export function tips(view: View): string[] {
  const aim =
    view.mode === 'duel'
      ? 'Bring the other tank down to 0 HP and you have won.'
      : hasTeams(view)
        ? 'Destroy the tanks of the other team: your kills and your ally’s count together. Destroyed tanks come back.'
        : 'Destroy tanks: the first with enough kills wins. Destroyed tanks come back.';
  return [
    aim,
    'One action a turn: load a munition into your breech, and in a later turn play Fire. A Coaxial MG fires at once.',
    hasTeams(view)
      ? 'Hazards go onto enemies, and the card says what they can no longer do. Remedies take them off you or your ally.'
      : 'Hazards go onto others, and the card says what they can no longer do. Remedies take them off you.',
    'Keep Smoke: you are asked whether you use it when somebody fires at you.',
    'Below the red mark a tank fights with adrenaline; what that gives stands under its HP.',
  ];
}
