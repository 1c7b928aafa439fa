import { buttonClass, FullMessage } from '@partner-office/ui'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../paths.ts'
import { AppLink } from '../lib/navigation/app-link.tsx'

/** The page for an unknown address. Source: requirements RTE-030, RTE-047. */
export function PageNotFound() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <FullMessage
      icon="search"
      title={t('notFound.title')}
      text={t('notFound.text')}
      detail={<bdi className="mono">{pathname}</bdi>}
      actions={
        <AppLink to={PATHS.home} className={buttonClass({ variant: 'primary' })}>
          {t('notFound.back')}
        </AppLink>
      }
    />
  )
}
