import { type Job, type Period, postContinue } from '@partner-office/contracts'
import { Button, Note, Progress, Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { countText } from '../../lib/figures.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { useJobEvents } from '../../lib/use-job-events.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useMonthJob } from './use-month-act.ts'

/** How far the posting of a month has come; why it has stopped, and what to do. Source: requirements MON-010, MON-020. */
export function PostingBox({ period }: { readonly period: Period }) {
  const { t } = useTranslation()
  const { jobs, posted, canContinue, dryRun } = period
  const job = jobs.find(({ kind }) => kind === 'close')
  return (
    <Box title={t('months.posting')} foot={t('months.postingText')}>
      <div className="stack gap-4">
        {job !== undefined && <Progressing job={job} />}
        <p>
          {t('months.posted', {
            posted: countText(posted ?? 0),
            of: dryRun === null ? '–' : countText(dryRun.records),
          })}
        </p>
        {job?.error != null && (
          <Note tone="red">
            <b>{t('months.stopped')}</b> {job.error}
          </Note>
        )}
        {canContinue && <Continue month={period.month} />}
      </div>
    </Box>
  )
}

function Progressing({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const { clock } = useConsole()
  const shown = useJobEvents(job)
  const [first] = useState(() => ({ at: clock.now(), done: job.done }))
  const speed = (shown.done - first.done) / Math.max(1, clock.now() - first.at)
  const seconds = speed > 0 ? Math.ceil((shown.of - shown.done) / speed / 1_000) : null
  return (
    <>
      <JobState job={job} hasPart={false} />
      {seconds !== null && seconds > 0 && <p>{t('months.left', { count: seconds })}</p>}
      <Programmes part={shown.part} />
    </>
  )
}

/** The programmes that are posted, as the progress names them. */
function Programmes({ part }: Pick<Job, 'part'>) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  const programmes = [...part.matchAll(/(\w+) (\d+)\/(\d+)/g)]
  if (programmes.length === 0) return null
  return (
    <Table
      isBare
      caption={t('months.posting')}
      columns={[
        { text: t('months.programme') },
        { text: t('months.postedRecords'), isFigure: true },
        { text: t('months.records'), isFigure: true },
        { text: t('months.bars'), isHidden: true },
      ]}
    >
      {programmes.map(([text, type, done, of]) => (
        <tr key={text}>
          <th scope="row">{nameOf(type!)}</th>
          <td className="figure-cell digits">{countText(Number(done))}</td>
          <td className="figure-cell digits">{countText(Number(of))}</td>
          <td>
            <Progress
              size="thin"
              label={t('jobs.progress', {
                done: countText(Number(done)),
                of: countText(Number(of)),
              })}
              segments={[{ percent: (100 * Number(done)) / Number(of), tone: 'leg1' }]}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Continue({ month }: { readonly month: string }) {
  const { t } = useTranslation()
  const act = useMonthJob(month, 'close', (api) => api.call(postContinue, { params: { month } }))
  return (
    <div className="stack gap-3">
      <ActNote act={act} notDone={t('months.notStarted')} roles={postContinue.roles} />
      <div>
        <Button
          variant="primary"
          busy={act.isBusy}
          disabledReason={useNeedsRole(postContinue.roles)}
          onClick={() => act.run()}
        >
          {t('months.continue')}
        </Button>
      </div>
    </div>
  )
}
