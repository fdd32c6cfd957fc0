/** Ways to play a match of creatures. */
import type { Page } from '@playwright/test';
import { click, expect, pick, type Press } from './play';

export const id = (page: Page, name: string) => page.getByTestId(name);
export const shown = async (page: Page, name: string): Promise<boolean> =>
  (await id(page, name).count()) > 0 && (await id(page, name).first().isVisible());

/** Begins against a computer; the quick length unless told. */
export async function begin(page: Page, { prizes = '1', level = 'random' } = {}): Promise<void> {
  await pick(page, 'tcg');
  const card = page.locator('article[data-game=tcg]');
  await card.getByLabel('Level of the computer').selectOption(level);
  await card.getByText('Options').click();
  await card.getByLabel('Length').selectOption(prizes);
  await id(page, 'play-computer').click();
  await expect(id(page, 'action-JOIN_MATCH')).toBeVisible();
}

/** Answers an open decision with what can be pressed first. */
export async function answer(page: Page, press: Press = click): Promise<void> {
  const done = id(page, 'choice-done');
  const open = page.locator('[data-testid=choice] [data-testid^=choice-option-]:not([aria-pressed=true])');
  const ready = (await done.count()) > 0 && (await done.getAttribute('aria-disabled')) === null;
  if (ready && (!(await done.innerText()).includes('nothing') || (await open.count()) === 0)) await press(done);
  else await press(open.first());
}

/** Does the next sensible thing that the screen offers, but for one; says what. */
export async function step(page: Page, but = '', press: Press = click): Promise<string> {
  for (const type of ['JOIN_MATCH', 'DRAW_INITIAL_CARDS', 'DRAW_CARD']) {
    if (!(await shown(page, `action-${type}`))) continue;
    if (type === but) return '';
    await press(id(page, `action-${type}`));
    return type;
  }
  if (await shown(page, 'choice')) {
    await answer(page, press);
    return 'RESOLVE_CHOICE';
  }
  const hand = page.locator('[data-testid^=hand-card-]');
  // One look at the whole hand: cards come and go while one reads them one by one.
  for (const [at, text] of (await hand.allInnerTexts()).entries()) {
    const card = hand.nth(at);
    if (!/as your active|to the bench|attach it|\non |play it/.test(text)) continue;
    if (but === 'SET_ACTIVE_POKEMON' && text.includes('as your active')) return '';
    await press(card);
    const action = page.locator('[data-testid=card-panel] [data-testid^=action-]').first();
    const type = await action.getAttribute('data-testid');
    await press(action);
    return type ?? 'hand';
  }
  if (await shown(page, 'action-COMPLETE_INITIAL_SETUP')) {
    await press(id(page, 'action-COMPLETE_INITIAL_SETUP'));
    return 'COMPLETE_INITIAL_SETUP';
  }
  return but === 'ATTACK' ? '' : endOfTurn(page, press);
}

export async function endOfTurn(page: Page, press: Press = click): Promise<string> {
  const open = page.getByRole('button', { name: 'Attack…' });
  if ((await open.count()) > 0 && (await open.isVisible()) && !(await shown(page, 'attack-0'))) await press(open);
  for (const attack of ['attack-1', 'attack-0']) {
    if (!(await shown(page, attack)) || (await id(page, attack).getAttribute('aria-disabled')) !== null) continue;
    await press(id(page, attack));
    return 'ATTACK';
  }
  if (!(await shown(page, 'action-END_TURN')) || (await shown(page, 'action-DRAW_CARD'))) return '';
  await press(id(page, 'action-END_TURN'));
  return 'END_TURN';
}
