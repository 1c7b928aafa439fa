import type { InfinityAccrual } from '@partner-office/contracts'
import { Avatar, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { Moment } from '../../parts/figures/moment.tsx'
import { WhyButton } from '../../parts/bonus/why-button.tsx'
import { coinsOf } from '../../parts/coins/coins-of.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import { shareText } from '../../parts/figures/percent-text.ts'
import { type AccrualsProps, CancelledLater, referralOf } from './accrual-parts.tsx'

/** The accruals as a table, each coin in a column of its own. Source: requirements INF-017, INF-021, INF-022. */
export function AccrualTable({ rows, onExplain }: AccrualsProps) {
  const { t } = useTranslation()
  const coins = coinsOf(rows.map(({ bonusAmounts }) => bonusAmounts))
  return (
    <div className="card flush">
      <Table
        caption={t('infinity.accruals')}
        columns={[
          { text: t('infinity.order') },
          { text: t('infinity.accruedAt') },
          { text: t('rule.partner') },
          { text: t('infinity.line') },
          ...[t('infinity.orderAmount'), t('infinity.yourShare'), ...coins].map((text) => ({
            text,
            isFigure: true,
          })),
        ]}
      >
        {rows.map((row) => (
          <Row key={row.orderId} row={row} coins={coins} onExplain={() => onExplain(row.orderId)} />
        ))}
      </Table>
    </div>
  )
}

type RowProps = {
  readonly row: InfinityAccrual
  readonly coins: readonly string[]
  readonly onExplain: () => void
}

function Row({ row, coins, onExplain }: RowProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { orderId, level, bonusPercent, orderAmount, orderCurrency, bonusAmounts } = row
  const name = referralOf(row) || t('common.noname')
  return (
    <tr>
      <td className="digits muted">{orderId}</td>
      <td>
        <Moment at={row.accruedAt} />
      </td>
      <td>
        <span className="in-row">
          <Avatar name={name} />
          <bdi className="medium-weight">{name}</bdi>
          <CancelledLater row={row} />
        </span>
      </td>
      <td>
        <span className="level">{level}</span>
      </td>
      <td className="figure-cell">
        <Amount amount={orderAmount} currency={orderCurrency} />
      </td>
      <td className="figure-cell">
        <span className="digits">{shareText(bonusPercent, style)}</span>
      </td>
      {coins.map((coin) => (
        <td key={coin} className="figure-cell">
          <Coin amount={bonusAmounts[coin]} currency={coin} onExplain={onExplain} />
        </td>
      ))}
    </tr>
  )
}

type CoinProps = Pick<RowProps, 'onExplain'> & {
  readonly amount: string | undefined
  readonly currency: string
}

function Coin({ amount, currency, onExplain }: CoinProps) {
  if (amount === undefined) return <Dash />
  return (
    <WhyButton onExplain={onExplain}>
      <Amount amount={amount} currency={currency} isBare />
    </WhyButton>
  )
}
