import { Avatar, Gem } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../lib/session/office.ts'
import { fullNameOf, useProfile } from '../lib/session/profile.ts'
import { rankNameKey, rankStatusQuery } from '../lib/queries/ranks.ts'
import { PATHS } from '../paths.ts'
import { AppLink } from '../lib/navigation/app-link.tsx'

/** The signed-in partner and the current rank. Source: requirements NAV-009; decisions D-134. */
export function Person() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const profile = useProfile()
  const rank = useQuery(rankStatusQuery(api, 'bonus')).data?.currentRang
  const name = fullNameOf(profile) || t('common.noname')
  return (
    <AppLink to={PATHS.profileGeneral} className="person" title={name}>
      <Avatar name={name} src={profile.avatar} size="medium" />
      <span className="grow">
        <bdi className="bold block ellipsis menu-text">{name}</bdi>
        <span className="caption in-row">
          {rank && <Gem code={rank.code} size={14} />}
          <span className="menu-text">{rank ? t(rankNameKey(rank.code)) : '\u00a0'}</span>
        </span>
      </span>
    </AppLink>
  )
}
