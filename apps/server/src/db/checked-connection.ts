import type pg from 'pg'

/** What a new connection must be, or the program would run with other rights or limits than it was tested with. */
export type Expected = {
  /** Null: the schema's owner, by any name. */
  readonly role: string | null
  /** The name that the connection gets; null: that of the URL. */
  readonly name: string | null
  /** Units: milliseconds. */
  readonly limits: {
    readonly statement: number
    readonly lock: number
    readonly pause: number
  }
}

type Found = {
  readonly role: string
  readonly pid: number
  readonly isReadOnly: boolean
  readonly statement: number
  readonly lock: number
  readonly pause: number
}

const milliseconds = (setting: string): string =>
  `(extract(epoch from current_setting('${setting}')::interval) * 1000)::integer`

const FIND = `select set_config('application_name', coalesce($1, current_setting('application_name')), false),
  current_user as role, pg_backend_pid() as pid,
  current_setting('transaction_read_only') = 'on' as "isReadOnly", ${milliseconds('statement_timeout')} as statement,
  ${milliseconds('lock_timeout')} as lock, ${milliseconds('idle_in_transaction_session_timeout')} as pause`

/** A connection that is thrown away: `isConnectionLost` is true of it. */
class WrongConnection extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Without an answer, a connection is dead; not every pool bounds its queries. */
const ANSWERED_WITHIN_MS = 10_000
const READ_ONLY = '25006'
const REJECTED = '08004'

/**
 * Checks a new connection before its first use, and names it.
 *
 * Refuses: a standby or another server that takes no writes; a pooler between the program and PostgreSQL, which shares
 * connections and drops their settings.
 * Source: cluster.md, D-190.
 */
export async function checkConnection(client: pg.ClientBase, expected: Expected): Promise<void> {
  const { rows } = await client.query<Found>({
    text: FIND,
    values: [expected.name],
    query_timeout: ANSWERED_WITHIN_MS,
  } as pg.QueryConfig)
  const found = rows[0]!
  if (found.isReadOnly) throw new WrongConnection(READ_ONLY, 'the server takes no writes')
  const problem = problemOf(found, expected, client)
  if (problem === null) return
  const advice = 'connect to PostgreSQL itself, without a pooler in between'
  throw new WrongConnection(REJECTED, `${problem}: ${advice}`)
}

function problemOf(found: Found, { role, limits }: Expected, client: pg.ClientBase): string | null {
  // A pooler answers with a process id of its own invention.
  const { processID } = client as { processID?: number }
  if (processID !== found.pid) return 'the connection is shared'
  if (role !== null && found.role !== role) return `the role is ${found.role}, not ${role}`
  const names = ['statement', 'lock', 'pause'] as const
  const wrong = names.find((name) => found[name] !== limits[name])
  return wrong === undefined
    ? null
    : `the limit of ${TIMED[wrong]} is ${found[wrong]} ms, not ${limits[wrong]} ms`
}

const TIMED = {
  statement: 'a statement',
  lock: 'a wait for a lock',
  pause: 'a pause in a transaction',
} as const
