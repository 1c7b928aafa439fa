import type { BonusExplanation } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/profile.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Amount } from '../../figures/amount.tsx'

/** The legs as they counted, down to what they come to. */
export function ExplainedLegs({
  explanation: { legs, counting, target },
}: {
  explanation: BonusExplanation
}) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  // Nothing tells two legs apart but their place.
  const placed = legs.map((leg, place) => ({ ...leg, place }))
  return (
    <section className="stack">
      <h3 className="h3">{t('explain.legs')}</h3>
      <dl className="kv">
        {placed.map(({ place, turnover, counted, ...leg }) => (
          <div key={place}>
            <dt>
              <bdi>{fullNameOf(leg) || t('common.noname')}</bdi>
              {turnover !== counted && (
                <span className="cap block">
                  {t('rank.ofTotal', { amount: amountText(turnover, 'EUR') })}
                </span>
              )}
            </dt>
            <dd>
              <Amount amount={counted} currency="EUR" />
            </dd>
          </div>
        ))}
        {counting !== null && (
          <div className="sum">
            <dt>{t('rule.counts')}</dt>
            <dd>
              <Amount amount={counting} currency="EUR" />
            </dd>
          </div>
        )}
        {target !== null && (
          <div>
            <dt>{t('explain.target')}</dt>
            <dd>
              <Amount amount={target} currency="EUR" />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
