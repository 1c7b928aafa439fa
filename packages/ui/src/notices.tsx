import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type NoticeProps = {
  title: string
  /** Whether the notice draws a card around itself. */
  isCard?: boolean
}

type ErrorNoticeProps = NoticeProps & {
  text?: ReactNode
  retryLabel: string
  onRetry: () => void
  busy?: boolean
}

/** Error in place of data that failed to load, with a retry button. */
export function ErrorNotice({ retryLabel, onRetry, busy, ...notice }: ErrorNoticeProps) {
  const retry = (
    <Button icon="retry" busy={busy} onClick={onRetry}>
      {retryLabel}
    </Button>
  )
  return <Notice {...notice} role="alert" icon="warning" action={retry} />
}

type EmptyNoticeProps = NoticeProps & { hint: ReactNode; action?: ReactNode }

/** Empty state in place of rows: what is missing, and one action. */
export function EmptyNotice({ hint, ...notice }: EmptyNoticeProps) {
  return <Notice {...notice} role="status" icon="search" text={hint} />
}

type DrawnNotice = NoticeProps & {
  role: 'alert' | 'status'
  icon: IconName
  text?: ReactNode
  action?: ReactNode
}

function Notice({ role, icon, title, text, action, isCard = false }: DrawnNotice) {
  const notice = (
    <div className="empty" role={role}>
      <Icon name={icon} size={28} />
      <p className="heading-2">{title}</p>
      {text && <p className="subdued">{text}</p>}
      {action && <div className="actions">{action}</div>}
    </div>
  )
  return isCard ? <div className="card">{notice}</div> : notice
}

type FullMessageProps = {
  icon: IconName
  title: string
  text: ReactNode
  /** A code, an address or a time, in the quiet tone. */
  detail?: ReactNode
  actions?: ReactNode
}

/** A full-page message, in place of a page. */
export function FullMessage({ icon, title, text, detail, actions }: FullMessageProps) {
  return (
    <div className="full-message">
      <Icon name={icon} size={32} />
      <h1 className="heading-1">{title}</h1>
      <div className="subdued">{text}</div>
      {detail && <div className="meta">{detail}</div>}
      {actions && <div className="actions">{actions}</div>}
    </div>
  )
}
