import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Id, Instant, InstantText } from '../primitives.ts'
import { ROLES } from './roles.ts'

/** A SHA-256 in hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** How an act ended: only a failed sign-in and a lock leave an entry of something that was refused. */
export const AuditResult = z.enum(['done', 'failed'])
export type AuditResult = z.infer<typeof AuditResult>

/**
 * An entry of the audit log.
 *
 * Units: `from`: the network address or place that the entry names; `object`: what the act was on, such as a setting's name, an id or
 * an e-mail address of an operator; `proposal`: the one that the act belongs to. `hash` covers the entry and the one before.
 */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  actor: z.string(),
  from: z.string().nullable(),
  command: z.string(),
  object: z.string().nullable(),
  result: AuditResult,
  proposal: Id.nullable(),
  requestId: z.string().nullable(),
  outsideFourEyes: z.boolean(),
  details: z.record(z.string(), z.unknown()),
  hash: Sha256,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Roles that see the whole log; all others see their own entries. Source: console.md section 2. */
export const WHOLE_LOG_ROLES = ['viewer', 'finance', 'admin'] as const

const Words = z.string().min(1).max(256).optional()

const IdText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)

/** What entries are chosen by. Units: `since` is included, `until` is not. */
export const AuditFilter = z.object({
  actor: Words,
  from: Words,
  command: Words,
  object: Words,
  /** Acts on this partner. */
  partner: IdText.optional(),
  result: AuditResult.optional(),
  proposal: IdText.optional(),
  requestId: Words,
  since: InstantText.optional(),
  until: InstantText.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

/** Entries, the newest first. Source: requirements AUD-001. */
export const getAudit = {
  method: 'GET',
  path: '/console/v1/audit',
  auth: 'operator',
  roles: ROLES,
  query: AuditFilter.extend({
    cursor: z
      .string()
      .regex(/^\d{1,15}-[1-9]\d{0,15}$/)
      .optional(),
  }),
  reply: z.object({ content: z.array(AuditEntry), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** One entry; for roles without the whole log, one of their own. */
export const getAuditEntry = {
  method: 'GET',
  path: '/console/v1/audit/entries/:id',
  auth: 'operator',
  roles: ROLES,
  params: ById,
  reply: AuditEntry,
  refusals: [],
} as const satisfies Contract

/** The first entry that is not what was written. `missing`: there is a gap before it, or the log ends too early. */
const ChainDifference = z.object({
  id: Id,
  kind: z.enum(['hash', 'missing', 'head']),
  at: Instant.nullable(),
})

/**
 * Checks a part of the chain, from the entry behind `after` on; the caller goes on at `next` until there is none.
 *
 * Units: `erased`: entries of which the product has erased personal data. Their hash is of what they said before; what they say
 * now is compared with the journal.
 * Source: requirements AUD-004.
 */
export const getAuditChain = {
  method: 'GET',
  path: '/console/v1/audit/chain',
  auth: 'operator',
  roles: WHOLE_LOG_ROLES,
  query: z.object({ after: IdText.optional() }),
  reply: z.object({
    checked: z.int().nonnegative(),
    erased: z.int().nonnegative(),
    difference: ChainDifference.nullable(),
    /** The newest entry of the log. */
    last: z.int().nonnegative(),
    next: z.string().optional(),
  }),
  refusals: [],
} as const satisfies Contract

const exported = {
  method: 'GET',
  auth: 'operator',
  roles: WHOLE_LOG_ROLES,
  query: z.object({ after: IdText.optional() }),
  refusals: [],
} as const

/** The whole log with its hashes, oldest first, as CSV; `after`: only what follows an entry. Source: requirements AUD-004. */
export const getAuditCsv = {
  ...exported,
  path: '/console/v1/audit/export.csv',
  file: 'text/csv',
} as const satisfies Contract

/** The same as JSON lines. */
export const getAuditLines = {
  ...exported,
  path: '/console/v1/audit/export.jsonl',
  file: 'application/x-ndjson',
} as const satisfies Contract
