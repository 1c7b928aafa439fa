import {
  decodeTeamSearch,
  encodeTeamSearch,
  NO_FILTERS,
  type PathStep,
  type TeamSearch,
} from '@partner-office/domain'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { useOffice } from '../../../lib/session/office.ts'
import type { PathWith } from '../../../lib/navigation/search-params.ts'
import { fullNameOf, useProfile } from '../../../lib/session/profile.ts'
import { TEAM_SORTS, type TeamSort } from './team-question.ts'
import { onServerPath, type ShownStep, shownSteps } from './team-steps.ts'
import { useTeamPath } from './use-team-path.ts'

/** Derives a search from the current one in the address. */
export type SearchChange = (search: TeamSearch) => TeamSearch

/** The search of a page, and the calls that change it. */
export type TeamSearchState = {
  readonly search: TeamSearch
  /** The path as the server answers it. Names in an address are never shown: anybody can write them. */
  readonly steps: readonly [PathStep, ...ShownStep[]]
  readonly isPathLoading: boolean
  /** Whether the address holds an invalid search, or one of a team that the caller may not see. Source: TEA-054. */
  readonly isForeign: boolean
  /** `step` adds an entry to the browser's history, `replace` does not. */
  readonly change: (next: SearchChange, how?: 'step' | 'replace') => void
  /** Props of a link that takes a step: it scrolls to the start of the new list. */
  readonly linkTo: (next: SearchChange) => Step
}

type TeamPath = PathWith<'search'>
type Address = { readonly search?: string | undefined }
type SamePage = {
  readonly from: TeamPath
  readonly to: '.'
  readonly search: <A extends Address>(address: A) => A
}
type Step = SamePage & {
  readonly hash: 'tabs'
  readonly hashScrollIntoView: ScrollIntoViewOptions
}

/** The search in the address; without one the caller's own team. Source: requirements TEA-043, TEA-050 to TEA-054; ACC-005. */
export function useTeamSearch(from: TeamPath, defaultSort: TeamSort): TeamSearchState {
  const own = useOwnTeam(defaultSort)
  const read = searchOf(useSearch({ from }), own)
  const { serverPath, people, isPathLoading } = useTeamPath(read?.path)
  const search = onServerPath(read ?? own, serverPath)
  const navigate = useNavigate()
  const addressOf = (next: SearchChange): SamePage => ({
    from,
    to: '.',
    search: (address) => ({
      ...address,
      search: encodeTeamSearch(next(onServerPath(searchOf(address, own) ?? own, serverPath))),
    }),
  })
  const linkTo = (next: SearchChange): Step => ({
    ...addressOf(next),
    hash: 'tabs',
    hashScrollIntoView: { block: 'nearest' },
  })
  return {
    search,
    steps: shownSteps(search.path, people),
    isPathLoading,
    isForeign: read === null,
    linkTo,
    change: (next, how = 'replace') =>
      void navigate(
        how === 'step' ? linkTo(next) : { ...addressOf(next), replace: true, ...WHERE_IT_IS },
      ),
  }
}

/** Keeps the scroll position. */
const WHERE_IT_IS = { hash: true, hashScrollIntoView: false, resetScroll: false } as const

const searchOf = ({ search }: Address, own: TeamSearch): TeamSearch | null =>
  search === undefined ? own : readToken(search, own)

/** Decodes a token; null unless its path begins at the caller. Source: requirements TEA-053. */
export function readToken(token: string, own: TeamSearch): TeamSearch | null {
  const read = decodeTeamSearch(token, TEAM_SORTS)
  if (read === null || read.path[0].id !== own.path[0].id) return null
  // The caller's name and team size come from the profile, not from the address.
  return { ...read, path: [own.path[0], ...read.path.slice(1)] }
}

/** The search of a page without one in its address. Source: decisions D-065, D-067. */
function useOwnTeam(sort: TeamSort): TeamSearch {
  const { config } = useOffice()
  const profile = useProfile()
  const { id, teamFl } = profile
  const scope = config.property('teamSearchScope') === 'downline' ? 'downline' : 'firstLine'
  const path = [{ name: fullNameOf(profile), id, flSize: teamFl }] as const
  return { ...NO_FILTERS, path, sort, currentPage: 0, scope }
}
