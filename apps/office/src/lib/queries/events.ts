import { type Event, getEvents, getWalletActive } from '@partner-office/contracts'
import type { Api } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { RANKS_FRESH_MS } from './ranks.ts'

const ALL = { page: '0', size: '1000' } as const

/** Where an event stands. */
export type EventStatus = 'PASSED' | 'OPEN' | 'CLOSED'

/** An event with its status at the time of loading. */
export type StoredEvent = Event & { readonly status: EventStatus }

/**
 * The status of an event: passed after its end; else open from the start to the end of the registration, both included.
 *
 * Source: requirements API-056 to API-058; decisions D-110.
 */
export function eventStatus(event: Event, now: number): EventStatus {
  if (event.eventEndDate < now) return 'PASSED'
  const isOpen = event.registrationStartDate <= now && now <= event.registrationEndDate
  return isOpen ? 'OPEN' : 'CLOSED'
}

/** Reads all events; no page shows them. Source: requirements API-029; decisions D-110. */
export const eventsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['events'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<StoredEvent[]> => {
      const { content } = await api.call('business', getEvents, { query: ALL, quiet: true, signal })
      const now = Date.now()
      return content.map((event) => ({ ...event, status: eventStatus(event, now) }))
    },
  })

/** Reads the partner's wallets; loads within 5 s share one request. Source: requirements VER-005; decisions D-112. */
export const farmQuery = (api: Api) =>
  queryOptions({
    queryKey: ['farm'],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) => api.call('business', getWalletActive, { quiet: true, signal }),
  })
