import type { OwnAdjustment } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { AppLink } from '../../../lib/navigation/app-link.tsx'
import { Reason } from '../../../parts/adjustments/reason.tsx'
import { TakenBack } from '../../../parts/adjustments/taken-back.tsx'
import type { Explanations } from '../../../parts/bonus/explain/use-explained.ts'
import { SignedAmount } from '../../../parts/bonus/signed-amount.tsx'
import { AskAbout } from '../../../parts/disputes/ask-about.tsx'
import { Dash } from '../../../parts/figures/dash.tsx'
import { Moment } from '../../../parts/figures/moment.tsx'
import { PATHS } from '../../../paths.ts'

type Explain = Pick<Explanations, 'explain'>
type RowsProps = Explain & { readonly rows: readonly OwnAdjustment[] }
type RowProps = Explain & { readonly row: OwnAdjustment }

/** The adjustments as a table. Source: requirements ADJ-006, ADJ-009. */
export function AdjustmentTable({ rows, explain }: RowsProps) {
  const { t } = useTranslation()
  return (
    <div className="card flush">
      <Table
        caption={t('adjustments.title')}
        columns={[
          { text: t('transactions.id') },
          { text: t('bonusHistory.date') },
          { text: t('adjustments.account') },
          { text: t('adjustments.about') },
          { text: t('adjustments.reason') },
          { text: t('payout.amount'), isFigure: true },
        ]}
      >
        {rows.map((row) => (
          <Row key={row.id} row={row} explain={explain} />
        ))}
      </Table>
    </div>
  )
}

function Row({ row, explain }: RowProps) {
  const { t } = useTranslation()
  const { id, postedAt, currency, amount, reason, recordId, orderId } = row
  return (
    <tr>
      <td className="digits">{id}</td>
      <td>
        <Moment at={postedAt} />
      </td>
      <td>{t('dashboard.balance', { currency })}</td>
      <td>
        {recordId === null && orderId === null ? <Dash /> : <About row={row} explain={explain} />}
      </td>
      <td>
        <Reason text={reason} />
        <TakenBack adjustment={row} />
        <Ask row={row} />
      </td>
      <td className="figure-cell">
        <SignedAmount amount={amount} currency={currency} />
      </td>
    </tr>
  )
}

/** The adjustments as a list, for windows too narrow for the table. */
export function AdjustmentList({ rows, explain }: RowsProps) {
  const { t } = useTranslation()
  return (
    <ul className="card flush list" aria-label={t('adjustments.title')}>
      {rows.map((row) => (
        <li key={row.id} className="stack gap-1">
          <div className="in-row between wrap">
            <SignedAmount amount={row.amount} currency={row.currency} />
            <span className="meta">{t('dashboard.balance', { currency: row.currency })}</span>
          </div>
          <Reason text={row.reason} />
          <TakenBack adjustment={row} />
          <div className="in-row between wrap meta">
            <Moment at={row.postedAt} />
            <span>{t('adjustments.number', { number: row.id })}</span>
          </div>
          <About row={row} explain={explain} />
          <Ask row={row} />
        </li>
      ))}
    </ul>
  )
}

/** Asks about an adjustment, with what it says above the form, or leads to the question that it has corrected. */
function Ask({ row: { id, disputeId, amount, currency, reason } }: Pick<RowProps, 'row'>) {
  const { t } = useTranslation()
  return (
    <>
      {disputeId !== null && (
        <p>
          <AppLink to={PATHS.disputes} className="link">
            {t('disputes.number', { number: disputeId })}
          </AppLink>
        </p>
      )}
      <AskAbout thing={{ adjustmentId: id }}>
        <div className="in-row between wrap">
          <span className="medium-weight">{t('adjustments.number', { number: id })}</span>
          <SignedAmount amount={amount} currency={currency} />
        </div>
        <Reason text={reason} />
      </AskAbout>
    </>
  )
}

/** The bonus or the order that an adjustment is about, which opens its explanation; nothing for others. */
function About({ row: { recordId, orderId }, explain }: RowProps) {
  const { t } = useTranslation()
  if (recordId !== null) {
    return (
      <AboutButton onClick={() => explain({ recordId: String(recordId) })}>
        {t('adjustments.record', { number: recordId })}
      </AboutButton>
    )
  }
  if (orderId === null) return null
  return (
    <AboutButton onClick={() => explain({ orderId: String(orderId) })}>
      {t('bonusHistory.orderNumber', { number: orderId })}
    </AboutButton>
  )
}

type AboutButtonProps = { readonly onClick: () => void; readonly children: string }

function AboutButton({ onClick, children }: AboutButtonProps) {
  return (
    <button
      type="button"
      className="link adjusted-subject"
      aria-haspopup="dialog"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
