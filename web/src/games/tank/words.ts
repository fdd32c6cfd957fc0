/** What happened at the tanks, in sentences. */
import { called } from '../../lib/stage.svelte';
import { listed, possessive } from '../../lib/words';
import type { Card, Event, Phase, View } from '../../protocol/tank';
import { cardOf, hasTeams, PRESETS, teamOf, type TankStage } from './cards';

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const list = (cards: Card[]): string => cards.map((card) => cardOf(card).name).join(', ') || 'nothing';

const presetName = (preset: string): string => PRESETS.find(({ value }) => value === preset)?.label ?? preset;

export function endWords(view: View, who: (seat: number) => string): string {
  const { end_reason: reason, winner, players } = view;
  const won = winner === null ? 'Nobody' : listed(teamOf(view, winner).map(({ id }) => who(id)));
  const others = players.filter(({ id }) => id !== winner).map(({ id }) => possessive(who(id)));
  switch (reason) {
    case 'destroyed':
      return `${won} destroyed ${listed(others)} tank.`;
    case 'kill_marks':
      return `${won} reached ${sumOf(teamOf(view, winner ?? 0).map(({ killMarks }) => killMarks))} kills first.`;
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
export function winners(stage: TankStage, winner: number): string {
  const { view } = stage;
  if (!hasTeams(view)) return called(stage, winner);
  const seats = teamOf(view, winner).map(({ id }) => id);
  const yours = seats.toSorted((a, b) => Number(b === stage.seat) - Number(a === stage.seat));
  return listed(yours.map((seat) => called(stage, seat)));
}

/** What each tank did, as far as it was told here. */
export function damageBy(stage: TankStage, seat: number): number {
  return stage.lines.reduce(
    (sum, { event }) => sum + (event.action === 'damage' && event.actor === seat ? event.result.final : 0),
    0,
  );
}

export function words(event: Event, stage: TankStage): string | null {
  const { actor, target } = event;
  const who = actor === null ? '' : called(stage, actor);
  const verb = (you: string, other: string): string => `${who} ${actor === stage.seat ? you : other}`;
  const whom = (seat: number | null): string =>
    seat === null ? 'nobody' : seat === stage.seat ? 'you' : stage.name(seat);
  const hit = target === null ? 'Nobody' : called(stage, target);
  switch (event.action) {
    case 'game_start':
      return `The match begins. Rules: ${presetName(event.result.preset)}.`;
    case 'turn_start':
      return `${verb('begin', 'begins')} turn ${event.turn}${event.result.bonus ? ', a bonus turn' : ''}.`;
    case 'draw':
      return event.result.cards
        ? `${verb('draw', 'draws')} ${list(event.result.cards)}.`
        : `${verb('draw', 'draws')} ${event.result.count} ${event.result.count === 1 ? 'card' : 'cards'}.`;
    case 'reshuffle':
      return 'The discard pile becomes the new deck.';
    case 'medium_passive':
      return `${verb('swap', 'swaps')} ${list(event.result.discarded)}.`;
    case 'load': {
      const { card, replaced } = event.result;
      const throws = actor === stage.seat ? 'throw' : 'throws';
      const wasted = replaced === null ? '' : ` and ${throws} ${cardOf(replaced).name} away`;
      return `${verb('load', 'loads')} ${cardOf(card).name}${wasted}.`;
    }
    case 'ghost_discard':
      return `${verb('pay', 'pays')} ${cardOf(event.result.card).name} to find the ghost.`;
    case 'fire':
    case 'quick_fire':
      return `${verb('fire', 'fires')} ${cardOf(event.result.munition).name} at ${whom(target)}.`;
    case 'sabotage':
      return `${verb('play', 'plays')} ${cardOf(event.result.hazard).name} on ${whom(target)}.`;
    case 'repair': {
      const ally = target === null || target === actor ? '' : ` of ${whom(target)}`;
      return `${verb('repair', 'repairs')} ${cardOf(event.result.hazard).name}${ally}.`;
    }
    case 'equip':
      return `${verb('equip', 'equips')} ${cardOf(event.result.card).name}.`;
    case 'discard':
      return `${verb('discard', 'discards')} ${cardOf(event.result.card).name}.`;
    case 'skip_action':
      return `${verb('have', 'has')} no card to play.`;
    case 'bunker_buster':
      return 'Bunker Buster: nobody can answer with smoke.';
    case 'smoke_launchers':
      return `${verb('answer', 'answers')} with smoke.`;
    case 'attack_negated':
      return `The attack on ${whom(target)} is wasted.`;
    case 'coup_fourre': {
      const takes = actor === stage.seat ? 'take' : 'takes';
      return `Coup fourré! ${verb('show', 'shows')} ${cardOf(event.result.safety).name} and ${takes} the next turn.`;
    }
    case 'coup_discard':
      return event.result.card === null ? null : `${verb('lose', 'loses')} ${cardOf(event.result.card).name} for it.`;
    case 'hazard_applied':
      return `${hit} ${target === stage.seat ? 'are' : 'is'} hindered: ${cardOf(event.result.hazard).name}.`;
    case 'damage': {
      const { base, ablative_reduction: armor, class_reduction: heavy, final, hp_after: left } = event.result;
      const takes = target === stage.seat ? 'take' : 'takes';
      return `${hit} ${takes} ${final} damage (${base} − ${armor} armor − ${heavy} heavy): ${left} HP left.`;
    }
    case 'adrenaline': {
      const { cleared } = event.result;
      return `${verb('run', 'runs')} on adrenaline${cleared.length > 0 ? `, and ${list(cleared)} is gone` : ''}.`;
    }
    case 'kill':
      return `${verb('destroy', 'destroys')} ${whom(target)}.`;
    case 'respawn':
      return `${verb('come', 'comes')} back with ${event.result.hp} HP and a shield.`;
    case 'discard_excess':
      return `${verb('throw', 'throws')} away ${list(event.result.cards)}: the hand was too large.`;
    case 'bonus_turn':
      return `${verb('get', 'gets')} a bonus turn.`;
    case 'deck_exhausted':
      return 'No card is left to draw.';
    case 'concede':
      return `${verb('give', 'gives')} up.`;
    case 'timeout':
      return 'Time is up.';
    case 'game_over': {
      const { winner } = event.result;
      if (winner === null) return 'The match ends without a winner.';
      const win = winner === stage.seat || hasTeams(stage.view) ? 'win' : 'wins';
      return `${winners(stage, winner)} ${win} the match.`;
    }
    case 'deal':
    case 'spawn_shield_cleared':
    case 'autoload_declined':
    case 'turn_end':
    case 'seat_control':
      return null;
  }
}

const PHASES: Record<Phase, string> = {
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
export const phaseName = (phase: Phase): string => PHASES[phase];

/** For whom an open window waits, from the eyes of the viewer. */
export function waitsFor(stage: TankStage, asked: boolean, able: boolean): string {
  const { pending } = stage.view;
  const others = listed(
    (pending?.responders ?? []).filter((seat) => seat !== stage.seat).map((seat) => stage.name(seat)),
  );
  const waiting = others === '' ? '' : `Waiting for the answer of ${others}.`;
  if (!asked) return waiting || 'Waiting for the others.';
  return [able ? '' : 'You hold nothing to answer with: pass.', waiting].filter(Boolean).join(' ');
}

/** What the screen asks for, in one sentence. */
export function ask(stage: TankStage): string {
  const view = stage.view;
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
      ? 'Hazards go onto enemies, and the card says what they can no longer do. Remedies free you or your ally.'
      : 'Hazards go onto others, and the card says what they can no longer do. Remedies take them off you.',
    'Keep Smoke: you are asked whether you use it when somebody fires at you.',
    'Below the red mark a tank fights with adrenaline; what that gives stands under its HP.',
  ];
}
