import { ToastProvider } from '@partner-office/ui'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Every page, with the notifications above it. */
export function Toasts() {
  const { t } = useTranslation()
  return (
    <ToastProvider closeLabel={t('common.close')}>
      <Outlet />
    </ToastProvider>
  )
}
