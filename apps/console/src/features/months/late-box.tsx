import type { LateOrders } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { PATHS } from '../../paths.ts'

type LateProps = { readonly month: string; readonly late: readonly LateOrders[] }

/** Orders of a closed month that arrived after its closing, and which close corrects them. Source: requirements MON-016. */
export function LateBox({ month, late }: LateProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('months.late')}>
      {late.length === 0 ? (
        <p className="muted">{t('months.noLate')}</p>
      ) : (
        <ul className="row-list">
          {late.map(({ orders, eur, firstAt, lastAt, correctedBy, isCorrected }) => (
            <li key={`${correctedBy} ${isCorrected}`}>
              <div className="grow">
                <Link to={PATHS.orders} search={{ lateFor: month }} className="link">
                  {t('months.lateOrders', { count: orders, orders: countText(orders) })}
                </Link>{' '}
                <Amount amount={eur} currency="EUR" /> · <Instant at={firstAt} /> –{' '}
                <Instant at={lastAt} />
                <Corrected correctedBy={correctedBy} isCorrected={isCorrected} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}

function Corrected({
  correctedBy: month,
  isCorrected,
}: Pick<LateOrders, 'correctedBy' | 'isCorrected'>) {
  const { t } = useTranslation()
  if (month === null) return <p>{t('months.correctedNever')}</p>
  return (
    <p>{isCorrected ? t('months.corrected', { month }) : t('months.correctedNext', { month })}</p>
  )
}
