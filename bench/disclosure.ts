/**
 * DIS-009: seals a month on PostgreSQL with and without its income disclosures, that of the month and that of twelve months, in
 * turns, beside the whole close of that month.
 *
 * Figures: at 1,000,000 partners and 500,000 orders, sealing with disclosures takes at most 5 s more than without, and at most
 * 5 % of the time of the close, which is computing, posting and sealing.
 *
 * Each order of the month has eight credits, as orders of a deep network have, and each of the eleven months before has the
 * incomes of this month. Each sealing is rolled back at its end.
 *
 * Usage: node bench/disclosure.ts [--partners 1000000] [--rounds 3]
 */
import { parseArgs } from 'node:util'

import { type MonthClose, monthsLater, monthText, parseMonth } from '@partner-office/domain'
import { sql } from 'kysely'

import { computeDisclosures } from '../apps/server/src/business/disclosure/make-disclosures.ts'
import { computeClosing } from '../apps/server/src/business/months/compute-closing.ts'
import { postMonth } from '../apps/server/src/business/months/post-closing.ts'
import { beginClosing, prepareClosing } from '../apps/server/src/business/months/prepare-closing.ts'
import { sealClosing } from '../apps/server/src/business/months/seal-closing.ts'
import { storeDerivations } from '../apps/server/src/business/months/store-derivations.ts'
import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import { currentSigner } from '../apps/server/src/business/statements/statement-keys.ts'
import type { Core } from '../apps/server/src/core/core.ts'
import { column } from '../apps/server/src/db/column.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { BENCH_MONTH } from './lib/month-facts.ts'
import { prepareMonth } from './lib/month-posting.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { postmasterOf, processorMs } from './lib/processor-time.ts'
import { finish, spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
  },
})
const MOST = { addedMs: 5_000, ofClose: 0.05 }
const CREDITS_OF_ORDER = 8
const UNDONE = Symbol('undone')

/** Units: milliseconds, on the clock and of processors. */
type Times = { readonly clock: number; readonly processors: number }

await withCluster(async (cluster) => {
  const url = await cluster.newDatabase('disclosure')
  await fillNetwork(url, Number(values.partners))
  await prepareMonth(url)
  const database = await openDatabase({ url })
  const core = await openTestCore(database)
  await creditOrders(core)
  const postmaster = await postmasterOf(database.read)
  const timed = async (work: () => Promise<unknown>): Promise<Times> => {
    const [at, before] = [performance.now(), processorMs(postmaster)]
    await work()
    return { clock: performance.now() - at, processors: processorMs(postmaster) - before }
  }
  const closing = await prepareClosing(core, BENCH_MONTH)
  let month!: MonthClose
  const posting = await timed(async () => {
    ;({ month } = await computeClosing(core, database.read, closing))
    await beginClosing(core, closing)
    await storeDerivations(core, closing, month)
    await postMonth(core, closing, month, () => {})
  })
  const incomes = await fillYear(core, { closing, month })
  // Sealings that are rolled back find a key.
  await currentSigner(core)

  const sealing = { FALSE: [] as Times[], TRUE: [] as Times[] }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const disclosure of ['FALSE', 'TRUE'] as const) {
      await changeSettings(core, { disclosure })
      sealing[disclosure].push(await timed(() => sealClosing(undone(core), { closing, month })))
    }
  }
  await database.close()
  report({ posting, sealing, incomes, records: month.size, on: cluster.version })
})

type Measured = {
  readonly posting: Times
  readonly sealing: Readonly<Record<'FALSE' | 'TRUE', readonly Times[]>>
  readonly incomes: number
  readonly records: number
  readonly on: string
}

function report({ posting, sealing, incomes, records, on }: Measured): void {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  const medianOf = (name: keyof Times, times: readonly Times[]): number =>
    spread(times.map((each) => each[name])).median
  const of = (name: keyof Times) => {
    const without = medianOf(name, sealing.FALSE)
    const added = medianOf(name, sealing.TRUE) - without
    return { added, share: added / (posting[name] + without), close: posting[name] + without }
  }
  const [clock, processors] = [of('clock'), of('processors')]
  const listed = sealing.TRUE.map((each) => seconds(each.clock)).join(', ')
  finish({
    name: 'disclosure',
    lines: [
      `a month and twelve months of ${values.partners} partners, ${incomes} with an income, add ${seconds(clock.added)} to the seal (${listed} with them), at most ${MOST.addedMs / 1000}`,
      `to the close, ${seconds(clock.close)} with ${records} records, ${(clock.share * 100).toFixed(1)} %, at most ${MOST.ofClose * 100}`,
      `of processor time ${seconds(processors.added)} to ${seconds(processors.close)}, ${(processors.share * 100).toFixed(1)} %`,
    ],
    on,
    passed: clock.added <= MOST.addedMs && clock.share <= MOST.ofClose,
  })
}

/** The same core, whose transactions are rolled back at their end. */
function undone(core: Core): Core {
  const { database } = core
  const transaction: typeof database.transaction = async (work, use) => {
    let answer: Awaited<ReturnType<typeof work>>
    const ended = database.transaction(async (tx) => {
      answer = await work(tx)
      throw UNDONE
    }, use)
    await ended.catch((error) => {
      if (error !== UNDONE) throw error
    })
    return answer!
  }
  return { ...core, database: { ...database, transaction } }
}

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

/** Gives each of the eleven months before the incomes of the month; returns how many there are. */
async function fillYear(
  core: Core,
  closed: Parameters<typeof computeDisclosures>[1],
): Promise<number> {
  const { partnerIds, incomes } = (await computeDisclosures(core, closed))!.incomes
  const last = parseMonth(BENCH_MONTH)!
  await core.database.transaction(async (tx) => {
    for (let before = 1; before < 12; before += 1) {
      await sql`insert into disclosed_incomes (period, partner_ids, incomes)
        values (${monthText(monthsLater(last, -before))}, ${column([...partnerIds])}, ${column([...incomes])})`.execute(
        tx,
      )
    }
  })
  return partnerIds.length
}
