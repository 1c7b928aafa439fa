import { countriesQuery } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'

import { useLocale } from './address.ts'
import { usePassport } from './passport.ts'

type CountriesOptions = {
  /** Whether the countries are needed. */
  readonly enabled?: boolean
}

/** The countries with their names in the language of the page. */
export function useCountries({ enabled = true }: CountriesOptions = {}) {
  const { api } = usePassport()
  const language = useLocale()
  return useQuery({ ...countriesQuery(api, language), enabled })
}
