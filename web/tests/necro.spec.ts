import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { audit, DESK, expect, fits, follow, LOOKS, person, PHONE, pick, test } from './play';
import { playFrom } from './position';

const phase = (page: Page, name: string) => expect(page.getByTestId('phase')).toHaveAttribute('data-phase', name);
const mine = (page: Page): Promise<boolean> =>
  page
    .getByTestId('next-phase')
    .isEnabled({ timeout: 300 })
    .catch(() => false);

/** One step of a match: buys, binds, shoots or moves something, and goes on. */
async function step(page: Page): Promise<void> {
  const curtain = page.getByRole('button', { name: /^I am / });
  if (await curtain.isVisible()) return curtain.click();
  if (await page.getByTestId('shop').isVisible()) return buy(page);
  if (!(await mine(page))) return;
  const now = await page.getByTestId('phase').getAttribute('data-phase');
  if (now === 'necro') await bind(page);
  if (now === 'combat') await fight(page);
  if (await mine(page))
    await page
      .getByTestId('next-phase')
      .click({ timeout: 1500 })
      .catch(() => {});
}
async function buy(page: Page): Promise<void> {
  const soul = page.locator('[data-testid^=shop-display-]:not([aria-disabled])').first();
  if (await soul.isVisible()) await soul.click({ timeout: 1500 }).catch(() => {});
  await page.keyboard.press('Escape');
}
async function bind(page: Page): Promise<void> {
  const soul = page.locator('[data-testid^=enchant-soul-]:not([aria-disabled])').first();
  if (!(await soul.isVisible())) return;
  await soul.click({ timeout: 1500 });
  await page
    .locator('.cell.wanted')
    .first()
    .click({ timeout: 1500 })
    .catch(() => page.keyboard.press('Escape'));
}
async function fight(page: Page): Promise<void> {
  const side = (await page.getByTestId('side').textContent())!;
  for (const unit of await page.locator(`[data-unit^="${side}:"]`).all()) {
    await unit.click({ timeout: 1500 });
    const target = page.locator('[data-shootable]').first();
    if (!(await target.isVisible())) continue;
    await target.click({ timeout: 1500 });
    await page.getByTestId('shoot-confirm').click({ timeout: 1500 });
    await page.waitForTimeout(80);
    if (await page.getByTestId('game-over').isVisible()) return;
  }
  const soldier = page.locator(`[data-unit^="${side}:soldier"]`);
  await soldier
    .nth(Math.floor(Math.random() * (await soldier.count())))
    .click({ timeout: 1500 })
    .catch(() => {});
  const to = page.locator('[data-legal-move]').first();
  if (await to.isVisible()) await to.click({ timeout: 1500 });
}

