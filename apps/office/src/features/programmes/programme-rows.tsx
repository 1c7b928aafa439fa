import { Progress, Table } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { useWindowClass } from '../../lib/browser/window-class.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { percentText } from '../../parts/figures/percent-text.ts'
import { drawnPercent, progressText } from '../../parts/figures/eur.ts'

/** A row of a programme, as tables and lists show it. Units: `target` in EUR. */
export type ShownRow = {
  readonly key: string | number
  readonly isCurrent?: boolean
  readonly rank: ReactNode
  readonly target: string
  /** Counting turnover, where each row has its own. Units: EUR. */
  readonly counting?: string
  readonly gives: ReactNode
  readonly state: ReactNode
}

type RowsProps = { readonly rows: readonly ShownRow[] }

/** Requirements and amounts of a programme: a table on desktops, a list on smaller windows. */
export function ProgrammeRows({ rows }: RowsProps) {
  return useWindowClass() === 'desktop' ? <RowsTable rows={rows} /> : <List rows={rows} />
}

function RowsTable({ rows }: RowsProps) {
  const { t } = useTranslation()
  const counts = [
    { text: t('rule.counts'), className: 'counts' },
    { text: t('rule.countsEur'), isFigure: true },
  ]
  return (
    <Table
      caption={t('programmes.requirements')}
      columns={[
        { text: t('rank.rank') },
        { text: t('programmes.targetEur'), isFigure: true },
        ...(rows.some(({ counting }) => counting !== undefined) ? counts : []),
        { text: t('programmes.gives'), isFigure: true },
        { text: t('rank.state'), isFigure: true },
      ]}
    >
      {rows.map(({ key, ...row }) => (
        <TableRow key={key} {...row} />
      ))}
    </Table>
  )
}

function TableRow({ isCurrent, rank, target, counting, gives, state }: Omit<ShownRow, 'key'>) {
  return (
    <tr aria-current={isCurrent || undefined}>
      <th scope="row">{rank}</th>
      <td className="figure-cell">
        <Amount amount={target} currency="EUR" isBare />
      </td>
      {counting !== undefined && (
        <>
          <td>
            <Reached counting={counting} target={target} />
          </td>
          <td className="figure-cell">
            <Amount amount={counting} currency="EUR" isBare />
          </td>
        </>
      )}
      <td className="figure-cell">{gives}</td>
      <td className="figure-cell">{state}</td>
    </tr>
  )
}

function List({ rows }: RowsProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  return (
    <ul className="list">
      {rows.map(({ key, isCurrent, rank, target, counting, gives, state }) => (
        <li key={key} className="stack gap-1" aria-current={isCurrent || undefined}>
          <div className="in-row between wrap">
            {rank}
            {state}
          </div>
          <div className="in-row between wrap">
            <span className="meta">
              {counting === undefined
                ? t('rank.turnoverOf', { amount: amountText(target, 'EUR') })
                : t('dashboard.counts', {
                    counting: amountText(counting, 'EUR'),
                    target: amountText(target, 'EUR'),
                  })}
            </span>
            <span className="push">{gives}</span>
          </div>
          {counting !== undefined && <Reached counting={counting} target={target} />}
        </li>
      ))}
    </ul>
  )
}

/** Progress of a row as a bar and in percent. */
function Reached({ counting, target }: { readonly counting: string; readonly target: string }) {
  const { style } = useFormat()
  const drawn = drawnPercent(counting, target)
  const isReached = drawn >= 100
  const shown = percentText(isReached ? '100' : progressText(counting, target), style)
  return (
    <span className="in-row gap-3">
      <span className="grow">
        <Progress
          label={shown}
          segments={[{ percent: drawn, tone: isReached ? 'done' : 'leg1' }]}
        />
      </span>
      <span className="digits reached-percent">{shown}</span>
    </span>
  )
}
