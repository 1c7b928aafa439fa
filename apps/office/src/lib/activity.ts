import { getUserActivity } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { GIVE_UP_MS } from './config.ts'

/** Until when the partner is active, and how large the team is; a failure stays quiet. Source: requirements DSH-012. */
export const activityQuery = (api: Api) =>
  queryOptions({
    queryKey: ['activity'],
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getUserActivity, { quiet: true, signal }), GIVE_UP_MS),
  })
