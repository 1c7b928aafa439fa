import { isLongEnough } from '@partner-office/domain'
import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { pageOf, PageNumber, PageSize } from '../page.ts'
import {
  CentsBound,
  CountBound,
  DayText,
  DecimalText,
  Id,
  Instant,
  OneLine,
  PathId,
} from '../primitives.ts'

/** Sort fields of a team. */
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

/** One step of a path down to a partner. */
export const TeamStep = z.strictObject({ id: Id, name: z.string(), flSize: z.int().nonnegative() })
export type TeamStep = z.infer<typeof TeamStep>

/**
 * A member of the caller's team; contacts are empty when they are not given or withheld.
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
  path: z.array(TeamStep).optional(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** Which team is asked for, and who of it. Units: bounds of turnovers in EUR, inclusive as all bounds. */
const TeamFilters = z.object({
  sponsorId: PathId,
  scope: z.enum(['firstLine', 'downline']).default('firstLine'),
  sort: z.enum(TEAM_SORTS).default('registeredAt|desc'),
  rang: OneLine.optional(),
  active: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  name: OneLine.transform((name) => name.trim())
    .superRefine((name, context) => {
      if (isLongEnough(name)) return
      context.addIssue({ code: 'too_small', origin: 'string', minimum: 3, input: name })
    })
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
})

/**
 * A page of the first line or the whole downline of the caller, or of a partner in the caller's team.
 *
 * Units: bounds of turnovers in EUR, inclusive as all bounds.
 * Source: api.md section 2, "Team"; decisions D-065 to D-068.
 */
export const getTeam = {
  method: 'GET',
  path: '/v1/team',
  auth: 'bearer',
  query: TeamFilters.extend({ page: PageNumber, size: PageSize(100, 20) }),
  reply: pageOf(TeamMember),
  refusals: ['data_not_ready'],
} as const satisfies Contract

/**
 * Everybody whom `GET /v1/team` shows on all its pages, in the same order, as a CSV file.
 *
 * Source: api.md section 2, "Team"; decisions D-145.
 */
export const getTeamExport = {
  method: 'GET',
  path: '/v1/team/export',
  auth: 'bearer',
  query: TeamFilters,
  file: 'text/csv',
  refusals: ['data_not_ready'],
} as const satisfies Contract

/** Figures of a past day. */
const PAST_FIELDS = ['ownTurnover', 'flSize', 'flTurnover', 'teamSize', 'teamTurnover'] as const
const PAST_SORTS = PAST_FIELDS.flatMap((field) => [`${field}|asc`, `${field}|desc`] as const)

/** Sizes and turnovers of a partner at the end of a past day. Units: EUR. */
export const PastFigures = z.strictObject({
  ownTurnover: DecimalText,
  flSize: z.int().nonnegative(),
  flTurnover: DecimalText,
  teamSize: z.int().nonnegative(),
  teamTurnover: DecimalText,
})
export type PastFigures = z.infer<typeof PastFigures>

/** A partner of the first line at the end of a past day. Units: `level` is the line as seen from the caller. */
export const PastMember = PastFigures.extend({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  level: z.int().positive(),
})
export type PastMember = z.infer<typeof PastMember>

/**
 * A page of the first line of the caller, or of a partner in the caller's team, as it was at the end of a past day, and the figures of
 * the whole team.
 *
 * Units: `day` in UTC, from the registration of the asked partner up to yesterday.
 * Source: requirements PAS-002; decisions D-169.
 */
export const getPastTeam = {
  method: 'GET',
  path: '/v1/team/past',
  auth: 'bearer',
  query: z.object({
    sponsorId: PathId,
    day: DayText,
    sort: z.enum(PAST_SORTS).default('teamTurnover|desc'),
    page: PageNumber,
    size: PageSize(100, 20),
  }),
  reply: pageOf(PastMember).extend({ team: PastFigures }),
  refusals: ['data_not_ready'],
} as const satisfies Contract

/**
 * The path from the caller down to a partner of the caller's team, without the caller; empty for the caller.
 *
 * Source: api.md section 2, "Team"; decisions D-071.
 */
export const getTeamPath = {
  method: 'GET',
  path: '/v1/team/path',
  auth: 'bearer',
  query: z.object({ memberId: PathId }),
  reply: z.array(TeamStep),
  refusals: ['data_not_ready'],
} as const satisfies Contract

/**
 * The sum of the partners in a first line who are too small to be shown.
 *
 * Units: `people` are those directly below; `turnover` in EUR and `teamSize` are theirs and that of everybody below them.
 */
export const TeamPictureRest = z.strictObject({
  people: z.int().positive(),
  turnover: DecimalText,
  teamSize: z.int().positive(),
})
export type TeamPictureRest = z.infer<typeof TeamPictureRest>

/**
 * A partner in the picture of a team, with the children, largest first.
 *
 * Units: turnovers in EUR; `level` is the line as seen from the caller, who is 0.
 */
export type TeamPictureNode = {
  id: number
  firstName: string
  lastName: string
  avatar: string
  rang: string
  active: boolean
  level: number
  ownTurnover: string
  teamTurnover: string
  teamSize: number
  flSize: number
  children: TeamPictureNode[]
  more: TeamPictureRest | null
}
export const TeamPictureNode: z.ZodType<TeamPictureNode> = z
  .strictObject({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    avatar: z.string(),
    rang: z.string(),
    active: z.boolean(),
    level: z.int().nonnegative(),
    ownTurnover: DecimalText,
    teamTurnover: DecimalText,
    teamSize: z.int().nonnegative(),
    flSize: z.int().nonnegative(),
    children: z.array(z.lazy(() => TeamPictureNode)),
    more: TeamPictureRest.nullable(),
  })
  .meta({ id: 'TeamPictureNode' })

/**
 * The team of the caller, or of a partner in it, as nested parts: a few lines deep, and only parts large enough to be seen.
 *
 * Units: `by` says what the size of a part is, its turnover or its people.
 * Source: api.md section 2, "Team".
 */
export const getTeamPicture = {
  method: 'GET',
  path: '/v1/team/picture',
  auth: 'bearer',
  query: z.object({ sponsorId: PathId, by: z.enum(['turnover', 'people']).default('turnover') }),
  reply: z.strictObject({ top: TeamPictureNode }),
  refusals: ['data_not_ready'],
} as const satisfies Contract
