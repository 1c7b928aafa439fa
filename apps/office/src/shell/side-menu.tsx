import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/office.ts'
import { isOffered } from '../parts/bonus/programme-titles.ts'
import { Activity } from './activity.tsx'
import { MenuLink } from './menu-link.tsx'
import { type Entry, MENU } from './menu.ts'
import { Person } from './person.tsx'

/** The signed-in partner, the partner's activity, and links to all pages. Source: requirements NAV-009 to NAV-011. */
export function SideMenu() {
  return (
    <>
      <Person />
      <Activity />
      <PageLinks />
    </>
  )
}

/** The links to all pages, in groups. Source: requirements NAV-002, NAV-003. */
export function PageLinks({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { t } = useTranslation()
  const { config } = useOffice()
  const isShown = ({ programme }: Entry): boolean =>
    programme === undefined || isOffered(config, programme)
  return (
    <nav className="nav" aria-label={t('menu.title')}>
      {MENU.map(({ heading, entries }) => (
        <Fragment key={heading}>
          {heading && <div className="nav-h">{t(heading)}</div>}
          {entries.filter(isShown).map((entry) => (
            <MenuLink
              key={entry.to}
              entry={entry}
              iconSize={20}
              title={t(entry.key)}
              onClick={onNavigate}
            />
          ))}
        </Fragment>
      ))}
    </nav>
  )
}
