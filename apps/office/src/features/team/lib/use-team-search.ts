import {
  decodeTeamSearch,
  encodeTeamSearch,
  NO_FILTERS,
  type PathStep,
  type TeamSearch,
} from '@partner-office/domain'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { useOffice } from '../../../lib/office.ts'
import type { PathWith } from '../../../lib/search-params.ts'
import { fullNameOf, useProfile } from '../../../lib/profile.ts'
import { TEAM_SORTS, type TeamSort } from './team-question.ts'
import { onToldPath, type ShownStep, shownSteps } from './team-steps.ts'
import { useToldPath } from './use-told-path.ts'

/** Another search, made of the one that the address holds at that moment. */
export type SearchChange = (search: TeamSearch) => TeamSearch

/** The search of the page, and how it changes. */
export type TeamSearchState = {
  readonly search: TeamSearch
  /** The path of the search as the server tells it: names that stand in an address are anybody's. */
  readonly steps: readonly [PathStep, ...ShownStep[]]
  readonly isTelling: boolean
  /** Whether the address asks for what this partner may not see, or for nothing that can be read. Source: TEA-054. */
  readonly isForeign: boolean
  /** A step on the way is one that the browser can go back from; everything else takes the place of what was. */
  readonly change: (next: SearchChange, how?: 'step' | 'replace') => void
  /** What a link needs that is a step on the way: the new list is shown from its beginning. */
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

/** The search that the address holds; without one the partner's own team. Source: requirements TEA-043, TEA-050 to TEA-054; ACC-005. */
export function useTeamSearch(from: TeamPath, defaultSort: TeamSort): TeamSearchState {
  const own = useOwnTeam(defaultSort)
  const read = searchOf(useSearch({ from }), own)
  const { told, people, isTelling } = useToldPath(read?.path)
  const search = onToldPath(read ?? own, told)
  const navigate = useNavigate()
  const addressOf = (next: SearchChange): SamePage => ({
    from,
    to: '.',
    search: (address) => ({
      ...address,
      search: encodeTeamSearch(next(onToldPath(searchOf(address, own) ?? own, told))),
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
    isTelling,
    isForeign: read === null,
    linkTo,
    change: (next, how = 'replace') =>
      void navigate(
        how === 'step' ? linkTo(next) : { ...addressOf(next), replace: true, ...WHERE_IT_IS },
      ),
  }
}

/** The reader stays where they are. */
const WHERE_IT_IS = { hash: true, hashScrollIntoView: false, resetScroll: false } as const

const searchOf = ({ search }: Address, own: TeamSearch): TeamSearch | null =>
  search === undefined ? own : readToken(search, own)

/** The search of a token, if its path begins at the partner's own place. Source: requirements TEA-053. */
export function readToken(token: string, own: TeamSearch): TeamSearch | null {
  const read = decodeTeamSearch(token, TEAM_SORTS)
  if (read === null || read.path[0].id !== own.path[0].id) return null
  // The own name and size are known better than any address knows them.
  return { ...read, path: [own.path[0], ...read.path.slice(1)] }
}

/** What the page opens with. Source: decisions D-065, D-067. */
function useOwnTeam(sort: TeamSort): TeamSearch {
  const { config } = useOffice()
  const profile = useProfile()
  const { id, teamFl } = profile
  const scope = config.property('teamSearchScope') === 'downline' ? 'downline' : 'firstLine'
  const path = [{ name: fullNameOf(profile), id, flSize: teamFl }] as const
  return { ...NO_FILTERS, path, sort, currentPage: 0, scope }
}
