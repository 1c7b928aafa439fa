import { buttonClass, FullMessage, MAIN } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../paths.ts'

/** The page for an unknown address. */
export function PageNotFound() {
  const { t } = useTranslation()
  return (
    <main id={MAIN} tabIndex={-1} className="console-message">
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
    </main>
  )
}
