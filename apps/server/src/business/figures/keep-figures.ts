import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Core } from '../core.ts'

/** Fewer partners are read from the database as fast as from a file. */
const FEWEST_PARTNERS = 50_000

const HOUR_MS = 3_600_000
const FILE = 'figures.snapshot'

/** Where a process keeps its figures; processes that share a data directory share the file. */
export const figuresFile = (dataDir: string): string => join(dataDir, FILE)

/** Keep the figures for the next start, where that makes it faster; whether they are kept. */
export async function keepFigures(
  { network, database }: Core,
  dataDir: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<boolean> {
  if (network.engine.size < FEWEST_PARTNERS) return false
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  removeLeftDrafts(dataDir)
  return network.keep(database.read, figuresFile(dataDir), signal === undefined ? {} : { signal })
}

/** Whoever was killed while writing has left a file that nobody goes on with. */
function removeLeftDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(`${FILE}.`)) continue
    const draft = join(dataDir, name)
    const since = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - since > HOUR_MS) rmSync(draft, { force: true })
  }
}
