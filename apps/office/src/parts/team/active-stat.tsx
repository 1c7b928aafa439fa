import { getTeam } from '@partner-office/contracts'
import { isActiveAt } from '@partner-office/domain'
import { Stat } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { useProfile } from '../../lib/session/profile.ts'
import { useFormat } from '../../lib/formats/use-format.ts'
import { Dash } from '../figures/dash.tsx'
import { firstLineQuery } from './first-line-query.ts'

/** Active members of the first line. A failed call shows a dash. */
export function ActiveStat() {
  const { t } = useTranslation()
  const { style } = useFormat()
  const { teamFl } = useProfile()
  const counted = useActiveCount()
  const active = teamFl === 0 ? 0 : counted
  return (
    <Stat label={t('team.activeFirstLine')}>
      {active === undefined ? (
        <Dash />
      ) : (
        <span className="digits">
          {countText(active, style)}{' '}
          <span className="of-all">{`/ ${countText(teamFl, style)}`}</span>
        </span>
      )}
    </Stat>
  )
}

/** Counts the members that the widget has read, or asks for a longer first line: one row each on so many pages. */
function useActiveCount(): number | undefined {
  const { api } = useOffice()
  const { id, teamFl } = useProfile()
  const read = useQuery({ ...firstLineQuery(api, id), enabled: teamFl > 0 }).data
  const isLonger = read !== undefined && read.totalPages > 1
  const query = { sponsorId: String(id), active: 'true', page: '0', size: '1' } as const
  const { data } = useQuery({
    queryKey: ['team', 'active', id],
    queryFn: ({ signal }) => api.call('business', getTeam, { query, quiet: true, signal }),
    enabled: isLonger,
  })
  if (read === undefined || isLonger) return data?.totalPages
  return read.content.filter(({ activeUntil }) => isActiveAt(activeUntil, Date.now())).length
}
