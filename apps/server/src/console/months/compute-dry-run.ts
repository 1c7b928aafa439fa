import {
  type MonthClose,
  ONE,
  type ProgrammeTotal,
  type Rate,
  Refusal,
  toDecimalText,
} from '@partner-office/domain'

import { type Closing, readClosings, type StoredClosing } from '../../business/months/closing.ts'
import { type ComputedClosing, computeClosing } from '../../business/months/compute-closing.ts'
import { readCauses } from '../../business/months/late-orders.ts'
import { previewOf } from '../../business/months/preview-period.ts'
import { readProgrammes } from '../../business/months/programme-sums.ts'
import { NO_PROGRESS, type Progress } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { inSlices } from '../../network/in-slices.ts'
import { PlanBook } from '../../plans/plan-book.ts'
import { type Amounts, findBlocked, findFactor, findNewTop } from './checks-of-amounts.ts'
import type { ClosedMonth, ComputedDryRun, MissingRate, UsedRate } from './ground.ts'

/** How many earlier closed months a dry run is compared with. Source: requirements MON-003. */
const COMPARED = 3

/** No stored quote has this number. */
const ASSUMED_ID = 0

/**
 * Computes what a closing would credit, and all of the dry run that looks at each partner. What it reads was stored before the closing
 * was prepared, so that several queries see one state.
 *
 * Source: requirements MON-002 to MON-005.
 */
export async function computeDryRun(
  db: Db,
  closing: Closing,
  progress: Progress = NO_PROGRESS,
): Promise<ComputedDryRun> {
  const { computed, missing } = await computeKnowing(db, closing)
  progress(1, 3, 'adding up')
  const { month } = computed
  const { totals, partnerIds } = await inSlices(month.programmes())
  const preview = missing.length > 0 ? null : await previewOf(db, { ...computed, totals })
  progress(2, 3, 'checking')
  const closings = await readClosings(db)
  const before = await readBefore(db, closedBefore(closings, closing.period))
  const sums = await inSlices(month.eurByRow())
  const earned = await inSlices(sums.values())
  const { latePeriods: periods, upToFact } = closing
  return {
    records: month.size,
    partners: partnerIds.length,
    preview: preview?.closed ?? null,
    largest: preview?.largest ?? [],
    totals,
    missing,
    rates: usedRates(month),
    before,
    late: await readCauses(db, closings, { periods, upToFact }),
    found: await checked({ db, month, partnerIds, earned, before }),
  }
}

async function checked(amounts: Amounts): Promise<ComputedDryRun['found']> {
  return {
    newTop: await findNewTop(amounts),
    factor: await findFactor(amounts),
    blocked: await findBlocked(amounts),
  }
}

async function readBefore(db: Db, closings: readonly StoredClosing[]): Promise<ClosedMonth[]> {
  const before: ClosedMonth[] = []
  for (const closing of closings) {
    before.push({ closing, totals: await readProgrammes(db, closing) })
  }
  return before
}

type Computed = { readonly computed: ComputedClosing; readonly missing: readonly MissingRate[] }

/**
 * Computes a closing. Where a rate is missing it goes on with an assumed one, to name each missing rate with the first record that
 * needs it; the amounts are of no use then.
 */
async function computeKnowing(db: Db, closing: Closing): Promise<Computed> {
  const plans = new PlanBook()
  const assumed: Rate[] = []
  for (;;) {
    try {
      const computed = await computeClosing({ plans }, db, closing, assumed)
      return { computed, missing: assumed.map(({ to }) => missingOf(computed.month, to)) }
    } catch (error) {
      const [, to] = /^EUR (\w+) SELL$/.exec(rateIn(error)) ?? []
      if (to === undefined || assumed.some((each) => each.to === to)) throw error
      assumed.push(assumedRate(to as Rate['to']))
    }
  }
}

const rateIn = (error: unknown): string =>
  error instanceof Refusal && error.code === 'not_found' ? String(error.params['rate'] ?? '') : ''

const assumedRate = (to: Rate['to']): Rate => ({
  id: ASSUMED_ID,
  from: 'EUR',
  to,
  rateType: 'SELL',
  rate: ONE,
  setAt: 0,
})

function missingOf(month: MonthClose, to: Rate['to']): MissingRate {
  const currency = to as ProgrammeTotal['currency']
  for (const { partnerId, type, orderId, ...record } of month.records()) {
    if (record.currency === currency) return { currency, first: { partnerId, type, orderId } }
  }
  return { currency, first: null }
}

/** The months before a month that were closed last, the oldest first. */
export const closedBefore = (closings: readonly StoredClosing[], period: string): StoredClosing[] =>
  closings
    .filter(({ isSealed, period: each }) => isSealed && each < period)
    .toSorted((a, b) => (a.period < b.period ? -1 : 1))
    .slice(-COMPARED)

/** The quotes that the records of a month are credited at, by currency. */
function usedRates({ derivations }: MonthClose): UsedRate[] {
  const used = new Map<string, UsedRate>()
  for (const { rate, share } of derivations) {
    if (rate === null || rate.id === ASSUMED_ID) continue
    const { id, setAt } = rate
    used.set(share.currency, {
      id,
      from: 'EUR',
      to: share.currency,
      rate: toDecimalText(rate.rate),
      setAt,
    })
  }
  return [...used.values()].toSorted((a, b) => (a.to < b.to ? -1 : 1))
}
