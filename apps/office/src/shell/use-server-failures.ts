import { useToast } from '@partner-office/ui'
import { requestNote } from '@partner-office/web'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/session/office.ts'

/** Shows a notification when a server fails, and when a view does not do an act. Source: requirements ERR-010, PTR-015. */
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
  useEffect(
    () => notifier.onOnlyRead(() => toast.error({ title: t('view.onlyRead') })),
    [notifier, toast, t],
  )
}
