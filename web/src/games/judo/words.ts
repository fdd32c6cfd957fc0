/** What happened in a battle, in sentences. "You" is always the viewer. */
import { lower, plain, upper } from '../../lib/words';
import type { Event, InterruptReason, LastRound, ResultKind, Side, Trigger, View } from '../../protocol/judo';
import { statName, type JudoStage } from './rules';

export const mySide = (view: View): Side => view.side ?? 'player';
export const otherSide = (side: Side): Side => (side === 'player' ? 'opponent' : 'player');

/** "You" or "Opponent"; spectators read names. */
export function sideName(stage: JudoStage, side: Side): string {
  const { view } = stage;
  if (stage.seat === null) return stage.name(side === 'player' ? 0 : 1);
  return side === mySide(view) ? 'You' : 'Opponent';
}

/** The same within a sentence; names keep their capitals. */
const inSentence = (stage: JudoStage, side: Side): string =>
  stage.seat === null ? sideName(stage, side) : sideName(stage, side).toLowerCase();

const REASONS: Record<InterruptReason, string> = {
  quit: 'a player quit',
  navigation: 'a player left the page',
  error: 'an error',
  stalled: 'no choice was made',
  disconnect: 'a connection was lost',
  admin: 'an administrator stepped in',
};
export const reasonWords = (reason: InterruptReason | null): string => (reason === null ? 'unknown' : REASONS[reason]);

const WAYS_OUT: Partial<Record<Trigger, string>> = {
  restartRound: 'Play the round again',
  resumeLobby: 'Back to the lobby',
  abortMatch: 'End the match',
  restartMatch: 'Start the match again',
  toLobby: 'Back to the lobby',
  roundModifyFlag: 'Change the round',
};
export const resolveWords = (trigger: Trigger): string => WAYS_OUT[trigger] ?? upper(plain(trigger));

export function roundMessage(stage: JudoStage, round: LastRound): string {
  const { view } = stage;
  if (stage.seat === null && round.outcome !== 'draw')
    return `${sideName(stage, round.outcome === 'winPlayer' ? 'player' : 'opponent')} won the round`;
  const mine = mySide(view) === 'player' ? 'winPlayer' : 'winOpponent';
  const outcome = round.outcome === 'draw' ? 'Tie: no point' : round.outcome === mine ? 'Round won' : 'Round lost';
  if (round.source !== 'auto' || round.chooser !== mySide(view)) return outcome;
  return `Time is up: ${statName(round.stat)} was chosen for you. ${outcome}`;
}

export function roundResult(stage: JudoStage): string {
  const { view } = stage;
  const round = view.last_round;
  if (round === null) return '';
  const [mine, other] = [mySide(view), otherSide(mySide(view))];
  const values = [mine, other].map((side) => `${sideName(stage, side)}: ${round.values[side]}`);
  const line = `${statName(round.stat)} – ${values.join(' ')}`;
  return view.streak.length >= 2 ? `${line} · ${view.streak.length} in a row` : line;
}

export function matchMessage(stage: JudoStage): string {
  const { view } = stage;
  const result = view.result ?? view.last_result;
  if (result === null) return 'Waiting…';
  if (stage.seat === null)
    return result.winner === null ? 'Match drawn' : `${sideName(stage, result.winner)} won the match`;
  if (result.kind === 'forfeit')
    return result.winner === mySide(view) ? 'Opponent left: you win' : 'You left: counted as a loss';
  if (result.kind === 'no_contest') return 'No contest';
  if (result.kind === 'aborted' || result.kind === 'abandoned') return `Match aborted: ${reasonWords(result.reason)}`;
  if (result.winner === null) return 'Match drawn';
  return result.winner === mySide(view) ? 'Match won' : 'Match lost';
}

export const seatOf = (side: Side): number => (side === 'player' ? 0 : 1);

const LEFT: Partial<Record<InterruptReason, string>> = {
  navigation: 'left the page',
  disconnect: 'did not come back',
  stalled: 'made no choice',
};
const UNDECIDED: Partial<Record<ResultKind, string>> = {
  draw: 'The rounds ran out with equal scores.',
  no_contest: 'The match could not be finished.',
  aborted: 'The match was aborted before it began.',
  abandoned: 'The match was called off.',
};
/** Why it ended, by name. */
export function endWords({ result, win_target: target }: View, who: (seat: number) => string): string {
  if (result === null) return '';
  if (result.winner === null) return UNDECIDED[result.kind] ?? '';
  const [won, lost] = [who(seatOf(result.winner)), who(seatOf(otherSide(result.winner)))];
  const decided: Partial<Record<ResultKind, string>> = {
    points: `${won} reached ${target} points.`,
    rounds: `The rounds ran out, and ${lower(won)} had the higher score.`,
    cards: `The rounds ran out with equal scores, and ${lower(won)} had more cards.`,
    forfeit: `${lost} ${(result.reason && LEFT[result.reason]) ?? 'gave up'}.`,
  };
  return decided[result.kind] ?? '';
}

/** Where the match stands, in a word or two. */
export function phaseName(stage: JudoStage): string {
  const { view } = stage;
  switch (view.state) {
    case 'waitingForMatchStart':
      return 'Lobby';
    case 'waitingForPlayerAction':
      if (stage.seat === null) return 'Choice';
      return view.chooser === mySide(view) ? 'Your choice' : 'Their choice';
    case 'cooldown':
      return 'Next round';
    case 'matchOver':
      return 'Over';
    default:
      return 'Interrupted';
  }
}

export function words(event: Event, stage: JudoStage): string | null {
  const who = (side: Side): string => sideName(stage, side);
  switch (event.type) {
    case 'match.started':
      return `The match begins: first to ${event.win_target}.`;
    case 'round.prompt':
      return `Round ${event.round}: ${who(event.chooser)} ${who(event.chooser) === 'You' ? 'choose' : 'chooses'}.`;
    case 'round.selection.locked':
      return event.source === 'auto'
        ? `Time is up: ${statName(event.stat)} was chosen for ${inSentence(stage, event.side)}.`
        : `${who(event.side)} chose ${statName(event.stat)}.`;
    case 'round.evaluated': {
      const line = `${who('player')} ${event.player_value}, ${inSentence(stage, 'opponent')} ${event.opponent_value}`;
      if (event.outcome === 'draw') return `${line}: a tie.`;
      const winner = who(event.outcome === 'winPlayer' ? 'player' : 'opponent');
      return `${line}: ${winner} ${winner === 'You' ? 'win' : 'wins'} the round.`;
    }
    case 'round.timer.expired':
      return event.auto_select ? null : 'Time is up. The choice is still open.';
    case 'timer.paused':
      return 'The clock waits.';
    case 'timer.resumed':
      return 'The clock runs again.';
    case 'interrupt.raised':
      return `Interrupted: ${reasonWords(event.reason)}.`;
    case 'match.concluded':
      return `${matchMessage(stage)}.`;
    case 'skip.voted':
      return `${who(event.side)} would go on at once.`;
    case 'control.state.changed':
    case 'control.countdown.started':
    case 'cooldown.timer.expired':
    case 'round.started':
    case 'round.scored':
    case 'match.decided':
    case 'timer.drift':
    case 'interrupt.resolved':
    case 'modification.opened':
    case 'modification.applied':
    case 'transition.refused':
    case 'error.raised':
    case 'rematch.voted':
    case 'lobby.opened':
      return null;
  }
}
