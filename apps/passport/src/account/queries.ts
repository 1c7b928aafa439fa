import {
  getPasskeys,
  getPassportUser,
  getSecurity,
  getSessions,
  getSupportViews,
  getVerifications,
} from '@partner-office/contracts'
import { useQuery } from '@tanstack/react-query'

import { usePassport } from '../lib/passport.ts'

/** Keys of the queries, to load them again after a change. */
export const QUERY = {
  user: ['user'],
  verifications: ['verifications'],
  security: ['security'],
  sessions: ['sessions'],
  supportViews: ['supportViews'],
  passkeys: ['passkeys'],
} as const

/** The signed-in partner's account. */
export function useUser() {
  const { api } = usePassport()
  return useQuery({
    queryKey: QUERY.user,
    queryFn: ({ signal }) => api.call('passport', getPassportUser, { signal }),
  })
}

/** The states of the signed-in partner's documents. Source: VER-001. */
export function useVerifications() {
  const { api } = usePassport()
  return useQuery({
    queryKey: QUERY.verifications,
    queryFn: ({ signal }) => api.call('passport', getVerifications, { signal }),
  })
}

/** The state of the security page. */
export function useSecurity() {
  const { api } = usePassport()
  return useQuery({
    queryKey: QUERY.security,
    queryFn: ({ signal }) => api.call('passport', getSecurity, { signal }),
  })
}

/** The signed-in partner's open sessions. */
export function useSessions() {
  const { api } = usePassport()
  return useQuery({
    queryKey: QUERY.sessions,
    queryFn: ({ signal }) => api.call('passport', getSessions, { signal }),
  })
}

/** The views of operators that the signed-in partner is told of. */
export function useSupportViews() {
  const { api } = usePassport()
  return useQuery({
    queryKey: QUERY.supportViews,
    queryFn: ({ signal }) => api.call('passport', getSupportViews, { signal }),
  })
}

/** The signed-in partner's passkeys. */
export function usePasskeys() {
  const { api } = usePassport()
  return useQuery({
    queryKey: QUERY.passkeys,
    queryFn: ({ signal }) => api.call('passport', getPasskeys, { signal }),
  })
}
