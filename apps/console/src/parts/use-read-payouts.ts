import {
  getBatch,
  getBatches,
  getPartner,
  getPayoutStop,
  getPayoutTotals,
  getQueue,
  getQueuedPayout,
} from '@partner-office/contracts'
import { useQueryClient } from '@tanstack/react-query'

/** Reads payouts, the partners that they are of, batches, stops and sums anew after an act. */
export function useReadPayouts() {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    const calls = [
      getBatch,
      getBatches,
      getPartner,
      getPayoutStop,
      getPayoutTotals,
      getQueue,
      getQueuedPayout,
    ]
    await Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
