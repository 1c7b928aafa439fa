import type { Search } from '@partner-office/web'
import { useNavigate, useSearch } from '@tanstack/react-router'

import type { EXPLAINED, PathWith } from '../../../lib/navigation/search-params.ts'
import type { Explained } from './explanation-query.ts'

/** The open explanation of a page, and the calls that open and close one. */
export type Explanations = {
  readonly explained: Explained | null
  readonly explain: (of: Explained) => void
  readonly close: () => void
}

/** Keeps in the address of a page what the page explains, so that the address can be shared. */
export function useExplained(from: PathWith<'why'>): Explanations {
  const explained = explainedBy(useSearch({ from }))
  const navigate = useNavigate({ from })
  const goTo = (explanation: ExplainedSearch, replace: boolean): void =>
    void navigate({
      to: '.',
      search: (page) => ({ ...page, ...NOTHING, ...explanation }),
      replace,
      resetScroll: false,
    })
  return {
    explained,
    explain: (of) => goTo(addressOf(of), false),
    close: () => goTo(NOTHING, true),
  }
}

type ExplainedSearch = Search<typeof EXPLAINED>

const NOTHING = { why: undefined, order: undefined } as const

const addressOf = (of: Explained): ExplainedSearch =>
  'recordId' in of ? { why: Number(of.recordId) } : { order: Number(of.orderId) }

/** What an address explains: a credited record, or an order of the downline, even one that brought nothing. */
export function explainedBy({ why, order }: ExplainedSearch): Explained | null {
  if (why !== undefined) return { recordId: String(why) }
  return order === undefined ? null : { orderId: String(order) }
}
