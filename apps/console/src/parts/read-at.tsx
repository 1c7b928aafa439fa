import { Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { clockText } from '../lib/instants.ts'

type ReadAtProps = {
  /** When the newest answer came, by the operator's machine; 0 before the first. */
  readonly at: number
  readonly hasFailed: boolean
}

/** Since when a page that reads itself again could not: what it shows is of then. */
export function ReadAt({ at, hasFailed }: ReadAtProps) {
  const { t } = useTranslation()
  if (at === 0 || !hasFailed) return null
  return (
    <span className="stale" role="status">
      <Icon name="warning" size={14} />
      {t('live.stale', { time: clockText(at) })}
    </span>
  )
}
