import { type AuditResult, getAudit } from '@partner-office/contracts'

import { useConsole } from '../../lib/console.ts'
import { usePaged } from '../../parts/use-paged.ts'

/** The filters of the log as the address has them; undefined: not set. */
export type LogFilter = {
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly command?: string | undefined
  readonly object?: string | undefined
  readonly result?: AuditResult | undefined
  readonly proposal?: string | undefined
  readonly requestId?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Entries of the log page by page, the newest first. */
export function useEntries(filter: LogFilter) {
  const { api } = useConsole()
  return usePaged([getAudit.path, filter], (cursor, signal) =>
    api.call(getAudit, { query: { ...filter, ...cursor }, signal }),
  )
}
