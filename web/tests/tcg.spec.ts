import type { Page } from '@playwright/test';
import { audit, byKey, DESK, expect, fits, follow, LOOKS, person, PHONE, pick, test, type Person, url } from './play';
import { begin, id, shown, step } from './creatures';
import { playFrom } from './position';

/** Plays on until something holds. */
async function playUntil(page: Page, holds: () => Promise<boolean>, but = ''): Promise<string[]> {
  const done: string[] = [];
  for (let n = 0; n < 900; n++) {
    if (await holds()) return done;
    // What was there a moment ago may be gone: the match has gone on meanwhile.
    const did = await step(page, but).catch(() => '');
    if (did === '') await page.waitForTimeout(50);
    else done.push(did);
  }
  throw new Error(`it did not come to that: ${done.slice(-20).join(', ')}`);
}
const inState = (page: Page, state: string) => async (): Promise<boolean> =>
  (await id(page, 'state')
    .getAttribute('data-state')
    .catch(() => '')) === state;
const over = (page: Page) => (): Promise<boolean> => shown(page, 'result');

test('a whole match against the easy computer, only by what the screen says', async ({ someone: { page } }) => {
  test.setTimeout(180_000);
  await begin(page);
  await expect(id(page, 'ask')).toContainText('Take the one that is marked');
  let looked = false;
  const did = await playUntil(page, async () => {
    if (!looked && (await shown(page, 'choice'))) {
      looked = true;
      await calmAudit(page);
    }
    return shown(page, 'result');
  });
  expect(did).toContain('JOIN_MATCH');
  expect(did.length).toBeGreaterThan(5);
  await expect(id(page, 'result-reason')).not.toBeEmpty();
  await id(page, 'play-again').click();
  await expect(id(page, 'action-JOIN_MATCH')).toBeVisible();
});

test('the same on a phone: nothing sticks out, and the hand is in reach', async ({ browser }) => {
  test.setTimeout(180_000);
  const { page, errors } = await person(browser, PHONE);
  await begin(page);
  await fits(page);
  await playUntil(page, () => shown(page, 'action-DRAW_CARD'), 'DRAW_CARD');
  await fits(page);
  const box = await id(page, 'hand-card-0').boundingBox();
  const scrolled = await page.evaluate(() => scrollY);
  expect(box!.y + scrolled + box!.height, 'the hand is on the first screen').toBeLessThanOrEqual(640);
  await playUntil(page, over(page));
  expect(errors).toEqual([]);
  await page.context().close();
});

test('every place of the table has its hook, and the state, phase and turn are told', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await begin(page, { prizes: '6' });
  await playUntil(page, () => shown(page, 'action-DRAW_CARD'), 'DRAW_CARD');
  await expect(id(page, 'state')).toHaveAttribute('data-state', 'PLAYER_TURN');
  await expect(id(page, 'phase')).toHaveAttribute('data-phase', 'DRAW');
  await expect(id(page, 'turn-number')).toHaveText(/^[12]$/);
  for (const hook of [
    'own-active',
    'opp-active',
    'own-bench-4',
    'opp-bench-4',
    'prize-0',
    'prize-5',
    'hand-card-0',
    'attack-0',
    'log',
    'action-END_TURN',
  ]) {
    await expect(id(page, hook), hook).toHaveCount(1);
  }
  await expect(id(page, 'attack-0')).toHaveAttribute('aria-disabled', 'true');
  await expect(id(page, 'attack-0')).toContainText('Draw first');
  await id(page, 'action-DRAW_CARD').click();
  await expect(id(page, 'phase')).toHaveAttribute('data-phase', 'MAIN_PHASE');
  await id(page, 'leave').click();
  await expect(id(page, 'menu').locator('.lit')).toHaveAttribute('data-state', 'PLAYER_TURN');
  await expect(id(page, 'menu').locator('g[data-state]')).toHaveCount(12);
  await expect(id(page, 'action-ENTER_ATTACK_PHASE')).toBeVisible();
  await id(page, 'action-CONCEDE').click();
  await page.getByRole('button', { name: 'Give up' }).last().click();
  await expect(id(page, 'result')).toBeVisible();
  await expect(id(page, 'result-reason')).toHaveText('You gave up.');
});

