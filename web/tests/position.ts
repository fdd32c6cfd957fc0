/** Positions of the tests' own: a state is changed by hand, judged by the engine, and played on. */
import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { program } from './server';

type Body = Record<string, any>;

function engine(...commands: Body[]): Body[] {
  const input = commands.map((command) => JSON.stringify(command)).join('\n');
  const { stdout } = spawnSync(program, ['engine'], { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Body);
  for (const [at, answer] of answers.entries())
    if (answer.ok !== true) throw new Error(`${JSON.stringify(commands[at]).slice(0, 200)}: ${answer.text}`);
  return answers;
}

/** Plays a match that stands as `change` leaves its set-up; seat 0 is this page's, and computers take their time. */
export async function playFrom(
  page: Page,
  opening: Body,
  seats: Body[],
  change: (state: Body) => void,
  pace = 0,
): Promise<void> {
  const [, { state }] = engine({ cmd: 'open', seed: '5', ...opening }, { cmd: 'state' }) as [Body, Body];
  change(state);
  const [, { replay }] = engine({ cmd: 'load', seed: '5', ...opening, state }, { cmd: 'log' }) as [Body, Body];
  const match = await page.evaluate(
    async (body) => {
      const token = JSON.parse(localStorage.getItem('bout.token')!) as string;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch('/api/replays/play-on', { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await answer.json()) as { match?: string }).match;
    },
    { replay, on: { at: 0, seats, bot_pace_ms: pace } },
  );
  await page.goto(`${page.url().split('#')[0]}#/match/${match}`);
}
