import type { CONSOLE } from '@partner-office/contracts'

import { PartnerChangesReader } from '../../business/partners/page/read-changes.ts'
import { readPast } from '../../business/partners/page/read-past.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Caller, Console } from '../console.ts'

/** The calls about what happened to a partner, and what changed. */
export function pastCalls({ core }: Console): Handlers<typeof CONSOLE.partnerPast, Caller> {
  const changes = new PartnerChangesReader(core)
  return {
    getPartnerPast: ({ params: { id }, query: { kind, cursor } }) =>
      readPast(core, id, { kind, cursor }),
    getPartnerChanges: ({ params: { id }, query }) => changes.read(id, query),
  }
}
