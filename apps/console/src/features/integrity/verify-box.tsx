import { deleteJob, getJob, getJobs, type Job, postJob } from '@partner-office/contracts'
import { Button, Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { useLive } from '../../lib/use-live.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { useCancelJob, useStartJob } from '../../parts/use-job-act.ts'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { VerifyResult } from '../../parts/verify-result.tsx'
import { UnlessFailed } from '../../parts/unless-failed.tsx'
import { Acknowledged } from './acknowledged.tsx'
import type { Integrity } from './integrity.ts'

/** A verification that another operator starts appears by itself. */
const JOBS_MS = 5_000
const VERIFY = { query: { kind: 'verify' } } as const

type VerifyBoxProps = { readonly integrity: Integrity }

/** Starts a verification and cancels it, shows how far it is, and what the last one has found. Source: requirements AUD-006. */
export function VerifyBox({ integrity }: VerifyBoxProps) {
  const { t } = useTranslation()
  const jobs = useLive(getJobs, JOBS_MS, VERIFY)
  const newest = jobs.data?.content[0]
  const isOpen = newest !== undefined && newest.endedAt === null
  return (
    <Box title={t('verify.title')} actions={!isOpen && <Start />} foot={t('verify.text')}>
      <div className="stack gap-4">
        <UnlessFailed query={jobs}>{null}</UnlessFailed>
        {jobs.isSuccess && newest === undefined && integrity.verify === null && (
          <p className="muted">{t('verify.none')}</p>
        )}
        {newest !== undefined && newest.state !== 'DONE' && <Newest key={newest.id} job={newest} />}
        {integrity.verify !== null && <Found integrity={integrity} job={integrity.verify.job} />}
      </div>
    </Box>
  )
}

function Start() {
  const { t } = useTranslation()
  const needsRole = useNeedsRole(postJob.roles)
  const start = useStartJob(() => {})
  return (
    <>
      <Button
        size="sm"
        disabledReason={needsRole}
        busy={start.isBusy}
        onClick={() => start.run({ kind: 'verify' })}
      >
        {t('jobs.run.verify')}
      </Button>
      <ActNote act={start} notDone={t('jobs.notStarted')} roles={postJob.roles} />
    </>
  )
}

/** The newest verification, when it runs or has not come to its end. */
function Newest({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const cancel = useCancelJob(job)
  return (
    <div className="stack gap-3">
      <JobState job={job} />
      {job.error !== null && <Note tone="red">{job.error}</Note>}
      <ActNote act={cancel} notDone={t('jobs.notCancelled')} roles={deleteJob.roles} />
      {job.acts.includes('cancel') && (
        <div className="decision">
          <Button size="sm" busy={cancel.isBusy} onClick={() => cancel.run()}>
            {t('verify.cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What the last verification that came to its end has found. */
function Found({ integrity, job }: { readonly integrity: Integrity; readonly job: number }) {
  const { api } = useConsole()
  const found = useQuery(queryOf(api, getJob, { params: { id: String(job) } }))
  return (
    <Loaded query={found} placeholder={80}>
      {({ result }) =>
        result !== null &&
        'checks' in result && (
          <VerifyResult
            result={result}
            below={(difference) => (
              <Acknowledged
                job={job}
                difference={difference}
                known={integrity.acknowledged.find((one) => one.difference === difference)}
              />
            )}
          />
        )
      }
    </Loaded>
  )
}
