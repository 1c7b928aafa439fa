import { withChange } from '@partner-office/domain'
import { SelectField } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import type { TeamSearchState } from '../lib/use-team-search.ts'
import { SORT_KEYS } from '../search/filter-texts.ts'
import { TREE_COLUMNS } from './tree-search.ts'

type TreeSortFieldProps = { readonly state: TeamSearchState }

/** Sort field of the tree, for cards that have no column heads. */
export function TreeSortField({ state: { search, change } }: TreeSortFieldProps) {
  const { t } = useTranslation()
  const sorts = TREE_COLUMNS.flatMap((column) => [`${column}|desc`, `${column}|asc`] as const)
  return (
    <SelectField
      label={t('team.sortBy')}
      value={search.sort}
      onChange={({ target }) => change((now) => withChange(now, { sort: target.value }))}
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {t(SORT_KEYS[sort])}
        </option>
      ))}
    </SelectField>
  )
}
