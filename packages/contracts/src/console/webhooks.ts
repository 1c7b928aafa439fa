import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Field, Id, Instant, InstantText, PathId } from '../primitives.ts'
import { WebhookType } from '../shared/webhook-events.ts'

const READERS = ['finance', 'admin'] as const
const read = { auth: 'operator', roles: READERS } as const
const write = { auth: 'operator', roles: ['admin'], isFresh: true } as const

/** Whether an event has reached an endpoint: it is tried again, has reached it, or was given up. */
export const DeliveryState = z.enum(['PENDING', 'DELIVERED', 'GIVEN_UP'])
export type DeliveryState = z.infer<typeof DeliveryState>

/**
 * An endpoint. `pending`: events that wait, `since` when the oldest does; `givenUp` of the last 30 days. `offBecause`: null while it is on.
 *
 * Units: instants; `formerUntil`: until when the secret before the last rotation signs too.
 */
export const Endpoint = z.object({
  id: Id,
  address: z.string(),
  note: z.string(),
  types: z.array(WebhookType),
  offBecause: z.enum(['operator', 'noSuccess']).nullable(),
  addedAt: Instant,
  lastSuccessAt: Instant.nullable(),
  formerUntil: Instant.nullable(),
  pending: z.int().nonnegative(),
  since: Instant.nullable(),
  givenUp: z.int().nonnegative(),
  version: z.int().positive(),
})
export type Endpoint = z.infer<typeof Endpoint>

/** An endpoint with its secret, which is shown this once. */
const WithSecret = z.object({ endpoint: Endpoint, secret: z.string() })

const Types = z
  .array(WebhookType)
  .min(1)
  .refine((types) => new Set(types).size === types.length)
const Versioned = z.object({ version: z.int().positive() })

/** All endpoints, by id. */
export const getEndpoints = {
  method: 'GET',
  path: '/console/v1/endpoints',
  ...read,
  reply: z.object({ content: z.array(Endpoint) }),
  refusals: [],
} as const satisfies Contract

/** One endpoint. */
export const getEndpoint = {
  method: 'GET',
  path: '/console/v1/endpoints/:id',
  ...read,
  params: ById,
  reply: Endpoint,
  refusals: ['not_found'],
} as const satisfies Contract

/**
 * Add an endpoint. It gets what happens from now on.
 *
 * Refuses: `invalid_format`, for an address that is not https, or not public (`webhookPrivateTargets` allows others).
 * Source: requirements WHK-009, WHK-010.
 */
export const postEndpoint = {
  method: 'POST',
  path: '/console/v1/endpoints',
  ...write,
  body: z.object({ address: Field, note: Field, types: Types }),
  reply: WithSecret,
  refusals: ['required', 'invalid_format'],
} as const satisfies Contract

/** Change address, note and types of an endpoint. Another address gets what waits too. Refuses: as adding one. */
export const putEndpoint = {
  method: 'PUT',
  path: '/console/v1/endpoints/:id',
  ...write,
  params: ById,
  body: Versioned.extend({ address: Field, note: Field, types: Types }),
  reply: Endpoint,
  refusals: ['not_found', 'changed_meanwhile', 'required', 'invalid_format'],
} as const satisfies Contract

/** Remove an endpoint with what waits for it and its log. */
export const deleteEndpoint = {
  method: 'DELETE',
  path: '/console/v1/endpoints/:id',
  ...write,
  params: ById,
  reply: z.object({}),
  refusals: ['not_found'],
} as const satisfies Contract

/**
 * Switch an endpoint on or off. Events wait while it is off; on again, it continues with the first that was not delivered, at
 * most 30 days back.
 *
 * Source: requirements WHK-011.
 */
export const postEndpointSwitch = {
  method: 'POST',
  path: '/console/v1/endpoints/:id/switch',
  ...write,
  params: ById,
  body: Versioned.extend({ isOn: z.boolean() }),
  reply: Endpoint,
  refusals: ['not_found', 'changed_meanwhile'],
} as const satisfies Contract

/** Make another secret; for 24 hours both sign. Source: requirements WHK-009. */
export const postEndpointSecret = {
  method: 'POST',
  path: '/console/v1/endpoints/:id/secret',
  ...write,
  params: ById,
  body: Versioned,
  reply: WithSecret,
  refusals: ['not_found', 'changed_meanwhile'],
} as const satisfies Contract

/**
 * One attempt. `status` is null where no answer came, `problem` says why.
 *
 * Units: `duration` in milliseconds; `answer`: the first 1,024 bytes as text.
 */
export const Attempt = z.object({
  id: Id,
  at: Instant,
  eventId: z.string(),
  type: z.string(),
  partnerId: Id.nullable(),
  duration: z.int().nonnegative(),
  status: z.int().nullable(),
  answer: z.string(),
  problem: z.string().nullable(),
  isDelivered: z.boolean(),
  state: DeliveryState.nullable(),
})
export type Attempt = z.infer<typeof Attempt>

/** Send a test event at once; it belongs to nobody and is not repeated. Source: requirements WHK-009. */
export const postEndpointTest = {
  method: 'POST',
  path: '/console/v1/endpoints/:id/test',
  auth: 'operator',
  roles: ['admin'],
  params: ById,
  reply: Attempt,
  refusals: ['not_found'],
} as const satisfies Contract

/** The attempts of the last 30 days, the newest first. `state` is that of the event's delivery now; null for a test. Source: requirements WHK-007. */
export const getAttempts = {
  method: 'GET',
  path: '/console/v1/endpoints/:id/attempts',
  ...read,
  params: ById,
  query: z.object({
    event: z.string().max(128).optional(),
    type: WebhookType.optional(),
    partner: PathId.optional(),
    state: DeliveryState.optional(),
    cursor: PathId.optional(),
  }),
  reply: z.object({ content: z.array(Attempt), next: z.string().optional() }),
  refusals: ['not_found'],
} as const satisfies Contract

/**
 * The events to send again: one by its id, or those that happened from `from` to before `until`, of one type or of all that the
 * endpoint takes.
 */
const Replay = z.union([
  z.strictObject({ event: z.string().max(128) }),
  z.strictObject({ from: Instant, until: Instant, type: WebhookType.optional() }),
])
export type Replay = z.infer<typeof Replay>

/** How many events a replay would send. Source: requirements WHK-008. */
export const getReplay = {
  method: 'GET',
  path: '/console/v1/endpoints/:id/replay',
  ...read,
  params: ById,
  query: z.object({
    event: z.string().max(128).optional(),
    from: InstantText.optional(),
    until: InstantText.optional(),
    type: WebhookType.optional(),
  }),
  reply: z.object({ events: z.int().nonnegative() }),
  refusals: ['not_found', 'required'],
} as const satisfies Contract

/** Send events of the last 30 days again, each under its id with a new timestamp. Source: requirements WHK-008. */
export const postReplay = {
  method: 'POST',
  path: '/console/v1/endpoints/:id/replay',
  ...write,
  params: ById,
  body: Replay,
  reply: z.object({ events: z.int().nonnegative() }),
  refusals: ['not_found'],
} as const satisfies Contract