test('an attack is foreseen in numbers, and told in numbers afterwards', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await begin(page, { prizes: '6' });
  const first = async (): Promise<boolean> => {
    if (await shown(page, 'preview')) return true;
    // Only where there is nothing to attack with the turn is ended.
    if (
      (await shown(page, 'action-END_TURN')) &&
      (await step(page, 'ATTACK')) === '' &&
      !(await shown(page, 'preview'))
    )
      await id(page, 'action-END_TURN').click();
    return false;
  };
  await playUntil(page, first, 'ATTACK');
  const preview = id(page, 'preview');
  await expect(preview).toContainText('base');
  await expect(preview).toContainText(/HP left|is knocked out/);
  await page.locator('[data-testid^=attack-]:not([aria-disabled])').first().click();
  await playUntil(page, async () =>
    (await page.getByTestId('log-line').allInnerTexts()).some((line) => /takes \d+ damage \(\d+ base/.test(line)),
  );
});

/** Opens the attacks of the active creature, where a phone hides them. */
async function openAttacks(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'Attack…' });
  if ((await open.count()) > 0 && (await open.isVisible())) await open.click();
}
const FINALE = [
  'After this creature attacks with Grand Finale, discard it and all cards attached to it.',
  'Your opponent takes no prize.',
].join(' ');
const SQUIBTAIL: Partial<Board> = { active: 'squibtail', bench: [], foe: 'rimejaw' };

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 360, height: 640 },
]) {
  const size = `${viewport.width} x ${viewport.height}`;
  test(`a creature that discards itself says so, and that it loses the match, at ${size}`, async ({ browser }) => {
    const { page } = await person(browser, { viewport });
    await turnWith(page, [], 'MAIN_PHASE', SQUIBTAIL);
    await expect(id(page, 'own-active')).toContainText('discards itself');
    await expect(id(page, 'own-active')).toHaveAttribute('aria-label', /discard it and all cards attached to it/);
    await openAttacks(page);
    const attack = id(page, 'attack-1');
    await expect(attack).toContainText(FINALE);
    await expect(attack).toContainText(
      '60 damage, 30 HP left · discards itself · you lose the match: you have no creature left',
    );
    await expect(id(page, 'attack-0')).not.toContainText('discard');
    await fits(page);
    if (viewport.width < 720) return;
    await attack.hover();
    const preview = id(page, 'preview');
    await expect(preview).toContainText('You discard Squibtail and 2 Flame Mote.');
    await expect(preview).toContainText('You lose the match: you have no creature left.');
    await id(page, 'own-active').click();
    await audit(page);
    await attack.click();
    await expect(id(page, 'result')).toContainText('You lost');
  });
}

