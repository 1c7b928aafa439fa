import { useTranslation } from 'react-i18next'

import { BalanceWidgets } from './balance-widgets.tsx'
import { InviteLink } from './invite-link.tsx'
import { RankWidget } from './rank-widget.tsx'
import { RatesTime } from './rates-time.tsx'
import { TeamWidget } from './team-widget.tsx'

/** Where a partner stands. Source: requirements DSH-001 to DSH-016. */
export function DashboardPage() {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <div className="stack g1">
          <h1 className="h1">{t('dashboard.title')}</h1>
          <RatesTime />
        </div>
      </div>
      <div className="stack g5">
        <BalanceWidgets />
        <RankWidget />
        <div className="grid c2">
          <TeamWidget />
          <InviteLink />
        </div>
      </div>
    </>
  )
}
