import type { Role } from '@partner-office/contracts'
import type { z } from 'zod'

import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'

/** A value of a cell; texts of people are made safe for spreadsheets. */
export type Cell = string | number | boolean | null

/** A row by its columns. */
export type Row = Readonly<Record<string, Cell>>

/** What an export asks of a list. `withContacts`: contacts are written as they are stored. */
export type Asked<Filters> = {
  readonly core: Core
  readonly session: Session
  readonly filters: Filters
  readonly withContacts: boolean
}

/** A list that can be exported: what its page can be filtered and sorted by, and its rows in that order. */
export type List<Filters = unknown> = {
  readonly roles: readonly Role[]
  readonly columns: readonly string[]
  /** Columns with contacts, which are masked unless the export asks for them. */
  readonly contacts: readonly string[]
  /** Rows say who partners are: the erasure of a partner deletes the files of the list. */
  readonly isOfPartners?: true
  readonly filters: z.ZodType<Filters>
  readonly rows: (asked: Asked<Filters>) => AsyncIterable<Row>
}

/** Roles that see contacts unmasked, after a reason. Source: console.md section 2; D-175. */
export const CONTACT_ROLES: readonly Role[] = ['support', 'finance', 'admin']

/** An instant in a cell. */
export const instant = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString()

/** Sort of a list that is sorted by its page. */
export type Sort = {
  readonly sort?: string | undefined
  readonly order: 'ascending' | 'descending'
}

/** Rows by a column; rows that are equal there keep their order. Empty cells come first. */
export function sorted(rows: readonly Row[], { sort, order }: Sort): readonly Row[] {
  if (sort === undefined) return rows
  const sign = order === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compared(one[sort] ?? '', other[sort] ?? ''))
}

function compared(one: NonNullable<Cell>, other: NonNullable<Cell>): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [String(one), String(other)]
  return first < second ? -1 : Number(first > second)
}
