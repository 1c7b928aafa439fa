import type { BonusTransaction } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { Moment } from '../figures/moment.tsx'

type MonthProps = { readonly record: Pick<BonusTransaction, 'bonusPeriod' | 'paidAt'> }

/** The month that an amount is for, with the day of its booking; the booking alone for a bonus of an order. */
export function BookedMonth({ record: { bonusPeriod, paidAt } }: MonthProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (bonusPeriod === null) return <Moment at={paidAt} />
  return (
    <>
      <span className="medium-weight block">{monthShown(bonusPeriod, locale)}</span>
      <span className="meta">{t('programmes.paidOn', { date: dateText(paidAt) })}</span>
    </>
  )
}

/** The month that an amount is for, in a line of its own; nothing for a bonus of an order. */
export function MonthLine({ record: { bonusPeriod } }: Pick<MonthProps, 'record'>) {
  const locale = useLocale()
  if (bonusPeriod === null) return null
  return <span className="meta block">{monthShown(bonusPeriod, locale)}</span>
}
