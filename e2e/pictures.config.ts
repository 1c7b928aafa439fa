import { defineConfig } from '@playwright/test'

import base from '../playwright.config.ts'

/** Takes screenshots for people to look at (`npm run pictures`); no part of the test run. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'pictures.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  reporter: 'list',
  projects: [{ name: 'pictures' }],
})
