import { z } from 'zod'

import { Id } from '../primitives.ts'

/** A partner on a page of the console. Contacts are not shown. Source: decisions D-175. */
export const NamedPartner = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
})
export type NamedPartner = z.infer<typeof NamedPartner>
