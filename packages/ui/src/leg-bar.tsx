import type { CSSProperties } from 'react'

import { KEY_TONES, type ProgressTone } from './progress.tsx'

type LegBarProps = {
  tone: ProgressTone
  /** Percent of the lane, the same scale for all legs of a card. */
  counted: number
  /** What is beyond `counted` is hatched. */
  total: number
  cap?: number | undefined
  /** The figures in words; they also stand next to the bar. */
  label: string
}

/** One leg: solid as far as it counts, hatched above, and a tick at the cap. */
export function LegBar({ tone, counted, total, cap, label }: LegBarProps) {
  return (
    <div className="legbar" role="img" aria-label={label}>
      <div className="lane">
        <i className={KEY_TONES[tone]} style={{ inlineSize: `${counted}%` }} />
        {total > counted && <i className="hatch" style={{ inlineSize: `${total - counted}%` }} />}
      </div>
      {cap !== undefined && (
        <span className="cap-mark" style={{ '--at': `${cap}%` } as CSSProperties} />
      )}
    </div>
  )
}
