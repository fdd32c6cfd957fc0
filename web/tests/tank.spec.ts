import type { Page } from '@playwright/test';
import { audit, byKey, click, DESK, expect, fits, follow, LOOKS, person, PHONE, pick, type Press, test } from './play';
import { playFrom } from './position';

/** Does whatever is asked, in some way, until the match is over. */
async function playOn(page: Page, moves: number, press: Press = click): Promise<void> {
  const done = page.getByTestId('game-over');
  for (let move = 0; move < moves && !(await done.isVisible()); move++) {
    if (await page.getByTestId('result').isVisible()) break;
    const curtain = page.getByRole('button', { name: /^I am / });
    const answer = page.getByTestId('interrupt-smoke').or(page.getByTestId('interrupt-coup'));
    const dialog = page.locator('dialog[open]');
    if (await curtain.isVisible()) await press(curtain).catch(() => {});
    else if (await dialog.isVisible()) await chooseCards(page, press);
    else if (await page.getByTestId('interrupt-pass').isVisible()) {
      const pressed = (await answer.isEnabled({ timeout: 500 }).catch(() => false))
        ? answer
        : page.getByTestId('interrupt-pass');
      await press(pressed).catch(() => {});
    } else if (await page.getByTestId('action-pass').isVisible()) await press(page.getByTestId('action-pass'));
    else await playCard(page, press);
    await page.waitForTimeout(60);
  }
}
async function chooseCards(page: Page, press: Press = click): Promise<void> {
  const dialog = page.locator('dialog[open]');
  const yes = dialog.locator('button.primary');
  for (let at = 0; at < 12 && !(await yes.isEnabled()); at++) await press(dialog.locator('[data-card]').nth(at));
  await press(yes);
}
const WISHES = [
  'action-fire',
  'action-quick_fire',
  'action-load',
  'action-sabotage',
  'action-repair',
  'action-equip',
  'action-discard',
];
async function playCard(page: Page, press: Press = click): Promise<void> {
  // A curtain may have fallen meanwhile.
  const phase = await page
    .getByTestId('phase')
    .getAttribute('data-phase', { timeout: 500 })
    .catch(() => null);
  if (phase !== 'action') return;
  const good = page.locator('[data-testid^=hand-card-]:not(.barred)');
  const cards = (await good.count()) > 0 ? good : page.locator('[data-testid^=hand-card-]');
  if ((await cards.count()) === 0) return;
  const fire = page.locator('[data-testid^=hand-card-][data-card=fire]:not(.barred)');
  await press(((await fire.count()) > 0 ? fire : cards).first()).catch(() => {});
  for (const wish of WISHES) {
    const way = page.getByTestId(wish).first();
    if (!(await way.isVisible())) continue;
    await press(way).catch(() => {});
    return;
  }
}

test('a whole duel against the computer', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await pick(page, 'tank');
  await page.getByTestId('play-computer').click();
  for (const hook of [
    'tank-0',
    'tank-1',
    'tank-0-hp',
    'tank-1-handcount',
    'tank-0-breech',
    'tank-0-kills',
    'deck-count',
    'discard-count',
    'turn-number',
    'active-seat',
  ])
    await expect(page.getByTestId(hook)).toBeVisible();
  await expect(page.getByTestId('hand-card-0')).toHaveAttribute('data-card', /.+/);
  await playOn(page, 900);
  await expect(page.getByTestId('winner')).toBeVisible();
  await expect(page.getByTestId('result')).toContainText(
    /You won against Computer \(Easy\)|You lost to Computer \(Easy\)|A draw with Computer \(Easy\)/,
  );
  await expect(page.getByTestId('result-reason')).toHaveText(
    /destroyed (your|Computer \(Easy\)’s) tank\.|No card was left/,
  );
  await expect(page.getByTestId('log-line').last()).toContainText(/wins? the match|without a winner/);
});

