import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { defineConfig } from '@playwright/test'

import base from '../playwright.config.ts'

const PACKED = join(import.meta.dirname, '../apps/server/fonts')
const FONTS = join(import.meta.dirname, '../reports/fonts')
const SETTINGS = join(FONTS, 'fonts.conf')

/** Adds the fonts of the statements to those of this machine, which may have none for Korean. */
function unpackFonts() {
  mkdirSync(FONTS, { recursive: true })
  for (const name of readdirSync(PACKED).filter((one) => one.endsWith('.br'))) {
    const font = brotliDecompressSync(readFileSync(join(PACKED, name)))
    writeFileSync(join(FONTS, basename(name, '.br')), font)
  }
  const settings = `<include>/etc/fonts/fonts.conf</include><dir>${FONTS}</dir>`
  writeFileSync(SETTINGS, `<?xml version="1.0"?><fontconfig>${settings}</fontconfig>`)
}

// Workers load this file again.
if (process.env['TEST_WORKER_INDEX'] === undefined) unpackFonts()

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
    launchOptions: { ...launchOptions, env: { ...launchOptions?.env, FONTCONFIG_FILE: SETTINGS } },
  },
  projects: [{ name: 'pictures' }],
})
