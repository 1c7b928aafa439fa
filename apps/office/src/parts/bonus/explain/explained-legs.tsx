import type { BonusExplanation } from '@partner-office/contracts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/session/profile.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { Amount } from '../../figures/amount.tsx'

type LegsProps = { readonly explanation: BonusExplanation }

/** What each leg counted, their sum and the target. */
export function ExplainedLegs({ explanation: { legs, counting, target } }: LegsProps) {
  const { t } = useTranslation()
  return (
    <section className="stack">
      <h3 className="heading-3">{t('explain.legs')}</h3>
      <dl className="key-values">
        <LegLines legs={legs} />
        {counting !== null && <Line label={t('rule.counts')} amount={counting} isSum />}
        {target !== null && <Line label={t('explain.target')} amount={target} />}
      </dl>
    </section>
  )
}

/** A line for each leg, with what it counted. */
export function LegLines({ legs }: Pick<BonusExplanation, 'legs'>) {
  // Only its place identifies a leg.
  const placed = legs.map((leg, place) => ({ leg, place }))
  return placed.map(({ leg, place }) => (
    <Line key={place} label={<LegName leg={leg} />} amount={leg.counted} />
  ))
}

type LineProps = {
  readonly label: ReactNode
  readonly amount: string
  readonly isSum?: boolean
}

function Line({ label, amount, isSum = false }: LineProps) {
  return (
    <div className={isSum ? 'sum-row' : undefined}>
      <dt>{label}</dt>
      <dd>
        <Amount amount={amount} currency="EUR" />
      </dd>
    </div>
  )
}

/** Who leads a leg, and its whole turnover where only a part of it counted. */
function LegName({ leg }: { readonly leg: BonusExplanation['legs'][number] }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { turnover, counted } = leg
  return (
    <>
      <bdi>{fullNameOf(leg) || t('common.noname')}</bdi>
      {turnover !== counted && (
        <span className="caption block">
          {t('rank.ofTotal', { amount: amountText(turnover, 'EUR') })}
        </span>
      )}
    </>
  )
}
