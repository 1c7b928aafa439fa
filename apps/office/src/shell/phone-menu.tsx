import { Drawer, Icon } from '@partner-office/ui'
import { ThemeButton } from '@partner-office/web'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/session/office.ts'
import { AccountLink } from './account-link.tsx'
import { accountEntries } from './menu.ts'
import { OfficeLanguages } from './office-languages.tsx'
import { Person } from './person.tsx'
import { PageLinks } from './side-menu.tsx'

/** The sidebar and the profile menu of a phone. Source: requirements NAV-012 to NAV-014. */
export function PhoneMenu({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      side="start"
      label={t('menu.title')}
      title={<Person />}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      {(close) => (
        <div className="phone-menu">
          <CloseOnNavigation close={close} />
          <PageLinks onNavigate={close} />
          <AccountLinks onNavigate={close} />
          <div className="phone-settings">
            <OfficeLanguages isNamed />
            <ThemeButton isNamed />
          </div>
        </div>
      )}
    </Drawer>
  )
}

function AccountLinks({ onNavigate }: { readonly onNavigate: () => void }) {
  const { t } = useTranslation()
  const { startUp } = useOffice()
  return (
    <nav className="navigation" aria-label={t('menu.accountTitle')}>
      <div className="navigation-head">{t('menu.accountTitle')}</div>
      {accountEntries(startUp.isView).map((entry) => (
        <AccountLink key={entry.key} entry={entry} onClick={onNavigate}>
          <Icon name={entry.icon} size={20} />
          <span>{t(entry.key)}</span>
        </AccountLink>
      ))}
    </nav>
  )
}

/** Closes the drawer when the address changes, also by the browser's own buttons. */
function CloseOnNavigation({ close }: { readonly close: () => void }) {
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  useEffect(() => {
    if (pathname !== opened.current) close()
  }, [pathname, close])
  return null
}
