import type { ErrorCode } from '@partner-office/contracts'

/** A call that is refused before it reaches a use case. */
export class CallRefused extends Error {
  readonly status: number
  readonly errorCode: ErrorCode
  readonly reason: string | null

  constructor(status: number, errorCode: ErrorCode, reason: string | null = null) {
    super(reason ?? errorCode)
    this.status = status
    this.errorCode = errorCode
    this.reason = reason
  }
}

/** Why the service cannot answer now. */
export type Unavailable =
  | 'starting'
  | 'stopping'
  | 'busy'
  | 'disk_full'
  | 'database'
  | 'news_feed'
  | 'not_leading'
  | 'figures'
  | 'quarantine'
  | 'clock'

/** 503: the service cannot answer now; the caller may try again later. */
export const unavailable = (reason: Unavailable): CallRefused =>
  new CallRefused(503, 'internal_server_error', reason)
