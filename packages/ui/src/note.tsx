import type { ReactNode } from 'react'

import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

const ICONS = {
  grey: 'info',
  blue: 'info',
  orange: 'warning',
  red: 'failed',
  green: 'done',
} as const satisfies Record<string, IconName>

type NoteProps = {
  tone?: keyof typeof ICONS
  icon?: IconName
  action?: ReactNode
  /** Announced by screen readers: at once if red, else politely. */
  live?: boolean
  children: ReactNode
}

/** A short message about the content around it. */
export function Note({
  tone = 'grey',
  icon = ICONS[tone],
  action,
  live = false,
  children,
}: NoteProps) {
  const role = tone === 'red' ? 'alert' : 'status'
  return (
    <div
      className={classes('note', tone !== 'grey' && `tone-${tone}`)}
      role={live ? role : undefined}
    >
      <Icon name={icon} size={18} />
      <div className="grow">{children}</div>
      {action}
    </div>
  )
}
