import { Navigate } from '@tanstack/react-router'

import { useLocale } from '../../lib/locale.ts'
import { useOffice } from '../../lib/office.ts'
import { PATHS } from '../../paths.ts'

/** Where a sign-in comes back to; its token is gone from the address by now. Source: requirements RTE-031, STA-042. */
export function CatchPage() {
  const locale = useLocale()
  const { startUp } = useOffice()
  const to: string = startUp.isSignedIn ? PATHS.dashboard : PATHS.home
  return <Navigate to={to} params={{ locale } as never} replace />
}
