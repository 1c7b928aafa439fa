import { createContext, use } from 'react'
import type { i18n } from 'i18next'

import type { Clock } from './clock.ts'
import type { ConsoleApi } from './console-api.ts'
import type { Fresh } from './fresh.ts'
import { type Session, type SignedIn, useSessionState } from './session.ts'

/** Services of the console for every page, made once at the start. */
export type Console = {
  readonly api: ConsoleApi
  readonly session: Session
  readonly fresh: Fresh
  readonly clock: Clock
  readonly i18n: i18n
  /** Texts that are being written, by who writes them and what they are of. */
  readonly drafts: Map<string, string>
}

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const made = use(ConsoleContext)
  if (made === null) throw new Error('outside of the console')
  return made
}

/** The signed-in operator and what every page shows. While the sign-in lies above the page, that of before. */
export function useSignedIn(): SignedIn {
  const { session } = useConsole()
  const state = useSessionState(session)
  if (state.kind === 'none') throw new Error('There is no session')
  return state.signedIn
}
