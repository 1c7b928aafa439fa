import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { checkChain } from './check-chain.ts'
import { readEntries, readEntry } from './entries.ts'
import { exportLog } from './export-log.ts'

const PAGE = 50

/** The calls about the audit log. */
export const auditCalls = ({ core }: Console): Handlers<typeof CONSOLE.audit, Caller> => ({
  getAudit: async ({ query: { cursor, ...filter } }, caller) => {
    const { session } = signedIn(caller)
    const [at, id] = cursor === undefined ? [] : cursor.split('-').map(Number)
    const before = at === undefined || id === undefined ? null : { at, id }
    const page = { before, limit: PAGE + 1 }
    const rows = await readEntries(core.database.read, { filter, session }, page)
    const content = rows.slice(0, PAGE)
    if (rows.length <= PAGE) return { content }
    const last = content.at(-1)!
    return { content, next: `${last.at}-${last.id}` }
  },
  getAuditEntry: ({ params: { id } }, caller) =>
    readEntry(core.database.read, id, signedIn(caller).session),
  getAuditChain: ({ query: { after = 0 } }) => checkChain(core.database.long.read, after),
  getAuditCsv: async ({ query: { after = 0 } }) => exportLog(core, { form: 'csv', after }),
  getAuditLines: async ({ query: { after = 0 } }) => exportLog(core, { form: 'jsonl', after }),
})
