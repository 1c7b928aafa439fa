import type { BonusRecord } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { timeText } from '../../lib/formats/formats.ts'
import { AskAbout } from '../../parts/disputes/ask-about.tsx'
import { CoinAmounts } from '../../parts/coins/coin-amounts.tsx'
import { LabelCard } from '../../parts/figures/label-card.tsx'

type OwnBonusProps = {
  readonly record: BonusRecord
  readonly updatedAt: number
  /** Such as `2026-10`. */
  readonly month: string
}

/** The partner's infinity bonus of the month. Source: requirements INF-010. */
export function OwnBonus({ record: { bonusAmounts, state }, updatedAt, month }: OwnBonusProps) {
  const { t } = useTranslation()
  return (
    <LabelCard title={t('infinity.ownBonus')}>
      <CoinAmounts amounts={bonusAmounts} />
      <p className="meta">
        {state === 'CLOSED'
          ? t('infinity.closedNote')
          : t('infinity.openNote', { time: timeText(updatedAt) })}
      </p>
      {state === 'CLOSED' && <AskAbout thing={{ month, bonusType: 'UCHAIN_INFINITY' }} />}
    </LabelCard>
  )
}
