import { LoadError } from '@partner-office/web'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { ListTable } from '../../parts/list-table.tsx'

type LiveTableProps<Row> = ComponentProps<typeof ListTable<Row>> & {
  readonly query: UseQueryResult<unknown>
}

/** A table of few rows that reads itself again, or why it could not be read at all. */
export function LiveTable<Row>({ query, ...table }: LiveTableProps<Row>) {
  if (query.isError && query.data === undefined) {
    return (
      <LoadError
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return <ListTable {...table} isWhole />
}
