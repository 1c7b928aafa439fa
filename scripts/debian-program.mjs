// Takes one program out of a package of Debian, without installing the package. Built-in modules only.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../node_modules/.cache/debian', import.meta.url))

/**
 * Path of a program: the installed one, else one that is unpacked into the cache. No service is installed by it, and no right
 * of root is needed. Null where there is no apt, or no network.
 *
 * @param {string} packageName @param {string} path absolute path in the package
 * @returns {string | null}
 */
export function debianProgram(packageName, path) {
  if (existsSync(path)) return path
  const unpacked = join(CACHE, packageName)
  if (existsSync(join(unpacked, path))) return join(unpacked, path)
  if (!existsSync('/usr/bin/apt-get')) return null
  process.stderr.write(`unpacking ${packageName} ...\n`)
  const folder = mkdtempSync(join(tmpdir(), 'debian-package-'))
  try {
    if (!runs(folder, 'apt-get', 'download', '-q', packageName)) {
      if (process.getuid?.() === 0) runs(folder, 'apt-get', 'update', '-q')
      runs(folder, 'apt-get', 'download', '-q', packageName)
    }
    const [file] = readdirSync(folder)
    mkdirSync(unpacked, { recursive: true })
    if (file !== undefined) runs(folder, 'dpkg-deb', '--extract', file, unpacked)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return existsSync(join(unpacked, path)) ? join(unpacked, path) : null
}

/** @param {string} cwd @param {string} command @param {string[]} words */
const runs = (cwd, command, ...words) =>
  spawnSync(command, words, { cwd, stdio: ['ignore', 2, 2] }).status === 0
