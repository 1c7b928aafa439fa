import { MOST_PLAN_BYTES, PLAN_WARNINGS } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { parseExactJson, withDecimalsAsText } from '../exact-json.ts'
import { ById, Id, Instant, OneLine, PathId } from '../primitives.ts'
import { Sha256 } from './audit.ts'
import { ROLES } from './roles.ts'

const read = { auth: 'operator', roles: ROLES } as const

/** Roles that write drafts. Source: console.md section 2. */
export const PLAN_ROLES = ['plan'] as const

const write = { auth: 'operator', roles: PLAN_ROLES } as const

/** The document in a file of a plan, as `plan check` and `plan load` read it. Refuses: what is not JSON, with a SyntaxError. */
export const planDocumentIn = (text: string): unknown => withDecimalsAsText(parseExactJson(text))

/** REPLACED: another version with the same start was loaded later; WITHDRAWN: on purpose, by a proposal. */
const PlanVersionState = z.enum(['PLANNED', 'IN_FORCE', 'PAST', 'REPLACED', 'WITHDRAWN'])
export type PlanVersionState = z.infer<typeof PlanVersionState>

/**
 * A plan that was loaded.
 *
 * Units: `validFrom`, `until` and `loadedAt` are instants; `until`: when another version takes over, null for none. `loadedBy`: the operator,
 * or the name of the command's or key's user; null for versions before this was stored. `withdraws`: the version that it was loaded
 * to withdraw, `reason` why it was proposed.
 * Source: requirements PLN-001, PLN-020.
 */
export const LoadedPlanVersion = z.object({
  version: z.int().positive(),
  validFrom: Instant,
  until: Instant.nullable(),
  state: PlanVersionState,
  loadedAt: Instant,
  loadedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  proposal: Id.nullable(),
  reason: z.string().nullable(),
  withdraws: z.int().positive().nullable(),
  withdrawnBy: z.int().positive().nullable(),
  mayWithdraw: z.boolean(),
})
export type LoadedPlanVersion = z.infer<typeof LoadedPlanVersion>

/** All versions, the newest first. */
export const getPlanVersions = {
  method: 'GET',
  path: '/console/v1/plan/versions',
  ...read,
  reply: z.object({ content: z.array(LoadedPlanVersion) }),
  refusals: [],
} as const satisfies Contract

/** How many orders and records name each version. A call of its own: it counts whole tables. Source: requirements PLN-001. */
export const getPlanUses = {
  method: 'GET',
  path: '/console/v1/plan/uses',
  ...read,
  reply: z.object({
    content: z.array(
      z.object({
        version: z.int().positive(),
        orders: z.int().nonnegative(),
        records: z.int().nonnegative(),
      }),
    ),
  }),
  refusals: [],
} as const satisfies Contract

/** How many partners hold each rank of the plan in force now. A call of its own: it looks at every partner. */
export const getPlanHolders = {
  method: 'GET',
  path: '/console/v1/plan/holders',
  ...read,
  reply: z.object({
    content: z.array(z.object({ code: z.string(), partners: z.int().nonnegative() })),
  }),
  refusals: [],
} as const satisfies Contract

const byVersion = z.object({ version: PathId })

/** One version; `text` is what `plan show` prints. Source: requirements PLN-002, PLN-008. */
export const getPlanVersion = {
  method: 'GET',
  path: '/console/v1/plan/versions/:version',
  ...read,
  params: byVersion,
  reply: LoadedPlanVersion.extend({ text: z.string() }),
  refusals: [],
} as const satisfies Contract

/** A version as a file, byte for byte what `plan show` prints. */
export const getPlanVersionFile = {
  method: 'GET',
  path: '/console/v1/plan/versions/:version/file',
  ...read,
  params: byVersion,
  file: 'application/json',
  refusals: [],
} as const satisfies Contract

/** A problem of a document, with the words of `plan check`. */
const Problem = z.object({ place: z.string(), text: z.string() })

/** What may be meant and often is a mistake. Source: requirements PLN-007. */
const Warning = z.object({
  place: z.string(),
  kind: z.enum(PLAN_WARNINGS),
  value: z.string(),
  other: z.string(),
})

