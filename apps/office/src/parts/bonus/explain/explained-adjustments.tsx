import type { BonusExplanation } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { AppLink } from '../../../lib/navigation/app-link.tsx'
import { PATHS } from '../../../paths.ts'
import { Reason } from '../../adjustments/reason.tsx'
import { TakenBack } from '../../adjustments/taken-back.tsx'
import { Moment } from '../../figures/moment.tsx'
import { SignedAmount } from '../signed-amount.tsx'

type AdjustmentsProps = Pick<BonusExplanation, 'adjustments'>

/** What operators have adjusted for what is explained. Source: requirements ADJ-005, ADJ-009. */
export function ExplainedAdjustments({ adjustments }: AdjustmentsProps) {
  const { t } = useTranslation()
  return (
    <section className="stack">
      <h3 className="heading-3">{t('adjustments.title')}</h3>
      <ul className="boxed list" aria-label={t('adjustments.title')}>
        {adjustments.map((adjustment) => (
          <li key={adjustment.id} className="stack gap-1">
            <div className="in-row between wrap">
              <span className="medium-weight">
                {t('adjustments.number', { number: adjustment.id })}
              </span>
              <SignedAmount amount={adjustment.amount} currency={adjustment.currency} />
            </div>
            <p className="meta">
              <Moment at={adjustment.postedAt} />
            </p>
            <Reason text={adjustment.reason} />
            <TakenBack adjustment={adjustment} />
            {adjustment.disputeId !== null && (
              <p>
                <AppLink to={PATHS.disputes} className="link">
                  {t('disputes.number', { number: adjustment.disputeId })}
                </AppLink>
              </p>
            )}
          </li>
        ))}
      </ul>
      <p>
        <AppLink to={PATHS.bonusAdjustments} className="link">
          {t('adjustments.all')}
        </AppLink>
      </p>
    </section>
  )
}
