import { readInviteCode } from '@partner-office/domain'
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '@partner-office/locales'
import { BACK_PAGES, type BackPage, oneOf, type Reader, searchParams } from '@partner-office/web'
import { useParams, useSearch } from '@tanstack/react-router'

import { PATHS } from '../paths.ts'
import { usePassport } from './passport.ts'

const word: Reader<string> = (value) =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The invite code in a link. Source: decisions C11.28. */
const inviteCode: Reader<string> = (value) =>
  readInviteCode(typeof value === 'string' ? value : '') || undefined

/** Validates where a visitor came from and where to go back to. Source: requirements API-050, API-051; decisions D-140. */
export const readRequest = searchParams({
  application: word,
  backUrl: word,
  challenge: word,
  referral: inviteCode,
  back: oneOf(...BACK_PAGES),
})

/** The request in the address. */
export function useRequest(): ReturnType<typeof readRequest> {
  const { application, backUrl, challenge, referral } = useSearch({ from: PATHS.home })
  return { application, backUrl, challenge, referral }
}

/** The language of the page that is shown. */
export function useLocale(): Language {
  const { locale } = useParams({ from: PATHS.home })
  return locale in LANGUAGES ? (locale as Language) : DEFAULT_LANGUAGE
}

/** The page of the office that led to an account page; undefined for none. */
export const useBackPage = (): BackPage | undefined => useSearch({ from: PATHS.home }).back

/** Returns the address of a page of the office, where sign-ins and registrations begin. */
export function useOfficeAddress(): (page: string) => string {
  const { config } = usePassport()
  const locale = useLocale()
  return (page) => `${config.hosts.domainBusinessRest}/${locale}/${page}`
}
