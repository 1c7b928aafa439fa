import { getPeriod, type Period } from '@partner-office/contracts'
import { buttonClass, Icon, Note } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { Instant } from '../../lib/instant.tsx'
import { useLive } from '../../lib/use-live.ts'
import { PATHS } from '../../paths.ts'
import { Page } from '../../shell/page.tsx'
import { ChecksBox } from './checks-box.tsx'
import { CloseSteps } from './close-steps.tsx'
import { CorrectionsBox } from './corrections-box.tsx'
import { CurrenciesBox } from './currencies-box.tsx'
import { DryRunBox } from './dry-run-box.tsx'
import { LateBox } from './late-box.tsx'
import { PeriodStateMark } from './period-state.tsx'
import { PostingBox } from './posting-box.tsx'
import { ProgrammesBox } from './programmes-box.tsx'
import { SealBox } from './seal-box.tsx'

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
  const { state } = period
  const isBefore = state !== 'SEALED' && state !== 'POSTING'
  return (
    <div className="stack gap-4">
      {period.isOver && <CloseSteps period={period} />}
      <Decided period={period} />
      {isBefore && <DryRunBox period={period} />}
      {state === 'POSTING' && <PostingBox period={period} />}
      {state === 'SEALED' && <SealBox period={period} />}
      <ProgrammesBox period={period} />
      <CurrenciesBox programmes={period.programmes} />
      {isBefore && period.dryRun !== null && (
        <>
          <CorrectionsBox corrections={period.dryRun.corrections} />
          <ChecksBox month={period.month} checks={period.dryRun.checks} />
        </>
      )}
      {!isBefore && <LateBox late={period.late} month={period.month} />}
    </div>
  )
}

/** Who has proposed and decided. */
function Decided({ period: { proposal } }: { readonly period: Period }) {
  const { t } = useTranslation()
  if (proposal === null) return null
  const { id, by, at, decidedBy, decidedAt } = proposal
  return (
    <Note>
      {t('months.proposedBy', { by })} <Instant at={at} />
      {decidedBy !== null && decidedAt !== null && (
        <>
          {' '}
          {t('months.decidedBy', { by: decidedBy })} <Instant at={decidedAt} />
        </>
      )}{' '}
      <Link to={PATHS.proposal} params={{ id: String(id) }} className="link">
        {t('months.proposal', { id })}
      </Link>
    </Note>
  )
}
