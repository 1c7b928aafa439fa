import { AvatarRow, Card, Skeleton, Stat, Stats } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { fullNameOf, useProfile } from '../../lib/session/profile.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { ActiveStat } from './active-stat.tsx'
import { firstLineQuery } from './first-line-query.ts'

const AVATARS = 7

type TeamWidgetProps = {
  readonly title: string
  /** At the end of the title's line. */
  readonly action?: ReactNode
}

/** The newest partners of the first line, how many there are, and how many are active. Source: requirements DSH-005, DSH-013 to DSH-016, TEA-002. */
export function TeamWidget({ title, action }: TeamWidgetProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { teamFl, teamAll } = useProfile()
  return (
    <Card title={title} action={action}>
      <Stats columns={3}>
        <Stat label={t('dashboard.firstLine')}>
          <span className="digits">{countText(teamFl, style)}</span>
        </Stat>
        <Stat label={t('dashboard.wholeTeam')}>
          <span className="digits">{countText(teamAll, style)}</span>
        </Stat>
        <ActiveStat />
      </Stats>
      {teamFl > 0 ? (
        <FirstLine total={teamFl} />
      ) : (
        <p className="subdued">{t('dashboard.teamEmpty')}</p>
      )}
    </Card>
  )
}

function FirstLine({ total }: { total: number }) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { id } = useProfile()
  const team = useQuery(firstLineQuery(api, id))
  return (
    <Loaded query={team} placeholder={<Skeleton width="60%" height={40} />}>
      {({ content }) => (
        <AvatarRow
          people={content.map((member) => ({
            id: member.id,
            name: fullNameOf(member),
            src: member.avatar,
          }))}
          max={AVATARS}
          total={total}
          moreLabel={t('dashboard.more', { count: total - AVATARS })}
        />
      )}
    </Loaded>
  )
}
