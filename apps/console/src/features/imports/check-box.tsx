import {
  getImport,
  getImportProblems,
  getImports,
  getJob,
  type Import,
  IMPORT_FIELDS,
  type ImportResult,
  type Job,
  postImportCheck,
  postImportConfirm,
} from '@partner-office/contracts'
import { Button, buttonClass, KeyValues, Note } from '@partner-office/ui'
import { Box, isReason, ReasonField } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { amountText, countText } from '../../lib/figures.ts'
import { useReasonHint } from '../../lib/reason-hint.ts'
import { useAct } from '../../lib/use-act.ts'
import { isRunning } from '../../lib/use-job-events.ts'
import { useLive } from '../../lib/use-live.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'

const JOB_MS = 2_000

type FileProps = { readonly file: Import }

/** The check of a file, what it has found, and the import. Source: requirements ORC-010, ORC-011. */
export function CheckBox({ file }: FileProps) {
  const { t } = useTranslation()
  const { jobId, state, result, kind } = file
  return (
    <Box title={t('imports.check')}>
      <div className="stack gap-4">
        {state === 'NEW' && <p>{t('imports.checkText')}</p>}
        {jobId !== null && <JobWatch key={jobId} id={String(jobId)} />}
        {result !== null && <Result file={file} result={result} />}
        {state === 'DONE' && (
          <Note tone="green">{t(`imports.done.${kind}`, { count: file.imported ?? 0 })}</Note>
        )}
        {state !== 'DONE' && file.header.length > 0 && <CheckButton file={file} />}
        {(state === 'CONFIRMED' || (state === 'CHECKED' && result?.bad === 0)) && (
          <ConfirmForm file={file} />
        )}
      </div>
    </Box>
  )
}

/** The newest job of a file; once it has ended, the file is read again. */
function JobWatch({ id }: { readonly id: string }) {
  const job = useLive(getJob, JOB_MS, { params: { id } })
  return (
    <Loaded query={job} placeholder={40}>
      {(shown) => <Watched job={shown} />}
    </Loaded>
  )
}

function Watched({ job }: { readonly job: Job }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isOpen = isRunning(job)
  useEffect(() => {
    if (isOpen) return
    for (const { path } of [getImport, getImports]) {
      void queries.invalidateQueries({ queryKey: [path] })
    }
  }, [isOpen, queries])
  return (
    <div className="stack gap-3">
      <p>
        {t(`jobs.kinds.${job.kind}`)} <JobState job={job} />
      </p>
      {job.error !== null && <Note tone="red">{job.error}</Note>}
    </div>
  )
}

function useStart({ id }: Import, send: () => Promise<{ readonly jobId: number }>) {
  const { api } = useConsole()
  const queries = useQueryClient()
  const before = useState<number | null>(null)
  return useAct<void, number>({
    send: async () => {
      before[1]((await api.call(getImport, { params: { id: String(id) } })).jobId)
      return (await send()).jobId
    },
    lookUp: async () => {
      const { jobId } = await api.call(getImport, { params: { id: String(id) } })
      return jobId === before[0] ? null : jobId
    },
    onDone: () => void queries.invalidateQueries({ queryKey: [getImport.path] }),
  })
}

/** Why a file cannot be checked yet. */
function useMissing({ kind, form }: Import): string | undefined {
  const { t } = useTranslation()
  const field = IMPORT_FIELDS[kind].required.find((one) => form.columns[one] === undefined)
  if (field !== undefined) return t('imports.columnFirst', { field: t(`imports.fields.${field}`) })
  return form.dates === null ? t('imports.datesFirst') : undefined
}

function CheckButton({ file }: FileProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id, version } = file
  const missing = useMissing(file)
  const act = useStart(file, () =>
    api.call(postImportCheck, { params: { id: String(id) }, body: { version } }),
  )
  return (
    <>
      <ActNote act={act} notDone={t('imports.notChecked')} roles={postImportCheck.roles} />
      <div className="in-row">
        <Button
          variant={file.state === 'NEW' ? 'primary' : 'secondary'}
          busy={act.isBusy}
          disabledReason={useNeedsRole(postImportCheck.roles) ?? missing}
          onClick={() => act.run()}
        >
          {t('imports.checkButton')}
        </Button>
      </div>
    </>
  )
}

