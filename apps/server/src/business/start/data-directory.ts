import { accessSync, constants, mkdirSync } from 'node:fs'

import { StartRefused } from './start-refused.ts'

/**
 * Make the data directory where there is none yet.
 *
 * Refuses: `StartRefused`, what cannot be a directory of ours.
 */
export function makeDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(`DATA_DIR must be a directory that can be written: ${dataDir} (${code})`)
  }
}
