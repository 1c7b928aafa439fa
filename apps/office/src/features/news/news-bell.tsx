import { Count, IconButton } from '@partner-office/ui'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'
import { PATHS } from '../../paths.ts'
import type { Opened } from './news-item.ts'
import { useNews } from './use-news.ts'

const NewsDrawer = lazy(() =>
  import('./news-drawer.tsx').then(({ NewsDrawer: component }) => ({ default: component })),
)
const NewsPopup = lazy(() =>
  import('./news-popup.tsx').then(({ NewsPopup: component }) => ({ default: component })),
)

/** The bell with the unread count, if the operators show news. Source: requirements NAV-016, NEW-002; decisions D-131. */
export function NewsBell() {
  const { config } = useOffice()
  return config.isOn('newsfeed') ? <Bell /> : null
}

function Bell() {
  const { t } = useTranslation()
  const news = useNews()
  const post = useSearch({ from: PATHS.dashboard, shouldThrow: false })?.news
  const [opened, setOpened] = useState<Opened | null>(post === undefined ? null : { post })
  const { unread } = news
  return (
    <>
      <IconButton
        icon="bell"
        label={unread === 0 ? t('news.open') : t('news.openUnread', { count: unread })}
        aria-expanded={opened !== null}
        badge={unread > 0 && <Count alert>{unread}</Count>}
        onClick={() => setOpened(opened === null ? {} : null)}
      />
      <Suspense>
        {opened !== null && (
          <NewsDrawer news={news} opened={opened} onClose={() => setOpened(null)} />
        )}
        {opened === null && news.isPopupDue && <NewsPopup news={news} onRead={setOpened} />}
      </Suspense>
    </>
  )
}
