import type { Derivation, MonthClose } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { type Cell, column } from '../../db/column.ts'
import type { Tx } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { posting } from '../ledger/post-transfers.ts'
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
  const transfers = credits.map((credit) => transferOf(closing, credit))
  const explained = new Map<Derivation, ReturnType<typeof explanationOf>>()
  for (const { derivation } of credits.map(({ record }) => record)) {
    if (!explained.has(derivation)) explained.set(derivation, explanationOf(derivation))
  }
  const of = (read: (each: PeriodCredit) => Cell) => column(credits.map(read))
  const why = (read: (each: ReturnType<typeof explanationOf>) => Cell) =>
    of(({ record }) => read(explained.get(record.derivation)!))
  const insert = sql`
      with item as (
        select * from unnest(
          ${column(transfers.map(({ key }) => key))}::text[],
          ${of(({ record }) => record.partnerId)}::bigint[],
          ${of(({ record }) => record.type)}::text[],
          ${of(({ record }) => record.orderId || null)}::bigint[],
          ${of(({ record }) => record.level)}::integer[],
          ${of(({ record }) => record.currency)}::text[],
          ${of(({ record }) => record.units)}::numeric[],
          ${of(({ record }) => record.paidAt)}::bigint[],
          ${of(({ record }) => record.period)}::text[],
          ${of(({ record }) => record.derivation.planVersion)}::integer[],
          ${why(({ percent }) => percent)}::numeric[],
          ${of(({ record }) => explained.get(record.derivation)!.baseCents ?? record.orderAmount)}::bigint[],
          ${why(({ rateId }) => rateId)}::bigint[],
          ${why(({ rate }) => rate)}::numeric[],
          ${of(({ record }) => decimalOrNull(record.beforeCut))}::numeric[],
          ${of(({ derivation }) => derivation)}::integer[],
          ${of(({ record }) => record.pool)}::smallint[],
          ${of(({ record }) => record.window)}::integer[],
          ${of(({ creditedBefore }) => creditedBefore)}::numeric[])
        as i(key, partner_id, type, order_id, level, currency, amount, paid_at, period, plan_version, percent,
          base_cents, rate_id, rate, before_cut, derivation, pool, turbo_window, credited_before)
      ), posted as (
        select * from ${posting(transfers)}
      )
      insert into bonus_records (partner_id, type, order_id, level, currency, amount, paid_at, period, transfer_id,
        plan_version, percent, base_cents, rate_id, rate, before_cut, closing_id, derivation, pool, turbo_window,
        credited_before)
      select i.partner_id, i.type, i.order_id, i.level, i.currency, i.amount, i.paid_at, i.period, p.transfer_id,
        i.plan_version, i.percent, i.base_cents, i.rate_id, i.rate, i.before_cut, ${closing.id}, i.derivation, i.pool,
        i.turbo_window, i.credited_before
      from item i join posted p on p.idempotency_key = i.key and p.posted
      order by p.transfer_id`
  return { lastKey: transfers.at(-1)!.key, insert }
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
