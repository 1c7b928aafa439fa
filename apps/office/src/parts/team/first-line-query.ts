import { getTeam } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

/** Reads the newest hundred of a partner's first line. Source: requirements DSH-016. */
export const firstLineQuery = (api: Api, id: number) => {
  const query = {
    sponsorId: String(id),
    page: '0',
    size: '100',
    sort: 'registeredAt|desc',
  } as const
  return queryOptions({
    queryKey: ['team', 'first-line', id],
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getTeam, { query, signal }), api.giveUpMs),
  })
}
