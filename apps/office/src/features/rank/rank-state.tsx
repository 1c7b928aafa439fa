import { Chip, Icon, VisuallyHidden } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import type { RankRow } from './rank-row.ts'

/** Whether a rank is held, comes next or has been passed. Source: requirements RNK-021 to RNK-024. */
export function RankState({ state }: Pick<RankRow, 'state'>) {
  const { t } = useTranslation()
  if (state === 'current') return <Chip tone="blue">{t('rank.current')}</Chip>
  if (state === 'next') return <Chip tone="grey-stroke">{t('rank.next')}</Chip>
  if (state === '') return null
  return (
    <span className="muted reached" title={t('rank.reached')}>
      <Icon name="check" size={16} />
      <VisuallyHidden>{t('rank.reached')}</VisuallyHidden>
    </span>
  )
}
