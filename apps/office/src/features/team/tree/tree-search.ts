import { NO_FILTERS, type TeamRange, type TeamSearch, withChange } from '@partner-office/domain'

import type { TeamSort } from '../lib/team-question.ts'

/** What the tree can be sorted by, in the order of its columns. Source: requirements TRE-003, TRE-005. */
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

/** What a search is sorted by; what is no column sorts as the default. */
export function treeSort({ sort }: Pick<TeamSearch, 'sort'>): TreeSort {
  const [field, direction] = sort.split('|')
  const column = TREE_COLUMNS.find((known) => known === field)
  if (column === undefined) return BY_DEFAULT
  return { column, direction: direction === 'asc' ? 'asc' : 'desc' }
}

/** The search sorted by a column: the sorted one turns around, any other begins with the largest. Source: TRE-006, TRE-007. */
export function sortedBy(search: TeamSearch, column: TreeColumn): TeamSearch {
  const now = treeSort(search)
  const isTurned = now.column === column && now.direction === 'desc'
  return withChange(search, { sort: `${column}|${isTurned ? 'asc' : 'desc'}` })
}

/** What the tree shows of a search that may come from another view: one first line, nothing filtered out. */
export function asTree(search: TeamSearch): TeamSearch {
  const { column, direction } = treeSort(search)
  return { ...search, ...NO_FILTERS, scope: 'firstLine', sort: `${column}|${direction}` }
}