test('a phone shows damage and rules on the bench, the phases of a turn and the prizes left', async ({ browser }) => {
  const { page } = await person(browser, PHONE);
  await turnWith(page, ['flame-mote'], 'MAIN_PHASE', { bench: ['squibtail', 'ashkit'], hurt: 20 });
  const bench = id(page, 'own-bench-0');
  await expect(bench.getByText('−20')).toBeVisible();
  await expect(bench.locator('.rule')).toBeVisible();
  await expect(id(page, 'own-bench-1').locator('.rule')).toHaveCount(0);
  const phases = page.getByRole('list', { name: 'Phases of a turn' });
  await expect(phases.getByRole('listitem')).toHaveText(['draw', 'main', 'attack', 'end']);
  for (const phase of await phases.getByRole('listitem').all()) await expect(phase).toBeInViewport();
  await expect(phases.locator('[aria-current=step]')).toHaveText('main');
  await expect(page.getByText('6 prizes left').filter({ visible: true })).toHaveCount(2);
  await fits(page);
  const box = (await id(page, 'hand-card-0').boundingBox())!;
  expect(box.y + box.height, 'the hand is above the buttons').toBeLessThanOrEqual(583);
  // Nothing on the bench sticks out of its card.
  for (const card of [bench, id(page, 'own-bench-1')])
    expect(await card.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(1);
});

test('every state has a name of its own, and the rules page tells no false weakness', async ({ someone: { page } }) => {
  await begin(page);
  await id(page, 'leave').click();
  const states = id(page, 'menu').locator('g[data-state]');
  await expect(states).toHaveCount(12);
  const names = await states.locator('text').allTextContents();
  expect(new Set(names).size).toBe(names.length);
  await page.goto(`${page.url().split('#')[0]}#/rules/tcg`);
  await expect(page.getByText('every shipped weakness adds 10, and no shipped card has a resistance')).toBeVisible();
  const told = await page.evaluate(async () => {
    const { sets } = (await (await fetch('/api/games/tcg/cards')).json()) as { sets: { offered: boolean }[] };
    return JSON.stringify(sets.filter(({ offered }) => offered));
  });
  const weaknesses = [...told.matchAll(/"weakness":\{[^}]*"modifier":"([^"]*)"/g)].map(([, modifier]) => modifier);
  expect([...new Set(weaknesses)]).toEqual(['+10']);
  expect(told).not.toContain('"resistance":{');
});

test('with somebody on the bench the match goes on, and the preview says what is chosen next', async ({
  someone: { page },
}) => {
  await turnWith(page, [], 'MAIN_PHASE', { ...SQUIBTAIL, bench: ['ashkit'] });
  await id(page, 'attack-1').hover();
  await expect(id(page, 'attack-1')).toContainText('60 damage, 30 HP left · discards itself');
  await expect(id(page, 'attack-1')).not.toContainText('lose');
  await expect(id(page, 'preview')).toContainText(/You (bring Ashkit forward|then choose a new active creature)\./);
});

test('coins, harm to oneself and a forced switch are foreseen', async ({ someone: { page } }) => {
  await turnWith(page, [], 'MAIN_PHASE', {
    ...SQUIBTAIL,
    active: 'magmote',
    energy: ['flame-mote', 'flame-mote', 'flame-mote'],
  });
  await expect(id(page, 'attack-1')).toContainText('50 %: 50 damage, 40 HP left · 20 to itself');
  await id(page, 'attack-1').hover();
  await expect(id(page, 'preview')).toContainText('tails');
  await expect(id(page, 'preview')).toContainText('Your Magmote takes 20 damage by its own coin.');
  await turnWith(page, [], 'MAIN_PHASE', {
    ...SQUIBTAIL,
    decks: ['storm-circuit', 'river-delta'],
    active: 'paperkite',
    energy: ['spark-mote', 'spark-mote'],
    bench: ['zaplet'],
  });
  await expect(id(page, 'attack-0')).toContainText(/switches out/);
  await expect(page.getByTestId('card-rule').first()).toHaveText(
    'After this creature attacks, switch it with 1 of your benched creatures.',
  );
});

test('the deck builder shows the rules of cards, and finds cards by them', async ({ someone: { page } }) => {
  await page.goto(`${page.url().split('#')[0]}#/decks/new`);
  await expect(id(page, 'builder')).toBeVisible();
  const shelf = page.locator('.shelf');
  for (const [name, text] of [
    ['Squibtail', FINALE],
    ['Underdog Coach', 'You can play this card only if you have more prizes left than your opponent.'],
  ] as const) {
    await id(page, 'card-search').fill(text.slice(0, 40));
    await shelf.getByText(name).click();
    await expect(shelf).toContainText(text);
  }
});

test('with the keyboard alone', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await begin(page);
  const press = async (name: string): Promise<void> => {
    await id(page, name).focus();
    await page.keyboard.press('Enter');
  };
  // The way on has the focus by itself.
  await expect(id(page, 'action-JOIN_MATCH')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(id(page, 'action-DRAW_INITIAL_CARDS')).toBeFocused();
  for (let n = 0; n < 80 && (await inState(page, 'DRAWING_CARDS')()); n++) {
    if (await shown(page, 'action-DRAW_INITIAL_CARDS')) {
      await page.keyboard.press('Enter');
    }
    await page.waitForTimeout(150);
  }
  await expect(id(page, 'state')).toHaveAttribute('data-state', 'SELECT_ACTIVE_POKEMON');
  const basic = page.locator('[data-testid^=hand-card-]', { hasText: 'as your active' }).first();
  await basic.focus();
  await page.keyboard.press('Enter');
  await expect(basic).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(basic).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(id(page, 'state')).toHaveAttribute('data-state', 'SELECT_BENCH_POKEMON');
  await id(page, 'hand-card-0').focus();
  await page.keyboard.press('ArrowRight');
  await expect(id(page, 'hand-card-1')).toBeFocused();
  await press('action-COMPLETE_INITIAL_SETUP');
  await expect(id(page, 'state')).toHaveAttribute('data-state', 'PLAYER_TURN');
  await expect(id(page, 'action-DRAW_CARD').or(id(page, 'result')).or(id(page, 'choice')).first()).toBeVisible({
    timeout: 20_000,
  });
  // Who is knocked out in the first turn of all has no second one.
  if (!(await shown(page, 'action-DRAW_CARD'))) return;
  await press('action-DRAW_CARD');
  await expect(id(page, 'phase')).toHaveAttribute('data-phase', 'MAIN_PHASE');
  await press('action-END_TURN');
});

test('a whole match with the keyboard alone', async ({ someone: { page } }) => {
  test.setTimeout(180_000);
  await begin(page);
  const end = Date.now() + 150_000;
  while (!(await shown(page, 'result')) && Date.now() < end) {
    await step(page, '', byKey).catch(() => '');
    await page.waitForTimeout(30);
  }
  await expect(id(page, 'result')).toBeVisible();
});

interface Side {
  deck: string[];
  hand: string[];
  prizeCards: string[];
  active: unknown;
  bench: unknown[];
}
/** Takes a card out of a deck by a part of its name. */
function takeOut({ deck }: Side, name: string): string {
  return deck.splice(
    deck.findIndex((card) => card.includes(`-${name}-`)),
    1,
  )[0]!;
}
function creature(side: Side, name: string, instanceId: number, slot: number, energy: string[] = []): object {
  const still = {
    tools: [],
    damage: 0,
    doomed: false,
    rotation: 'NONE',
    paralyzedOnTurn: null,
    poison: 0,
    burned: false,
    enteredOnTurn: 0,
  };
  const used = {
    evolvedOnTurn: null,
    abilityUsedOnTurn: null,
    abilityUses: 0,
    extraEnergyOnTurn: null,
    usedOnTurn: null,
    usedAttack: 0,
    timed: [],
  };
  return {
    instanceId,
    slot,
    cards: [takeOut(side, name)],
    attachedEnergy: energy.map((card) => takeOut(side, card)),
    ...still,
    ...used,
  };
}
interface Board {
  decks: [string, string];
  active: string;
  energy: string[];
  bench: string[];
  /** What those on the bench have suffered. */
  hurt: number;
  foe: string;
}
const USUAL: Board = {
  decks: ['cinder-court', 'river-delta'],
  active: 'cinderpup',
  energy: ['flame-mote', 'flame-mote'],
  bench: ['wickling'],
  hurt: 0,
  foe: 'nacrelet',
};
/** The third turn, which is this page's, with these cards in the hand, and one creature on the bench unless told. */
async function turnWith(page: Page, hand: string[], phase = 'MAIN_PHASE', board: Partial<Board> = {}): Promise<void> {
  const { decks, active, energy, bench, hurt, foe } = { ...USUAL, ...board };
  await playFrom(
    page,
    { game: 'tcg', config: { decks } },
    [{ type: 'me' }, { type: 'bot', bot: 'random' }],
    (state) => {
      const [mine, other] = [state.player1 as Side, state.player2 as Side];
      mine.hand = hand.map((card) => takeOut(mine, card));
      mine.active = creature(mine, active, 1, 0, energy);
      mine.bench = bench.map((name, at) => ({ ...creature(mine, name, 2 + at, 1 + at), damage: hurt }));
      other.active = creature(other, foe, 3 + bench.length, 0);
      for (const side of [mine, other]) {
        side.prizeCards = side.deck.splice(0, 6);
        Object.assign(side, { handValid: true, activeSelected: true, setupReady: true, turnsTaken: 1 });
      }
      Object.assign(state, { state: 'PLAYER_TURN', phase, currentPlayer: 'PLAYER1', turnNumber: 3, instances: 9 });
    },
  );
  await expect(id(page, 'phase')).toHaveAttribute('data-phase', phase);
}
const cardIn = (page: Page, name: string) => page.locator(`[data-testid^=hand-card-][data-card*="-${name}-"]`).first();
/** It is still this page's turn, and the focus is in the hand. */
async function stillInHand(page: Page): Promise<void> {
  await expect(page.locator('[data-testid^=hand-card-]:focus')).toHaveCount(1);
  await expect(id(page, 'action-END_TURN')).toBeVisible();
}

test('one Enter too many never ends the turn: the focus goes back to the hand', async ({ someone: { page } }) => {
  await turnWith(page, ['growth-almanac', 'whetstone', 'flame-mote', 'wandering-scholar']);
  // A trainer that asks: pick up, play, answer.
  await cardIn(page, 'growth-almanac').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(id(page, 'choice')).toBeVisible();
  // What can be chosen is offered first.
  await expect(id(page, 'choice-option-0')).toBeFocused();
  await expect(id(page, 'choice-done')).toHaveText('Choose nothing');
  await expect(id(page, 'choice-done')).not.toHaveClass(/primary/);
  await page.keyboard.press('Enter');
  await expect(id(page, 'choice')).toHaveCount(0);
  await stillInHand(page);
  // A trainer that asks nothing, and more of the same key.
  await cardIn(page, 'whetstone').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(cardIn(page, 'whetstone')).toHaveCount(0);
  await stillInHand(page);
  for (let n = 0; n < 8; n++) {
    await page.keyboard.press('Enter');
    await page.waitForTimeout(120);
  }
  await expect(id(page, 'turn-number')).toHaveText('3');
  await expect(id(page, 'phase')).toHaveAttribute('data-phase', 'MAIN_PHASE');
});

test('drawing with Enter leads to the hand, not to the end of the turn', async ({ someone: { page } }) => {
  await turnWith(page, ['flame-mote'], 'DRAW');
  await expect(id(page, 'action-RETREAT')).toContainText('Draw first');
  await id(page, 'action-DRAW_CARD').focus();
  await page.keyboard.press('Enter');
  await expect(id(page, 'phase')).toHaveAttribute('data-phase', 'MAIN_PHASE');
  await stillInHand(page);
});

test('Enter twice does the first way that is shown, also with two targets', async ({ someone: { page } }) => {
  await turnWith(page, ['flame-mote', 'flame-mote']);
  await id(page, 'hand-card-0').focus();
  await page.keyboard.press('Enter');
  await expect(id(page, 'card-panel').locator('button.primary')).toHaveText('Attach to Cinderpup (active)');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('log-line').filter({ hasText: 'You attach Flame Mote' })).toHaveCount(1);
  await expect(id(page, 'hand-card-1')).toHaveCount(0);
  await expect(id(page, 'hand-card-0')).toBeFocused();
});

