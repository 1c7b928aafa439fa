import { getQueue } from '@partner-office/contracts'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { useConsole } from '../../lib/console.ts'
import { PATHS } from '../../paths.ts'
import { usePaged } from '../../parts/use-paged.ts'

const FROM = `/frame${PATHS.payouts}` as const

/** What the address of the queue says, and how to change it. */
export function useQueueSearch() {
  const search = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.payouts })
  const change = (changes: Partial<typeof search>): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  return { search, change }
}

/** The payouts that the address asks for, page by page. */
export function useQueue() {
  const { api } = useConsole()
  const { hide: _hide, ...query } = useQueueSearch().search
  return usePaged([getQueue.path, query], (cursor, signal) =>
    api.call(getQueue, { query: { ...query, ...cursor }, signal }),
  )
}
