import { LegBar, VisuallyHidden } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/formats/formats.ts'
import { useProfile } from '../../lib/session/profile.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { drawnPercent } from '../figures/eur.ts'
import { LegRow } from './leg-row.tsx'

type OtherLegsProps = {
  /** Their turnover together. Units: EUR. */
  readonly amount: string
  /** What a full bar stands for. Units: EUR. */
  readonly scale: string
  /** How many legs have rows of their own. */
  readonly drawn: number
}

/** All legs without rows of their own, as one row. */
export function OtherLegs({ amount, scale, drawn }: OtherLegsProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { teamFl } = useProfile()
  const count = teamFl - drawn
  const percent = drawnPercent(amount, scale)
  return (
    <LegRow
      face={
        <>
          <span className="avatar more digits" aria-hidden="true">
            {countText(count, style)}
          </span>
          <VisuallyHidden>{t('rank.legs', { count })}</VisuallyHidden>
        </>
      }
      name={t('dashboard.otherLegs')}
      amount={amount}
      aside={t('rank.noCap')}
    >
      <LegBar tone="others" counted={percent} total={percent} label={t('dashboard.otherLegs')} />
    </LegRow>
  )
}
