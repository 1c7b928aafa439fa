import { useNavigate, useSearch } from '@tanstack/react-router'

import type { Explained } from './explanation-query.ts'

type Address = Readonly<Record<string, unknown>>

/** What a page explains beside its amounts. */
export type Explanations = {
  readonly explained: Explained | null
  readonly explain: (of: Explained) => void
  readonly close: () => void
}

/** The address holds what is explained: it can be kept and passed on. */
export function useExplained(): Explanations {
  const address = useSearch({ strict: false }) as Address
  const { why: _record, order: _order, ...page } = address
  const navigate = useNavigate()
  const goTo = (search: object, replace: boolean): void =>
    void navigate({ to: '.', search: search as never, replace, resetScroll: false })
  return {
    explained: explainedBy(address),
    explain: (of) => goTo({ ...page, ...addressOf(of) }, false),
    close: () => goTo(page, true),
  }
}

const addressOf = (of: Explained): object =>
  'recordId' in of ? { why: Number(of.recordId) } : { order: Number(of.orderId) }

/** A credited record, or an order of the downline, such as one that brought nothing. */
export function explainedBy({ why, order }: Address): Explained | null {
  if (isNumber(why)) return { recordId: String(why) }
  return isNumber(order) ? { orderId: String(order) } : null
}

/** The number of a record or an order. */
export const isNumber = (text: unknown): boolean => /^[1-9]\d{0,14}$/.test(String(text))
