import type { BonusRecord } from '@partner-office/contracts'

import { type LegFigures, legFigures } from '../../parts/legs/leg-figures.ts'

type Leg = Extract<BonusRecord['topPartners'][number], { readonly rule: unknown }>

/** Turnover of a month that counts toward the target, leg by leg. Units: EUR. Source: decisions C1, C4, D-053. */
export function infinityFigures(record: BonusRecord): LegFigures {
  const legs = record.topPartners
    .filter((leg): leg is Leg => 'rule' in leg)
    .map(({ counting_turnover: counting, rule, ...leg }) => ({
      ...leg,
      counting,
      cap: record.percents.find(({ value }) => value === rule)?.max ?? null,
    }))
  return legFigures({ ...record, legs })
}
