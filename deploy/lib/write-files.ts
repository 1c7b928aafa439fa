import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { makeCertificates } from './certificates.ts'
import { filesOf } from './files.ts'
import type { Site } from './site.ts'

/** Writes the files of all machines to `out`, in a folder for each machine. Returns the names of the machines. */
export function writeFiles(site: Site, out: string): string[] {
  const machines = filesOf(site)
  for (const [machine, files] of machines) {
    for (const { path, text, mode } of files) {
      const target = join(out, machine, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text, { mode })
      chmodSync(target, mode)
    }
  }
  const databases = site.databases.map(({ name, address }) => [name, address] as const)
  makeCertificates(out, new Map([...databases, ['backup', site.values['BACKUP']!]]))
  return [...machines.keys()]
}
