import { Avatar, Gem } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

import { fullNameOf, useProfile } from '../lib/profile.ts'
import { rankNameKey, rankStatusQuery } from '../lib/ranks.ts'
import { useOffice } from '../lib/office.ts'
import { Activity } from './activity.tsx'
import { MenuLink } from './menu-link.tsx'
import { MENU } from './menu.ts'

/** The signed-in partner, the partner's activity, and links to all pages. Source: requirements NAV-009 to NAV-011. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Person />
      <Activity />
      <nav className="nav" aria-label={t('menu.title')}>
        {MENU.map(({ heading, entries }) => (
          <Fragment key={heading}>
            {heading && <div className="nav-h">{t(heading)}</div>}
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
    </>
  )
}

function Person() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const profile = useProfile()
  const rank = useQuery(rankStatusQuery(api, 'bonus')).data?.currentRang
  const name = fullNameOf(profile) || t('common.noname')
  return (
    <div className="who">
      <Avatar name={name} src={profile.avatar} size="m" />
      <div className="grow">
        <span className="b ell block">
          <bdi>{name}</bdi>
        </span>
        <span className="cap row">
          {rank && <Gem code={rank.code} size={14} />}
          {rank ? t(rankNameKey(rank.code)) : '\u00a0'}
        </span>
      </div>
    </div>
  )
}
