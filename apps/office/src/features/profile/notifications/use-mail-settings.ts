import {
  getNotificationSettings,
  type NotificationSettings,
  putNotificationSettings,
} from '@partner-office/contracts'
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useOffice } from '../../../lib/session/office.ts'
import type { MailChange } from './all-mails.ts'
import { useMailNotices } from './use-mail-notices.ts'

const SETTINGS_KEY = ['notification-settings']

/** The settings and the way to change them. */
export type MailSettings = {
  readonly query: UseQueryResult<NotificationSettings>
  readonly isSaving: boolean
  readonly change: (change: MailChange) => void
}

/** Reads and stores the settings. Source: requirements NOT-006 to NOT-011; ERR-032. */
export function useMailSettings(): MailSettings {
  const { api, queries } = useOffice()
  const notices = useMailNotices()
  const query = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => api.call('business', getNotificationSettings, { signal }),
  })
  useEffect(() => {
    if (query.isError) notices.failed()
    // One notice for each failed load.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [query.errorUpdatedAt])
  const saving = useMutation({
    mutationFn: (body: MailChange) => api.call('business', putNotificationSettings, { body }),
    onSuccess: (settings) => {
      queries.setQueryData(SETTINGS_KEY, settings)
      notices.saved()
    },
    onError: () => {
      notices.failed()
      void query.refetch()
    },
  })
  return { query, isSaving: saving.isPending, change: saving.mutate }
}
