import { type TeamSearch, withChange } from '@partner-office/domain'
import { buttonClass, Count, Icon, SelectField } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/session/office.ts'
import { ranksQuery } from '../../../lib/queries/ranks-query.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { useWindowClass } from '../../../lib/browser/window-class.ts'
import { TEAM_SORTS, type TeamSort } from '../lib/team-question.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'
import {
  advancedCount,
  AdvancedFilters,
  FilterSheet,
  withoutAdvanced,
} from './advanced-filters.tsx'
import { FilterChips } from './filter-chips.tsx'
import { SORT_KEYS } from './filter-texts.ts'
import { NameField } from './name-field.tsx'

type FiltersProps = Pick<TeamSearchState, 'search' | 'change'>

/** Name, rank, sort order, and a button that opens the advanced panel. Source: requirements TEA-011, TEA-018. */
export function SearchFilters({ count, ...state }: FiltersProps & { count: number | undefined }) {
  const { t } = useTranslation()
  const isPhone = useWindowClass() === 'phone'
  const { search, change } = state
  const [isOpen, setOpen] = useState(!isPhone && advancedCount(search) > 0)
  const id = useId()
  const toggle = (): void => {
    if (isOpen && advancedCount(search) > 0) change(withoutAdvanced)
    setOpen(!isOpen)
  }
  const button = <FiltersButton search={search} isOpen={isOpen} controls={id} onClick={toggle} />
  return (
    <section className="card stack gap-4" aria-label={t('team.filters')}>
      <div className="basic-filters">
        {!isPhone && <NameField {...state} />}
        <RankField {...state} />
        {isPhone && button}
        <SortField {...state} />
        {!isPhone && button}
      </div>
      {isOpen && !isPhone && (
        <div id={id}>
          <AdvancedFilters {...state} />
        </div>
      )}
      {isOpen && isPhone && <FilterSheet {...state} count={count} onClose={() => setOpen(false)} />}
      {/* A phone shows the name above, in its field. */}
      <FilterChips search={isPhone ? { ...search, name: '' } : search} change={change} />
    </section>
  )
}

/** The name field of a phone, first on the page. While somebody types it moves up, so that results show above the keyboard. */
export function NameSearch(state: FiltersProps) {
  const { t } = useTranslation()
  return (
    <search
      aria-label={t('team.tab.search')}
      onInput={({ currentTarget }) => currentTarget.scrollIntoView()}
    >
      <NameField {...state} />
    </search>
  )
}

type ButtonProps = {
  readonly search: TeamSearch
  readonly isOpen: boolean
  readonly controls: string
  readonly onClick: () => void
}

function FiltersButton({ search, isOpen, controls, onClick }: ButtonProps) {
  const { t } = useTranslation()
  const count = advancedCount(search)
  return (
    <button
      type="button"
      className={buttonClass({})}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onClick}
    >
      <Icon name="filters" size={18} />
      {t('team.filters')} {count > 0 && <Count>{count}</Count>}
    </button>
  )
}

function RankField({ search, change }: FiltersProps) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { data: ranks = [] } = useQuery(ranksQuery(api, 'ordinary'))
  const codes = ranks.map(({ code }) => code)
  // The address may name a rank before the list of ranks is loaded.
  const isMissing = search.rank !== '' && !codes.includes(search.rank)
  return (
    <SelectField
      label={t('team.rank')}
      value={search.rank}
      onChange={({ target }) => change((now) => withChange(now, { rank: target.value }))}
    >
      <option value="">{t('team.allRanks')}</option>
      {(isMissing ? [...codes, search.rank] : codes).map((code) => (
        <option key={code} value={code}>
          {t(rankNameKey(code))}
        </option>
      ))}
    </SelectField>
  )
}

/** Source: requirements TEA-019. */
function SortField({ search, change }: FiltersProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('team.sortBy')}
      value={search.sort}
      onChange={({ target }) => change((now) => withChange(now, { sort: target.value }))}
    >
      {TEAM_SORTS.map((sort: TeamSort) => (
        <option key={sort} value={sort}>
          {t(SORT_KEYS[sort])}
        </option>
      ))}
    </SelectField>
  )
}
