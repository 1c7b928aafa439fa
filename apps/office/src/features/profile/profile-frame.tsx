import { Tabs } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { PATHS } from '../../paths.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import './profile.css'

type FrameProps = { readonly shown: 'general' | 'notifications'; readonly children: ReactNode }

/** Heading and tabs of the profile pages; two of the tabs lead to the identity provider. Source: decisions D-007, D-008, D-134. */
export function ProfileFrame({ shown, children }: FrameProps) {
  const { t } = useTranslation()
  const passport = usePassportPages()
  const tabs = [
    { tab: 'general', to: PATHS.profileGeneral, text: t('profile.tab.general') },
    { tab: 'notifications', to: PATHS.profileNotifications, text: t('profile.tab.notifications') },
    { tab: 'verification', href: passport.verification, text: t('profile.tab.verification') },
    { tab: 'security', href: passport.security, text: t('profile.tab.security') },
  ]
  return (
    <>
      <div className="page-head">
        <h1 className="heading-1">{t('profile.title')}</h1>
      </div>
      <div className="stack gap-5">
        <Tabs
          label={t('profile.tabs')}
          tabs={tabs}
          shown={shown}
          link={({ to, href }, { children: text, ...attributes }) =>
            to === undefined ? (
              <a {...attributes} href={href}>
                {text}
              </a>
            ) : (
              <AppLink {...attributes} to={to}>
                {text}
              </AppLink>
            )
          }
        />
        {children}
      </div>
    </>
  )
}

/** Pages of the identity provider about the same partner. Source: decisions D-007, D-008. */
function usePassportPages() {
  const { config } = useOffice()
  const locale = useLocale()
  const own = config.property('profilePassportUrl')
  return {
    verification: own || config.passportPage(locale, 'profile/passport'),
    security: config.passportPage(locale, 'profile/security'),
  }
}
