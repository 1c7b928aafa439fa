/**
 * SQLSTATE of a connection that is of no use any more: the server has ended it or accepts none now (08, 57P01 to 57P05,
 * 53300), it ended a transaction that stood idle (25P03), the database is being replaced (3D000), the server is a standby,
 * which refuses writes (25006), it cannot read or write its files (58), or it does not know what became of a commit (40003).
 */
const ENDED = /^(?:08...|57P0[1-5]|25P03|25006|53300|3D000|58...|40003)$/

/**
 * SQLSTATE of a file that may not be written, which is also that of a missing privilege. A disk that the system has made
 * read-only after an error gives it for reads, too.
 */
const NOT_PERMITTED = '42501'
/** Sources of PostgreSQL that use files and check no privileges. */
const OF_FILES = new Set([
  'buffile.c',
  'copydir.c',
  'fd.c',
  'md.c',
  'relmapper.c',
  'slru.c',
  'xlog.c',
])

const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Errors of node-postgres without a code. */
const WITHOUT_CODE =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/

/** True when no primary can be reached, or when the connection was lost before the answer arrived. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', file = '' } = error as { code?: unknown; file?: unknown }
  if (typeof code === 'string' && (ENDED.test(code) || UNREACHABLE.has(code))) return true
  if (code === NOT_PERMITTED && OF_FILES.has(String(file))) return true
  return WITHOUT_CODE.test(error.message)
}
