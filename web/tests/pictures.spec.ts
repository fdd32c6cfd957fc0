import type { Page } from '@playwright/test';
import { step } from './creatures';
import { DESK, expect, person, PHONE, pick, test } from './play';

/** Pictures of every screen, for the documents; made only when they are asked for. */
const wanted = process.env.PICTURES !== undefined;
test.skip(!wanted, 'PICTURES=1 makes them');
test.describe.configure({ mode: 'serial' });

const PLACE = '../docs/screenshots';
const LOOKS = [
  { name: 'desk-light', options: { ...DESK, colorScheme: 'light' as const } },
  { name: 'desk-dark', options: { ...DESK, colorScheme: 'dark' as const } },
  { name: 'phone-light', options: { ...PHONE, colorScheme: 'light' as const } },
  { name: 'phone-dark', options: { ...PHONE, colorScheme: 'dark' as const } },
];

async function orcain(page: Page): Promise<void> {
  await page.getByTestId('start-pve').click();
  for (const [slot, card] of ['defense', 'attack'].entries()) {
    await page.locator(`[data-hand-card=${card}]`).click();
    await page.locator(`[data-slot-index="${slot}"] button`).click();
  }
}
async function judo(page: Page): Promise<void> {
  await page.getByTestId('play-computer').click();
  await page.locator('#next-button').click();
  await expect(page.locator('#stat-buttons .selectable')).toHaveCount(5);
  await page.locator('button[data-stat=speed]').focus();
}
async function tank(page: Page): Promise<void> {
  await page.getByTestId('play-computer').click();
  for (let at = 0; at < 200; at++) {
    const pass = page.getByTestId('interrupt-pass');
    const fire = page
      .locator('[data-testid^=hand-card-]:not(.barred)')
      .and(page.locator('[data-card=coaxial_mg], [data-card=fire]'))
      .first();
    const any = page.locator('[data-testid^=hand-card-]:not(.barred)').first();
    if (await pass.isVisible()) await pass.click();
    else if ((await fire.isVisible()) && at > 40) return fire.click();
    else if (await any.isVisible()) {
      await any.click();
      await page.locator('.bar button').first().click();
    }
    await page.waitForTimeout(60);
  }
}
async function necro(page: Page): Promise<void> {
  await page.getByTestId('play-computer').click();
  await page.getByTestId('shop-display-rook').click();
  await page.keyboard.press('Escape');
  await page.getByTestId('next-phase').click();
  await page.getByTestId('next-phase').click();
  await page.getByTestId('cell-7-7').click();
  await page.getByTestId('cell-7-0').click();
  await page.evaluate(() => scrollTo(0, 0));
}

async function tcg(page: Page): Promise<void> {
  await page.getByTestId('play-computer').click();
  await expect(page.getByTestId('action-JOIN_MATCH')).toBeVisible();
  let turns = 0;
  for (let n = 0; n < 220 && turns < 4; n++) {
    const did = await step(page).catch(() => '');
    if (did === 'ATTACK' || did === 'END_TURN') turns += 1;
    if (did === '') await page.waitForTimeout(80);
  }
  for (
    let n = 0;
    n < 60 &&
    !(
      await page
        .getByTestId('state')
        .getAttribute('data-state')
        .catch(() => '')
    )?.includes('PLAYER_TURN');
    n++
  ) {
    await step(page).catch(() => '');
    await page.waitForTimeout(100);
  }
}

for (const { name, options } of LOOKS) {
  test(`lobby, ${name}`, async ({ browser }) => {
    const { page } = await person(browser, options);
    await expect(page.locator('article')).toHaveCount(5);
    await page.waitForTimeout(700);
    await page.screenshot({ path: `${PLACE}/lobby-${name}.png` });
  });
  for (const [game, play] of Object.entries({ orcain, judo, tank, necro, tcg })) {
    test(`${game}, ${name}`, async ({ browser }) => {
      const { page } = await person(browser, options);
      await pick(page, game);
      await play(page);
      await page.waitForTimeout(600);
      await page.screenshot({ path: `${PLACE}/${game}-${name}.png` });
    });
  }
}
