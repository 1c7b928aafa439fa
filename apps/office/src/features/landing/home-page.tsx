import { buttonClass } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useLegalFiles } from '../../lib/legal-files.ts'
import { useOffice } from '../../lib/office.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../shell/app-link.tsx'

/** The start page for visitors. Source: requirements LND-001, LND-002. */
export function HomePage() {
  const { t } = useTranslation()
  const { config } = useOffice()
  const files = useLegalFiles()
  return (
    <section className="hero">
      <h1 className="hero-title">{t('home.title')}</h1>
      <p className="hero-text">{t('home.text')}</p>
      <div className="row wrap">
        {config.allows('registration') && (
          <AppLink
            to={PATHS.registration}
            className={buttonClass({ variant: 'primary', size: 'lg' })}
          >
            {t('common.signUp')}
          </AppLink>
        )}
        {config.allows('login') && (
          <AppLink to={PATHS.login} className={buttonClass({ size: 'lg' })}>
            {t('common.logIn')}
          </AppLink>
        )}
      </div>
      <p className="meta">
        {t('home.notice')}{' '}
        <a className="link" href={files.disclaimer}>
          {t('home.disclaimer')}
        </a>
      </p>
    </section>
  )
}
