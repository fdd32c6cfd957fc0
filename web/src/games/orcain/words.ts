/** What happened in a duel, in sentences. */
import { called } from '../../lib/stage.svelte';
import type { Card, Event, View } from '../../protocol/orcain';
import { CARDS, type OrcainStage } from './cards';

function deed(stage: OrcainStage, seat: number, card: Card | null): string {
  const who = called(stage, seat);
  if (card === null) return `${who} ${who === 'You' ? 'do' : 'does'} nothing`;
  const does = CARDS[card].does;
  return `${who} ${who === 'You' ? does.slice(0, -1) : does}`;
}

function standing(stage: OrcainStage, hp: [number, number]): string {
  return `${called(stage, 0)} ${hp[0]}, ${called(stage, 1)} ${hp[1]} HP`;
}

/** Why it ended, by name. */
export function why({ result }: View, who: (seat: number) => string): string {
  if (result === null) return '';
  if (result.bothLose) return 'Both were inactive for two rounds.';
  if (result.draw) return result.hp[0] === 0 ? 'Both fell in the same round.' : 'Equal after sudden death.';
  if (result.winner === null) return 'The server had to end it.';
  const [won, lost] = [who(result.winner), who(1 - result.winner)];
  if (result.reason === 'disconnect') return `${lost} left.`;
  if (result.reason === 'timeout') return `${lost} laid no card for two rounds.`;
  return Math.min(...result.hp) === 0 ? `${lost} fell to 0 HP.` : `${won} had more HP at the end.`;
}

export function words(event: Event, stage: OrcainStage): string | null {
  switch (event.type) {
    case 'prep_start':
      return `Round ${event.roundIndex}${event.suddenDeath ? ', sudden death' : ''}: lay up to three cards.`;
    case 'confirm_ok':
      return 'Your cards are locked in.';
    case 'step_reveal': {
      const { stepIndex, cards, hp } = event;
      return `Step ${stepIndex + 1}: ${deed(stage, 0, cards[0])}, ${deed(stage, 1, cards[1])}. ${standing(stage, hp)}.`;
    }
    case 'round_end':
      return `Round ${event.roundIndex} is over: ${standing(stage, event.hp)}.`;
    case 'match_end':
      return event.winner === null
        ? 'The match ends without a winner.'
        : `${called(stage, event.winner)} ${event.winner === stage.seat ? 'win' : 'wins'} the match.`;
    case 'draft_stored':
      return null;
  }
}
