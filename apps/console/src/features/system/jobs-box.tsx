import { getJobs, type Job, JobKind, JobState as State } from '@partner-office/contracts'
import { Box, FilterChip } from '@partner-office/ui/console'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { ageText } from '../../lib/instants.ts'
import { PATHS } from '../../paths.ts'
import { JobState } from '../../parts/job-state.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { PagedTable } from '../../parts/paged-table.tsx'

const FROM = `/frame${PATHS.system}` as const
/** A job that another operator or process starts appears by itself. */
const JOBS_MS = 5_000

/** Long work: what runs, waits and has ended. Source: requirements SYS-003. */
export function JobsBox() {
  const { t } = useTranslation()
  const { job, state, kind } = useSearch({ from: FROM })
  const list = useJobs({ state, kind })
  return (
    <Box title={t('jobs.title')} actions={<Filters />} isFlush>
      <PagedTable
        list={list}
        isCard={false}
        caption={t('jobs.title')}
        columns={useColumns()}
        keyOf={({ id }) => String(id)}
        nameOf={({ id }) => String(id)}
        open={job}
        link={({ id }, attributes) => (
          <Link
            {...attributes}
            from={PATHS.system}
            to="."
            search={(before) => ({ ...before, job: String(id) })}
            className="row-name"
          />
        )}
        empty={state === undefined && kind === undefined ? t('jobs.none') : t('table.none')}
      />
    </Box>
  )
}

type Filter = { readonly state?: State | undefined; readonly kind?: JobKind | undefined }

function useJobs({ state, kind }: Filter) {
  const { api } = useConsole()
  const filter = {
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
  }
  return usePaged(
    [getJobs.path, filter],
    (cursor, signal) =>
      api.call(getJobs, { query: { ...filter, ...cursor }, signal, isRefresh: true }),
    JOBS_MS,
  )
}

function Filters() {
  const { t } = useTranslation()
  const { state, kind } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: PATHS.system })
  const change = (changes: Filter): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }) })
  return (
    <div className="filter-bar" role="group" aria-label={t('filters.label')}>
      <FilterChip
        name={t('jobs.state')}
        clearLabel={t('filters.clear', { name: t('jobs.state') })}
        options={State.options.map((value) => ({ value, text: t(`jobs.states.${value}`) }))}
        value={state}
        onChange={(value) => change({ state: State.options.find((one) => one === value) })}
      />
      <FilterChip
        name={t('jobs.kind')}
        clearLabel={t('filters.clear', { name: t('jobs.kind') })}
        options={JobKind.options.map((value) => ({ value, text: t(`jobs.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => change({ kind: JobKind.options.find((one) => one === value) })}
      />
    </div>
  )
}

function useColumns() {
  const { t } = useTranslation()
  const { clock } = useConsole()
  return [
    {
      name: 'kind',
      head: t('jobs.kind'),
      cell: ({ kind, id }: Job) => `${t(`jobs.kinds.${kind}`)} ${id}`,
    },
    {
      name: 'state',
      head: t('jobs.state'),
      cell: (job: Job) => <JobState job={job} />,
    },
    {
      name: 'by',
      head: t('jobs.by'),
      cell: ({ by }: Job) => <bdi>{by}</bdi>,
    },
    {
      name: 'process',
      head: t('jobs.where'),
      isHelper: true,
      cell: ({ process }: Job) => process,
    },
    {
      name: 'error',
      head: t('jobs.error'),
      isHelper: true,
      cell: ({ error }: Job) => error ?? '–',
    },
    {
      name: 'age',
      head: t('jobs.age'),
      isFigure: true,
      cell: ({ startedAt }: Job) => ageText(startedAt, clock.now()),
    },
  ]
}
