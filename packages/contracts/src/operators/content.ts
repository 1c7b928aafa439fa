import { isCountryCode } from '@partner-office/domain'
import { z } from 'zod'

import { type Contract, LARGE_BODY_BYTES } from '../contract.ts'
import { Id, Instant, OneLine } from '../primitives.ts'

/** An event as an operator writes it. */
export const NewEvent = z
  .object({
    id: Id,
    title: OneLine.refine((title) => title.trim() !== ''),
    eventEndDate: Instant,
    registrationStartDate: Instant,
    registrationEndDate: Instant,
  })
  .readonly()
export type NewEvent = z.infer<typeof NewEvent>

/** Replace the events by a list. */
export const putEvents = {
  method: 'PUT',
  path: '/internal/v1/events',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z.array(NewEvent).max(1000),
  reply: z.object({ events: z.int().nonnegative() }),
  refusals: [],
} as const satisfies Contract

/** Replace the news posts of every language by a list. Units: `content` is Markdown. */
export const putPosts = {
  method: 'PUT',
  path: '/internal/v1/posts',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z
    .array(
      z.object({
        language: z.string(),
        title: z.string(),
        category: z.string(),
        date: z.string(),
        figure: z.string().default(''),
        content: z.string(),
      }),
    )
    .max(1000),
  reply: z.object({ posts: z.int().nonnegative() }),
  refusals: [],
} as const satisfies Contract

/**
 * Replaces the list of countries that bar registration: the listed countries with `barred`. All other countries are open.
 *
 * Source: decisions D-080.
 */
export const putCountries = {
  method: 'PUT',
  path: '/internal/v1/countries',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z
    .array(
      z.object({
        code: z.string().refine(isCountryCode, 'not a country code (ISO 3166-1 alpha-2)'),
        barred: z.boolean(),
      }),
    )
    .max(1000),
  reply: z.object({ barred: z.int().nonnegative() }),
  refusals: [],
} as const satisfies Contract

/**
 * Replace the documents that partners accept; everybody is asked to accept the new list.
 *
 * Source: decisions D-028.
 */
export const putLegals = {
  method: 'PUT',
  path: '/internal/v1/legals',
  auth: 'key',
  body: z.array(z.object({ name: z.string(), file: z.string() })).length(8),
  reply: z.object({ documents: z.int().nonnegative() }),
  refusals: [],
} as const satisfies Contract
