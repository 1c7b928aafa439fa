import type { LargestCorrection, PeriodCorrection, ProgrammeSum } from '@partner-office/contracts'
import { decimalsOf, eurCents, formatUnits, type ProgrammeTotal } from '@partner-office/domain'

import type { PeriodSum } from '../../business/months/closed-period.ts'
import type { StoredClosing } from '../../business/months/closing.ts'
import type { Correction } from '../../business/months/largest-corrections.ts'
import { type OrderGroup, readCauses } from '../../business/months/late-orders.ts'
import type { Db } from '../../db/database.ts'
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

/** A large correction as it is stored: names of partners are read when it is shown. */
export type StoredCorrection = Omit<LargestCorrection, 'partner'> & { readonly partnerId: number }

/** A large correction as it is stored. */
export const largestOf = ({
  period,
  units,
  currency,
  eur,
  ...correction
}: Correction): StoredCorrection => ({
  ...correction,
  month: period,
  currency,
  amount: formatUnits(units, decimalsOf(currency)),
  eur: eur === null ? null : eurTextOf(eur),
})

type Correcting = Pick<StoredClosing, 'latePeriods' | 'upToFact'>

/** What a closing credits to each earlier month, with the orders that cause it. `closings` are those before it. */
export async function readCorrections(
  db: Db,
  closings: readonly StoredClosing[],
  { latePeriods, upToFact }: Correcting,
  sums: readonly PeriodSum[],
): Promise<PeriodCorrection[]> {
  const corrections = []
  for (const late of latePeriods) {
    const causes = await readCauses(db, closings, { periods: [late], upToFact })
    corrections.push(correctionOf(late, causes, sums))
  }
  return corrections
}

const correctionOf = (
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
