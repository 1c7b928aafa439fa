import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type ErrorNoticeProps = {
  title: string
  text?: ReactNode
  retryLabel: string
  onRetry: () => void
  busy?: boolean
}

/** In place of what could not be loaded: what failed, and one way to try again. */
export function ErrorNotice({ title, text, retryLabel, onRetry, busy }: ErrorNoticeProps) {
  return (
    <div className="empty" role="alert">
      <Icon name="warning" size={28} />
      <p className="h2">{title}</p>
      {text && <p className="dim">{text}</p>}
      <div className="acts">
        <Button icon="retry" busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </div>
  )
}

/** In place of rows that do not exist: what is missing, and one way out. */
export function EmptyNotice({
  title,
  hint,
  action,
}: {
  title: string
  hint: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty" role="status">
      <Icon name="search" size={28} />
      <p className="h2">{title}</p>
      <p className="dim">{hint}</p>
      {action && <div className="acts">{action}</div>}
    </div>
  )
}

type FullMessageProps = {
  icon: IconName
  title: string
  text: ReactNode
  /** A code, an address or a time, in the quiet tone. */
  detail?: ReactNode
  actions?: ReactNode
}

/** The one thing on the page when there is no page to show. */
export function FullMessage({ icon, title, text, detail, actions }: FullMessageProps) {
  return (
    <div className="fmsg">
      <Icon name={icon} size={32} />
      <h1 className="h1">{title}</h1>
      <div className="dim">{text}</div>
      {detail && <div className="meta">{detail}</div>}
      {actions && <div className="acts">{actions}</div>}
    </div>
  )
}
