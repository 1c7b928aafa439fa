import { getPlanDifferences, type ListedDifference } from '@partner-office/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { JobState } from '../job-state.tsx'
import { PagedTable } from '../paged-table.tsx'
import { usePaged } from '../use-paged.ts'
import { PATHS } from '../../paths.ts'
import { useMonthsText } from './use-months-text.ts'

const REREAD_MS = 5_000

type DifferenceListProps = {
  /** Only the differences of a draft. */
  readonly draft?: number
}

/** Differences, the newest first, with how far each has come. */
export function DifferenceList({ draft }: DifferenceListProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const filter = draft === undefined ? {} : { draft: String(draft) }
  const list = usePaged(
    [getPlanDifferences.path, filter],
    (cursor, signal) => api.call(getPlanDifferences, { query: { ...filter, ...cursor }, signal }),
    REREAD_MS,
  )
  return (
    <PagedTable
      list={list}
      caption={t('planDifferences.title')}
      columns={useColumns()}
      keyOf={({ id }) => String(id)}
      nameOf={({ name }) => name}
      link={({ id }, attributes) => (
        <Link
          {...attributes}
          to={PATHS.planDifference}
          params={{ id: String(id) }}
          className="row-name"
        />
      )}
      empty={t('planDifferences.none')}
    />
  )
}

function useColumns() {
  const { t } = useTranslation()
  const monthsText = useMonthsText()
  return [
    {
      name: 'draft',
      head: t('planDifferences.draft'),
      cell: ({ name }: ListedDifference) => <bdi>{name}</bdi>,
    },
    {
      name: 'months',
      head: t('planDifferences.months'),
      cell: ({ months }: ListedDifference) => monthsText(months),
    },
    {
      name: 'state',
      head: t('planDifferences.state'),
      cell: ({ job }: ListedDifference) => <JobState job={job} />,
    },
    {
      name: 'by',
      head: t('planDifferences.by'),
      isHelper: true,
      cell: ({ by }: ListedDifference) => <bdi>{by}</bdi>,
    },
    {
      name: 'at',
      head: t('planDifferences.at'),
      cell: ({ at }: ListedDifference) => <Instant at={at} />,
    },
  ]
}
