import type { ReactNode } from 'react'

import { classes } from './classes.ts'

/** The class of each colour that a bar may have. */
export const KEY_TONES = {
  leg1: 'tone-leg1',
  leg2: 'tone-leg2',
  others: 'tone-others',
  done: 'done',
} as const
export type ProgressTone = keyof typeof KEY_TONES

const MARKS = { hatched: 'hatched', cap: 'tick', planned: 'tone-leg1 plan' } as const

type ProgressProps = {
  /** From the start of the bar; together at most 100. */
  segments: readonly { percent: number; tone: ProgressTone; isPlanned?: boolean }[]
  /** The figures in words; they also stand next to the bar. */
  label: string
  size?: 'thin' | 'md' | 'lg'
}

/** Segments add up to their whole despite the rounding of their percentages. */
const FULL = 100 - 1e-9

/** A bar whose full width is the target: below the target its end stays empty. Empty segments are not drawn. */
export function Progress({ segments, label, size = 'md' }: ProgressProps) {
  const isFull = segments.reduce((sum, { percent }) => sum + percent, 0) >= FULL
  return (
    <div
      className={classes(
        'progress-bar',
        size === 'thin' && 'thin',
        size === 'lg' && 'large',
        !isFull && 'open',
      )}
      role="img"
      aria-label={label}
    >
      {segments
        .filter(({ percent }) => percent > 0)
        .map(({ percent, tone, isPlanned = false }) => (
          <i
            key={`${tone} ${isPlanned}`}
            className={classes(KEY_TONES[tone], isPlanned && 'plan')}
            style={{ inlineSize: `${percent}%` }}
          />
        ))}
    </div>
  )
}

/** Legend of one mark of a bar: `hatched` is turnover above a cap, `cap` its tick, `planned` turnover that would count. */
export function Key({
  tone,
  children,
}: {
  tone: ProgressTone | 'hatched' | 'cap' | 'planned'
  children: ReactNode
}) {
  const mark = tone in MARKS ? MARKS[tone as keyof typeof MARKS] : KEY_TONES[tone as ProgressTone]
  return (
    <span className={classes('legend', mark)}>
      <span className="ellipsis">{children}</span>
    </span>
  )
}