test('a whole duel with the keyboard alone', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await playFrom(page, DUEL('medium', 'heavy'), BOT, (state) => {
    const held = state as unknown as Held;
    for (const seat of [0, 1]) wound(held, seat, 12);
  });
  await playOn(page, 400, byKey);
  await expect(page.getByTestId('winner')).toBeVisible();
});

test('a card says what it can do, what would come of it, and why not', async ({ someone: { page } }) => {
  await page.goto(`${page.url().split('#')[0]}?seed=5#/play/tank`);
  await page.getByTestId('setup').click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByTestId('hand-card-0')).toBeVisible();
  await playUntilMine(page);
  const dim = page.locator('[data-testid^=hand-card-].barred').first();
  await expect(dim).toHaveAttribute('aria-label', /\. .{4,}/);
  await dim.click();
  await expect(page.getByTestId('action-discard')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('action-discard')).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(page.locator('.bar button').first()).toBeFocused();
});

async function playUntilMine(page: Page): Promise<void> {
  const mine = page.locator('[data-testid=active-seat][data-seat="0"]');
  for (let at = 0; at < 40; at++) {
    if ((await mine.count()) > 0 && (await page.getByTestId('phase').getAttribute('data-phase')) === 'action') return;
    const pass = page.getByTestId('interrupt-pass');
    if (await pass.isVisible()) await pass.click();
    await page.waitForTimeout(120);
  }
}

test('an attack shows its arithmetic before it is made', async ({ someone: { page } }) => {
  await pick(page, 'tank');
  await page.getByTestId('play-computer').click();
  for (let turn = 0; turn < 30; turn++) {
    await playUntilMine(page);
    const gun = page.locator('[data-testid^=hand-card-][data-card=coaxial_mg]:not(.barred)').first();
    if (await gun.isVisible()) {
      await gun.click();
      await expect(page.getByTestId('action-quick_fire')).toContainText(/10 base − \d+ armor .*= \d+/);
      await expect(page.getByTestId('tank-1')).toHaveClass(/lit/);
      await page.keyboard.press('Enter');
      await expect(page.getByTestId('log-line').filter({ hasText: 'You fire Coaxial MG' }).first()).toBeVisible();
      return;
    }
    await playCard(page);
    if (await page.locator('dialog[open]').isVisible()) await chooseCards(page);
  }
});

interface Held {
  deck: string[];
  turnIndex: number;
  players: {
    hand: string[];
    killMarks: number;
    currentHP: number;
    tableau: { breech: string | null; hazards: string[] };
    statusFlags: { isAdrenaline: boolean };
  }[];
}
/** Exchanges a hand for these cards. */
function deal(state: Held, seat: number, cards: string[]): void {
  const { hand } = state.players[seat]!;
  state.deck.push(...hand.splice(0));
  for (const card of cards) hand.push(takeOut(state, card));
}
function takeOut(state: Held, card: string): string {
  return state.deck.splice(state.deck.indexOf(card), 1)[0]!;
}
function wound(state: Held, seat: number, hp: number): void {
  const tank = state.players[seat]!;
  [tank.currentHP, tank.statusFlags.isAdrenaline] = [hp, true];
}
const DUEL = (...classes: string[]) => ({ game: 'tank', preset: 'v1', config: { classes } });
const BOT = [{ type: 'me' }, { type: 'bot', bot: 'random' }];

test('who waits for an answer sees for whose, and how long it may take', async ({ someone: { page } }) => {
  const clocks = { turn_ms: 45_000, interrupt_ms: 10_000, afk_timeouts: 3, disconnect_grace_ms: 60_000 };
  const opening = { game: 'tank', preset: 'v1', config: { classes: ['heavy', 'medium'], clocks } };
  await playFrom(
    page,
    opening,
    BOT,
    (state) => {
      const held = state as unknown as Held;
      deal(held, 0, ['coaxial_mg']);
      held.turnIndex = 0;
    },
    3000,
  );
  await page.locator('[data-testid^=hand-card-][data-card=coaxial_mg]').first().click();
  await page.keyboard.press('Enter');
  const panel = page.getByTestId('interrupt-panel');
  await expect(panel).toContainText('You fire Coaxial MG at Computer (Easy).');
  await expect(panel).toContainText('Waiting for the answer of Computer (Easy).');
  await expect(page.getByTestId('interrupt-countdown')).toHaveText(/^\d+$/);
  await expect(page.getByTestId('interrupt-bar')).toBeVisible();
});

