import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Id, Instant } from '../primitives.ts'
import { Sha256, WHOLE_LOG_ROLES } from './audit.ts'
import { Reason } from './proposals.ts'
import { ROLES } from './roles.ts'

/**
 * The chains of hashes. `audit`: entries of the audit log; `history`: blocks over facts, journal, audit log and ledger; `ledger`:
 * blocks of transfers, numbered by their last one; `months`: sealed months.
 */
export const CHAINS = ['audit', 'history', 'ledger', 'months'] as const
const Chain = z.enum(CHAINS)
export type Chain = z.infer<typeof Chain>

/** The newest link of a chain; `number` is a month, such as `2026-10`, for `months`. */
const Head = z.object({ chain: Chain, number: z.string(), hash: Sha256, at: Instant.nullable() })
export type Head = z.infer<typeof Head>

/**
 * What proves that nothing was changed.
 *
 * Units: `figures` are those of the answering process, and of all differences that any server has found within a day; `verify` is the
 * newest job that has verified everything, with its duration in milliseconds.
 * Source: requirements AUD-005.
 */
export const getIntegrity = {
  method: 'GET',
  path: '/console/v1/integrity',
  auth: 'operator',
  roles: ROLES,
  reply: z.object({
    at: Instant,
    heads: z.array(Head),
    /** What no seal covers yet. */
    unsealed: z.object({
      facts: z.int().nonnegative(),
      journal: z.int().nonnegative(),
      transfers: z.int().nonnegative(),
    }),
    /** The newest seals. */
    history: z
      .object({
        number: Id,
        lastFact: z.int().nonnegative(),
        lastEntry: z.int().nonnegative(),
        lastAudit: z.int().nonnegative(),
        lastTransferId: z.int().nonnegative(),
        hash: Sha256,
        sealedAt: Instant,
      })
      .nullable(),
    ledger: z
      .object({
        firstTransferId: Id,
        lastTransferId: Id,
        transfers: Id,
        hash: Sha256,
        sealedAt: Instant,
      })
      .nullable(),
    months: z.array(
      z.object({
        month: z.string(),
        records: z.int().nonnegative(),
        corrections: z.int().nonnegative(),
        hash: Sha256,
        before: Sha256.nullable(),
        sealedAt: Instant,
      }),
    ),
    figures: z.object({
      asOf: z.int().nonnegative(),
      audited: z.int().nonnegative(),
      drift: z.int().nonnegative(),
      driftOfDay: z.int().nonnegative(),
    }),
    verify: z
      .object({
        job: Id,
        at: Instant,
        actor: z.string(),
        checks: z.int().nonnegative(),
        differences: z.int().nonnegative(),
        ms: z.int().nonnegative(),
      })
      .nullable(),
    /** The newest acknowledgement of each difference that the newest verification has found. */
    acknowledged: z.array(
      z.object({ difference: z.string(), by: z.string(), at: Instant, reason: z.string() }),
    ),
  }),
  refusals: [],
} as const satisfies Contract

/** The heads as one text that the key of the statements has signed, for a notary or a colleague. Source: requirements AUD-007. */
export const getHeads = {
  method: 'GET',
  path: '/console/v1/integrity/heads',
  auth: 'operator',
  roles: WHOLE_LOG_ROLES,
  reply: z.object({ text: z.string() }),
  refusals: [],
} as const satisfies Contract

/**
 * Whether today's chains contain the heads of an earlier text.
 *
 * Units: `signature`: `unknown_key`, when no key of this installation has signed it. `state` of a head: `missing`, when the chain ends
 * before it; `other`, when it has another hash there.
 * Refuses: `invalid_format`, for a text that is none.
 * Source: requirements AUD-007.
 */
export const postHeadsCheck = {
  method: 'POST',
  path: '/console/v1/integrity/heads/check',
  auth: 'operator',
  roles: WHOLE_LOG_ROLES,
  body: z.object({ text: z.string().max(4_000) }),
  reply: z.object({
    at: Instant,
    signature: z.enum(['right', 'wrong', 'unknown_key']),
    isContained: z.boolean(),
    heads: z.array(Head.extend({ state: z.enum(['contained', 'missing', 'other']) })),
  }),
  refusals: ['invalid_format'],
} as const satisfies Contract

/**
 * Note that an admin knows a difference of a verification, and why it may stay. It stays listed; the note is an entry of the audit log.
 *
 * Refuses: `not_found`, for a difference that the verification does not list.
 * Source: requirements AUD-006.
 */
export const postKnownDifference = {
  method: 'POST',
  path: '/console/v1/integrity/acknowledgements',
  auth: 'operator',
  roles: ['admin'],
  body: z.object({ jobId: Id, difference: z.string().max(4_000), reason: Reason }),
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract
