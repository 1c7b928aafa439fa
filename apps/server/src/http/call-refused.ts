import type { ErrorCode } from '@partner-office/contracts'

/** A call turned away before it reaches a use case. */
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

/** What cannot be answered now; trying again later makes sense. */
export const unavailable = (reason: string): CallRefused =>
  new CallRefused(503, 'internal_server_error', reason)
