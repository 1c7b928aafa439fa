import type { ReactNode } from 'react'

import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

/** The colours of a chip. Source: NAV-035. */
export const CHIP_TONES = ['blue', 'orange', 'red', 'green', 'grey', 'grey-stroke'] as const
export type ChipTone = (typeof CHIP_TONES)[number]

/** A short state or type. The word or icon carries the meaning, not only the colour. */
export function Chip({
  tone,
  icon,
  children,
}: {
  tone: ChipTone
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={classes('chip', `tone-${tone}`)}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  )
}

/** A dot: filled is on, hollow is off. A word beside it says the same. */
export function Dot({ on }: { on: boolean }) {
  return <span className={classes('state-dot', on ? 'active' : 'inactive')} aria-hidden="true" />
}

/** A number badge; `alert` is for items that wait for the reader. */
export function Count({ alert = false, children }: { alert?: boolean; children: ReactNode }) {
  return <span className={classes('count', alert && 'alert')}>{children}</span>
}
