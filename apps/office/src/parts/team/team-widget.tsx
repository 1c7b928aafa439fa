import { getTeam } from '@partner-office/contracts'
import { AvatarRow, Card, Skeleton, Stat, Stats } from '@partner-office/ui'
import { whenReady } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { GIVE_UP_MS } from '../../lib/config.ts'
import { countText } from '../../lib/formats.ts'
import { useOffice } from '../../lib/office.ts'
import { fullNameOf, useProfile } from '../../lib/profile.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Loaded } from '../states/loaded.tsx'

const AVATARS = 7

type TeamWidgetProps = {
  readonly title: string
  /** A third figure. */
  readonly stat?: ReactNode
}

/** The newest partners of the first line, and how many there are. Source: requirements DSH-005, DSH-013 to DSH-016, TEA-002. */
export function TeamWidget({ title, stat }: TeamWidgetProps) {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { teamFl, teamAll } = useProfile()
  return (
    <Card title={title}>
      <Stats columns={stat === undefined ? 2 : 3}>
        <Stat label={t('dashboard.firstLine')}>
          <span className="num">{countText(teamFl, style)}</span>
        </Stat>
        <Stat label={t('dashboard.wholeTeam')}>
          <span className="num">{countText(teamAll, style)}</span>
        </Stat>
        {stat}
      </Stats>
      {teamFl > 0 ? (
        <FirstLine total={teamFl} />
      ) : (
        <p className="dim">{t('dashboard.teamEmpty')}</p>
      )}
    </Card>
  )
}

function FirstLine({ total }: { total: number }) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { id } = useProfile()
  const query = {
    sponsorId: String(id),
    page: '0',
    size: '100',
    sort: 'registeredAt|desc',
  } as const
  const team = useQuery({
    queryKey: ['team', 'first-line', id],
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getTeam, { query, signal }), GIVE_UP_MS),
  })
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
