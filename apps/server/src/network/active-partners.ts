import { activeUntilAfter, isActiveAt, monthEnd, monthStart } from '@partner-office/domain'

import { NO_ROW } from './columns.ts'
import type { FiguresEngine } from './figures-engine.ts'

/** Active partners. Units: `months` has the first instant of each month, oldest first, with the partners active at any instant of it. */
export type ActivePartners = {
  readonly now: number
  readonly months: readonly { readonly at: number; readonly active: number }[]
}

const ROWS_A_STEP = 10_000
/** Bits of the mark of a partner: one for each month. */
const MOST_MONTHS = 31

/**
 * Counts active partners now, and in each of some months up to now, by the orders paid up to now. Rows must stay where they are
 * until the end.
 *
 * Source: decisions C8; console.md section 8, "Active".
 */
export function* countActive(
  engine: FiguresEngine,
  { now, months }: { readonly now: number; readonly months: number },
): Generator<void, ActivePartners> {
  if (months > MOST_MONTHS) throw new RangeError(`At most ${MOST_MONTHS} months`)
  const starts = monthStarts(now, months)
  const span: Span = { starts, ends: [...starts.slice(1), monthEnd(now)] }
  const counts = starts.map(() => 0)
  let active = 0
  const size = engine.size
  for (let row = 0; row < size; row += 1) {
    if (engine.activityHead[row] !== NO_ROW) {
      const { marks, until } = marksOf(engine.activityOf(row, now), span, now)
      if (isActiveAt(until, now)) active += 1
      for (let at = 0; at < counts.length; at += 1) counts[at]! += (marks >> at) & 1
    }
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield
  }
  return { now: active, months: starts.map((at, place) => ({ at, active: counts[place]! })) }
}

/** The first instants of the last months, oldest first. */
function monthStarts(now: number, months: number): number[] {
  const starts = [monthStart(now)]
  while (starts.length < months) starts.unshift(monthStart(starts[0]! - 1))
  return starts
}

/** The months, each from its first instant to the first one after it: computed once, as partners are many. */
type Span = { readonly starts: readonly number[]; readonly ends: readonly number[] }
type Entry = { readonly paidAt: number; readonly days: number }

/** A bit for each month in which the orders, oldest first, made their partner active, and until when they do. */
function marksOf(entries: readonly Entry[], { starts, ends }: Span, now: number) {
  let marks = 0
  let until: number | null = null
  for (const { paidAt, days } of entries) {
    until = activeUntilAfter(until, paidAt, days)
    const last = Math.min(until - 1, now)
    for (let at = 0; at < starts.length; at += 1) {
      if (paidAt < ends[at]! && last >= starts[at]!) marks |= 1 << at
    }
  }
  return { marks, until }
}
