// Renders the public pages of the built office in every language that has texts, and the frame of its other pages; builds the program that
// renders the page about income in the server. `build-web.mjs` runs it, with the
// NODE_ENV that chooses which React renders.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OFFICE = join(ROOT, 'apps', 'office')
const DIST = join(OFFICE, 'dist')
const RENDERER = join(DIST, 'renderer')
const LOCALES = join(ROOT, 'packages', 'locales', 'src')

/**
 * @typedef {{ direction: string, title: string, description: string, body: string, texts: object }} Rendered
 * @typedef {(page: 'home' | 'invite', locale: string, texts: object) => Rendered} Render
 */

await build({
  root: OFFICE,
  configFile: join(OFFICE, 'vite.config.ts'),
  mode: 'landing',
  logLevel: 'warn',
  build: { ssr: 'src/prerender.tsx', outDir: RENDERER, copyPublicDir: false },
})
const { render, renderOpening } = /** @type {{ render: Render, renderOpening: () => string }} */ (
  await import(join(RENDERER, 'prerender.js'))
)
fillOffice()
fillWorker()
const template = withStyles(readFileSync(join(DIST, 'landing.html'), 'utf8'))
mkdirSync(join(DIST, 'pages'), { recursive: true })
for (const locale of readdirSync(LOCALES, { withFileTypes: true })) {
  if (!locale.isDirectory()) continue
  for (const page of /** @type {const} */ (['home', 'invite'])) {
    const rendered = render(page, locale.name, textsOf(locale.name))
    if (page === 'home') writeManifest(locale.name, rendered)
    writeFileSync(
      join(DIST, 'pages', `${page}-${locale.name}.html`),
      pageOf(template, locale.name, rendered),
    )
  }
}
writeFileSync(
  join(DIST, 'pages', 'income.html'),
  withStyles(readFileSync(join(DIST, 'income.html'), 'utf8')),
)
rmSync(join(DIST, 'income.html'))
await buildIncome()
rmSync(RENDERER, { recursive: true })
rmSync(join(DIST, 'landing.html'))

/** The program has everything that it needs: the server knows no React. */
function buildIncome() {
  return build({
    root: OFFICE,
    configFile: join(OFFICE, 'vite.config.ts'),
    mode: 'income',
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: { ssr: 'src/income.tsx', outDir: join(DIST, 'income'), copyPublicDir: false },
  })
}

/** Puts the frame into the page of the office: it paints before any script of the app. */
function fillOffice() {
  const file = join(DIST, 'index.html')
  const page = readFileSync(file, 'utf8')
  if (!page.includes('<!--opening-->')) throw new Error('index.html has no place for the frame')
  writeFileSync(file, page.replace('<!--opening-->', renderOpening))
}

/** Writes the files of this version into the service worker, and its name: another page, first script or list is another version. */
function fillWorker() {
  const list = join(DIST, 'worker-files.json')
  const files = ['/en/dashboard', '/start.js', ...JSON.parse(readFileSync(list, 'utf8'))]
  rmSync(list)
  const file = join(DIST, 'office-worker.js')
  const version = createHash('sha256').update(files.join())
  for (const name of ['index.html', 'start.js', 'office-worker.js']) {
    version.update(readFileSync(join(DIST, name)))
  }
  const parts = {
    '/** @type {readonly string[]} */ ([])': JSON.stringify(files),
    "const VERSION = ''": `const VERSION = '${version.digest('hex').slice(0, 12)}'`,
  }
  const filled = Object.entries(parts).reduce(
    (worker, [place, part]) => {
      if (!worker.includes(place)) throw new Error(`office-worker.js has no ${place}`)
      return worker.replace(place, part)
    },
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, filled)
}

/** What an installed office is called and opens with, in a language. @param {string} locale @param {Rendered} rendered */
function writeManifest(locale, { direction, description }) {
  const common = JSON.parse(readFileSync(join(DIST, 'app.webmanifest'), 'utf8'))
  const own = { lang: locale, dir: direction, description, start_url: `/${locale}/dashboard` }
  writeFileSync(join(DIST, `app-${locale}.webmanifest`), JSON.stringify({ ...common, ...own }))
}

/**
 * Puts the styles into the page: it paints without waiting for another file. A font that comes late waits for the next
 * visit, because swapping it in would move the page. Preloading it delayed the
 * largest paint of a slow phone by up to 0.5 s.
 *
 * @param {string} html
 */
function withStyles(html) {
  return html.replaceAll(/<link rel="stylesheet"[^>]*href="([^"]+)">/g, (_, path) => {
    const styles = readFileSync(join(DIST, path), 'utf8').trim()
    return `<style>${styles.replaceAll('font-display:swap', 'font-display:optional')}</style>`
  })
}

/** @param {string} locale */
function textsOf(locale) {
  const files = ['shared.json', 'office.json'].map((file) => join(LOCALES, locale, file))
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))))
}

/**
 * The server fills in the product (`%PRODUCT%`), whether income is public (`%INCOME%`), the origin (`%ORIGIN%`) and the addresses (`<!--addresses-->`).
 *
 * @param {string} html @param {string} locale @param {Rendered} rendered
 */
function pageOf(html, locale, { direction, title, description, body, texts }) {
  const parts = {
    '<html lang="en">': `<html lang="${locale}" dir="${direction}" data-product="%PRODUCT%" data-income="%INCOME%">`,
    '/app.webmanifest': `/app-${locale}.webmanifest`,
    '<!--head-->': headOf(locale, escaped(title), escaped(description)),
    '<!--page-->': body,
    // A text must not end the element.
    'id="texts"></script>': `id="texts">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>`,
  }
  return Object.entries(parts).reduce((page, [place, part]) => {
    if (!page.includes(place)) throw new Error(`landing.html has no ${place}`)
    return page.replace(place, () => part)
  }, html)
}

/** @param {string} locale @param {string} title @param {string} description */
function headOf(locale, title, description) {
  return `<title>${title}</title>
    <meta name="description" content="${description}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:locale" content="${locale}" />
    <meta property="og:image" content="%ORIGIN%/og.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta name="twitter:card" content="summary_large_image" />
    <!--addresses-->`
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
