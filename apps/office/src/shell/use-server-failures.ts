import { useToast } from '@partner-office/ui'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/session/office.ts'

/** Shows a notification when a server fails. Source: requirements ERR-010. */
export function useServerFailures(): void {
  const { t } = useTranslation()
  const { notifier } = useOffice()
  const toast = useToast()
  useEffect(
    () => notifier.onServerFailure(() => toast.error({ title: t('errors.internal_server_error') })),
    [notifier, toast, t],
  )
}
