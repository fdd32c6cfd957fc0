import type { Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { audit, DESK, expect, fits, follow, LOOKS, person, pick, test, url } from './play';
import { begin, id } from './creatures';
import { startServer, wireTo } from './server';

type Hooked = Window & Record<string, any>;

test('a guest has a name, keeps it, and may change it', async ({ someone: { page } }) => {
  const me = page.getByRole('button', { name: /change the name/ });
  await expect(me).not.toContainText('Guest');
  await me.click();
  const name = `Tern ${Date.now() % 100_000}`;
  await page.getByLabel('What others call you').fill('x');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('3 to 16');
  await page.getByLabel('What others call you').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(me).toContainText(name);
  await page.reload();
  await expect(me).toContainText(name);
});

test('new visitors get a name that nobody has, without a refusal on the way', async ({ browser }) => {
  for (let n = 0; n < 5; n++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
    await page.goto(url());
    await expect(page.getByRole('button', { name: /change the name/ })).toHaveText(
      /[A-Z][a-z]{1,4} [A-Z][a-z]{1,4} \d{4}/,
    );
    expect(refused).toEqual([]);
    await context.close();
  }
});

test('the lobby finds an opponent, and the match is watched', async ({ browser }) => {
  const people = [await person(browser), await person(browser)];
  for (const { page } of people) {
    await pick(page, 'orcain');
    await page.getByTestId('start-pvp').click();
  }
  for (const { page } of people) await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
  const watcher = await person(browser);
  await watcher.page.goto(url('#/watch'));
  await watcher.page
    .getByRole('link', { name: /^Watch/ })
    .filter({ hasText: ' v ' })
    .first()
    .click();
  await expect(watcher.page.getByText('watching')).toBeVisible();
  await expect(watcher.page.getByTestId('confirm')).toHaveCount(0);
  const [a, b] = people.map(({ page }) => page) as [Page, Page];
  await a.locator('[data-hand-card=attack]').click();
  await a.locator('[data-slot-index="0"] button').click();
  await a.getByTestId('confirm').click();
  await expect(a.getByTestId('confirm')).toHaveText('Confirmed');
  expect(watcher.captured.frames.some((frame) => frame.includes('"layout":["attack"'))).toBe(false);
  await b.getByTestId('leave').click();
  await b.getByRole('button', { name: 'Quit' }).last().click();
  await expect(a.getByTestId('result')).toContainText('You won');
  await expect(watcher.page.getByTestId('result')).toContainText('wins');
});

test('a match that does not count for the rating says why', async ({ browser }) => {
  const [a, b] = [await person(browser), await person(browser)];
  for (const { page } of [a, b]) {
    await pick(page, 'tank');
    await page.getByTestId('queue').click();
  }
  for (const { page } of [a, b]) await expect(page).toHaveURL(/#\/match\//);
  await b.page.getByTestId('leave').click();
  await b.page.getByRole('button', { name: 'Quit' }).last().click();
  await expect(a.page.getByTestId('unrated')).toContainText('you both play from the same address');
});

test('changed settings are shown before one sits down', async ({ browser }) => {
  const [host, guest] = [await person(browser), await person(browser)];
  await pick(host.page, 'orcain');
  await host.page.getByTestId('invite').click();
  await guest.page.goto(await host.page.getByTestId('invite-link').inputValue());
  for (const { page } of [host, guest]) await expect(page, 'the usual game needs no question').toHaveURL(/#\/match\//);
  // A table that differs from the usual game, as a bot writer would open it.
  const stranger = await person(browser);
  const code = await stranger.page.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem('bout.token')!) as string;
    const socket = new WebSocket(`ws://${location.host}/ws`);
    (window as Window & { kept?: WebSocket }).kept = socket;
    await new Promise((open) => (socket.onopen = open));
    const answered = (re: number): Promise<{ table: { code: string } }> =>
      new Promise((done) =>
        socket.addEventListener('message', ({ data }) => {
          const told = JSON.parse(data);
          if (told.type === 'answer' && told.re === re) done(told);
        }),
      );
    socket.send(JSON.stringify({ type: 'hello', token, id: 1 }));
    await answered(1);
    socket.send(
      JSON.stringify({
        type: 'table_open',
        game: 'orcain',
        config: { prep_ms: 45000 },
        seats: [{ type: 'me' }, { type: 'open' }],
        id: 2,
      }),
    );
    return (await answered(2)).table.code;
  });
  const late = await person(browser);
  await late.page.goto(url(`#/join/${code}`));
  await expect(late.page.getByTestId('custom-settings')).toContainText('45000');
  await audit(late.page);
  await late.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(late.page).not.toHaveURL(/match/);
  await late.page.goto(url(`#/join/${code}`));
  await late.page.getByRole('dialog').getByRole('button', { name: 'Join' }).click();
  await expect(late.page).toHaveURL(/#\/match\//);
});

test('an old match is given up in the lobby', async ({ someone: { page } }) => {
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  await expect(page).toHaveURL(/#\/match\//);
  await page.goto(url('#/'));
  await page.getByTestId('give-up').click();
  await expect(page.getByRole('dialog')).toContainText('Give up this match?');
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await expect(page.getByTestId('give-up')).toHaveCount(0);
});

test('a private replay is shown to those who have its link', async ({ browser }) => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  const [owner, friend] = [await person(browser, context), await person(browser)];
  await pick(owner.page, 'orcain');
  await owner.page.getByTestId('start-pve').click();
  await owner.page.getByTestId('leave').click();
  await owner.page.getByRole('button', { name: 'Quit' }).last().click();
  await owner.page.getByTestId('result').getByRole('button', { name: 'Replay' }).click();
  await expect(owner.page.getByTestId('replay-at')).toHaveText(/^0 /);
  await friend.page.goto(owner.page.url());
  await expect(friend.page.getByRole('alert')).toContainText('unknown match');
  await owner.page.getByTestId('replay-more').click();
  await owner.page.getByTestId('share').click();
  await expect(owner.page.getByTestId('share')).toHaveText('Link copied');
  const link = await owner.page.evaluate(() => navigator.clipboard.readText());
  const reader = await person(browser);
  await reader.page.goto(link);
  await expect(reader.page.getByTestId('replay-at')).toHaveText(/^0 /);
});

test('a second tab takes over, and the first may take it back', async ({ someone: { page } }) => {
  await pick(page, 'judo');
  await page.getByTestId('play-computer').click();
  await expect(page.locator('#round-counter')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.locator('#round-counter')).toBeVisible();
  await expect(page.getByText('The match goes on in another tab')).toBeVisible();
  const clock = page.locator('#next-round-timer');
  const left = await clock.getAttribute('data-remaining-ms');
  await page.waitForTimeout(1200);
  await expect(clock).toHaveAttribute('data-remaining-ms', left!);
  await page.getByRole('button', { name: 'Play here instead' }).click();
  await expect(page.getByTestId('connection')).toHaveAttribute('data-status', 'online');
  await expect(second.getByText('The match goes on in another tab')).toBeVisible();
});

test('half a minute without a connection costs nothing', async ({ browser }) => {
  test.setTimeout(90_000);
  const wire = await wireTo(url());
  const { page, errors } = await person(browser, {}, wire.url);
  await pick(page, 'judo');
  await page.getByTestId('play-computer').click();
  await page.waitForFunction(() => (window as Hooked).__classicBattleState === 'waitingForPlayerAction');
  wire.cut();
  await expect(page.locator('#round-message')).toHaveText('Connection lost. Reconnecting…');
  await page.waitForTimeout(30_000);
  wire.mend();
  await expect(page.getByTestId('connection')).toHaveAttribute('data-status', 'online', { timeout: 15_000 });
  await expect(page.locator('#round-message')).toHaveText('Choose a stat');
  const left = Number(await page.locator('#next-round-timer').getAttribute('data-remaining-ms'));
  expect(left, 'the clock stood while the player was away').toBeGreaterThan(20_000);
  await page.keyboard.press('1');
  await expect(page.locator('#round-result')).toContainText('Power');
  expect(errors).toEqual([]);
  wire.close();
});

test('an act that is said into a dead wire acts once when it is back', async ({ browser }) => {
  const wire = await wireTo(url());
  const { page } = await person(browser, {}, wire.url);
  await pick(page, 'judo');
  await page.getByTestId('play-computer').click();
  await page.waitForFunction(() => (window as Hooked).__classicBattleState === 'waitingForPlayerAction');
  wire.cut();
  await expect(page.getByTestId('connection')).toHaveAttribute('data-status', 'offline');
  await page.keyboard.press('1');
  wire.mend();
  await expect(page.locator('#round-result')).toContainText('Power', { timeout: 15_000 });
  wire.close();
});

/** When the page tells that the server does not answer. */
function stallTold(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = (): void => {
          const text = document.querySelector('[data-testid=connection]')?.textContent ?? '';
          if (text.includes('The server does not answer')) done(Date.now());
          else setTimeout(look, 20);
        };
        look();
      }),
  );
}

