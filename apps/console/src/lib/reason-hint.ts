import { FEWEST_REASON } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

/** What a reason still needs, or who reads it. */
export function useReasonHint(reason: string): string {
  const { t } = useTranslation()
  const missing = FEWEST_REASON - [...reason.trim()].length
  return missing > 0 ? t('reason.missing', { count: missing }) : t('reason.hint')
}
