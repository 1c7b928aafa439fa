import { buttonClass, Logo, SkipLink } from '@partner-office/ui'
import { ThemeButton } from '@partner-office/web'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/office.ts'
import { PATHS } from '../paths.ts'
import { AppLink } from './app-link.tsx'
import { Footer } from './footer.tsx'
import { OfficeLanguages } from './office-languages.tsx'

/** The layout of public pages: header, page and footer. Source: requirements RTE-039. */
export function FrontLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="front">
      <SkipLink>{t('common.skip')}</SkipLink>
      <header className="front-head">
        <AppLink to={PATHS.home} className="front-brand">
          <Logo />
          <b>{t('common.product')}</b>
        </AppLink>
        <span className="push row">
          <ThemeButton />
          <OfficeLanguages />
          <SignInLinks />
        </span>
      </header>
      <main id="main" tabIndex={-1} className="front-main">
        {children}
      </main>
      <footer className="foot">
        <Footer />
      </footer>
    </div>
  )
}

/**
 * Links to sign-up and log-in for visitors, if switched on. A phone shows them on the home page only.
 *
 * Source: requirements LND-002; decisions D-035.
 */
function SignInLinks() {
  const { t } = useTranslation()
  const { startUp, config } = useOffice()
  if (startUp.isSignedIn) return null
  return (
    <>
      {config.allows('login') && (
        <AppLink to={PATHS.login} className={`${buttonClass({ variant: 'ghost' })} only-tab`}>
          {t('common.logIn')}
        </AppLink>
      )}
      {config.allows('registration') && (
        <AppLink
          to={PATHS.registration}
          className={`${buttonClass({ variant: 'primary' })} only-tab`}
        >
          {t('common.signUp')}
        </AppLink>
      )}
    </>
  )
}
