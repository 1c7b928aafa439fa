import type { CurrencyShare } from '../../plan/plan.ts'
import type { PeriodBonusType } from '../bonus-types.ts'
import { amountOf, type BonusValue, type Derivation } from './derivation.ts'
import type { MonthBasis } from './month-basis.ts'
import type { RecordDraft } from './record-draft.ts'

/** Partners who get the same amount. Units: rows; `sources` as in `RecordColumns`. */
export type CreditGroup = {
  readonly derivation: Derivation
  readonly rows: readonly number[]
  readonly sources: readonly number[] | null
}

/**
 * The groups that one value makes: one for each currency it is credited in.
 *
 * Refuses: `not_found`, if a currency has no quote.
 */
export function groupsOf(
  basis: MonthBasis,
  {
    type,
    planVersion,
    value,
    currencies,
    rows,
    sources,
  }: {
    type: PeriodBonusType
    planVersion: number
    value: BonusValue
    currencies: readonly CurrencyShare[]
    rows: readonly number[]
    sources: readonly number[] | null
  },
): CreditGroup[] {
  return currencies.map((share) => {
    const rate = value.kind === 'coins' ? null : basis.rateFor(share.currency)
    return { derivation: { type, planVersion, value, share, rate }, rows, sources }
  })
}

/** Adds groups so that each partner's records of a type stand by currency, then by amount. */
export function addGroups(draft: RecordDraft, groups: readonly CreditGroup[]): void {
  const sorted = groups
    .map((group) => ({ ...group, units: amountOf(group.derivation, null).units }))
    .sort(byCurrencyAndAmount)
  for (const { derivation, rows, sources } of sorted) draft.addAll(derivation, rows, sources)
}

type Sized = CreditGroup & { readonly units: bigint }

function byCurrencyAndAmount(a: Sized, b: Sized): number {
  const [currencyA, currencyB] = [a.derivation.share.currency, b.derivation.share.currency]
  if (currencyA !== currencyB) return currencyA < currencyB ? -1 : 1
  if (a.units === b.units) return 0
  return a.units < b.units ? -1 : 1
}
