import type { CSSProperties } from 'react'

import { KEY_TONES, type ProgressTone } from './progress.tsx'

type LegBarProps = {
  tone: ProgressTone
  /** Percent of the lane, the same scale for all legs of a card. */
  counted: number
  /** What would count besides; it follows what counts. */
  planned?: number
  /** What is beyond both is hatched. */
  total: number
  cap?: number | undefined
  /** The figures in words; they also stand next to the bar. */
  label: string
}

/** One leg: solid as far as it counts, pale what would, hatched above, and a tick at the cap. */
export function LegBar({ tone, counted, planned = 0, total, cap, label }: LegBarProps) {
  const above = total - counted - planned
  return (
    <div className="legbar" role="img" aria-label={label}>
      <div className="lane">
        <i className={KEY_TONES[tone]} style={{ inlineSize: `${counted}%` }} />
        {planned > 0 && (
          <i className={`${KEY_TONES[tone]} plan`} style={{ inlineSize: `${planned}%` }} />
        )}
        {above > 0 && <i className="hatch" style={{ inlineSize: `${above}%` }} />}
      </div>
      {cap !== undefined && (
        <span className="cap-mark" style={{ '--at': `${cap}%` } as CSSProperties} />
      )}
    </div>
  )
}
