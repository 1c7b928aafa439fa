import { Loader } from '@partner-office/ui'
import { RouterProvider } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice, useStatus } from '../lib/session/office.ts'
import { createOfficeRouter } from '../routes.tsx'
import { OtherSession } from './other-session.tsx'
import { useServerFailures } from './use-server-failures.ts'
import { ViewBar } from './view-bar.tsx'
import { useSharedSession } from './use-shared-session.ts'

/** Shows the loader, a question or the pages, by the status. Source: requirements STA-017, STA-020. */
export function App() {
  const { t } = useTranslation()
  const status = useDrawnStatus()
  useServerFailures()
  useSharedSession()
  if (status.kind === 'loading') return <Loader label={t('common.loading')} />
  if (status.kind === 'question') return <OtherSession {...status} />
  return <Pages />
}

/** Pages are drawn in small steps, so that the window answers meanwhile; what ends them acts at once. */
function useDrawnStatus(): ReturnType<typeof useStatus> {
  const status = useStatus()
  const drawn = useDeferredValue(status)
  return status.kind === 'success' ? drawn : status
}

/** Makes a new router after each start, so that nothing of an earlier session is shown. Source: requirements STA-009. */
function Pages() {
  const office = useOffice()
  const [router] = useState(() => createOfficeRouter(office))
  return (
    <>
      <ViewBar />
      <RouterProvider router={router} />
    </>
  )
}
