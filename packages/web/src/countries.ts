import { getRegistrationCountries } from '@partner-office/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from './api.ts'

/**
 * Reads the countries with their names in a language, sorted. After a change of language the earlier names stay until the new
 * ones are loaded.
 *
 * Source: requirements PRF-020.
 */
export const countriesQuery = (api: Api, language: string) =>
  queryOptions({
    queryKey: ['countries', language],
    queryFn: ({ signal }) =>
      api.call('passport', getRegistrationCountries, { query: { language }, signal }),
    placeholderData: keepPreviousData,
  })
