// A browser for machines where none can be installed: packed for npm, with the libraries that small systems lack.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

/** @typedef {import('./browser.mjs').Browser} Browser */

/** Installed apart, so that a start of the product does not wait for it. */
const FOLDER = fileURLToPath(new URL('../e2e/browser', import.meta.url))
const PACKED = join(FOLDER, 'node_modules', '@sparticuz', 'chromium', 'bin')
/** Inside node_modules, so that it goes when another version is installed. */
const UNPACKED = join(FOLDER, 'node_modules', '.unpacked')
const PROGRAM = join(UNPACKED, 'chromium')

/** The browser, installed and unpacked where that has not been done; none where there is none for this machine. */
export function bringFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return []
  if (!existsSync(UNPACKED)) {
    process.stderr.write('fetching a browser from npm ...\n')
    if (!existsSync(PACKED)) install()
    if (!existsSync(PACKED)) return []
    unpack()
  }
  return [{ executablePath: PROGRAM, env: environment() }]
}

function install() {
  const npm = process.env['npm_execpath']
  const words = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const [program, args] = npm ? [process.execPath, [npm, ...words]] : ['npm', words]
  spawnSync(program, args, { cwd: FOLDER, stdio: ['ignore', 2, 2] })
}

/** Shown only when it is whole. */
function unpack() {
  const part = mkdtempSync(`${UNPACKED}-`)
  writeFileSync(join(part, 'chromium'), packed('chromium.br'), { mode: 0o755 })
  untar(packed('al2023.tar.br'), part)
  try {
    renameSync(part, UNPACKED)
  } catch (error) {
    rmSync(part, { recursive: true })
    if (!existsSync(UNPACKED)) throw error
  }
}

/** @param {string} name */
const packed = (name) => brotliDecompressSync(readFileSync(join(PACKED, name)))

/** @param {Buffer} archive @param {string} folder */
function untar(archive, folder) {
  const { status } = spawnSync('tar', ['-x', '-C', folder], { input: archive })
  if (status !== 0) throw new Error('tar could not unpack what the browser needs')
}

/** The browser's own libraries are used only when the system lacks them. @returns {Record<string, string>} */
function environment() {
  const { stdout } = spawnSync('ldd', [PROGRAM], { encoding: 'utf8' })
  const folders = [process.env['LD_LIBRARY_PATH'], join(UNPACKED, 'lib')].filter(Boolean)
  return stdout?.includes('not found') ? { LD_LIBRARY_PATH: folders.join(delimiter) } : {}
}
