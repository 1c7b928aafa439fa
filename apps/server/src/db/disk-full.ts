/**
 * The disk has no room for a change; nothing was written, and the change may be tried again.
 *
 * No refusal: it says nothing about the request, so the answer is 503 and not a code of the contract.
 */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
  readonly code = 'disk_full'

  constructor(freeMebibytes: number) {
    super(`The disk is full: ${freeMebibytes} MiB are free`)
  }
}

/** SQLSTATE `disk_full` of PostgreSQL. */
const POSTGRES_DISK_FULL = '53100'

/** True when the disk of the embedded database or of the PostgreSQL server is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DiskFull || (error as { code?: unknown } | null)?.code === POSTGRES_DISK_FULL
