import { z } from 'zod'

import { BonusTransaction, getBonusExplanation } from '../business/bonuses.ts'
import { RankStatus } from '../business/ranks.ts'
import { PastFigures } from '../business/team.ts'
import type { Contract } from '../contract.ts'
import {
  ById,
  Currency,
  DayText,
  DecimalText,
  Id,
  Instant,
  OneLine,
  PathId,
} from '../primitives.ts'
import { Sha256 } from './audit.ts'
import { NamedPartner } from './named-partner.ts'
import { Reason } from './proposals.ts'
import { ROLES } from './roles.ts'

const read = { auth: 'operator', roles: ROLES } as const

/** What a search has found a partner by. `ADDRESS`: of a wallet or of a payout; `EXTERNAL`: an id of another platform, of the partner or of an order. Source: requirements PTR-001. */
export const PartnerMatch = z.enum([
  'NAME',
  'EMAIL',
  'ID',
  'INVITE',
  'ORDER',
  'ADDRESS',
  'TRANSACTION',
  'EXTERNAL',
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

/** A lock or block that holds now. `by` is null where no entry of the audit log says who has set it. */
const Bar = z.object({ since: Instant, reason: z.string(), by: z.string().nullable() }).nullable()

/** The contacts of a partner by their names: masked by the service, or whole until `contactsUntil`. Source: decisions D-175. */
const Contacts = z.record(z.string(), z.string())

/** What is in an account. Units: `available` is what no hold reserves, not below 0. */
const ShownBalance = z.object({
  account: z.string(),
  currency: Currency,
  balance: DecimalText,
  held: DecimalText,
  available: DecimalText,
})
export type ShownBalance = z.infer<typeof ShownBalance>

/**
 * One partner. `path` are the partners from the root to the sponsor, without those between the root and the nearest 50.
 *
 * Units: `level` counts all partners above; turnovers in EUR; `asOf` is the fact number that figures, rank and legs are of;
 * `signInLockedUntil` and `payoutsLockedAt` are null where nothing is locked.
 */
export const ConsolePartner = z.object({
  asOf: z.int().nonnegative(),
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  language: z.string(),
  inviteCode: z.string(),
  registeredAt: Instant,
  contacts: Contacts,
  contactsUntil: Instant.nullable(),
  level: z.int().nonnegative(),
  path: z.array(NamedPartner),
  figures: z.object({
    ownTurnover: DecimalText,
    flSize: z.int().nonnegative(),
    flTurnover: DecimalText,
    teamSize: z.int().nonnegative(),
    teamTurnover: DecimalText,
    activeUntil: Instant.nullable(),
  }),
  isActive: z.boolean(),
  rank: RankStatus,
  balances: z.array(ShownBalance),
  blocked: Bar,
  hidden: Bar,
  signInLockedUntil: Instant.nullable(),
  payoutsLockedAt: Instant.nullable(),
  erasedAt: Instant.nullable(),
  isVerified: z.boolean(),
  isEmailConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  sessions: z.int().nonnegative(),
  openPayouts: z.array(z.object({ id: Id, currency: Currency, amount: DecimalText })),
})
export type ConsolePartner = z.infer<typeof ConsolePartner>

/** One partner, all figures as of one fact number. Source: requirements PTR-004, PTR-009, PTR-010. */
export const getPartner = {
  method: 'GET',
  path: '/console/v1/partners/:id',
  ...read,
  params: ById,
  reply: ConsolePartner,
  refusals: ['not_found', 'data_not_ready'],
} as const satisfies Contract

/**
 * Show the contacts of a partner to this operator for 15 minutes.
 *
 * Source: requirements PTR-010; decisions D-175.
 */
export const postPartnerContacts = {
  method: 'POST',
  path: '/console/v1/partners/:id/contacts',
  auth: 'operator',
  roles: ['support', 'finance', 'admin'],
  params: ById,
  body: z.object({ reason: Reason }),
  reply: z.object({ contacts: Contacts, contactsUntil: Instant }),
  refusals: ['not_found'],
} as const satisfies Contract

/** Credited records of a partner, as the partner's own call lists them. Source: requirements PTR-005. */
export const getPartnerBonuses = {
  method: 'GET',
  path: '/console/v1/partners/:id/bonuses',
  ...read,
  params: ById,
  query: z.object({ cursor: PathId.optional() }),
  reply: z.object({ content: z.array(BonusTransaction), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** The explanation of a record, or of what an order brings or not, by the partner's own call. Source: requirements PTR-005. */
export const getPartnerExplanation = {
  method: 'GET',
  path: '/console/v1/partners/:id/explain',
  ...read,
  params: ById,
  query: getBonusExplanation.query,
  reply: getBonusExplanation.reply,
  refusals: ['not_found', 'data_not_ready'],
} as const satisfies Contract

/**
 * A transfer of one account. `before` is the hash of the transfer before it, null for the first one.
 *
 * Units: `amount` is below 0 for what leaves the account; `balance` after it.
 */
export const AccountTransfer = z.object({
  id: Id,
  at: Instant,
  kind: z.string(),
  reference: z.string(),
  amount: DecimalText,
  balance: DecimalText,
  hash: Sha256,
  before: Sha256.nullable(),
})
export type AccountTransfer = z.infer<typeof AccountTransfer>

const AccountName = z.string().min(1).max(64)

/** Transfers of an account of a partner, the newest first. Source: requirements PTR-006. */
export const getPartnerLedger = {
  method: 'GET',
  path: '/console/v1/partners/:id/ledger',
  ...read,
  params: ById,
  query: z.object({ account: AccountName, cursor: PathId.optional() }),
  reply: z.object({
    currency: Currency,
    content: z.array(AccountTransfer),
    next: z.string().optional(),
  }),
  refusals: ['wallet_not_found'],
} as const satisfies Contract

/**
 * Recompute the chain of an account. `wrong` is the first transfer whose hash does not follow, or 0 when only the head of the account
 * is not that of its last transfer.
 *
 * Source: requirements PTR-006.
 */
export const getPartnerChain = {
  method: 'GET',
  path: '/console/v1/partners/:id/chain',
  ...read,
  params: ById,
  query: z.object({ account: AccountName }),
  reply: z.object({
    checked: z.int().nonnegative(),
    wrong: z.int().nonnegative().nullable(),
  }),
  refusals: ['wallet_not_found'],
} as const satisfies Contract

/** What a partner signs in with, and the documents that were sent; no secret and no content of a document. Source: requirements PTR-007. */
export const getPartnerSecurity = {
  method: 'GET',
  path: '/console/v1/partners/:id/security',
  ...read,
  params: ById,
  reply: z.object({
    authenticatorSince: Instant.nullable(),
    passkeys: z.array(z.object({ name: z.string(), addedAt: Instant, usedAt: Instant.nullable() })),
    sessions: z.array(
      z.object({
        application: z.string(),
        device: z.string(),
        openedAt: Instant,
        lastUsedAt: Instant,
      }),
    ),
    documents: z.array(
      z.object({ type: z.string(), status: z.string(), reason: z.string(), updatedAt: Instant }),
    ),
  }),
  refusals: [],
} as const satisfies Contract

/** A payout of a partner. Units: decimals of the currency. */
export const PartnerPayout = z.object({
  id: Id,
  at: Instant,
  currency: Currency,
  amount: DecimalText,
  fee: DecimalText,
  status: z.enum(['PENDING', 'SUCCESS', 'REJECTED']),
})
export type PartnerPayout = z.infer<typeof PartnerPayout>

/** Payouts of a partner, the newest first. Source: requirements PTR-007. */
export const getPartnerPayouts = {
  method: 'GET',
  path: '/console/v1/partners/:id/payouts',
  ...read,
  params: ById,
  query: z.object({ cursor: PathId.optional() }),
  reply: z.object({ content: z.array(PartnerPayout), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

const acts = {
  method: 'POST',
  auth: 'operator',
  params: ById,
  reply: z.object({}),
  refusals: ['not_found', '2fa_disabled', 'validation_error'],
} as const

/**
 * Block or unblock a partner, or remove the second factor: as the commands of the same names. Doing it again changes nothing.
 *
 * Source: requirements PTR-008.
 */
export const postPartnerGuard = {
  ...acts,
  path: '/console/v1/partners/:id/guard',
  roles: ['support', 'finance'],
  body: z.object({ act: z.enum(['BLOCK', 'UNBLOCK', 'RESET_SECOND_FACTOR']), reason: Reason }),
} as const satisfies Contract

/**
 * Hide or show a partner, or lift the lock of the sign-in or of the payouts. Doing it again changes nothing.
 *
 * Source: requirements PTR-008; decisions D-182.
 */
export const postPartnerHelp = {
  ...acts,
  path: '/console/v1/partners/:id/help',
  roles: ['support', 'admin'],
  body: z.object({
    act: z.enum(['HIDE', 'SHOW', 'UNLOCK_SIGN_IN', 'UNLOCK_PAYOUTS']),
    reason: Reason,
  }),
} as const satisfies Contract

/**
 * Make a view: a link that opens the office as this partner sees it, once and within 60 seconds. The view reads only. It ends after 15
 * minutes, at the sign-out of the operator and at its own button. `url` holds the hand-off and is not stored.
 *
 * Source: requirements PTR-014 to PTR-018; decisions D-174.
 */
export const postPartnerView = {
  method: 'POST',
  path: '/console/v1/partners/:id/views',
  auth: 'operator',
  roles: ['support', 'admin'],
  params: ById,
  body: z.object({ reason: Reason }),
  reply: z.object({ url: z.url(), goodUntil: Instant }),
  refusals: ['not_found'],
} as const satisfies Contract

/** Figures of a partner on a day, with the rank by the plan of that day. Units: EUR. */
const TreeFigures = PastFigures.extend({ rang: z.string() })
export type TreeFigures = z.infer<typeof TreeFigures>

/** A partner of the tree at the end of a past day and today; `past` is null for one who had not registered. Units: EUR. */
const TreePartner = NamedPartner.extend({
  registeredAt: Instant,
  past: TreeFigures.nullable(),
  today: TreeFigures,
})
export type TreePartner = z.infer<typeof TreePartner>

/**
 * The subtree of a partner at the end of a past day, and today: the path from the root without those between the root and the nearest
 * 50, the figures, and the first line, the largest leg of today first.
 *
 * Units: `day` in UTC, from the first registration up to yesterday; `asOf` is the fact number of all figures.
 * Source: requirements PAS-001; decisions D-169.
 */
export const getTree = {
  method: 'GET',
  path: '/console/v1/tree',
  ...read,
  query: z.object({ partner: PathId, day: DayText, cursor: PathId.optional() }),
  reply: z.object({
    asOf: z.int().nonnegative(),
    partner: TreePartner,
    path: z.array(NamedPartner),
    content: z.array(TreePartner),
    next: z.string().optional(),
  }),
  refusals: ['not_found', 'data_not_ready'],
} as const satisfies Contract

const TreeTrend = z.object({
  asOf: z.int().nonnegative(),
  months: z.array(
    z.object({ at: Instant, teamSize: z.int().nonnegative(), teamTurnover: DecimalText }),
  ),
  ranksReached: z.array(z.object({ rang: z.string(), count: z.int().positive() })),
})
export type TreeTrend = z.infer<typeof TreeTrend>

/**
 * The team of a partner at the end of each month from the month of a past day up to today, the last 12 months at least, and the ranks that
 * partners of the team have reached since that day, each partner once.
 *
 * Units: `at` is the first instant of a month, the last one is the current month up to now; EUR; `asOf` is the fact number of all figures.
 * Source: requirements PAS-001; decisions D-169.
 */
export const getTreeTrend = {
  method: 'GET',
  path: '/console/v1/tree/trend',
  ...read,
  query: z.object({ partner: PathId, day: DayText }),
  reply: TreeTrend,
  refusals: ['not_found', 'data_not_ready'],
} as const satisfies Contract
