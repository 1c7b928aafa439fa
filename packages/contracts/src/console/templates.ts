import { unknownPlaceholders } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { ById, Id, Instant, LongText, OneLine } from '../primitives.ts'

/** Roles that answer tickets and read their templates. Source: console.md section 2. */
export const INBOX_ROLES = ['support', 'finance', 'admin'] as const

/** What a template is for: answers to tickets, answers to disputes, or reasons for rejected documents. */
export const TemplateUse = z.enum(['TICKET', 'DISPUTE', 'DOCUMENT'])
export type TemplateUse = z.infer<typeof TemplateUse>

/** Texts by the code of their language. */
const TemplateTexts = z
  .record(
    z.string().regex(/^[a-z]{2}$/),
    LongText.refine((text) => text !== ''),
  )
  .refine((texts) => Object.keys(texts).length > 0)
  .refine((texts) => Object.values(texts).every((text) => unknownPlaceholders(text).length === 0))

/** A template. `changedBy`: the operator who has written it last. */
export const Template = z.object({
  id: Id,
  use: TemplateUse,
  name: z.string(),
  texts: z.record(z.string(), z.string()),
  version: z.int().positive(),
  changedAt: Instant,
  changedBy: z.string(),
})
export type Template = z.infer<typeof Template>

const access = { auth: 'operator', roles: INBOX_ROLES } as const

/** Templates, by name. Source: requirements INB-005. */
export const getTemplates = {
  method: 'GET',
  path: '/console/v1/inbox/templates',
  ...access,
  query: z.object({ use: TemplateUse.optional() }),
  reply: z.object({ content: z.array(Template) }),
  refusals: [],
} as const satisfies Contract

const Written = z.object({
  name: OneLine.transform((text) => text.trim()),
  texts: TemplateTexts,
})

/** Add a template. Refuses: `not_unique`, for a name that another one of this use has; `validation_error`, for an unknown placeholder. */
export const postTemplate = {
  method: 'POST',
  path: '/console/v1/inbox/templates',
  ...access,
  bodyBytes: 256 * 1024,
  body: Written.extend({ use: TemplateUse }),
  reply: Template,
  refusals: ['not_unique', 'required'],
} as const satisfies Contract

/** Change a template. Refuses: also `not_found`, `changed_meanwhile`. */
export const putTemplate = {
  method: 'PUT',
  path: '/console/v1/inbox/templates/:id',
  ...access,
  bodyBytes: 256 * 1024,
  params: ById,
  body: Written.extend({ version: z.int().positive() }),
  reply: Template,
  refusals: ['not_found', 'not_unique', 'required', 'changed_meanwhile'],
} as const satisfies Contract

/** Remove a template; answers that were written with it stay. */
export const deleteTemplate = {
  method: 'DELETE',
  path: '/console/v1/inbox/templates/:id',
  ...access,
  params: ById,
  reply: z.object({}),
  refusals: ['not_found'],
} as const satisfies Contract
