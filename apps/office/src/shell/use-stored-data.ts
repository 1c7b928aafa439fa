import { useQuery } from '@tanstack/react-query'

import { eventsQuery, farmQuery } from '../lib/queries/events.ts'
import { useOffice } from '../lib/session/office.ts'

/** Loads data of the partner that no page shows yet: events and wallets. Source: decisions D-110, D-112. */
export function useStoredData(): void {
  const { api } = useOffice()
  useQuery(eventsQuery(api))
  useQuery(farmQuery(api))
}
