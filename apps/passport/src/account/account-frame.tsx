import { Icon, IconButton, type IconName, SkipLink, ToastProvider } from '@partner-office/ui'
import { GateHeader, PageNotices, TextsNote } from '@partner-office/web'
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useBackPage, useOfficeAddress } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'
import { useHasSession } from '../lib/session.ts'
import { PATHS } from '../paths.ts'
import { PassportLanguages } from '../shell/passport-languages.tsx'
import { AccountSignIn } from './account-sign-in.tsx'

const { Link } = getRouteApi(PATHS.home)

const PAGES = [
  { to: PATHS.general, icon: 'person', key: 'account.general' },
  { to: PATHS.passport, icon: 'shield', key: 'account.passport' },
  { to: PATHS.address, icon: 'file', key: 'account.address' },
  { to: PATHS.additional, icon: 'list', key: 'account.additional' },
  { to: PATHS.security, icon: 'lock', key: 'account.security' },
] as const satisfies readonly { to: string; icon: IconName; key: string }[]

/** The layout of the account pages. Without a session it asks for a sign-in, and the page then opens at its address. */
export function AccountFrame() {
  const { t } = useTranslation()
  const { session } = usePassport()
  if (!useHasSession(session)) return <AccountSignIn />
  return (
    <ToastProvider closeLabel={t('common.close')}>
      <AccountPages />
    </ToastProvider>
  )
}

/** Menu, page, and its earlier notices. */
function AccountPages() {
  const { t } = useTranslation()
  const { texts } = usePassport()
  const { pathname } = useLocation()
  return (
    <div className="gate">
      <SkipLink>{t('common.skip')}</SkipLink>
      <header className="gate-head">
        <GateHeader
          className={{ brand: 'brand', buttons: 'in-row' }}
          languageMenu={
            <>
              <PassportLanguages />
              <LogOut />
            </>
          }
        />
      </header>
      <div className="account">
        <AccountNav />
        <main id="main" tabIndex={-1} className="stack gap-5">
          <TextsNote texts={texts} />
          <Outlet />
          <PageNotices page={pathname} />
        </main>
      </div>
    </div>
  )
}

function LogOut() {
  const { t } = useTranslation()
  const { api, session } = usePassport()
  return (
    <IconButton
      icon="log-out"
      label={t('common.logOut')}
      onClick={() => void session.logOut(api)}
    />
  )
}

function AccountNav() {
  const { t } = useTranslation()
  const officeAddress = useOfficeAddress()
  const back = useBackPage()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the links scroll sideways.
    const current = nav.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} className="navigation account-nav" aria-label={t('account.nav')}>
      {PAGES.map(({ to, icon, key }) => (
        <Link key={to} to={to} search={{ back }} activeProps={{ 'aria-current': 'page' }}>
          <Icon name={icon} />
          <span>{t(key)}</span>
        </Link>
      ))}
      <a href={officeAddress(back ?? 'dashboard')} className="account-back">
        <Icon name="back" />
        <span>{t('common.product')}</span>
      </a>
    </nav>
  )
}