test('a dead connection is told within 6 seconds, and what one does meanwhile is shown as sent and acts once', async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const wire = await wireTo(process.env.BOUT_URL!);
  const { page } = await person(browser, DESK, wire.url);
  await pick(page, 'judo');
  await page.getByTestId('play-computer').click();
  await page.locator('#next-button').click();
  await expect(page.locator('#round-message')).toHaveText('Choose a stat');
  const told = stallTold(page);
  wire.hole();
  const holed = Date.now();
  const shown = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const begun = performance.now();
        const look = (): void => {
          const marked =
            document.querySelector('[data-testid=sending]') !== null &&
            document.querySelector('button[data-stat=power][data-sent]') !== null;
          if (marked) done(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        document.querySelector<HTMLButtonElement>('button[data-stat=power]')!.click();
        look();
      }),
  );
  expect(shown).toBeLessThan(100);
  expect((await told) - holed).toBeLessThan(6000);
  wire.mend();
  await expect(page.locator('#round-result')).toContainText('Power', { timeout: 30_000 });
  await expect(page.getByTestId('sending')).toHaveCount(0);
  await expect(page.locator('[data-sent]')).toHaveCount(0);
  await expect(page.getByTestId('connection')).toHaveText('');
  wire.close();
});

test('an idle page notices a dead connection by its heartbeat', async ({ browser }) => {
  const wire = await wireTo(process.env.BOUT_URL!);
  const { page } = await person(browser, DESK, wire.url);
  await page.waitForTimeout(9000);
  // Silence alone is no trouble: the server answers the pings.
  await expect(page.getByTestId('connection')).toHaveText('');
  const told = stallTold(page);
  wire.hole();
  const holed = Date.now();
  expect((await told) - holed).toBeLessThan(6000);
  wire.mend();
  await expect(page.getByTestId('connection')).toHaveText('', { timeout: 20_000 });
  wire.close();
});

