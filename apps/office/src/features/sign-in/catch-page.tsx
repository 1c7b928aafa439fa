import { Navigate } from '@tanstack/react-router'

import { useOffice } from '../../lib/office.ts'
import { PATHS } from '../../paths.ts'

/** Where a sign-in comes back to; its token is gone from the address by now. Source: requirements RTE-031, STA-042. */
export function CatchPage() {
  const { startUp } = useOffice()
  return (
    <Navigate from={PATHS.home} to={startUp.isSignedIn ? PATHS.dashboard : PATHS.home} replace />
  )
}
