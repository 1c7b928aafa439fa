import { getStatementKeys, type StatementCheck } from '@partner-office/contracts'
import { type Finding, type Verdict, verifyStatement } from '@partner-office/statement-check'
import { useMutation } from '@tanstack/react-query'

import { useOffice } from '../../lib/office.ts'

/** No statement is longer. Units: bytes. */
const LONGEST_FILE = 64 * 1024 * 1024

/** The result of checking a file. */
export type FileVerdict = {
  readonly name: string
  readonly findings: readonly Finding[]
  /** The number and the figures of a valid statement. */
  readonly valid: { readonly code: string; readonly statement: StatementCheck } | null
}

/** The browser does not know the kind of signature. */
export class CannotCheck extends Error {}

/**
 * Checks a file in the browser, with the public keys of the office. The file is not sent.
 *
 * Refuses: `CannotCheck`; `CallFailed`, when the keys cannot be loaded.
 */
export function useFileCheck() {
  const { api } = useOffice()
  return useMutation({
    mutationFn: async (file: File): Promise<FileVerdict> => {
      const { name } = file
      if (file.size > LONGEST_FILE) {
        return { name, findings: [{ code: 'not_a_statement', part: null }], valid: null }
      }
      const keys = await api.call('business', getStatementKeys, { quiet: true })
      const bytes = new Uint8Array(await file.arrayBuffer())
      const verdict = await verifyStatement(bytes, keys).catch((cause: unknown) => {
        throw new CannotCheck('no check', { cause })
      })
      const { isValid, findings, code } = verdict
      return { name, findings, valid: isValid ? { code, statement: figuresOf(verdict) } : null }
    },
  })
}

/** The figures of a valid statement as the office tells them for its code. */
function figuresOf({ statement, key }: Verdict): StatementCheck {
  const { period: billingPeriod, currency, partnerId, issuedAt } = statement
  const { opening, credited, corrected, paidOut, closing } = statement
  const sums = { opening, credited, corrected, paidOut, closing }
  return { billingPeriod, currency, partnerId, ...sums, issuedAt, key, seal: statement.seal.hash }
}
