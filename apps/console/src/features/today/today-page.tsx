import { getToday, getTodayCharts, getTodayFigures } from '@partner-office/contracts'
import { IconButton } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { clockText } from '../../lib/instants.ts'
import { useLive } from '../../lib/use-live.ts'
import { ReadAt } from '../../parts/read-at.tsx'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { Page } from '../../shell/page.tsx'
import { AlertsBox } from './alerts-box.tsx'
import { TodayCharts } from './charts.tsx'
import { CreditedBox, NetworkFigures, OwedBox } from './figures.tsx'
import { useSteadyAlerts } from './use-steady-alerts.ts'
import { WaitingBox } from './waiting-box.tsx'

/** Counts and alerts of any process are here within five seconds. Source: requirements TOD-009. */
const COUNTS_MS = 2_000
const FIGURES_MS = 30_000
const CHARTS_MS = 5 * 60_000

/** The start page: what waits, what is wrong, and the figures of the network. Source: requirements TOD-001 to TOD-009. */
export function TodayPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const today = useLive(getToday, COUNTS_MS)
  const figures = useLive(getTodayFigures, FIGURES_MS)
  const charts = useLive(getTodayCharts, CHARTS_MS)
  const [alerts, forgetOver] = useSteadyAlerts(today.data?.alerts)
  const readAgain = (): void => {
    forgetOver()
    for (const { path } of [getToday, getTodayFigures, getTodayCharts]) {
      void queries.invalidateQueries({ queryKey: [path] })
    }
  }
  return (
    <Page
      title={t('menu.today')}
      roles={getToday.roles}
      state={
        <>
          {figures.data && (
            <span className="muted">
              {t('today.asOf', {
                time: clockText(figures.data.at),
                fact: countText(figures.data.asOf),
              })}
            </span>
          )}
          <ReadAt at={today.dataUpdatedAt} hasFailed={today.isError} />
        </>
      }
      actions={
        <IconButton icon="retry" size="sm" label={t('today.readAgain')} onClick={readAgain} />
      }
    >
      <UnlessFailed query={today} isCard>
        <div className="today-columns">
          <WaitingBox waiting={today.data?.waiting} />
          <AlertsBox alerts={alerts} />
        </div>
      </UnlessFailed>
      <Loaded query={figures} placeholder={480} isCard>
        {(shown) => (
          <>
            <NetworkFigures figures={shown} />
            <OwedBox figures={shown} />
            <CreditedBox figures={shown} />
          </>
        )}
      </Loaded>
      <Loaded query={charts} placeholder={640} isCard>
        {(shown) => <TodayCharts charts={shown} />}
      </Loaded>
    </Page>
  )
}
