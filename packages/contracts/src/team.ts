import { z } from 'zod'

import type { Contract } from './contract.ts'
import { pageOf, PageNumber, PageSize } from './page.ts'
import { CentsBound, CountBound, DecimalText, Id, Instant, OneLine, PathId } from './primitives.ts'

/** What a team can be sorted by. */
export const TEAM_SORT_FIELDS = [
  'registeredAt',
  'teamTurnover',
  'teamSize',
  'flTurnover',
  'flSize',
  'ownTurnover',
] as const
export type TeamSortField = (typeof TEAM_SORT_FIELDS)[number]

const TEAM_SORTS = TEAM_SORT_FIELDS.flatMap((field) => [`${field}|asc`, `${field}|desc`] as const)

/**
 * Somebody of the caller's team; contacts are empty where they are not given or withheld.
 *
 * Units: turnovers in EUR; `level` is the line as seen from the caller; `path` are those between, top first.
 * Source: api.md section 8; decisions D-067, D-072, D-073.
 */
export const TeamMember = z.strictObject({
  userId: Id,
  id: Id,
  rang: z.string(),
  avatar: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  activeUntil: Instant.nullable(),
  registeredAt: Instant,
  ownTurnover: DecimalText,
  flTurnover: DecimalText,
  teamTurnover: DecimalText,
  flSize: z.int().nonnegative(),
  teamSize: z.int().nonnegative(),
  level: z.int().positive(),
  country: z.string(),
  invite: z.string(),
  telegram: z.string(),
  phone: z.string(),
  skype: z.string(),
  email: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  viber: z.string(),
  wechat: z.string(),
  whatsapp: z.string(),
  path: z
    .array(z.strictObject({ id: Id, name: z.string(), flSize: z.int().nonnegative() }))
    .optional(),
})
export type TeamMember = z.infer<typeof TeamMember>

/**
 * A page of the first line, or of everybody below, of the caller or of somebody in the caller's team.
 *
 * Units: bounds of turnovers in EUR, inclusive as all bounds.
 * Source: api.md section 2, "Team"; decisions D-065 to D-068.
 */
export const getTeam = {
  method: 'GET',
  path: '/v1/team',
  auth: 'bearer',
  query: z.object({
    sponsorId: PathId,
    scope: z.enum(['firstLine', 'downline']).default('firstLine'),
    page: PageNumber,
    size: PageSize(100, 20),
    sort: z.enum(TEAM_SORTS).default('registeredAt|desc'),
    rang: OneLine.optional(),
    active: z
      .enum(['true', 'false'])
      .transform((word) => word === 'true')
      .optional(),
    name: OneLine.transform((name) => name.trim())
      .pipe(z.string().min(3))
      .optional(),
    ownTurnoverMin: CentsBound,
    ownTurnoverMax: CentsBound,
    flTurnoverMin: CentsBound,
    flTurnoverMax: CentsBound,
    teamTurnoverMin: CentsBound,
    teamTurnoverMax: CentsBound,
    flSizeMin: CountBound,
    flSizeMax: CountBound,
    teamSizeMin: CountBound,
    teamSizeMax: CountBound,
  }),
  reply: pageOf(TeamMember),
  refusals: ['data_not_ready'],
} as const satisfies Contract
