import { FIRST_BONUS_MONTH, monthEnd } from '@partner-office/domain'
import { IconButton } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { dateText, monthShown } from '../../lib/formats.ts'
import { useLocale } from '../../lib/locale.ts'
import { useOffice } from '../../lib/office.ts'
import { MonthSelect } from '../../parts/months/month-select.tsx'
import { useBonusMonth } from '../../parts/months/use-bonus-month.ts'
import type { OfferedKind } from '../../parts/bonus/programme-titles.ts'
import { LoadedProgramme } from './loaded-programme.tsx'
import { ProgrammeFrame } from './programme-frame.tsx'
import { programmeQuery, turboQuery } from './programme-query.ts'
import { ProgrammeView } from './programme-view.tsx'
import { BSP, DIAMOND, DIAMOND_POOLS, type Programme, WINNER } from './programmes.ts'

/** Source: requirements XBO-001. */
export const DiamondPage = () => <MonthlyPage kind="DIAMOND" programme={DIAMOND} />
/** Source: requirements XBO-002. */
export const DiamondPoolsPage = () => <MonthlyPage kind="DIAMOND_POOL" programme={DIAMOND_POOLS} />
/** Source: requirements XBO-004. */
export const WinnerPage = () => <MonthlyPage kind="WINNER" programme={WINNER} />
/** Source: requirements XBO-007. */
export const BspPage = () => <MonthlyPage kind="BSP" programme={BSP} />

type MonthlyProps = { readonly kind: OfferedKind; readonly programme: Programme }

function MonthlyPage({ kind, programme }: MonthlyProps) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const locale = useLocale()
  const month = useBonusMonth()
  const query = useQuery(programmeQuery(api, programme, month.shown))
  const name = monthShown(month.shown, locale)
  return (
    <ProgrammeFrame kind={kind} period={<MonthSelect {...month} />}>
      <LoadedProgramme query={query}>
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
            }}
          />
        )}
      </LoadedProgramme>
    </ProgrammeFrame>
  )
}

/** Turbo has windows of 30 days in place of months. Source: requirements XBO-008; decisions C5. */
export function TurboPage() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { at, show } = useInstant()
  const query = useQuery(turboQuery(api, at))
  const record = query.data?.record
  return (
    <ProgrammeFrame
      kind="CYCLED_TURBO"
      period={record && <Window start={record.windowStart} end={record.windowEnd} show={show} />}
    >
      <LoadedProgramme query={query}>
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
            }}
          />
        )}
      </LoadedProgramme>
    </ProgrammeFrame>
  )
}

/** The instant that the address asks for; now without one. */
function useInstant() {
  const { at } = useSearch({ strict: false }) as { at?: unknown }
  const navigate = useNavigate()
  const isKnown = typeof at === 'number' && at >= FIRST_BONUS_MONTH && at <= Date.now()
  return {
    at: isKnown ? at : undefined,
    show: (instant: number): void =>
      void navigate({ to: '.', search: { at: instant } as never, resetScroll: false }),
  }
}

type WindowProps = {
  readonly start: number
  readonly end: number
  readonly show: (instant: number) => void
}

function Window({ start, end, show }: WindowProps) {
  const { t } = useTranslation()
  return (
    <div className="row">
      <IconButton
        icon="back"
        variant="secondary"
        label={t('programmes.older')}
        disabled={start <= FIRST_BONUS_MONTH}
        onClick={() => show(start - 1)}
      />
      <span className="med">
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
