import { getUnilevel, type UnilevelPercent } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { RANKS_FRESH_MS } from '../../../lib/queries/ranks.ts'

/** Percentages in force from an instant, the nearest level first. */
export type UnilevelTable = {
  readonly validFrom: number
  readonly levels: readonly UnilevelPercent[]
}

/** All tables of the current plan, the oldest first. Source: decisions B2. */
export const unilevelQuery = (api: Api) =>
  queryOptions({
    queryKey: ['unilevel'],
    staleTime: RANKS_FRESH_MS,
    queryFn: async ({ signal }) =>
      tablesOf(await whenReady(() => api.call('business', getUnilevel, { signal }), api.giveUpMs)),
  })

/** Groups the rows of a plan by table. */
export const tablesOf = (rows: readonly UnilevelPercent[]): readonly UnilevelTable[] =>
  [...new Set(rows.map(({ validFrom }) => validFrom))].map((validFrom) => ({
    validFrom,
    levels: rows.filter((row) => row.validFrom === validFrom),
  }))

const NONE: UnilevelTable = { validFrom: 0, levels: [] }

/** The table in force at an instant. Source: requirements BON-017, BON-019; decisions D-052. */
export const unilevelAt = (tables: readonly UnilevelTable[], at: number): UnilevelTable =>
  tables.findLast(({ validFrom }) => validFrom <= at) ?? tables[0] ?? NONE

/** Figures of a table that texts name. Units: percent of the order as plain decimals; lines below the partner. */
export function unilevelSummary({ levels }: UnilevelTable) {
  const ofTeam = levels.filter(({ kind }) => kind === 'TEAM').map(({ percent }) => Number(percent))
  return {
    direct: levels.find(({ kind }) => kind === 'DIRECT')?.percent ?? '0',
    most: String(Math.max(0, ...ofTeam)),
    least: String(ofTeam.length === 0 ? 0 : Math.min(...ofTeam)),
    last: Math.max(1, ...levels.map(({ depthTo }) => depthTo)),
  }
}
