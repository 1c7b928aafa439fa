import { deleteJob, getPlanDifference, type PlanDifference } from '@partner-office/contracts'
import { Button, KeyValues, Note } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { useCopy } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { ActNote } from '../../parts/act-note.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { useCancelJob, useStartJob } from '../../parts/use-job-act.ts'
import { Eur } from './eur-text.tsx'
import { StartDifference } from '../../parts/plan-differences/start-difference.tsx'
import { useMonthsText } from '../../parts/plan-differences/use-months-text.ts'

type Props = { readonly difference: PlanDifference }

/** The draft and months of a difference, how far it has come, and what it has found in all. Source: requirements PLN-010, PLN-017. */
export function RunBox({ difference }: Props) {
  const { t } = useTranslation()
  const { job, result, draft } = difference
  return (
    <Box
      title={t('planDifferences.run')}
      actions={
        <>
          <JobActs job={job} />
          <StartDifference draftId={draft} />
        </>
      }
    >
      <div className="stack gap-4">
        {job.state !== 'DONE' && <JobState job={job} />}
        {job.error !== null && <Note tone="red">{job.error}</Note>}
        {job.state === 'INTERRUPTED' && <Note tone="orange">{t('jobs.interrupted')}</Note>}
        <About difference={difference} />
        {result !== null && <Found result={result} />}
      </div>
    </Box>
  )
}

function About({ difference: { months, by, at, sha256 } }: Props) {
  const { t } = useTranslation()
  const monthsText = useMonthsText()
  const copy = useCopy()
  return (
    <KeyValues
      items={[
        { label: t('planDifferences.months'), value: monthsText(months) },
        { label: t('planDifferences.by'), value: <bdi>{by}</bdi> },
        { label: t('planDifferences.at'), value: <Instant at={at} isExact /> },
        {
          label: t('planDifferences.hash'),
          value: (
            <ProofHash hash={sha256} copyLabel={t('months.copyHash')} onCopy={() => copy(sha256)} />
          ),
        },
      ]}
    />
  )
}

/** What was found for the filters. */
function Found({ result }: { readonly result: NonNullable<PlanDifference['result']> }) {
  const { t } = useTranslation()
  const { partners, credited, records, realEur, draftEur, differenceEur, replaced } = result
  return (
    <>
      {records === 0 && <Note tone="green">{t('planDifferences.equal')}</Note>}
      {replaced.map(({ code, by }) => (
        <Note key={code} tone="orange">
          {t('planDifferences.replaced', { code, by })}
        </Note>
      ))}
      <KeyValues
        items={[
          { label: t('planDifferences.real'), value: <Eur eur={realEur} /> },
          { label: t('planDifferences.draft'), value: <Eur eur={draftEur} /> },
          { label: t('planDifferences.difference'), value: <Eur eur={differenceEur} isChange /> },
          {
            label: t('planDifferences.partners'),
            value: t('planDifferences.ofCredited', {
              partners: countText(partners),
              credited: countText(credited),
            }),
          },
          { label: t('planDifferences.records'), value: countText(records) },
        ]}
      />
    </>
  )
}

function JobActs({ job }: Pick<PlanDifference, 'job'>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const cancel = useCancelJob(job)
  const again = useStartJob(() => {
    void queries.invalidateQueries({ queryKey: [getPlanDifference.path] })
  })
  const isAgain = job.acts.includes('again') && job.state !== 'DONE'
  return (
    <>
      <ActNote act={cancel} notDone={t('jobs.notCancelled')} roles={deleteJob.roles} />
      <ActNote act={again} notDone={t('jobs.notStarted')} roles={deleteJob.roles} />
      {job.acts.includes('cancel') && (
        <Button size="sm" busy={cancel.isBusy} onClick={() => cancel.run()}>
          {t('jobs.cancel')}
        </Button>
      )}
      {isAgain && (
        <Button
          size="sm"
          busy={again.isBusy}
          onClick={() => again.run({ kind: job.kind, again: job.id })}
        >
          {t('jobs.again')}
        </Button>
      )}
    </>
  )
}
