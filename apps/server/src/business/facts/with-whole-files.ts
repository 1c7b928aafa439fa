import type { Core } from '../../core/core.ts'

/**
 * Runs work that must find each file of orders recorded as a whole or not at all.
 *
 * On PostgreSQL a file is one transaction, so no reader sees a part of it. On the embedded database it is recorded in slices,
 * so these wait for its last one: other files, which would mix their orders with it; cancellations and blocks, which would
 * change what later orders of the file are decided on; new plans and quotes, since all orders of a file are decided alike;
 * closings, whose month must hold all of a file or nothing; exports, which other programs read. `work` may not be called
 * by a holder of the lock, nor inside a transaction.
 *
 * Refuses: `DatabaseBusy`, when the file takes longer than the caller may wait.
 */
export function withWholeFiles<T>(core: Core, work: () => Promise<T>): Promise<T> {
  return core.database.kind === 'postgres' ? work() : core.fileLock.run(work)
}
