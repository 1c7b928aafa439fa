import { getBonusHistory } from '@partner-office/contracts'
import type { BonusType } from '@partner-office/domain'
import type { Api } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { RANKS_FRESH_MS } from '../../lib/queries/ranks.ts'

const MOST = '100'

/** Credited bonuses of one type, the newest first. */
export const creditedQuery = (api: Api, kind: BonusType) =>
  queryOptions({
    queryKey: ['credited', kind],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      api.call('business', getBonusHistory, {
        query: { size: MOST, page: '0', bonusTypes: kind },
        signal,
      }),
  })