test('the turn: shop, binding, moving, a shot with its preview, handing on', async ({ someone: { page } }) => {
  // A computer that takes its time leaves some to look around.
  await page.addInitScript(() => localStorage.setItem('bout.fast', 'false'));
  await page.reload();
  await pick(page, 'necro');
  await page.getByTestId('play-computer').click();
  await expect(page.getByTestId('shop')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('open-shop')).toHaveText(/Shop\s*\d+ to buy/);
  await expect(page.getByText('Gold buys one soul and one item a turn.')).toBeVisible();
  await page.getByTestId('open-shop').click();
  await expect(page.getByTestId('gold-red')).toHaveText('4');
  await expect(page.getByTestId('shop-graveyard')).toHaveAttribute('data-reason', 'graveyard_empty');
  await page.getByTestId('shop-display-rook').click();
  await expect(page.getByTestId('gold-red')).toHaveText('2');
  await expect(page.getByTestId('shop-display-knight')).toHaveAttribute('data-reason', 'soul_buy_limit');
  await page.keyboard.press('Escape');
  const soul = page.locator('[data-testid^=hand-soul-]');
  await expect(soul).toHaveCount(1);
  await expect(soul.locator('[data-testid^=enchant-soul-]')).toHaveAttribute('data-reason', 'wrong_phase');
  await soul.getByRole('button', { name: /details/ }).click();
  await expect(page.getByTestId('card-detail')).toContainText('binding costs');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByTestId('next-phase').click();
  await phase(page, 'necro');
  await page.getByTestId('blood-ritual').click();
  await expect(page.getByRole('dialog')).toContainText('from 15 to 12 HP');
  await page.getByTestId('confirm-cancel').click();
  await page.getByTestId('next-phase').click();
  await phase(page, 'combat');

  await page.getByTestId('cell-1-7').click();
  await expect(page.getByTestId('unit-info')).toContainText('cannon');
  await expect(page.getByTestId('cell-1-6')).toHaveAttribute('data-legal-move', 'true');
  await expect(page.getByTestId('cell-1-0')).toHaveAttribute('data-shootable', 'true');
  await page.getByTestId('cell-3-3').hover();
  await expect(page.getByRole('tooltip')).toHaveText('This piece cannot move there.');
  await page.getByTestId('cell-1-0').click();
  await expect(page.getByTestId('shoot-overlay')).toContainText('2 attack − 1 defense + die = 2–7');
  await page.getByTestId('shoot-details').click();
  await expect(page.getByTestId('shoot-preview')).toContainText('black knight');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('shoot-overlay')).toBeVisible();
  const before = await page.getByTestId('shoot-overlay').boundingBox();
  await page.mouse.move(before!.x + 200, before!.y + 12);
  await page.mouse.down();
  await page.mouse.move(before!.x + 260, before!.y + 112, { steps: 4 });
  await page.mouse.up();
  expect((await page.getByTestId('shoot-overlay').boundingBox())!.y).toBeGreaterThan(before!.y + 60);
  // Enter on Cancel cancels.
  await page.getByTestId('shoot-cancel').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('shoot-overlay')).toHaveCount(0);
  await expect(page.getByTestId('mana-red')).toHaveText('3');
  await page.getByTestId('cell-1-7').click();
  await page.getByTestId('cell-1-0').click();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('shoot-overlay')).toHaveCount(0);
  await page.getByTestId('cell-1-7').click();
  await page.getByTestId('cell-1-0').click();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('cell-1-0')).toHaveAttribute('data-hp', /^[3-8]$/);
  await expect(page.getByTestId('mana-red')).toHaveText('2');
  await page.getByTestId('cell-0-6').click();
  await page.getByTestId('cell-0-5').click();
  await expect(page.getByTestId('cell-0-5')).toHaveAttribute('data-unit', 'red:soldier:0');
  await page.getByTestId('next-phase').click();
  await phase(page, 'turnEnd');
  await page.getByTestId('next-phase').click();
  await expect(page.getByTestId('side')).toHaveText('black');
  await expect(page.getByTestId('next-phase')).toHaveAttribute('data-reason', 'not_your_turn');
  // The enemy's turn: everything can still be looked at.
  await page.getByTestId('cell-4-0').click();
  await expect(page.getByTestId('unit-info')).toContainText('king');
  await expect(page.getByTestId('event-log')).toContainText('Red cannon shoots the black knight');
});

test('with the keyboard alone', async ({ someone: { page } }) => {
  await pick(page, 'necro');
  await page.getByTestId('play-computer').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('shop')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('shop')).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(page.getByTestId('shop')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await phase(page, 'necro');
  await page.keyboard.press('n');
  await phase(page, 'combat');
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('unit-info')).toContainText('soldier');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByTestId('cell-4-5')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('cell-4-5')).toHaveAttribute('data-unit', 'red:soldier:2');
});

