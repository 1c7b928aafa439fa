import type { Core } from '../core/core.ts'
import type { Tx } from '../db/database.ts'

/** A core whose transactions are parts of an open one, so that a use case commits with it. The caller holds the lock of files. */
export function within(core: Core, tx: Tx): Core {
  const transaction: Core['database']['transaction'] = (inner) => inner(tx)
  const run: Core['fileLock']['run'] = (work) => work()
  return {
    ...core,
    fileLock: { ...core.fileLock, run },
    database: { ...core.database, transaction },
  }
}
