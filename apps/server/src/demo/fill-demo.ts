import { DAY_MS, Refusal } from '@partner-office/domain'

import { NO_PROGRESS, type Core, type Progress } from '../core/core.ts'
import { csvLine } from '../business/exports/csv.ts'
import { acceptTerms } from '../business/partners/legals.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { makePartnerStatements, openSource } from '../business/statements/make-statements.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { readSetting } from '../business/settings/read-settings.ts'
import { makeDemoPayouts } from './demo-payouts.ts'
import { sendDemoTickets } from './demo-tickets.ts'
import { addDemoNews } from './demo-news.ts'
import { asBytes } from './as-bytes.ts'
import { makeDemoHistory } from './demo-history.ts'
import { demoBegin, demoOrders, type DemoPartner, demoPartners } from './demo-network.ts'

/** Accounts for sign-in; all have `DEMO_PASSWORD`. */
export const DEMO_EMAIL = 'demo@example.com'
const DEMO_NAME = ['Anna', 'Keller'] as const
export const FRESH_EMAIL = 'fresh@example.com'
export const BLOCKED_EMAIL = 'blocked@example.com'
export const DEMO_PASSWORD = 'demo-Partner-1'
/** The demo partner's authenticator. */
export const DEMO_SECRET = 'JBSWY3DPEHPK3PXP'

/**
 * Fills an empty database with a network that looks like a grown one, through the same use cases as real data.
 *
 * Below one root stand `partners` partners; the demo partner has a strong team, the fresh one none, one is blocked.
 *
 * Refuses: `validation_error`, when there are partners already.
 * Source: operations.md section 3.
 */
export async function fillDemo(
  core: Core,
  { partners: count, months, seed }: { partners: number; months: number; seed: number },
  progress: Progress = NO_PROGRESS,
): Promise<void> {
  await core.network.catchUp(core.database.read)
  if (core.network.engine.size > 0) {
    throw new Refusal('validation_error', {
      reason: 'the database holds partners already; a demo needs an empty one',
    })
  }
  const now = core.clock()
  const size = { partners: Math.max(0, count - 1), months, seed, now: now - (now % DAY_MS) }
  const network = demoPartners(size)
  const emails = namedPartners(network)

  await importPartners(core, asBytes(partnerLines(network, emails)), progress)
  const history = { orders: demoOrders(network, size), begin: demoBegin(size) }
  const closed = await makeDemoHistory(core, history, progress)
  await addDemoNews(core)
  await changeSettings(core, PUBLIC_SITES)
  const product = await readSetting(core.database.read, 'product')
  for (const id of emails.keys()) await acceptTerms(core, id, product)
  for (const [id, email] of emails) {
    if (email === BLOCKED_EMAIL) await blockPartner(core, id, true, 'demo: a blocked partner')
    if (email !== DEMO_EMAIL) continue
    await makeDemoPayouts(core, { partnerId: id, secret: DEMO_SECRET })
    await makeDemoStatements(core, id, closed)
    await sendDemoTickets(core, id)
  }
}

/** Without other sites, the office's own invite pages are the partners' public pages, one language for each site. */
const PUBLIC_SITES = {
  'publicSite.1': '/en/partner',
  'publicSite.2': '/de/partner',
  'publicSite.3': '/es/partner',
}

/** Only the demo partner's statements: those of all partners would take the first start minutes. */
async function makeDemoStatements(
  core: Core,
  partnerId: number,
  closed: readonly string[],
): Promise<void> {
  for (const period of closed) {
    const source = await openSource(core, period)
    if (source !== null) await makePartnerStatements(core, source, partnerId)
  }
}

/** E-mails of the partners who can sign in. The demo partner has a high rank, and higher ones to reach. */
function namedPartners(network: readonly DemoPartner[]): Map<number, string> {
  const leaders = network.filter(({ firstLine, depth }) => firstLine > 12 && depth > 0)
  const demo =
    leaders.find(({ teamSize }) => teamSize < network.length / 8) ?? leaders.at(-1) ?? network[0]!
  const blocked = network.findLast(({ teamSize, id }) => teamSize === 0 && id !== demo.id)
  const emails = new Map([[demo.id, DEMO_EMAIL]])
  if (blocked !== undefined) emails.set(blocked.id, BLOCKED_EMAIL)
  return emails
}

const PARTNER_COLUMNS = [
  'id',
  'sponsorId',
  'email',
  'firstName',
  'lastName',
  'registeredAt',
  'countryId',
  'phone',
  'telegram',
  'whatsapp',
  'uiLanguage',
  'password',
]

/** The network as an import file, with the partner who has bought nothing yet as its last line. */
function* partnerLines(
  network: readonly DemoPartner[],
  emails: ReadonlyMap<number, string>,
): Generator<string> {
  yield csvLine(PARTNER_COLUMNS)
  for (const partner of network) yield csvLine(partnerCells(partner, emails.get(partner.id)))
  const { id: sponsorId, registeredAt } = network[0]!
  const contacts = ['GB', '', '', '', 'en']
  const name = ['Fresh', 'Partner']
  const cells = [network.length + 1, sponsorId, FRESH_EMAIL, ...name, registeredAt, ...contacts]
  yield csvLine([...cells, DEMO_PASSWORD])
}

/** One partner; only partners with an `email` of their own can sign in. */
function partnerCells(partner: DemoPartner, email: string | undefined): (string | number)[] {
  const { id, people } = partner
  const phone = `+${people.dialling}${String(700_000_000 + id)}`
  const canSignIn = email !== undefined
  return [
    id,
    partner.sponsorId ?? '',
    email ?? `partner${id}@example.com`,
    ...(email === DEMO_EMAIL ? DEMO_NAME : [partner.firstName, partner.lastName]),
    partner.registeredAt,
    people.country,
    phone,
    id % 3 === 0 ? '' : `partner_${id}`,
    id % 4 === 0 ? phone : '',
    canSignIn ? 'en' : people.language,
    canSignIn ? DEMO_PASSWORD : '',
  ]
}
