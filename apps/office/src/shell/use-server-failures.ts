import { useToast } from '@partner-office/ui'
import { requestNote } from '@partner-office/web'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/session/office.ts'

/** Shows a notification when a server fails. Source: requirements ERR-010. */
export function useServerFailures(): void {
  const { t } = useTranslation()
  const { notifier } = useOffice()
  const toast = useToast()
  useEffect(
    () =>
      notifier.onServerFailure((failure) => {
        const text = requestNote(t, failure) ?? undefined
        toast.error({ title: t('errors.internal_server_error'), text })
      }),
    [notifier, toast, t],
  )
}
