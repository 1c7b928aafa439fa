import { getPublicProfile, type PublicProfile } from '@partner-office/contracts'
import { type Api, codeOf } from '@partner-office/web'

/** Reads the partner behind an invite code; null for an unknown code. Refuses: a failed call, with `CallFailed`. */
export type ReadInviter = (inviteCode: string, signal: AbortSignal) => Promise<PublicProfile | null>

/** The reader of a service. Source: requirements API-011; decisions D-076. */
export const inviterReader =
  (api: Api): ReadInviter =>
  (inviteCode, signal) =>
    api
      .call('business', getPublicProfile, { query: { inviteCode }, quiet: true, signal })
      .catch((error: Error) => {
        if (codeOf(error) === 'not_found') return null
        throw error
      })
