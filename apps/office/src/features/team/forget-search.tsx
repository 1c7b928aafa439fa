import { codeOf } from '@partner-office/web'
import { Navigate } from '@tanstack/react-router'

import type { PathWith } from '../../lib/navigation/search-params.ts'
import type { TeamList } from './lib/use-team-list.ts'
import type { TeamSearchState } from './lib/use-team-search.ts'

/** Whether the address asks for a team that the caller may not see. Source: requirements TEA-054; decisions D-070. */
export const isRefused = (
  { search, isForeign }: TeamSearchState,
  { error }: Pick<TeamList, 'error'>,
): boolean =>
  isForeign || (search.path.length > 1 && error !== null && codeOf(error) === 'access_denied')

/** Removes the search from the address, so that the page shows the caller's own team. */
export function ForgetSearch({ from }: { readonly from: PathWith<'search'> }) {
  return (
    <Navigate
      from={from}
      to="."
      search={(address) => ({ ...address, search: undefined })}
      hash
      hashScrollIntoView={false}
      replace
    />
  )
}
