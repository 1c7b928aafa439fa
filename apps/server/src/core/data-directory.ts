import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

import { StartRefused } from './start-refused.ts'

/**
 * Make the data directory where there is none yet.
 *
 * Refuses: `StartRefused`, what cannot be a directory of ours.
 */
export function makeDataDirectory(dataDir: string): void {
  try {
    makeWithParents(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(`DATA_DIR must be a directory that can be written: ${dataDir} (${code})`)
  }
}

/** Node's own way to make the parents too tries for ever where the system has no such directory, as in /proc. */
function makeWithParents(directory: string): void {
  if (existsSync(directory)) return
  makeWithParents(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process that starts may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