test('a short match against the computer, to its end', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  // The last turns of a match with a limit.
  await playFrom(
    page,
    { game: 'necro', config: { maxTurns: 30 } },
    [{ type: 'me' }, { type: 'bot', bot: 'random' }],
    (state) => {
      state.turn.number = 25;
    },
  );
  await expect(page.getByTestId('shop')).toBeVisible();
  const over = page.getByTestId('game-over');
  await expect(async () => {
    await step(page);
    expect(await over.isVisible()).toBe(true);
  }).toPass({ intervals: [40], timeout: 90_000 });
  await expect(page.getByTestId('result')).toBeVisible();
  await expect(page.getByTestId('result-reason')).toHaveText(/king is dead|turn/);
});

test('whoever resigns has lost', async ({ someone: { page } }) => {
  await pick(page, 'necro');
  await page.getByTestId('play-computer').click();
  await expect(page.getByTestId('shop')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByTestId('leave').click();
  await page.getByRole('dialog', { name: 'Leave this match?' }).getByRole('button', { name: 'Quit' }).click();
  await expect(page.getByTestId('result-reason')).toHaveText('You resigned.');
  await expect(page.getByTestId('result')).toContainText('You lost to Computer (Beginner)');
  await expect(page.getByTestId('log-line').last()).toHaveText('Computer (Beginner) wins the match.');
});

test('a sacrifice: chosen on the board, confirmed, and its gift is shown', async ({ someone: { page } }) => {
  const soul = 'eternal_night_rook_minggouche';
  await playFrom(page, { game: 'necro' }, [{ type: 'me' }, { type: 'bot', bot: 'random' }], (state) => {
    const deck = state.soulDeckByBase.rook as string[];
    deck.splice(deck.indexOf(soul), 1);
    Object.assign(state.units['red:rook:0'], {
      enchant: { soulId: soul },
      hpCurrent: 12,
      atk: { key: 'phys', value: 3 },
      def: [
        { key: 'phys', value: 1 },
        { key: 'magic', value: 0 },
      ],
    });
    state.turn.phase = 'combat';
  });
  await page.getByTestId('cell-0-9').click();
  await page.getByTestId('sacrifice').click();
  await expect(page.getByTestId('sacrifice-overlay')).toBeVisible();
  await expect(page.locator('.cell.wanted')).toHaveCount(1);
  await page.getByTestId('cell-1-9').click();
  await expect(page.getByTestId('sacrifice-overlay')).toHaveCount(0);
  await page.getByTestId('sacrifice-confirm').click();
  await expect(page.getByTestId('cell-1-9')).not.toHaveAttribute('data-unit', /./);
  await page.getByTestId('cell-0-9').click();
  await expect(page.getByTestId('unit-info')).toContainText('strengthened by a sacrifice');
  await expect(page.getByTestId('event-log')).toContainText(/sacrifice/i);
});

type State = Record<string, any>;
const root = fileURLToPath(new URL('../../', import.meta.url));
const filesIn = (path: string): string[] =>
  readdirSync(root + path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
const souls = filesIn('crates/necro/data/souls').flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as State[]);

/** Binds a soul to a unit; nobody else has it then. */
function bound(state: State, unit: string, id: string): void {
  const { base, hp, atk, def } = souls.find((soul) => soul.id === id)!;
  const deck = state.soulDeckByBase[base] as string[];
  if (state.displayByBase[base] === id) state.displayByBase[base] = deck.pop();
  else deck.splice(deck.indexOf(id), 1);
  Object.assign(state.units[unit], { enchant: { soulId: id }, hpCurrent: hp, atk, def });
}

/** A rook that pierces, a rook whose shots jump on, a cannon that splashes; red is to fight. */
async function armed(page: Page): Promise<void> {
  await playFrom(page, { game: 'necro' }, [{ type: 'me' }, { type: 'bot', bot: 'random' }], (state) => {
    bound(state, 'red:rook:0', 'styx_rook_mingyanche');
    bound(state, 'red:rook:1', 'styx_rook_feiyan');
    bound(state, 'red:cannon:0', 'dark_moon_cannon_yehua');
    const moved = {
      'red:soldier:0': [1, 6],
      'red:soldier:4': [7, 6],
      'black:soldier:3': [7, 3],
      'red:cannon:0': [2, 4],
    };
    for (const [unit, [x, y]] of Object.entries(moved)) state.units[unit].pos = { x, y };
    state.turn.phase = 'combat';
  });
}

test('an ability that triggers marks its cell, besides the text', async ({ someone: { page } }) => {
  await armed(page);
  await page.getByTestId('cell-0-9').click();
  await page.getByTestId('cell-0-3').click();
  const cell = page.getByTestId('cell-0-9');
  await expect(cell).not.toHaveAttribute('data-ability');
  const plain = await cell.evaluate((node) => getComputedStyle(node).backgroundColor);
  const seen = cell.evaluate(async (node) => {
    while (!node.hasAttribute('data-ability')) await new Promise(requestAnimationFrame);
    return { color: getComputedStyle(node).backgroundColor, text: node.querySelector('.float.ability')?.textContent };
  });
  await page.getByTestId('shoot-confirm').click();
  expect((await seen).text).toBe('Pierce');
  expect((await seen).color).not.toBe(plain);
  await expect(cell).not.toHaveAttribute('data-ability');
  expect(await cell.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(plain);
});

test('badges and original names have a font of their own, with every character of the page', async ({
  someone: { page },
}) => {
  const family = 'Noto Sans TC Subset';
  const loaded = (): Promise<boolean> =>
    page.evaluate(
      (name) => [...document.fonts].some((font) => font.family.includes(name) && font.status === 'loaded'),
      family,
    );
  const answer = page.waitForResponse(/noto-sans-tc.*\.woff2$/);
  await armed(page);
  for (const [from, to, victim, badge] of [
    ['0-9', '0-3', '0-0', '貫2'],
    ['8-9', '8-3', '7-3', '連?'],
    ['2-4', '2-0', '1-0', '濺'],
  ] as const) {
    await page.getByTestId(`cell-${from}`).click();
    await page.getByTestId(`cell-${to}`).click();
    await expect(page.getByTestId(`cell-${victim}`).locator('.badge')).toHaveText(badge);
    await page.getByTestId('shoot-cancel').click();
  }
  const { status, headers } = { status: (await answer).status(), headers: (await answer).headers() };
  expect([status, headers['content-type']]).toEqual([200, 'font/woff2']);
  await expect.poll(loaded).toBe(true);

  const texts = [...filesIn('web/src'), ...filesIn('crates/necro/data')]
    .filter((file) => /\.(svelte|ts|css|json)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  const characters = [...new Set(texts.join('').match(/\p{Script=Han}/gu))].sort();
  expect(characters).toEqual(expect.arrayContaining(['貫', '濺', '連', '冥', '骸']));
  await page.evaluate(
    (text) => document.body.insertAdjacentHTML('beforeend', `<p id="all">${text}</p>`),
    characters.join(''),
  );
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root: tree } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: tree.nodeId, selector: '#all' });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  expect(fonts.map(({ isCustomFont, glyphCount }) => [isCustomFont, glyphCount])).toEqual([[true, characters.length]]);
});

