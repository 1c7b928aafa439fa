import { CardNote } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, use } from 'react'
import { useTranslation } from 'react-i18next'

import { Later } from '../../parts/states/later.tsx'
import { NearView } from '../../parts/states/near-view.tsx'
import { ShareLinks } from '../../parts/referral/share-links.tsx'
import { NewPayout } from '../../parts/transactions/new-payout.tsx'
import { TeamWidget } from '../../parts/team/team-widget.tsx'
import { PATHS } from '../../paths.ts'
import { bonusMonthsQuery } from '../../lib/queries/bonus-queries.ts'
import { useOffice } from '../../lib/session/office.ts'
import { AppLink } from '../../lib/navigation/app-link.tsx'
import { BalanceWidgets } from './balance-widgets.tsx'
import { InfinityWidget } from './infinity-widget.tsx'
import { PromoBanner } from './promo-banner.tsx'
import { RankWidget } from './rank-widget.tsx'
import { RatesTime } from './rates-time.tsx'

/** Units: CSS pixels. */
const MONTH_HEIGHT = 240
const LOWER_HEIGHT = 800

const MonthWidget = lazy(async () => ({
  default: (await import('./month-widget.tsx')).MonthWidget,
}))

/** The partner's overview. Source: requirements DSH-001 to DSH-016. */
export function DashboardPage() {
  const { t } = useTranslation()
  return (
    <>
      <div className="page-head">
        <div className="stack gap-1">
          <h1 className="heading-1">{t('dashboard.title')}</h1>
          <RatesTime />
        </div>
        <NewPayout />
      </div>
      <div className="stack gap-5">
        <PromoBanner />
        <BalanceWidgets />
        <RankWidget />
        <Later placeholder={<div style={{ minBlockSize: LOWER_HEIGHT }} />}>
          <LowerHalf />
        </Later>
      </div>
    </>
  )
}

/** What a phone shows after scrolling. */
function LowerHalf() {
  const { t } = useTranslation()
  return (
    <>
      <div className="grid columns-2">
        <TeamWidget
          title={t('dashboard.team')}
          action={
            <AppLink to={PATHS.teamMy} className="link">
              {t('dashboard.openTeam')}
            </AppLink>
          }
        />
        <InfinityWidget />
      </div>
      {useHasMonth() && (
        <NearView height={MONTH_HEIGHT}>
          <MonthWidget />
        </NearView>
      )}
      <ShareLinks />
    </>
  )
}

/** Without a connection the month is shown only if it was seen before: nothing else would ever fill it. */
function useHasMonth(): boolean {
  const { api } = useOffice()
  const isOnline = use(CardNote) === null
  const seen = useQueryClient().getQueryData(bonusMonthsQuery(api).queryKey)
  return isOnline || seen !== undefined
}
