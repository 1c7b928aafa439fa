import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

import { StartRefused } from './start-refused.ts'

/**
 * Creates the data directory if it is missing.
 *
 * Refuses: `StartRefused` when it cannot be created, read or written.
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

/** Creates parents one by one: Node's recursive option loops forever where the system allows no directory, as in /proc. */
function makeWithParents(directory: string): void {
  if (existsSync(directory)) return
  makeWithParents(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
