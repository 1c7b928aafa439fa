import { Navigate } from '@tanstack/react-router'

import { useOffice } from '../../lib/session/office.ts'
import { PATHS } from '../../paths.ts'

/** Return address of a sign-in. The start-up has already removed the token from the address. Source: requirements RTE-031, STA-042. */
export function CatchPage() {
  const { startUp } = useOffice()
  return (
    <Navigate from={PATHS.home} to={startUp.isSignedIn ? PATHS.dashboard : PATHS.home} replace />
  )
}
