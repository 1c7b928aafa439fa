import { type Currency, parseDecimal, type RateType } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { type InputProblem, InvalidInput } from '../../input/invalid-input.ts'
import { withWholeFiles } from '../facts/with-whole-files.ts'

/** A quote to set. Units: `rate` of `to` for one `from`, a plain decimal as it was written. */
export type NewRate = {
  readonly from: Currency
  readonly to: Currency
  readonly rateType: RateType
  readonly rate: string
}

export type StoredRate = NewRate & { readonly updatedAt: number }

/**
 * Sets exchange rates, all or none; earlier rates stay stored, because credits refer to them.
 *
 * Refuses: `validation_error`, naming every rate that is not above 0, too long, or from a currency to itself.
 * Source: api.md section 7; decisions D-099, D-100.
 */
export async function setRates(core: Core, rates: readonly NewRate[]): Promise<StoredRate[]> {
  InvalidInput.refuseAny(rates.flatMap(problemsOf))
  const setAt = core.clock()
  const rows = rates.map(({ from, to, rateType, rate }) => ({
    fromCurrency: from,
    toCurrency: to,
    rateType,
    rate,
    setAt,
  }))
  // All orders of a file are decided at the same quotes.
  await withWholeFiles(core, () =>
    core.database.transaction((tx) => tx.insertInto('rates').values(rows).execute()),
  )
  return rates.map((rate) => ({ ...rate, updatedAt: setAt }))
}

function problemsOf({ from, to, rate }: NewRate, index: number): InputProblem[] {
  const problems: InputProblem[] = []
  const parsed = parseDecimal(rate, { maxIntegerDigits: 12, maxDecimals: 18 })
  if (parsed === null || parsed.units <= 0n) {
    const problem = 'must be a decimal above 0 with at most 12 digits and 18 decimals'
    problems.push({ place: `[${index}].rate`, problem })
  }
  if (from === to) problems.push({ place: `[${index}].to`, problem: 'must differ from `from`' })
  return problems
}
