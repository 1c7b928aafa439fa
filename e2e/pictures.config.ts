import { defineConfig } from '@playwright/test'

import base from '../playwright.config.ts'
import { fontEnvironment } from '../scripts/browser-fonts.mjs'

const { launchOptions } = base.use!

/** Takes screenshots for people to look at (`npm run pictures`); no part of the test run. */
export default defineConfig({
  ...base,
  // Browsers offer passkeys only under a name.
  metadata: { ...base.metadata, passportHost: 'localhost' },
  testDir: '.',
  testMatch: 'pictures.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  reporter: 'list',
  use: {
    ...base.use,
    launchOptions: {
      ...launchOptions,
      env: { ...launchOptions?.env, ...fontEnvironment('noto') },
    },
  },
  projects: [{ name: 'pictures' }],
})
