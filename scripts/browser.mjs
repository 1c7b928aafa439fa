// Finds the browser that the tests drive, or brings one. Built-in modules only.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { fontEnvironment } from './browser-fonts.mjs'
import { bringFromNpm } from './browser-from-npm.mjs'
import { installDebianPackage } from './debian-package.mjs'

/** @typedef {{ executablePath: string, env: Record<string, string> }} Browser */

/** In order of preference: the headless shell runs the tests in three fifths of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** Sources of browsers, tried in this order. @type {Record<string, () => Browser[]>} */
const SOURCES = { installed, debian, npm: bringFromNpm }

/**
 * A browser that runs: the one of CHROME_PATH, else an installed one, else Debian's package where this process may
 * install it, else one that comes from npm. BROWSER_SOURCE names the only source to ask. Its environment has the tests' fonts.
 *
 * @returns {Browser}
 */
export function provideBrowser() {
  /** @type {string[]} */
  const problems = []
  for (const source of wantedSources()) {
    for (const browser of source()) {
      const problem = problemOf(browser)
      if (problem === null) return withFonts(browser)
      problems.push(`${browser.executablePath}: ${problem}`)
    }
  }
  throw new Error(
    ['No browser for the tests: install Chromium, or set CHROME_PATH to one', ...problems].join(
      '\n',
    ),
  )
}

/** @param {Browser} browser @returns {Browser} */
const withFonts = ({ executablePath, env }) => ({
  executablePath,
  env: { ...env, ...fontEnvironment('arial') },
})

/** A browser set by CHROME_PATH is used alone, without a fallback. */
function wantedSources() {
  const { CHROME_PATH: path, BROWSER_SOURCE: name } = process.env
  if (path) return [() => [{ executablePath: path, env: {} }]]
  if (!name) return Object.values(SOURCES)
  const source = SOURCES[name]
  if (source !== undefined && Object.hasOwn(SOURCES, name)) return [source]
  throw new Error(`BROWSER_SOURCE must be ${Object.keys(SOURCES).join(' or ')}, not ${name}`)
}

function installed() {
  const folders = (process.env['PATH'] ?? '').split(':')
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((path) => existsSync(path))
    .map((executablePath) => ({ executablePath, env: {} }))
}

function debian() {
  if (!isDebian()) return []
  installDebianPackage('chromium-headless-shell')
  return installed()
}

/** Elsewhere the package of that name is no browser: Ubuntu's only asks for another packager. */
function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID="?debian"?$/m.test(readFileSync(release, 'utf8'))
}

/** Why a program is no browser that runs here; null: it is one. @param {Browser} browser */
function problemOf({ executablePath, env }) {
  const { status, stdout, stderr, error } = spawnSync(executablePath, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  })
  if (error !== undefined) return error.message
  if (status === 0 && stdout.includes('Chrom')) return null
  return stderr.trim().split('\n')[0] || `ends with ${status}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(provideBrowser().executablePath)
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    process.exitCode = 1
  }
}
