import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '@partner-office/locales'
import { useParams, useSearch } from '@tanstack/react-router'

import { usePassport } from './passport.ts'

/** Who sent the visitor here, and where to go back to. Source: requirements API-050, API-051; decisions D-140. */
export type Request = {
  readonly application?: string
  readonly backUrl?: string
  readonly challenge?: string
  readonly referral?: string
}

const NAMES = ['application', 'backUrl', 'challenge', 'referral'] as const

/** What an address says of a request; everything else in it is nobody's business. */
export function readRequest(search: Readonly<Record<string, unknown>>): Request {
  const said = NAMES.map((name) => [name, search[name]] as const)
  return Object.fromEntries(said.filter(([, value]) => typeof value === 'string' && value !== ''))
}

/** The request that the visitor came with. */
export const useRequest = (): Request => readRequest(useSearch({ strict: false }))

/** The language of the page that is shown. */
export function useLocale(): Language {
  const { locale = '' } = useParams({ strict: false })
  return locale in LANGUAGES ? (locale as Language) : DEFAULT_LANGUAGE
}

/** Where a page of the back office is; the way to begin a sign-in or a registration. */
export function useOfficeAddress(): (page: string) => string {
  const { config } = usePassport()
  const locale = useLocale()
  return (page) => `${config.hosts.domainBusinessRest}/${locale}/${page}`
}
