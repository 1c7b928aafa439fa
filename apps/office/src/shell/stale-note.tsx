import { Button, Note } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { dateShown, timeText } from '../lib/formats/formats.ts'
import { useNowUntil } from '../lib/browser/use-now-until.ts'
import { useOnline } from '../lib/browser/use-online.ts'
import { useFailedData, useOldestData } from './data-age.ts'

/** Above a page whose data could not be updated: why, and how old the data is. */
export function StaleNote() {
  const isOnline = useOnline()
  const { loadedAt, retry } = useFailedData()
  return (
    <div role="status">
      {!isOnline && <OfflineNote />}
      {isOnline && loadedAt !== null && <FailedNote loadedAt={loadedAt} onRetry={retry} />}
    </div>
  )
}

function OfflineNote() {
  const { t } = useTranslation()
  const loadedAt = useOldestData()
  const age = useAge(loadedAt ?? 0)
  return (
    <div className="banner">
      <Note tone="orange" icon="globe">
        <b>{t('offline.title')}</b> {loadedAt === null ? t('offline.text') : t('offline.note', age)}
      </Note>
    </div>
  )
}

type FailedNoteProps = { readonly loadedAt: number; readonly onRetry: () => void }

function FailedNote({ loadedAt, onRetry }: FailedNoteProps) {
  const { t } = useTranslation()
  const retry = (
    <Button size="sm" onClick={onRetry}>
      {t('common.retry')}
    </Button>
  )
  return (
    <div className="banner">
      <Note tone="orange" icon="clock" action={retry}>
        {t('stale.note', useAge(loadedAt))}
      </Note>
    </div>
  )
}

/** An instant as its time and as its age, which grows while it is shown. */
function useAge(instant: number): { readonly time: string; readonly age: string } {
  const { i18n } = useTranslation()
  const now = useNowUntil(Infinity)
  return { time: `${timeText(instant)} UTC`, age: dateShown(instant, now, i18n.language) }
}
