import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { ListTable } from '../../parts/list-table.tsx'
import { UnlessFailed } from '../../parts/unless-failed.tsx'

type LiveTableProps<Row> = ComponentProps<typeof ListTable<Row>> & {
  readonly query: UseQueryResult<unknown>
}

/** A table of few rows that reads itself again, or why it could not be read at all. */
export function LiveTable<Row>({ query, ...table }: LiveTableProps<Row>) {
  return (
    <UnlessFailed query={query}>
      <ListTable {...table} isWhole />
    </UnlessFailed>
  )
}