test('who fires at a Ghost pays a card, and is told so before', async ({ someone: { page } }) => {
  await playFrom(page, DUEL('medium', 'light'), BOT, (state) => {
    const held = state as unknown as Held;
    deal(held, 0, ['fire', 'he', 'tracked', 'coaxial_mg', 'ablative_armor']);
    deal(held, 1, ['tracked', 'tracked', 'he']);
    held.players[0]!.tableau.breech = takeOut(held, 'heat');
    wound(held, 1, 10);
    held.turnIndex = 0;
  });
  await page.locator('[data-testid^=hand-card-][data-card=fire]').click();
  await expect(page.getByTestId('action-fire')).toContainText(/50 base/);
  await page.getByTestId('action-fire').click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toContainText('The ghost asks its price');
  await dialog.locator('[data-card=tracked]').click();
  await dialog.locator('button.primary').click();
  await expect(
    page
      .getByTestId('log-line')
      .filter({ hasText: /Ghost|ghost/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByTestId('winner')).toBeVisible();
});

test('the Autoloader gives a second half, which may be passed', async ({ someone: { page } }) => {
  await playFrom(page, DUEL('medium', 'heavy'), BOT, (state) => {
    const held = state as unknown as Held;
    deal(held, 0, ['fire', 'he', 'tracked']);
    deal(held, 1, ['tracked', 'tracked', 'he']);
    wound(held, 0, 10);
    held.turnIndex = 0;
  });
  await page.locator('[data-testid^=hand-card-][data-card=he]').click();
  await page.getByTestId('action-load').click();
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'autoload');
  await expect(page.getByTestId('action-pass')).toBeVisible();
  await page.locator('[data-testid^=hand-card-][data-card=fire]').click();
  await page.getByTestId('action-fire').click();
  await expect(page.getByTestId('tank-1-hp')).toHaveText('80 / 100');
});

test('on a phone the header stays one row, however long a name is', async ({ browser }) => {
  const [a, b] = [await person(browser, PHONE), await person(browser, PHONE)];
  await pick(a.page, 'tank');
  await a.page.getByTestId('invite').click();
  await follow(b.page, await a.page.getByTestId('invite-link').inputValue());
  for (const { page } of [a, b]) {
    await expect(page.getByTestId('phase')).toBeVisible();
    expect((await page.locator('header').boundingBox())!.height).toBeLessThan(60);
    await fits(page);
  }
});

test('loading over a full breech says what is thrown away', async ({ someone: { page } }) => {
  await playFrom(page, DUEL('heavy', 'medium'), BOT, (state) => {
    const held = state as unknown as Held;
    deal(held, 0, ['he', 'field_repair', 'coaxial_mg']);
    held.players[0]!.tableau.breech = takeOut(held, 'sabot');
    held.turnIndex = 0;
  });
  await page.locator('[data-testid^=hand-card-][data-card=he]').click();
  await expect(page.getByTestId('action-load')).toContainText('the Sabot Munition in the breech is thrown away');
  await expect(page.locator('[data-testid^=hand-card-][data-card=field_repair]')).toContainText('nothing to repair');
});

test('a name as wide as can be does not push the kill marks out of a small phone', async ({ browser }) => {
  const { page } = await person(browser, { viewport: { width: 320, height: 640 }, hasTouch: true });
  await page.getByRole('button', { name: /change the name/ }).click();
  await page.getByLabel('What others call you').fill(`WWWWWWWWWWWW${1000 + (Date.now() % 9000)}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await playFrom(page, DUEL('medium', 'light'), BOT, (state) => {
    const held = state as unknown as Held;
    wound(held, 0, 10);
    held.turnIndex = 0;
  });
  await expect(page.getByTestId('tank-0')).toContainText('medium · adrenaline');
  await fits(page);
  const marks = (await page.getByTestId('tank-0-kills').boundingBox())!;
  expect(marks.x + marks.width).toBeLessThanOrEqual(320);
  await page.context().close();
});

test('a deathmatch ends with the last kill that is needed', async ({ someone: { page } }) => {
  const bots = [{ type: 'me' }, ...['random', 'random'].map((bot) => ({ type: 'bot', bot }))];
  await playFrom(page, DUEL('heavy', 'medium', 'light'), bots, (state) => {
    const held = state as unknown as Held;
    for (const seat of [1, 2]) deal(held, seat, ['tracked', 'he']);
    deal(held, 0, ['fire', 'he']);
    held.players[0]!.tableau.breech = takeOut(held, 'sabot');
    held.players[0]!.killMarks = 2;
    wound(held, 1, 5);
    held.turnIndex = 0;
  });
  await expect(page.getByTestId('tank-0-kills')).toContainText('2');
  await page.locator('[data-testid^=hand-card-][data-card=fire]').click();
  await page.getByTestId('action-fire').first().click();
  await expect(page.getByTestId('winner')).toBeVisible();
  await expect(page.getByTestId('tank-0-kills')).toContainText('3');
  // The end is told once, and nobody is to move.
  await expect(page.getByTestId('active-seat')).toHaveText('');
  await expect(page.getByTestId('game-over')).toHaveText('Over: You win.');
  await expect(page.getByText('The match is over.')).toHaveCount(0);
});

const own = (page: Page) => page.getByTestId('own-class');
const mark = (page: Page, seat: number) => page.getByTestId(`tank-${seat}`).locator('.mark');

test('strangers play the balanced rules, each with the tank they chose', async ({ browser }) => {
  const [a, b] = [await person(browser, DESK), await person(browser, PHONE)];
  for (const [{ page }, tank] of [
    [a, 'light'],
    [b, 'heavy'],
  ] as const) {
    await pick(page, 'tank');
    await own(page).selectOption(tank);
    await page.getByTestId('queue').click();
    if (tank === 'light') await expect(page.getByTestId('waiting')).toBeVisible();
  }
  for (const { page } of [a, b]) {
    await expect(page.getByTestId('tank-0-hp')).toHaveText('70 / 70');
    await expect(page.getByTestId('tank-1-hp')).toHaveText('115 / 115');
    await expect(page.getByTestId('tank-0')).toContainText('light');
    // Adrenaline begins where these rules say, at 16 of 70 and 35 of 115.
    await expect(mark(page, 0)).toHaveAttribute('style', /left: 22\.8/);
    await expect(mark(page, 1)).toHaveAttribute('style', /left: 30\.4/);
  }
  for (const { page, errors } of [a, b]) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
});

test('a friend chooses their own tank before they sit down', async ({ browser }) => {
  const [a, b] = [await person(browser, DESK), await person(browser, PHONE)];
  await pick(a.page, 'tank');
  await own(a.page).selectOption('heavy');
  await a.page.getByTestId('invite').click();
  await b.page.goto(await a.page.getByTestId('invite-link').inputValue());
  const dialog = b.page.getByRole('dialog');
  await expect(dialog).toContainText('Join a table of Tank Combat');
  await expect(b.page.getByTestId('custom-settings')).toHaveCount(0);
  await audit(b.page);
  await dialog.getByTestId('own-class').selectOption('light');
  await dialog.getByRole('button', { name: 'Join' }).click();
  for (const { page } of [a, b]) {
    await expect(page.getByTestId('tank-0')).toContainText('heavy');
    await expect(page.getByTestId('tank-1')).toContainText('light');
    await page.context().close();
  }
});

test('against the computer the usual match is the balanced one, with the tank of your choice', async ({
  someone: { page },
}) => {
  await pick(page, 'tank');
  await own(page).selectOption('light');
  await page.getByTestId('play-computer').click();
  await expect(page.getByTestId('tank-0-hp')).toHaveText('70 / 70');
  await expect(page.getByTestId('tank-0')).toContainText('light');
});

test('two against two is set up in the lobby, and everybody sees the teams', async ({ browser }) => {
  const [a, b] = [await person(browser, DESK), await person(browser, PHONE)];
  await pick(a.page, 'tank');
  await a.page.getByTestId('setup').click();
  await expect(a.page.getByTestId('teams')).toHaveCount(0);
  for (let seat = 3; seat <= 4; seat++) await a.page.getByRole('button', { name: 'Add a tank' }).click();
  await a.page.getByTestId('teams').check();
  await expect(a.page.getByText('Seat 3, team A')).toBeVisible();
  for (const seat of [2, 3]) await a.page.getByLabel(`Who plays seat ${seat}`).selectOption('open');
  await expect(a.page.getByLabel('Tank of seat 3')).toBeDisabled();
  await a.page.getByRole('button', { name: 'Start' }).click();
  await b.page.goto(await a.page.getByTestId('invite-link').inputValue());
  const seat = b.page.getByTestId('own-seat');
  await expect(seat.locator('option')).toHaveText([/^Seat 2, with Computer \(Normal\)$/, /^Seat 3, with (?!seat)/]);
  await expect(b.page.getByTestId('custom-settings')).toContainText('their choice, their choice, their choice, light');
  await expect(b.page.getByTestId('custom-settings')).toContainText('1 and 3 against 2 and 4');
  await audit(b.page);
  await fits(b.page);
  await seat.selectOption({ index: 1 });
  await b.page.getByRole('dialog').getByRole('button', { name: 'Join' }).click();
  await expect(b.page.getByTestId('waiting')).toBeVisible();
  const c = await person(browser, PHONE);
  await follow(c.page, await a.page.getByTestId('invite-link').inputValue());
  for (const { page } of [a, b, c]) {
    await expect(page.getByTestId('tank-2-team')).toHaveAttribute('data-team', '0');
    await expect(page.getByTestId('tank-1-team')).toHaveAttribute('data-team', '1');
  }
  await expect(a.page.getByTestId('tank-2-team')).toHaveText('Team A, yours');
  await expect(b.page.getByTestId('tank-0-team')).toHaveText('Team A, yours');
  await expect(c.page.getByTestId('tank-0-team')).toHaveText('Team A, enemy');
  await fits(b.page);
  for (const { page } of [a, b, c]) await page.context().close();
});

test('an ally is repaired, never shot at, and wins with you', async ({ someone: { page } }) => {
  const opening = {
    game: 'tank',
    preset: 'v3',
    config: {
      classes: ['heavy', 'medium', 'light', 'light'],
      teams: [
        [0, 2],
        [1, 3],
      ],
    },
  };
  const bots = [{ type: 'me' }, ...['random', 'random', 'random'].map((bot) => ({ type: 'bot', bot }))];
  const prepare = (cards: string[]) => (state: Record<string, unknown>) => {
    const held = state as unknown as Held;
    for (const seat of [1, 2, 3]) deal(held, seat, ['he', 'he']);
    deal(held, 0, cards);
    held.players[2]!.tableau.hazards.push(takeOut(held, 'tracked'));
    held.players[0]!.killMarks = 1;
    held.players[2]!.killMarks = 1;
    wound(held, 3, 5);
    held.turnIndex = 0;
  };
  await playFrom(page, opening, bots, prepare(['field_repair', 'he']));
  await page.locator('[data-testid^=hand-card-][data-card=field_repair]').click();
  await expect(page.getByTestId('tank-2')).toHaveClass(/lit/);
  await page
    .getByTestId('tank-2')
    .getByRole('button', { name: /^Repair/ })
    .click();
  await expect(page.getByTestId('tank-2-hazard-tracked')).toHaveCount(0);
  await expect(page.getByTestId('log-line').filter({ hasText: /You repair Tracked of Computer/ })).toBeVisible();

  await playFrom(page, opening, bots, prepare(['coaxial_mg', 'he']));
  await page.locator('[data-testid^=hand-card-][data-card=coaxial_mg]').click();
  await expect(page.locator('[data-testid=action-quick_fire]')).toHaveCount(2);
  await expect(page.getByTestId('tank-2')).not.toHaveClass(/lit/);
  await expect(page.getByRole('region', { name: /^What to do with/ })).toContainText('That tank is on your team.');
  await page.locator('[data-testid=action-quick_fire][data-target="3"]').click();
  await expect(page.getByTestId('winner')).toHaveText(/^You and Computer/);
  await expect(page.getByTestId('result-reason')).toHaveText(/^You and Computer .*reached 3 kills first\.$/);
  await expect(page.getByTestId('result')).toContainText(/You won against Computer/);
});

test('three tanks at one screen: the curtain hides every hand, also in windows', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await pick(page, 'tank');
  await page.getByTestId('setup').click();
  await page.getByRole('button', { name: 'Add a tank' }).click();
  await page.getByLabel('Who plays seat 2').selectOption('me');
  await page.getByRole('button', { name: 'Start' }).click();
  const curtain = page.getByRole('button', { name: /^I am / });
  await expect(curtain.or(page.getByTestId('hand-card-0')).first()).toBeVisible();
  let curtains = 0;
  let windows = 0;
  for (let move = 0; move < 36 && (curtains < 4 || windows < 1); move++) {
    if (await curtain.isVisible()) {
      curtains += 1;
      await curtain.click();
      if (await page.getByTestId('interrupt-panel').isVisible()) windows += 1;
    }
    await playOn(page, 1);
  }
  expect(curtains).toBeGreaterThan(3);
  expect(windows).toBeGreaterThan(0);
});

test('a whole duel at one screen', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await playFrom(page, DUEL('medium', 'heavy'), [{ type: 'me' }, { type: 'me' }], (state) => {
    const held = state as unknown as Held;
    for (const seat of [0, 1]) wound(held, seat, 12);
  });
  await playOn(page, 400);
  await expect(page.getByTestId('winner')).toBeVisible();
});

test('two browsers play a whole duel: no hand is ever sent to the other', async ({ browser }) => {
  test.setTimeout(180_000);
  const [a, b] = [await person(browser, DESK), await person(browser, PHONE)];
  await pick(a.page, 'tank');
  await a.page.getByTestId('invite').click();
  await follow(b.page, await a.page.getByTestId('invite-link').inputValue());
  for (const { page } of [a, b]) await expect(page.getByTestId('tank-1')).toBeVisible();
  const over = a.page.getByTestId('game-over');
  for (let move = 0; move < 600 && !(await over.isVisible()); move++)
    for (const { page } of [a, b]) await playOn(page, 1);
  for (const { page } of [a, b]) await expect(page.getByTestId('winner')).toBeVisible();
  for (const [seat, { captured, page }] of [a, b].entries()) {
    const frames = captured.frames.map((frame) => JSON.parse(frame)).filter((frame) => frame.type === 'frame');
    expect(frames.length).toBeGreaterThan(3);
    for (const frame of frames) {
      expect(frame.view.players[1 - seat].hand).toBeNull();
      for (const event of frame.events)
        if (event.action === 'draw' && event.actor !== seat) expect(event.result.cards).toBeNull();
    }
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      'smoke_launchers',
    );
  }
  expect([...a.errors, ...b.errors]).toEqual([]);
});

for (const [name, options] of LOOKS) {
  test(`accessible: tank, ${name}`, async ({ browser }) => {
    const { page } = await person(browser, options);
    await pick(page, 'tank');
    await page.getByTestId('setup').click();
    await page.getByRole('button', { name: 'Add a tank' }).click();
    await audit(page);
    await page.getByRole('button', { name: 'Start' }).click();
    await playUntilMine(page);
    await fits(page);
    await audit(page);
    await page.getByTestId('hand-card-0').click();
    await audit(page);
  });
}
