import { getDataRequests, getToday } from '@partner-office/contracts'
import { useQueryClient } from '@tanstack/react-query'

/** Reads data requests anew, and what waits. */
export function useRequestsEnded(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const { path } of [getDataRequests, getToday]) {
      void queries.invalidateQueries({ queryKey: [path] })
    }
  }
}
