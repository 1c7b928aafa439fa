import { Button, Icon } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useNowUntil } from '../lib/browser/use-now-until.ts'
import { useOffice } from '../lib/session/office.ts'
import { fullNameOf, type KnownProfile } from '../lib/session/profile.ts'
import { profileKey } from '../lib/session/profile-key.ts'
import type { View } from './start-up.ts'
import './view-bar.css'

const MINUTE_MS = 60_000

/** Above every page of a view: whose office it is, that it is read-only, the minutes left, and the end. Source: requirements PTR-014. */
export function ViewBar() {
  const { view } = useOffice().startUp
  return view === null ? null : <Bar view={view} />
}

function Bar({ view: { email, endsAt } }: { readonly view: View }) {
  const { t } = useTranslation()
  const { startUp } = useOffice()
  const bar = useRef<HTMLElement>(null)
  useKeptClear(bar)
  const profile = useQueryClient().getQueryData<KnownProfile>(profileKey)
  const name = (profile && fullNameOf(profile)) || email
  return (
    <aside ref={bar} className="view-bar" aria-label={t('view.title')}>
      <Icon name="eye" size={18} />
      <span className="grow">
        <b>{t('view.office', { name })}</b> <TimeLeft endsAt={endsAt} />
      </span>
      <Button size="sm" onClick={() => void startUp.logOut()}>
        {t('view.end')}
      </Button>
    </aside>
  )
}

function TimeLeft({ endsAt }: Pick<View, 'endsAt'>) {
  const { t, i18n } = useTranslation()
  const { startUp } = useOffice()
  const left = endsAt - useNowUntil(endsAt)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) startUp.endView()
  }, [isOver, startUp])
  const minutes = Math.max(0, Math.ceil(left / MINUTE_MS))
  const unit = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  })
  return <span className="digits">{t('view.left', { time: unit.format(minutes) })}</span>
}

/** What sticks to the top of the window sticks below the bar, whose lines depend on the width. */
function useKeptClear(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measure = () => style.setProperty('--view-bar', `${bar.current?.offsetHeight ?? 0}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(bar.current!)
    return () => {
      observer.disconnect()
      style.removeProperty('--view-bar')
    }
  }, [bar])
}
