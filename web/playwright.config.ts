import { defineConfig } from '@playwright/test';

// The distribution's browser; as root it wants no sandbox.
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export default defineConfig({
  testDir: 'tests',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  // A busy machine may miss a moment once.
  retries: 1,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  outputDir: '../target/browser-tests',
  globalSetup: './tests/start.ts',
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args },
    viewport: { width: 1240, height: 860 },
    actionTimeout: 10_000,
    trace: 'off',
  },
});
