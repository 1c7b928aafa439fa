import { Gem } from '@partner-office/ui'

import { Ring } from './unilevel/ring.tsx'
import type { UnilevelTable } from './unilevel/unilevel-levels.ts'

/** A picture of the ranks. */
export function RankArt() {
  return (
    <span className="in-row gap-4" role="presentation">
      <Gem code="TOPAZ" size={36} />
      <Gem code="DIAMOND" size={52} />
      <Gem code="SAPPHIRE" size={36} />
    </span>
  )
}

/** A picture of the levels, with their percentages. */
export function UnilevelArt({ levels }: UnilevelTable) {
  return (
    <svg width="104" height="104" viewBox="0 0 104 104" aria-hidden="true">
      <Ring
        percents={levels.map(({ percent }) => Number(percent))}
        size={104}
        radius={12}
        step={9}
        width={5}
      />
    </svg>
  )
}

/** A picture of a target and what counts toward it. */
export function InfinityArt() {
  return (
    <div className="progress-bar large bonus-bar" aria-hidden="true">
      <i className="tone-leg1" />
      <i className="tone-leg2" />
      <i className="tone-others" />
    </div>
  )
}