/**
 * A draft of the list. `version` counts its saves; `fromVersion` is the plan version that it began as, null: a file, or empty.
 *
 * Units: instants; `sha256` of its bytes.
 */
export const ListedDraft = z.object({
  id: Id,
  name: z.string(),
  author: z.string(),
  fromVersion: z.int().positive().nullable(),
  version: z.int().positive(),
  createdAt: Instant,
  updatedAt: Instant,
  updatedBy: z.string(),
  sha256: Sha256,
  problems: z.int().nonnegative(),
  proposal: Id.nullable(),
})
export type ListedDraft = z.infer<typeof ListedDraft>

/** A draft with its bytes. One without problems is written as `plan show` would print it. */
export const PlanDraft = ListedDraft.extend({
  text: z.string(),
  problems: z.array(Problem),
  warnings: z.array(Warning),
})
export type PlanDraft = z.infer<typeof PlanDraft>

/** Drafts, those that were saved last first. Source: requirements PLN-004. */
export const getPlanDrafts = {
  method: 'GET',
  path: '/console/v1/plan/drafts',
  ...read,
  reply: z.object({ content: z.array(ListedDraft) }),
  refusals: [],
} as const satisfies Contract

/** One draft. */
export const getPlanDraft = {
  method: 'GET',
  path: '/console/v1/plan/drafts/:id',
  ...read,
  params: ById,
  reply: PlanDraft,
  refusals: [],
} as const satisfies Contract

/** A draft as a file, byte for byte as it is stored. */
export const getPlanDraftFile = {
  method: 'GET',
  path: '/console/v1/plan/drafts/:id/file',
  ...read,
  params: ById,
  file: 'application/json',
  refusals: [],
} as const satisfies Contract

const Name = OneLine.transform((name) => name.trim()).refine((name) => name !== '')

/** A plan's file: JSON of an object, of at most 1 MiB. What is wrong in it, the draft shows. */
const PlanText = z
  .string()
  .refine((text) => new TextEncoder().encode(text).length <= MOST_PLAN_BYTES)

/** A text of `MOST_PLAN_BYTES` whose quotation marks and line ends are escaped. */
const PLAN_BODY_BYTES = 2 * MOST_PLAN_BYTES + 16 * 1024

/**
 * Begin a draft: as a version, as a file, or empty.
 *
 * Refuses: `not_found`, for the version; `validation_error` on `text`, for what is no JSON object, with the words of `plan check`.
 * Source: requirements PLN-004, PLN-008.
 */
export const postPlanDraft = {
  method: 'POST',
  path: '/console/v1/plan/drafts',
  ...write,
  bodyBytes: PLAN_BODY_BYTES,
  body: z.intersection(
    z.object({ name: Name }),
    z.discriminatedUnion('from', [
      z.object({ from: z.literal('version'), version: Id }),
      z.object({ from: z.literal('file'), text: PlanText }),
      z.object({ from: z.literal('empty') }),
    ]),
  ),
  reply: PlanDraft,
  refusals: [],
} as const satisfies Contract

/**
 * Save a draft as the operator saw its `version`.
 *
 * Refuses: `changed_meanwhile`, with the places at which the stored draft differs from this one; nothing is overwritten then.
 * Source: requirements PLN-004, PLN-009.
 */
export const putPlanDraft = {
  method: 'PUT',
  path: '/console/v1/plan/drafts/:id',
  ...write,
  params: ById,
  bodyBytes: PLAN_BODY_BYTES,
  body: z.object({ name: Name, version: z.int().positive(), text: PlanText }),
  reply: PlanDraft,
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/** Remove a draft. Refuses: `changed_meanwhile`, if it was saved again. */
export const deletePlanDraft = {
  method: 'DELETE',
  path: '/console/v1/plan/drafts/:id',
  ...write,
  params: ById,
  query: z.object({ version: PathId }),
  reply: z.object({}),
  refusals: ['changed_meanwhile'],
} as const satisfies Contract
