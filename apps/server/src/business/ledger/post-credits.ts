import type { RawBuilder } from 'kysely'

import { type Cell, composites } from '../../db/column.ts'
import type { Transfer } from './post-transfers.ts'

/** The columns of a record that its reversal repeats; the reversal has a transfer of its own. */
export const REPEATED_COLUMNS = [
  'partner_id',
  'type',
  'order_id',
  'level',
  'currency',
  'period',
  'plan_version',
  'rank_id',
  'percent',
  'base_cents',
  'rate_id',
  'rate',
  'closing_id',
  'derivation',
  'pool',
  'turbo_window',
  'credited_before',
] as const

/** A column of `bonus_records` that a credit fills in. */
type CreditColumn = (typeof REPEATED_COLUMNS)[number] | 'amount' | 'paid_at' | 'before_cut'

/** A credit: the transfer to post and the values of its record; a column that is left out is null. */
export type BonusCredit = {
  readonly transfer: Pick<Transfer, 'key' | 'account' | 'reference'>
  readonly record: { readonly [name in CreditColumn]?: Cell }
}

/**
 * The argument of `post_credits` (`db/functions/ledger`), which posts credits from the company's account for bonuses and inserts a
 * record for each.
 */
export const creditRows = (credits: readonly BonusCredit[]): RawBuilder<unknown> =>
  composites('bonus_credit', credits, {
    key: ({ transfer }) => transfer.key,
    reference: ({ transfer }) => transfer.reference,
    partner_id: of('partner_id'),
    account: ({ transfer }) => transfer.account,
    type: of('type'),
    order_id: of('order_id'),
    level: of('level'),
    currency: of('currency'),
    amount: of('amount'),
    paid_at: of('paid_at'),
    period: of('period'),
    plan_version: of('plan_version'),
    rank_id: of('rank_id'),
    percent: of('percent'),
    base_cents: of('base_cents'),
    rate_id: of('rate_id'),
    rate: of('rate'),
    before_cut: of('before_cut'),
    closing_id: of('closing_id'),
    derivation: of('derivation'),
    pool: of('pool'),
    turbo_window: of('turbo_window'),
    credited_before: of('credited_before'),
  })

const of =
  (name: CreditColumn) =>
  ({ record }: BonusCredit): Cell =>
    record[name] ?? null