test('the lobby offers the literal rules: any number of souls a turn', async ({ someone: { page } }) => {
  await pick(page, 'necro');
  await page.locator('article[data-game=necro]').getByText('Options').click();
  await page.getByLabel(/^Rules/).selectOption('literal');
  await page.getByTestId('play-computer').click();
  await expect(page.getByTestId('shop')).toContainText('You can buy any number of souls and one item a turn.');
  await expect(page.getByText('Gold buys any number of souls and one item a turn.')).toBeAttached();
  await page.getByTestId('shop-deck-rook').click();
  await expect(page.getByTestId('gold-red')).toHaveText('3');
  await page.getByTestId('shop-deck-rook').click();
  await expect(page.getByTestId('gold-red')).toHaveText('2');
});

test('two browsers play to the last turn: no soul in a hand is ever sent to the other', async ({ browser }) => {
  test.setTimeout(150_000);
  const [a, b] = [await person(browser, DESK), await person(browser, PHONE)];
  await pick(a.page, 'necro');
  await a.page.locator('article[data-game=necro]').getByText('Options').click();
  await a.page.getByLabel('Turns at most').selectOption('30');
  await a.page.getByTestId('invite').click();
  await follow(b.page, await a.page.getByTestId('invite-link').inputValue());
  await expect(a.page.getByTestId('shop')).toBeVisible();
  // Black sees the board from its own side.
  const king = (await b.page.getByTestId('cell-4-0').boundingBox())!;
  expect(king.y).toBeGreaterThan((await b.page.getByTestId('cell-4-9').boundingBox())!.y);
  await a.page.getByTestId('shop-deck-rook').click();
  const id = (await a.page.locator('[data-testid^=hand-soul-]').getAttribute('data-testid'))!.replace('hand-soul-', '');
  await a.page.keyboard.press('Escape');
  await a.page.getByTestId('next-phase').click();
  await phase(b.page, 'necro');
  const frames = b.captured.frames.map((frame) => JSON.parse(frame)).filter((frame) => frame.type === 'frame');
  for (const frame of frames) {
    expect(frame.view.hands.red.souls).toBeNull();
    for (const event of frame.events) expect(event.soulId).toBeUndefined();
  }
  expect(await b.page.locator('main').innerHTML()).not.toContain(id);
  expect(await b.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(id);

  // And on to the last of thirty turns, by the key for the next phase.
  await expect(async () => {
    for (const { page } of [a, b]) {
      await page.keyboard.press('Escape');
      if (await mine(page)) await page.keyboard.press('n');
    }
    expect(await a.page.getByTestId('game-over').isVisible()).toBe(true);
  }).toPass({ intervals: [20], timeout: 100_000 });
  for (const { page } of [a, b]) await expect(page.getByTestId('result-reason')).toHaveText(/turn/);
});

test('two people at one screen, to the end', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await playFrom(page, { game: 'necro', config: { maxTurns: 30 } }, [{ type: 'me' }, { type: 'me' }], (state) => {
    state.turn.number = 27;
  });
  let curtains = 0;
  await expect(async () => {
    if (await page.getByRole('button', { name: /^I am / }).isVisible()) curtains += 1;
    await step(page);
    expect(await page.getByTestId('game-over').isVisible()).toBe(true);
  }).toPass({ intervals: [40], timeout: 90_000 });
  expect(curtains).toBeGreaterThan(1);
  await expect(page.getByTestId('result')).toBeVisible();
});

test('the log is in view beside the board, and on a phone the cells are as wide as can be', async ({
  someone: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await pick(page, 'necro');
  await page.getByTestId('play-computer').click();
  await expect(page.getByTestId('shop')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('event-log')).toBeInViewport({ ratio: 1 });
  for (const [width, least] of [
    [390, 43],
    [320, 35],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    expect((await page.getByTestId('cell-4-4').boundingBox())!.width).toBeGreaterThanOrEqual(least);
    await fits(page);
  }
});

for (const [name, options] of LOOKS) {
  test(`accessible: necro, ${name}`, async ({ browser }) => {
    const { page } = await person(browser, options);
    await pick(page, 'necro');
    await page.getByTestId('play-computer').click();
    await expect(page.getByTestId('shop')).toBeVisible();
    await audit(page);
    await page.keyboard.press('Escape');
    await page.getByTestId('next-phase').click();
    await page.getByTestId('next-phase').click();
    await phase(page, 'combat');
    await page.getByTestId('cell-1-7').click();
    await fits(page);
    await audit(page);
    await page.getByTestId('cell-1-0').click();
    await audit(page);
  });
}
