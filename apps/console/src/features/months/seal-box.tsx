import {
  getRecomputed,
  type Job,
  type Period,
  type PeriodSeal,
  postRecompute,
  postStatements,
} from '@partner-office/contracts'
import { Button, KeyValues, Note } from '@partner-office/ui'
import { Box, ProofHash } from '@partner-office/ui/console'
import { useCopy } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/figures.ts'
import { Instant } from '../../lib/instant.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { isRunning } from '../../lib/use-job-events.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { Amount } from '../../parts/amount.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { useMonthJob } from './use-month-act.ts'

type PeriodProps = { readonly period: Period }
type SealProps = { readonly seal: PeriodSeal }

/** The proof that a closed month can be computed again, and what today's facts would add to it. Source: requirements MON-014. */
export const RecomputeBoxes = ({ period }: PeriodProps) => (
  <div className="panes">
    <Recompute period={period} kind="recompute" />
    <Recompute period={period} kind="corrections" />
  </div>
)

const HASHES = ['hash', 'before', 'recordsHash', 'recordsRoot', 'lateHash', 'lateRoot'] as const

/** The seal of a closed month and what it stands on. Source: requirements MON-013. */
export function SealBox({ seal }: SealProps) {
  const { t } = useTranslation()
  return (
    <Box title={t('months.seal')}>
      <KeyValues
        items={[
          ...useHashes(seal),
          { label: t('months.sealedAt'), value: <Instant at={seal.sealedAt} isExact /> },
          { label: t('months.upToFact'), value: countText(seal.upToFact) },
          { label: t('months.plan'), value: seal.planVersions.join(', ') },
          { label: t('months.records'), value: countText(seal.records) },
          { label: t('months.corrections'), value: countText(seal.lateRecords) },
          { label: t('months.rates'), value: <Rates rates={seal.rates} /> },
        ]}
      />
    </Box>
  )
}

function useHashes(seal: PeriodSeal) {
  const { t } = useTranslation()
  const copy = useCopy()
  return HASHES.map((name) => {
    const hash = seal[name]
    const label = t(`months.hashes.${name}`)
    if (hash === null) return { label, value: t('integrity.first') }
    const copyLabel = t('months.copy', { name: label })
    return {
      label,
      value: <ProofHash hash={hash} copyLabel={copyLabel} onCopy={() => copy(hash)} />,
    }
  })
}

function Rates({ rates }: Pick<PeriodSeal, 'rates'>) {
  return (
    <ul>
      {rates.map(({ from, to, rateType, rate, setAt }) => (
        <li key={`${from} ${to} ${rateType}`}>
          {from}/{to} {rateType} <Amount amount={rate} /> <Instant at={setAt} isExact />
        </li>
      ))}
    </ul>
  )
}

type RecomputeProps = PeriodProps & { readonly kind: 'recompute' | 'corrections' }

function Recompute({ period: { month, jobs }, kind }: RecomputeProps) {
  const { t } = useTranslation()
  const now = kind === 'corrections'
  const job = jobs.find((each) => each.kind === kind)
  const act = useMonthJob(month, kind, (api) =>
    api.call(postRecompute, { params: { month }, body: { now } }),
  )
  const isBusy = job !== undefined && isRunning(job)
  const file = `${getRecomputed.path.replace(':month', month)}?now=${now}`
  return (
    <Box
      title={t(`months.recompute.${kind}`)}
      actions={
        <>
          <Button size="sm" icon="download" onClick={() => saveFile(file)}>
            {t('months.allDifferences')}
          </Button>
          <Button
            size="sm"
            disabledReason={useNeedsRole(postRecompute.roles)}
            busy={act.isBusy || isBusy}
            onClick={() => act.run()}
          >
            {t('months.compute')}
          </Button>
        </>
      }
    >
      <div className="stack gap-3">
        <ActNote act={act} notDone={t('months.notStarted')} roles={postRecompute.roles} />
        {job === undefined ? (
          <p className="muted">{t('months.notComputed')}</p>
        ) : (
          <Result job={job} />
        )}
      </div>
    </Box>
  )
}

function Result({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const { result, error, kind } = job
  if (result === null || !('lines' in result)) {
    return (
      <>
        <JobState job={job} />
        {error !== null && <Note tone="red">{error}</Note>}
      </>
    )
  }
  const { found, lines, sha256 } = result
  if (sha256 !== null) return <Note tone="green">{t('months.identical', { hash: sha256 })}</Note>
  if (found === 0) return <Note tone="green">{t('months.nothingOwed')}</Note>
  return (
    <>
      <Note tone={kind === 'recompute' ? 'red' : 'orange'}>
        {t('months.differences', { count: found, found: countText(found) })}
      </Note>
      <ul className="bullet-list digits">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/** The statements of a month: made by themselves, and again on request. Source: requirements MON-015. */
export function StatementsBox({ period: { month, jobs, statements } }: PeriodProps) {
  const { t } = useTranslation()
  const job = jobs.find(({ kind }) => kind === 'statements')
  const act = useMonthJob(month, 'statements', (api) =>
    api.call(postStatements, { params: { month } }),
  )
  const isBusy = job !== undefined && isRunning(job)
  return (
    <Box
      title={t('months.statements')}
      actions={
        <Button
          size="sm"
          disabledReason={useNeedsRole(postStatements.roles)}
          busy={act.isBusy || isBusy}
          onClick={() => act.run()}
        >
          {t('months.makeStatements')}
        </Button>
      }
    >
      <div className="stack gap-3">
        <ActNote act={act} notDone={t('months.notStarted')} roles={postStatements.roles} />
        {job !== undefined && <JobState job={job} />}
        {job?.error != null && <Note tone="red">{job.error}</Note>}
        <Made statements={statements} result={job?.result ?? null} />
      </div>
    </Box>
  )
}

type MadeProps = Pick<Period, 'statements'> & Pick<Job, 'result'>

/** The statements that are made, and the SHA-256 of all. */
function Made({ statements, result }: MadeProps) {
  const { t } = useTranslation()
  return (
    <>
      <ul className="bullet-list">
        {statements?.byCurrency.map(({ currency, statements: made }) => (
          <li key={currency}>
            {currency}: {countText(made)}
          </li>
        ))}
      </ul>
      {result !== null && 'statementsSha256' in result && (
        <p>{t('jobs.statements', { hash: result.statementsSha256 })}</p>
      )}
      {statements?.finishedAt != null && (
        <p className="muted">
          {t('months.statementsMade')} <Instant at={statements.finishedAt} />
        </p>
      )}
    </>
  )
}
