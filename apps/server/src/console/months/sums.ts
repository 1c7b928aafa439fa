import type { PeriodCorrection, ProgrammeSum } from '@partner-office/contracts'
import { decimalsOf, eurCents, formatUnits, type ProgrammeTotal } from '@partner-office/domain'

import type { PeriodSum } from '../../business/months/closed-period.ts'
import type { OrderGroup } from '../../business/months/late-orders.ts'
import { eurTextOf } from './finding.ts'

/** A total as a page shows it. */
export const sumOf = ({
  type,
  currency,
  records,
  partners,
  units,
  eur,
}: ProgrammeTotal): ProgrammeSum => ({
  type,
  currency,
  records,
  partners,
  amount: formatUnits(units, decimalsOf(currency)),
  eur: eur === null ? null : eurTextOf(eur),
})

/** What a closing credits to an earlier month, with the orders that cause it. */
export const correctionOf = (
  month: string,
  { orders, cents, firstAt, lastAt, orderIds }: OrderGroup & { readonly orderIds: number[] },
  sums: readonly PeriodSum[],
): PeriodCorrection => ({
  month,
  orders,
  ordersEur: formatUnits(eurCents(BigInt(cents)), 2),
  firstAt,
  lastAt,
  orderIds,
  sums: sums
    .filter(({ period }) => period === month)
    .map(({ type, currency, records, amount }) => ({ type, currency, records, amount })),
})
