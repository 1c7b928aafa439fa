import { getTeamPath } from '@partner-office/contracts'
import type { PathStep, TeamPath } from '@partner-office/domain'
import { whenReady } from '@partner-office/web'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useOffice } from '../../../lib/session/office.ts'
import type { ServerPath } from './team-steps.ts'

type LoadedPath = {
  /** The server's path to the same member; null until it is loaded. */
  readonly serverPath: ServerPath | null
  /** Loaded steps, of this path or of the previous one. */
  readonly people: readonly PathStep[]
  readonly isPathLoading: boolean
}

/** Loads the server's path to the last step of a path. The caller's own place needs no request. */
export function useTeamPath(path: TeamPath | undefined): LoadedPath {
  const { api } = useOffice()
  const memberId = path?.at(-1)!.id ?? 0
  const { data, isPlaceholderData, isFetching } = useQuery({
    enabled: path !== undefined && path.length > 1,
    queryKey: ['team', 'path', memberId],
    queryFn: ({ signal }) =>
      whenReady(
        () =>
          api.call('business', getTeamPath, {
            query: { memberId: String(memberId) },
            quiet: true,
            signal,
          }),
        api.giveUpMs,
      ),
    placeholderData: keepPreviousData,
  })
  const isLoaded = data !== undefined && !isPlaceholderData
  return {
    serverPath: isLoaded ? { memberId, steps: data } : null,
    people: data ?? [],
    isPathLoading: isFetching,
  }
}
