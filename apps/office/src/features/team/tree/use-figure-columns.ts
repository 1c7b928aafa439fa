import { useTranslation } from 'react-i18next'

import type { TeamSearchState } from '../lib/use-team-search.ts'
import { TREE_HEADS } from './tree-heads.ts'
import { sortedBy, TREE_COLUMNS, type TreeColumn, treeSort } from './tree-search.ts'

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const

/** The sortable columns of figures of a table of the tree. */
export function useFigureColumns(state: TeamSearchState) {
  const { t } = useTranslation()
  return TREE_COLUMNS.map((column) => ({
    text: t(TREE_HEADS[column]),
    isFigure: true,
    sort: sortOf(column, state),
  }))
}

function sortOf(column: TreeColumn, { search, change }: TeamSearchState) {
  const sort = treeSort(search)
  return {
    direction: sort.column === column ? DIRECTIONS[sort.direction] : 'none',
    turn: () => change((now) => sortedBy(now, column)),
  } as const
}
