import { getTeam } from '@partner-office/contracts'
import { Stat } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/formats.ts'
import { useOffice } from '../../lib/office.ts'
import { useProfile } from '../../lib/profile.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Dash } from '../../parts/figures/dash.tsx'

/** Active members of the first line: the number of pages with one row each. A failed call shows a dash. */
export function ActiveStat() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { style } = useFormat()
  const { id, teamFl } = useProfile()
  const query = { sponsorId: String(id), active: 'true', page: '0', size: '1' } as const
  const { data } = useQuery({
    queryKey: ['team', 'active', id],
    queryFn: ({ signal }) => api.call('business', getTeam, { query, quiet: true, signal }),
    enabled: teamFl > 0,
  })
  const active = teamFl === 0 ? 0 : data?.totalPages
  return (
    <Stat label={t('team.activeFirstLine')}>
      {active === undefined ? (
        <Dash />
      ) : (
        <span className="num">
          {countText(active, style)}{' '}
          <span className="of-all">{`/ ${countText(teamFl, style)}`}</span>
        </span>
      )}
    </Stat>
  )
}
