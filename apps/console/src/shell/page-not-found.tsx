import { ROLES } from '@partner-office/contracts'
import { buttonClass, FullMessage } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../paths.ts'
import { Page } from './page.tsx'

/** The page for an unknown address: the menu beside it leads on. */
export function PageNotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('page.unknown')} roles={ROLES}>
      <FullMessage
        icon="search"
        title={t('notFound.title')}
        text={t('notFound.text')}
        actions={
          <Link to={PATHS.start} className={buttonClass({ variant: 'primary' })}>
            {t('notFound.back')}
          </Link>
        }
      />
    </Page>
  )
}
