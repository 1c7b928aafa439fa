import type { Language } from '@partner-office/locales'
import { buttonClass, Logo, SkipLink } from '@partner-office/ui'
import { PageNotices, ThemeButton } from '@partner-office/web'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { homeAt, loginAt, registrationAt } from '../../paths.ts'
import { FooterLinks } from './footer-links.tsx'
import { usePublicPage } from './public-page.ts'
import './public.css'

type PublicFrameProps = {
  /** Links to the sections of the page. */
  readonly sections?: ReactNode
  /** The menu of languages. */
  readonly languages: ReactNode
  /** The address of the page in another language; given for a page without scripts. */
  readonly addressIn?: (language: Language) => string
  readonly children: ReactNode
}

/** Header, page and footer of the public pages. Source: requirements RTE-039. */
export function PublicFrame({ sections, languages, addressIn, children }: PublicFrameProps) {
  const { t } = useTranslation()
  const { locale, config } = usePublicPage()
  return (
    <div className="front">
      <SkipLink>{t('common.skip')}</SkipLink>
      <header className="front-head">
        <a href={homeAt(locale)} className="front-brand">
          <Logo />
          <b>{t('common.product')}</b>
        </a>
        {sections}
        <span className="push in-row">
          {addressIn === undefined && <ThemeButton />}
          {languages}
          <SignInLinks />
        </span>
      </header>
      <main id="main" tabIndex={-1} className="front-main">
        {children}
        {addressIn === undefined && <PageNotices page={locale} />}
      </main>
      <footer className="foot when-placed">
        <FooterLinks locale={locale} config={config} {...(addressIn && { addressIn })} />
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
  const { locale, config, isSignedIn } = usePublicPage()
  if (isSignedIn) return null
  return (
    <>
      {config.allows('login') && (
        <a href={loginAt(locale)} className={`${buttonClass({ variant: 'ghost' })} only-tablet`}>
          {t('common.logIn')}
        </a>
      )}
      {config.allows('registration') && (
        <a
          href={registrationAt(locale)}
          className={`${buttonClass({ variant: 'primary' })} only-tablet`}
        >
          {t('common.signUp')}
        </a>
      )}
    </>
  )
}
