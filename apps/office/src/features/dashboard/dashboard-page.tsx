import { useTranslation } from 'react-i18next'

import { ShareLinks } from '../../parts/referral/share-links.tsx'
import { TeamWidget } from '../../parts/team/team-widget.tsx'
import { BalanceWidgets } from './balance-widgets.tsx'
import { InfinityWidget } from './infinity-widget.tsx'
import { PromoBanner } from './promo-banner.tsx'
import { RankWidget } from './rank-widget.tsx'
import { RatesTime } from './rates-time.tsx'

/** The partner's overview. Source: requirements DSH-001 to DSH-016. */
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
        <PromoBanner />
        <BalanceWidgets />
        <RankWidget />
        <div className="grid c2">
          <TeamWidget title={t('dashboard.team')} />
          <InfinityWidget />
        </div>
        <ShareLinks />
      </div>
    </>
  )
}
