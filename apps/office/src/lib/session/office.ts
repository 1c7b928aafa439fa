import type { Api, Texts } from '@partner-office/web'
import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import { createContext, use, useSyncExternalStore } from 'react'

import type { Status, StartUp } from '../../shell/start-up.ts'
import type { Config } from '../configuration/config.ts'
import type { Cookies } from './cookies.ts'
import type { Notifier } from '../queries/notifier.ts'

/** Services of the office for every screen, made once at the start. */
export type Office = {
  readonly config: Config
  readonly api: Api
  readonly cookies: Cookies
  readonly queries: QueryClient
  readonly texts: Texts
  readonly startUp: StartUp
  readonly notifier: Notifier
  readonly history: RouterHistory
  /** When the dashboard was kept that is shown without a connection; null: with one. Units: epoch milliseconds. */
  readonly kept: number | null
}

export const OfficeContext = createContext<Office | null>(null)

export function useOffice(): Office {
  const office = use(OfficeContext)
  if (office === null) throw new Error('outside of the office')
  return office
}

/** The status of the whole app. */
export function useStatus(): Status {
  const { startUp } = useOffice()
  return useSyncExternalStore(startUp.subscribe, startUp.read)
}
