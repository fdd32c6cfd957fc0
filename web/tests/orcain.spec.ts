import type { Page } from '@playwright/test';
import { audit, DESK, expect, fits, LOOKS, person, PHONE, pick, test, url } from './play';

/** Lays the first cards of the hand into the slots and confirms. */
async function lay(page: Page, cards = ['attack', 'defense', 'heal']): Promise<void> {
  for (const [slot, card] of cards.entries()) {
    await page.locator(`[data-hand-card=${card}]`).click();
    await page.locator(`[data-slot-index="${slot}"] button`).click();
  }
  await page.getByTestId('confirm').click();
}

async function playToTheEnd(page: Page): Promise<void> {
  const [result, phase] = [page.getByTestId('result'), page.getByTestId('phase')];
  for (let round = 1; round < 30 && !(await result.isVisible()); round++) {
    await expect(phase).toHaveAttribute('data-phase', /PREP|END/);
    if ((await phase.getAttribute('data-phase')) === 'END') break;
    await lay(page);
    await expect(phase).not.toHaveAttribute('data-phase', 'PREP');
  }
  await expect(result).toBeVisible();
}

test('a whole match against the orc, on a phone', async ({ browser }) => {
  const { page, errors, captured } = await person(browser, PHONE);
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
  await expect(page.getByTestId('your-hp')).toHaveText('10');
  await expect(page.getByTestId('opp-hp')).toHaveText('10');
  await expect(page.getByTestId('round')).toHaveText(/1/);
  await expect(page.getByTestId('pot')).toHaveText('0');
  await expect(page.getByTestId('tokens')).toHaveText('10');
  await expect(page.getByTestId('timer')).toHaveText(/^(20|19|18)$/);
  await fits(page);
  // The whole duel can be seen without scrolling.
  const confirm = await page.getByTestId('confirm').boundingBox();
  expect(confirm!.y + confirm!.height).toBeLessThanOrEqual(640);
  for (const slot of [0, 1, 2])
    await expect(page.locator(`[data-opp-slot-index="${slot}"]`)).not.toHaveAttribute('data-card');
  await expect(page.getByTestId('confirm')).toBeDisabled();

  await lay(page, ['attack', 'defense']);
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'REVEAL');
  await expect(page.locator('[data-slot-index="0"]')).toHaveAttribute('data-card', 'attack');
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', /PREP|END/);
  await playToTheEnd(page);
  await expect(page.getByTestId('result-reason')).not.toBeEmpty();
  await page.getByTestId('play-again').click();
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
  await expect(page.getByTestId('round')).toHaveText(/1/);
  expect(errors).toEqual([]);
  expect(captured.frames.length).toBeGreaterThan(5);
});

/** How long the page shows each step of a reveal, from now until the next round or the end, in ms. */
async function beats(page: Page, begin: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const hooked = window as Window & { beats?: Promise<number[]> };
    hooked.beats = new Promise((done) => {
      const since: number[] = [];
      const look = (): void => {
        const step = /Step (\d) of 3/.exec(document.querySelector('.beat')?.textContent ?? '')?.[1];
        if (step !== undefined) since[Number(step) - 1] ??= performance.now();
        if (since.length === 0 || step !== undefined) return void requestAnimationFrame(look);
        const ends = [...since.slice(1), performance.now()];
        done(since.map((begun, at) => Math.round((ends[at] ?? 0) - begun)));
      };
      look();
    });
  });
  await begin();
  return page.evaluate(() => (window as Window & { beats?: Promise<number[]> }).beats!);
}

test('each of the three steps has its beat, live and in the replay', async ({ someone: { page } }) => {
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  const live = await beats(page, () => lay(page));
  expect(live).toHaveLength(3);
  for (const ms of live) expect(ms).toBeGreaterThan(600);
  for (const ms of live) expect(ms).toBeLessThan(1500);
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
  await expect(page.getByTestId('round')).toHaveText(/2/);
  await playToTheEnd(page);
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  const film = await beats(page, () => page.getByTestId('replay-play').click());
  expect(film).toHaveLength(3);
  for (const ms of film) expect(ms).toBeGreaterThan(450);
});

test('cards are dragged, moved and taken back', async ({ someone: { page } }) => {
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  const card = page.locator('[data-hand-card=heal]');
  const slot = (at: number) => page.locator(`[data-slot-index="${at}"]`);
  const drag = async (from: typeof card, to: { x: number; y: number }) => {
    const box = (await from.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };
  const middle = async (of: typeof card) => {
    const box = (await of.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await drag(card, await middle(slot(0)));
  await expect(slot(0)).toHaveAttribute('data-card', 'heal');
  await drag(slot(0), await middle(slot(2)));
  await expect(slot(2)).toHaveAttribute('data-card', 'heal');
  await expect(slot(0)).not.toHaveAttribute('data-card');
  await drag(page.locator('[data-hand-card=attack]'), await middle(slot(2)));
  await expect(page.getByText('S3 is taken')).toBeVisible();
  await expect(slot(2)).toHaveAttribute('data-card', 'heal');
  await drag(slot(2), { x: 20, y: 400 });
  await expect(slot(2)).not.toHaveAttribute('data-card');
  await drag(card, await middle(slot(1)));
  await slot(1).getByRole('button').click();
  await expect(slot(1)).not.toHaveAttribute('data-card');
});

test('a layout that was drafted is there in a second tab that takes over', async ({ someone: { page } }) => {
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  await page.locator('[data-hand-card=counter]').click();
  await page.locator('[data-slot-index="1"] button').click();
  await page.waitForTimeout(400);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.locator('[data-slot-index="1"]')).toHaveAttribute('data-card', 'counter');
  await expect(second.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
});

test('with the keyboard alone', async ({ someone: { page } }) => {
  await page.goto(`${page.url().split('#')[0]}#/play/orcain`);
  await page.keyboard.press('Tab');
  await page.getByTestId('start-pve').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-hand-card=attack]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-slot-index="0"] button').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('confirm').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'REVEAL');
  await expect(page.locator('[data-slot-index="0"]')).toHaveAttribute('data-card', 'attack');
});

test('number keys lay cards, and the focus stays with them', async ({ someone: { page } }) => {
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  const slot = (at: number) => page.locator(`[data-slot-index="${at}"]`);
  await expect(page.locator('[data-hand-card=attack]')).toBeFocused();
  await page.keyboard.press('Enter');
  await slot(0).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(slot(0)).toHaveAttribute('data-card', 'attack');
  await expect(slot(0).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slot(0)).not.toHaveAttribute('data-card');
  await expect(slot(0).getByRole('button')).toBeFocused();
  for (const key of ['4', '1', '2']) await page.keyboard.press(key);
  for (const [at, card] of ['counter', 'attack', 'defense'].entries())
    await expect(slot(at)).toHaveAttribute('data-card', card);
  await page.keyboard.press('3');
  await expect(page.getByText('All slots are taken')).toBeVisible();
  await page.keyboard.press('1');
  await expect(slot(1)).not.toHaveAttribute('data-card');
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'REVEAL');
  await expect(page.locator('.slot .selected')).toHaveCount(0);
});

