import { ONE, type Rate, Refusal, toDecimalText } from '@partner-office/domain'

import { readClosings, type Closing, type StoredClosing } from '../../business/months/closing.ts'
import { type ComputedClosing, computeClosing } from '../../business/months/compute-closing.ts'
import { readCauses } from '../../business/months/late-orders.ts'
import { readProgrammes } from '../../business/months/programme-sums.ts'
import type { Core } from '../../core/core.ts'
import { inSlices } from '../../network/in-slices.ts'
import type { ClosedMonth, Ground, MissingRate, UsedRate } from './ground.ts'

/** So many of the months closed last are compared with. Source: requirements MON-003. */
const COMPARED = 3

/** No stored quote has this number. */
const ASSUMED_ID = 0

type Computed = { readonly computed: ComputedClosing; readonly missing: readonly MissingRate[] }

/**
 * Computes a closing. Where a rate is missing it goes on with an assumed one, to name each missing rate with the first record that
 * needs it; the amounts are of no use then.
 *
 * `step` is called between steps and may throw to stop.
 */
export async function computeKnowing(
  core: Core,
  closing: Closing,
  step: () => void,
): Promise<Computed> {
  const assumed: Rate[] = []
  for (;;) {
    try {
      const computed = await computeClosing(core, core.database.read, closing, assumed)
      step()
      return { computed, missing: assumed.map(({ to }) => missingOf(computed, to)) }
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

function missingOf({ month }: ComputedClosing, currency: Rate['to']): MissingRate {
  for (const { partnerId, type, orderId, ...record } of month.records()) {
    if (record.currency !== currency) continue
    return { currency, first: { partnerId, type, orderId } }
  }
  return { currency: currency as MissingRate['currency'], first: null }
}

/** Gathers what the checks look at. */
export async function layGround(
  core: Core,
  { computed, missing }: Computed,
  step: () => void,
): Promise<Ground> {
  const { read } = core.database
  const { closing, month } = computed
  const closings = await readClosings(read)
  const { totals, partnerIds } = await inSlices(stepping(month.programmes(), step))
  const before: ClosedMonth[] = []
  for (const each of closedBefore(closings, closing.period)) {
    before.push({ closing: each, totals: await readProgrammes(read, each) })
    step()
  }
  const { latePeriods: periods, upToFact } = closing
  return {
    core,
    closing,
    month,
    totals,
    partnerIds,
    earned: await inSlices(stepping(month.eurByRow(), step)),
    missing,
    rates: usedRates(computed),
    before,
    late: await readCauses(read, closings, { periods, upToFact }),
  }
}

/** The months before a month that were closed last, the oldest first. */
export const closedBefore = (closings: readonly StoredClosing[], period: string): StoredClosing[] =>
  closings
    .filter(({ isSealed, period: each }) => isSealed && each < period)
    .toSorted((a, b) => (a.period < b.period ? -1 : 1))
    .slice(-COMPARED)

function* stepping<T>(work: Generator<void, T>, step: () => void): Generator<void, T> {
  for (let each = work.next(); ; each = work.next()) {
    if (each.done === true) return each.value
    step()
    yield
  }
}

/** The quotes that the records of a month are credited at, by currency. */
function usedRates({ month }: ComputedClosing): UsedRate[] {
  const used = new Map<string, UsedRate>()
  for (const { rate, share } of month.derivations) {
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
