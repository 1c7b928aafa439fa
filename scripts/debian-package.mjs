// Installs a package of Debian. Built-in modules only.
import { spawnSync } from 'node:child_process'

/** Runs as root. A package that cannot be installed is missing afterwards. @param {string} name */
export function installDebianPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', name],
  ]) {
    spawnSync('apt-get', words, { stdio: ['ignore', 2, 2], env })
  }
}
