import { getInbox } from '@partner-office/contracts'

import type { Question } from '../../lib/console-api.ts'
import { useConsole } from '../../lib/console.ts'
import { usePaged } from '../use-paged.ts'

type Asked = NonNullable<Question<typeof getInbox>['query']>

/** The filters of an address of the inbox. */
export type InboxFilters = Pick<
  Asked,
  'state' | 'kind' | 'type' | 'partner' | 'language' | 'search'
> & { readonly assignee?: 'me' | 'none' | undefined }

/** A reply shows within 5 s. Source: requirements INB-003. */
const REREAD_MS = 4_000

/** The lines of the inbox, read again by themselves. Source: requirements INB-001. */
export function useInbox(filters: InboxFilters) {
  const { api } = useConsole()
  return usePaged(
    [getInbox.path, filters],
    (cursor, signal) => api.call(getInbox, { query: { ...filters, ...cursor }, signal }),
    REREAD_MS,
  )
}
