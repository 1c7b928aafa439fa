import { NO_FILTERS, TEAM_RANGES, type TeamSearch, withChange } from '@partner-office/domain'
import { Button, Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../../lib/queries/ranks.ts'
import type { SearchChange, TeamSearchState } from '../lib/use-team-search.ts'
import { STATUS_KEYS, useBoundsText } from './filter-texts.ts'

type ActiveFilter = { readonly key: string; readonly text: string; readonly without: SearchChange }

/** Active filters as chips that can be removed; nothing without filters. */
export function FilterChips({ search, change }: Pick<TeamSearchState, 'search' | 'change'>) {
  const { t } = useTranslation()
  const filters = useActiveFilters(search)
  if (filters.length === 0) return null
  return (
    <div className="filter-chips">
      <ul className="in-row wrap grow" aria-label={t('team.activeFilters')}>
        {filters.map(({ key, text, without }) => (
          <li key={key} className="chip tone-grey">
            {text}
            <button
              type="button"
              className="chip-remove"
              aria-label={t('team.remove', { filter: text })}
              onClick={() => change(without)}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="ghost" size="sm" onClick={() => change(withoutFilters)}>
        {t('team.clearAll')}
      </Button>
    </div>
  )
}

/** Clears every filter. */
export const withoutFilters: SearchChange = (search) => withChange(search, NO_FILTERS)

/** Whether any filter is active. */
export const isFiltered = ({ name, rank, status, ranges }: TeamSearch): boolean =>
  name !== '' || rank !== '' || status !== 'any' || Object.values(ranges).some(Boolean)

function useActiveFilters({ name, rank, status, ranges }: TeamSearch): readonly ActiveFilter[] {
  const { t } = useTranslation()
  const boundsText = useBoundsText()
  const filters: ActiveFilter[] = []
  const add = (key: string, text: string, none: Parameters<typeof withChange>[1]): void =>
    void filters.push({ key, text, without: (now) => withChange(now, none) })
  if (name !== '') add('name', t('team.nameChip', { name }), { name: '' })
  if (rank !== '') add('rank', t(rankNameKey(rank)), { rank: '' })
  if (status !== 'any') add('status', t(STATUS_KEYS[status]), { status: 'any' })
  for (const range of TEAM_RANGES) {
    const { [range]: bounds, ...others } = ranges
    if (bounds !== undefined) add(range, boundsText(range, bounds), { ranges: others })
  }
  return filters
}
