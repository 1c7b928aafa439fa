import { createHash } from 'node:crypto'

import type { CallInput, CallReply, CONSOLE, getPartners } from '@partner-office/contracts'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { findPartners, type FoundPartner } from '../../business/partners/search/find-partners.ts'
import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, type Session, signedIn } from '../console.ts'
import { maskedEmail } from '../masked.ts'

const PAGE = 50

/** The calls about partners. */
export const partnerCalls = ({ core }: Console): Handlers<typeof CONSOLE.partners, Caller> => ({
  getPartners: ({ query }, caller) => listPartners(core, query, signedIn(caller).session),
})

async function listPartners(
  core: Core,
  { cursor, ...filter }: CallInput<typeof getPartners>['query'],
  session: Session,
): Promise<CallReply<typeof getPartners>> {
  const found = await findPartners(core, filter, { after: cursor ?? null, limit: PAGE + 1 })
  const { search } = filter
  if (search !== undefined && isOfContacts(search, found)) {
    await noteSearch(core, search, found.length, session)
  }
  const content = found.slice(0, PAGE).map(({ place: _place, ...partner }) => ({
    ...partner,
    email: maskedEmail(partner.email),
  }))
  return found.length <= PAGE ? { content } : { content, next: found[PAGE - 1]!.place }
}

const isOfContacts = (search: string, found: readonly FoundPartner[]): boolean =>
  search.includes('@') ||
  found.some(({ matched }) => matched.includes('EMAIL') || matched.includes('ADDRESS'))

/** The entry holds nothing by which the contact could be read. Units: `results`, at most one more than a page. Source: D-175. */
const noteSearch = (core: Core, search: string, results: number, session: Session) =>
  core.database.transaction((tx) =>
    writeEntries(tx, core.clock(), [
      {
        actor: session.email,
        command: 'partners search',
        details: () => ({ sha256: createHash('sha256').update(search).digest('hex'), results }),
      },
    ]),
  )
