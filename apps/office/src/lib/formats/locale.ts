import { DEFAULT_LANGUAGE, offeredLanguages } from '@partner-office/locales'
import { useParams } from '@tanstack/react-router'

import { PATHS } from '../../paths.ts'

/** The language of an address: its first segment if that is offered, else English. Source: requirements RTE-004. */
export function localeOf(pathname: string, setting: string): string {
  const [, first = ''] = pathname.split('/')
  return offeredLanguages(setting).some((language) => language === first) ? first : DEFAULT_LANGUAGE
}

/** The first language of the browser that is offered, else English. Units: tags such as `de-AT`. */
export function browserLanguage(offered: readonly string[], preferred: readonly string[]): string {
  const known = preferred.map((tag) => tag.split('-')[0]!.toLowerCase())
  return known.find((language) => offered.includes(language)) ?? DEFAULT_LANGUAGE
}

/** The language of the page that is shown. */
export function useLocale(): string {
  return useParams({ from: PATHS.home }).locale
}
