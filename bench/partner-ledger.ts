/**
 * PTR-004, PTR-006: the page of a partner of the console, for a partner with 1,000,000 transfers on PostgreSQL, over HTTP: its
 * overview with the counts of the menu, every tab, and the first, the middle and the last page of the ledger.
 *
 * Figure: 95 of 100 answers come within 300 ms, for the overview and for the first page of each tab. A deeper page of the ledger sums
 * up the transfers after it, so it has no figure; its time is printed. The transfers are posted by the ledger's own function, and
 * after that every balance equals the sum of its transfers, and every currency sums up to zero.
 *
 * Usage: node bench/partner-ledger.ts [--transfers 1000000]
 */
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'

import {
  type Contract,
  getAudit,
  getOrders,
  getPartner,
  getPartnerBonuses,
  getPartnerChanges,
  getPartnerLedger,
  getPartnerNotes,
  getPartnerPast,
  getPartnerPayouts,
  getPartnerSecurity,
  getPayoutStop,
  getToday,
} from '@partner-office/contracts'
import { Client } from 'pg'

import type { Transfer } from '../apps/server/src/business/ledger/post-transfers.ts'
import { importPartners } from '../apps/server/src/business/partners/import-partners.ts'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { type Browser, OperatorsDesk } from '../apps/server/src/testing/operators-desk.ts'
import { partnerFile } from './lib/large-network.ts'
import { credit, postAll, unsoundRows } from './lib/ledger-content.ts'
import { finish, p95, withCluster } from './lib/report.ts'

const { values } = parseArgs({ options: { transfers: { type: 'string', default: '1000000' } } })
const TRANSFERS = Number(values.transfers)
const TRANSFERS_A_STEP = 20_000
const PARTNERS = 1_000
const PARTNER = 1
const ACCOUNT = 'UCHAIN_UPT_BONUS'
const MOST_MS = 300
const ANSWERS = 100
/** Of pages without a figure. */
const FEW_ANSWERS = 20
const ROWS_A_PAGE = 50
const FIRST_AT = Date.UTC(2024, 0, 1)
const NOW = Date.UTC(2026, 8, 30, 12)

/** The calls of the page: those of the overview and the menu at once, then those of a tab that is opened. */
const PAGE = {
  'the page with its menu': [of(getPartner), of(getToday)],
  'what happened': [of(getPartnerPast)],
  'what changed': [of(getPartnerChanges, 'from=2026-09-01&to=2026-09-29')],
  bonuses: [of(getPartnerBonuses)],
  'the first page of the ledger': [of(getPartnerLedger, `account=${ACCOUNT}`)],
  payouts: [of(getPayoutStop), of(getPartnerPayouts)],
  orders: [of(getOrders, `partner=${PARTNER}`)],
  security: [of(getPartnerSecurity)],
  notes: [of(getPartnerNotes)],
  audit: [of(getAudit, `partner=${PARTNER}`)],
} as const

function of({ path }: Contract, query = ''): string {
  return `${path.replace(':id', String(PARTNER))}${query === '' ? '' : `?${query}`}`
}

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('partner_ledger')
  const database = await openDatabase({ url })
  const core = await openTestCore(database)
  await importPartners(core, partnerFile(PARTNERS))
  const startedAt = performance.now()
  await fill(database)
  const filledMs = performance.now() - startedAt
  await analyze(url)
  const unsound = await unsoundRows(database)
  await database.close()
  const opened = await openDatabase({ url })
  try {
    await measure(opened, {
      on: `${TRANSFERS.toLocaleString('en')} transfers of one partner on ${version}`,
      unsound,
      made: `posted in ${(filledMs / 1000).toFixed(0)} s; accounts and currencies with a wrong sum: ${unsound}`,
    })
  } finally {
    await opened.close()
  }
})

/** Three credits, then a debit of less than one of them, so that the balance never falls below zero. */
async function fill(database: Database): Promise<void> {
  const random = new SeededRandom(3)
  for (let first = 0; first < TRANSFERS; first += TRANSFERS_A_STEP) {
    const count = Math.min(TRANSFERS_A_STEP, TRANSFERS - first)
    await postAll(
      database,
      Array.from({ length: count }, (_, at) => transferAt(first + at, random)),
    )
  }
}

function transferAt(at: number, random: SeededRandom): Transfer {
  const isDebit = at % 4 === 3
  return credit({
    key: `ledger:${at}`,
    partnerId: PARTNER,
    account: ACCOUNT,
    toPartner: !isDebit,
    amount: String(isDebit ? random.integer(1, 999_999) : random.integer(1_000_000, 9_999_999)),
    reference: `order ${at + 1}`,
    createdAt: FIRST_AT + Math.floor(((NOW - FIRST_AT) * at) / TRANSFERS),
  })
}

/** On a connection of its own: statements of the product end after a time that this is too long for. */
async function analyze(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

type Filled = { readonly on: string; readonly unsound: number; readonly made: string }

async function measure(database: Database, { on, unsound, made }: Filled): Promise<void> {
  const desk = await OperatorsDesk.open(database, { clock: { now: NOW } })
  const operator = await desk.operator('bench@example.com', 'finance', 'support', 'admin')
  await desk.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = desk.app.server.address() as AddressInfo
  const answer = (path: string) => ask(`http://127.0.0.1:${port}${path}`, operator)
  const slow: string[] = []
  const lines: string[] = []
  for (const [name, paths] of Object.entries(PAGE)) {
    const ms = await p95(ANSWERS, () => Promise.all(paths.map(answer)))
    lines.push(`${name}: ${ms.toFixed(1)} ms`)
    if (ms > MOST_MS) slow.push(name)
  }
  for (const [name, cursor] of Object.entries(await placesOf(database))) {
    const path = of(getPartnerLedger, `account=${ACCOUNT}&cursor=${cursor}`)
    const ms = await p95(FEW_ANSWERS, () => answer(path))
    lines.push(`${name} of the ledger: ${ms.toFixed(1)} ms (no figure)`)
  }
  await desk.app.close()
  finish({
    name: 'The page of a partner',
    lines: [`95 of ${ANSWERS} within at most ${MOST_MS} ms`, ...lines, made],
    on,
    passed: slow.length === 0 && unsound === 0,
  })
}

/** Asks as the pages of the operator do. Refuses: an answer that is no success. */
async function ask(address: string, { cookie }: Browser): Promise<void> {
  const response = await fetch(address, { headers: { cookie } })
  const text = await response.text()
  if (!response.ok || text.includes('"state":"error"')) {
    throw new Error(`${address} answered ${response.status} ${text.slice(0, 300)}`)
  }
}

/** The cursors of the middle and the last page. */
async function placesOf({ read: db }: Database): Promise<Record<string, number>> {
  const idBehind = async (rows: number): Promise<number> => {
    const { id } = await db
      .selectFrom('transfers')
      .select('id')
      .orderBy('id')
      .offset(rows)
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
  return {
    'the middle page': await idBehind(Math.floor(TRANSFERS / 2)),
    'the last page': await idBehind(Math.min(ROWS_A_PAGE, TRANSFERS - 1)),
  }
}
