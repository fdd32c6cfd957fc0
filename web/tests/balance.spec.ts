import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit, expect, fits, person, PHONE, test, url } from './play';
import { program, startServer } from './server';

const dir = mkdtempSync(join(tmpdir(), 'bout-reports-'));
test.afterAll(() => rmSync(dir, { recursive: true, force: true }));
function report(...words: string[]): string {
  const file = join(dir, `${words.join('-').replaceAll(/[^a-z0-9]+/g, '-')}.json`);
  execFileSync(program, [...words, '--json', file], { stdio: 'ignore' });
  return file;
}

test('reports of sim, matrix and compare are drawn', async ({ someone: { page } }) => {
  await page.goto(url('#/balance'));
  const file = page.getByTestId('report-file');
  const shown = page.getByTestId('report');
  const sim = report('sim', 'tank', '--games', '300');
  await file.setInputFiles(sim);
  const heavy = JSON.parse(readFileSync(sim, 'utf8')).seats[0].win_rate.mean as number;
  await expect(shown.getByRole('row', { name: /heavy/ }).first()).toContainText(`${(100 * heavy).toFixed(1)} %`);
  await expect(shown.getByRole('img', { name: /Histogram/ })).toBeVisible();
  await expect(shown.getByRole('row', { name: /smoke launchers/ })).toBeVisible();
  await audit(page);
  await file.setInputFiles(report('matrix', 'tank', '--games', '60'));
  await expect(shown.getByRole('heading', { name: 'Row against column' })).toBeVisible();
  await expect(shown.locator('.cell')).toHaveCount(9);
  await shown.getByLabel('Players').selectOption('1');
  await audit(page);
  await file.setInputFiles(report('compare', 'tank', '--games', '300', '--a', 'preset=v1', '--b', 'preset=v2'));
  await expect(shown).toContainText('What changes from v1 to v2');
  await expect(shown.getByRole('row', { name: /win rate per entry\.heavy/ })).toContainText('points');
  await audit(page);
  writeFileSync(join(dir, 'odd.json'), '{"a": 1}');
  await file.setInputFiles(join(dir, 'odd.json'));
  await expect(page.getByRole('alert')).toContainText('is no report');
  await expect(page.getByTestId('run-form')).toHaveCount(0);
});

test('a server that may plays runs, with progress', async ({ browser }) => {
  const server = await startServer(['--store', 'memory', '--balance']);
  const { page, errors } = await person(browser, PHONE, server.url);
  await page.goto(`${server.url}/#/balance`);
  await page.getByLabel('Matches').fill('4000');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('progress')).toBeVisible();
  await expect(page.getByTestId('report')).toContainText('Win rate over the field', { timeout: 60_000 });
  await fits(page);
  await page.getByRole('textbox', { name: 'Setting' }).fill('nonsense');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('alert')).toContainText('unknown preset');
  expect(errors).toEqual([]);
  await server.stop();
});
