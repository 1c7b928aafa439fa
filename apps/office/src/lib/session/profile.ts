import { getProfile, type Profile } from '@partner-office/contracts'
import type { Api } from '@partner-office/web'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

import { useOffice } from './office.ts'
import { profileKey } from './profile-key.ts'

/** Reads the caller's profile, which the start-up has put into the cache. */
const profileQuery = (api: Api) =>
  queryOptions({
    queryKey: profileKey,
    queryFn: ({ signal }) => api.call('business', getProfile, { signal }),
  })

/** The profile of the signed-in partner. */
export function useProfile(): Profile {
  const { api } = useOffice()
  return useSuspenseQuery(profileQuery(api)).data
}

/** What is known of a partner by name. */
export type KnownProfile = Pick<Profile, 'firstName' | 'lastName'>

/** First and last name; empty when neither is known. */
export const fullNameOf = ({ firstName, lastName }: KnownProfile): string =>
  `${firstName} ${lastName}`.trim()
