import {
  type AccountCurrency,
  type BonusType,
  decimalsOf,
  formatUnits,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { csvLine } from './csv.ts'

const DECIMALS_SHOWN = 8

/** A bonus record as it is exported and sealed. Units: `amount` in the currency's smallest; `orderId` 0 where none. */
export type BonusRow = {
  readonly partnerId: number
  readonly type: BonusType
  readonly orderId: number
  readonly level: number
  readonly currency: AccountCurrency
  readonly amount: string
  readonly paidAt: number
  readonly period: string
}

/** The bonus records for which a condition holds, in the order of the export. Source: operations.md section 5. */
export const bonusRows = (condition: RawBuilder<unknown>): RawBuilder<BonusRow> => sql`
  select partner_id, type, coalesce(order_id, 0) as order_id, level, currency, amount, paid_at,
    coalesce(period, '') as period
  from bonus_records where ${condition}
  order by partner_id, type collate "C", coalesce(period, '') collate "C", coalesce(order_id, 0), level,
    currency collate "C", paid_at, amount, id`

/** The line of a bonus record, with exactly 8 decimals. Source: operations.md section 5. */
export function bonusLine(row: BonusRow): string {
  const { partnerId, type, orderId, level, currency, paidAt, period } = row
  const amount = formatUnits(BigInt(row.amount), decimalsOf(currency), DECIMALS_SHOWN)
  return csvLine([partnerId, type, orderId, level, currency, amount, paidAt, period])
}
