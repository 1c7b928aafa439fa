import { type RawBuilder, sql } from 'kysely'

import { type Cell, unnesting } from '../../db/column.ts'
import { PREPARED } from '../../db/prepared.ts'
import { posting, type Transfer } from './post-transfers.ts'

/** The columns of `bonus_records` that a credit fills in, with their types; `transfer_id` comes from the ledger. */
const CREDIT_COLUMNS = {
  partner_id: 'bigint',
  type: 'text',
  order_id: 'bigint',
  level: 'integer',
  currency: 'text',
  amount: 'numeric',
  paid_at: 'bigint',
  period: 'text',
  plan_version: 'integer',
  rank_id: 'smallint',
  percent: 'numeric',
  base_cents: 'bigint',
  rate_id: 'bigint',
  rate: 'numeric',
  before_cut: 'numeric',
  closing_id: 'bigint',
  derivation: 'integer',
  pool: 'smallint',
  turbo_window: 'integer',
  credited_before: 'numeric',
} as const

type CreditColumn = keyof typeof CREDIT_COLUMNS
const ALL_COLUMNS = Object.keys(CREDIT_COLUMNS) as CreditColumn[]

/** A credit: the transfer to post and the values of its record; a column that is left out is null. */
export type BonusCredit = {
  readonly transfer: Transfer
  readonly record: { readonly [name in CreditColumn]?: Cell }
}

/** The statement that posts credits and inserts a record for each; there must be one credit at least. */
export function creditStatement(credits: readonly BonusCredit[]): RawBuilder<unknown> {
  const filled = ALL_COLUMNS.filter((name) =>
    credits.some(({ record }) => (record[name] ?? null) !== null),
  )
  const items = unnesting(credits, [
    ['text', ({ transfer }) => transfer.key],
    ...filled.map((name) => [CREDIT_COLUMNS[name], valueOf(name)] as const),
  ])
  const inserting = insertBonusRecords(filled, {
    item: sql`select * from ${items} as i(key, ${sql.raw(filled.join(', '))})`,
    posted: sql`select * from ${posting(credits.map(({ transfer }) => transfer))}`,
  })
  return sql`${PREPARED} ${inserting}`
}

const valueOf =
  (name: CreditColumn) =>
  ({ record }: BonusCredit): Cell =>
    record[name] ?? null

/**
 * The statement that stores what was credited: the only one that inserts into `bonus_records`.
 *
 *     item:   key    | partner_id | amount | ...     a row for each record
 *     posted: idempotency_key | transfer_id | posted   what `post_transfers` answers; it may read `item`
 *     ->      a record for each item whose key was posted now, in the order of the transfers
 *
 * A key that was posted before has its record already and gets no second one.
 */
export function insertBonusRecords(
  columns: readonly (CreditColumn | 'reverses_id')[],
  { item, posted }: { item: RawBuilder<unknown>; posted: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const names = columns.join(', ')
  const values = columns.map((name) => `i.${name}`).join(', ')
  return sql`
    with item as (${item}), posted as (${posted})
    insert into bonus_records (transfer_id, ${sql.raw(names)})
    select p.transfer_id, ${sql.raw(values)}
    from item i join posted p on p.idempotency_key = i.key and p.posted
    order by p.transfer_id`
}

/** Every column of a record that its reversal repeats; the reversal has a transfer of its own. */
export const REPEATED_COLUMNS: readonly CreditColumn[] = ALL_COLUMNS.filter(
  (name) => !['amount', 'paid_at', 'before_cut'].includes(name),
)
