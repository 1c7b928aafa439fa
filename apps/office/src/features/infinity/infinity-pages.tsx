import { monthText } from '@partner-office/domain'
import { Skeleton } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'

import { infinityQuery } from '../../lib/queries/bonus-queries.ts'
import { useOffice } from '../../lib/session/office.ts'
import { ExplanationPanel } from '../../parts/bonus/explain/explanation-panel.tsx'
import { useExplained } from '../../parts/bonus/explain/use-explained.ts'
import { MonthCountdown } from '../../parts/months/month-countdown.tsx'
import { useBonusMonth } from '../../parts/months/use-bonus-month.ts'
import { PATHS } from '../../paths.ts'
import { AccrualWidgets } from './accrual-widgets.tsx'
import { Accruals } from './accruals.tsx'
import { Explanation } from './explanation.tsx'
import { InfinityFrame } from './infinity-frame.tsx'
import { OwnBonus } from './own-bonus.tsx'
import { Statistics } from './statistics.tsx'
import { StatusWidget } from './status-widget.tsx'

/** Source: requirements INF-025 to INF-027. */
const TITLES = {
  not_found: 'infinity.error.not_found',
  internal_server_error: 'infinity.error.internal_server_error',
} as const

/** The infinity bonus of a month and its target. Source: requirements RTE-020, INF-008 to INF-013. */
export function InfinityBonusPage() {
  const { api } = useOffice()
  const month = useBonusMonth(PATHS.bonusInfinityBonus)
  const infinity = useQuery(infinityQuery(api, month.shown))
  return (
    <InfinityFrame tab="bonus" month={month}>
      <Loaded query={infinity} placeholder={900} titles={TITLES} isCard>
        {({ record, requirements }) => (
          <>
            <div className="grid columns-3">
              <OwnBonus
                record={record}
                updatedAt={infinity.dataUpdatedAt}
                month={monthText(month.shown)}
              />
              <StatusWidget record={record} isCurrent={month.isCurrent} />
              {month.isCurrent && <MonthCountdown month={month.shown} />}
            </div>
            <Statistics record={record} isCurrent={month.isCurrent} />
            <Explanation record={record} requirements={requirements} />
          </>
        )}
      </Loaded>
    </InfinityFrame>
  )
}

/** The orders behind the infinity bonus of a month. Source: requirements RTE-021, INF-017. */
export function InfinityHistoryPage() {
  const { api } = useOffice()
  const { explained, explain, close } = useExplained(PATHS.bonusInfinityHistory)
  const month = useBonusMonth(PATHS.bonusInfinityHistory)
  const infinity = useQuery(infinityQuery(api, month.shown))
  return (
    <InfinityFrame tab="history" month={month}>
      <Loaded query={infinity} placeholder={<WidgetSkeletons />} titles={TITLES} isCard>
        {({ record }) => <AccrualWidgets record={record} />}
      </Loaded>
      <Accruals month={month.shown} onExplain={explain} />
      {explained !== null && (
        <ExplanationPanel of={explained} first="UCHAIN_INFINITY" onClose={close} />
      )}
    </InfinityFrame>
  )
}

/** Height of a widget of accruals. Units: pixels. */
const WIDGET_HEIGHT = 118

const WidgetSkeletons = () => (
  <div className="grid columns-3">
    {[1, 2, 3].map((widget) => (
      <Skeleton key={widget} height={WIDGET_HEIGHT} />
    ))}
  </div>
)
