import { getStatementCheck, getStatementKeys, type StatementCheck } from '@partner-office/contracts'
import { type Finding, type Verdict, verifyStatement } from '@partner-office/statement-check'
import { CallFailed } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'

import { type Office, useOffice } from '../../lib/session/office.ts'

/** No statement is longer. Units: bytes. */
const LONGEST_FILE = 64 * 1024 * 1024

/** What is wrong with a file; `unknown_number`: its signature is right, and the office did not issue its number. */
export type FileFinding = Finding | { readonly code: 'unknown_number'; readonly part: null }

/** The result of checking a file. */
export type FileVerdict = {
  readonly name: string
  readonly findings: readonly FileFinding[]
  /** The number and the figures of a valid statement. */
  readonly valid: { readonly code: string; readonly statement: StatementCheck } | null
}

/** The browser does not know the kind of signature. */
export class CannotCheck extends Error {}

/** The file went away, or is a folder. */
export class CannotRead extends Error {}

const rejectAs = (Failure: typeof CannotCheck | typeof CannotRead) => (cause: unknown) => {
  throw new Failure('no check', { cause })
}

/**
 * Checks a file in the browser, with the public keys of the office. The file is not sent; the number of a valid one is.
 *
 * Refuses: `CannotCheck`; `CannotRead`; `CallFailed`, when the office does not answer.
 */
export function useFileCheck() {
  const { api } = useOffice()
  return useMutation({
    mutationFn: async (file: File): Promise<FileVerdict> => {
      const { name } = file
      if (file.size > LONGEST_FILE) {
        return { name, findings: [{ code: 'not_a_statement', part: null }], valid: null }
      }
      const bytes = new Uint8Array(await file.arrayBuffer().catch(rejectAs(CannotRead)))
      const keys = await api.call('business', getStatementKeys, { quiet: true })
      const verdict = await verifyStatement(bytes, keys).catch(rejectAs(CannotCheck))
      const { isValid, findings, code } = verdict
      if (!isValid) return { name, findings, valid: null }
      if (!(await isIssued(api, code))) {
        return { name, findings: [{ code: 'unknown_number', part: null }], valid: null }
      }
      return { name, findings, valid: { code, statement: figuresOf(verdict) } }
    },
  })
}

/** Whether the office issued a statement with this number: a stolen key signs others. */
async function isIssued(api: Office['api'], code: string): Promise<boolean> {
  try {
    await api.call('business', getStatementCheck, { params: { code }, quiet: true })
    return true
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'not_found') return false
    throw error
  }
}

/** The figures of a valid statement as the office tells them for its code. */
function figuresOf({ statement, key }: Verdict): StatementCheck {
  const { period: billingPeriod, currency, partnerId, issuedAt } = statement
  const { opening, credited, corrected, adjusted = '0', paidOut, closing } = statement
  const sums = { opening, credited, corrected, adjusted, paidOut, closing }
  return { billingPeriod, currency, partnerId, ...sums, issuedAt, key, seal: statement.seal.hash }
}
