import { getLinks } from '@partner-office/contracts'
import type { Api } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

/** Reads what the caller's links brought in the last 13 months, the current one first. */
export const linksQuery = (api: Api) =>
  queryOptions({
    queryKey: ['links'],
    queryFn: ({ signal }) => api.call('business', getLinks, { query: {}, signal }),
  })
