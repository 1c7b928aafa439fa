import { withChange } from '@partner-office/domain'
import { Button, EmptyNotice, Segments, Skeleton } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { countText } from '../../../lib/formats/formats.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { useWindowClass } from '../../../lib/browser/window-class.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { PATHS } from '../../../paths.ts'
import { ForgetSearch, isRefused } from '../forget-search.tsx'
import { TEAM_SORTS } from '../lib/team-question.ts'
import { useTeamCount, useWholeTeamCount } from '../lib/use-team-count.ts'
import { type TeamList, useTeamList } from '../lib/use-team-list.ts'
import { type TeamSearchState, useTeamSearch } from '../lib/use-team-search.ts'
import { TeamMembers } from '../team-members.tsx'
import { TeamPath } from '../team-path.tsx'
import { isFiltered, withoutFilters } from './filter-chips.tsx'
import { MemberCard } from './member-card.tsx'
import { ResultLine } from './result-line.tsx'
import { NameSearch, SearchFilters } from './search-filters.tsx'

/** Members of the team, found by name, figures and rank. Source: requirements TEA-011 to TEA-065; decisions D-065. */
export function TeamSearch() {
  const { t } = useTranslation()
  const state = useTeamSearch(PATHS.teamMy, useDefaultSort())
  const list = useTeamList(state)
  const count = useTeamCount(state.search, list)
  const { search, change } = state
  const isPhone = useWindowClass() === 'phone'
  if (isRefused(state, list)) return <ForgetSearch from={PATHS.teamMy} />
  return (
    <>
      {isPhone && <NameSearch search={search} change={change} />}
      <div className="in-row between wrap">
        <TeamPath state={state} />
        <Segments
          label={t('team.scope')}
          value={search.scope}
          options={[
            { value: 'firstLine', text: t('team.firstLine') },
            { value: 'downline', text: t('team.wholeTeam') },
          ]}
          onChange={(scope) => change((now) => withChange(now, { scope }))}
        />
      </div>
      <SearchFilters search={search} change={change} count={count} />
      <ResultLine state={state} count={count} />
      <Results state={state} list={list} />
    </>
  )
}

function useDefaultSort() {
  const { config } = useOffice()
  const sort = config.property('teamSearchDefaultSort')
  return TEAM_SORTS.find((known) => known === sort) ?? 'registeredAt|desc'
}

function Results({ state, list }: { state: TeamSearchState; list: TeamList }) {
  return (
    <TeamMembers list={list} placeholder={<CardSkeletons />} empty={<Empty state={state} />}>
      {(rows) => (
        <ul className="stack gap-3">
          {rows.map((member) => (
            <li key={member.id}>
              <MemberCard member={member} linkTo={state.linkTo} />
            </li>
          ))}
        </ul>
      )}
    </TeamMembers>
  )
}

function CardSkeletons() {
  return (
    <div className="stack gap-3" aria-hidden="true">
      {Array.from({ length: 4 }, (_, card) => (
        <div key={card} className="card member">
          <Skeleton height={44} />
        </div>
      ))}
    </div>
  )
}

/** No member at all, or none that matches the filters. Source: requirements TEA-048. */
function Empty({ state: { search, change } }: { state: TeamSearchState }) {
  const { t } = useTranslation()
  if (!isFiltered(search)) {
    return <EmptyNotice isCard title={t('team.nobody')} hint={t('dashboard.teamEmpty')} />
  }
  return (
    <EmptyNotice
      isCard
      title={t('team.nothingFound')}
      hint={t('team.nothingFoundHint')}
      action={
        <>
          <InWholeTeam search={search} change={change} />
          <Button onClick={() => change(withoutFilters)}>{t('team.clearFilters')}</Button>
        </>
      }
    />
  )
}

/** Offers what the whole team has, where the first line has nothing. */
function InWholeTeam({ search, change }: Pick<TeamSearchState, 'search' | 'change'>) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const count = useWholeTeamCount(search) ?? 0
  if (count === 0) return null
  return (
    <Button
      variant="primary"
      onClick={() => change((now) => withChange(now, { scope: 'downline' }))}
    >
      {t('team.inWholeTeam', { count, shown: countText(count, style) })}
    </Button>
  )
}
