import type { BrokenOff } from './received.ts'

/** One error of an answer. */
export type Failure = {
  readonly code: string
  readonly fieldName: string | null
  readonly errors: readonly string[] | null
}

/** A failed answer, in one form for all services. Source: requirements ERR-001. */
export type FailedAnswer = {
  readonly state: 'error'
  readonly errors: readonly [Failure, ...Failure[]]
}

/** Why no answer came: the browser has no connection, or the service took too long. */
export type NoAnswer = 'offline' | 'slow'

type About = {
  readonly brokenOff: BrokenOff | null
  readonly noAnswer: NoAnswer | null
  readonly requestId: string | null
  readonly status: number
  readonly retryAfterMs: number | null
  readonly isEmpty: boolean
}

/** A call that failed. */
export class CallFailed extends Error {
  readonly answer: FailedAnswer
  /** HTTP status; 0 without an answer or with an unreadable answer. */
  readonly status: number
  /** How long the service asks to wait before the next call. */
  readonly retryAfterMs: number | null

  /** A success without the data of its contract. */
  readonly isEmpty: boolean

  /** Why no answer came; null with an answer, or for another reason. */
  readonly noAnswer: NoAnswer | null

  /** How much of a file had arrived when the connection ended; null for other calls. */
  readonly brokenOff: BrokenOff | null

  /** What the service calls this request in its logs. Source: cluster.md, OBS-011. */
  readonly requestId: string | null

  constructor(answer: FailedAnswer, about: Partial<About> = {}) {
    super(answer.errors[0].code)
    this.answer = answer
    this.status = about.status ?? 0
    this.retryAfterMs = about.retryAfterMs ?? null
    this.isEmpty = about.isEmpty ?? false
    this.noAnswer = about.noAnswer ?? null
    this.requestId = about.requestId ?? null
    this.brokenOff = about.brokenOff ?? null
  }

  /** The first error code. */
  get code(): string {
    return this.answer.errors[0].code
  }
}

/** The code of any thrown error. */
export const codeOf = (error: unknown): string =>
  error instanceof CallFailed ? error.code : 'internal_server_error'

/** Whether the service may have done what it was asked all the same: it did not answer, or it failed on the way. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof CallFailed && (error.code === 'internal_server_error' || error.status >= 500)

/** A failed answer with one code that belongs to no field. */
export const failedWith = (code: string): FailedAnswer => ({
  state: 'error',
  errors: [{ code, fieldName: null, errors: null }],
})

const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  401: 'invalid_token',
  403: 'access_denied',
  429: 'too_many_requests',
}

/**
 * Parses any answer but a success into one form.
 *
 * Source: requirements ERR-001 to ERR-005; api.md, envelope; decisions D-031.
 */
export function failedAnswer(status: number, body: unknown): FailedAnswer {
  if (status === 403) return failedWith('access_denied')
  const errors = errorsOf(body)
  if (errors !== null) return { state: 'error', errors }
  return failedWith(CODE_OF_STATUS[status] ?? 'internal_server_error')
}

function errorsOf(body: unknown): FailedAnswer['errors'] | null {
  if (typeof body !== 'object' || body === null) return null
  const { errors, error, error_description: description } = body as Record<string, unknown>
  if (typeof error === 'string') return [{ ...NO_FIELD, code: oauthCode(error, description) }]
  const listed = Array.isArray(errors) ? errors.flatMap(ofList) : ofMap(errors)
  const [first, ...others] = listed
  return first === undefined ? null : [first, ...others]
}

const NO_FIELD = { fieldName: null, errors: null } as const

const oauthCode = (error: string, description: unknown): string =>
  description === 'User account is locked' ? 'user_account_locked' : error

function ofList(item: unknown): readonly Failure[] {
  if (typeof item !== 'object' || item === null) return []
  const { code, fieldName, errors } = item as Record<string, unknown>
  if (typeof code !== 'string') return []
  return [
    {
      code,
      fieldName: typeof fieldName === 'string' ? fieldName : null,
      errors: Array.isArray(errors) ? errors.map(String) : null,
    },
  ]
}

function ofMap(errors: unknown): readonly Failure[] {
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([field, codes]) =>
    String(codes)
      .split(',')
      .filter((code) => code !== '')
      .map((code) => ({ code, fieldName: field === '_common' ? null : field, errors: null })),
  )
}

/** Error codes of a form: by field, and of the whole form. */
export type FormErrors = {
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly common: readonly string[]
}

export const NO_FORM_ERRORS: FormErrors = { fields: {}, common: [] }

/**
 * Sorts the errors of an answer by the fields of a form. `fieldOfCode` names the fields of codes that come without one.
 *
 * Source: requirements ERR-011 to ERR-014.
 */
export function formErrors(
  { errors }: FailedAnswer,
  fieldOfCode: Readonly<Record<string, string>> = {},
): FormErrors {
  const fields: Record<string, readonly string[]> = {}
  const common: string[] = []
  for (const { code, fieldName: named, errors: details } of errors) {
    const fieldName = named ?? fieldOfCode[code] ?? null
    if (fieldName === null) common.push(code)
    else {
      const codes = code === 'validation_error' && details !== null ? details : [code]
      fields[fieldName] = [...(fields[fieldName] ?? []), ...codes]
    }
  }
  return { fields, common }
}
