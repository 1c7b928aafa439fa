import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/formats/formats.ts'
import { useProfile } from '../../lib/session/profile.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { useWindowClass } from '../../lib/browser/window-class.ts'
import { ShareLinks } from '../../parts/referral/share-links.tsx'
import { TeamWidget } from '../../parts/team/team-widget.tsx'
import { SponsorWidget } from './sponsor-widget.tsx'
import './team.css'
import { type TeamTab, TeamTabs } from './team-tabs.tsx'

type TeamFrameProps = { readonly tab: TeamTab; readonly children: ReactNode }

/** The frame of every view of the team: tabs, and sponsor, team and invite link above them, on a phone below. Source: requirements TEA-001 to TEA-003, RTE-046. */
export function TeamFrame({ tab, children }: TeamFrameProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { teamAll } = useProfile()
  const isPhone = useWindowClass() === 'phone'
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('team.title')}</h1>
          <p className="meta">
            {t('team.people', { count: teamAll, shown: countText(teamAll, style) })}
          </p>
        </div>
      </div>
      <div className="stack gap-5">
        {!isPhone && <Overview />}
        <TeamTabs shown={tab} />
        <div className="stack gap-4" role="tabpanel" aria-label={t(TAB_KEYS[tab])}>
          {children}
        </div>
        {isPhone && (
          <div className="stack gap-5 when-placed">
            <Overview />
          </div>
        )}
      </div>
    </>
  )
}

/** The sponsor, the team and the invite link. */
function Overview() {
  const { t } = useTranslation()
  return (
    <div className="grid team-top">
      <SponsorWidget />
      <TeamWidget title={t('team.yours')} />
      <div className="team-invite">
        <ShareLinks />
      </div>
    </div>
  )
}

const TAB_KEYS = {
  search: 'team.tab.search',
  tree: 'team.tab.tree',
  picture: 'team.tab.picture',
} as const
