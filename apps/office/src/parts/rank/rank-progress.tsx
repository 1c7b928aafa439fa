import type { RankStatus } from '@partner-office/contracts'
import { Progress } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import type { CappedLeg, RankFigures } from './rank-figures.ts'

type RankProgressProps = {
  readonly status: RankStatus
  readonly figures: RankFigures
  /** The name of the next rank. */
  readonly rank: string
}

/** How far the next rank is: what counts of each leg as a bar, and in words. */
export function RankProgress({ status, figures, rank }: RankProgressProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { percent, legs, others } = figures
  return (
    <div className="stack">
      <Progress
        size="lg"
        label={t('dashboard.progress', { percent, rank })}
        segments={[
          ...legs.map((leg) => ({ percent: leg.percent, tone: legTone(leg) })),
          { percent: others.percent, tone: 'others' },
        ]}
      />
      <div className="in-row between meta wrap">
        <span>
          {t('dashboard.counts', {
            counting: amountText(status.countingTurnover, 'EUR'),
            target: amountText(status.targetTurnover, 'EUR'),
          })}
        </span>
        <span className="digits bold">{percent}</span>
      </div>
    </div>
  )
}

/** The colour of a leg with a cap. */
export const legTone = ({ partner }: CappedLeg): 'leg1' | 'leg2' =>
  partner.leg === 1 ? 'leg1' : 'leg2'
