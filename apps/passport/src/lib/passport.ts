import type { Api, Texts } from '@partner-office/web'
import { createContext, use } from 'react'

import type { Config } from './config.ts'
import type { Session } from './session.ts'

/** Services of the passport for every page, made once at the start. */
export type Passport = {
  readonly config: Config
  readonly api: Api
  readonly texts: Texts
  /** The session of the account pages. */
  readonly session: Session
  /** The token of a mailed link; empty without one. */
  readonly mailedToken: string
}

export const PassportContext = createContext<Passport | null>(null)

export function usePassport(): Passport {
  const passport = use(PassportContext)
  if (passport === null) throw new Error('outside of the passport')
  return passport
}
