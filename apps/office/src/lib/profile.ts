import { getProfile, type Profile } from '@partner-office/contracts'
import type { Api } from '@partner-office/web'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

import { useOffice } from './office.ts'
import { profileKey } from './profile-key.ts'

/** The caller's profile; the start-up has read it before any page asks. */
const profileQuery = (api: Api) =>
  queryOptions({
    queryKey: profileKey,
    queryFn: ({ signal }) => api.call('business', getProfile, { signal }),
  })

/** The profile of whoever is signed in. */
export function useProfile(): Profile {
  const { api } = useOffice()
  return useSuspenseQuery(profileQuery(api)).data
}

/** First and last name; empty when neither is known. */
export const fullNameOf = ({
  firstName,
  lastName,
}: {
  firstName: string
  lastName: string
}): string => `${firstName} ${lastName}`.trim()
