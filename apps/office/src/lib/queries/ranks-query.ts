import { getRangAll, getTurnoverRangsAll } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { type Ladder, RANKS_FRESH_MS } from './ranks.ts'

/** Reads all ranks of a ladder, lowest first. Source: requirements RNK-018, RNK-019. */
export const ranksQuery = (api: Api, ladder: Ladder) =>
  queryOptions({
    queryKey: ['ranks', ladder],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      whenReady(
        () =>
          api.call('business', ladder === 'bonus' ? getTurnoverRangsAll : getRangAll, { signal }),
        api.giveUpMs,
      ),
  })
