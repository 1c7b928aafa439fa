import type { BonusRecord } from '@partner-office/contracts'
import { Chip, Gem, Money } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/ranks.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useWindowClass } from '../../lib/window-class.ts'
import { Dash } from '../../parts/rank/dash.tsx'
import { shareText } from '../../parts/rank/percent-text.ts'
import type { ProgrammeRow } from './programmes.ts'
import { type RowState, rowState } from './row-state.ts'

type RequirementsProps = {
  readonly record: BonusRecord
  readonly rows: readonly ProgrammeRow[]
}

type Placed = { readonly row: ProgrammeRow; readonly place: number; readonly state: RowState }

/** What a programme asks for and gives: a table, where that does not fit a list. Source: requirements XBO-001 to XBO-008. */
export function Requirements({ record, rows }: RequirementsProps) {
  const { t } = useTranslation()
  const isTable = useWindowClass() === 'desktop'
  const placed = rows.map((row, place) => ({ row, place, state: rowState(record, row, place) }))
  return (
    <section className="card flush" aria-labelledby="requirements">
      <div className="card-head">
        <h2 className="h2" id="requirements">
          {t('programmes.requirements')}
        </h2>
      </div>
      {isTable ? <Table rows={placed} /> : <List rows={placed} />}
    </section>
  )
}

function Table({ rows }: { readonly rows: readonly Placed[] }) {
  const { t } = useTranslation()
  const { amount } = useFormat()
  return (
    <table className="tbl">
      <caption className="sr">{t('programmes.requirements')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('rank.rank')}</th>
          <th scope="col" className="n">
            {t('programmes.targetEur')}
          </th>
          <th scope="col" className="n">
            {t('programmes.gives')}
          </th>
          <th scope="col" className="n">
            {t('rank.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, place, state }) => {
          const { whole, fraction } = amount(row.targetTurnover, 'EUR')
          return (
            <tr key={place}>
              <th scope="row">
                <RowRank row={row} />
              </th>
              <td className="n">
                <Money whole={whole} fraction={fraction} />
              </td>
              <td className="n">
                <Gives row={row} />
              </td>
              <td className="n">
                <StateChip state={state} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function List({ rows }: { readonly rows: readonly Placed[] }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  return (
    <ul className="list">
      {rows.map(({ row, place, state }) => (
        <li key={place} className="stack g1">
          <div className="row between wrap">
            <RowRank row={row} />
            <Gives row={row} />
          </div>
          <div className="row between wrap meta">
            <span>{t('rank.turnoverOf', { amount: amountText(row.targetTurnover, 'EUR') })}</span>
            <StateChip state={state} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The rank that a row asks for; pools have a number too. */
function RowRank({ row: { rang, pool } }: { readonly row: ProgrammeRow }) {
  const { t } = useTranslation()
  return (
    <span className="row g3">
      {rang === null ? t('programmes.anyRank') : <Gem code={rang} size={24} />}
      {rang !== null && <span className="med">{t(rankNameKey(rang))}</span>}
      {pool !== undefined && <span className="meta">{t('programmes.pool', { pool })}</span>}
    </span>
  )
}

/** A share or an amount. */
function Gives({ row: { percent, amount, currency } }: { readonly row: ProgrammeRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (amount !== null) return <Money {...format.amount(amount, currency ?? 'EUR')} />
  if (percent === null) return <Dash />
  return (
    <span className="num">
      {t('explain.percent', { percent: shareText(percent, format.style) })}
    </span>
  )
}

function StateChip({ state }: { readonly state: RowState }) {
  const { t } = useTranslation()
  if (state === 'open') return <Dash />
  return state === 'reached' ? (
    <Chip tone="green" icon="done">
      {t('programmes.reached')}
    </Chip>
  ) : (
    <Chip tone="grey-stroke" icon="lock">
      {t('programmes.locked')}
    </Chip>
  )
}
