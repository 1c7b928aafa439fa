import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { SHIFT_MS } from './e2e/clock.mjs'
import { provideBrowser } from './scripts/browser.mjs'

const { executablePath, env } = provideBrowser()

/** Root may not use the sandbox, containers have a small /dev/shm, and no machine of ours has a screen. */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']

/** A page of a test lives for seconds: optimizing its scripts takes more processor time than it saves. */
const QUICK = '--js-flags=--no-opt,--no-maglev'

export default defineConfig({
  testDir: 'e2e',
  metadata: { clockShiftMs: SHIFT_MS },
  // The same on every platform: they hold no pixels.
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // One more than cores: tests often wait for a page that is being drawn.
  workers: Math.min(3, availableParallelism() + 1),
  // Several browsers, a server and a database on two cores: what passes at the second try counts, and is named at the end.
  retries: 1,
  // A slow machine is no failure: what waits this long would wait for ever.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: join(import.meta.dirname, 'reports', 'playwright.json') }],
  ],
  use: {
    // A trace costs a tenth of a test's processor time: the retry of a failed test records one.
    trace: 'on-first-retry',
    // A window of its own costs each test a process with cold caches of compiled scripts. `fixtures.ts` clears the rest.
    reuseContext: true,
    locale: 'en-GB',
    // Neither UTC nor a whole day away: a date rule that should hold in UTC and holds in local time shows.
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args: [...ARGUMENTS, QUICK], env: { ...process.env, ...env } },
  },
  projects: [
    { name: 'chromium', teardown: 'after' },
    // What has to be so when all specs are over.
    { name: 'after', testMatch: '*.after.ts' },
  ],
})
