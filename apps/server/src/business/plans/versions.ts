import type {
  CallReply,
  getPlanUses,
  LoadedPlanVersion,
  PlanVersionState,
} from '@partner-office/contracts'
import { planAt, planText, type PlanVersion, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'

/** The bytes that `plan show` prints of a version. Refuses: `not_found`. */
export async function versionText(core: Core, db: Db, version: number): Promise<string> {
  return planText((await versionNumbered(await core.plans.versions(db), version)).plan)
}

/** A loaded version by its number. Refuses: `not_found`. */
export function versionNumbered(versions: readonly PlanVersion[], number: number): PlanVersion {
  const found = versions.find(({ version }) => version === number)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

type LoadRow = Pick<
  LoadedPlanVersion,
  | 'version'
  | 'loadedAt'
  | 'loadedBy'
  | 'approvedBy'
  | 'proposal'
  | 'reason'
  | 'withdraws'
  | 'withdrawnBy'
>

const LOADS = sql<LoadRow>`
  select p.version, p.loaded_at, l.loaded_by, l.proposal_id as proposal, c.reason, l.withdraws, w.version as withdrawn_by,
    case when c.decided_by <> c.proposer_id then d.email end as approved_by
  from plans p left join console.plan_loads l on l.version = p.version
    left join console.plan_loads w on w.withdraws = p.version
    left join console.proposals c on c.id = l.proposal_id
    left join console.operators d on d.id = c.decided_by
  order by p.version desc`

/** All versions, the newest first. Source: requirements PLN-001, PLN-020. */
export async function listVersions(core: Core): Promise<LoadedPlanVersion[]> {
  const { read } = core.database
  const now = core.clock()
  const { rows } = await LOADS.execute(read)
  const versions = await core.plans.versions(read)
  const inForce = planAt(versions, now).version
  return rows.flatMap((row) => {
    const loaded = versions.find(({ version }) => version === row.version)
    // Loaded since the rows were read.
    if (loaded === undefined) return []
    const { validFrom } = loaded.plan
    const until = endOf(versions, loaded)
    return {
      ...row,
      validFrom,
      until,
      state: stateOf({ until, validFrom, isInForce: row.version === inForce, now, row }),
      mayWithdraw: withdrawalProblem(versions, loaded, { now, row }) === null,
    }
  })
}

type Standing = Pick<LoadedPlanVersion, 'until' | 'validFrom'> & {
  readonly isInForce: boolean
  readonly now: number
  readonly row: Pick<LoadedPlanVersion, 'withdrawnBy'>
}

function stateOf({ until, validFrom, isInForce, now, row }: Standing): PlanVersionState {
  if (row.withdrawnBy !== null) return 'WITHDRAWN'
  if (isInForce) return 'IN_FORCE'
  if (until === validFrom) return 'REPLACED'
  return validFrom > now ? 'PLANNED' : 'PAST'
}

/** When another version takes over: at once, if one with the same start was loaded later. Units: an instant; null: never. */
function endOf(versions: readonly PlanVersion[], { version, plan }: PlanVersion): number | null {
  const ends = versions.flatMap(({ version: other, plan: { validFrom } }) => {
    if (validFrom === plan.validFrom && other > version) return [validFrom]
    return validFrom > plan.validFrom ? [validFrom] : []
  })
  return ends.length === 0 ? null : Math.min(...ends)
}

type Withdrawn = { readonly now: number; readonly row: Pick<LoadedPlanVersion, 'withdraws'> }

/** Why a version cannot be withdrawn, in words; null if it can. */
export function withdrawalProblem(
  versions: readonly PlanVersion[],
  { version, plan: { validFrom } }: PlanVersion,
  { now, row }: Withdrawn,
): string | null {
  if (validFrom <= now) return `it is in force since ${new Date(validFrom).toISOString()}`
  if (row.withdraws !== null) return `it was loaded to withdraw version ${row.withdraws}`
  const applies = planAt(versions, validFrom).version
  return applies === version ? null : `version ${applies} has taken its place`
}

/** The version that is in force from this one's start on, if this one is withdrawn. */
export function versionBefore(
  versions: readonly PlanVersion[],
  withdrawn: PlanVersion,
): PlanVersion {
  const others = versions.filter(({ version }) => version !== withdrawn.version)
  return planAt(others, withdrawn.plan.validFrom)
}

/** The version that a version was loaded to withdraw. */
export async function readWithdraws(db: Db, version: number): Promise<number | null> {
  const row = await db
    .selectFrom('console.planLoads')
    .select('withdraws')
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.withdraws ?? null
}

/** Counts the orders and records that name each version. Source: requirements PLN-001. */
export async function countUses(db: Db): Promise<CallReply<typeof getPlanUses>> {
  const { rows } = await sql<CallReply<typeof getPlanUses>['content'][number]>`
    with o as (select plan_version, count(*) as n from order_decisions group by 1),
      r as (select plan_version, count(*) as n from bonus_records group by 1)
    select p.version, coalesce(o.n, 0) as orders, coalesce(r.n, 0) as records
    from plans p left join o on o.plan_version = p.version left join r on r.plan_version = p.version
    order by p.version desc`.execute(db)
  return { content: rows }
}

/** Orders that are decided and that a plan from `validFrom` on would have changed: what they credited stays. Units: EUR cents. */
export type DecidedOrders = { readonly orders: number; readonly cents: bigint }

/** The standing orders paid from an instant on. Source: D-162. */
export async function decidedSince(db: Db, validFrom: number): Promise<DecidedOrders> {
  const { rows } = await sql<{ orders: number; cents: string }>`
    select count(*) as orders, coalesce(sum(o.amount_cents), 0)::text as cents from orders o
    where o.paid_at >= ${validFrom} and not exists (select from cancellations c where c.order_id = o.id)`.execute(
    db,
  )
  const { orders, cents } = rows[0]!
  return { orders, cents: BigInt(cents) }
}
