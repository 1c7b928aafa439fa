import { queryOptions } from '@tanstack/react-query'

/** How far the clock here is behind that of the server. Units: milliseconds. Source: decisions D-052. */
export const clockLagQuery = () =>
  queryOptions({
    queryKey: ['clock-lag'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch('/config', { cache: 'no-store', credentials: 'omit', signal })
      // Until its body is read, a call is not over.
      await response.text()
      const then = Date.parse(response.headers.get('date') ?? '')
      return Number.isNaN(then) ? 0 : then - Date.now()
    },
  })
