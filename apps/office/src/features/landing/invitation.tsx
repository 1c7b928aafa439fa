import type { PublicProfile } from '@partner-office/contracts'
import { useEffect, useState } from 'react'

import { storeFirstReferral, storeValidReferral } from '../../lib/referral/referral.ts'
import { usePublicPage } from '../../parts/public/public-page.ts'
import { HomePage } from './home-page.tsx'
import { InviteHero } from './invite-hero.tsx'
import { PromoPopup } from './promo-popup.tsx'
import { Sections } from './sections.tsx'
import './landing.css'

/** The partner behind an invite link. `failed`: the service did not answer, the link may still be valid. */
type Inviter = PublicProfile | 'loading' | 'unknown' | 'failed'

/**
 * Stores the referral, then shows the landing page with the partner who invites; without such a partner, the home page. A
 * code replaces an earlier one only once the service has found its partner.
 *
 * Source: requirements LND-008, CKI-006; decisions D-006, D-076, C11.28.
 */
export function Invitation({ referral }: { readonly referral: string }) {
  const { cookies, countVisit } = usePublicPage()
  const inviter = useInviter(referral)
  const invite = typeof inviter === 'string' ? null : inviter.invite
  useEffect(() => {
    if (invite === null) storeFirstReferral(cookies, referral)
    else storeValidReferral(cookies, invite)
  }, [cookies, referral, invite])
  useEffect(() => (invite === null ? undefined : countVisit?.(invite)), [countVisit, invite])
  if (inviter === 'unknown') return <HomePage />
  return (
    <>
      <InviteHero
        referral={invite ?? referral}
        inviter={typeof inviter === 'string' ? null : inviter}
        isLoading={inviter === 'loading'}
      />
      <Sections />
      <PromoPopup />
    </>
  )
}

function useInviter(inviteCode: string): Inviter {
  const { readInviter } = usePublicPage()
  const [inviter, setInviter] = useState<Inviter>('loading')
  useEffect(() => {
    if (readInviter === null) return undefined
    const asking = new AbortController()
    const { signal } = asking
    readInviter(inviteCode, signal).then(
      (found) => setInviter(found ?? 'unknown'),
      () => {
        if (!signal.aborted) setInviter('failed')
      },
    )
    return () => asking.abort()
  }, [readInviter, inviteCode])
  return inviter
}
