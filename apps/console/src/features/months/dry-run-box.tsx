import {
  deleteJob,
  type Job,
  type Period,
  postDryRun,
  postProposal,
} from '@partner-office/contracts'
import { Button, KeyValues, Note } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { useCopy } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { useAct } from '../../lib/use-act.ts'
import { isRunning } from '../../lib/use-job-events.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { Amount } from '../../parts/amount.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { ProposeDialog } from '../../parts/propose-dialog.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useProposed } from '../../parts/use-proposed.ts'
import { useMonthJob, useRefresh } from './use-month-act.ts'

type PeriodProps = { readonly period: Period }

/** What closing the month would credit, since when it holds, and the proposal to close. Source: requirements MON-002, MON-018, MON-021. */
export function DryRunBox({ period }: PeriodProps) {
  const { t } = useTranslation()
  const { isOver, dryRun, jobs } = period
  const job = jobs.find(({ kind }) => kind === 'dryRun')
  return (
    <Box
      title={isOver ? t('months.dryRun') : t('months.forecast')}
      actions={<Acts period={period} job={job} />}
      foot={isOver ? t('months.never') : t('months.forecastText')}
    >
      <div className="stack gap-4">
        {job !== undefined && job.state !== 'DONE' && <JobState job={job} />}
        {job?.error != null && <Note tone="red">{job.error}</Note>}
        {dryRun === null ? (
          <p className="muted">{t('months.noDryRun')}</p>
        ) : (
          <Shown dryRun={dryRun} />
        )}
      </div>
    </Box>
  )
}

type DryRunProps = { readonly dryRun: NonNullable<Period['dryRun']> }

function Shown({ dryRun }: DryRunProps) {
  const { t } = useTranslation()
  const { at, upToFact, planVersion, records, partners } = dryRun
  return (
    <>
      <Changes dryRun={dryRun} />
      <KeyValues
        items={[
          { label: t('months.computedAt'), value: <Instant at={at} isExact /> },
          { label: t('months.upToFact'), value: countText(upToFact) },
          { label: t('months.plan'), value: planVersion },
          { label: t('months.records'), value: countText(records) },
          { label: t('months.partners'), value: countText(partners) },
          { label: t('months.rates'), value: <Rates dryRun={dryRun} /> },
          { label: t('months.hash'), value: <Hash dryRun={dryRun} /> },
        ]}
      />
    </>
  )
}

/** What has changed since: the dry run can no longer be proposed. */
function Changes({ dryRun: { changes } }: DryRunProps) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  return (
    <Note tone="orange">
      <b>{t('months.changed')}</b>
      <ul className="bullet-list">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </Note>
  )
}

function Rates({ dryRun: { rates } }: DryRunProps) {
  return (
    <ul>
      {rates.map(({ to, rate, setAt }) => (
        <li key={to}>
          <Amount amount={rate} currency={to} /> <Instant at={setAt} />
        </li>
      ))}
    </ul>
  )
}

function Hash({ dryRun: { sha256 } }: DryRunProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  if (sha256 === null) return t('months.noHash')
  return <ProofHash hash={sha256} copyLabel={t('months.copyHash')} onCopy={() => copy(sha256)} />
}

type ActsProps = PeriodProps & { readonly job: Job | undefined }

function Acts({ period, job }: ActsProps) {
  const { t } = useTranslation()
  const { month, isOver, dryRun, state } = period
  const run = useMonthJob(month, 'dryRun', (api) => api.call(postDryRun, { params: { month } }))
  const missing = useNeedsRole(postDryRun.roles)
  const isBusy = job !== undefined && isRunning(job)
  return (
    <>
      <ActNote act={run} notDone={t('months.notStarted')} roles={postDryRun.roles} />
      {isBusy && <Cancel job={job} />}
      <Button
        size="sm"
        disabledReason={missing}
        busy={run.isBusy || isBusy}
        onClick={() => run.run()}
      >
        {dryRun === null ? t('months.run') : t('months.runAgain')}
      </Button>
      {isOver && dryRun !== null && state === 'DUE' && <Propose period={period} dryRun={dryRun} />}
    </>
  )
}

function Cancel({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const refresh = useRefresh()
  const params = { id: String(job.id) }
  const act = useAct<void, true>({
    send: async () => {
      await api.call(deleteJob, { params })
      return true
    },
    lookUp: async () => null,
    onDone: refresh,
  })
  return (
    <>
      <ActNote act={act} notDone={t('jobs.notCancelled')} roles={['finance']} />
      <Button
        size="sm"
        disabledReason={useNeedsRole(['finance'])}
        busy={act.isBusy}
        onClick={() => act.run()}
      >
        {t('jobs.cancel')}
      </Button>
    </>
  )
}

type ProposeProps = PeriodProps & { readonly dryRun: NonNullable<Period['dryRun']> }

function Propose({ period: { month }, dryRun }: ProposeProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const refresh = useRefresh()
  const close = () => {
    setAsking(false)
    refresh()
  }
  const onDone = useProposed(close)
  const missing = useNeedsRole(postProposal.roles.filter((role) => role === 'finance'))
  const open = dryRun.checks.filter(
    ({ state, accepted }) => state === 'stop' || (state === 'warn' && accepted === null),
  ).length
  const reason = open > 0 ? t('months.checksOpen', { count: open }) : undefined
  const outdated = dryRun.changes.length > 0 ? t('months.changed') : undefined
  return (
    <>
      <Button
        size="sm"
        variant="primary"
        disabledReason={missing ?? outdated ?? reason}
        onClick={() => setAsking(true)}
      >
        {t('months.propose')}
      </Button>
      {isAsking && (
        <ProposeDialog
          title={t('months.proposeTitle', { month })}
          note={t('months.never')}
          proposed={{ kind: 'close', object: month, values: { dryRun: dryRun.jobId } }}
          onDone={onDone}
          onClose={close}
        />
      )}
    </>
  )
}
