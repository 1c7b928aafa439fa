import { CONTACTS } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, DecimalText, Id, Instant, PathId } from '../primitives.ts'
import { Sha256 } from './audit.ts'
import { CurrencySum } from './orders.ts'
import { Month } from './periods.ts'
import { Reason } from './proposals.ts'
import { ROLES } from './roles.ts'

const read = { auth: 'operator', roles: ROLES } as const
const finance = { auth: 'operator', roles: ['finance'] } as const

/** What a file can bring. */
export const ImportKind = z.enum(['partners', 'orders'])
export type ImportKind = z.infer<typeof ImportKind>

/** The fields of each kind; the file must have a column for each of `required`. Source: operations.md section 5. */
export const IMPORT_FIELDS = {
  partners: {
    required: ['id', 'sponsorId', 'email', 'firstName', 'lastName', 'registeredAt', 'countryId'],
    optional: [...CONTACTS, 'uiLanguage', 'password'],
  },
  orders: { required: ['orderId', 'partnerId', 'paidAt', 'amount'], optional: [] },
} as const

/** A field of a kind. */
export type ImportField = (typeof IMPORT_FIELDS)[ImportKind]['required' | 'optional'][number]

/** All fields of a kind, those that the file must have first. */
export const importFields = (kind: ImportKind): readonly ImportField[] => [
  ...IMPORT_FIELDS[kind].required,
  ...IMPORT_FIELDS[kind].optional,
]

/** How the bytes of a file are read as text. */
export const ImportEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
export type ImportEncoding = z.infer<typeof ImportEncoding>

/** What stands between two columns. */
export const ImportSeparator = z.enum([',', ';', '\t', '|'])
export type ImportSeparator = z.infer<typeof ImportSeparator>

/** The decimal sign of amounts; the other one may separate thousands. */
export const ImportDecimal = z.enum(['point', 'comma'])
export type ImportDecimal = z.infer<typeof ImportDecimal>

/** How dates are written: 2026-12-31, 31.12.2026, 12/31/2026, or the seconds or milliseconds since 1970. */
export const ImportDates = z.enum(['iso', 'dmy', 'mdy', 'epoch'])
export type ImportDates = z.infer<typeof ImportDates>

/**
 * How a file is read.
 *
 * Units: `columns`: the column of each field, the first is 0; `dates` is null until an operator chooses, where a date of the file fits
 * two forms; `source`: the platform whose ids the file has, null for ids of this office.
 * Source: requirements ORC-007 to ORC-009; decisions D-176.
 */
export const ImportForm = z.object({
  encoding: ImportEncoding,
  separator: ImportSeparator,
  decimal: ImportDecimal,
  dates: ImportDates.nullable(),
  source: z
    .string()
    .max(64)
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text !== '' && !/\p{Cc}/u.test(text))
    .nullable(),
  columns: z.record(z.string().max(32), z.int().nonnegative().max(999)),
})
export type ImportForm = z.infer<typeof ImportForm>

/** A bad line. Units: `line` of the file, the header is 1; `column`: its name in the file, null for the line as a whole. */
const BadLine = z.object({
  line: z.int().positive(),
  column: z.string().nullable(),
  value: z.string(),
  reason: z.string(),
})
export type BadLine = z.infer<typeof BadLine>

/** Orders of a month of payment. Units: `amount` in EUR; `isClosed`: the orders are late. */
const ImportedMonth = z.object({
  month: Month,
  orders: z.int().positive(),
  amount: DecimalText,
  isClosed: z.boolean(),
})

/**
 * What a file will do, or what is wrong with it.
 *
 * Units: `bad`: all problems, `problems` the first 100; `rows`: the lines of the file with content; `sum` in EUR, `months`, `late`
 * (orders of closed months), `ranks` (ranks that are reached) and `rankBonuses` of a file of orders; `numbered`: external ids that get a
 * number. All but `bad`, `problems` and `rows` are 0 or empty for a file with a bad line.
 * Source: requirements ORC-010.
 */
