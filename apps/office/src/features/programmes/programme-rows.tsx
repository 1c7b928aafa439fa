import { Money } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/use-format.ts'
import { useWindowClass } from '../../lib/window-class.ts'

/** A row of a programme as it is shown. Units: `target` in EUR. */
export type ShownRow = {
  readonly key: string | number
  readonly isCurrent?: boolean
  readonly rank: ReactNode
  readonly target: string
  readonly gives: ReactNode
  readonly state: ReactNode
}

type RowsProps = { readonly rows: readonly ShownRow[] }

/** What a programme asks for and gives: a table, where that does not fit a list. */
export function ProgrammeRows({ rows }: RowsProps) {
  return useWindowClass() === 'desktop' ? <Table rows={rows} /> : <List rows={rows} />
}

function Table({ rows }: RowsProps) {
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
        {rows.map(({ key, isCurrent, rank, target, gives, state }) => {
          const { whole, fraction } = amount(target, 'EUR')
          return (
            <tr key={key} aria-current={isCurrent || undefined}>
              <th scope="row">{rank}</th>
              <td className="n">
                <Money whole={whole} fraction={fraction} />
              </td>
              <td className="n">{gives}</td>
              <td className="n">{state}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function List({ rows }: RowsProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  return (
    <ul className="list">
      {rows.map(({ key, isCurrent, rank, target, gives, state }) => (
        <li key={key} className="stack g1" aria-current={isCurrent || undefined}>
          <div className="row between wrap">
            {rank}
            {gives}
          </div>
          <div className="row between wrap meta">
            <span>{t('rank.turnoverOf', { amount: amountText(target, 'EUR') })}</span>
            {state}
          </div>
        </li>
      ))}
    </ul>
  )
}
