import { getPeriod, type Period, type PeriodSeal } from '@partner-office/contracts'
import { buttonClass, Icon } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useLive } from '../../lib/use-live.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { ChecksBox } from './checks-box.tsx'
import { CloseSteps } from './close-steps.tsx'
import { CorrectionsBox } from './corrections-box.tsx'
import { CurrenciesBox } from './currencies-box.tsx'
import { DecidedBox } from './decided-box.tsx'
import { DryRunBox } from './dry-run-box.tsx'
import { FollowsBox } from './follows-box.tsx'
import { PeriodStateMark } from './period-state.tsx'
import { PostingBox } from './posting-box.tsx'
import { ProgrammesBox } from './programmes-box.tsx'
import { RecomputeBoxes, SealBox, StatementsBox } from './seal-box.tsx'
import { SealedFigures } from './sealed-figures.tsx'
import { SinceBox } from './since-box.tsx'

const READ_MS = 5_000

/** The close cockpit of one month. Source: requirements MON-003 to MON-021. */
export function MonthPage() {
  const { t } = useTranslation()
  const { month } = useParams({ from: `/frame${PATHS.month}` })
  const period = useLive(getPeriod, READ_MS, { params: { month } })
  return (
    <Page
      title={t('months.one', { month })}
      crumb={{ text: t('menu.months'), to: PATHS.months }}
      state={period.data && <Head period={period.data} />}
      roles={getPeriod.roles}
    >
      <Loaded query={period} placeholder={400} titles={{ not_found: 'months.notFound' }}>
        {(shown) => <Cockpit period={shown} />}
      </Loaded>
    </Page>
  )
}

/** The months beside this one, and its state. */
function Head({ period: { earlier, later, state } }: { readonly period: Period }) {
  return (
    <>
      <Beside month={earlier} icon="back" />
      <Beside month={later} icon="forward" />
      <PeriodStateMark state={state} />
    </>
  )
}

type BesideProps = { readonly month: string | null; readonly icon: 'back' | 'forward' }

function Beside({ month, icon }: BesideProps) {
  const { t } = useTranslation()
  if (month === null) return null
  const label = t('months.one', { month })
  return (
    <Link
      to={PATHS.month}
      params={{ month }}
      className={buttonClass({ variant: 'ghost', size: 'sm', square: true })}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} size={18} />
    </Link>
  )
}

function Cockpit({ period }: { readonly period: Period }) {
  const { state, seal, dryRun, corrections } = period
  const isBefore = state !== 'SEALED' && state !== 'POSTING'
  return (
    <div className="stack gap-4">
      {period.isOver && <CloseSteps period={period} />}
      {isBefore && <DryRunBox period={period} />}
      {state === 'POSTING' && <PostingBox period={period} />}
      {seal !== null && <Sealed period={period} seal={seal} />}
      {period.isOver && seal === null && (
        <div className="panes">
          <DecidedBox period={period} />
          <FollowsBox period={period} />
        </div>
      )}
      <ProgrammesBox period={period} />
      <div className="panes">
        <CurrenciesBox programmes={period.programmes} />
        {corrections !== null && <CorrectionsBox corrections={corrections} />}
      </div>
      {isBefore && dryRun !== null && <ChecksBox month={period.month} checks={dryRun.checks} />}
      {seal !== null && <RecomputeBoxes period={period} />}
      {!isBefore && (
        <div className="panes">
          {seal !== null && <StatementsBox period={period} />}
          <SinceBox period={period} />
        </div>
      )}
    </div>
  )
}

type SealedProps = { readonly period: Period; readonly seal: PeriodSeal }

function Sealed({ period, seal }: SealedProps) {
  return (
    <>
      <div className="panes">
        <SealBox seal={seal} />
        <div className="stack gap-4">
          <DecidedBox period={period} />
          <FollowsBox period={period} />
        </div>
      </div>
      <SealedFigures period={period} seal={seal} />
    </>
  )
}
