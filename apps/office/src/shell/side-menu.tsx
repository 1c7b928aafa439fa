import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

import { Activity } from './activity.tsx'
import { AppLink } from '../lib/navigation/app-link.tsx'
import { MenuLink } from './menu-link.tsx'
import { MENU } from './menu.ts'
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
  return (
    <nav className="navigation" aria-label={t('menu.title')}>
      {MENU.map(({ heading, overview, entries }) => (
        <Fragment key={heading}>
          {heading && (
            <div className="navigation-head">
              {overview === undefined ? (
                t(heading)
              ) : (
                <AppLink to={overview} activeOptions={{ exact: true }} onClick={onNavigate}>
                  {t(heading)}
                </AppLink>
              )}
            </div>
          )}
          {entries.map((entry) => (
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