test('a browser without a network says so at once', async ({ someone: { page } }) => {
  await page.context().setOffline(true);
  await expect(page.getByTestId('connection')).toContainText('You are offline', { timeout: 1000 });
  await page.context().setOffline(false);
  await expect(page.getByTestId('connection')).toHaveText('');
});

for (const [game, waits] of [
  // Only Judo's rules stop the clock for somebody who is away.
  ['judo', /is away: (60|5\d)\ss left to come back\. The clock is paused\.$/],
  ['tank', /is away: (60|5\d)\ss left to come back\. The clock runs on\.$/],
  ['necro', /is away: 1[12]\d\ss left to come back\. The clock runs on\.$/],
] as const) {
  test(`who plays ${game} sees that the opponent is away, and whether the clock runs`, async ({ browser }) => {
    const [a, b] = [await person(browser), await person(browser, { viewport: { width: 360, height: 640 } })];
    await pick(a.page, game);
    await a.page.getByTestId('invite').click();
    await follow(b.page, await a.page.getByTestId('invite-link').inputValue());
    await expect(b.page).toHaveURL(/#\/match\//);
    if (game === 'judo') {
      // In the lobby the rules of Judo do not wait for anybody.
      await a.page.locator('#start-match-button').click();
      await expect(b.page.locator('#judo-lobby')).toHaveCount(0);
    }
    await expect(a.page.getByTestId('away')).toHaveCount(0);
    const match = b.page.url();
    const back = await b.page.context().newPage();
    await b.page.close();
    await expect(a.page.getByTestId('away')).toHaveText(waits);
    await back.goto(match);
    await expect(a.page.getByTestId('away')).toHaveCount(0);
  });
}

test('after a restart of the server the page says who is missing, and that the clock stands', async ({ browser }) => {
  const data = mkdtempSync(join(tmpdir(), 'bout-page-'));
  const first = await startServer(['--data', data]);
  const [a, b] = [await person(browser, {}, first.url), await person(browser, {}, first.url)];
  await pick(a.page, 'necro');
  await a.page.getByTestId('invite').click();
  await follow(b.page, await a.page.getByTestId('invite-link').inputValue());
  for (const { page } of [a, b]) await expect(page).toHaveURL(/#\/match\//);
  const match = b.page.url();
  const name = await b.page.evaluate(() =>
    fetch('/api/me', {
      headers: { authorization: `Bearer ${JSON.parse(localStorage.getItem('bout.token')!)}` },
    }).then(async (answer) => ((await answer.json()) as { name: string }).name),
  );
  await first.stop('SIGKILL');
  const later = await b.page.context().newPage();
  await b.page.close();
  const second = await startServer(['--data', data], new URL(first.url).host);
  await expect(a.page.getByTestId('held')).toHaveText(
    `The server was restarted. The clock stands until everybody is back, at most 30 s. Missing: ${name}.`,
    { timeout: 15_000 },
  );
  await later.goto(match);
  await expect(a.page.getByTestId('held')).toHaveCount(0);
  await second.stop();
  rmSync(data, { recursive: true });
});

test('the server is killed in mid-turn: the match goes on, with its clock and a note', async ({ browser }) => {
  const data = mkdtempSync(join(tmpdir(), 'bout-page-'));
  const first = await startServer(['--data', data]);
  const { page, errors } = await person(browser, {}, first.url);
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  await page.locator('[data-hand-card=heal]').click();
  await page.locator('[data-slot-index="2"] button').click();
  await page.waitForTimeout(500);
  const before = Number(await page.getByTestId('timer').textContent());
  await first.stop('SIGKILL');
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
  await page.waitForTimeout(2500);
  const second = await startServer(['--data', data], new URL(first.url).host);
  await expect(page.getByTestId('connection')).toHaveAttribute('data-status', 'online', { timeout: 15_000 });
  await expect(page.locator('[data-slot-index="2"]')).toHaveAttribute('data-card', 'heal');
  const after = Number(await page.getByTestId('timer').textContent());
  expect(before - after, 'the time that the server was away is nobody’s loss').toBeLessThanOrEqual(2);
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'REVEAL');
  expect(errors).toEqual([]);
  await second.stop();
  rmSync(data, { recursive: true });
});

test('the log is there again when one comes back, and says so when it cannot be', async ({ someone: { page } }) => {
  await begin(page);
  await id(page, 'action-JOIN_MATCH').click();
  const chose = id(page, 'log-line').filter({ hasText: 'You have chosen a deck.' });
  await expect(chose).toHaveCount(1);
  await page.getByRole('link', { name: 'BOUT' }).click();
  await page.getByText('Back to it').click();
  await expect(chose).toHaveCount(1);
  await expect(id(page, 'log-late')).toHaveCount(0);
  await page.reload();
  await expect(id(page, 'log-late')).toContainText('in the replay when the match is over');
  await expect(page.getByText('Nothing has happened yet')).toHaveCount(0);
});

test('a replay: slider, step, other eyes, a link to a moment, and playing on', async ({ someone: { page } }) => {
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  for (const [slot, card] of ['attack', 'counter', 'defense'].entries()) {
    await page.locator(`[data-hand-card=${card}]`).click();
    await page.locator(`[data-slot-index="${slot}"] button`).click();
  }
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('round')).toHaveText(/2/);
  await page.getByTestId('leave').click();
  await page.getByRole('button', { name: 'Quit' }).last().click();
  await page.getByTestId('result').getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByTestId('replay-at')).toHaveText(/^0 \/ \d+$/);
  // One's own replay is seen with one's own eyes.
  await expect(page.getByTestId('replay-viewer')).toHaveValue('0');
  await page.getByTestId('replay-viewer').selectOption({ label: 'as the public' });
  await expect(page).toHaveURL(/seat=public/);
  await page.getByTestId('replay-viewer').selectOption('0');
  await expect(page.locator('[data-hand-card]')).toHaveCount(4);
  await page.getByTestId('replay-slider').fill('3');
  await expect(page.getByTestId('replay-at')).toHaveText(/^3 /);
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('replay-next').click();
  await expect(page).toHaveURL(/at=3&seat=0/);
  await page.reload();
  await expect(page.getByTestId('replay-at')).toHaveText(/^3 /);
  await audit(page);
  await page.getByTestId('replay-play').click();
  await expect(page.getByTestId('phase').or(page.locator('.pill')).first()).toBeVisible();
  await page.getByTestId('replay-more').click();
  await expect(page.getByTestId('play-on-against')).not.toHaveValue('');
  await audit(page);
  const download = page.waitForEvent('download');
  await page.getByTestId('download').click();
  const file = await (await download).path();
  await page.goto(url('#/replays'));
  await page.getByLabel(/A replay of this server/).setInputFiles(file);
  await expect(page.getByTestId('replay-at')).toHaveText(/^0 /);
  await page.getByTestId('replay-more').click();
  await page.getByTestId('play-on').click();
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
  await expect(page.getByTestId('confirm')).toBeVisible();
});

