import { deleteJob, getJob, type Job, type JobResult, postJob } from '@partner-office/contracts'
import { Button, Note } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { useLive } from '../../lib/use-live.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { useCancelJob, useStartJob } from '../../parts/use-job-act.ts'
import { VerifyResult } from '../../parts/verify-result.tsx'

/** Its events say how far it is; this read, that its process is gone. */
const JOB_MS = 5_000

type JobViewProps = { readonly id: string; readonly onStarted: (id: number) => void }

/** One job: who started it and where, how far it is, what it has found, and what may be done. */
export function JobView({ id, onStarted }: JobViewProps) {
  const { t } = useTranslation()
  const job = useLive(getJob, JOB_MS, { params: { id } })
  return (
    <Loaded query={job} placeholder={200} titles={{ not_found: 'jobs.notFound' }}>
      {(shown) => (
        <>
          <JobState job={shown} />
          <Facts job={shown} />
          {shown.error !== null && <Note tone="red">{shown.error}</Note>}
          {shown.state === 'INTERRUPTED' && <Note tone="orange">{t('jobs.interrupted')}</Note>}
          {shown.result !== null && <Result result={shown.result} />}
          <JobActs job={shown} onStarted={onStarted} />
        </>
      )}
    </Loaded>
  )
}

function Facts({ job: { by, process, startedAt, endedAt } }: { readonly job: Job }) {
  const { t } = useTranslation()
  return (
    <dl className="fact-list">
      <dt>{t('jobs.by')}</dt>
      <dd>
        <bdi>{by}</bdi>
      </dd>
      <dt>{t('jobs.where')}</dt>
      <dd>{process}</dd>
      <dt>{t('jobs.since')}</dt>
      <dd>
        <Instant at={startedAt} />
      </dd>
      {endedAt !== null && (
        <>
          <dt>{t('jobs.ended')}</dt>
          <dd>
            <Instant at={endedAt} />
          </dd>
        </>
      )}
    </dl>
  )
}

/** What a verification or the doctor has found. Source: requirements SYS-006. */
function Result({ result }: { readonly result: JobResult }) {
  const { t } = useTranslation()
  if ('findings' in result) {
    const { findings } = result
    if (findings.length === 0) return <Note tone="green">{t('jobs.noFindings')}</Note>
    return (
      <ul className="row-list">
        {findings.map(({ code, problem, effect, remedy }) => (
          <li key={`${code} ${problem}`}>
            <div className="grow">
              <b>{problem}</b>
              <p>{effect}</p>
              <code className="mend-command">{remedy}</code>
            </div>
          </li>
        ))}
      </ul>
    )
  }
  if ('rows' in result)
    return <p>{t('jobs.lines', { rows: countText(result.rows), bad: countText(result.bad) })}</p>
  if (!('checks' in result)) return <MonthResult result={result} />
  return <VerifyResult result={result} />
}

/** What the work about a month has found; its page shows more. */
function MonthResult({ result }: { readonly result: JobResult }) {
  const { t } = useTranslation()
  if ('records' in result) {
    const { records, sha256 } = result
    return <Note>{t('jobs.records', { records: countText(records), hash: sha256 ?? '–' })}</Note>
  }
  if ('changedRecords' in result) {
    const { changedRecords, changedPartners } = result
    return (
      <Note>
        {t('jobs.changed', {
          records: countText(changedRecords),
          partners: countText(changedPartners),
        })}
      </Note>
    )
  }
  if ('lines' in result) return <Note>{t('jobs.differences', { count: result.found })}</Note>
  if (!('byCurrency' in result)) return null
  return <Note>{t('jobs.statements', { hash: result.statementsSha256 })}</Note>
}

type JobActsProps = { readonly job: Job; readonly onStarted: (id: number) => void }

function JobActs({ job, onStarted }: JobActsProps) {
  const { t } = useTranslation()
  const cancel = useCancelJob(job)
  const start = useStartJob(onStarted)
  if (job.acts.length === 0) return null
  return (
    <div className="stack gap-3">
      <ActNote act={cancel} notDone={t('jobs.notCancelled')} roles={deleteJob.roles} />
      <ActNote act={start} notDone={t('jobs.notStarted')} roles={postJob.roles} />
      <div className="decision">
        {job.acts.includes('cancel') && (
          <Button busy={cancel.isBusy} onClick={() => cancel.run()}>
            {t('jobs.cancel')}
          </Button>
        )}
        {job.acts.includes('again') && (
          <Button
            variant="primary"
            busy={start.isBusy}
            onClick={() => start.run({ kind: job.kind, again: job.id })}
          >
            {t('jobs.again')}
          </Button>
        )}
      </div>
    </div>
  )
}
