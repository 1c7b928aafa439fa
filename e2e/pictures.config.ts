import { defineConfig } from '@playwright/test'

import base from '../playwright.config.ts'

/** Pictures to look at, by `npm run pictures`: no part of the test run. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'pictures.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  reporter: 'list',
  projects: [{ name: 'pictures' }],
})