function ConfirmForm({ file }: FileProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { id, version } = file
  const [reason, setReason] = useState('')
  const hint = useReasonHint(reason)
  const needsRole = useNeedsRole(postImportConfirm.roles)
  const act = useStart(file, () =>
    api.call(postImportConfirm, {
      params: { id: String(id) },
      body: { version, reason: reason.trim() },
    }),
  )
  return (
    <form
      className="stack gap-4"
      aria-label={t('imports.import')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReason(reason)) act.run()
      }}
    >
      <ReasonField label={t('reason.label')} hint={hint} value={reason} onChange={setReason} />
      <ActNote act={act} notDone={t('imports.notStarted')} roles={postImportConfirm.roles} />
      <div className="decision">
        <Button
          type="submit"
          variant="primary"
          busy={act.isBusy}
          disabledReason={needsRole ?? (isReason(reason) ? undefined : hint)}
        >
          {t('imports.import')}
        </Button>
      </div>
    </form>
  )
}

type ResultProps = FileProps & { readonly result: ImportResult }

function Result({ file, result }: ResultProps) {
  const { t } = useTranslation()
  if (result.bad > 0) return <Problems file={file} result={result} />
  const { rows, sum, months, late, ranks, rankBonuses, numbered } = result
  const ofOrders: { label: string; value: ReactNode }[] =
    file.kind === 'partners'
      ? []
      : [
          { label: t('imports.sum'), value: amountText(sum, 'EUR') },
          { label: t('imports.late'), value: countText(late) },
          { label: t('imports.ranks'), value: countText(ranks) },
          {
            label: t('imports.rankBonuses'),
            value:
              rankBonuses.map(({ amount, currency }) => amountText(amount, currency)).join(', ') ||
              '–',
          },
        ]
  return (
    <>
      <Note tone="green">{t('imports.good')}</Note>
      <KeyValues
        items={[
          { label: t(`imports.kinds.${file.kind}`), value: countText(rows) },
          ...ofOrders,
          ...(file.form.source === null
            ? []
            : [{ label: t('imports.numbered'), value: countText(numbered) }]),
        ]}
      />
      {months.length > 0 && (
        <ListTable
          isWhole
          caption={t('imports.months')}
          columns={[
            { name: 'month', head: t('imports.month'), cell: ({ month }: Month) => month },
            {
              name: 'orders',
              head: t('imports.kinds.orders'),
              isFigure: true,
              cell: ({ orders }: Month) => countText(orders),
            },
            {
              name: 'amount',
              head: t('imports.sum'),
              isFigure: true,
              cell: ({ amount }: Month) => amountText(amount, 'EUR'),
            },
            {
              name: 'closed',
              head: t('imports.closed'),
              cell: ({ isClosed }: Month) => t(isClosed ? 'imports.isLate' : 'imports.isOpen'),
            },
          ]}
          rows={months}
          keyOf={({ month }) => month}
          nameOf={({ month }) => month}
          empty={t('imports.noLines')}
        />
      )}
    </>
  )
}

type Month = ImportResult['months'][number]
type Bad = ImportResult['problems'][number] & { readonly at: number }

/** The first bad lines, and all of them as a file. Values are text. Source: requirements ORC-010, ORC-014. */
function Problems({ file, result: { bad, problems } }: ResultProps) {
  const { t } = useTranslation()
  const needsRole = useNeedsRole(getImportProblems.roles)
  return (
    <>
      <Note tone="red">{t('imports.badText', { count: bad })}</Note>
      <ListTable
        isWhole
        caption={t('imports.problems')}
        columns={[
          { name: 'line', head: t('imports.line'), isFigure: true, cell: ({ line }: Bad) => line },
          {
            name: 'column',
            head: t('imports.column'),
            cell: ({ column }: Bad) => (column === null ? '–' : <bdi>{column}</bdi>),
          },
          {
            name: 'value',
            head: t('imports.value'),
            cell: ({ value }: Bad) => (value === '' ? '–' : <bdi>{value}</bdi>),
          },
          { name: 'reason', head: t('imports.reason'), cell: ({ reason }: Bad) => reason },
        ]}
        rows={problems.map((problem, at) => ({ ...problem, at }))}
        keyOf={({ at }) => String(at)}
        nameOf={({ line }) => t('imports.lineNamed', { number: line })}
        empty={t('imports.linesOfFinance')}
      />
      {needsRole === undefined && (
        <p>
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={getImportProblems.path.replace(':id', String(file.id))}
            download
          >
            {t('imports.problemsFile')}
          </a>
        </p>
      )}
    </>
  )
}
