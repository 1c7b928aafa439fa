import type { PeriodCorrection } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { Amount } from '../../parts/amount.tsx'
import { PATHS } from '../../paths.ts'

type CorrectionsProps = { readonly corrections: readonly PeriodCorrection[] }

/** What the close would credit to earlier months, and the late orders that cause it. Source: requirements MON-004. */
export function CorrectionsBox({ corrections }: CorrectionsProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('months.corrections')}>
      {corrections.length === 0 ? (
        <p className="muted">{t('months.noCorrections')}</p>
      ) : (
        corrections.map((each) => <Correction key={each.month} correction={each} />)
      )}
    </Box>
  )
}

function Correction({ correction }: { readonly correction: PeriodCorrection }) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  const { month, orders, ordersEur, sums } = correction
  return (
    <section className="stack gap-1">
      <h3 className="heading-3">{month}</h3>
      <p>
        <Link to={PATHS.orders} search={{ lateFor: month }} className="link">
          {t('months.lateOrders', { count: orders, orders: countText(orders) })}
        </Link>{' '}
        <Amount amount={ordersEur} currency="EUR" />
      </p>
      <ul className="bullet-list">
        {sums.map(({ type, currency, records, amount }) => (
          <li key={`${type} ${currency}`}>
            {nameOf(type)} · {countText(records)} · <Amount amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  )
}
