import { planAt } from '@partner-office/domain'
import { sql } from 'kysely'

import { currentRates } from '../../business/rates/current-rates.ts'
import { missingRate } from '../../business/rates/missing-rate.ts'
import { BACKUPS_REPORT, readPgBackRest, type RunProgram } from '../../core/backups.ts'
import { column } from '../../db/column.ts'
import { isFourEyes } from '../../console/proposals/four-eyes.ts'
import type { Db } from '../../db/database.ts'
import { readPlanVersions } from '../../plans/read-plan-versions.ts'
import { type Finding, findingIf } from './finding.ts'

const DAY_MS = 86_400_000
const RESTORE_TEST_MS = 31 * DAY_MS

type Looked = { readonly now: number; readonly runs?: RunProgram | undefined }

/** Faults that the data show, on both databases. A demo alone has nothing to lose. Source: cluster.md, OBS-009. */
export async function examineData(db: Db, { now, runs }: Looked): Promise<readonly Finding[]> {
  const last = await lastActs(db)
  const hasDemo = last.has('demo')
  const isDemo = hasDemo && !REAL_DATA.some((act) => last.has(act))
  return [
    ...(await ratesOf(db, now)),
    ...findingIf(hasDemo && !isDemo, DEMO_WITH_REAL_DATA),
    ...(await fourEyesOf(db)),
    ...(await endpointsOf(db)),
    ...(isDemo
      ? []
      : [...keysOf(last), ...(await backupOf(last, now, runs)), ...restoreTestOf(last, now)]),
  ]
}

type LastActs = ReadonlyMap<string, number>

const ACTS = ['demo', 'backup', 'keys export', 'keys renew', 'reports rotate-key'] as const
const REAL_DATA = ['import partners', 'import orders', 'order'] as const

/** When each act was done last. Units: epoch milliseconds. */
async function lastActs(db: Db): Promise<LastActs> {
  // A report names what was done outside the product; one of a failure is none.
  const { rows } = await sql<{ act: string; at: number }>`
    select case command when ${BACKUPS_REPORT} then arguments #>> '{words,0}' else command end as act, max(at) as at
    from audit_log
    where command = any(${column([...ACTS, ...REAL_DATA, BACKUPS_REPORT])}::text[]) and not arguments ? 'failed'
    group by act`.execute(db)
  return new Map(rows.map(({ act, at }) => [act, at]))
}

async function ratesOf(db: Db, now: number): Promise<readonly Finding[]> {
  const { plan } = planAt(await readPlanVersions(db), now)
  const missing = missingRate(await currentRates(db), plan)
  return findingIf(missing !== null, {
    code: 'rate_missing',
    problem: `There is no rate ${missing}.`,
    effect: 'No order can be recorded.',
    remedy: `office rates set ${missing?.replace(' SELL', ' RATE --type SELL')}`,
  })
}

const DEMO_WITH_REAL_DATA: Finding = {
  code: 'demo_with_real_data',
  problem: 'Partners or orders from outside were recorded beside the demo network.',
  effect: 'Everybody knows the password of the demo partner, in whose team real people stand.',
  remedy: 'Begin with an empty database and DEMO=off, and import again.',
}

/** Each proposal needs another operator than the one who made it. Source: requirements APR-014. */
async function fourEyesOf(db: Db): Promise<readonly Finding[]> {
  if (!(await isFourEyes(db))) return []
  const { rows } = await sql<{ all: number; deciding: number }>`
    select count(*)::int as all, count(*) filter (where locked_at is null and exists (
      select from console.operator_roles r where r.operator_id = o.id and r.role in ('finance', 'plan', 'admin')))::int as deciding
    from console.operators o where removed_at is null`.execute(db)
  const { all, deciding } = rows[0]!
  return findingIf(all > 0 && deciding < 2, {
    code: 'approver_missing',
    problem: `Four eyes are on, and ${deciding} operators can decide about proposals.`,
    effect: 'What one of them proposes nobody can approve, so payouts and corrections wait.',
    remedy: 'office operator add EMAIL --role finance, for a second person.',
  })
}

/** The address of an endpoint may hold a secret. Source: requirements WHK-011. */
async function endpointsOf(db: Db): Promise<readonly Finding[]> {
  const off = await db
    .selectFrom('console.endpoints')
    .select('id')
    .where('isOn', '=', false)
    .where('offBecause', '=', 'noSuccess')
    .orderBy('id')
    .execute()
  return findingIf(off.length > 0, {
    code: 'endpoint_off',
    problem: `Nothing has reached an endpoint of webhooks for 5 days, so it was switched off: ${off.map(({ id }) => `endpoint ${id}`).join(', ')}.`,
    effect: 'Its receiver gets no events; those of more than 30 days ago are deleted.',
    remedy: 'Mend the receiver, and switch the endpoint on in the console, under Webhooks.',
  })
}

function keysOf(last: LastActs): readonly Finding[] {
  const exportedAt = last.get('keys export') ?? Number.NEGATIVE_INFINITY
  const changes = ['keys renew', 'reports rotate-key'] as const
  const isOlder = changes.some((act) => (last.get(act) ?? Number.NEGATIVE_INFINITY) >= exportedAt)
  return findingIf(isOlder || !last.has('keys export'), {
    code: 'keys_not_exported',
    problem: 'The keys of this installation were not exported since they last changed.',
    effect:
      'With the machine, authenticators and documents of partners are lost: backups hold them sealed.',
    remedy: 'KEYS_PASSPHRASE=… office keys export FILE, and keep the file apart from backups.',
  })
}

async function backupOf(
  last: LastActs,
  now: number,
  runs: RunProgram | undefined,
): Promise<readonly Finding[]> {
  const found = (await readPgBackRest(runs)) ?? []
  const at = Math.max(last.get('backup') ?? 0, ...found.map((backup) => backup.at))
  return findingIf(now - at > DAY_MS, {
    code: 'backup_missing',
    problem:
      at === 0 ? 'No backup was made.' : `The last backup is of ${new Date(at).toISOString()}.`,
    effect: 'What was recorded since is lost with the disk.',
    remedy: 'office backup FILE each day, or pgBackRest with the timers of deploy/.',
  })
}

/** A backup that nobody has restored may not be one. Source: cluster.md, BKP-007. */
function restoreTestOf(last: LastActs, now: number): readonly Finding[] {
  const at = last.get('restore-test')
  return findingIf(last.has('backup') && (at === undefined || now - at > RESTORE_TEST_MS), {
    code: 'restore_test_missing',
    problem: 'No restore of a backup was tried in the last 31 days.',
    effect: 'Whether the backups can be used is not known.',
    remedy:
      'deploy/restore-test, or restore into another DATA_DIR and: office backups report restore-test',
  })
}
