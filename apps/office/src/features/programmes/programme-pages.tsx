import { FIRST_BONUS_MONTH, monthEnd, monthStart, monthText } from '@partner-office/domain'
import { IconButton, Skeleton } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { MonthSelect } from '../../parts/months/month-select.tsx'
import { useBonusMonth } from '../../parts/months/use-bonus-month.ts'
import { programmeQuery, turboQuery, userQuery } from '../../parts/programmes/programme-query.ts'
import { MONTHLY } from '../../parts/programmes/programmes.ts'
import { TITLES } from '../../parts/bonus/programme-titles.ts'
import { PATHS } from '../../paths.ts'
import { ProgrammeFrame } from './programme-frame.tsx'
import { PROGRAMME_STATES } from './programme-states.ts'
import { ProgrammeView } from './programme-view.tsx'

/** Source: requirements XBO-001. */
export const DiamondPage = () => <MonthlyPage kind="DIAMOND" />
/** Source: requirements XBO-002. */
export const DiamondPoolsPage = () => <MonthlyPage kind="DIAMOND_POOL" />
/** Source: requirements XBO-004. */
export const WinnerPage = () => <MonthlyPage kind="WINNER" />
/** Source: requirements XBO-007. */
export const BspPage = () => <MonthlyPage kind="BSP" />

function MonthlyPage({ kind }: { readonly kind: keyof typeof MONTHLY }) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const locale = useLocale()
  const month = useBonusMonth(PATHS[TITLES[kind].page])
  const query = useQuery(programmeQuery(api, MONTHLY[kind], month.shown))
  const name = monthShown(month.shown, locale)
  return (
    <ProgrammeFrame kind={kind} period={<MonthSelect {...month} />}>
      <Loaded query={query} {...PROGRAMME_STATES}>
        {({ record, rows }) => (
          <ProgrammeView
            kind={kind}
            record={record}
            rows={rows}
            period={{
              name,
              endsIn: t('infinity.endsIn', { month: name }),
              end: monthEnd(month.shown),
              isCurrent: month.isCurrent,
              month: monthText(month.shown),
            }}
          />
        )}
      </Loaded>
    </ProgrammeFrame>
  )
}

/** Turbo, in windows of 30 days instead of months. Source: requirements XBO-008; decisions C5. */
export function TurboPage() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { at, show, first } = useInstant()
  const query = useQuery(turboQuery(api, at))
  const record = query.data?.record
  return (
    <ProgrammeFrame
      kind="CYCLED_TURBO"
      period={
        <>
          {query.isPending && <Skeleton width={260} height={40} />}
          {record && <Window {...record} first={first} show={show} />}
        </>
      }
    >
      <Loaded query={query} {...PROGRAMME_STATES}>
        {({ record: { windowStart, windowEnd, ...turbo }, rows }) => (
          <ProgrammeView
            kind="CYCLED_TURBO"
            record={turbo}
            rows={rows}
            period={{
              name: t('programmes.window', {
                from: dateText(windowStart),
                to: dateText(windowEnd - 1),
              }),
              endsIn: t('programmes.windowEndsIn'),
              end: windowEnd,
              isCurrent: windowEnd > Date.now(),
              month: monthIn(windowStart, windowEnd),
            }}
          />
        )}
      </Loaded>
    </ProgrammeFrame>
  )
}

/** The month whose first instant a window holds: by it the window is questioned. */
function monthIn(windowStart: number, windowEnd: number): string | null {
  const first = monthStart(windowEnd - 1)
  return first < windowStart ? null : monthText(first)
}

/** The instant in the address; undefined means now. The first window begins with the registration. */
function useInstant() {
  const { api } = useOffice()
  const { at } = useSearch({ from: PATHS.bonusTurbo })
  const navigate = useNavigate({ from: PATHS.bonusTurbo })
  const { data: user } = useQuery(userQuery(api))
  const first = Math.max(FIRST_BONUS_MONTH, user?.registeredAt ?? 0)
  const isKnown = at !== undefined && at >= first && at <= Date.now()
  return {
    first,
    at: isKnown ? at : undefined,
    show: (instant: number): void =>
      void navigate({ to: '.', search: { at: instant }, resetScroll: false }),
  }
}

type WindowProps = {
  readonly windowStart: number
  readonly windowEnd: number
  readonly first: number
  readonly show: (instant: number) => void
}

function Window({ windowStart: start, windowEnd: end, first, show }: WindowProps) {
  const { t } = useTranslation()
  return (
    <div className="in-row">
      <IconButton
        icon="back"
        variant="secondary"
        label={t('programmes.older')}
        disabled={start <= first}
        onClick={() => show(start - 1)}
      />
      <span className="medium-weight">
        {t('programmes.window', { from: dateText(start), to: dateText(end - 1) })}
      </span>
      <IconButton
        icon="forward"
        variant="secondary"
        label={t('programmes.newer')}
        disabled={end > Date.now()}
        onClick={() => show(end)}
      />
    </div>
  )
}
