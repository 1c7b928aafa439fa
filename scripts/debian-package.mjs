// Installs a package with apt. Built-in modules only.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a package as root, where there is apt; elsewhere, nothing happens. @param {string} name */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stderr.write(`installing ${name} ...\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', name],
  ]) {
    spawnSync('apt-get', words, { stdio: ['ignore', 2, 2], env })
  }
}
