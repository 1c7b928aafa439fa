import { Gem, Money, VisuallyHidden } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import type { ShownAmount } from '../../lib/formats.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Dash } from '../../parts/figures/dash.tsx'
import { hasLegLimit, hasTurnover, isCurrent, type RankRow } from './rank-row.ts'
import { RankState } from './rank-state.tsx'

/** Currency of the bonuses; undefined on the ladder without bonuses. */
type Currency = { readonly currency: string | undefined }

/** All ranks in one table. Source: requirements RNK-007, RNK-008. */
export function RanksTable({ rows, currency }: { readonly rows: readonly RankRow[] } & Currency) {
  const { t } = useTranslation()
  return (
    <table className="tbl">
      <caption className="sr">{t('rank.all')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('rank.rank')}</th>
          <FigureHeads currency={currency} />
          <th scope="col" className="n">
            <VisuallyHidden>{t('rank.state')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.rank.id} aria-current={isCurrent(row)}>
            <th scope="row">
              <span className="row g3">
                <Gem code={row.rank.code} size={28} />
                <span className="med">{row.name}</span>
              </span>
            </th>
            <FigureCells row={row} />
            <td className="n">
              <RankState state={row.state} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type RankTableProps = { readonly row: RankRow; readonly isFirst: boolean } & Currency

/** A table of one rank; the columns of all stand below the heads of the first one. Source: requirements RNK-009. */
export function RankTable({ row, currency, isFirst }: RankTableProps) {
  return (
    <div className="rank-block" aria-current={isCurrent(row)}>
      <table className="tbl">
        <caption>
          <span className="row between">
            <span className="row g3">
              <Gem code={row.rank.code} size={28} />
              <span className="b">{row.name}</span>
            </span>
            <RankState state={row.state} />
          </span>
        </caption>
        <thead>
          <tr>
            <FigureHeads currency={currency} areHidden={!isFirst} />
          </tr>
        </thead>
        <tbody>
          <tr>
            <FigureCells row={row} />
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function FigureHeads({ currency, areHidden = false }: Currency & { areHidden?: boolean }) {
  const { t } = useTranslation()
  const heads = [
    t('rank.turnover'),
    t('rank.firstLine'),
    t('rank.secondLine'),
    ...(currency === undefined ? [] : [t('rank.bonusIn', { currency })]),
  ]
  return heads.map((head) => (
    <th key={head} scope="col" className="n">
      {areHidden ? <VisuallyHidden>{head}</VisuallyHidden> : head}
    </th>
  ))
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
    <td className="n">
      {amount === null ? <Dash /> : <Money whole={amount.whole} fraction={amount.fraction} />}
    </td>
  )
}