test('cards are dragged onto the table', async ({ someone: { page } }) => {
  await begin(page);
  await playUntil(page, inState(page, 'SELECT_ACTIVE_POKEMON'), 'SET_ACTIVE_POKEMON');
  const card = page.locator('[data-testid^=hand-card-]', { hasText: 'as your active' }).first();
  const [from, to] = [(await card.boundingBox())!, (await id(page, 'own-active').boundingBox())!];
  await page.mouse.move(from.x + 40, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 40, { steps: 6 });
  await page.mouse.up();
  await expect(id(page, 'state')).toHaveAttribute('data-state', 'SELECT_BENCH_POKEMON');
  await expect(id(page, 'own-active')).toHaveAttribute('data-card', /./);
});

/** The cards of a hand that only a deck of fire has. */
async function secretsOf(page: Page): Promise<string[]> {
  const held = await page
    .locator('[data-testid^=hand-card-]')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card ?? ''));
  return held.filter((card) => /--(\d|10|106|116)$/.test(card));
}
async function everything(page: Page): Promise<string> {
  return page.evaluate(
    () => document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage),
  );
}
const reached = (someone: Person, from: number): string => someone.captured.frames.slice(from).join('\n');

test('two people set up in secret: no hidden card reaches the other page, its storage or its wire', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [a, b] = [await person(browser, DESK), await person(browser, PHONE)];
  await pick(a.page, 'tcg');
  await id(a.page, 'invite').click();
  const link = await a.page
    .locator('input[readonly], a[href*="#/join/"]')
    .first()
    .evaluate((node) => (node instanceof HTMLInputElement ? node.value : (node as HTMLAnchorElement).href));
  await follow(b.page, url(link.slice(link.indexOf('#'))));
  // One takes fire, the other one water: no card is in both.
  await id(a.page, 'deck-cinder-court').click();
  await id(a.page, 'action-JOIN_MATCH').click();
  await id(b.page, 'deck-river-delta').click();
  await expect(id(b.page, 'action-JOIN_MATCH')).not.toHaveAttribute('aria-disabled');
  await id(b.page, 'action-JOIN_MATCH').click();
  for (const { page } of [a, b]) {
    await playUntil(
      page,
      async () =>
        !(await shown(page, 'action-DRAW_INITIAL_CARDS')) &&
        (await page.locator('[data-testid^=hand-card-]').count()) > 0,
      'SET_ACTIVE_POKEMON',
    );
  }
  await expect(id(a.page, 'state')).toHaveAttribute('data-state', 'SELECT_ACTIVE_POKEMON');
  const from = b.captured.frames.length;
  const before = await secretsOf(a.page);
  await a.page.locator('[data-testid^=hand-card-]', { hasText: 'as your active' }).first().click();
  await id(a.page, 'action-SET_ACTIVE_POKEMON').click();
  await expect(id(b.page, 'opp-active')).toHaveClass(/back/);
  for (const card of before) {
    expect(await everything(b.page)).not.toContain(card);
    expect(reached(b, from)).not.toContain(card);
  }
  await expect(id(a.page, 'ask')).toContainText('in secret');
  await b.page.locator('[data-testid^=hand-card-]', { hasText: 'as your active' }).first().click();
  await id(b.page, 'action-SET_ACTIVE_POKEMON').click();
  await expect(id(a.page, 'opp-active')).toHaveAttribute('data-hp', /\d+/);
  const held = await secretsOf(a.page);
  const active = await id(a.page, 'own-active').getAttribute('data-card');
  for (const card of held.filter((card) => card !== active)) expect(await everything(b.page)).not.toContain(card);

  await id(b.page, 'leave').click();
  await id(b.page, 'action-CANCEL_MATCH').click();
  await b.page.getByRole('button', { name: 'Call it off' }).click();
  for (const { page } of [a, b]) await expect(id(page, 'result')).toContainText('called off');
  for (const { page, errors } of [a, b]) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
});