test('two people duel for a token, and see nothing of each other before it is opened', async ({ browser }) => {
  const [a, b] = [await person(browser, DESK), await person(browser, PHONE)];
  for (const { page } of [a, b]) {
    await pick(page, 'orcain');
    await page.getByTestId('start-pvp').click();
  }
  for (const { page } of [a, b]) {
    await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
    await expect(page.getByTestId('pot')).toHaveText('2');
    await expect(page.getByTestId('tokens')).toHaveText('9');
  }
  const before = b.captured.frames.length;
  await lay(a.page, ['counter']);
  await expect(a.page.getByTestId('confirm')).toHaveText('Confirmed');
  expect(b.captured.frames.slice(before)).toEqual([]);
  for (const slot of [0, 1, 2]) {
    await expect(b.page.locator(`[data-opp-slot-index="${slot}"]`)).not.toHaveAttribute('data-card');
  }
  // Another tab of the same person takes nothing from the duel.
  const tab = await b.page.context().newPage();
  await tab.goto(url());
  await expect(tab.getByTestId('connection')).toHaveAttribute('data-status', 'online');
  await a.page.getByTestId('leave').click();
  await a.page.getByRole('button', { name: 'Quit' }).last().click();
  await expect(b.page.getByTestId('result')).toContainText('You won against');
  await expect(b.page.getByTestId('result-reason')).toHaveText(/^.+ left\.$/);
  await expect(b.page.getByTestId('tokens')).toHaveText('11');
});

test('two people at one screen lay in secret, one after the other', async ({ someone: { page } }) => {
  await pick(page, 'orcain');
  await page.getByTestId('same-screen').click();
  const curtain = page.getByRole('button', { name: /^I am / });
  for (const cards of [['attack'], ['defense']]) {
    await curtain.click();
    await expect(page.locator('[data-slot-index="0"]')).not.toHaveAttribute('data-card');
    await lay(page, cards);
  }
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'REVEAL');
  await expect(page.locator('[data-opp-slot-index="0"]')).toHaveAttribute('data-card', 'attack');
  await expect(page.getByTestId('round')).toHaveText(/2/);
  // Who looks already goes first; then the screen is handed over.
  await lay(page, ['heal']);
  await expect(curtain).toBeVisible();
});

for (const [name, options] of LOOKS) {
  test(`accessible: orcain, ${name}`, async ({ browser }) => {
    const { page } = await person(browser, options);
    await pick(page, 'orcain');
    await audit(page);
    await page.getByTestId('start-pve').click();
    await expect(page.getByTestId('confirm')).toBeVisible();
    await fits(page);
    await audit(page);
  });
}

test('two at one screen: each has the whole time, and the clock stands behind the curtain', async ({
  someone: { page },
}) => {
  await pick(page, 'orcain');
  await page.getByTestId('same-screen').click();
  const take = page.getByRole('button', { name: /^I am / });
  await expect(take).toBeVisible();
  await page.waitForTimeout(2500);
  await take.click();
  await expect(page.getByTestId('timer')).toHaveText(/^(20|19)$/);
  await lay(page, ['attack']);
  await expect(take).toBeVisible();
  await page.waitForTimeout(2500);
  await take.click();
  await expect(page.getByTestId('timer')).toHaveText(/^(20|19)$/);
  await lay(page, ['heal']);
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'REVEAL');
});

test('against the computer a closed page is asked about first, until the match is over', async ({ browser }) => {
  const { page } = await person(browser);
  await pick(page, 'orcain');
  await page.getByTestId('start-pve').click();
  await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
  await page.locator('[data-hand-card=attack]').click();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await page.getByTestId('leave').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quit' }).click();
  await expect(page.getByTestId('result')).toBeVisible();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
});

test('between people a reload is asked about first, and a closed page loses at once', async ({ browser }) => {
  const [a, b] = [await person(browser), await person(browser)];
  await pick(a.page, 'orcain');
  await a.page.getByTestId('invite').click();
  await b.page.goto(await a.page.getByTestId('invite-link').inputValue());
  for (const { page } of [a, b]) await expect(page.getByTestId('phase')).toHaveAttribute('data-phase', 'PREP');
  await b.page.locator('[data-hand-card=attack]').click();
  const asked = b.page.waitForEvent('dialog');
  const closing = b.page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await closing;
  await expect(a.page.getByTestId('result')).toContainText('You won', { timeout: 3000 });
});
