import type { Corrections, LargestCorrection, PeriodCorrection } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { Amount } from '../../parts/amount.tsx'
import { PartnerName } from '../../parts/partner-name.tsx'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import { PATHS } from '../../paths.ts'
import { AmountWithEur } from './amount-with-eur.tsx'

type CorrectionsProps = { readonly corrections: Corrections }

/** What the close credits to earlier months, the late orders that cause it, and the largest of these credits. Source: requirements MON-004. */
export function CorrectionsBox({ corrections: { months, largest } }: CorrectionsProps) {
  const { t } = useTranslation()
  if (months.length === 0) {
    return (
      <Box title={t('months.corrections')}>
        <p className="muted">{t('months.noCorrections')}</p>
      </Box>
    )
  }
  return (
    <Box title={t('months.corrections')} foot={t('months.correctionsText')} isFlush>
      <Months months={months} />
      {largest.length > 0 && <Largest largest={largest} />}
    </Box>
  )
}

function Months({ months }: Pick<Corrections, 'months'>) {
  const { t } = useTranslation()
  return (
    <ScrollRows label={t('months.correctionsByMonth')}>
      <Table
        caption={t('months.correctionsByMonth')}
        columns={[
          { text: t('months.month') },
          { text: t('months.programme') },
          { text: t('months.records'), isFigure: true },
          { text: t('months.sums'), isFigure: true },
        ]}
      >
        {months.map((each) => (
          <Month key={each.month} correction={each} />
        ))}
      </Table>
    </ScrollRows>
  )
}

function Month({ correction }: { readonly correction: PeriodCorrection }) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  const { month, orders, ordersEur, sums } = correction
  const head = (
    <th scope="rowgroup" rowSpan={Math.max(1, sums.length)}>
      {month}
      <div className="caption">
        <Link to={PATHS.orders} search={{ lateFor: month }} className="link">
          {t('months.lateOrders', { count: orders, orders: countText(orders) })}
        </Link>{' '}
        <Amount amount={ordersEur} currency="EUR" />
      </div>
    </th>
  )
  if (sums.length === 0) {
    return (
      <tr>
        {head}
        <td colSpan={3}>{t('months.nothingToCorrect')}</td>
      </tr>
    )
  }
  return sums.map(({ type, currency, records, amount }, at) => (
    <tr key={`${type} ${currency}`}>
      {at === 0 && head}
      <td>{nameOf(type)}</td>
      <td className="figure-cell digits">{countText(records)}</td>
      <td className="figure-cell">
        <Amount amount={amount} currency={currency} />
      </td>
    </tr>
  ))
}

function Largest({ largest }: Pick<Corrections, 'largest'>) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className="table-group">{t('months.largest')}</h3>
      <ScrollRows label={t('months.largest')}>
        <Table
          caption={t('months.largest')}
          columns={[
            { text: t('months.onePartner') },
            { text: t('months.month') },
            { text: t('months.programme') },
            { text: t('months.sums'), isFigure: true },
            { text: t('partners.explanation') },
          ]}
        >
          {largest.map((each, at) => (
            <LargestRow key={String(at)} correction={each} />
          ))}
        </Table>
      </ScrollRows>
    </>
  )
}

function LargestRow({ correction }: { readonly correction: LargestCorrection }) {
  const nameOf = useProgrammeName()
  const { partner, month, type, currency, amount, eur, recordId } = correction
  return (
    <tr>
      <th scope="row">
        <PartnerName partner={partner} />
      </th>
      <td>{month}</td>
      <td>{nameOf(type)}</td>
      <td className="figure-cell">
        <AmountWithEur amount={amount} currency={currency} eur={eur} />
      </td>
      <td>{recordId === null ? '–' : <Explain partnerId={partner.id} recordId={recordId} />}</td>
    </tr>
  )
}

type ExplainProps = { readonly partnerId: number; readonly recordId: number }

function Explain({ partnerId, recordId }: ExplainProps) {
  const { t } = useTranslation()
  return (
    <Link
      to={PATHS.partner}
      params={{ id: String(partnerId) }}
      search={{ tab: 'bonuses', open: String(recordId) }}
      className="link"
    >
      {t('partners.explain')}
    </Link>
  )
}
