import { createHash } from 'node:crypto'

import type {
  CallInput,
  CallReply,
  CONSOLE,
  getPartnerBonuses,
  getPartners,
} from '@partner-office/contracts'

import { writeEntries } from '../../business/audit/audit-log.ts'
import type { BonusSources } from '../../business/bonuses/bonus-sources.ts'
import { readExplanation } from '../../business/bonuses/explain/read-explanation.ts'
import { PoolCache } from '../../business/bonuses/pool-cache.ts'
import { readBonusHistory } from '../../business/bonuses/read-bonus-history.ts'
import { checkAccountChain, readAccountTransfers } from '../../business/ledger/account-transfers.ts'
import { readPartnerPage } from '../../business/partners/page/read-partner-page.ts'
import { readPartnerSecurity } from '../../business/partners/page/read-partner-security.ts'
import { PartnerBook } from '../../business/partners/partner-book.ts'
import { viewPartner } from '../../business/partners/view-partner.ts'
import { readPartnerPayouts } from '../../business/payouts/read/partner-payouts.ts'
import { findPartners, type FoundPartner } from '../../business/partners/search/find-partners.ts'
import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, type Session, signedIn } from '../console.ts'
import { maskedEmail } from '../masked.ts'
import { endOf } from '../sign-in/sessions.ts'
import { inTurn } from '../../business/team/past-team.ts'
import { readTree } from './past-tree.ts'
import { readTreeTrend } from './tree-trend.ts'
import { actOnPartner } from './partner-acts.ts'
import { showContacts, withContacts } from './shown-contacts.ts'

const PAGE = 50

/** The calls about partners. */
export function partnerCalls({
  core,
  officeOrigin,
}: Console): Handlers<typeof CONSOLE.partners, Caller> {
  const { read } = core.database
  const people = new PartnerBook(core)
  const bonuses: BonusSources = { core, people, pools: new PoolCache() }
  return {
    getPartners: ({ query }, caller) => listPartners(core, query, signedIn(caller).session),
    getPartner: async ({ params: { id } }, caller) =>
      withContacts(core, await readPartnerPage({ core, people }, id), signedIn(caller).session),
    postPartnerContacts: ({ params: { id: partnerId }, body: { reason } }, caller) =>
      showContacts(core, { partnerId, reason }, signedIn(caller).session),
    getPartnerBonuses: ({ params: { id }, query: { cursor } }) => listBonuses(core, id, cursor),
    getPartnerExplanation: ({ params: { id }, query }) => readExplanation(bonuses, id, query),
    getPartnerLedger: ({ params: { id }, query: { account, cursor } }) =>
      readAccountTransfers(read, id, { account, before: cursor ?? null }),
    getPartnerChain: ({ params: { id }, query: { account } }) =>
      checkAccountChain(core.database.long.read, id, account),
    getPartnerSecurity: ({ params: { id } }) => readPartnerSecurity(read, id),
    getPartnerPayouts: ({ params: { id }, query: { cursor } }) =>
      readPartnerPayouts(read, id, cursor ?? null),
    postPartnerGuard: ({ params: { id }, body }, caller) =>
      actOnPartner(core, id, body, signedIn(caller).session),
    postPartnerView: async ({ params: { id: partnerId }, body: { reason } }, caller) => {
      const { session } = signedIn(caller)
      const { id, operatorId, email: actor } = session
      const opener = { id, operatorId, until: endOf(session) }
      const asked = { partnerId, reason, actor, session: opener }
      const { token, goodUntil } = await viewPartner(core, asked)
      return { url: `${officeOrigin}/en/catch?token=${token}`, goodUntil }
    },
    getTree: ({ query }) => inTurn(() => readTree(core, query)),
    getTreeTrend: ({ query }) => inTurn(() => readTreeTrend(core, query)),
    postPartnerHelp: ({ params: { id }, body }, caller) =>
      actOnPartner(core, id, body, signedIn(caller).session),
  }
}

/** The partner's own list, a page at a time; `cursor` is the number of the page. */
async function listBonuses(
  core: Core,
  partnerId: number,
  page = 0,
): Promise<CallReply<typeof getPartnerBonuses>> {
  const question = { page, size: PAGE, sort: 'paidAt|desc' } as const
  const { content, totalPages } = await readBonusHistory(core, partnerId, question)
  return page + 1 < totalPages ? { content, next: String(page + 1) } : { content }
}

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
