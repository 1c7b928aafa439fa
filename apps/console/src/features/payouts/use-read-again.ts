import {
  getBatch,
  getBatches,
  getPayoutTotals,
  getQueue,
  getQueuedPayout,
} from '@partner-office/contracts'
import { useQueryClient } from '@tanstack/react-query'

/** Reads payouts, batches and sums anew after an act. */
export function useReadAgain() {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    const calls = [getBatch, getBatches, getPayoutTotals, getQueue, getQueuedPayout]
    await Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
