import type { BonusRecord } from '@partner-office/contracts'
import { Gem } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/queries/ranks.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { InfinityChips } from '../../parts/infinity/infinity-chips.tsx'
import { shareText } from '../../parts/figures/percent-text.ts'
import { LabelCard } from '../../parts/figures/label-card.tsx'

type StatusProps = { readonly record: BonusRecord; readonly isCurrent: boolean }

/** The rank, its share, and the status of the month. Source: requirements INF-011, INF-014, INF-015. */
export function StatusWidget({ record, isCurrent }: StatusProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { rang, bonusPercent, percent, firstInfinity } = record
  return (
    <LabelCard
      title={t('infinity.status')}
      end={<InfinityChips record={record} isCurrent={isCurrent} />}
    >
      {rang !== null && (
        <div className="in-row gap-3">
          <Gem code={rang} size={36} />
          <div>
            <p className="heading-2">{t(rankNameKey(rang))}</p>
            <p className="meta">
              {t('infinity.rate', { percent: shareText(bonusPercent, style) })}
            </p>
          </div>
        </div>
      )}
      <p className="meta">
        {record.enabled || firstInfinity === null
          ? t('infinity.rateAtTarget', { percent: shareText(percent, style) })
          : t('infinity.startsAt', { rank: t(rankNameKey(firstInfinity.rang)) })}
      </p>
    </LabelCard>
  )
}
