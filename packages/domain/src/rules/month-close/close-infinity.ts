import type { InfinityWalk } from './infinity-walk.ts'
import type { MonthBasis } from './month-basis.ts'
import type { MonthInfinity } from './month-infinity.ts'
import type { RecordDraft } from './record-draft.ts'

/**
 * Credits the accruals of every order of the month, by the orders' numbers.
 *
 * Refuses: `not_found`, if a currency has no quote.
 * Source: decisions C4, C11.7.
 */
export function closeInfinity(
  basis: MonthBasis,
  infinity: MonthInfinity,
  draft: RecordDraft,
): void {
  const groups = new Map<InfinityWalk, (number | undefined)[]>()
  let own: (number | undefined)[] = []
  let last: InfinityWalk | null = null
  infinity.forEachWay((order, { rows, parts }, walk) => {
    if (walk !== last) {
      own = groups.get(walk) ?? []
      groups.set(walk, own)
      last = walk
    }
    for (let at = 0; at < rows.length; at += 1) {
      const part = parts[at]!
      const group = (own[part] ??= derive(basis, walk, draft, part))
      draft.addAccrual(order, rows[at]!, group)
    }
  })
}

/** One derivation for each currency, by its name. */
function derive(basis: MonthBasis, walk: InfinityWalk, draft: RecordDraft, part: number): number {
  const { plan, version: planVersion } = walk.segment.version
  const value = walk.valueOf(part)
  const shares = plan.programmes.infinity.currencies.toSorted((a, b) =>
    a.currency < b.currency ? -1 : 1,
  )
  return draft.derive(
    shares.map((share) => {
      const rate = basis.rateFor(share.currency)
      return { type: 'UCHAIN_INFINITY', planVersion, value, share, rate }
    }),
  )
}
