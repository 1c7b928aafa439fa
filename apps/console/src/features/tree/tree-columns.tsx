import type { TreePartner } from '@partner-office/contracts'
import { Money } from '@partner-office/ui'
import type { ReactNode } from 'react'

import { countText } from '../../lib/figures.ts'
import { Amount } from '../../parts/amount.tsx'
import { countChange, eurChange, NO_TURNOVER } from './changes.ts'
import { RankChange } from './rank-change.tsx'
import { TreeLink } from './tree-link.tsx'

type CellContext = { readonly day: string; readonly newText: string }

type TreeColumn = {
  readonly name:
    | 'partner'
    | 'rank'
    | 'teamThen'
    | 'teamNow'
    | 'teamChange'
    | 'turnoverThen'
    | 'turnoverNow'
    | 'turnoverChange'
  readonly isFigure: boolean
  readonly isHelper?: boolean
  readonly cell: (row: TreePartner, context: CellContext) => ReactNode
}

/** Columns of the first line. `–`: the partner had not registered. */
export const COLUMNS: readonly TreeColumn[] = [
  {
    name: 'partner',
    isFigure: false,
    cell: (row, { day, newText }) => (
      <>
        <TreeLink partner={row} day={day} />
        {row.past === null && <span className="caption"> {newText}</span>}
      </>
    ),
  },
  {
    name: 'rank',
    isFigure: false,
    cell: ({ past, today }) => <RankChange then={past?.rang} now={today.rang} />,
  },
  {
    name: 'teamThen',
    isFigure: true,
    isHelper: true,
    cell: ({ past }) => (past === null ? '–' : countText(past.teamSize)),
  },
  { name: 'teamNow', isFigure: true, cell: ({ today }) => countText(today.teamSize) },
  {
    name: 'teamChange',
    isFigure: true,
    cell: ({ past, today }) => countChange(past?.teamSize ?? 0, today.teamSize),
  },
  {
    name: 'turnoverThen',
    isFigure: true,
    isHelper: true,
    cell: ({ past }) => <Amount amount={past?.teamTurnover ?? null} currency="EUR" />,
  },
  {
    name: 'turnoverNow',
    isFigure: true,
    cell: ({ today }) => <Amount amount={today.teamTurnover} currency="EUR" />,
  },
  {
    name: 'turnoverChange',
    isFigure: true,
    cell: ({ past, today }) => (
      <Money {...eurChange(past?.teamTurnover ?? NO_TURNOVER, today.teamTurnover)} unit="EUR" />
    ),
  },
]
