import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'

import { StartRefused } from './start-refused.ts'

/** Permissions of anybody but the owner. */
const OTHERS = 0o077

/** What a data directory holds. A directory with anything else may serve other purposes. */
const CONTENT =
  /^(db|db\.new|owner|secrets|backups|uploads|outbox|cdn|translations|shared|reserve|figures\.snapshot.*)$/

/**
 * Creates the data directory if it is missing, and closes it to other users of the machine.
 *
 * Refuses: `StartRefused` when it cannot be created, read or written, or is open to others and holds other files.
 */
export function makeDataDirectory(dataDir: string): void {
  try {
    makeWithParents(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(`DATA_DIR must be a directory that can be written: ${dataDir} (${code})`)
  }
  if (isOpenToOthers(dataDir)) closeToOthers(dataDir)
}

/** Whether other users of the machine may use a file or directory; false where there is none. */
export const isOpenToOthers = (path: string): boolean =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0

function closeToOthers(dataDir: string): void {
  try {
    if (!readdirSync(dataDir).every((name) => CONTENT.test(name))) throw new Error('other files')
    chmodSync(dataDir, 0o700)
  } catch {
    throw new StartRefused(
      `DATA_DIR must be a directory of its own, closed to other users (chmod 700): ${dataDir}`,
    )
  }
  process.stderr.write(`DATA_DIR was open to other users and is closed to them now: ${dataDir}\n`)
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
