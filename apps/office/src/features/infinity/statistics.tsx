import type { BonusRecord } from '@partner-office/contracts'
import { KeyValues, Money, Progress } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/use-format.ts'
import { percentText } from '../../parts/rank/percent-text.ts'
import { drawnPercent } from '../../parts/rank/rank-figures.ts'
import { infinityStatus } from '../../parts/infinity/infinity-status.ts'
import { type InfinityFigures, infinityFigures, LEG_TONES } from './infinity-figures.ts'
import { InfinityLegs, toneAt } from './infinity-legs.tsx'

type StatisticsProps = { readonly record: BonusRecord; readonly isCurrent: boolean }

/** The target, the legs and the lines; quiet while infinity is disabled. Source: requirements INF-012, INF-014, INF-015. */
export function Statistics({ record, isCurrent }: StatisticsProps) {
  const { t } = useTranslation()
  const figures = infinityFigures(record)
  const isDisabled = infinityStatus(record, isCurrent) === 'disabled'
  return (
    <section
      className={isDisabled ? 'card stack g6 is-off' : 'card stack g6'}
      aria-labelledby="month-target"
      aria-disabled={isDisabled}
    >
      <Target record={record} figures={figures} />
      <div className="infinity-parts">
        <div className="stack g4">
          <h3 className="h3">{t('infinity.legs')}</h3>
          <InfinityLegs figures={figures} />
        </div>
        <div className="stack">
          <h3 className="h3">{t('infinity.lines')}</h3>
          <Lines record={record} aboveCaps={figures.aboveCaps} />
        </div>
      </div>
    </section>
  )
}

type TargetProps = { readonly record: BonusRecord; readonly figures: InfinityFigures }

function Target({ record, figures }: TargetProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { legs, uncapped, toGo, width } = figures
  const percent = percentText(figures.percent, format.style)
  return (
    <div className="stack g4">
      <div className="row between top wrap">
        <div className="stack g1">
          <h2 className="h2" id="month-target">
            {t('infinity.target')}
          </h2>
          <p className="meta">
            {t('dashboard.counts', {
              counting: format.amountText(record.countingTurnover, 'EUR'),
              target: format.amountText(record.targetTurnover, 'EUR'),
            })}
          </p>
        </div>
        <p className="end">
          <Money {...format.amount(toGo, 'EUR')} size="l" />{' '}
          <span className="meta block">{t('dashboard.toGo')}</span>
        </p>
      </div>
      <div className="stack">
        <Progress
          size="lg"
          label={t('infinity.progress', { percent })}
          segments={[
            ...legs.slice(0, LEG_TONES).map(({ place, leg }) => ({
              percent: drawnPercent(leg.counting_turnover, width),
              tone: toneAt(place),
            })),
            { percent: drawnPercent(uncapped, width), tone: 'others' },
          ]}
        />
        <p className="meta end">
          <b className="num">{percent} %</b>
        </p>
      </div>
    </div>
  )
}

function Lines({ record, aboveCaps }: { record: BonusRecord; aboveCaps: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const eur = (amount: string, sign = '') => {
    const shown = format.amount(amount, 'EUR')
    return <Money {...shown} whole={`${sign}${shown.whole}`} />
  }
  const minus = /[1-9]/.test(aboveCaps) ? '\u2212' : ''
  return (
    <KeyValues
      items={[
        { label: t('infinity.firstLine'), value: eur(record.flTurnover) },
        { label: t('infinity.secondLine'), value: eur(record.slTurnover) },
        { label: t('infinity.thirdLine'), value: eur(record.tlTurnover) },
        { label: t('infinity.total'), value: eur(record.totalTurnover), sum: true },
        { label: t('rule.aboveCaps'), value: eur(aboveCaps, minus) },
        { label: t('rule.counts'), value: eur(record.countingTurnover), sum: true },
      ]}
    />
  )
}
