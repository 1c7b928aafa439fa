import type { BonusRecord } from '@partner-office/contracts'
import { Chip } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { FinalChip, ReachedChip } from '../programmes/state-chips.tsx'
import { infinityStatus, meetsTarget } from './infinity-status.ts'

type ChipsProps = { readonly record: BonusRecord; readonly isCurrent: boolean }

/** Status of infinity; a past month shows whether it is final. Source: requirements INF-011, INF-014 to INF-016; D-055. */
export function InfinityChips({ record, isCurrent }: ChipsProps) {
  const { t } = useTranslation()
  const status = infinityStatus(record, isCurrent)
  if (!isCurrent) {
    return (
      <span className="in-row wrap">
        {meetsTarget(record) && <ReachedChip />}
        <FinalChip record={record} />
      </span>
    )
  }
  if (status === 'disabled') return <Chip tone="grey">{t('infinity.disabled')}</Chip>
  if (status === 'inProgress') {
    return (
      <Chip tone="orange" icon="clock">
        {t('infinity.inProgress')}
      </Chip>
    )
  }
  return (
    <span className="in-row wrap">
      <ReachedChip />
      <FinalChip record={record} />
    </span>
  )
}
