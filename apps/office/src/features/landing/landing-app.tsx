import { LANGUAGES, type Language, offeredLanguages } from '@partner-office/locales'
import { Icon, ToastProvider } from '@partner-office/ui'
import { LanguageMenu, StartFailed } from '@partner-office/web'
import type { i18n } from 'i18next'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { I18nextProvider } from 'react-i18next'

import { Cookies } from '../../lib/session/cookies.ts'
import { CookieNotice } from '../../parts/public/cookie-notice.tsx'
import { PublicFrame } from '../../parts/public/public-frame.tsx'
import { PublicPageContext, usePublicPage } from '../../parts/public/public-page.ts'
import { inLanguage } from '../../paths.ts'
import { builtInConfig } from './built-in-config.ts'
import { HomePage } from './home-page.tsx'
import { Invitation } from './invitation.tsx'
import type { LandingServices } from './landing-services.ts'
import { SectionLinks } from './section-links.tsx'

type LandingAppProps = {
  readonly locale: string
  /** The name of the product in cookies. */
  readonly product: string
  /** Null on the home page. */
  readonly referral: string | null
  readonly i18n: i18n
}

/**
 * The public pages without the back office: rendered when the office is built, then made live in the browser. They have
 * no session; the server sends the back office instead where there may be one.
 *
 * Source: requirements STA-001, STA-002, LND-001.
 */
export function LandingApp({ locale, product, referral, i18n }: LandingAppProps) {
  const { services, hasFailed, retry } = useServices()
  const page = useMemo(() => {
    const config = services?.config ?? builtInConfig(product)
    const cookies = new Cookies(config.product)
    return {
      locale,
      config,
      cookies,
      readInviter: services?.readInviter ?? null,
      countVisit: services?.countVisit ?? null,
      isSignedIn: false,
    }
  }, [locale, product, services])
  if (hasFailed) return <StartFailed title="Config cannot be loaded" isOfHost onRetry={retry} />
  return (
    <I18nextProvider i18n={i18n}>
      <ToastProvider closeLabel={i18n.t('common.close')}>
        <PublicPageContext value={page}>
          <PublicFrame sections={<SectionLinks />} languages={<Languages />}>
            {referral === null ? <HomePage /> : <Invitation referral={referral} />}
          </PublicFrame>
          <CookieNotice {...page} />
        </PublicPageContext>
      </ToastProvider>
    </I18nextProvider>
  )
}

/** The services, once the configuration is loaded. Their code loads apart: the page is live before it. */
function useServices() {
  const [services, setServices] = useState<LandingServices | null>(null)
  const [failures, setFailures] = useState(0)
  const open = useCallback((): void => {
    import('./landing-services.ts')
      .then(({ openServices }) => openServices())
      .then(setServices, () => setFailures(failures + 1))
  }, [failures])
  useEffect(open, [])
  return { services, hasFailed: services === null && failures > 0, retry: open }
}

/** Each language has a page of its own. */
function Languages() {
  const { config, locale } = usePublicPage()
  const shown = locale as Language
  return (
    <LanguageMenu
      locale={shown}
      languages={offeredLanguages(config.property('languages'))}
      onChoose={(language) => {
        const { pathname, search, hash } = location
        location.assign(`${inLanguage(pathname, language)}${search}${hash}`)
      }}
    >
      <span lang={shown} className="only-tablet">
        {LANGUAGES[shown]}
      </span>
      <span className="only-tablet">
        <Icon name="down" size={16} />
      </span>
    </LanguageMenu>
  )
}