test('two people at one screen: a curtain between them', async ({ someone: { page } }) => {
  test.setTimeout(120_000);
  await pick(page, 'tcg');
  await id(page, 'same-screen').click();
  const open = page.getByRole('button', { name: /^I am / });
  await open.click();
  await id(page, 'deck-stone-oath').click();
  await id(page, 'action-JOIN_MATCH').click();
  await expect(open).toBeVisible();
  await open.click();
  // Nothing tells which deck was taken before.
  await expect(id(page, 'deck-stone-oath')).toHaveAttribute('aria-checked', 'false');
  await id(page, 'action-JOIN_MATCH').click();
  await playUntil(
    page,
    async () => {
      if (await open.isVisible()) await open.click();
      return (await inState(page, 'PLAYER_TURN')()) && (await shown(page, 'action-DRAW_CARD'));
    },
    'DRAW_CARD',
  );
  await expect(id(page, 'own-active')).toHaveAttribute('data-card', /./);
});

test('a whole match at one screen, and one between two browsers', async ({ browser }) => {
  test.setTimeout(240_000);
  const both = [await person(browser, DESK), await person(browser, PHONE)] as const;
  for (const way of ['same-screen', 'invite']) {
    const [{ page }, friend] = both;
    await page.goto(url('#/play/tcg'));
    const card = page.locator('article[data-game=tcg]');
    if (way === 'same-screen') await card.getByText('Options').click();
    if (way === 'same-screen') await card.getByLabel('Length').selectOption('1');
    await id(page, way).click();
    if (way === 'invite')
      await follow(friend.page, url((await id(page, 'invite-link').inputValue()).replace(/^[^#]*/, '')));
    const seats = way === 'invite' ? [page, friend.page] : [page];
    const end = Date.now() + 100_000;
    while (!(await shown(page, 'result')) && Date.now() < end) {
      for (const seat of seats) {
        const curtain = seat.getByRole('button', { name: /^I am / });
        if (await curtain.isVisible()) await curtain.click({ timeout: 1000 }).catch(() => {});
        await step(seat).catch(() => '');
      }
      await page.waitForTimeout(30);
    }
    for (const seat of seats) await expect(id(seat, 'result')).toBeVisible();
  }
  for (const { page, errors } of both) {
    expect(errors).toEqual([]);
    await page.context().close();
  }
});

test('a deck is built, judged as one types, told as text, kept and played', async ({ someone: { page } }) => {
  await page.goto(url('#/decks'));
  await id(page, 'new-deck').click();
  await expect(id(page, 'deck-faults')).toContainText('it needs at least 60');
  await id(page, 'card-search').fill('cinderpup');
  for (let n = 0; n < 5; n++) await id(page, 'add-1').click();
  await expect(id(page, 'deck-size')).toHaveText('5 / 60');
  await expect(id(page, 'deck-faults')).toContainText('at most 4 are allowed');
  await expect(id(page, 'deck-text')).toHaveValue(/5 Cinderpup \(firstlight 1\)/);
  await id(page, 'deck-text').fill('# Sparks\n4 Cinderpup (firstlight 1)\n56 Flame Mote');
  await expect(id(page, 'deck-faults')).toContainText('Line 3');
  await id(page, 'deck-text').fill('# Sparks\n4 Cinderpup (firstlight 1)\n56 Flame Mote (firstlight 106)\n');
  await expect(id(page, 'deck-faults')).toContainText('In order');
  await expect(id(page, 'deck-size')).toHaveText('60 / 60');
  await audit(page);
  await id(page, 'save-deck').click();
  await expect(page.getByRole('radio', { name: /Sparks/ })).toBeVisible();

  await page.getByRole('link', { name: 'Play Creatures' }).click();
  await id(page, 'play-computer').click();
  await page.getByRole('radio', { name: /Sparks/ }).click();
  await id(page, 'action-JOIN_MATCH').click();
  await playUntil(page, inState(page, 'SELECT_ACTIVE_POKEMON'), 'SET_ACTIVE_POKEMON');
  await expect(page.locator('[data-testid^=hand-card-]').first()).toContainText(/Cinderpup|Flame Mote/);
});

test('the deck builder has an address: a reload keeps what was made, and Back leaves it', async ({
  someone: { page },
}) => {
  await page.goto(url('#/decks'));
  await id(page, 'new-deck').click();
  await expect(page).toHaveURL(/#\/decks\/new$/);
  await id(page, 'add-1').click();
  await expect(id(page, 'deck-size')).toHaveText('1 / 60');
  await page.reload();
  await expect(id(page, 'builder')).toBeVisible();
  await expect(id(page, 'deck-size')).toHaveText('1 / 60');
  await page.goBack();
  await expect(id(page, 'builder')).toHaveCount(0);
  await expect(page).toHaveURL(/#\/decks$/);
  await page.getByRole('radio').first().click();
  await id(page, 'change-deck').click();
  await expect(page).toHaveURL(/#\/decks\/[a-z-]+$/);
  await expect(id(page, 'deck-size')).toHaveText('60 / 60');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/#\/decks$/);

  // At the table of a match too.
  await page.goto(url());
  await begin(page);
  await id(page, 'new-deck').click();
  await expect(page).toHaveURL(/#\/match\/\w+\/new$/);
  await page.reload();
  await expect(id(page, 'builder')).toBeVisible();
  await page.goBack();
  await expect(id(page, 'action-JOIN_MATCH')).toBeVisible();
});

test('a match without a deck is left without a loss', async ({ someone: { page } }) => {
  await begin(page);
  await id(page, 'leave').click();
  await id(page, 'action-CANCEL_MATCH').click();
  await page.getByRole('button', { name: 'Call it off' }).click();
  await expect(page.getByRole('heading', { name: 'Pick a bout' })).toBeVisible();
  await expect(page.getByText('Your match of Creatures goes on')).toHaveCount(0);
});

/** What rises and fades is gone; only then there is a contrast to speak of. */
async function calmAudit(page: Page): Promise<void> {
  await expect(page.locator('.float, [data-testid=moment]')).toHaveCount(0);
  await audit(page);
}

for (const [name, options] of LOOKS) {
  test(`accessible: creatures, ${name}`, async ({ browser }) => {
    test.setTimeout(120_000);
    const { page, errors } = await person(browser, options);
    await begin(page, { prizes: '6' });
    await calmAudit(page);
    await playUntil(page, inState(page, 'SELECT_ACTIVE_POKEMON'), 'SET_ACTIVE_POKEMON');
    await calmAudit(page);
    await playUntil(page, () => shown(page, 'action-DRAW_CARD'), 'DRAW_CARD');
    await fits(page);
    await calmAudit(page);
    await id(page, 'action-DRAW_CARD').click();
    await expect(id(page, 'phase')).toHaveAttribute('data-phase', 'MAIN_PHASE');
    await id(page, 'hand-card-0').click();
    await expect(id(page, 'card-panel')).toBeVisible();
    await fits(page);
    await calmAudit(page);
    await page.keyboard.press('Escape');
    await id(page, 'leave').click();
    await calmAudit(page);
    expect(errors).toEqual([]);
    await page.context().close();
  });
}
