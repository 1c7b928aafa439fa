import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { numbersOf, partOf } from '../../db/page.ts'
import { checkChain } from './check-chain.ts'
import { readEntries, readEntry } from './entries.ts'
import { exportLog } from './export-log.ts'

const PAGE = 50

/** The calls about the audit log. */
export const auditCalls = ({ core }: Console): Handlers<typeof CONSOLE.audit, Caller> => ({
  getAudit: async ({ query: { cursor, ...filter } }, caller) => {
    const { session } = signedIn(caller)
    const place = numbersOf(cursor)
    const page = { before: place && { at: place[0], id: place[1] }, limit: PAGE + 1 }
    const rows = await readEntries(core.database.read, { filter, session }, page)
    return partOf(rows, PAGE, (last) => `${last.at}-${last.id}`)
  },
  getAuditEntry: ({ params: { id } }, caller) =>
    readEntry(core.database.read, id, signedIn(caller).session),
  getAuditChain: ({ query: { after = 0 } }) => checkChain(core.database.long.read, after),
  getAuditCsv: async ({ query: { after = 0 } }) => exportLog(core, { form: 'csv', after }),
  getAuditLines: async ({ query: { after = 0 } }) => exportLog(core, { form: 'jsonl', after }),
})