test('a file that is no replay is refused with the reason', async ({ someone: { page } }) => {
  await page.goto(url('#/replays'));
  await page
    .getByLabel(/A replay of this server/)
    .setInputFiles({ name: 'odd.json', mimeType: 'application/json', buffer: Buffer.from('{"format": "other"}') });
  await expect(page.getByRole('alert')).toContainText('missing field');
});

test('the inspector shows chart, events, refusals and deadlines', async ({ browser }) => {
  const { page } = await person(browser, DESK, url('?debug=1'));
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  const inspector = page.getByTestId('inspector');
  await expect(inspector.getByTestId('inspector-state')).toHaveText('prep');
  await expect(inspector.locator('.lit')).toHaveText('prep');
  await expect(inspector).toContainText('prep at');
  await audit(page);
  await page.locator('[data-hand-card=attack]').click();
  await page.locator('[data-slot-index="0"] button').click();
  await page.getByTestId('confirm').click();
  await expect(inspector.getByTestId('inspector-state')).toHaveText('playing');
  await expect(inspector.locator('.times').first()).toHaveText('1');
  await expect(inspector.getByTestId('inspector-events')).toContainText('step_reveal');
});

test('any game can be played on the plain screen, with reasons', async ({ browser }) => {
  const { page, errors } = await person(browser, DESK, url('?plain=1'));
  await pick(page, 'necro');
  await page.getByTestId('play-computer').click();
  const offered = page.getByRole('list', { name: 'What you can do' });
  await expect(offered.getByRole('button', { name: /^BUY SOUL FROM ENEMY GRAVEYARD/ })).toContainText(
    'The enemy graveyard is empty.',
  );
  await offered.getByRole('button', { name: 'NEXT PHASE' }).click();
  await expect(page.getByText('necro', { exact: true }).first()).toBeVisible();
  await expect(page.getByTestId('log-line').last()).toContainText('PHASE CHANGED');
  await audit(page);
  expect(errors).toEqual([]);
});

