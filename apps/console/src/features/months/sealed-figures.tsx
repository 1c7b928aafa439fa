import type { Period, PeriodSeal } from '@partner-office/contracts'
import { FigureStrip } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Amount } from '../../parts/amount.tsx'
import { signedPercent } from './signed-percent.ts'

type FiguresProps = { readonly period: Period; readonly seal: PeriodSeal }

/** What a sealed month has credited and made, in a row of figures. */
export function SealedFigures({ period: { together, statements, late }, seal }: FiguresProps) {
  const { t } = useTranslation()
  const made = statements?.byCurrency.reduce((sum, each) => sum + each.statements, 0) ?? 0
  const arrived = late.reduce((sum, { orders }) => sum + orders, 0)
  return (
    <FigureStrip
      figures={[
        { label: t('months.records'), value: countText(seal.records) },
        {
          label: t('months.worth'),
          value: <Amount amount={together.now} currency="EUR" />,
          detail:
            together.percent !== null &&
            t('months.againstMean', { percent: signedPercent(together.percent) }),
        },
        { label: t('months.corrections'), value: countText(seal.lateRecords) },
        { label: t('months.statements'), value: countText(made) },
        { label: t('months.late'), value: countText(arrived) },
      ]}
    />
  )
}
