import type { Core } from '../core/core.ts'

/** The core for commands and jobs that may take minutes: they take no connections of calls, and they wait longer. */
export function forLongWork(core: Core): Core {
  return {
    ...core,
    database: { ...core.database, ...core.database.long },
    fileLock: core.fileLock.forLongWork(),
  }
}
