import {
  accountNameOf,
  type BonusValue,
  type Derivation,
  type Fraction,
  isFiniteDecimal,
  orderPercent,
  type PeriodRecord,
  toDecimalText,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { PREPARED } from '../../db/prepared.ts'
import { type BonusCredit, creditRows } from '../ledger/post-credits.ts'
import type { Closing } from './closing.ts'
import type { PeriodCredit } from './period-credit.ts'

/** A statement that posts some credits, and the key of the last transfer. Making it needs no database. */
export type CreditBatch = {
  readonly lastKey: string
  readonly insert: RawBuilder<unknown>
}

/** Makes the batch of some credits; there must be one at least. */
export function creditBatch(closing: Closing, credits: readonly PeriodCredit[]): CreditBatch {
  const batch = bonusCredits(closing, credits)
  return {
    lastKey: batch.at(-1)!.transfer.key,
    insert: sql`${PREPARED} select post_credits(${closing.begunAt}::bigint, ${creditRows(batch)})`,
  }
}

/** The transfers and records of some credits. */
export function bonusCredits(closing: Closing, credits: readonly PeriodCredit[]): BonusCredit[] {
  const explained = new Map<Derivation, ReturnType<typeof explanationOf>>()
  const explain = (derivation: Derivation) => {
    const known = explained.get(derivation) ?? explanationOf(derivation)
    explained.set(derivation, known)
    return known
  }
  return credits.map((credit) => ({
    transfer: transferOf(closing, credit),
    record: recordOf(closing, credit, explain(credit.record.derivation)),
  }))
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

/** What the transfer of a credit is called. Its key is always the same, so that posting it again posts nothing. */
function transferOf({ id }: Closing, { record }: PeriodCredit): BonusCredit['transfer'] {
  const { partnerId, period, currency } = record
  return {
    key: `close:${id}:${period}:${partnerId}:${sourceOf(record)}`,
    account: accountNameOf(currency),
    reference: record.orderId === 0 ? period : `${period}, order ${record.orderId}`,
  }
}

/** What differs between two records of one partner and month. */
function sourceOf({ type, orderId, level, currency, pool, window }: PeriodRecord): string {
  return [type, orderId || '', level || '', pool ?? '', window ?? '', currency].join(':')
}

/**
 * The columns that all records of one derivation share: base, percent and rate of the rule, null where they are no plain
 * numbers. `baseCents` is null if the base is the record's own order.
 */
function explanationOf({ value, rate }: Derivation) {
  const { baseCents, percent } = basisOf(value)
  return {
    baseCents: baseCents === null ? null : String(baseCents),
    percent: percent && decimalOrNull(percent),
    rateId: rate?.id ?? null,
    rate: rate && decimalOrNull(rate.rate),
  }
}

function basisOf(value: BonusValue) {
  switch (value.kind) {
    case 'order':
      return { baseCents: null, percent: orderPercent(value) }
    case 'target':
      return { baseCents: value.row.target, percent: value.row.percent }
    case 'amounts':
      return { baseCents: value.rows.reduce((sum, { amount }) => sum + amount, 0n), percent: null }
    case 'coins':
      return { baseCents: value.target, percent: null }
    case 'pool': {
      const [only, ...others] = value.parts
      const baseCents = value.parts.reduce((sum, { turnover }) => sum + turnover, 0n)
      return { baseCents, percent: others.length === 0 ? only!.percent : null }
    }
  }
}

/** A decimal of finitely many digits; null if there is none. */
const decimalOrNull = (value: Fraction): string | null =>
  isFiniteDecimal(value) ? toDecimalText(value) : null

/**
 * Posts a batch in one transaction; a batch that was posted before is skipped.
 *
 *     lock (the batch's last key)          processes that close the same month take turns at each batch
 *     is the last key posted? -> skip      a batch is posted as a whole, so one key answers for all
 *     insert
 */
export async function postBatch(core: Core, { lastKey, insert }: CreditBatch): Promise<void> {
  await core.database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lastKey}, 0))`.execute(tx)
    if (!(await isPosted(tx, lastKey))) await insert.execute(tx)
  })
  await core.database.upkeep.checkpointIfDue()
}

async function isPosted(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql<{ posted: boolean }>`
    select exists (select from transfers where idempotency_key = ${key}) as posted`.execute(tx)
  return rows[0]!.posted
}
