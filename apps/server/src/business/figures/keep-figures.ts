import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Core } from '../../core/core.ts'
import { FIGURES_FILE, figuresFile } from '../../core/figures-file.ts'

/** Fewer partners are read from the database as fast as from a file. */
const FEWEST_PARTNERS = 50_000

const HOUR_MS = 3_600_000

/** Writes the figures to a file for the next start, where that makes it faster. True when the file was written. */
export async function keepFigures(
  { network, database }: Core,
  dataDir: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<boolean> {
  if (network.engine.size < FEWEST_PARTNERS) return false
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  removeStaleDrafts(dataDir)
  return network.keep(database.read, figuresFile(dataDir), signal === undefined ? {} : { signal })
}

/** Removes the drafts of processes that were killed while they wrote one. */
function removeStaleDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(`${FIGURES_FILE}.`)) continue
    const draft = join(dataDir, name)
    const since = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - since > HOUR_MS) rmSync(draft, { force: true })
  }
}
