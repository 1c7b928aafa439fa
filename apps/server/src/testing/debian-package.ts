import { existsSync } from 'node:fs'

import { installDebianPackage } from '../../../../scripts/debian-package.mjs'

/** Installs a package where this process may: as root, with apt. Elsewhere, nothing happens. */
export function installWhereAllowed(name: string): void {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installDebianPackage(name)
}
