/** What the tests share: pages of people, and ways to play. */
import AxeBuilder from '@axe-core/playwright';
import {
  test as base,
  expect,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';

export { expect } from '@playwright/test';

export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 640 }, hasTouch: true };
export const DESK: BrowserContextOptions = { viewport: { width: 1240, height: 860 } };

/** The looks in which every screen is checked: both themes, both sizes. */
export const LOOKS: [string, BrowserContextOptions][] = [
  ['desk, light', { ...DESK, colorScheme: 'light' }],
  ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
];

/** What a page received over its sockets. */
export interface Captured {
  frames: string[];
}

export interface Person {
  page: Page;
  captured: Captured;
  errors: string[];
}

export const url = (path = ''): string => `${process.env.BOUT_URL}/${path}`;

/** Somebody with a browser of their own. */
export async function person(browser: Browser, options: BrowserContextOptions = {}, server?: string): Promise<Person> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const found: Person = { page, captured: { frames: [] }, errors: [] };
  // Answers to the page's heartbeat tell nothing.
  const pong = /^\{"type":"answer","re":\d+,"ok":true,"now":\d+\}$/;
  page.on('websocket', (socket) =>
    socket.on(
      'framereceived',
      ({ payload }) => !pong.test(String(payload)) && found.captured.frames.push(String(payload)),
    ),
  );
  page.on('pageerror', (error) => found.errors.push(error.message));
  // A refusal of the server is told to the person; the browser's own line about it is no error.
  const own = (text: string): boolean =>
    !text.startsWith('Failed to load resource') && !text.includes('WebSocket connection');
  page.on(
    'console',
    (message) => message.type() === 'error' && own(message.text()) && found.errors.push(message.text()),
  );
  await page.addInitScript(() => localStorage.setItem('bout.fast', 'true'));
  await page.goto(server ?? url());
  await expect(page.getByTestId('connection')).toHaveAttribute('data-status', 'online');
  return found;
}

export const test = base.extend<{ someone: Person }>({
  someone: async ({ browser }, use) => {
    const someone = await person(browser);
    await use(someone);
    expect(someone.errors, 'nothing is wrong in the console').toEqual([]);
    await someone.page.context().close();
  },
});

/** A way to use a control. */
export type Press = (target: Locator) => Promise<void>;
export const click: Press = (target) => target.click({ timeout: 2000 });
export const byKey: Press = async (target) => {
  await target.focus({ timeout: 2000 });
  await target.page().keyboard.press('Enter');
};

/** Opens the card of a game in the lobby. */
export async function pick(page: Page, game: string): Promise<void> {
  await page.locator(`article[data-game=${game}]`).getByRole('button', { name: 'Play' }).first().click();
}

/** Follows an invitation; changed settings are accepted. */
export async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const join = page.getByRole('dialog').getByRole('button', { name: 'Join' });
  await Promise.race([join.waitFor(), page.getByTestId('waiting').waitFor(), page.waitForURL(/#\/match\//)]);
  if (await join.isVisible()) await join.click();
}

/** No serious finding of the accessibility checker. */
export async function audit(page: Page): Promise<void> {
  // Elements that are still fading in have no contrast to speak of.
  await page.waitForTimeout(100);
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page })
    .exclude('.float')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

/** The page fits its window: nothing has to be scrolled sideways. */
export async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, 'nothing sticks out sideways').toBeLessThanOrEqual(0);
}
