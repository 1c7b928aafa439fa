import { CallFailed, codeOf } from '@partner-office/web'
import { CancelledError } from '@tanstack/react-query'

/** What is wrong with a list, in the map form of a refusal. */
export type TeamErrors = {
  readonly state: 'error'
  readonly errors: { readonly _common: readonly [string, ...string[]] }
}

export const CANCELED = 'canceled'

/** Every way in which a list fails, in one form. Source: requirements TEA-057 to TEA-060. */
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

/** The codes that a reader is told; nobody is told that an older question was given up. Source: requirements TEA-056. */
export const toldCodes = (error: unknown): readonly string[] =>
  teamErrors(error).errors._common.filter((code) => code !== CANCELED)
