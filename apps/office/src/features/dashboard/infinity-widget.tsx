import { Card, Progress, Stat, Stats } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { type InfinityMonth, infinityQuery } from '../../lib/queries/bonus-queries.ts'
import { useOffice } from '../../lib/session/office.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { CoinAmounts } from '../../parts/coins/coin-amounts.tsx'
import { InfinityChips } from '../../parts/infinity/infinity-chips.tsx'
import { percentText, shareText } from '../../parts/figures/percent-text.ts'
import { drawnPercent, progressText } from '../../parts/figures/eur.ts'
import { useCurrentMonth } from '../../parts/months/use-current-month.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'

/** The infinity bonus of this month. Source: requirements DSH-006, DSH-008, DSH-010. */
export function InfinityWidget() {
  const { t } = useTranslation()
  const link = (
    <AppLink to={PATHS.bonusInfinity} className="link">
      {t('infinity.open')}
    </AppLink>
  )
  return (
    <Card title={t('menu.infinity')} action={link}>
      <Month />
    </Card>
  )
}

function Month() {
  const { api } = useOffice()
  const infinity = useQuery(infinityQuery(api, useCurrentMonth()))
  return (
    <Loaded query={infinity} placeholder={124}>
      {({ record }) => <Figures record={record} />}
    </Loaded>
  )
}

function Figures({ record }: Pick<InfinityMonth, 'record'>) {
  const { t } = useTranslation()
  const { style, amountText } = useFormat()
  const { bonusAmounts, bonusPercent, countingTurnover, targetTurnover } = record
  const percent = drawnPercent(countingTurnover, targetTurnover)
  const reached = percent >= 100 ? '100' : progressText(countingTurnover, targetTurnover)
  return (
    <>
      <Stats columns={2}>
        <Stat label={t('infinity.ownBonus')}>
          <CoinAmounts amounts={bonusAmounts} />
        </Stat>
        <Stat label={t('infinity.yourRate')}>
          <span className="digits">{shareText(bonusPercent, style)}</span>
        </Stat>
      </Stats>
      <div className="stack">
        <div className="in-row between wrap meta">
          <span>
            {t('dashboard.counts', {
              counting: amountText(countingTurnover, 'EUR'),
              target: amountText(targetTurnover, 'EUR'),
            })}
          </span>
          <InfinityChips record={record} isCurrent />
        </div>
        <Progress
          label={t('infinity.progress', {
            percent: percentText(reached, style),
          })}
          segments={[{ percent, tone: 'leg1' }]}
        />
      </div>
    </>
  )
}
