import type { MonthClose } from '@partner-office/domain'

import { readEarned, readHighest } from '../../business/months/programme-sums.ts'
import type { Db } from '../../db/database.ts'
import { eurTextOf, type Finding, line, listed, NOTHING } from './finding.ts'
import type { ClosedMonth } from './ground.ts'
import { readThreshold } from './thresholds.ts'

/** Of these highest partners, newcomers are named. */
const TOP = 100
/** The check of the factor names only partners who get this amount or more. Units: 1e-8 EUR. */
const LEAST_FACTOR_EUR = 1_000n * 10n ** 8n

/** What the month would credit, for the checks that look at each partner. Units: `earned` 1e-8 EUR by row of the month's facts. */
export type Amounts = {
  readonly db: Db
  readonly month: MonthClose
  readonly partnerIds: readonly number[]
  readonly earned: BigInt64Array
  readonly before: readonly ClosedMonth[]
}

/** Partners among the highest who were below a place in each of the months closed last. Who earned nothing then was below it. */
export async function findNewTop(amounts: Amounts): Promise<Finding> {
  const { db, before } = amounts
  const threshold = await readThreshold(db, 'newTop')
  if (before.length === 0) return { ...NOTHING, threshold }
  const known = new Set<number>()
  for (const { closing } of before) {
    const highest = await readHighest(db, closing, Number(threshold))
    for (const id of highest) known.add(id)
  }
  const lines = highestNow(amounts).flatMap(({ id, eur }, place) =>
    known.has(id) ? [] : [line('partner', id, { place: place + 1, eur: eurTextOf(eur) })],
  )
  return listed(lines, { threshold })
}

/** The highest partners of the month in EUR; ties by id. */
function highestNow({ earned, month }: Amounts): { id: number; eur: bigint }[] {
  const { ids } = month.basis.facts.partners
  return rowsFrom(earned, 1n)
    .map((row) => ({ id: ids[row]!, eur: earned[row]! }))
    .toSorted((a, b) => (a.eur === b.eur ? a.id - b.id : a.eur < b.eur ? 1 : -1))
    .slice(0, TOP)
}

/** The rows that earned an amount or more. */
function rowsFrom(earned: BigInt64Array, least: bigint): number[] {
  const rows: number[] = []
  for (let row = 0; row < earned.length; row += 1) if (earned[row]! >= least) rows.push(row)
  return rows
}

/** Partners who get more than a factor of the own mean of the months closed last. */
export async function findFactor({ db, before, month, earned }: Amounts): Promise<Finding> {
  const threshold = await readThreshold(db, 'factor')
  if (before.length === 0) return { ...NOTHING, threshold }
  const { ids } = month.basis.facts.partners
  const rows = rowsFrom(earned, LEAST_FACTOR_EUR)
  const partnerIds = rows.map((row) => ids[row]!)
  const sums = new Map<number, bigint>()
  for (const { closing } of before) {
    for (const [id, eur] of await readEarned(db, closing, partnerIds)) {
      sums.set(id, (sums.get(id) ?? 0n) + eur)
    }
  }
  const found = rows.flatMap((row) => {
    const [id, now, sum] = [ids[row]!, earned[row]!, sums.get(ids[row]!) ?? 0n]
    if (now * BigInt(before.length) <= BigInt(threshold) * sum) return []
    const mean = eurTextOf(sum / BigInt(before.length))
    return [{ id, now, mean }]
  })
  const lines = found
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, now, mean }) => line('partner', id, { eur: eurTextOf(now), mean }))
  return listed(lines, { threshold })
}

/** Blocked partners who get something. */
export async function findBlocked({ db, partnerIds, month, earned }: Amounts): Promise<Finding> {
  const threshold = await readThreshold(db, 'blocked')
  const { ids, blocked } = month.basis.facts.partners
  const credited = new Set(partnerIds)
  const found: { id: number; eur: bigint }[] = []
  for (let row = 0; row < ids.length; row += 1) {
    if (blocked[row] === 1 && credited.has(ids[row]!)) {
      found.push({ id: ids[row]!, eur: earned[row]! })
    }
  }
  const lines = found
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, eur }) => line('partner', id, { eur: eurTextOf(eur) }))
  return listed(lines, { threshold, from: Number(threshold) })
}
