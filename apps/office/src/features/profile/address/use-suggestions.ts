import { skipToken, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

import { useLocale } from '../../../lib/formats/locale.ts'
import { type Suggestion, suggestAddresses } from './maps.ts'

const FEWEST_CHARACTERS = 3

/** Suggestions for a typed address; none without a key, for few characters, or when the maps service fails. */
export function useSuggestions(key: string, typed: string): readonly Suggestion[] {
  const language = useLocale()
  const input = useDeferredValue(typed.trim())
  const isAsked = key !== '' && input.length >= FEWEST_CHARACTERS
  const { data = [] } = useQuery({
    queryKey: ['addresses', language, input],
    queryFn: isAsked ? () => suggestAddresses(key, input, language) : skipToken,
    retry: false,
  })
  return isAsked ? data : []
}
