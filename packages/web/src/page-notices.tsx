import { Icon, usePastNotices } from '@partner-office/ui'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

type PageNoticesProps = {
  /** The page that the notices belong to: another page begins with an empty list. */
  readonly page: string
}

/** The notifications that have closed by themselves on this page, to be read again. Source: decisions C11.33. */
export function PageNotices({ page }: PageNoticesProps) {
  const { t } = useTranslation()
  const { notices, forget } = usePastNotices()
  useEffect(() => forget, [page, forget])
  if (notices.length === 0) return null
  return (
    <details className="past-notices">
      <summary>{t('notices.title')}</summary>
      <ul>
        {notices.map(({ id, kind, title, text, at }) => (
          <li key={id} className={kind === 'error' ? 'failed' : 'done'}>
            <Icon name={kind === 'error' ? 'failed' : 'done'} size={18} />
            <span className="grow">
              {title}
              {text !== undefined && <span className="meta block">{text}</span>}
            </span>
            <time className="caption digits" dateTime={new Date(at).toISOString()}>
              {new Date(at).toISOString().slice(11, 16)} UTC
            </time>
          </li>
        ))}
      </ul>
    </details>
  )
}
