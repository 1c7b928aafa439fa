import { type AuditEntry, type AuditFilter, WHOLE_LOG_ROLES } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { Refusal } from '@partner-office/domain'
import { AUDIT_OBJECT as OBJECT } from '../../business/audit/audit-object.ts'
import type { Session } from '../console.ts'

/** From where: the address of the operator; of a session that ended by time, its place. */
const FROM = sql`coalesce(a.arguments ->> 'callerAddress', case when a.command like 'console %' then
  coalesce(a.arguments ->> 'address', a.arguments ->> 'place') end)`

/** Commands that tell of something refused. */
const FAILED = ['console sign-in failed', 'console locked']

/** Commands whose object is a partner. */
const ON_PARTNERS = sql`a.command like 'partner %'
  or a.command in ('payouts lock', 'payouts unlock', 'wallet', 'verifications set')`

/** A view of an operator also shows the pages that were opened since, in their order. Source: requirements PTR-017. */
const DETAILS = sql`case when a.command = 'partner view' then a.arguments || jsonb_build_object('pages', (
    select coalesce(jsonb_agg(p.page order by p.at, p.page), '[]') from console.view_pages p
    where p.view_id = (a.arguments ->> 'view')::bigint))
  else a.arguments end`

/** Where a page of entries ends. */
export type Place = { readonly at: number; readonly id: number }

/** Which entries an operator may see, and wants to. */
export type Wanted = { readonly filter: AuditFilter; readonly session: Session }

type Row = Omit<AuditEntry, 'result' | 'proposal' | 'requestId' | 'outsideFourEyes' | 'details'> & {
  readonly details: Readonly<Record<string, unknown>>
}

/** Entries behind a place, the newest first. Source: requirements AUD-001. */
export async function readEntries(
  db: Db,
  { filter, session }: Wanted,
  { before, limit }: { readonly before: Place | null; readonly limit: number },
): Promise<AuditEntry[]> {
  const conditions = [...conditionsOf(filter), ...ownOnly(session)]
  if (before !== null) conditions.push(sql`(a.at, a.id) < (${before.at}, ${before.id})`)
  return selectEntries(db, conditions, limit)
}

/** One entry. Refuses: `not_found`, also for one that the operator may not see. */
export async function readEntry(db: Db, id: number, session: Session): Promise<AuditEntry> {
  const [found] = await selectEntries(db, [sql`a.id = ${id}`, ...ownOnly(session)], 1)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

async function selectEntries(
  db: Db,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<AuditEntry[]> {
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<Row>`
    select a.id, a.at, a.actor, ${FROM} as "from", a.command, ${OBJECT} as object, ${DETAILS} as details,
      encode(a.hash, 'hex') as hash
    from audit_log a ${where} order by a.at desc, a.id desc limit ${limit}`.execute(db)
  return rows.map(asEntry)
}

/** Roles without the whole log see what they have done. Source: console.md section 2. */
const ownOnly = ({ roles, email }: Session): RawBuilder<unknown>[] =>
  WHOLE_LOG_ROLES.some((role) => roles.includes(role)) ? [] : [sql`a.actor = ${email}`]

function conditionsOf(filter: AuditFilter): RawBuilder<unknown>[] {
  const { actor, from, command, object, partner, result, proposal, requestId, since, until } =
    filter
  const failed = sql`a.command in (${sql.join(FAILED)})`
  const each: readonly [unknown, RawBuilder<unknown>][] = [
    [actor, sql`a.actor = ${actor}`],
    // The same words as in the indexes, so that PostgreSQL finds them.
    [from, sql`a.arguments ? 'callerAddress' and a.arguments ->> 'callerAddress' = ${from}`],
    [command, sql`a.command = ${command}`],
    [object, sql`${OBJECT} = ${object}`],
    [partner, sql`${OBJECT} = ${String(partner)} and (${ON_PARTNERS})`],
    [result, result === 'failed' ? failed : sql`not ${failed}`],
    [proposal, sql`a.arguments ? 'proposal' and a.arguments ->> 'proposal' = ${String(proposal)}`],
    [requestId, sql`a.arguments ->> 'requestId' = ${requestId}`],
    [since, sql`a.at >= ${since}`],
    [until, sql`a.at < ${until}`],
  ]
  return each.flatMap(([value, condition]) => (value === undefined ? [] : [condition]))
}

function asEntry({ details, ...row }: Row): AuditEntry {
  const { proposal, requestId, outsideFourEyes } = details
  return {
    ...row,
    result: FAILED.includes(row.command) ? 'failed' : 'done',
    proposal: typeof proposal === 'number' ? proposal : null,
    requestId: typeof requestId === 'string' ? requestId : null,
    outsideFourEyes: outsideFourEyes === true,
    details,
  }
}
