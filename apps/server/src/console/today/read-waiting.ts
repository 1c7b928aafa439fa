import type { Role, Waiting } from '@partner-office/contracts'
import { monthEnd, parseMonth } from '@partner-office/domain'
import { sql } from 'kysely'

import { dueMonths } from '../../business/months/due-months.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'
import { openFor } from '../proposals/read-proposals.ts'

type Counted = Pick<Waiting, 'count' | 'oldest'>

type Kind = {
  readonly kind: Waiting['kind']
  /** The roles that can do something about it. Source: console.md section 2. */
  readonly roles: readonly Role[]
  /** The list that it counts. */
  readonly page: string
  readonly count: (core: Core, session: Session) => Promise<Counted>
}

const KINDS: readonly Kind[] = [
  {
    kind: 'proposals',
    roles: ['finance', 'admin'],
    page: '/console/proposals?forMe=true',
    count: openFor,
  },
  {
    kind: 'payoutsToTake',
    roles: ['finance'],
    page: '/console/payouts?state=waiting',
    count: (core) =>
      counted(
        core,
        sql`min(created_at)`,
        sql`payouts where status = 'PENDING' and taken_at is null`,
      ),
  },
  {
    kind: 'payoutsTaken',
    roles: ['finance'],
    page: '/console/payouts?state=taken',
    count: (core) =>
      counted(
        core,
        sql`min(taken_at)`,
        sql`payouts where status = 'PENDING' and taken_at is not null`,
      ),
  },
  {
    kind: 'documents',
    roles: ['support', 'admin'],
    page: '/console/documents?state=PENDING',
    count: (core) =>
      counted(core, sql`min(updated_at)`, sql`passport.verifications where status = 'PENDING'`),
  },
  {
    kind: 'tickets',
    roles: ['support', 'finance', 'admin'],
    page: '/console/inbox?state=WAITING',
    count: openTickets,
  },
  {
    kind: 'disputes',
    roles: ['support', 'finance'],
    page: '/console/disputes?state=open',
    count: (core) =>
      counted(core, sql`min(opened_at)`, sql`console.disputes where ended_at is null`),
  },
  {
    kind: 'dataRequests',
    roles: ['support', 'admin'],
    page: '/console/data-requests',
    count: (core) => counted(core, sql`min(requested_at)`, sql`passport.data_requests`),
  },
  { kind: 'monthsDue', roles: ['finance'], page: '/console/close', count: monthsDue },
]

/** What waits for somebody with the roles of a session. Source: requirements TOD-001. */
export function readWaiting(core: Core, session: Session): Promise<Waiting[]> {
  const mine = KINDS.filter(({ roles }) => roles.some((role) => session.roles.includes(role)))
  return Promise.all(
    mine.map(async ({ kind, page, count }) => {
      const { count: number, oldest } = await count(core, session)
      return { kind, count: number, oldest, page }
    }),
  )
}

type Sql = ReturnType<typeof sql>

async function counted({ database }: Core, oldest: Sql, from: Sql): Promise<Counted> {
  const { rows } =
    await sql<Counted>`select count(*) as count, ${oldest} as oldest from ${from}`.execute(
      database.read,
    )
  return rows[0]!
}

/** Tickets without an answer; with a help desk, those of them that were not handed over to it. */
async function openTickets(core: Core): Promise<Counted> {
  const helpDesk = await readSetting(core.database.read, 'helpDeskUrl')
  const isHere = sql`console.ticket_desks d where d.state = 'WAITING'`
  if (helpDesk === '') return counted(core, sql`min(d.since)`, isHere)
  return counted(
    core,
    sql`min(d.since)`,
    sql`${isHere} and exists (select from tickets t where t.id = d.ticket_id and t.state = 'waiting')`,
  )
}

async function monthsDue({ database, clock }: Core): Promise<Counted> {
  const due = await dueMonths(database.read, clock())
  return { count: due.length, oldest: due[0] === undefined ? null : monthEnd(parseMonth(due[0])!) }
}
