import { getAttempts, getEndpoint, getEndpoints } from '@partner-office/contracts'
import { useQueryClient } from '@tanstack/react-query'

/** Reads endpoints and their log anew after an act. */
export function useReadAgain() {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    const calls = [getEndpoint, getEndpoints, getAttempts]
    await Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
