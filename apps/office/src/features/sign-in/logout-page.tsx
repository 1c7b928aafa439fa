import { Loader } from '@partner-office/ui'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/session/office.ts'

/** Ends the session and goes to the start page, also where the services fail. Source: requirements STA-031 to STA-034. */
export function LogoutPage() {
  const { t } = useTranslation()
  const { startUp } = useOffice()
  useEffect(() => void startUp.logOut(), [startUp])
  return <Loader label={t('common.loading')} />
}
