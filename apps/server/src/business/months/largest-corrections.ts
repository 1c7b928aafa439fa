import {
  type AccountCurrency,
  coinUnits,
  type CoinUnits,
  eurValueOf,
  type MonthClose,
  type PeriodBonusType,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import type { Closing } from './closing.ts'
import type { PeriodCredit } from './period-credit.ts'
import { EUR_OF_RECORD } from './programme-sums.ts'
import { correctionRecords } from './seal-closing.ts'

/** A single credit of a closing to an earlier month. Units: the smallest of its currency; `eur` 1e-8 EUR, null without a value. */
export type Correction = {
  /** Null for one that is computed and not posted. */
  readonly recordId: number | null
  readonly partnerId: number
  readonly period: string
  readonly type: PeriodBonusType
  readonly currency: AccountCurrency
  readonly units: CoinUnits
  readonly eur: bigint | null
}

const MOST = 5

/** Keeps the largest of the corrections that are computed: by their value in EUR, those without one last. */
export class LargestCorrections {
  #kept: Correction[] = []

  get kept(): readonly Correction[] {
    return this.#kept
  }

  add({ basis: { period } }: MonthClose, { record }: PeriodCredit): void {
    const { partnerId, type, currency, units, derivation } = record
    const eur = eurValueOf(currency, derivation.rate?.rate ?? null)?.(units) ?? null
    const correction = { recordId: null, partnerId, period, type, currency, units, eur }
    const smallest = this.#kept[MOST - 1]
    if (smallest !== undefined && bySize(smallest, correction) <= 0) return
    this.#kept = [...this.#kept, correction].toSorted(bySize).slice(0, MOST)
  }
}

function bySize(a: Correction, b: Correction): number {
  const [eurOfA, eurOfB] = [a.eur ?? -1n, b.eur ?? -1n]
  if (eurOfA !== eurOfB) return eurOfA > eurOfB ? -1 : 1
  if (a.units !== b.units) return a.units > b.units ? -1 : 1
  return a.partnerId - b.partnerId || (a.type < b.type ? -1 : 1)
}

type Row = Omit<Correction, 'units' | 'eur'> & {
  readonly amount: string
  readonly eurUnits: string | null
}

/** The largest corrections that a closing has credited, in the same order. */
export async function readLargestCorrections(
  db: Db,
  closing: Pick<Closing, 'id' | 'period' | 'latePeriods'>,
): Promise<Correction[]> {
  const { rows } = await sql<Row>`
    select id as record_id, partner_id, period, type, currency, amount::text, (${EUR_OF_RECORD})::text as eur_units
    from bonus_records where ${correctionRecords(closing)}
    order by ${EUR_OF_RECORD} desc nulls last, bonus_records.amount desc, partner_id, type collate "C" limit ${MOST}`.execute(
    db,
  )
  return rows.map(({ amount, eurUnits, ...row }) => ({
    ...row,
    units: coinUnits(BigInt(amount)),
    eur: eurUnits === null ? null : BigInt(eurUnits),
  }))
}