export const ImportResult = z.object({
  rows: z.int().nonnegative(),
  bad: z.int().nonnegative(),
  problems: z.array(BadLine),
  sum: DecimalText,
  months: z.array(ImportedMonth),
  late: z.int().nonnegative(),
  ranks: z.int().nonnegative(),
  rankBonuses: z.array(CurrencySum),
  numbered: z.int().nonnegative(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** NEW, CHECKED against the data, CONFIRMED by an operator, and DONE. Each change of the form makes it NEW again. */
export const ImportState = z.enum(['NEW', 'CHECKED', 'CONFIRMED', 'DONE'])
export type ImportState = z.infer<typeof ImportState>

/** A file in the list. Units: bytes; `imported`: partners or orders, null before it is done. */
export const ListedImport = z.object({
  id: Id,
  kind: ImportKind,
  name: z.string(),
  bytes: z.int().positive(),
  at: Instant,
  by: z.string(),
  state: ImportState,
  bad: z.int().nonnegative().nullable(),
  imported: z.int().nonnegative().nullable(),
})
export type ListedImport = z.infer<typeof ListedImport>

/** The column that a field is proposed to be read from. `isCertain`: its name and its values both fit. */
const ProposedColumn = z.object({
  field: z.string(),
  column: z.int().nonnegative(),
  isCertain: z.boolean(),
})
export type ProposedColumn = z.infer<typeof ProposedColumn>

/**
 * A file with its form. The content is deleted once it is imported, and 7 days after the upload; `header`, `before` and `after` are
 * empty then.
 *
 * Units: `before`: the first 20 lines by the columns of `header`; `after`: the same by the fields of the kind, null where the value
 * cannot be read; `mapping`: the name of the saved mapping that the form came from; `jobId`: the newest job.
 */
export const Import = ListedImport.extend({
  sha256: Sha256,
  form: ImportForm,
  header: z.array(z.string()),
  proposed: z.array(ProposedColumn),
  before: z.array(z.array(z.string())),
  after: z.array(z.array(z.string().nullable())),
  mapping: z.string().nullable(),
  result: ImportResult.nullable(),
  jobId: Id.nullable(),
  reason: z.string().nullable(),
  version: z.int().positive(),
})
export type Import = z.infer<typeof Import>

const version = z.int().positive()
const Started = z.object({ jobId: Id })

/** The files, the newest first. */
export const getImports = {
  method: 'GET',
  path: '/console/v1/imports',
  ...read,
  query: z.object({ cursor: PathId.optional() }),
  reply: z.object({ content: z.array(ListedImport), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

const GB = 1_073_741_824

/**
 * Upload a file of at most 1 GB. Nothing is imported by it. The field `kind` stands before the file.
 *
 * Refuses: `validation_fail`, for no or an empty file, one that is too large, or an unknown kind.
 * Source: requirements ORC-007, ORC-008.
 */
export const postImport = {
  method: 'POST',
  path: '/console/v1/imports',
  ...finance,
  multipart: {
    fields: z.object({ kind: ImportKind, file: z.file() }),
    files: 1,
    fileBytes: GB,
    withinMs: 3_600_000,
  },
  reply: z.object({ id: Id }),
  refusals: ['validation_fail'],
} as const satisfies Contract

/** One file. Only finance reads the rows of a file: for other roles `before` and `after` are empty. */
export const getImport = {
  method: 'GET',
  path: '/console/v1/imports/:id',
  ...read,
  params: ById,
  reply: Import,
  refusals: [],
} as const satisfies Contract

/** Change how a file is read. Refuses: `changed_meanwhile`, also for a confirmed file. */
export const putImportForm = {
  method: 'PUT',
  path: '/console/v1/imports/:id/form',
  ...finance,
  params: ById,
  body: z.object({ form: ImportForm, version }),
  reply: Import,
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/**
 * Check a whole file against the data, as a job; nothing is imported.
 *
 * Refuses: `required`, naming the field without a column, or `dates` until a form of dates is chosen; `changed_meanwhile`; `job_running`.
 * Source: requirements ORC-009, ORC-010.
 */
export const postImportCheck = {
  method: 'POST',
  path: '/console/v1/imports/:id/check',
  ...finance,
  params: ById,
  body: z.object({ version }),
  reply: Started,
  refusals: ['required', 'changed_meanwhile', 'job_running'],
} as const satisfies Contract

/**
 * Confirm a checked file without a bad line: a job imports all of it or nothing. A confirmed file whose job has ended without it is
 * started again.
 *
 * Refuses: `changed_meanwhile`, also for a file that is not checked or has bad lines; `job_running`.
 * Source: requirements ORC-008, ORC-011.
 */
export const postImportConfirm = {
  method: 'POST',
  path: '/console/v1/imports/:id/confirm',
  ...finance,
  isFresh: true,
  params: ById,
  body: z.object({ version, reason: Reason }),
  reply: Started,
  refusals: ['changed_meanwhile', 'job_running'],
} as const satisfies Contract

/** Delete a file that is not confirmed. Refuses: `changed_meanwhile`. */
export const deleteImport = {
  method: 'DELETE',
  path: '/console/v1/imports/:id',
  ...finance,
  params: ById,
  reply: z.object({}),
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/** The bad lines of a file as CSV: line, column, value, reason. Refuses: `not_found`, also where there are none. */
export const getImportProblems = {
  method: 'GET',
  path: '/console/v1/imports/:id/problems',
  ...finance,
  params: ById,
  file: 'text/csv',
  refusals: [],
} as const satisfies Contract

/** A saved mapping. It is proposed for the next file of the kind with the same header. */
const ImportMapping = z.object({
  id: Id,
  kind: ImportKind,
  name: z.string(),
  at: Instant,
  by: z.string(),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** The saved mappings. Source: requirements ORC-013. */
export const getImportMappings = {
  method: 'GET',
  path: '/console/v1/import-mappings',
  ...read,
  reply: z.object({ content: z.array(ImportMapping) }),
  refusals: [],
} as const satisfies Contract

/** Save the form of a file under a name, in place of a mapping with this name. Source: requirements ORC-013. */
export const postImportMapping = {
  method: 'POST',
  path: '/console/v1/import-mappings',
  ...finance,
  body: z.object({
    importId: Id,
    name: z
      .string()
      .max(100)
      .transform((text) => text.normalize('NFC').trim())
      .refine((text) => text !== '' && !/\p{Cc}/u.test(text)),
  }),
  reply: z.object({ id: Id }),
  refusals: ['not_found'],
} as const satisfies Contract

/** Delete a saved mapping. */
export const deleteImportMapping = {
  method: 'DELETE',
  path: '/console/v1/import-mappings/:id',
  ...finance,
  params: ById,
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract
