import type { CancelledOrders, LateOrders, Period } from '@partner-office/contracts'
import { Box } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { Amount } from '../../parts/amount.tsx'
import { PATHS } from '../../paths.ts'

/** Orders of a closed month that arrived or were cancelled after its closing, and what corrects them. Source: requirements MON-016. */
export function SinceBox({
  period: { month, state, late, cancelled },
}: {
  readonly period: Period
}) {
  const { t } = useTranslation()
  const isQuiet = late.length === 0 && cancelled === null
  return (
    <Box
      title={state === 'SEALED' ? t('months.since.seal') : t('months.since.close')}
      foot={isQuiet ? undefined : t('months.since.text')}
    >
      {isQuiet ? (
        <p className="muted">{t('months.since.nothing')}</p>
      ) : (
        <ul className="row-list">
          {late.map((group) => (
            <Late key={`${group.correctedBy} ${group.isCorrected}`} month={month} group={group} />
          ))}
          {cancelled !== null && <Cancelled cancelled={cancelled} />}
        </ul>
      )}
    </Box>
  )
}

type LateProps = { readonly month: string; readonly group: LateOrders }

function Late({ month, group }: LateProps) {
  const { t } = useTranslation()
  const { orders, eur, firstAt, lastAt, correctedBy, isCorrected } = group
  return (
    <li>
      <div className="grow">
        <Link to={PATHS.orders} search={{ lateFor: month }} className="link">
          {t('months.lateOrders', { count: orders, orders: countText(orders) })}
        </Link>{' '}
        <Amount amount={eur} currency="EUR" /> · <Times firstAt={firstAt} lastAt={lastAt} />
        <Corrected correctedBy={correctedBy} isCorrected={isCorrected} />
      </div>
    </li>
  )
}

function Times({ firstAt, lastAt }: Pick<LateOrders, 'firstAt' | 'lastAt'>) {
  return (
    <>
      <Instant at={firstAt} />
      {lastAt !== firstAt && (
        <>
          {' '}
          – <Instant at={lastAt} />
        </>
      )}
    </>
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

function Cancelled({ cancelled }: { readonly cancelled: CancelledOrders }) {
  const { t } = useTranslation()
  const { orders, eur, firstAt, lastAt, takenBack } = cancelled
  return (
    <li>
      <div className="grow">
        {t('months.since.cancelled', { count: orders, orders: countText(orders) })}{' '}
        <Amount amount={eur} currency="EUR" /> · <Times firstAt={firstAt} lastAt={lastAt} />
        {takenBack.length > 0 && (
          <>
            <p>{t('months.since.takenBack')}</p>
            <ul className="bullet-list">
              {takenBack.map(({ currency, amount }) => (
                <li key={currency}>
                  <Amount amount={amount} currency={currency} />
                </li>
              ))}
            </ul>
          </>
        )}
        <p>{t('months.since.stays')}</p>
      </div>
    </li>
  )
}
