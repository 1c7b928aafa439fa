import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { pageOf, PageNumber, PageSize } from '../page.ts'
import { Id, Instant } from '../primitives.ts'

/** An event of the company. `status` of the caller's registration; null: not registered. Source: ENT-017. */
export const Event = z.strictObject({
  id: Id,
  title: z.string(),
  eventEndDate: Instant,
  registrationStartDate: Instant,
  registrationEndDate: Instant,
  userRegistrationInfo: z.strictObject({ status: z.string().nullable() }),
})
export type Event = z.infer<typeof Event>

/** All events, the one that ends first first. Source: api.md section 2; decisions D-110. */
export const getEvents = {
  method: 'GET',
  path: '/v1/events',
  auth: 'bearer',
  query: z.object({ page: PageNumber, size: PageSize(1_000, 1_000) }),
  reply: pageOf(Event),
  refusals: [],
} as const satisfies Contract
