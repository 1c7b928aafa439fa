/** SQLSTATE classes and codes of a connection that the server has ended, or that it cannot accept now. */
const ENDED = /^(?:08...|57P0[123])$/

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** Errors of node-postgres without a code. */
const WITHOUT_CODE =
  /^(?:Connection terminated|Client has encountered a connection error|Query read timeout)/

/** True when the database cannot be reached, or when the connection was lost before the answer arrived. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: unknown }
  if (typeof code === 'string' && (ENDED.test(code) || UNREACHABLE.has(code))) return true
  return WITHOUT_CODE.test(error.message)
}
