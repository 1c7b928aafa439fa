import { getTeamPath } from '@partner-office/contracts'
import type { PathStep, TeamPath } from '@partner-office/domain'
import { whenReady } from '@partner-office/web'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { GIVE_UP_MS } from '../../../lib/config.ts'
import { useOffice } from '../../../lib/office.ts'
import type { ToldPath } from './team-steps.ts'

type Told = {
  /** The way to the end of this path; null until the server has told it. */
  readonly told: ToldPath | null
  /** Everybody whom the server has told of, on this way or on the one before. */
  readonly people: readonly PathStep[]
  readonly isTelling: boolean
}

/** What the server says of the way down to the end of a path; there is nothing to ask about the own place. */
export function useToldPath(path: TeamPath | undefined): Told {
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
        GIVE_UP_MS,
      ),
    placeholderData: keepPreviousData,
  })
  const isTold = data !== undefined && !isPlaceholderData
  return {
    told: isTold ? { memberId, steps: data } : null,
    people: data ?? [],
    isTelling: isFetching,
  }
}
