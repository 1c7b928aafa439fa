import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useOffice } from '../../lib/office.ts'
import { PATHS } from '../../paths.ts'
import { HomePage } from './home-page.tsx'

/** The public page behind a partner's invite link. It stores the partner as referral. Source: requirements CKI-006; decisions D-006. */
export function InvitePage() {
  const { cookies } = useOffice()
  const { referral } = useParams({ from: PATHS.invite })
  useEffect(() => {
    if (referral !== undefined) cookies.write('referral', referral)
  }, [cookies, referral])
  return <HomePage />
}
