import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { ListTable } from '../../parts/list-table.tsx'

type PlanListProps<Row> = Omit<ComponentProps<typeof ListTable<Row>>, 'caption' | 'rows'> & {
  readonly title: string
  readonly query: UseQueryResult<{ readonly content: readonly Row[] }>
}

/** A list that is always whole, in a box. */
export function PlanList<Row>({ title, query, ...table }: PlanListProps<Row>) {
  return (
    <Box title={title} isFlush>
      <Loaded query={query} placeholder={140}>
        {({ content }) => <ListTable {...table} caption={title} rows={content} isWhole />}
      </Loaded>
    </Box>
  )
}
