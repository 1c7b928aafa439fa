import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Id, Instant } from '../primitives.ts'
import { Sha256 } from './audit.ts'
import { Reason } from './proposals.ts'
import { ROLES } from './roles.ts'

/** Lists that can be exported. Each new list of the console adds itself here and on the server. */
export const EXPORTED_LISTS = [
  'audit',
  'operators',
  'proposals',
  'settings',
  'rates',
  'rateHistory',
  'news',
  'events',
  'countries',
  'residents',
  'orders',
  'tree',
] as const
export const ExportedList = z.enum(EXPORTED_LISTS)
export type ExportedList = z.infer<typeof ExportedList>

/** INTERRUPTED: the process that made it is gone; it can be started again. */
export const ExportState = z.enum(['RUNNING', 'DONE', 'FAILED', 'INTERRUPTED'])

/**
 * An export of a list.
 *
 * Units: `filters` and `sort` as the list's own query has them; `until`: when the file is deleted; `sha256` of the file.
 */
export const Export = z.object({
  id: Id,
  list: ExportedList,
  filters: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  withContacts: z.boolean(),
  state: ExportState,
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: Sha256.nullable(),
  at: Instant,
  until: Instant,
})
export type Export = z.infer<typeof Export>

/**
 * Export a list as it is filtered and sorted, with the chosen columns, as CSV. A file that is made within 10 s is DONE; a longer one
 * is RUNNING and waits among the operator's exports.
 *
 * Units: `filters`: the query of the list's page, with its sort; unmasked contacts need `reason`.
 * Refuses: `access_denied`, without a role that may read the list, or its contacts; `required`, contacts without a reason;
 * `fresh_sign_in_required`, contacts without a fresh second factor; `validation_error`, for an unknown column or filter.
 * Source: requirements EXP-004 to EXP-006.
 */
export const postExport = {
  method: 'POST',
  path: '/console/v1/exports',
  auth: 'operator',
  roles: ROLES,
  body: z.object({
    list: ExportedList,
    filters: z.record(z.string().max(64), z.string().max(256)).default({}),
    columns: z.array(z.string().max(64)).min(1).max(100),
    withContacts: z.boolean().default(false),
    reason: Reason.optional(),
  }),
  reply: Export,
  refusals: ['required', 'request_limit'],
} as const satisfies Contract

/** The own exports of the last 7 days, the newest first. Source: requirements EXP-006. */
export const getExports = {
  method: 'GET',
  path: '/console/v1/exports',
  auth: 'operator',
  roles: ROLES,
  reply: z.object({ content: z.array(Export) }),
  refusals: [],
} as const satisfies Contract

/** One of the own exports. */
export const getExport = {
  method: 'GET',
  path: '/console/v1/exports/:id',
  auth: 'operator',
  roles: ROLES,
  params: ById,
  reply: Export,
  refusals: [],
} as const satisfies Contract

/** The file of one of the own exports. Refuses: `not_found`, also for one that is not DONE. */
export const getExportFile = {
  method: 'GET',
  path: '/console/v1/exports/:id/file',
  auth: 'operator',
  roles: ROLES,
  params: ById,
  file: 'text/csv',
  refusals: [],
} as const satisfies Contract

/** Delete the file of one of the own exports before its time. */
export const deleteExport = {
  method: 'DELETE',
  path: '/console/v1/exports/:id',
  auth: 'operator',
  roles: ROLES,
  params: ById,
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract
