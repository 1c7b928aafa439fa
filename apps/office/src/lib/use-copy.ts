import { useToast } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

/** Copies a text to the clipboard and shows a notification. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation()
  const toast = useToast()
  return (text) =>
    void navigator.clipboard
      .writeText(text)
      .then(() => toast.success({ title: t('dashboard.copied') }))
}
