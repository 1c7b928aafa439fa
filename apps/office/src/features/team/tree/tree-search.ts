import { NO_FILTERS, type TeamRange, type TeamSearch, withChange } from '@partner-office/domain'

import type { TeamSort } from '../lib/team-question.ts'

/** Sortable columns of the tree, from left to right. Source: requirements TRE-003, TRE-005. */
export const TREE_COLUMNS = [
  'ownTurnover',
  'flSize',
  'flTurnover',
  'teamSize',
  'teamTurnover',
] as const satisfies readonly TeamRange[]
export type TreeColumn = (typeof TREE_COLUMNS)[number]

type TreeSort = { readonly column: TreeColumn; readonly direction: 'asc' | 'desc' }

/** Source: requirements TRE-008, TRE-017. */
export const TREE_SORT = 'teamTurnover|desc' satisfies TeamSort

const BY_DEFAULT: TreeSort = { column: 'teamTurnover', direction: 'desc' }

/** Column and direction of a search; the default where its sort is no column of the tree. */
export function treeSort({ sort }: Pick<TeamSearch, 'sort'>): TreeSort {
  const [field, direction] = sort.split('|')
  const column = TREE_COLUMNS.find((known) => known === field)
  if (column === undefined) return BY_DEFAULT
  return { column, direction: direction === 'asc' ? 'asc' : 'desc' }
}

/** Sorts a search by a column: reverses the current column, starts any other with the largest. Source: TRE-006, TRE-007. */
export function sortedBy(search: TeamSearch, column: TreeColumn): TeamSearch {
  const now = treeSort(search)
  const isTurned = now.column === column && now.direction === 'desc'
  return withChange(search, { sort: `${column}|${isTurned ? 'asc' : 'desc'}` })
}

/** Turns a search of another view into one of the tree: one first line, without filters. */
export function asTree(search: TeamSearch): TeamSearch {
  const { column, direction } = treeSort(search)
  return { ...search, ...NO_FILTERS, scope: 'firstLine', sort: `${column}|${direction}` }
}
