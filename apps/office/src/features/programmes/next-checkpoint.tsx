import type { BonusRecord } from '@partner-office/contracts'
import { KeyValues } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/session/profile.ts'
import { type OfferedKind, TITLES } from '../../parts/bonus/programme-titles.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { milestonesOf } from '../../parts/legs/checkpoint-marks.ts'
import type { LegFigures } from '../../parts/legs/leg-figures.ts'
import { StrongLegs } from '../../parts/legs/strong-legs.tsx'
import { TargetBar } from '../../parts/legs/target-bar.tsx'
import { RuleButton } from '../../parts/rule/rule-button.tsx'
import { isNonZero } from '../../parts/figures/eur.ts'
import { hasLegCaps, programmeFigures, ruledPartners } from './programme-figures.ts'

type NextProps = { readonly kind: OfferedKind; readonly record: BonusRecord }

/** Progress to the next checkpoint, and the counting turnover of each leg. Source: decisions C1, C5, D-057. */
export function NextCheckpoint({ kind, record }: NextProps) {
  const { t } = useTranslation()
  const partners = ruledPartners(record)
  const figures = programmeFigures(record, partners)
  const areAllReached = record.achievedCheckpoints.length === record.checkpoints.length
  const rule = {
    ...record,
    title: t('programmes.ruleTitle', { bonus: t(TITLES[kind].title) }),
    hint: t('programmes.ruleHint'),
    shares: record.percents.map(({ value }) => value),
    topPartners: partners,
  }
  return (
    <section className="card stack gap-6" aria-labelledby="next-checkpoint">
      <TargetBar
        title={t(areAllReached ? 'programmes.highest' : 'programmes.next')}
        id="next-checkpoint"
        figures={figures}
        checkpoints={milestonesOf(record)}
      />
      {hasLegCaps(record) ? (
        <div className="legs-and-sum">
          <div className="stack gap-4">
            <StrongLegs
              figures={figures}
              title={t('programmes.legs')}
              none={t('programmes.noLegs')}
            />
            <div>
              <RuleButton rule={rule} />
            </div>
          </div>
          <Sum figures={figures} />
        </div>
      ) : (
        <Sum figures={{ ...figures, drawn: [], others: '0.00' }} />
      )}
    </section>
  )
}

/** Sum of the counting turnover, from the drawn legs down. */
function Sum({ figures }: { readonly figures: LegFigures }) {
  const { t } = useTranslation()
  const { drawn, others, aboveCaps, total, counting } = figures
  const line = (label: string, amount: string, sum = false) => ({
    label,
    value: <Amount amount={amount} currency="EUR" />,
    sum,
  })
  return (
    <div className="stack">
      <h3 className="heading-3">{t('programmes.counts')}</h3>
      <KeyValues
        items={[
          ...drawn.map(({ place, turnover, ...leg }) =>
            line(
              t('dashboard.leg', { number: place, name: fullNameOf(leg) || t('common.noname') }),
              turnover,
            ),
          ),
          ...(isNonZero(others) ? [line(t('dashboard.otherLegs'), others)] : []),
          line(t('dashboard.totalTurnover'), total, true),
          line(t('rule.aboveCaps'), `-${aboveCaps}`),
          line(t('rule.counts'), counting, true),
        ]}
      />
    </div>
  )
}
