import { readInviteCode } from '@partner-office/domain'
import { useParams } from '@tanstack/react-router'

import { PATHS } from '../../paths.ts'
import { Invitation } from './invitation.tsx'

/** The public page behind a partner's invite link. Source: requirements RTE-029, LND-008, CKI-006; decisions D-006. */
export function InvitePage() {
  const { referral = '' } = useParams({ from: PATHS.invite })
  const code = readInviteCode(referral)
  return <Invitation key={code} referral={code} />
}
