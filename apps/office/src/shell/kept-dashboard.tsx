import { Button, CardNote, Note } from '@partner-office/ui'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Offline } from './offline.tsx'

type KeptProps = { readonly at: number; readonly children: ReactNode }

/** The last dashboard without a connection: every card says how old it is. Other pages are not kept. Source: PWA-003. */
export function KeptDashboard({ at, children }: KeptProps) {
  const { t, i18n } = useTranslation()
  const isKept = /^\/[a-z]{2}\/dashboard\/?$/.test(useLocation().pathname)
  if (!isKept) return <Offline />
  const format = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const retry = (
    <Button size="sm" onClick={() => location.reload()}>
      {t('common.retry')}
    </Button>
  )
  return (
    <CardNote
      value={<p className="meta">{t('device.asOf', { time: `${format.format(at)} UTC` })}</p>}
    >
      <div className="banner" role="status">
        <Note tone="orange" icon="globe" action={retry}>
          <b>{t('offline.title')}</b> {t('device.readOnly')}
        </Note>
      </div>
      {children}
    </CardNote>
  )
}
