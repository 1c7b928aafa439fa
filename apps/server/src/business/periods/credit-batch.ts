import type { Derivation, MonthClose } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { type BonusCredit, creditStatement } from '../ledger/insert-bonus-records.ts'
import type { Closing } from './closing.ts'
import { derivationDocument } from './derivation-document.ts'
import { decimalOrNull, explanationOf, type PeriodCredit, transferOf } from './period-credit.ts'

/**
 * Store why the records of a period are what they are, once; they come before the records.
 *
 * Fails where other derivations are stored already: another version of the rules has begun this closing.
 */
export async function storeDerivations(
  core: Core,
  { id }: Closing,
  { basis: { period }, derivations }: MonthClose,
): Promise<void> {
  const rows = derivations.map((derivation, number) => ({
    number,
    document: JSON.parse(derivationDocument(derivation)) as object,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(number integer, document jsonb)`
  await core.database.transaction(async (tx) => {
    await sql`
      insert into bonus_derivations select ${id}, ${period}, d.number, d.document from ${given}
      on conflict do nothing`.execute(tx)
    const stored = await sql`
      select from (
        select number, document from bonus_derivations where closing_id = ${id} and period = ${period}) b
      full join ${given} on d.number = b.number
      where d.document is distinct from b.document`.execute(tx)
    if (stored.rows.length > 0) {
      throw new Error(
        `Closing ${id} was begun by other rules: ${period} is computed differently now`,
      )
    }
  })
}

/** A batch of credits as the database takes it; making one needs no database. */
export type CreditBatch = {
  readonly lastKey: string
  readonly insert: RawBuilder<unknown>
}

/** The batch that some credits make; there must be one at least. */
export function creditBatch(closing: Closing, credits: readonly PeriodCredit[]): CreditBatch {
  const explained = new Map<Derivation, ReturnType<typeof explanationOf>>()
  const explain = (derivation: Derivation) => {
    const known = explained.get(derivation) ?? explanationOf(derivation)
    explained.set(derivation, known)
    return known
  }
  const batch = credits.map((credit) => ({
    transfer: transferOf(closing, credit),
    record: recordOf(closing, credit, explain(credit.record.derivation)),
  }))
  return { lastKey: batch.at(-1)!.transfer.key, insert: creditStatement(batch) }
}

function recordOf(
  { id }: Closing,
  { record, derivation, creditedBefore }: PeriodCredit,
  { baseCents, percent, rateId, rate }: ReturnType<typeof explanationOf>,
): BonusCredit['record'] {
  return {
    partner_id: record.partnerId,
    type: record.type,
    order_id: record.orderId || null,
    level: record.level,
    currency: record.currency,
    amount: record.units,
    paid_at: record.paidAt,
    period: record.period,
    plan_version: record.derivation.planVersion,
    percent,
    base_cents: baseCents ?? record.orderAmount,
    rate_id: rateId,
    rate,
    before_cut: decimalOrNull(record.beforeCut),
    closing_id: id,
    derivation,
    pool: record.pool,
    turbo_window: record.window,
    credited_before: creditedBefore,
  }
}

/**
 * Credit a batch: all of it or nothing, and what was credited before not again.
 *
 * Several processes that close the same month take turns at each batch, and each finds what the others have done.
 */
export async function postCredits(core: Core, { lastKey, insert }: CreditBatch): Promise<void> {
  await core.database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lastKey}, 0))`.execute(tx)
    // A batch is whole or not there, so one of its keys tells about all.
    if (!(await isPosted(tx, lastKey))) await insert.execute(tx)
  })
  await core.database.upkeep.checkpointIfDue()
}

async function isPosted(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql<{ posted: boolean }>`
    select exists (select from transfers where idempotency_key = ${key}) as posted`.execute(tx)
  return rows[0]!.posted
}
