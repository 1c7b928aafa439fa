import { useToast } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

const NOTICE_MS = 6_000

/** Notices about the mail settings, which hide after six seconds. Source: requirements NOT-009 to NOT-011. */
export function useMailNotices(): { readonly saved: () => void; readonly failed: () => void } {
  const { t } = useTranslation()
  const toast = useToast()
  return {
    saved: () => toast.success({ title: t('mails.saved'), forMs: NOTICE_MS }),
    failed: () => toast.error({ title: t('loadFailed'), forMs: NOTICE_MS }),
  }
}
