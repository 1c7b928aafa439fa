/**
 * DIS-009: makes the income disclosure of a month and of twelve months on PostgreSQL, beside the close of that month.
 *
 * Figures: at 1,000,000 partners and 500,000 orders it takes at most 10 s of processor time, which is 5 s on two cores, and at
 * most 5 % of that of the close, which is computing, posting and sealing.
 *
 * Each order of the month has eight credits, as orders of a deep network have, and each of the eleven months before has the
 * incomes of this month.
 *
 * Usage: node bench/disclosure.ts [--partners 1000000] [--rounds 3]
 */
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import {
  computeDisclosures,
  storeDisclosures,
} from '../apps/server/src/business/disclosure/make-disclosures.ts'
import { computeClosing } from '../apps/server/src/business/months/compute-closing.ts'
import { postMonth } from '../apps/server/src/business/months/post-closing.ts'
import { beginClosing, prepareClosing } from '../apps/server/src/business/months/prepare-closing.ts'
import { sealClosing } from '../apps/server/src/business/months/seal-closing.ts'
import { storeDerivations } from '../apps/server/src/business/months/store-derivations.ts'
import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import { currentSigner } from '../apps/server/src/business/statements/statement-keys.ts'
import type { Core } from '../apps/server/src/core/core.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { BENCH_MONTH } from './lib/month-facts.ts'
import { prepareMonth } from './lib/month-posting.ts'
import { postmasterOf, processorMs } from './lib/processor-time.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
  },
})
const MOST = { ms: 10_000, ofClose: 0.05 }
const CREDITS_OF_ORDER = 8
const UNDONE = Symbol('undone')

await withCluster(async (cluster) => {
  const url = await cluster.newDatabase('disclosure')
  await fillNetwork(url, Number(values.partners))
  await prepareMonth(url)
  const database = await openDatabase({ url })
  const core = await openTestCore(database)
  await creditOrders(core)
  const postmaster = await postmasterOf(database.read)
  const { closing, month, closeMs } = await closeWithout(core, postmaster)

  const incomes = await fillYear(core, { closing, month })
  const times: number[] = []
  const walls: number[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const startedAt = processorMs(postmaster)
    const wallAt = performance.now()
    const drafts = (await computeDisclosures(core, { closing, month }))!
    const signer = await currentSigner(core)
    const stored = database.transaction(async (tx) => {
      await storeDisclosures(tx, drafts, signer)
      times.push(processorMs(postmaster) - startedAt)
      walls.push(performance.now() - wallAt)
      throw UNDONE
    })
    await stored.catch((error) => {
      if (error !== UNDONE) throw error
    })
    if (drafts.drafts.length !== 2) throw new Error('It did not make both disclosures')
  }
  await database.close()
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
  const share = median / closeMs
  finish({
    name: 'disclosure',
    lines: [
      `a month and twelve months of ${values.partners} partners, ${incomes} with an income: ${(median / 1000).toFixed(2)} s (${times.map((ms) => (ms / 1000).toFixed(2)).join(', ')}), at most ${MOST.ms / 1000} of processor time; ${(Math.min(...walls) / 1000).toFixed(2)} s on the clock at best`,
      `to the close, ${(closeMs / 1000).toFixed(1)} s with ${month.size} records: ${(share * 100).toFixed(1)} %, at most ${MOST.ofClose * 100}`,
    ],
    on: cluster.version,
    passed: median <= MOST.ms && share <= MOST.ofClose,
  })
})

/** Credits each order on eight levels, as its intake does, without the ledger. */
async function creditOrders(core: Core): Promise<void> {
  await core.database.asOwner(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into bonus_records (partner_id, type, order_id, level, currency, amount, paid_at, transfer_id, plan_version, percent,
        base_cents, rate_id, rate, before_cut)
      select 1 + (o.partner_id / (l.level + 1)), 'TEAM', o.id, l.level, 'UPT', 1 + o.amount_cents * 10000, o.paid_at,
        -(o.id * ${CREDITS_OF_ORDER} + l.level), 1, 1, o.amount_cents, 1, 2, 0
      from orders o cross join generate_series(1, ${CREDITS_OF_ORDER}) as l(level)`.execute(tx)
  })
  await core.database.asOwner((tx) => sql`analyze bonus_records`.execute(tx))
}

/** Closes the month without a disclosure. */
async function closeWithout(core: Core, postmaster: number) {
  await changeSettings(core, { disclosure: 'FALSE' })
  const closing = await prepareClosing(core, BENCH_MONTH)
  const startedAt = processorMs(postmaster)
  const { month } = await computeClosing(core, core.database.read, closing)
  await beginClosing(core, closing)
  await storeDerivations(core, closing, month)
  await postMonth(core, closing, month, () => {})
  await sealClosing(core, { closing, month })
  const closeMs = processorMs(postmaster) - startedAt
  await changeSettings(core, { disclosure: 'TRUE' })
  return { closing, month, closeMs }
}

/** Gives each of the eleven months before the incomes of the month; returns how many there are. */
async function fillYear(
  core: Core,
  closed: Parameters<typeof computeDisclosures>[1],
): Promise<number> {
  const drafts = (await computeDisclosures(core, closed))!
  const signer = await currentSigner(core)
  await core.database.transaction(async (tx) => {
    const { incomes } = drafts
    const months = Array.from({ length: 11 }, (_, at) => `2025-${String(at + 4).padStart(2, '0')}`)
    for (const month of months) {
      const period =
        month > '2025-12' ? `2026-${String(Number(month.slice(5)) - 12).padStart(2, '0')}` : month
      await storeDisclosures(
        tx,
        { period, incomes, drafts: drafts.drafts.map((draft) => ({ ...draft, period })) },
        signer,
      )
    }
  })
  return drafts.incomes.partnerIds.length
}
