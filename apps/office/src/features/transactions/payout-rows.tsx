import type { PayoutTransaction } from '@partner-office/contracts'
import { Shortened, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { Amount } from '../../parts/figures/amount.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import { Moment } from '../../parts/figures/moment.tsx'
import { StatusChip, TransactionHash } from './payout-parts.tsx'

type RowsProps = {
  readonly rows: readonly PayoutTransaction[]
  readonly onShow: (id: number) => void
}

type Sort = { readonly isNewest: boolean; readonly turn: () => void }

/** The payouts as a table. Source: requirements TRX-023, TRX-024. */
export function PayoutTable({ rows, sort, onShow }: RowsProps & { readonly sort: Sort }) {
  const { t } = useTranslation()
  const direction = sort.isNewest ? 'descending' : 'ascending'
  return (
    <div className="card flush">
      <Table
        caption={t('transactions.payouts')}
        columns={[
          { text: t('transactions.id') },
          { text: t('bonusHistory.date'), sort: { direction, turn: sort.turn } },
          { text: t('transactions.address') },
          { text: t('payout.amount'), isFigure: true },
          { text: t('payout.status') },
          { text: t('transactions.hash') },
        ]}
      >
        {rows.map((payout) => (
          <Row key={payout.id} payout={payout} onShow={() => onShow(payout.id)} />
        ))}
      </Table>
    </div>
  )
}

type RowProps = { readonly payout: PayoutTransaction; readonly onShow: () => void }

function Row({ payout, onShow }: RowProps) {
  const { createdAt, address, amount, from, txId } = payout
  return (
    <tr>
      <td>
        <ShowButton payout={payout} onShow={onShow} />
      </td>
      <td>
        <Moment at={createdAt} />
      </td>
      <td>
        <Shortened text={address} />
      </td>
      <td className="figure-cell">
        <Amount amount={amount} currency={from} />
      </td>
      <td>
        <StatusChip payout={payout} />
      </td>
      <td>{txId === null ? <Dash /> : <TransactionHash payout={payout} />}</td>
    </tr>
  )
}

/** The payouts as a list, for windows too narrow for the table. */
export function PayoutList({ rows, onShow }: RowsProps) {
  const { t } = useTranslation()
  return (
    <ul className="card flush list" aria-label={t('transactions.payouts')}>
      {rows.map((payout) => (
        <li key={payout.id} className="stack gap-1">
          <div className="in-row between wrap">
            <Amount amount={payout.amount} currency={payout.from} />
            <StatusChip payout={payout} />
          </div>
          <div className="in-row between wrap meta">
            <Moment at={payout.createdAt} />
            <ShowButton payout={payout} isNamed onShow={() => onShow(payout.id)} />
          </div>
          <div className="in-row between wrap meta">
            <Shortened text={payout.address} />
            <TransactionHash payout={payout} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Opens the details. A column head names the number of a table's row; elsewhere it names itself. */
function ShowButton({ payout: { id }, isNamed = false, onShow }: RowProps & { isNamed?: boolean }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="link digits"
      aria-haspopup="dialog"
      aria-label={t('transactions.show', { id })}
      onClick={onShow}
    >
      {isNamed ? t('transactions.show', { id }) : id}
    </button>
  )
}
