import { useToast } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

/** Puts a text on the clipboard, and says so. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation()
  const toast = useToast()
  return (text) =>
    void navigator.clipboard
      .writeText(text)
      .then(() => toast.success({ title: t('dashboard.copied') }))
}
