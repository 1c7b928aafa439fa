// Builds the pages of the back office, the passport and the console when their sources have changed.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { browserTexts } from '../packages/locales/src/browser-data.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const APPS = ['office', 'passport', 'console']
const SHARED = ['ui', 'web', 'locales', 'contracts', 'domain', 'statement-check'].map(
  (name) => `packages/${name}`,
)
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest)$/
/** Pages that the server fills in and compresses itself. */
const FILLED = /\/pages\/[\w-]+\.html$/

const LOCALES = join(ROOT, 'packages', 'locales')
const SCREEN_TEXTS = ['shared.json', 'office.json', 'passport.json']

/** Build every app whose pages are older than their sources, and the files of the translation host. */
export async function buildWeb() {
  buildTranslations()
  const stale = APPS.filter((app) => !isFresh(app))
  if (stale.length === 0) return
  process.stderr.write('building pages ...\n')
  await Promise.all(stale.map(buildApp))
}

/** @param {string} app */
async function buildApp(app) {
  const stamp = wantedStamp(app)
  await vite('build', '--logLevel', 'warn', join(ROOT, 'apps', app))
  if (app === 'office') await buildLanding()
  if (app === 'console') await buildPdfFrame()
  compress(distOf(app))
  writeFileSync(stampOf(app), stamp)
}

/** The frame that draws PDF files, and the fonts and encodings that files name without holding them. */
async function buildPdfFrame() {
  await vite('build', '--mode', 'pdf-frame', '--logLevel', 'warn', join(ROOT, 'apps', 'console'))
  for (const parts of ['standard_fonts', 'cmaps']) {
    const from = join(ROOT, 'node_modules', 'pdfjs-dist', parts)
    cpSync(from, join(distOf('console'), 'pdf'), { recursive: true })
  }
}

/** The public pages: scripts of their own, rendered once for each language. The page about income has none. */
async function buildLanding() {
  for (const mode of ['landing', 'income']) {
    await vite('build', '--mode', mode, '--logLevel', 'warn', join(ROOT, 'apps', 'office'))
  }
  await run(join(ROOT, 'scripts', 'prerender.mjs'))
}

/** @param {string[]} words */
const vite = (...words) => run(join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), ...words)

/** In a process of its own: what a caller has in NODE_ENV decides which React is built in. @param {string[]} words */
function run(...words) {
  const env = { ...process.env, NODE_ENV: 'production' }
  return promisify(execFile)(process.execPath, words, { cwd: ROOT, env })
}

/** One file for each language, named after its content, and the manifest that names them. Source: decisions D-113. */
function buildTranslations() {
  const dist = join(LOCALES, 'dist')
  mkdirSync(dist, { recursive: true })
  /** @type {Record<string, { file: string, hash: string }>} */
  const manifest = {}
  for (const { name: language } of foldersIn(join(LOCALES, 'src'))) {
    const texts = SCREEN_TEXTS.map((file) => join(LOCALES, 'src', language, file))
    const content = JSON.stringify(
      Object.assign(
        browserTexts(language),
        ...texts.map((file) => JSON.parse(readFileSync(file, 'utf8'))),
      ),
    )
    const hash = createHash('sha256').update(content).digest('hex')
    const file = `${language}-${hash.slice(0, 12)}.json`
    manifest[language] = { file, hash }
    if (!existsSync(join(dist, file))) writeFileSync(join(dist, file), content)
  }
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest))
}

/** @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())

/** @param {string} app */
const distOf = (app) => join(ROOT, 'apps', app, 'dist')
/** @param {string} app */
const stampOf = (app) => join(distOf(app), '.build-stamp')

/** @param {string} app */
function isFresh(app) {
  return existsSync(stampOf(app)) && readFileSync(stampOf(app), 'utf8') === wantedStamp(app)
}

/** @param {string} app */
function wantedStamp(app) {
  const hash = createHash('sha256')
  const sources = [`apps/${app}`, ...SHARED].flatMap((folder) => filesIn(join(ROOT, folder)))
  const tools = ['package-lock.json', 'scripts/prerender.mjs'].map((file) => join(ROOT, file))
  for (const file of [...sources, ...tools]) {
    hash.update(`\n${file.slice(ROOT.length)}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory())
        return ['dist', 'node_modules'].includes(entry.name) ? [] : filesIn(path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })
}

/** Compresses every built file once, not at each request. @param {string} folder */
function compress(folder) {
  for (const file of filesIn(folder).filter(
    (name) => COMPRESSED.test(name) && !FILLED.test(name),
  )) {
    const content = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(content))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
