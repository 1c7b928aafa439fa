import type pg from 'pg'

/** Function of PostgreSQL that warns; texts of warnings are translated. */
const WARNS = 'SyncRepWaitForLSN'
/** Connections on which the last commit was not waited for. */
const warned = new WeakSet<object>()

/**
 * A commit that the server has not waited for, because somebody cancelled the wait: no standby may have it. It counts as one
 * whose outcome is unknown (SQLSTATE 08007).
 *
 * Source: cluster.md, CLU-019.
 */
class NotReplicated extends Error {
  readonly code = '08007'

  constructor() {
    super('the wait for the synchronous standby was cancelled')
  }
}

/** Notes the warnings of a new connection. */
export function noteWarnings(client: pg.ClientBase): void {
  client.on('notice', (notice) => {
    if (notice.routine === WARNS) warned.add(client)
  })
}

/** Refuses: `NotReplicated`, when the statement that has just ended was committed on this server alone. */
export function requireReplicated(client: object): void {
  if (warned.delete(client)) throw new NotReplicated()
}
