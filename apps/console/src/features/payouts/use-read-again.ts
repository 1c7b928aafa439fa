import {
  getBatch,
  getBatches,
  getPayoutStop,
  getPayoutTotals,
  getQueue,
  getQueuedPayout,
} from '@partner-office/contracts'
import { useQueryClient } from '@tanstack/react-query'

/** Reads payouts, batches, stops and sums anew after an act. */
export function useReadAgain() {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    const calls = [getBatch, getBatches, getPayoutStop, getPayoutTotals, getQueue, getQueuedPayout]
    await Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
