import { createContext, use } from 'react'

import type { Config } from '../../lib/configuration/config.ts'
import type { Cookies } from '../../lib/session/cookies.ts'
import type { CountVisit } from '../../lib/referral/count-visit.ts'
import type { ReadInviter } from '../../lib/referral/inviter.ts'

/** What a public page needs. The pre-rendered pages have no router, so it does not come from one. */
export type PublicPage = {
  readonly locale: string
  readonly config: Config
  readonly cookies: Cookies
  /** Null until the configuration is loaded. */
  readonly readInviter: ReadInviter | null
  /** Counts a visit of an invite page; null until the configuration is loaded, and for a partner. */
  readonly countVisit: CountVisit | null
  readonly isSignedIn: boolean
}

export const PublicPageContext = createContext<PublicPage | null>(null)

/** The public page around a component. */
export function usePublicPage(): PublicPage {
  const page = use(PublicPageContext)
  if (page === null) throw new Error('outside of a public page')
  return page
}
