// Draws the icons and the picture of link previews from the logo: `node scripts/make-icons.mjs` after a change of either.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium } from '@playwright/test'

import { provideBrowser } from './browser.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PUBLIC = join(ROOT, 'apps', 'office', 'public')
const FONT = join(ROOT, 'packages/ui/src/styles/fonts/inter-latin-opsz-normal.woff2')
const SIZES = [180, 192, 512]

const logo = readFileSync(join(PUBLIC, 'icon.svg'), 'utf8')
/** Up to the edges: systems cut icons into shapes of their own. */
const square = logo.replace(' rx="7"', '')
const icon = `<style>body { margin: 0 } svg { display: block; inline-size: 100vw }</style>${square}`
const preview = `<style>
  @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(FONT).toString('base64')}) }
  body { margin: 0; display: grid; align-content: center; gap: 48px; block-size: 630px; padding-inline: 88px;
    background: #f7f6f3; color: #14161b; font-family: Inter; box-sizing: border-box }
  header { display: flex; align-items: center; gap: 24px; font-size: 40px; font-weight: 600 }
  svg { inline-size: 72px }
  h1 { margin: 0; font-size: 92px; line-height: 1.06; font-weight: 600; letter-spacing: -.03em }
  i { display: flex; gap: 4px; block-size: 22px; border-radius: 11px; overflow: hidden; background: #e7e5df }
  b { background: #2a54cf; inline-size: 50% } b + b { background: #5c7fe6; inline-size: 26% }
  b + b + b { background: #7f93c9; inline-size: 18% }
</style><header>${logo} Partner Office</header><h1>Your team, your ranks,<br>your money. Exact.</h1><i><b></b><b></b><b></b></i>`

const { executablePath } = provideBrowser()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  for (const size of SIZES) await draw(`icon-${size}.png`, icon, size, size)
  await draw('og.png', preview, 1200, 630)
} finally {
  await browser.close()
}

/** @param {string} file @param {string} html @param {number} width @param {number} height */
async function draw(file, html, width, height) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(html)
  await page.evaluate('document.fonts.ready.then(() => null)')
  writeFileSync(join(PUBLIC, file), await page.screenshot())
  await page.close()
}
