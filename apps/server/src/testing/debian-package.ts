import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a package on Debian, as root; elsewhere, nothing happens. */
export function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [
    ['update', '-q'],
    ['install', '-q', '-y', '--no-install-recommends', name],
  ]) {
    spawnSync('apt-get', words, { stdio: ['ignore', 2, 2], env })
  }
}
