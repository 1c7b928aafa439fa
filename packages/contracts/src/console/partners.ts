import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { DayText, DecimalText, Instant, OneLine, PathId } from '../primitives.ts'
import { NamedPartner } from './orders.ts'
import { ROLES } from './roles.ts'

const read = { auth: 'operator', roles: ROLES } as const

/** What a search has found a partner by. `ADDRESS`: of a wallet or of a payout. Source: requirements PTR-001. */
export const PartnerMatch = z.enum([
  'NAME',
  'EMAIL',
  'ID',
  'INVITE',
  'ORDER',
  'ADDRESS',
  'TRANSACTION',
])
export type PartnerMatch = z.infer<typeof PartnerMatch>

/** ERASED comes before BLOCKED, and BLOCKED before what activity says. */
export const PartnerState = z.enum(['ACTIVE', 'INACTIVE', 'BLOCKED', 'ERASED'])
export type PartnerState = z.infer<typeof PartnerState>

/** Whether a partner owes on any account; else has something on any; else has nothing. */
export const BalanceSign = z.enum(['NEGATIVE', 'POSITIVE', 'ZERO'])
export type BalanceSign = z.infer<typeof BalanceSign>

/**
 * A partner of the list. `email` is masked; `matched` is empty without a search.
 *
 * Units: `teamTurnover` in EUR.
 * Source: decisions D-175.
 */
export const ListedPartner = NamedPartner.extend({
  email: z.string(),
  rang: z.string(),
  state: PartnerState,
  isHidden: z.boolean(),
  isVerified: z.boolean(),
  registeredAt: Instant,
  flSize: z.int().nonnegative(),
  teamSize: z.int().nonnegative(),
  teamTurnover: DecimalText,
  matched: z.array(PartnerMatch),
})
export type ListedPartner = z.infer<typeof ListedPartner>

const Flag = z
  .enum(['true', 'false'])
  .transform((word) => word === 'true')
  .optional()

const DayStart = DayText.transform((text) => Date.parse(text)).optional()

/**
 * What partners are found by, all together. `isRoot`: has no sponsor; `isVerified`: the passport document is approved.
 *
 * Units: `registeredFrom` and `registeredTo` are days in UTC, both included, as their first millisecond.
 * Source: requirements PTR-001, PTR-003.
 */
export const PartnerFilter = z.object({
  search: OneLine.transform((text) => text.trim()).optional(),
  rang: OneLine.optional(),
  isActive: Flag,
  isBlocked: Flag,
  isHidden: Flag,
  isVerified: Flag,
  isRoot: Flag,
  country: OneLine.optional(),
  registeredFrom: DayStart,
  registeredTo: DayStart,
  balance: BalanceSign.optional(),
})
export type PartnerFilter = z.infer<typeof PartnerFilter>

/**
 * Partners. A search lists first those it has found by a number, a code or an address, then those by the start of their e-mail, then
 * those by name; without one, and by name, those who registered last come first.
 *
 * A search that has found an e-mail or an address is an entry of the audit log, which holds no text of it.
 * Refuses: `data_not_ready`.
 * Source: requirements PTR-001 to PTR-003; decisions D-175.
 */
export const getPartners = {
  method: 'GET',
  path: '/console/v1/partners',
  ...read,
  query: PartnerFilter.extend({
    cursor: z
      .string()
      .regex(/^(EXACT|EMAIL|NAME)-\d{1,15}(-\d{1,9})?$/)
      .optional(),
  }),
  reply: z.object({ content: z.array(ListedPartner), next: z.string().optional() }),
  refusals: ['data_not_ready'],
} as const satisfies Contract
