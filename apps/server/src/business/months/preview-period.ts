import { coinUnits, decimalsOf, formatUnits, type PeriodTotal } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { type ClosedPeriod, type PeriodSum, readClosed } from './closed-period.ts'
import { findClosing } from './closing.ts'
import { type ComputedClosing, computeClosing } from './compute-closing.ts'
import { type Correction, LargestCorrections } from './largest-corrections.ts'
import { correctionSlices } from './late-credits.ts'
import { prepareClosing } from './prepare-closing.ts'
import { requireOver } from './require-over.ts'
import { hashOfMonth } from './seal-closing.ts'

/**
 * Computes what closing a month would credit now. Changes nothing.
 *
 * Refuses: as `closePeriod`; `ClosingConflict`, if the closing of the month begins at the same moment.
 */
export async function previewPeriod(core: Core, period: string): Promise<ClosedPeriod> {
  requireOver(core, period)
  const { read } = core.database
  const begun = await findClosing(read, period)
  if (begun?.isSealed === true) return readClosed(read, begun)
  const closing = begun ?? (await prepareClosing(core, period))
  const computed = await computeClosing(core, read, closing)
  return (await previewOf(read, { ...computed, totals: computed.month.totals() })).closed
}

/** A computed closing with what it credits to its own month by type and currency. */
type Totalled = ComputedClosing & { readonly totals: readonly PeriodTotal[] }

type Preview = { readonly closed: ClosedPeriod; readonly largest: readonly Correction[] }

/** What a computed closing credits, as `closePeriod` answers it, and its largest corrections of earlier months. */
export async function previewOf(db: Db, computed: Totalled): Promise<Preview> {
  const { month, totals } = computed
  const { period } = month.basis
  const { sums, largest } = await addUpCorrections(db, computed)
  const closed = {
    period,
    records: month.size,
    sums: [...sumsOf(period, totals), ...sums],
    sha256: (await hashOfMonth(month)).toString('hex'),
  }
  return { closed, largest }
}

const sumsOf = (period: string, totals: readonly PeriodTotal[]): PeriodSum[] =>
  totals.map(({ type, currency, records, units }) => {
    const amount = formatUnits(units, decimalsOf(currency))
    return { period, type, records, currency, amount }
  })

async function addUpCorrections(db: Db, { closing, late }: ComputedClosing) {
  const largest = new LargestCorrections()
  const sums: PeriodSum[] = []
  for (const again of late) {
    const totals = new Map<string, PeriodTotal>()
    for await (const { credits } of correctionSlices(db, closing, again)) {
      for (const credit of credits) {
        largest.add(again, credit)
        const { type, currency, units } = credit.record
        const known = totals.get(`${type} ${currency}`)
        const records = (known?.records ?? 0) + 1
        const sum = coinUnits((known?.units ?? 0n) + units)
        totals.set(`${type} ${currency}`, { type, currency, records, units: sum })
      }
    }
    const sorted = [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
    sums.push(...sumsOf(again.basis.period, sorted))
  }
  return { sums, largest: largest.kept }
}
