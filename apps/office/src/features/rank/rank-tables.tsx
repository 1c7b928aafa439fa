import { type Column, Gem, Money, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import type { ShownAmount } from '../../lib/formats/formats.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Dash } from '../../parts/figures/dash.tsx'
import { hasLegLimit, hasTurnover, isCurrent, type RankRow } from './rank-row.ts'
import { RankState } from './rank-state.tsx'

/** Currency of the bonuses; undefined on the ladder without bonuses. */
type Currency = { readonly currency: string | undefined }

/** All ranks in one table. Source: requirements RNK-007, RNK-008. */
export function RanksTable({ rows, currency }: { readonly rows: readonly RankRow[] } & Currency) {
  const { t } = useTranslation()
  const figures = useFigureColumns(currency)
  return (
    <Table
      caption={t('rank.all')}
      columns={[
        { text: t('rank.rank') },
        ...figures,
        { text: t('rank.state'), isFigure: true, isHidden: true },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.rank.id} aria-current={isCurrent(row)}>
          <th scope="row">
            <span className="in-row gap-3">
              <Gem code={row.rank.code} size={28} />
              <span className="medium-weight">{row.name}</span>
            </span>
          </th>
          <FigureCells row={row} />
          <td className="figure-cell">
            <RankState state={row.state} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

type RankTableProps = { readonly row: RankRow; readonly isFirst: boolean } & Currency

/** A table of one rank; the columns of all stand below the heads of the first one. Source: requirements RNK-009. */
export function RankTable({ row, currency, isFirst }: RankTableProps) {
  const columns = useFigureColumns(currency).map((each) => ({ ...each, isHidden: !isFirst }))
  const caption = (
    <span className="in-row between">
      <span className="in-row gap-3">
        <Gem code={row.rank.code} size={28} />
        <span className="bold">{row.name}</span>
      </span>
      <RankState state={row.state} />
    </span>
  )
  return (
    <div className="rank-block" aria-current={isCurrent(row)}>
      <Table caption={caption} columns={columns}>
        <tr>
          <FigureCells row={row} />
        </tr>
      </Table>
    </div>
  )
}

function useFigureColumns(currency: Currency['currency']): readonly Column[] {
  const { t } = useTranslation()
  const heads = [
    t('rank.turnover'),
    t('rank.firstLine'),
    t('rank.secondLine'),
    ...(currency === undefined ? [] : [t('rank.bonusIn', { currency })]),
  ]
  return heads.map((text) => ({ text, isFigure: true }))
}

function FigureCells({ row: { rank, bonus } }: { row: RankRow }) {
  const { amount } = useFormat()
  const limited = hasLegLimit(rank)
  const eur = (value: string): ShownAmount => amount(value, 'EUR')
  return (
    <>
      <FigureCell amount={hasTurnover(rank) ? eur(rank.turnover) : null} />
      <FigureCell amount={limited ? eur(rank.targets[0]) : null} />
      <FigureCell amount={limited ? eur(rank.targets[1]) : null} />
      {bonus !== undefined && <FigureCell amount={bonus} />}
    </>
  )
}

function FigureCell({ amount }: { amount: ShownAmount | null }) {
  return (
    <td className="figure-cell">
      {amount === null ? <Dash /> : <Money whole={amount.whole} fraction={amount.fraction} />}
    </td>
  )
}
