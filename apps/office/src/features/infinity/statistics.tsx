import type { BonusRecord } from '@partner-office/contracts'
import { KeyValues } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { Amount } from '../../parts/figures/amount.tsx'
import { infinityStatus } from '../../parts/infinity/infinity-status.ts'
import { milestonesOf } from '../../parts/legs/checkpoint-marks.ts'
import '../../parts/legs/legs.css'
import { StrongLegs } from '../../parts/legs/strong-legs.tsx'
import { TargetBar } from '../../parts/legs/target-bar.tsx'
import { infinityFigures } from './infinity-figures.ts'

type StatisticsProps = { readonly record: BonusRecord; readonly isCurrent: boolean }

/** Target, legs and lines of a month; dimmed while infinity is disabled. Source: requirements INF-012, INF-014, INF-015. */
export function Statistics({ record, isCurrent }: StatisticsProps) {
  const { t } = useTranslation()
  const figures = infinityFigures(record)
  const isDisabled = infinityStatus(record, isCurrent) === 'disabled'
  return (
    <section
      className={isDisabled ? 'card stack gap-6 is-off' : 'card stack gap-6'}
      aria-labelledby="month-target"
      aria-disabled={isDisabled}
    >
      <TargetBar
        title={t('infinity.target')}
        id="month-target"
        figures={figures}
        checkpoints={milestonesOf(record)}
      />
      <div className="legs-and-sum">
        <div className="stack gap-4">
          <StrongLegs figures={figures} title={t('infinity.legs')} none={t('infinity.noLegs')} />
        </div>
        <div className="stack">
          <h3 className="heading-3">{t('infinity.lines')}</h3>
          <Lines record={record} aboveCaps={figures.aboveCaps} />
        </div>
      </div>
    </section>
  )
}

function Lines({ record, aboveCaps }: { record: BonusRecord; aboveCaps: string }) {
  const { t } = useTranslation()
  const eur = (amount: string) => <Amount amount={amount} currency="EUR" />
  return (
    <KeyValues
      items={[
        { label: t('infinity.firstLine'), value: eur(record.flTurnover) },
        { label: t('infinity.secondLine'), value: eur(record.slTurnover) },
        { label: t('infinity.thirdLine'), value: eur(record.tlTurnover) },
        { label: t('infinity.total'), value: eur(record.totalTurnover), sum: true },
        { label: t('rule.aboveCaps'), value: eur(`-${aboveCaps}`) },
        { label: t('rule.counts'), value: eur(record.countingTurnover), sum: true },
      ]}
    />
  )
}
