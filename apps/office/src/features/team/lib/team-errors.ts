import { CallFailed, codeOf } from '@partner-office/web'
import { CancelledError } from '@tanstack/react-query'

/** The error of a list, as a map of codes by field. */
export type TeamErrors = {
  readonly state: 'error'
  readonly errors: { readonly _common: readonly [string, ...string[]] }
}

export const CANCELED = 'canceled'

/** Maps any error of a list to its codes. Source: requirements TEA-057 to TEA-060. */
export const teamErrors = (error: unknown): TeamErrors => ({
  state: 'error',
  errors: { _common: commonCodes(error) },
})

function commonCodes(error: unknown): readonly [string, ...string[]] {
  if (error instanceof CancelledError || isAbort(error)) return [CANCELED]
  if (!(error instanceof CallFailed)) return [codeOf(error)]
  const [first, ...others] = error.answer.errors.map(({ code }) => code)
  return [first ?? error.code, ...others]
}

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

/** The codes that the screen shows: all but `canceled`, which only means that a newer request replaced this one. Source: requirements TEA-056. */
export const shownCodes = (error: unknown): readonly string[] =>
  teamErrors(error).errors._common.filter((code) => code !== CANCELED)