test('a code that a friend tells is typed in', async ({ browser }) => {
  const [host, guest] = [await person(browser), await person(browser)];
  await pick(host.page, 'tank');
  await host.page.getByTestId('invite').click();
  const code = /[A-Z0-9]{6}/.exec(await host.page.getByText(/Code [A-Z0-9]{6}/).innerText())![0];
  const field = guest.page.getByLabel('A friend gave you a code?');
  const join = guest.page.getByRole('button', { name: 'Join' });
  await expect(join).toBeDisabled();
  // A wrong one is told, also the second time.
  for (let time = 0; time < 2; time++) {
    await field.fill('zzzzzz');
    await join.click();
    await expect(guest.page.getByRole('alert')).toContainText('This invitation does not work');
  }
  await field.fill(` ${code.toLowerCase()}`.trim());
  await field.press('Enter');
  // The classes are the host's choice.
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Join' }).click();
  for (const { page } of [host, guest]) await expect(page).toHaveURL(/#\/match\//);
});

test('an address that leads nowhere, and a match that is none, say so', async ({ someone: { page } }) => {
  await page.goto(url('#/nowhere'));
  await expect(page.getByRole('heading', { name: 'Nothing is here' })).toBeVisible();
  await page.goto(url('#/match/m_none'));
  await expect(page.getByRole('heading', { name: 'This match is not running' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the lobby' })).toBeVisible();
  await expect(page.getByText('Look at its replay')).toHaveCount(0);
  await page.goto(url('#/replay/m_none'));
  await expect(page.getByRole('alert')).toContainText('unknown match');
  await expect(page.getByRole('link', { name: 'back to the lobby' })).toBeVisible();
  await page.goto(url('#/rules/foo'));
  await expect(page.getByRole('alert')).toContainText('There is no game called “foo”');
  await page.goto(url('#/join/ZZZZZZ'));
  await expect(page.getByRole('alert')).toContainText('This invitation does not work');
});

test('the first load of lobby and a game is small', async ({ page }) => {
  let bytes = 0;
  const seen = new Set<string>();
  page.on('response', async (response) => {
    const from = response.url();
    if (seen.has(from) || response.status() !== 200 || from.includes('/api/')) return;
    seen.add(from);
    const body = await response.body().catch(() => Buffer.alloc(0));
    bytes += from.endsWith('.woff2') ? body.length : gzipSync(body).length;
  });
  await page.goto(url());
  await pick(page, 'judo');
  await page.getByTestId('play-computer').click();
  await expect(page.locator('#round-counter')).toBeVisible();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes, 'bytes of the first load').toBeLessThan(250_000);
  expect(
    [...seen].every((from) => from.startsWith(process.env.BOUT_URL!)),
    'nothing comes from elsewhere',
  ).toBe(true);
});

test('a computer player is called the same at the table, in the log, the result, the lobby and the replay', async ({
  someone: { page },
}) => {
  const name = 'Computer (Orc)';
  await pick(page, 'orcain');
  await page.getByLabel('Level of the computer').selectOption('orc_bot');
  await page.getByTestId('start-pve').click();
  await expect(page.locator('main')).toContainText(name);
  await page.getByTestId('leave').click();
  await page.getByRole('button', { name: 'Quit' }).last().click();
  await expect(page.getByTestId('result')).toContainText(`You lost to ${name}`);
  await expect(page.getByTestId('result-reason')).toHaveText('You left.');
  await expect(page.getByTestId('log-line').last()).toHaveText(`${name} wins the match.`);
  await page.getByTestId('back-to-menu').click();
  await expect(page.getByText(`Lost to ${name}`).first()).toBeVisible();
  await page
    .getByRole('link', { name: /^Replay.+Lost/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: `v ${name}` })).toBeVisible();
  await expect(page.locator('main')).not.toContainText('orc_bot');
});

test('every page can be reached from the header of a phone', async ({ someone: { page } }) => {
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    for (const link of await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all())
      await expect(link).toBeInViewport({ ratio: 1 });
    await fits(page);
  }
});

for (const [name, options] of LOOKS) {
  test(`accessible: lobby and pages, ${name}`, async ({ browser }) => {
    const { page } = await person(browser, options);
    for (const path of ['', '#/play/tank', '#/watch', '#/replays', '#/leaders/judo', '#/rules/necro', '#/duel']) {
      await page.goto(url(path));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await fits(page);
      await audit(page);
    }
  });
}
