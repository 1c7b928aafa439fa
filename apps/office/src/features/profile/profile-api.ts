import { type Profile, putProfile } from '@partner-office/contracts'
import { PROFILE_TEXTS, type ProfileText } from '@partner-office/domain'
import { countriesQuery } from '@partner-office/web'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { profileKey } from '../../lib/session/profile-key.ts'

/** What a partner may change on the page. */
export type ProfileValues = Readonly<Record<ProfileText, string>> & {
  readonly hideContacts: boolean
}

/** The values of the page as they are stored. */
export const valuesOf = (profile: Profile): ProfileValues => {
  const texts = PROFILE_TEXTS.map((name) => [name, profile[name]] as const)
  const stored = Object.fromEntries(texts) as Record<ProfileText, string>
  return { ...stored, hideContacts: profile.hideContacts }
}

/** Reads the profile again, everywhere it is shown. Source: requirements PRF-008. */
export function useReloadProfile(): () => Promise<void> {
  const { queries } = useOffice()
  return () => queries.invalidateQueries({ queryKey: profileKey })
}

/**
 * Stores what was changed of the profile with this version.
 *
 * Refuses: `CallFailed` with `changed_meanwhile` when another profile was stored after this one was read.
 * Source: requirements PRF-015.
 */
export function useStoreProfile(): (
  changes: Partial<ProfileValues>,
  version: string,
) => Promise<void> {
  const { api } = useOffice()
  return async (changes, version) => {
    await api.call('business', putProfile, { body: { ...changes, version } })
  }
}

/** Countries with their names in the language of the page. Source: requirements PRF-020. */
export function useCountries(): UseQueryResult<{ code: string; label: string }[]> {
  const { api } = useOffice()
  const language = useLocale()
  return useQuery({ ...countriesQuery(api, language), staleTime: Number.POSITIVE_INFINITY })
}
