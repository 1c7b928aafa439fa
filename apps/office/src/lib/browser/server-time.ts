import { queryOptions } from '@tanstack/react-query'

/** Reads how far the clock of the browser is behind the clock of the server. Units: milliseconds. Source: decisions D-052. */
export const clockLagQuery = () =>
  queryOptions({
    queryKey: ['clock-lag'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch('/config', { cache: 'no-store', credentials: 'omit', signal })
      // The connection stays busy until the body is read.
      await response.text()
      const then = Date.parse(response.headers.get('date') ?? '')
      return Number.isNaN(then) ? 0 : then - Date.now()
    },
  })
