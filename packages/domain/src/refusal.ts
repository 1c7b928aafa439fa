/** The reasons a "no" can have. Other packages extend this union here, so that every code is known. */
export type RefusalCode =
  | 'validation_error'
  | 'required'
  | 'not_unique'
  | 'not_found'
  | 'access_denied'
  | 'data_not_ready'
  | 'purchase_restricted_by_country'
  | 'payments_disabled'
  | 'invalid_format'
  | 'disk_full'

/** An expected "no" with a reason the person can act on. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: RefusalCode, params: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}
