import type { CSSProperties } from 'react'

import { KEY_TONES, type ProgressTone } from './progress.tsx'

type LegBarProps = {
  tone: ProgressTone
  /** Percent of the lane, the same scale for all legs of a card. */
  counted: number
  /** Turnover that would count in addition, drawn after `counted`. */
  planned?: number
  /** The part beyond both is hatched. */
  total: number
  cap?: number | undefined
  /** The figures in words; they also stand next to the bar. */
  label: string
}

/** Differences of percentages below this one come from rounding. */
const LEAST = 1e-9

/** One leg: counting turnover solid, planned turnover pale, turnover above the cap hatched, and a tick at the cap. */
export function LegBar({ tone, counted, planned = 0, total, cap, label }: LegBarProps) {
  const above = total - counted - planned
  return (
    <div className="legbar" role="img" aria-label={label}>
      <div className="lane">
        <i className={KEY_TONES[tone]} style={{ inlineSize: `${counted}%` }} />
        {planned > 0 && (
          <i className={`${KEY_TONES[tone]} plan`} style={{ inlineSize: `${planned}%` }} />
        )}
        {above > LEAST && <i className="hatch" style={{ inlineSize: `${above}%` }} />}
      </div>
      {cap !== undefined && (
        <span className="cap-mark" style={{ '--at': `${cap}%` } as CSSProperties} />
      )}
    </div>
  )
}
