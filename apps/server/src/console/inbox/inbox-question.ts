import type { InboxFilter } from '@partner-office/contracts'

/** Where a page begins: behind a line with this instant and id. */
type After = { readonly since: number; readonly id: number }

/** What a page asks of each source. `operatorId`: who `me` is. */
export type InboxQuestion = InboxFilter & {
  readonly operatorId: number
  readonly after: After | null
  readonly isOldestFirst: boolean
  readonly limit: number
}
