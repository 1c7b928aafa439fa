import { getUserActivity } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

/** Reads until when the partner is active, and the size of the team. A failure is not reported. Source: requirements DSH-012. */
export const activityQuery = (api: Api) =>
  queryOptions({
    queryKey: ['activity'],
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getUserActivity, { quiet: true, signal }), api.giveUpMs),
  })
